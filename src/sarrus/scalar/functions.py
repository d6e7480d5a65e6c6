"""Mathematics that does not care whether it meets numbers or expressions.

Element code uses these functions and the operators, nothing else: the same lines then serve floats, compiled code
and printed equations.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from sarrus.scalar.graph import Graph, Node

Scalar = float | Node
Truth = bool | Node


def _graph_of(*xs: Scalar | Truth) -> Graph | None:
    for x in xs:
        if isinstance(x, Node):
            return x.graph
    return None


def _unary(op: str, on_floats: Callable[[float], float], meaning: str) -> Callable[[Scalar], Scalar]:
    def function(x: Scalar) -> Scalar:
        return x.graph.unary(op, x) if isinstance(x, Node) else on_floats(x)

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


def atan2(y: Scalar, x: Scalar) -> Scalar:
    """Angle of the point (x, y) [rad]."""
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


def minimum(a: Scalar, b: Scalar) -> Scalar:
    """The smaller of two."""
    return where(b < a, b, a)


def maximum(a: Scalar, b: Scalar) -> Scalar:
    """The larger of two."""
    return where(a < b, b, a)


def wrap(angle: Scalar) -> Scalar:
    """The same angle in [-pi, pi)."""
    return angle - 2.0 * math.pi * floor(angle / (2.0 * math.pi) + 0.5)
