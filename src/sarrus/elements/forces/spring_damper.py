"""A straight spring with a damper beside it."""

from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar


class SpringDamper(Force):
    """Straight spring and viscous damper between points P and Q.

        l = |p_PQ|      V = k (l - l0)^2 / 2      D = c ldot^2 / 2

    Safe at l = 0: a spring of free length 0 pulls with k p_PQ, any other exerts nothing there, for lack of a direction.
    Pull is positive: the ends are drawn together when l > l0.
    """

    also_called = ("spring", "damper", "dashpot", "tsda", "linear-spring")
    ends = ("P", "Q")
    port = Line
    symbol = "spring"
    stiffness: Scalar = param("N/m", "pull per metre of stretch", ge=0)
    damping: Scalar = param("N s/m", "pull per metre per second of stretching", ge=0, default=0)
    free_length: Scalar = param("m", "length without pull", ge=0, default=0)

    def energy(self, line: Line) -> Scalar:
        """Energy of the stretch."""
        stretch = line.length - self.free_length
        return 0.5 * (self.stiffness * stretch * stretch)

    def dissipation(self, line: Line) -> Scalar:
        """Rayleigh function of the damper."""
        return 0.5 * (self.damping * line.rate * line.rate)
