"""A disk, or a wheel with a round tyre, that rolls on a plane."""

from sarrus.elements.base import Fault, choice, lengths, param
from sarrus.elements.constraints.base import FrameConstraint, Wheel
from sarrus.scalar import Scalar, maximum, sqrt
from sarrus.spatial import Pose, Twist, Vec3

FLAT = 1e-12
"""Squared sine of the angle between disk and plane up to which a disk lies flat."""


class RollingDisk(FrameConstraint):
    """Roll a disk about the z axis of M on a plane of F without slipping.

        u = (n - (n . z_M) z_M)/s,   s = sqrt(1 - (n . z_M)^2)          c = - radius u - tube n
        p_FM . n - radius s - tube = 0                                  (one row of positions)
        (v_FM + w_FM x c) . x_F = 0, and the same along the other axis  (two rows of velocities)

    n is the axis of F that is normal to the plane; the origin of F lies on the plane, and the disk on the side that n
    points to. c runs from the centre of the disk, which is the origin of M, to the point that touches. With a tube the
    wheel is a torus: `radius` is that of its centre line, `tube` that of its cross-section. The reaction is the contact
    force, and the torque is about the centre: force and torque together act at the point that touches.

    Two rows forbid velocities and no pose: the disk can be brought to any place, yet only by rolling there. In the plane
    z_M is along z_F; then `normal: y` rolls along the x axis of F. A disk that lies flat touches everywhere: a run ends there.

    References:
        Neimark & Fufaev (1972), Dynamics of nonholonomic systems, on the disk that rolls on a plane.
    """

    also_called = ("rolling", "wheel", "disk")
    rows = lengths("p_FM.height")
    slips = lengths("slip.x_F", "slip.side")
    symbol = "rolling"
    beyond_sense = "lies flat on its plane, where it touches all around"
    radius: Scalar = param("m", "radius of the disk, or of the centre line of the tube", gt=0)
    tube: Scalar = param("m", "radius of the tube around the rim; 0 for a sharp edge", ge=0, default=0)
    normal: str = choice("z", "y", meaning="axis of F that is normal to the plane", default="z")

    def misfit_in_plane(self) -> Fault | None:
        """In the plane z_M is along z_F: it can only be normal to a disk that lies flat."""
        if self.normal != "z":
            return None
        return Fault(
            "normal",
            "rolls on the x-y plane of its base, and its axis is normal to that between planar bodies: it would lie flat",
            "Between planar bodies a disk rolls along the x axis of its base",
            "Add normal: y",
        )

    def wheel(self) -> Wheel:
        """The disk."""
        return Wheel(self.radius, self.tube, "xyz".index(self.normal))

    def _normal(self) -> Vec3:
        return Vec3(0.0, 0.0, 1.0) if self.normal == "z" else Vec3(0.0, 1.0, 0.0)

    def _lean(self, X_FM: Pose) -> Scalar:
        """Squared sine of the angle between disk and plane."""
        along = X_FM.z.dot(self._normal())
        return 1.0 - along * along

    def _height(self, X_FM: Pose) -> Scalar:
        """Height of the rim's centre line over its lowest point, for a radius of 1; no root of nothing."""
        return sqrt(maximum(self._lean(X_FM), FLAT))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Height of the point that touches."""
        return (X_FM.p.dot(self._normal()) - self.radius * self._height(X_FM) - self.tube,)

    def slip(self, X_FM: Pose, V_FM: Twist) -> tuple[Scalar, ...]:
        """Velocity of the point that touches, along the plane."""
        n, z = self._normal(), X_FM.z
        up = (n - z * z.dot(n)) * (self.radius / self._height(X_FM))
        v = V_FM.v - V_FM.w.cross(up + n * self.tube)
        return (v.x, v.y) if self.normal == "z" else (v.x, v.z)

    def sense(self, X_FM: Pose) -> Scalar:
        """Positive where the disk does not lie flat."""
        return self._lean(X_FM) - FLAT
