"""A force or torque along a joint coordinate, as an expression."""

from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Turn
from sarrus.scalar import Scalar


class CoordinateForce(Force):
    """Effort along a joint coordinate, as an expression.

        P* = function . rate*

    A torque [N m] along an angle, a force [N] along a length; positive in the direction of the coordinate, on the
    follower, and its opposite on the base. The expression may read time t, parameters, inputs, signals, and of its
    coordinate `value` (over full turns, but for angles of a turn in space) and `rate`.
    """

    ends = ("coordinate",)
    port = Turn
    symbol = "effort"
    function: Scalar = param("effort", "effort along the coordinate", varies=True, key="is")

    def power(self, turn: Turn, virtual: Turn) -> Scalar:
        """Power on a virtual motion of the coordinate."""
        return self.function * virtual.rate
