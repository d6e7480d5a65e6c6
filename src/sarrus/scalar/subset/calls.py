"""Calls: mathematics, builtins, translated functions, bound functions."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable
from types import FunctionType

from sarrus.scalar.subset import operations
from sarrus.scalar.subset.frame import FunctionFrame, Value, is_record
from sarrus.scalar.subset.operations import as_floats, compare, numbers, select
from sarrus.scalar.subset.types import (
    INTEGER,
    Bound,
    RecordKind,
    TypeKind,
    ValueKind,
    global_name,
    literal,
    llvm_result,
)

Rule = Callable[[FunctionFrame, ast.Call, list[Value]], Value]


def call(frame: FunctionFrame, node: ast.Call, arguments: list[Value]) -> Value | None:
    """Emit a call; None when the function returns nothing."""
    assert isinstance(node.func, ast.Name)
    name = node.func.id
    if name in frame.bound:
        bound = frame.linker.bound(frame.source, node, name)
        if isinstance(bound, str):
            return _external(frame, node, bound, frame.bound[name], arguments)
        more = _left_out(frame, node, bound, len(arguments))
        return _translated(frame, node, bound, [*arguments, *more], is_bound=True)
    if name in frame.source.locals:
        frame.source.fail(node, f"'{name}' is not a function", "call functions of the module or bound ones")
    target = frame.outer(node.func)
    for function, count, rule in _RULES:
        if function is target:
            _check_count(frame, node, name, count, len(arguments))
            return rule(frame, node, arguments)
    if isinstance(target, FunctionType):
        return _translated(frame, node, target, arguments)
    frame.source.fail(node, f"'{name}' cannot be called in the subset", _CALLABLE)


def _left_out(frame: FunctionFrame, node: ast.Call, function: FunctionType, given: int) -> list[Value]:
    """Bound functions that a bound function takes at its end: its caller need not know of them."""
    prototype = frame.linker.function(frame.source, node, function)
    if prototype is None:
        return []
    rest = list(prototype.parameters.items())[given:]
    return [Value(TypeKind.FUNCTION, name) for name, kind in rest if isinstance(kind, Bound)]


def _translated(
    frame: FunctionFrame, node: ast.Call, function: FunctionType, values: list[Value], is_bound: bool = False
) -> Value | None:
    prototype = frame.linker.function(frame.source, node, function)
    if prototype is None:
        return _external(frame, node, function.__name__, None, values)
    _check_count(frame, node, prototype.symbol, len(prototype.parameters), len(values))
    arguments = []
    for (name, kind), value in zip(prototype.parameters.items(), values, strict=True):
        if not isinstance(kind, Bound):
            given = _recognised(value, kind) if is_bound else value
            arguments.append(frame.convert(node, given, kind, f"argument '{name}' of '{prototype.symbol}'"))
        elif value != Value(TypeKind.FUNCTION, name):
            what = f"argument '{name}' of '{prototype.symbol}' is a bound function"
            frame.source.fail(node, what, f"pass a parameter of the same name, '{name}'")
    return _emit(frame, prototype.symbol, prototype.result, arguments)


def _recognised(value: Value, kind: ValueKind) -> Value:
    """A record that the caller knows nothing of is what the bound function takes: both were chosen together."""
    is_any = isinstance(value.kind, RecordKind) and value.kind.is_any
    return Value(kind, value.text) if is_any and is_record(kind) else value


def _external(
    frame: FunctionFrame, node: ast.Call, symbol: str, bound: Bound | None, values: list[Value]
) -> Value | None:
    for value in values:
        if value.kind is TypeKind.FUNCTION:
            what = f"function '{value.text}' is passed to the external symbol '{symbol}'"
            frame.source.fail(node, what, "external symbols take numbers and arrays")
    signature = frame.linker.external(frame.source, node, symbol, bound, [value.kind for value in values])
    _check_count(frame, node, symbol, len(signature.arguments), len(values))
    arguments = []
    for i, (kind, value) in enumerate(zip(signature.arguments, values, strict=True)):
        # A truth value travels as an int.
        is_flag = value.kind is TypeKind.BOOL and kind == TypeKind.INT
        given = Value(TypeKind.INT, value.text) if is_flag else value
        what = f"argument {i + 1} of '{symbol}'"
        if kind[0] != "R":
            # Kernels know nothing of lengths; functions translated elsewhere do.
            plain = frame.convert(node, given, TypeKind(kind[0]), what)
            arguments.append(plain if kind.endswith("+") else plain._replace(size=""))
        elif value.kind.letter == kind:
            arguments.append(value)
        else:
            frame.source.fail(node, f"{what} is {value.kind.words}", f"pass a record '{kind[1:]}'")
    result = TypeKind(signature.result) if signature.result else None
    if bound and bound.result is TypeKind.BOOL and result is TypeKind.INT:
        result = TypeKind.BOOL
    return _emit(frame, symbol, result, arguments)


def _emit(frame: FunctionFrame, symbol: str, result: TypeKind | None, arguments: list[Value]) -> Value | None:
    operands = ", ".join(map(_operand, arguments))
    # LLVM knows functions of libm by their names: without `nobuiltin` it would take our own `fmax` for that one.
    instruction = f"call {llvm_result(result)} {global_name(symbol)}({operands}) nobuiltin"
    if result is not None:
        return Value(result, frame.emit(instruction))
    frame.do(instruction)
    return None


def _operand(value: Value) -> str:
    length = f", {INTEGER} {value.size}" if value.size else ""
    return f"{value.kind.llvm} {value.text}{length}"


def _check_count(frame: FunctionFrame, node: ast.Call, name: str, expected: int, given: int) -> None:
    if given != expected:
        frame.source.fail(node, f"'{name}' is called with {given} arguments", f"it takes {expected}")


def _libm(name: str) -> Rule:
    return lambda frame, node, values: operations.libm(frame, node, name, *values)


def _intrinsic(name: str) -> Rule:
    return lambda frame, node, values: operations.intrinsic(frame, node, name, *values)


def _floor(frame: FunctionFrame, node: ast.Call, values: list[Value]) -> Value:
    """As in Python, the result is an int."""
    return operations.truncate(frame, node, operations.intrinsic(frame, node, "floor", *values))


def _isfinite(frame: FunctionFrame, node: ast.Call, values: list[Value]) -> Value:
    size = operations.intrinsic(frame, node, "fabs", *values)
    finite = compare(frame, node, ast.Lt(), size, Value(TypeKind.FLOAT, literal(math.inf)))
    return Value(TypeKind.BOOL, frame.emit(f"zext i1 {finite} to {TypeKind.BOOL.llvm}"))


def _extremum(op: ast.cmpop) -> Rule:
    """Python takes the second argument only if it is strictly better: so ties and NaN keep the first."""

    def rule(frame: FunctionFrame, node: ast.Call, values: list[Value]) -> Value:
        numbers(frame, node, *values)
        first, second = values if values[0].kind is values[1].kind else as_floats(frame, node, *values)
        return select(frame, compare(frame, node, op, second, first), second, first)

    return rule


def _abs(frame: FunctionFrame, node: ast.Call, values: list[Value]) -> Value:
    (value,) = values
    numbers(frame, node, value)
    if value.kind is TypeKind.FLOAT:
        return operations.intrinsic(frame, node, "fabs", value)
    is_negative = compare(frame, node, ast.Lt(), value, Value(TypeKind.INT, "0"))
    return select(frame, is_negative, operations.negative(frame, node, value), value)


def _int(frame: FunctionFrame, node: ast.Call, values: list[Value]) -> Value:
    (value,) = values
    if value.kind is TypeKind.BOOL:
        return Value(TypeKind.INT, value.text)
    numbers(frame, node, value)
    return operations.truncate(frame, node, value) if value.kind is TypeKind.FLOAT else value


def _float(frame: FunctionFrame, node: ast.Call, values: list[Value]) -> Value:
    (value,) = values
    number = Value(TypeKind.INT, value.text) if value.kind is TypeKind.BOOL else value
    return frame.convert(node, number, TypeKind.FLOAT, "the argument of 'float'")


_LIBM = ("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh")
# Functions are known by what they are, not by their names: a module may define its own `pow`.
_RULES: list[tuple[object, int, Rule]] = [
    *((getattr(math, name), 1, _libm(name)) for name in _LIBM),
    (math.atan2, 2, _libm("atan2")),
    (math.pow, 2, _libm("pow")),
    (math.sqrt, 1, _intrinsic("sqrt")),
    (math.fabs, 1, _intrinsic("fabs")),
    (math.copysign, 2, _intrinsic("copysign")),
    (math.floor, 1, _floor),
    (math.isfinite, 1, _isfinite),
    (builtins.min, 2, _extremum(ast.Lt())),
    (builtins.max, 2, _extremum(ast.Gt())),
    (builtins.abs, 1, _abs),
    (builtins.int, 1, _int),
    (builtins.float, 1, _float),
]
_CALLABLE = "allowed are functions of the subset, functions of 'math', and abs, float, int, max, min"
