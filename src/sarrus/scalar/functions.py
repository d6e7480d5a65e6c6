"""Mathematics that does not care whether it meets numbers or expressions.

Expressions are nodes of a graph, inside the program, and formulas of parameters, as users write them in Python. Element code uses these functions and the operators, nothing else: the same lines then serve floats, compiled code
and printed equations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol, overload

from sarrus.scalar.expression import Expression, call
from sarrus.scalar.graph import Graph, Node

Scalar = float | Node
Truth = bool | Node


def _graph_of(*xs: Scalar | Truth) -> Graph | None:
    for x in xs:
        if isinstance(x, Node):
            return x.graph
    return None


class OfOne(Protocol):
    """A function of one number."""

    @overload
    def __call__(self, x: Scalar, /) -> Scalar: ...
    @overload
    def __call__(self, x: Expression, /) -> Expression: ...


def _unary(op: str, on_floats: Callable[[float], float], meaning: str) -> OfOne:
    def function(x: Any) -> Any:
        if isinstance(x, Node):
            return x.graph.unary(op, x)
        return call(op, x) if isinstance(x, Expression) else on_floats(x)

    function.__name__ = function.__qualname__ = op
    function.__doc__ = meaning
    return function


sin = _unary("sin", math.sin, "Sine of an angle [rad].")
cos = _unary("cos", math.cos, "Cosine of an angle [rad].")
tan = _unary("tan", math.tan, "Tangent of an angle [rad].")
asin = _unary("asin", math.asin, "Arc sine [rad].")
acos = _unary("acos", math.acos, "Arc cosine [rad].")
atan = _unary("atan", math.atan, "Arc tangent [rad].")
sqrt = _unary("sqrt", math.sqrt, "Square root.")
root = _unary(
    "root", math.sqrt, "Square root of a sum of squares; its derivative at zero is zero, not infinite."
)
exp = _unary("exp", math.exp, "Exponential.")
log = _unary("log", math.log, "Natural logarithm.")
tanh = _unary("tanh", math.tanh, "Hyperbolic tangent.")
floor = _unary("floor", lambda x: float(math.floor(x)), "Largest whole number not above x.")
absolute = _unary("abs", abs, "Absolute value.")


@overload
def atan2(y: Scalar, x: Scalar) -> Scalar: ...
@overload
def atan2(y: Expression, x: Expression | float) -> Expression: ...
@overload
def atan2(y: float, x: Expression) -> Expression: ...
def atan2(y: Any, x: Any) -> Any:
    """Angle of the point (x, y) [rad]."""
    if isinstance(y, Expression) or isinstance(x, Expression):
        return call("atan2", y, x)
    graph = _graph_of(y, x)
    if graph is None:
        assert isinstance(y, (int, float)) and isinstance(x, (int, float))
        return math.atan2(y, x)
    return graph.binary("atan2", graph.lift(y), graph.lift(x))


def where(condition: Truth, a: Scalar, b: Scalar) -> Scalar:
    """a where the condition holds, else b; both are evaluated."""
    graph = _graph_of(condition, a, b)
    if graph is None:
        return a if condition else b
    if not isinstance(condition, Node):
        return a if condition else b
    return graph.select(condition, graph.lift(a), graph.lift(b))


def is_zero(x: Scalar) -> bool:
    """Whether it is zero by structure, whatever the numbers are."""
    return x is x.graph.zero if isinstance(x, Node) else x == 0.0


@overload
def minimum(a: Scalar, b: Scalar) -> Scalar: ...
@overload
def minimum(a: Expression, b: Expression | float) -> Expression: ...
@overload
def minimum(a: float, b: Expression) -> Expression: ...
def minimum(a: Any, b: Any) -> Any:
    """The smaller of two."""
    if isinstance(a, Expression) or isinstance(b, Expression):
        return call("min", a, b)
    return where(b < a, b, a)


@overload
def maximum(a: Scalar, b: Scalar) -> Scalar: ...
@overload
def maximum(a: Expression, b: Expression | float) -> Expression: ...
@overload
def maximum(a: float, b: Expression) -> Expression: ...
def maximum(a: Any, b: Any) -> Any:
    """The larger of two."""
    if isinstance(a, Expression) or isinstance(b, Expression):
        return call("max", a, b)
    return where(a < b, b, a)


def wrap(angle: Scalar) -> Scalar:
    """The same angle in [-pi, pi)."""
    return angle - 2.0 * math.pi * floor(angle / (2.0 * math.pi) + 0.5)
