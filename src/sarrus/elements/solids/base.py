"""The contract of a solid: the frames it brings and the inertia it has.

The body frame lies at the start of the solid, x along it. Literal zeros in a solid are structure: a rod's mass centre
has no y, whatever its length.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from sarrus.elements.base import Element
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


class Solid(Element):
    """A shape of uniform density."""

    mass: Scalar

    def __init__(self, **values: Any) -> None:
        """Parameters by name."""
        super().__init__("", **values)

    @abstractmethod
    def points(self) -> dict[str, Vec3]:
        """Named points it brings, in body components."""

    @abstractmethod
    def center(self) -> Vec3:
        """Mass centre in body components."""

    @abstractmethod
    def inertia(self) -> Symmetric:
        """Inertia matrix about the mass centre, body axes."""
