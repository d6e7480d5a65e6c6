"""A ball."""

from sarrus.elements.base import param
from sarrus.elements.solids.base import Form, Globe, Solid
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


class Sphere(Solid):
    """Uniform ball; the body frame is its centre.

    J_C = 2/5 m r^2 diag(1, 1, 1)
    """

    also_called = ("ball",)
    radius: Scalar = param("m", "radius", gt=0)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """The centre."""
        return {"center": self.center()}

    def center(self) -> Vec3:
        """The body frame."""
        return Vec3(0.0, 0.0, 0.0)

    def inertia(self) -> Symmetric:
        """The same about every axis."""
        moment = 0.4 * (self.mass * self.radius**2)
        return Symmetric(moment, moment, moment)

    def forms(self) -> tuple[Form, ...]:
        """The ball."""
        return (Globe(self.center(), self.radius),)
