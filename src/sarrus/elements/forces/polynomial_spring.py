"""A spring whose force is a polynomial."""

from sarrus.elements.base import Shape, param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar


class PolynomialSpring(Force):
    """Straight spring between P and Q whose pull is a polynomial of the stretch, with a damper beside it.

        e = l - l0      F = c1 e + c2 e^2 + c3 e^3 + ...      V = c1 e^2/2 + c2 e^3/3 + ...

    Coefficients begin with the linear one: [100, 0, 500] is F = 100 e + 500 e^3. Pull is positive.
    """

    ends = ("P", "Q")
    port = Line
    symbol = "spring"
    coefficients: tuple[Scalar, ...] = param(
        "1", "pull per power of the stretch, N/m, N/m^2, ...", shape=Shape.LIST
    )
    damping: Scalar = param("N s/m", "pull per metre per second of stretching", ge=0, default=0)
    free_length: Scalar = param("m", "length without pull", ge=0, default=0)

    def energy(self, line: Line) -> Scalar:
        """Integral of the pull."""
        e = line.length - self.free_length
        total: Scalar = 0.0
        for k, c in reversed(list(enumerate(self.coefficients))):
            total = (total + c / (k + 2.0)) * e
        return total * e

    def dissipation(self, line: Line) -> Scalar:
        """Rayleigh function of the damper."""
        return 0.5 * (self.damping * line.rate * line.rate)
