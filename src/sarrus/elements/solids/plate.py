"""A rectangular sheet."""

from sarrus.elements.base import param
from sarrus.elements.solids.base import Brick, Form, Solid
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


class Plate(Solid):
    """Uniform rectangle in the x-y plane, thin unless it is given a thickness along z.

        J_C = m/12 diag(w^2 + t^2, l^2 + t^2, l^2 + w^2)        width w along y, thickness t along z

    The body frame is the middle of its `start` edge, at half its thickness.
    """

    length: Scalar = param("m", "size along x", gt=0)
    width: Scalar = param("m", "size along y", gt=0)
    thickness: Scalar = param("m", "size along z", ge=0, default=0)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """Start, centre, end."""
        return {"start": Vec3(0.0, 0.0, 0.0), "center": self.center(), "end": Vec3(self.length, 0.0, 0.0)}

    def center(self) -> Vec3:
        """Half way."""
        return Vec3(self.length / 2.0, 0.0, 0.0)

    def inertia(self) -> Symmetric:
        """Of the sheet; about its normal it is the sum of the other two where it is thin."""
        m, ll, ww, tt = self.mass / 12.0, self.length**2, self.width**2, self.thickness**2
        return Symmetric(m * (ww + tt), m * (ll + tt), m * (ll + ww))

    def forms(self) -> tuple[Form, ...]:
        """The sheet."""
        return (Brick(self.center(), Vec3(self.length, self.width, self.thickness)),)
