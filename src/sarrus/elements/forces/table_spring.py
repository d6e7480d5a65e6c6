"""A spring whose force is given by a table."""

from sarrus.elements.base import Shape, param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar
from sarrus.scalar.interpolation import integrated_lines
from sarrus.scalar.tabled import Rows, tabled


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

    @tabled("V")
    def stored(self) -> Rows:
        """Integral of the pull, a piece for each point; zero at the first point."""
        return integrated_lines(self.points)

    def energy(self, line: Line) -> Scalar:
        """What the pull has stored."""
        return self.stored.at(line.length - self.free_length)

    def in_words(self, table: str) -> str:
        """The pull in a phrase."""
        return f"energy; its derivative, the pull, runs straight between {len(self.points)} points"

    def dissipation(self, line: Line) -> Scalar:
        """Rayleigh function of the damper."""
        return 0.5 * (self.damping * line.rate * line.rate)
