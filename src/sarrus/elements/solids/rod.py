"""A thin straight rod."""

from sarrus.elements.base import param
from sarrus.elements.solids.base import Bars, Form, Solid
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3


class Rod(Solid):
    """Thin uniform rod along x, from `start` (the body frame) to `end`.

        J_C = diag(0, m l^2/12, m l^2/12)

    It has no inertia about its own axis: a model in which nothing holds that turn is refused.
    """

    also_called = ("bar", "beam", "stick")
    length: Scalar = param("m", "length", gt=0)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """Start, centre, end."""
        return {"start": Vec3(0.0, 0.0, 0.0), "center": self.center(), "end": Vec3(self.length, 0.0, 0.0)}

    def center(self) -> Vec3:
        """Half way."""
        return Vec3(self.length / 2.0, 0.0, 0.0)

    def inertia(self) -> Symmetric:
        """m l^2/12 across."""
        across = self.mass * self.length * self.length / 12.0
        return Symmetric(0.0, across, across)

    def forms(self) -> tuple[Form, ...]:
        """One thin bar."""
        return (Bars((Vec3(0.0, 0.0, 0.0), Vec3(self.length, 0.0, 0.0))),)
