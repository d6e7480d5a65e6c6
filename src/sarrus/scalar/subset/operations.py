"""Arithmetic and comparison on values, with CPython's results.

No fast-math flags and no contraction, and libm is called as it is (`nobuiltin`: LLVM would turn pow(x, 2) into x * x,
which rounds differently in one case of a thousand).
"""

from __future__ import annotations

import ast

from sarrus.scalar.subset.frame import FunctionFrame, Value
from sarrus.scalar.subset.types import TypeKind, ValueKind, literal

_ON_FLOATS: dict[type[ast.operator], str] = {
    ast.Add: "fadd",
    ast.Sub: "fsub",
    ast.Mult: "fmul",
    ast.Div: "fdiv",
}
_ON_INTS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
# Predicates for floats and for ints. Every comparison with NaN is false, except "not equal".
_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("olt", "slt"),
    ast.LtE: ("ole", "sle"),
    ast.Gt: ("ogt", "sgt"),
    ast.GtE: ("oge", "sge"),
    ast.Eq: ("oeq", "eq"),
    ast.NotEq: ("une", "ne"),
}
_LARGEST_INT_POWER = 16
_REMEDIES: dict[ValueKind, str] = {
    TypeKind.BOOL: "convert with int(...)",
    TypeKind.FUNCTION: "a bound function can only be called or passed on",
}


def arithmetic(
    frame: FunctionFrame, node: ast.AST, op: ast.operator, left: Value, right: Value, constant: int | None
) -> Value:
    """Left op right; `constant` is the right side where it is an integer known now."""
    numbers(frame, node, left, right)
    operator = type(op)
    if operator in (ast.FloorDiv, ast.Mod):
        return _floor_division(frame, node, operator, left, right, constant)
    if operator is ast.Pow:
        return _power(frame, node, left, right, constant)
    if left.kind is right.kind is TypeKind.INT and operator in _ON_INTS:
        return _emit(frame, _ON_INTS[operator], left, right)
    if operator in _ON_FLOATS:
        return _emit(frame, _ON_FLOATS[operator], *as_floats(frame, node, left, right))
    what = f"operator '{operator.__name__}' is not in the subset"
    frame.source.fail(node, what, "allowed are + - * / ** and, on ints, // and %")


def negative(frame: FunctionFrame, node: ast.AST, value: Value) -> Value:
    """Minus a number."""
    numbers(frame, node, value)
    if value.kind is TypeKind.INT:
        return _emit(frame, "sub", Value(TypeKind.INT, "0"), value)
    return Value(TypeKind.FLOAT, frame.emit(f"fneg {value.kind.llvm} {value.text}"))


def compare(frame: FunctionFrame, node: ast.AST, op: ast.cmpop, left: Value, right: Value) -> str:
    """Compare two numbers; the result is an i1."""
    numbers(frame, node, left, right)
    if type(op) not in _COMPARISONS:
        what = f"comparison '{type(op).__name__}' is not in the subset"
        frame.source.fail(node, what, "allowed are < <= > >= == !=")
    on_floats, on_ints = _COMPARISONS[type(op)]
    if left.kind is right.kind is TypeKind.INT:
        return frame.emit(f"icmp {on_ints} {left.kind.llvm} {left.text}, {right.text}")
    left, right = as_floats(frame, node, left, right)
    return frame.emit(f"fcmp {on_floats} {left.kind.llvm} {left.text}, {right.text}")


def select(frame: FunctionFrame, condition: str, yes: Value, no: Value) -> Value:
    """One of two values of the same kind."""
    kind = yes.kind.llvm
    return Value(yes.kind, frame.emit(f"select i1 {condition}, {kind} {yes.text}, {kind} {no.text}"))


def numbers(frame: FunctionFrame, node: ast.AST, *values: Value) -> None:
    """Refuse arithmetic on anything but ints and floats."""
    for value in values:
        if not value.kind.is_number:
            hint = _REMEDIES.get(value.kind, "take its elements one by one")
            frame.source.fail(node, f"arithmetic or comparison on {value.kind.words}", hint)


