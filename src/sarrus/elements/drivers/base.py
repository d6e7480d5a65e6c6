"""The contract of a driver: a coordinate of a joint that follows a function of time.

A driver states a `residual` of the coordinate's value; the effort that keeps it zero is found by the analysis,
positive in the direction of the coordinate.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.base import Element
from sarrus.scalar import Scalar


class Driver(Element):
    """Prescribes one coordinate of one joint."""

    ends = ("coordinate",)
    symbol: ClassVar[str] = "motor"

    @abstractmethod
    def residual(self, coordinate: Scalar) -> Scalar:
        """Zero where the coordinate is where it should be."""
