"""A round bar with a hole."""

from sarrus.elements.base import param
from sarrus.elements.solids.base import Form, Solid, Turned
from sarrus.scalar import Scalar, maximum, minimum
from sarrus.spatial import Symmetric, Vec3


class Tube(Solid):
    """Uniform hollow cylinder along x; the body frame is the middle of its `start` face.

        r^2 = r_i^2 + r_o^2      J_C = m diag(r^2/2, r^2/4 + l^2/12, r^2/4 + l^2/12)

    Two equal radii make a thin wall, an inner radius of zero a full cylinder.
    """

    also_called = ("pipe",)
    length: Scalar = param("m", "size along x", gt=0)
    inner_radius: Scalar = param("m", "radius of the hole", ge=0)
    outer_radius: Scalar = param("m", "radius outside", gt=0)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """Start, centre, end."""
        return {"start": Vec3(0.0, 0.0, 0.0), "center": self.center(), "end": Vec3(self.length, 0.0, 0.0)}

    def center(self) -> Vec3:
        """Half way."""
        return Vec3(self.length / 2.0, 0.0, 0.0)

    def inertia(self) -> Symmetric:
        """Along the axis and across it; the radii enter alike, in whatever order they are given."""
        along = self.mass * (self.inner_radius**2 + self.outer_radius**2) / 2.0
        across = along / 2.0 + self.mass * self.length**2 / 12.0
        return Symmetric(along, across, across)

    def forms(self) -> tuple[Form, ...]:
        """Between its faces; the larger radius is outside, in whatever order they are given."""
        inner = minimum(self.inner_radius, self.outer_radius)
        outer = maximum(self.inner_radius, self.outer_radius)
        return (Turned(Vec3(0.0, 0.0, 0.0), Vec3(self.length, 0.0, 0.0), outer, outer, inner),)
