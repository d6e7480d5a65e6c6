"""The contract of a driver: a coordinate of a joint that follows a function of time.

A driver states the `value` of its coordinate over time; its effort is positive in the direction of the coordinate.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.relation import Relation
from sarrus.scalar import Scalar


class Driver(Relation):
    """Prescribes one coordinate of one joint."""

    ends = ("coordinate",)
    symbol: ClassVar[str] = "motor"

    @abstractmethod
    def value(self, t: Scalar) -> Scalar:
        """Where the coordinate should be; twice differentiable, a jump in its slope would be an impact."""

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Distance from the prescribed value."""
        return coordinates[0] - self.value(t)
