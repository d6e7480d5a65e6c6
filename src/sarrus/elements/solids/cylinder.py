"""A round bar or a disk."""

from sarrus.elements.base import param
from sarrus.elements.solids.base import Form, Solid, Turned
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


class Cylinder(Solid):
    """Uniform round cylinder along x; the body frame is the middle of its `start` face.

    J_C = m diag(r^2/2, r^2/4 + l^2/12, r^2/4 + l^2/12)
    """

    also_called = ("disk", "disc", "wheel")
    length: Scalar = param("m", "size along x", gt=0)
    radius: Scalar = param("m", "radius", gt=0)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """Start, centre, end."""
        return {"start": Vec3(0.0, 0.0, 0.0), "center": self.center(), "end": Vec3(self.length, 0.0, 0.0)}

    def center(self) -> Vec3:
        """Half way."""
        return Vec3(self.length / 2.0, 0.0, 0.0)

    def inertia(self) -> Symmetric:
        """Along the axis and across it."""
        along = self.mass * self.radius**2 / 2.0
        across = along / 2.0 + self.mass * self.length**2 / 12.0
        return Symmetric(along, across, across)

    def forms(self) -> tuple[Form, ...]:
        """Between its faces."""
        return (Turned(Vec3(0.0, 0.0, 0.0), Vec3(self.length, 0.0, 0.0), self.radius, self.radius),)
