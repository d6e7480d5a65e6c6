"""A spring that can only push."""

from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar, where


class BumpStop(Force):
    """Elastic stop between P and Q: it pushes when they come closer than its length, and is out of touch otherwise.

        e = l - l0      V = k e^2 / 2 for e < 0, else 0      pull = min(0, k e + c ldot) for e < 0, else 0

    A stop never pulls: where its ends part so fast that its damper would pull harder than its spring pushes, the damper
    takes all of the spring's push and no more. The push of the spring begins smoothly from zero; that of the damper does
    not.
    """

    also_called = ("stop", "bumper", "buffer")
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
        """Rayleigh function while in touch: its slope along the rate is the smaller of c ldot and -k e.

        What does not change with the rate makes no force and is left out.
        """
        pull, rate = self.stiffness * (line.length - self.free_length), line.rate
        damper = where(self.damping * rate < -pull, 0.5 * (self.damping * rate * rate), -pull * rate)
        return where(line.length < self.free_length, damper, 0.0)

    def hides_losses(self) -> bool:
        """Where the damper holds the spring back, energy turns into heat and nothing moves otherwise."""
        return self.damping != 0
