"""A coordinate that follows a smooth curve through points."""

from sarrus.elements.base import Shape, param
from sarrus.elements.drivers.base import Points, Sampled


class Spline(Sampled):
    """Make a coordinate follow the cubic spline through points of time and value.

        drive: {spline: A.theta, points: [[0, 0], [0.5, 0.31], [1, 0.2], [2, 0.5]], boundary: natural}

    Times ascend. Between the points the curve is twice differentiable. Points that are many, or measured, are better kept in
    a file: `table`. What the curve does at its first and at its last point, `boundary` says:

        not-a-knot   nothing is assumed: the two first pieces are one cubic, and the two last; this needs four points,
                     through three goes a parabola, through two a line
        natural      no acceleration
        periodic     rate and acceleration at the end are those at the beginning; so must the values be
        clamped      the given `rates`, or rest

    and what happens before the first and after the last point, `beyond`:

        stop         a run ends there, and says so
        hold         the value stays; only where the rate is 0. The acceleration steps to zero
        extend       the first and the last cubic go on, smoothly, and soon far away; a periodic curve is repeated

    References:
        de Boor (1978), chapter IV.
    """

    also_called = ("curve", "points")
    points: Points = param("s, coordinate", "time and value, ascending", shape=Shape.TABLE)

    def samples(self) -> Points:
        """As written."""
        return self.points

    def source(self) -> str:
        """Their number."""
        return f"{len(self.points)} points"
