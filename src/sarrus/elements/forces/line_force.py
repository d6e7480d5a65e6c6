"""A pull along the line between two points, as an expression."""

from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import Scalar


class LineForce(Force):
    """Pull along the line between points P and Q, as an expression.

        P* = -function . length_dot*

    Positive draws the ends together. The expression may read time t, parameters, inputs, signals, and of its line
    `length` and `rate`. Where both points meet there is no direction, and no force.
    """

    ends = ("P", "Q")
    port = Line
    symbol = "actuator"
    function: Scalar = param("N", "pull", varies=True, key="is")

    def power(self, line: Line, virtual: Line) -> Scalar:
        """Power on a virtual motion of the ends."""
        return -(self.function * virtual.rate)
