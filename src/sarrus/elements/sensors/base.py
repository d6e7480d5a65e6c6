"""The contract of a sensor: named functions of the relative pose of two frames.

It changes nothing. What it measures is published with its first and second derivative in time, as seen from the
frame it measures in: `name.quantity`, `name.quantity_dot`, `name.quantity_ddot`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.base import Coordinate, Element, angle, length
from sarrus.scalar import Scalar
from sarrus.spatial import Pose

__all__ = ["Sensor", "angle", "length"]


class Sensor(Element):
    """Looks from a frame F at a frame M."""

    ends = ("frame", "target")
    symbol: ClassVar[str] = "sensor"
    quantities: ClassVar[tuple[Coordinate, ...]] = ()

    @abstractmethod
    def measure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """One number per quantity."""
