"""Expressions: syntax in, values out."""

from __future__ import annotations

import ast

import numpy as np

from sarrus.scalar.subset import bounds, calls, fields, operations
from sarrus.scalar.subset.frame import BasicBlock, FunctionFrame, Value
from sarrus.scalar.subset.types import INTEGER, POINTER, WORD, RecordKind, TypeKind, ValueKind, literal


def evaluate(frame: FunctionFrame, node: ast.expr) -> Value:
    """Emit an expression and return its value."""
    constant = frame.constant(node)
    if constant is not None:
        return frame.integer(node, constant)
    match node:
        case ast.Name():
            return _name(frame, node)
        case ast.Constant():
            return _constant(frame, node, node.value)
        case ast.BinOp():
            return binary(frame, node, node.op, evaluate(frame, node.left), node.right)
        case ast.UnaryOp(op=ast.USub()):
            return operations.negative(frame, node, evaluate(frame, node.operand))
        case ast.UnaryOp(op=ast.UAdd()):
            value = evaluate(frame, node.operand)
            operations.numbers(frame, node, value)
            return value
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return _truth(frame, node)
        case ast.IfExp():
            return _conditional(frame, node)
        case ast.Subscript(slice=ast.Slice() as ends):
            return _view(frame, node, ends)
        case ast.Subscript():
            kind, address = element(frame, node)
            return Value(kind, address) if isinstance(kind, RecordKind) else frame.load(kind, address)
        case ast.Attribute(value=ast.Name(id=name)) if name not in frame.source.locals:
            frame.source.reject(node)
        case ast.Attribute():
            return fields.read(frame, node, evaluate(frame, node.value))
        case ast.Call():
            result = call(frame, node)
            if result is None:
                frame.source.fail(
                    node, "a call that returns nothing is used as a value", "call it on a line of its own"
                )
            return result
        case _:
            frame.source.reject(node)


def branch(frame: FunctionFrame, node: ast.expr, yes: BasicBlock, no: BasicBlock) -> None:
    """Go to `yes` or `no`, evaluating only what Python would."""
    match node:
        case ast.BoolOp(op=op, values=[*others, last]):
            for other in others:
                after = frame.block()
                branch(frame, other, *((after, no) if isinstance(op, ast.And) else (yes, after)))
                frame.begin(after)
            branch(frame, last, yes, no)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            branch(frame, operand, no, yes)
        case ast.Compare(left=first, ops=[*ops], comparators=[*others]):
            left = evaluate(frame, first)
            for comparison, other in zip(ops[:-1], others[:-1], strict=True):
                right = evaluate(frame, other)
                after = frame.block()
                frame.fork(operations.compare(frame, node, comparison, left, right), after, no)
                frame.begin(after)
                left = right
            right = evaluate(frame, others[-1])
            frame.fork(operations.compare(frame, node, ops[-1], left, right), yes, no)
        case _:
            value = frame.convert(node, evaluate(frame, node), TypeKind.BOOL, "a condition")
            frame.fork(frame.emit(f"icmp ne {value.kind.llvm} {value.text}, 0"), yes, no)


def binary(frame: FunctionFrame, node: ast.AST, op: ast.operator, left: Value, right: ast.expr) -> Value:
    """An arithmetic operation whose left side is already computed."""
    return operations.arithmetic(frame, node, op, left, evaluate(frame, right), frame.constant(right))


def call(frame: FunctionFrame, node: ast.Call) -> Value | None:
    """A call of a named function with positional arguments."""
    if not isinstance(node.func, ast.Name):
        frame.source.reject(node.func)
    if node.keywords:
        frame.source.fail(node, "keyword arguments are not in the subset", "pass arguments by position")
    return calls.call(frame, node, [evaluate(frame, argument) for argument in node.args])


def element(frame: FunctionFrame, node: ast.Subscript) -> tuple[ValueKind, str]:
    """Kind and address of an array element, of a record among others, or of an entry of a module-level table."""
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    array = node.value
    if isinstance(array, ast.Name) and array.id not in frame.source.locals:
        values = frame.outer(array)
        if isinstance(values, np.ndarray):
            return _entry(frame, node, array.id, values, indices)
    base = evaluate(frame, array)
    kind = base.kind.element
    if kind is None:
        frame.source.fail(node, f"{base.kind.words} has no elements", "index an array")
    if len(indices) != 1:
        frame.source.fail(
            node, "an array takes one subscript", "write A[i * n + j] for a matrix of n columns"
        )
    index = _index(frame, indices[0]).text
    if isinstance(kind, RecordKind):
        address = _record_at(frame, node, kind, base.text, index)
    else:
        address = _offset(frame, kind, base.text, index)
    if frame.linker.is_checked:
        address = bounds.inside(frame, node, address, index, base.size)
    return kind, address


def _record_at(frame: FunctionFrame, node: ast.Subscript, kind: RecordKind, base: str, index: str) -> str:
    if isinstance(node.ctx, ast.Store):
        frame.source.fail(node, "a record is not assigned as a whole", "assign its fields")
    size = f"[{WORD * kind.record.record_size} x i8]"
    return frame.emit(f"getelementptr {size}, {POINTER} {base}, {INTEGER} {index}")