def as_floats(frame: FunctionFrame, node: ast.AST, *values: Value) -> list[Value]:
    """Convert numbers to floats."""
    return [frame.convert(node, value, TypeKind.FLOAT, "an operand") for value in values]


def libm(frame: FunctionFrame, node: ast.AST, name: str, *values: Value) -> Value:
    """Call a function of the C mathematics library, whose results are those of Python's `math`."""
    # It has no effect besides its result (nobody reads errno), so LLVM may share and hoist equal calls.
    return _call(frame, node, name, values, "willreturn memory(none)", "nobuiltin")


def intrinsic(frame: FunctionFrame, node: ast.AST, name: str, *values: Value) -> Value:
    """Call an LLVM intrinsic on floats that is exact on every target."""
    return _call(frame, node, f"llvm.{name}.f64", values, "", "")


def truncate(frame: FunctionFrame, node: ast.AST, value: Value) -> Value:
    """Float to int towards zero; out of range it saturates, where a plain conversion would be undefined."""
    real, integer = TypeKind.FLOAT.llvm, TypeKind.INT.llvm
    symbol = f"llvm.fptosi.sat.{integer}.f64"
    frame.linker.declare(frame.source, node, symbol, f"declare {integer} @{symbol}({real})")
    return Value(TypeKind.INT, frame.emit(f"call {integer} @{symbol}({real} {value.text})"))


def _call(
    frame: FunctionFrame, node: ast.AST, symbol: str, values: tuple[Value, ...], promises: str, flags: str
) -> Value:
    real = TypeKind.FLOAT.llvm
    line = f"declare {real} @{symbol}({', '.join([real] * len(values))}) nounwind {promises}"
    frame.linker.declare(frame.source, node, symbol, line.rstrip())
    arguments = ", ".join(f"{real} {value.text}" for value in as_floats(frame, node, *values))
    return Value(TypeKind.FLOAT, frame.emit(f"call {real} @{symbol}({arguments}) {flags}".rstrip()))


def _emit(frame: FunctionFrame, instruction: str, left: Value, right: Value) -> Value:
    return Value(left.kind, frame.emit(f"{instruction} {left.kind.llvm} {left.text}, {right.text}"))


def _floor_division(
    frame: FunctionFrame,
    node: ast.AST,
    operator: type[ast.operator],
    left: Value,
    right: Value,
    divisor: int | None,
) -> Value:
    if not left.kind is right.kind is TypeKind.INT or not divisor:
        what = "'//' or '%' needs an int and a divisor that is a nonzero integer literal"
        frame.source.fail(node, what, "use floor(a / b) for other quotients")
    # The hardware overflows on the smallest int divided by -1.
    if divisor == -1:
        return negative(frame, node, left) if operator is ast.FloorDiv else Value(TypeKind.INT, "0")
    # LLVM truncates, Python rounds down: they differ where the remainder has not the sign of the divisor.
    remainder = _emit(frame, "srem", left, right)
    predicate = "slt" if divisor > 0 else "sgt"
    differs = frame.emit(f"icmp {predicate} {remainder.kind.llvm} {remainder.text}, 0")
    if operator is ast.Mod:
        return select(frame, differs, _emit(frame, "add", remainder, right), remainder)
    quotient = _emit(frame, "sdiv", left, right)
    return select(frame, differs, _emit(frame, "sub", quotient, Value(TypeKind.INT, "1")), quotient)


def _power(frame: FunctionFrame, node: ast.AST, base: Value, exponent: Value, constant: int | None) -> Value:
    if base.kind is exponent.kind is TypeKind.INT:
        if constant is None or not 0 <= constant <= _LARGEST_INT_POWER:
            what = f"the exponent of an int must be a literal from 0 to {_LARGEST_INT_POWER}"
            frame.source.fail(node, what, "use float(n) ** k for a float")
        power = Value(TypeKind.INT, "1")
        for _ in range(constant):
            power = _emit(frame, "mul", power, base)
        return power
    # Only these two are products to the last bit; already pow(x, 2) and x * x differ now and then.
    if constant == 0:
        return Value(TypeKind.FLOAT, literal(1.0))
    if constant == 1:
        return base
    return libm(frame, node, "pow", base, exponent)
