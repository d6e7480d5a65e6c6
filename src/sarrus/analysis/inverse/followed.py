"""A point or an angle of a body that follows points of time and value: what no driver of the catalogue does."""

from __future__ import annotations

from sarrus.elements.base import Shape, param
from sarrus.elements.drivers.base import Points
from sarrus.elements.relation import Relation
from sarrus.elements.sight import Sight
from sarrus.elements.unit_word import unit_word
from sarrus.scalar import Scalar
from sarrus.scalar.interpolation import BOUNDARIES, cubic_spline
from sarrus.scalar.tabled import Rows, tabled

__all__ = ["Followed"]


class Followed(Relation):
    """Make a published position follow the cubic spline through points.

    function(signal) - curve(t) = 0
    """

    sight = Sight.MOTION
    primary = "function"
    function: Scalar = param("1", "what follows", varies=True)
    points: Points = param("s, 1", "time and value, ascending", shape=Shape.TABLE)
    unit: str = unit_word("unit of the values")

    @property
    def residual_unit(self) -> str:  # type: ignore[override]
        """That of what follows."""
        return self.unit

    @tabled("s")
    def curve(self) -> Rows:
        """A cubic for each point."""
        return cubic_spline(self.points, BOUNDARIES[0], ())

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Distance from the curve; what it reads is put in."""
        return self.function - self.curve.at(t)
