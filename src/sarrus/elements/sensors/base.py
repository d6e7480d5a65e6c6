"""The contract of a sensor: named functions of the relative pose of two frames.

It changes nothing. What it measures is published with its first and second derivative in time, as seen from the
frame it measures in: `name.quantity`, `name.quantity_dot`, `name.quantity_ddot`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.base import Coordinate, Element, angle, length
from sarrus.elements.sight import Sight
from sarrus.elements.unit_word import unit_word
from sarrus.scalar import Scalar
from sarrus.spatial import Pose

__all__ = ["Computed", "Sensor", "angle", "length"]


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
