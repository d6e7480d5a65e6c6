"""Mistakes that a person makes in a formula, as changes of a syntax tree."""

import ast
import copy
from collections.abc import Iterator

FRAMES = (
    ("base", "follower"),
    ("F", "M"),
    ("inboard", "outboard"),
    ("X_in", "X_out"),
    ("inner", "outer"),
    ("first", "second"),
)
"""Names of two ends that can be taken for each other."""
TWINS = {"v": "w", "w": "v", "force": "torque", "torque": "force", "a": "alpha", "alpha": "a"}
"""Attributes of one object that can be taken for each other."""
NO_FORMULA = (ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.JoinedStr, ast.GeneratorExp)
"""Operands that make + and * no arithmetic."""
PLUMBING = ("range", "len", "slice", "isinstance", "replace", "enumerate", "Slot", "zip")
"""Functions whose arguments are no formulas."""
PLACING = ("quaternion_from_bryant", "quaternion_from_angles")
"""Functions that say where a start is, and nothing that holds there; the conformance of joints proves them."""
PROBE = "__import__('os')._exit(77)"


def changes_in(tree: ast.Module) -> Iterator[tuple[int, ast.expr, list[ast.expr]]]:
    """Formulas in functions: number of the node, the node, and what it can be changed to."""
    allowed = set(_formulas(tree))
    for number, node in enumerate(ast.walk(tree)):
        if node in allowed and isinstance(node, ast.expr) and (new := list(changes(node))):
            yield number, node, new


def changed(tree: ast.Module, number: int, which: int, probe: bool = False) -> ast.Module:
    """The tree with one change; with `probe`, a process that computes this formula ends instead."""
    node = next(n for k, n in enumerate(ast.walk(tree)) if k == number)
    assert isinstance(node, ast.expr)
    new = ast.parse(PROBE, mode="eval").body if probe else list(changes(node))[which]

    class Exchange(ast.NodeTransformer):
        def visit(self, here: ast.AST) -> ast.AST:
            return new if here is node else self.generic_visit(here)

    done = Exchange().visit(tree)
    assert isinstance(done, ast.Module)
    return ast.fix_missing_locations(done)


def _formulas(tree: ast.AST, inside: bool = False) -> Iterator[ast.AST]:
    """Nodes of function bodies, without annotations, subscripts, messages and what only counts."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "slice", "decorator_list", "defaults", "kw_defaults", "bases"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, (ast.JoinedStr, ast.Raise, ast.Assert)):
                continue
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLUMBING:
                continue
            if isinstance(node, ast.FunctionDef) and node.name in PLACING:
                continue
            within = inside or isinstance(node, (ast.FunctionDef, ast.Lambda))
            if within:
                yield node
            yield from _formulas(node, within)


def changes(node: ast.expr) -> Iterator[ast.expr]:
    """What a formula can be mistaken for."""
    match node:
        case ast.BinOp(left, op, right):
            if not (_is_text(left) or _is_text(right)):
                yield from _of_operation(left, op, right)
        case ast.UnaryOp(ast.USub(), operand):
            yield operand
        case ast.Call(ast.Name(name), args, []):
            if not any(isinstance(a, ast.Starred) for a in args):
                yield from _of_call(name, args)
        case ast.Call(ast.Attribute(value, name), args, []):
            yield from _of_method(value, name, args)
        case ast.Attribute(value, "T", ast.Load()):
            yield value
        case ast.Attribute(value, name, ast.Load()) if name in TWINS:
            yield ast.Attribute(value, TWINS[name], ast.Load())


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLUMBING:
        return True
    return isinstance(node, NO_FORMULA) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _of_operation(left: ast.expr, op: ast.operator, right: ast.expr) -> Iterator[ast.expr]:
    match op:
        case ast.Add():
            yield ast.BinOp(left, ast.Sub(), right)
            yield left
            yield right
        case ast.Sub():
            yield ast.BinOp(left, ast.Add(), right)
            yield left
            yield ast.BinOp(right, ast.Sub(), left)
        case ast.Mult():
            yield left
            yield right
        case ast.MatMult():
            yield ast.BinOp(right, ast.MatMult(), left)
        case ast.Div():
            yield left
            yield ast.BinOp(left, ast.Mult(), right)


def _of_call(name: str, args: list[ast.expr]) -> Iterator[ast.expr]:
    def call(*given: ast.expr) -> ast.Call:
        return ast.Call(ast.Name(name, ast.Load()), list(given), [])

    if name in ("neg", "transpose") and len(args) == 1:
        yield args[0]
    elif name in ("sub", "cross") and len(args) == 2:
        yield call(args[1], args[0])
        if name == "sub":
            yield args[0]
    elif name in ("add", "mul") and len(args) > 1:
        for k in range(len(args)):
            yield call(*args[:k], *args[k + 1 :])
    elif name == "chain" and len(args) > 1:
        yield call(args[1], args[0], *args[2:])
        yield call(*args[1:])
    elif len(args) > 1 and (pair := _pair(args)):
        i, j = pair
        given = copy.copy(args)
        given[i], given[j] = given[j], given[i]
        yield call(*given)


def _pair(args: list[ast.expr]) -> tuple[int, int] | None:
    """Two arguments that are the two ends of something."""
    words = [ast.unparse(a).split(".")[-1] for a in args]
    for one, two in FRAMES:
        if one in words and two in words:
            return words.index(one), words.index(two)
    return None


def _of_method(value: ast.expr, name: str, args: list[ast.expr]) -> Iterator[ast.expr]:
    if name == "inverse" and not args:
        yield value
    elif name == "cross" and len(args) == 1:
        yield ast.Call(ast.Attribute(args[0], name, ast.Load()), [value], [])
    elif name == "back" and len(args) == 1:
        yield ast.BinOp(value, ast.Mult(), args[0])
