"""Numbers of 50 digits that elements take for scalars, and derivatives by differences of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mpmath
import numpy as np

import sarrus.scalar
from sarrus.scalar import Node
from sarrus.scalar.expression import COMPARISONS, FUNCTIONS

mp = mpmath.MPContext()
mp.dps = 50
_NAMES = {"root": "sqrt", "abs": "fabs"}


class Number(Node):
    """A number that looks like an expression to `sarrus.scalar`; `graph`, where operations go, does them at once."""

    __slots__ = ()

    def __init__(self, value: Any) -> None:
        self.value = value

    graph = property(lambda self: Number)
    zero = None  # nothing is zero by structure
    lift = const = staticmethod(lambda x: x if isinstance(x, Number) else Number(mp.mpf(x)))
    unary = staticmethod(lambda op, a: Number(getattr(mp, _NAMES.get(op, op))(a.value)))
    binary = staticmethod(lambda op, a, b: Number(getattr(mp, op)(a.value, b.value)))
    table_at = staticmethod(lambda rows: Number(rows))

    @staticmethod
    def node(op: str, args: tuple[Number, ...], name: str = "") -> Number:
        """The row of a table that holds x, the last that does not begin behind it; or one number of a row."""
        if op == "entry":
            return number(args[0].value[int(name)])
        x, rows = args[0], args[1].value
        return Number(next((row for row in reversed(rows) if number(row[0]) <= x), rows[0]))

    def __float__(self) -> float:
        return float(self.value)

    def __neg__(self) -> Number:
        return Number(-self.value)


def _operator(name: str, makes: Callable[[Any], Any]) -> None:
    operation = getattr(mp.mpf, name)
    setattr(Number, name, lambda a, b: makes(operation(a.value, b.value if isinstance(b, Number) else b)))


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "rpow"):
    _operator(f"__{_name}__", Number)
for _name in ("lt", "le", "gt", "ge"):
    _operator(f"__{_name}__", bool)

number = Number.lift
STEP = number("1e-12")  # errors are some 1e-24 for first and for second derivatives
# functions in expressions that users write
_SPELT = {"abs": "absolute", "min": "minimum", "max": "maximum"}
WRITTEN: dict[str, Any] = {name: getattr(sarrus.scalar, _SPELT.get(name, name)) for name in FUNCTIONS}
WRITTEN["where"] = lambda a, sign, b, yes, no: yes() if COMPARISONS[sign](a, b) else no()


def slope(f: Callable[[Number], Sequence[Any]]) -> np.ndarray:
    """First derivatives of several numbers at 0."""
    return np.array([float((number(b) - a) / (2.0 * STEP)) for a, b in zip(f(-STEP), f(STEP), strict=True)])


def bend(f: Callable[[Number], Sequence[Any]]) -> np.ndarray:
    """Second derivatives of several numbers at 0."""
    three = zip(f(-STEP), f(number(0)), f(STEP), strict=True)
    return np.array([float((number(c) - 2.0 * b + a) / (STEP * STEP)) for a, b, c in three])
