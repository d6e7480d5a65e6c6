"""A round cone."""

from sarrus.elements.base import param
from sarrus.elements.solids.base import Form, Solid, Turned
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


class Cone(Solid):
    """Uniform full cone along x, from the middle of its base, `start` (the body frame), to its `tip`.

    x_C = l/4      J_C = 3/10 m diag(r^2, r^2/2 + l^2/8, r^2/2 + l^2/8)
    """

    length: Scalar = param("m", "height, along x", gt=0)
    radius: Scalar = param("m", "radius of the base", gt=0)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """Start, centre, tip."""
        return {"start": Vec3(0.0, 0.0, 0.0), "center": self.center(), "tip": Vec3(self.length, 0.0, 0.0)}

    def center(self) -> Vec3:
        """A quarter of the way."""
        return Vec3(self.length / 4.0, 0.0, 0.0)

    def inertia(self) -> Symmetric:
        """Along the axis and across it."""
        along = 0.3 * (self.mass * self.radius**2)
        across = along / 2.0 + 0.0375 * (self.mass * self.length**2)
        return Symmetric(along, across, across)

    def forms(self) -> tuple[Form, ...]:
        """From the base to the tip."""
        return (Turned(Vec3(0.0, 0.0, 0.0), Vec3(self.length, 0.0, 0.0), self.radius, 0.0),)
