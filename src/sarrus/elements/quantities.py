"""Quantities that elements name: coordinates, states, rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Coordinate:
    """A published quantity of a joint or a sensor: its name, its SI unit, and after how much the pose is the same again.

    Unit and period are two things: the angle of a thread is in radians, and a turn more is another pose.
    """

    name: str
    unit: str
    period: float | None = None
    """What may be added without changing the pose, in `unit`; None where nothing may."""

    @property
    def is_angle(self) -> bool:
        """Whether it is in radians, and not in metres."""
        return self.unit == "rad"


@dataclass(frozen=True)
class State:
    """A state of an element's own: it has no inertia, and a rate that the element states.

    Attributes:
        name, unit: as it is published.
        start: where it begins, if the user says nothing else.
        scale: size of a usual value, in its unit; errors are measured against it.
    """

    name: str
    unit: str
    start: float = 0.0
    scale: float = 1.0


class Carried(Enum):
    """Where the load of a joint acts, seen from the axis that one of its coordinates turns about or slides along."""

    ACROSS = "across it"
    ALONG = "along it"
    NOTHING = "nowhere"


class Row(str):
    """A row by name, with its unit: "m" for a length, "1" for a product of unit vectors or an angle.

    A row of velocities has the unit of its integral: "m" means m/s.
    """

    unit: str

    def __new__(cls, name: str, unit: str) -> Row:  # noqa: D102
        row = super().__new__(cls, name)
        row.unit = unit
        return row


def lengths(*names: str) -> tuple[Row, ...]:
    """Rows that are lengths."""
    return tuple(Row(name, "m") for name in names)


def directions(*names: str) -> tuple[Row, ...]:
    """Rows that are products of unit vectors, or angles."""
    return tuple(Row(name, "1") for name in names)


def angle(name: str, period: float | None = 2.0 * math.pi) -> Coordinate:
    """A coordinate in radians; a turn more is the same pose unless another period is told, or None."""
    return Coordinate(name, "rad", period)


def length(name: str) -> Coordinate:
    """A coordinate in metres."""
    return Coordinate(name, "m")
