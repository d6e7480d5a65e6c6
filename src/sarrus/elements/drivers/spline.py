"""A coordinate that follows a smooth curve through points."""

from sarrus.elements.base import Shape, param
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Scalar
from sarrus.scalar.interpolation import clamped_spline


class Spline(Driver):
    """Make a coordinate follow the cubic spline through points of time and value.

    Twice differentiable between the first and the last point; at rest at both (clamped), where the acceleration steps to
    zero, and constant beyond them. Times ascend. Points that are many, or measured, are better kept in a file: `table`.

    References:
        de Boor (1978), chapter IV.
    """

    points: tuple[tuple[Scalar, Scalar], ...] = param(
        "s, coordinate", "time and value, ascending", shape=Shape.TABLE
    )

    def value(self, t: Scalar) -> Scalar:
        """The cubic piece that holds t."""
        return clamped_spline(self.points, t)
