"""A spring and a damper on a joint coordinate."""

from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Turn
from sarrus.scalar import Scalar


class TorsionalSpringDamper(Force):
    """Spring and viscous damper on the angle of a joint.

        V = k (theta - theta0)^2 / 2      D = c thetadot^2 / 2

    The torque on the follower is -k (theta - theta0) - c thetadot; the base feels the opposite. The angle is counted
    over full turns.
    """

    also_called = ("torsion-spring", "torsional-spring", "torsional-damper", "rotational-spring", "rsda")
    ends = ("coordinate",)
    port = Turn
    symbol = "torsion"
    stiffness: Scalar = param("N m/rad", "torque per radian of twist", ge=0)
    damping: Scalar = param("N m s/rad", "torque per radian per second", ge=0, default=0)
    free_angle: Scalar = param("rad", "angle without torque", default=0)

    def energy(self, turn: Turn) -> Scalar:
        """Energy of the twist."""
        twist = turn.value - self.free_angle
        return 0.5 * (self.stiffness * twist * twist)

    def dissipation(self, turn: Turn) -> Scalar:
        """Rayleigh function of the damper."""
        return 0.5 * (self.damping * turn.rate * turn.rate)
