"""A spring that can only pull."""

from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar, where


class Rope(Force):
    """Elastic rope between P and Q: it pulls when stretched and hangs slack otherwise.

        e = l - l0      V = k e^2 / 2 for e > 0, else 0      pull = max(0, k e + c ldot) for e > 0, else 0

    A rope never pushes: where it shortens so fast that its damper would push harder than its spring pulls, the damper
    takes all of the spring's pull and no more. The pull of the spring begins smoothly from zero; that of the damper does
    not.
    """

    also_called = ("cable", "string", "tether")
    ends = ("P", "Q")
    port = Line
    symbol = "rope"
    stiffness: Scalar = param("N/m", "pull per metre of stretch", ge=0)
    damping: Scalar = param("N s/m", "pull per metre per second, while stretched", ge=0, default=0)
    free_length: Scalar = param("m", "length at which it becomes taut", ge=0)

    def energy(self, line: Line) -> Scalar:
        """Energy of the stretch, if any."""
        e = line.length - self.free_length
        return where(0.0 < e, 0.5 * (self.stiffness * e * e), 0.0)

    def dissipation(self, line: Line) -> Scalar:
        """Rayleigh function while taut: its slope along the rate is the larger of c ldot and -k e.

        What does not change with the rate makes no force and is left out.
        """
        pull, rate = self.stiffness * (line.length - self.free_length), line.rate
        damper = where(-pull < self.damping * rate, 0.5 * (self.damping * rate * rate), -pull * rate)
        return where(self.free_length < line.length, damper, 0.0)

    def hides_losses(self) -> bool:
        """Where the damper holds the spring back, energy turns into heat and nothing moves otherwise."""
        return self.damping != 0
