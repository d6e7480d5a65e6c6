"""Vectors with three named components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from sarrus.scalar import Scalar, root

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(made: type[T]) -> type[T]:
    """A dataclass whose fields nobody assigns; type checkers say so.

    Thousands of these are made for every mechanism, and one that is frozen takes four times as long to make.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)


@value
class Vec3:
    """Three components in one frame, floats or expressions."""

    x: Scalar
    y: Scalar
    z: Scalar

    def __iter__(self) -> Iterator[Scalar]:
        yield self.x
        yield self.y
        yield self.z

    def __add__(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, factor: Scalar) -> Vec3:
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    __rmul__ = __mul__

    def dot(self, other: Vec3) -> Scalar:
        """Inner product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vec3) -> Vec3:
        """Vector product self x other."""
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def norm(self) -> Scalar:
        """Length; safe to differentiate at zero."""
        return root(self.dot(self))


ZERO = Vec3(0.0, 0.0, 0.0)
EX, EY, EZ = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
