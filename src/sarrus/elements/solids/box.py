"""A rectangular block."""

from sarrus.elements.base import param
from sarrus.elements.solids.base import Brick, Form, Solid
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


class Box(Solid):
    """Uniform block along x; the body frame is the middle of its `start` face.

    J_C = m/12 diag(w^2 + h^2, l^2 + h^2, l^2 + w^2)        width w along y, height h along z
    """

    also_called = ("block", "brick", "cuboid")
    length: Scalar = param("m", "size along x", gt=0)
    width: Scalar = param("m", "size along y", gt=0)
    height: Scalar = param("m", "size along z", gt=0)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """Start, centre, end."""
        return {"start": Vec3(0.0, 0.0, 0.0), "center": self.center(), "end": Vec3(self.length, 0.0, 0.0)}

    def center(self) -> Vec3:
        """Half way."""
        return Vec3(self.length / 2.0, 0.0, 0.0)

    def inertia(self) -> Symmetric:
        """Of the block."""
        m, ll, ww, hh = self.mass / 12.0, self.length**2, self.width**2, self.height**2
        return Symmetric(m * (ww + hh), m * (ll + hh), m * (ll + ww))

    def forms(self) -> tuple[Form, ...]:
        """The block."""
        return (Brick(self.center(), Vec3(self.length, self.width, self.height)),)
