"""A rack driven by a pinion."""

from sarrus.elements.base import param
from sarrus.elements.constraints.base import Relation
from sarrus.scalar import Scalar


class RackAndPinion(Relation):
    """A wheel that rolls on a straight rack: the slide of one follows the turn of the other.

        s + radius theta - offset = 0

    s is the coordinate of the joint that guides the rack (or the wheel's centre), theta that of the wheel's joint.
    With the wheel above a rack along x, both seen from the same base, a wheel that turns counter-clockwise rolls
    towards -x. A negative radius turns the sense round.
    """

    ends = ("slide", "turn")
    symbol = "rack"
    radius: Scalar = param("m", "pitch radius of the wheel")
    offset: Scalar = param("m", "slide where the wheel's angle is zero", default=0)

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Slip at the contact."""
        return coordinates[0] + self.radius * coordinates[1] - self.offset
