"""A spring that can only push."""

from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar, where


class BumpStop(Force):
    """Elastic stop between P and Q: it pushes when they come closer than its length, and is out of touch otherwise.

        e = l - l0      V = k e^2 / 2 for e < 0, else 0      D = c ldot^2 / 2 for e < 0, else 0

    The push of the spring begins smoothly from zero; that of the damper does not.
    """

    ends = ("P", "Q")
    port = Line
    symbol = "stop"
    stiffness: Scalar = param("N/m", "push per metre of compression", ge=0)
    damping: Scalar = param("N s/m", "push per metre per second, while compressed", ge=0, default=0)
    free_length: Scalar = param("m", "distance at which it touches", ge=0)

    def energy(self, line: Line) -> Scalar:
        """Energy of the compression, if any."""
        e = line.length - self.free_length
        return where(e < 0.0, 0.5 * (self.stiffness * e * e), 0.0)

    def dissipation(self, line: Line) -> Scalar:
        """Rayleigh function while in touch."""
        return where(line.length < self.free_length, 0.5 * (self.damping * line.rate * line.rate), 0.0)
