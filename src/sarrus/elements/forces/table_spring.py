"""A spring whose force is given by a table."""

from sarrus.elements.base import Shape, param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar, where


class TableSpring(Force):
    """Straight spring between P and Q whose pull is read from a table of stretch and force, with a damper beside it.

        e = l - l0      F(e): straight lines between the points, continued at both ends      V = integral of F

    Points ascend in the stretch. Pull is positive.
    """

    ends = ("P", "Q")
    port = Line
    symbol = "spring"
    points: tuple[tuple[Scalar, Scalar], ...] = param(
        "m, N", "stretch and pull, ascending", shape=Shape.TABLE
    )
    damping: Scalar = param("N s/m", "pull per metre per second of stretching", ge=0, default=0)
    free_length: Scalar = param("m", "length without pull", ge=0, default=0)

    def energy(self, line: Line) -> Scalar:
        """Integral of the pull, piece by piece; zero at the first point."""
        e = line.length - self.free_length
        below: Scalar = 0.0
        pieces: list[tuple[Scalar, Scalar]] = []
        for (x0, f0), (x1, f1) in zip(self.points, self.points[1:], strict=False):
            slope = (f1 - f0) / (x1 - x0)
            s = e - x0
            pieces.append((x0, below + f0 * s + 0.5 * slope * s * s))
            below = below + 0.5 * (f0 + f1) * (x1 - x0)
        total = pieces[0][1]
        for start, value in pieces[1:]:
            total = where(start < e, value, total)
        return total

    def dissipation(self, line: Line) -> Scalar:
        """Rayleigh function of the damper."""
        return 0.5 * (self.damping * line.rate * line.rate)
