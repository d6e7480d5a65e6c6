"""How poses, motions and loads lie in memory.

In the plane there is no z: what cannot be anything but zero or one has no place in memory, and stays structure when a
cell is traced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.scalar import Scalar
from sarrus.spatial import Inertia, Kinematics, Pose, Rotation, Symmetric, Vec3, Wrench
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.spatial.rotation import IDENTITY
from sarrus.spatial.vector import EX, EY, EZ, ZERO

Flat = list[Scalar]


@dataclass(frozen=True)
class Space:
    """Sizes and orders of everything that passes through memory.

    Attributes:
        planar: x, y and a turn instead of six directions.
        pose, motion, load, vector, inertia: how many numbers each takes.
    """

    planar: bool

    @property
    def pose(self) -> int:
        """A pose: cosine, sine, x, y; or axes and position."""
        return 4 if self.planar else 12

    @property
    def motion(self) -> int:
        """A velocity and an angular velocity, or their rates."""
        return 3 if self.planar else 6

    @property
    def vector(self) -> int:
        """A position."""
        return 2 if self.planar else 3

    @property
    def inertia(self) -> int:
        """Mass, first moment, inertia matrix."""
        return 4 if self.planar else 10

    def flat_pose(self, X: Pose) -> Flat:
        """A pose as numbers."""
        return [X.R.x.x, X.R.x.y, X.p.x, X.p.y] if self.planar else flat_pose(X)

    def to_pose(self, flat: Sequence[Scalar]) -> Pose:
        """A pose from numbers."""
        if not self.planar:
            return pose_from(list(flat))
        c, s, x, y = flat
        return Pose(Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), EZ), Vec3(x, y, 0.0))

    def flat_vector(self, v: Vec3) -> Flat:
        """A position as numbers."""
        return [v.x, v.y] if self.planar else [*v]

    def to_vector(self, flat: Sequence[Scalar]) -> Vec3:
        """A position from numbers."""
        return Vec3(flat[0], flat[1], 0.0 if self.planar else flat[2])

    def flat_pair(self, v: Vec3, w: Vec3) -> Flat:
        """A polar and an axial vector: velocity and angular velocity, or force and torque."""
        return [v.x, v.y, w.z] if self.planar else [*v, *w]

    def to_pair(self, flat: Sequence[Scalar]) -> tuple[Vec3, Vec3]:
        """Polar and axial vector from numbers."""
        if self.planar:
            return Vec3(flat[0], flat[1], 0.0), Vec3(0.0, 0.0, flat[2])
        return Vec3(*flat[:3]), Vec3(*flat[3:])

    def flat_load(self, load: Wrench) -> Flat:
        """A force and a torque as numbers."""
        return self.flat_pair(load.force, load.torque)

    def to_load(self, flat: Sequence[Scalar]) -> Wrench:
        """A force and a torque from numbers."""
        return Wrench(*self.to_pair(flat))

    def to_kinematics(
        self,
        pose: Sequence[Scalar],
        twist: Sequence[Scalar] | None = None,
        rate: Sequence[Scalar] | None = None,
    ) -> Kinematics:
        """The motion of a body from numbers; at rest where they are left out."""
        v, w = self.to_pair(twist) if twist is not None else (ZERO, ZERO)
        a, alpha = self.to_pair(rate) if rate is not None else (ZERO, ZERO)
        return Kinematics(self.to_pose(pose), v, w, a, alpha)

    def flat_inertia(self, inertia: Inertia) -> Flat:
        """An inertia as numbers."""
        h, J = inertia.h, inertia.J
        return [inertia.m, h.x, h.y, J.zz] if self.planar else [inertia.m, *h, *J.elements()]

    def to_inertia(self, flat: Sequence[Scalar]) -> Inertia:
        """An inertia from numbers."""
        if self.planar:
            return Inertia(flat[0], Vec3(flat[1], flat[2], 0.0), Symmetric(zz=flat[3]))
        return Inertia(flat[0], Vec3(*flat[1:4]), Symmetric(*flat[4:]))

    def mass_numbers(self, mass: Scalar, center: Vec3, J: Symmetric) -> Flat:
        """Mass properties of a body about its centre as numbers; laid out like an inertia."""
        return [mass, center.x, center.y, J.zz] if self.planar else [mass, *center, *J.elements()]

    def to_mass(self, flat: Sequence[Scalar]) -> tuple[Scalar, Vec3, Symmetric]:
        """Mass properties from numbers."""
        if self.planar:
            return flat[0], Vec3(flat[1], flat[2], 0.0), Symmetric(zz=flat[3])
        return flat[0], Vec3(*flat[1:4]), Symmetric(*flat[4:])

    def frame_numbers(self, X: Pose) -> tuple[str, Flat]:
        """A frame on a body: what of it is structure, and its numbers.

        A frame that was not turned, or not moved, has no numbers for that.
        """
        is_turned = not (X.R.x is EX and X.R.y is EY and X.R.z is EZ)
        if is_turned:
            return "pose", self.flat_pose(X)
        return ("here", []) if X.p is ZERO else ("point", self.flat_vector(X.p))

    def to_frame(self, kind: str, flat: Sequence[Scalar]) -> Pose:
        """A frame from its numbers."""
        if kind == "pose":
            return self.to_pose(flat)
        return Pose(IDENTITY, self.to_vector(flat)) if kind == "point" else Pose()