def _entry(
    frame: FunctionFrame, node: ast.Subscript, name: str, values: np.ndarray, indices: list[ast.expr]
) -> tuple[TypeKind, str]:
    table = frame.linker.table(frame.source, node, name, values)
    if isinstance(node.ctx, ast.Store):
        frame.source.fail(node, f"table '{name}' is constant", "pass an array to write to")
    if len(indices) != len(table.shape):
        frame.source.fail(node, f"table '{name}' takes {len(table.shape)} subscripts", "index it fully")
    place = Value(TypeKind.INT, "0")
    asked: list[tuple[str, str]] = []
    for extent, index in zip(table.shape, indices, strict=True):
        known = frame.constant(index)
        if known is not None and known >= extent:
            frame.source.fail(
                node, f"subscript {known} of table '{name}' is too large", f"it is below {extent}"
            )
        row = operations.arithmetic(frame, node, ast.Mult(), place, frame.integer(node, extent), None)
        column = _index(frame, index)
        place = operations.arithmetic(frame, node, ast.Add(), row, column, None)
        asked.append((column.text, str(extent)))
    address = _offset(frame, table.kind, table.name, place.text)
    if frame.linker.is_checked:
        for given, extent_text in asked:
            address = bounds.inside(frame, node, address, given, extent_text)
    return table.kind, address


def _index(frame: FunctionFrame, node: ast.expr) -> Value:
    constant = frame.constant(node)
    if constant is not None and constant < 0:
        frame.source.fail(
            node, "a negative subscript is not in the subset", "count from the start of the array"
        )
    return frame.convert(node, evaluate(frame, node), TypeKind.INT, "a subscript")


def _offset(frame: FunctionFrame, kind: ValueKind, base: str, index: str) -> str:
    return frame.emit(f"getelementptr {kind.llvm}, {POINTER} {base}, {INTEGER} {index}")


def _view(frame: FunctionFrame, node: ast.Subscript, ends: ast.Slice) -> Value:
    """A slice is the address of its first element; its end is evaluated but not kept, unless subscripts are checked."""
    base = evaluate(frame, node.value)
    kind = base.kind.element
    if kind is None or isinstance(kind, RecordKind) or ends.step is not None:
        frame.source.fail(node, "only arrays are sliced, and without a step", "write x[a:] or x[a:b]")
    start = _index(frame, ends.lower) if ends.lower else Value(TypeKind.INT, "0")
    stop = _index(frame, ends.upper).text if ends.upper else base.size
    address = _offset(frame, kind, base.text, start.text)
    if frame.linker.is_checked:
        return bounds.view(frame, node, base, address, start.text, stop)
    return Value(base.kind, address)


def _name(frame: FunctionFrame, node: ast.Name) -> Value:
    if node.id in frame.bound:
        return Value(TypeKind.FUNCTION, node.id)
    if node.id in frame.fixed:
        return frame.fixed[node.id]
    if node.id in frame.source.locals:
        return frame.fetch(node)
    return _constant(frame, node, frame.outer(node))


def _constant(frame: FunctionFrame, node: ast.expr, value: object) -> Value:
    match value:
        case bool():
            return Value(TypeKind.BOOL, literal(value))
        case float():
            return Value(TypeKind.FLOAT, literal(float(value)))
        case np.ndarray():
            frame.source.fail(node, "a module-level table is used as a whole", "index it")
        case _:
            name = f"'{node.id}'" if isinstance(node, ast.Name) else "this constant"
            what = f"{name} is of type '{type(value).__name__}'"
            frame.source.fail(node, what, "constants are ints, floats and tables of them")


def _truth(frame: FunctionFrame, node: ast.expr) -> Value:
    """A condition as a value 0 or 1."""
    yes, no, join = frame.block(), frame.block(), frame.block()
    branch(frame, node, yes, no)
    for block in (yes, no):
        frame.begin(block)
        frame.jump(join)
    frame.begin(join)
    return _phi(frame, TypeKind.BOOL, ("1", yes), ("0", no))


def _conditional(frame: FunctionFrame, node: ast.IfExp) -> Value:
    yes, no, join = frame.block(), frame.block(), frame.block()
    branch(frame, node.test, yes, no)
    frame.begin(yes)
    first, first_end = evaluate(frame, node.body), frame.current
    frame.begin(no)
    second, second_end = evaluate(frame, node.orelse), frame.current
    # Only now both kinds are known: an int beside a float becomes one at the end of its own block.
    kind = first.kind
    if kind is TypeKind.FUNCTION or kind is not second.kind:
        operations.numbers(frame, node, first, second)
        kind = TypeKind.FLOAT
    ends = []
    for value, end in ((first, first_end), (second, second_end)):
        frame.current = end
        ends.append((frame.convert(node, value, kind, "a conditional value").text, end))
        frame.jump(join)
    frame.begin(join)
    chosen = _phi(frame, kind, *ends)
    if not first.size:
        return chosen
    size = _phi(frame, TypeKind.INT, (first.size, first_end), (second.size, second_end))
    return chosen._replace(size=size.text)


def _phi(frame: FunctionFrame, kind: ValueKind, *ways: tuple[str, BasicBlock]) -> Value:
    incoming = ", ".join(f"[{text}, %{block.label}]" for text, block in ways)
    return Value(kind, frame.emit(f"phi {kind.llvm} {incoming}"))
