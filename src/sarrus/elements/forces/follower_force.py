"""A given force that turns with its body."""

from sarrus.elements.base import Shape, param
from sarrus.elements.forces.base import Force, Own
from sarrus.scalar import Scalar
from sarrus.spatial import Vec3


class FollowerForce(Force):
    """Force on a point of a body, its direction fixed in the frame at the point: a thruster.

        P* = force . v*          v: velocity of the point, components of its frame

    May depend on time t, inputs and signals. It has no potential.
    """

    ends = ("at",)
    port = Own
    symbol = "arrow"
    force: Vec3 = param("N", "force on the body, components of the frame", shape=Shape.VECTOR, varies=True)

    def power(self, own: Own, virtual: Own) -> Scalar:
        """Power on a virtual motion."""
        return self.force.dot(virtual.v)
