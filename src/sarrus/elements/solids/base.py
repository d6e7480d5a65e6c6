"""The contract of a solid: the frames it brings and the inertia it has.

The body frame lies at the start of the solid, x along it, unless the solid says otherwise. Literal zeros in a solid are
structure: a rod's mass centre has no y, whatever its length.
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

    def point_names(self) -> tuple[str, ...]:
        """Names of its points; they do not depend on its sizes."""
        return tuple(self.bind(lambda path, value, unit: 1.0, False).points())

    @abstractmethod
    def center(self) -> Vec3:
        """Mass centre in body components."""

    @abstractmethod
    def inertia(self) -> Symmetric:
        """Inertia matrix about the mass centre, body axes."""

    def mass_properties(self) -> tuple[Scalar, Vec3, Symmetric]:
        """Mass, mass centre and inertia matrix about it."""
        return self.mass, self.center(), self.inertia()

    def flaw(self) -> str:
        """What is wrong with its sizes taken together, as the end of a sentence; empty where nothing is."""
        return ""
