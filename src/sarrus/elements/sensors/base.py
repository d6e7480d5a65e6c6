"""The contract of a sensor: named functions of the relative pose of two frames.

It changes nothing. What it measures is published with its first and second derivative in time, as seen from the
frame it measures in: `name.quantity`, `name.quantity_dot`, `name.quantity_ddot`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.base import Coordinate, Element, angle, choice, length, named
from sarrus.elements.sight import Sight
from sarrus.elements.unit_word import unit_word
from sarrus.scalar import Scalar
from sarrus.spatial import Pose

__all__ = ["Computed", "LoadSensor", "Sensor", "angle", "length"]


class Sensor(Element):
    """Looks from a frame F at a frame M."""

    ends: ClassVar[tuple[str, ...]] = ("frame", "target")
    symbol: ClassVar[str] = "sensor"
    quantities: ClassVar[tuple[Coordinate, ...]] = ()

    @abstractmethod
    def measure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """One number per quantity."""


class Computed(Sensor):
    """A sensor that looks at no frames: it publishes `name.value`, which it makes of what others publish."""

    sight = Sight.RESULTS
    symbol = "none"
    ends = ()
    measure: ClassVar[None] = None  # type: ignore[assignment]
    unit: str = unit_word("unit of the value")

    @abstractmethod
    def value(self) -> Scalar:
        """The number."""


class LoadSensor(Sensor):
    """A sensor that looks at the load of a joint: it publishes `name.force` and `name.torque`, three components each."""

    symbol = "none"
    ends = ()
    measure: ClassVar[None] = None  # type: ignore[assignment]
    primary = "joint"
    joint: str = named(meaning="joint or constraint between frames whose load it is")
    point: str = named(
        meaning="frame at whose origin it is taken; where left out, M of the joint", default="", key="at"
    )
    on: str = choice("follower", "base", meaning="body that the load acts on", default="follower")
    components: str = named(
        meaning="frame whose components are published: ground, base or follower (the joint's own), or any frame",
        default="ground",
    )
