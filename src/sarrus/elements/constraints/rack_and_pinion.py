"""A rack driven by a pinion."""

from sarrus.elements.base import param
from sarrus.elements.constraints.base import PRESSURE_ANGLE, Contact, Mesh, Side
from sarrus.scalar import Scalar


class RackAndPinion(Mesh):
    """A wheel that rolls on a straight rack: the slide of one follows the turn of the other.

        s + radius theta - offset = 0

    s is the coordinate of the joint that guides the rack (or the wheel's centre), theta that of the wheel's joint.
    With the wheel above a rack along x, both seen from the same base, a wheel that turns counter-clockwise rolls
    towards -x. A negative radius turns the sense round.

    The two joints touch one body. Where that is the base of both, the rack slides past a fixed axle. Where the slide
    carries the wheel, the rack is on the base of the slide. s and theta may also be coordinates of one joint that lets
    the wheel move in a plane; the rack is then on its base.

    The sign of the radius says on which side of the wheel the rack is. Let u be the direction in which the rack moves
    past the wheel's centre when s grows, and a the axis about which the wheel turns when theta grows: the contact is at
    radius a x u from the centre. There the force acts, along the rack; with a pressure angle, teeth also push the wheel
    away from the rack.
    """

    also_called = ("rack", "pinion")
    ends = ("slide", "turn")
    symbol = "rack"
    turns = (False, True)
    radius: Scalar = param("m", "pitch radius of the wheel, not 0; its sign says on which side the rack is")
    offset: Scalar = param("m", "slide where the wheel's angle is zero", default=0)
    pressure_angle: Scalar = PRESSURE_ANGLE

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Slip at the contact."""
        return coordinates[0] + self.radius * coordinates[1] - self.offset

    def contact(self, first: Side, second: Side) -> Contact:
        """Beside the wheel's centre, at right angles to the rack."""
        arm = second.axis.cross(first.axis) * self.radius
        return Contact(second.point + arm, first.axis, arm * (-1.0 / arm.norm()))

    def flaw(self) -> tuple[str, ...]:
        """A radius of which no wheel can be made."""
        if self.radius == 0:
            return (
                "has a wheel of radius 0 m: its turning moves nothing",
                "The radius is not 0; its sign says on which side the rack is",
                "Give the pitch radius, or leave the rack-and-pinion out",
            )
        return ()
