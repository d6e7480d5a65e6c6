"""Numbers that are affine in unknowns: a value, and a weight for each unknown.

Equations of motion are affine in accelerations and multipliers. Computed with such numbers, a printed equation gives its
line of the linear system in one pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Affine"]


@dataclass(frozen=True)
class Affine:
    """value + weights . unknowns; products and functions of unknowns do not exist."""

    value: float
    weights: Any

    def __add__(self, other: Any) -> Affine:
        if isinstance(other, Affine):
            return Affine(self.value + other.value, self.weights + other.weights)
        return Affine(self.value + other, self.weights)

    __radd__ = __add__

    def __neg__(self) -> Affine:
        return Affine(-self.value, -self.weights)

    def __sub__(self, other: Any) -> Affine:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Affine:
        return self.__neg__().__add__(other)

    def __mul__(self, other: Any) -> Affine:
        if isinstance(other, Affine):
            if not np.any(other.weights):
                return self * other.value
            if not np.any(self.weights):
                return other * self.value
            raise ValueError("an equation has a product of two unknowns")
        return Affine(self.value * other, self.weights * other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Affine:
        if isinstance(other, Affine):
            raise ValueError("an equation divides by an unknown")
        return Affine(self.value / other, self.weights / other)

    def __pow__(self, exponent: int) -> Any:
        if exponent == 1:
            return self
        if not np.any(self.weights):
            return self.value**exponent
        raise ValueError("an equation has a power of an unknown")
