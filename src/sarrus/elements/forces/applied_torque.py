"""A given torque between two bodies."""

from sarrus.elements.base import Shape, param
from sarrus.elements.forces.base import Force, Pair
from sarrus.scalar import Scalar
from sarrus.spatial import Vec3


class AppliedTorque(Force):
    """Torque exerted by the base on the follower, and its opposite on the base.

        P* = moment . w*          w: angular velocity of the follower against the base, base components

    With ground as base it is a torque fixed in space on one body; with the frames of a joint it is a motor. Positive:
    right-handed about the base axes; in the plane, counter-clockwise on the follower. May depend on
    time t, inputs and signals.
    """

    also_called = ("torque", "moment", "couple")
    ends = ("base", "follower")
    port = Pair
    symbol = "torque"
    moment: Vec3 = param("N m", "torque on the follower, base components", shape=Shape.AXIAL, varies=True)

    def power(self, pair: Pair, virtual: Pair) -> Scalar:
        """Power on a virtual turning."""
        return self.moment.dot(virtual.w)
