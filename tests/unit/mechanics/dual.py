"""Forward differentiation: numbers that carry their derivatives in several directions."""

from __future__ import annotations

import math

import numpy as np

from sarrus.mechanics.readable.algebra.evaluate import FLOATS


class Dual:
    """A number with its derivatives in several directions."""

    def __init__(self, x, d):
        self.x, self.d = x, d

    def __add__(self, o):
        return Dual(self.x + o.x, self.d + o.d) if isinstance(o, Dual) else Dual(self.x + o, self.d)

    def __mul__(self, o):
        if isinstance(o, Dual):
            return Dual(self.x * o.x, self.d * o.x + o.d * self.x)
        return Dual(self.x * o, self.d * o)

    def __neg__(self):
        return Dual(-self.x, -self.d)

    def __sub__(self, o):
        return self + (-o)

    def __rsub__(self, o):
        return -self + o

    def __pow__(self, n):
        return Dual(self.x**n, n * self.x ** (n - 1) * self.d)

    def __gt__(self, o):  # asked as "number < dual" or "dual < dual"
        return self.x > (o.x if isinstance(o, Dual) else o)

    def __lt__(self, o):
        return self.x < (o.x if isinstance(o, Dual) else o)

    __radd__, __rmul__ = __add__, __mul__


def _lifted(f, slope):
    return lambda a: Dual(f(a.x), slope(a.x) * a.d) if isinstance(a, Dual) else f(a)


def _atan2(y, x):
    if not isinstance(y, Dual) and not isinstance(x, Dual):
        return math.atan2(y, x)
    (y0, dy), (x0, dx) = ((a.x, a.d) if isinstance(a, Dual) else (a, 0.0) for a in (y, x))
    return Dual(math.atan2(y0, x0), (x0 * dy - y0 * dx) / (x0 * x0 + y0 * y0))


DUALS = {
    **FLOATS,
    "abs": _lifted(abs, lambda x: math.copysign(1.0, x)),
    "exp": _lifted(math.exp, math.exp),
    "floor": _lifted(math.floor, lambda x: 0.0),
    "tanh": _lifted(math.tanh, lambda x: 1.0 - math.tanh(x) ** 2),
    "sin": _lifted(math.sin, math.cos),
    "cos": _lifted(math.cos, lambda a: -math.sin(a)),
    "sqrt": _lifted(math.sqrt, lambda a: 0.5 / math.sqrt(a)),
    "asin": _lifted(math.asin, lambda a: 1.0 / math.sqrt(1.0 - a * a)),
    "acos": _lifted(math.acos, lambda a: -1.0 / math.sqrt(1.0 - a * a)),
    "atan2": _atan2,
}


def duals_of(system):
    """Functions on duals, with those of a system that are known by their names."""

    def called(name, order, a):
        if not isinstance(a, Dual):
            return system.function(name, order, a)
        return Dual(system.function(name, order, a.x), system.function(name, order + 1, a.x) * a.d)

    return {**DUALS, "function": called}


def slope_of(value, directions):
    """Derivatives of an array of duals, shape (..., directions)."""
    flat = np.ravel(np.asarray(value, dtype=object))
    slopes = [a.d if isinstance(a, Dual) else np.zeros(directions) for a in flat]
    return np.array(slopes, dtype=float).reshape(*np.shape(value), directions)
