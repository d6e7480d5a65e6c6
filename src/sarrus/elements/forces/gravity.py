"""A uniform gravity field."""

from sarrus.elements.base import Shape, param
from sarrus.elements.forces.base import Bulk, Force
from sarrus.scalar import Scalar
from sarrus.spatial import Vec3


class Gravity(Force):
    """Weight of every body in a uniform field.

        V = - m gamma . r_C

    gamma is the acceleration of free fall in ground components: (0, -9.81) pulls along -y. It acts at mass centres.
    """

    also_called = ("weight",)
    primary = "acceleration"
    port = Bulk
    symbol = "field"
    acceleration: Vec3 = param("m/s^2", "acceleration of free fall, ground components", shape=Shape.VECTOR)

    def energy(self, bulk: Bulk) -> Scalar:
        """Potential energy of one body."""
        return -(bulk.mass * self.acceleration.dot(bulk.position))
