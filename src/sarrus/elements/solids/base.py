"""The contract of a solid: the frames it brings, the inertia it has, and the form it has in space.

The body frame lies at the start of the solid, x along it, unless the solid says otherwise. Literal zeros in a solid are
structure: a rod's mass centre has no y, whatever its length.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from sarrus.elements.base import Element
from sarrus.errors import ModelError
from sarrus.phrases import count
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


@dataclass(frozen=True, slots=True)
class Bars:
    """Thin bars without a width of their own, from each point to the next; more than two points close a polygon."""

    points: tuple[Vec3, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """What a lathe makes: a straight-sided body about the line from start to end, with a hole along all of it."""

    start: Vec3
    end: Vec3
    start_radius: Scalar
    end_radius: Scalar
    hole: Scalar = 0.0


@dataclass(frozen=True, slots=True)
class Brick:
    """A rectangular body about its centre, with its full sizes along x, y and z; a size may be zero."""

    center: Vec3
    size: Vec3


@dataclass(frozen=True, slots=True)
class Globe:
    """A full ball."""

    center: Vec3
    radius: Scalar


Form = Bars | Turned | Brick | Globe


class Solid(Element):
    """A shape of uniform density."""

    mass: Scalar

    def __init__(self, *unnamed: Any, **values: Any) -> None:
        """Parameters by name."""
        if unnamed:
            words = ", ".join(f"{word}=..." for word, p in self.declared().items() if p.required)
            raise ModelError.one(
                self.keyword,
                f"{count(len(unnamed), 'value')} without a name {'is' if len(unnamed) == 1 else 'are'} given",
                "Sizes and mass have names",
                f"Write {type(self).__name__}({words})",
            )
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

    @abstractmethod
    def forms(self) -> tuple[Form, ...]:
        """What it looks like, in body components."""

    def mass_properties(self) -> tuple[Scalar, Vec3, Symmetric]:
        """Mass, mass centre and inertia matrix about it."""
        return self.mass, self.center(), self.inertia()

    def flaw(self) -> str:
        """What is wrong with its sizes taken together, as the end of a sentence; empty where nothing is."""
        return ""
