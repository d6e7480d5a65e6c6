"""A given force, fixed in space."""

from sarrus.elements.base import Shape, param
from sarrus.elements.forces.base import Force, Point
from sarrus.scalar import Scalar
from sarrus.spatial import Vec3


class AppliedForce(Force):
    """Force on a point of a body, its direction fixed in space.

        P* = force . v*          v: velocity of the point, ground components

    May depend on time t, inputs and signals.
    """

    also_called = ("force", "point-force", "load")
    ends = ("at",)
    port = Point
    symbol = "arrow"
    force: Vec3 = param("N", "force on the body, ground components", shape=Shape.VECTOR, varies=True)

    def power(self, point: Point, virtual: Point) -> Scalar:
        """Power on a virtual motion."""
        return self.force.dot(virtual.v)
