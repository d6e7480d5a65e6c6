"""Any relative motion."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.elements.base import Fault, choice
from sarrus.elements.joints.base import Carried, Joint, angle, length
from sarrus.scalar import Scalar, atan2
from sarrus.spatial import Pose, Twist, Vec3, from_quaternion, rot_z
from sarrus.spatial.rotation import normalised, quaternion_rates
from sarrus.spatial.sequences import BRYANT, SEQUENCES, quaternion_from_angles, to_angles


class Free(Joint):
    """Six freedoms: it forbids nothing, and gives a floating body coordinates.

        motion    R_FM = R(quaternion)              p_FM = (x, y, z)

    Read and written as x, y, z and angles a1, a2, a3 of a sequence of axes, Bryant angles unless another is chosen; kept
    inside as position and unit quaternion. Speeds are the velocity in F components and the angular velocity in M
    components.
    Between planar bodies the coordinates are x, y, psi.
    """

    also_called = ("floating", "six-dof", "6dof")
    coordinates = (length("x"), length("y"), length("z"), angle("a1"), angle("a2"), angle("a3"))
    inner = ("x", "y", "z", "qw", "qx", "qy", "qz")
    sequence: str = choice(
        *SEQUENCES, meaning="axes that a1, a2, a3 turn about: 1, 2, 3 are x, y, z", default=BRYANT
    )
    turn_places = (3, 4, 5)
    rows = ()
    symbol = "none"

    def in_plane(self) -> Joint:
        """Coordinates x, y, psi."""
        return _InPlane(self.name, *self.at)

    def misfit_in_plane(self) -> Fault | None:
        """Planar bodies turn about one axis."""
        if self.sequence == BRYANT:
            return None
        return Fault(
            "sequence", "has a sequence of axes, but planar bodies turn about z alone", "", "Leave it out"
        )

    def carried(self, coordinate: str, planar: bool) -> Carried:
        """Nothing is held."""
        return Carried.NOTHING

    def motion(self, *q: Scalar) -> Pose:
        """Position and quaternion."""
        return Pose(from_quaternion(q[3], q[4], q[5], q[6]), Vec3(q[0], q[1], q[2]))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Nothing is forbidden."""
        return ()

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Position and angles."""
        return *X_FM.p, *to_angles(self.sequence, X_FM.R)

    def nearest(self, X_FM: Pose) -> Pose:
        """Any pose is allowed."""
        return X_FM

    def place(self, coordinates: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Quaternion of the angles."""
        x, y, z, *angles = coordinates
        return x, y, z, *quaternion_from_angles(self.sequence, angles)

    def rates(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Velocity, quaternion rates."""
        return v[0], v[1], v[2], *quaternion_rates(q[3:], Vec3(v[3], v[4], v[5]))

    def retract(self, q: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Quaternion back to unit length."""
        return *q[:3], *normalised(q[3:])

    def twist(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> Twist:
        """Speeds are velocity and angular velocity themselves: shorter than the derived form, and equal to it."""
        return Twist(Vec3(v[0], v[1], v[2]), self.motion(*q).R * Vec3(v[3], v[4], v[5]))


class _InPlane(Joint):
    """The free joint between planar bodies: x, y, psi."""

    coordinates = (length("x"), length("y"), angle("psi"))
    rows = ()
    symbol = "none"

    def carried(self, coordinate: str, planar: bool) -> Carried:
        """Nothing is held."""
        return Carried.NOTHING

    def motion(self, *q: Scalar) -> Pose:
        """Position and turn in the plane."""
        return Pose(rot_z(q[2]), Vec3(q[0], q[1], 0.0))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Nothing is forbidden in the plane."""
        return ()

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Position and turn."""
        return X_FM.p.x, X_FM.p.y, atan2(X_FM.x.y, X_FM.x.x)


_InPlane.keyword = Free.keyword
