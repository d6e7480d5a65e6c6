"""Poses, and how fast they change: twists and accelerations of frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sarrus.scalar import Scalar
from sarrus.spatial.rotation import IDENTITY, Rotation
from sarrus.spatial.vector import ZERO, Vec3


@dataclass(frozen=True, slots=True)
class Pose:
    """X_FM: rotation R_FM and position p_FM (from F's origin to M's, in F)."""

    R: Rotation = IDENTITY
    p: Vec3 = ZERO

    def __matmul__(self, other: Pose) -> Pose:
        """X_FN = X_FM @ X_MN."""
        return Pose(self.R @ other.R, self.p + self.R * other.p)

    def inverse(self) -> Pose:
        """X_MF."""
        return Pose(self.R.inverse(), -self.R.back(self.p))

    @property
    def x(self) -> Vec3:
        """M's x axis in F components."""
        return self.R.x

    @property
    def y(self) -> Vec3:
        """M's y axis in F components."""
        return self.R.y

    @property
    def z(self) -> Vec3:
        """M's z axis in F components."""
        return self.R.z


@dataclass(frozen=True, slots=True)
class Twist:
    """Kinematics of M as seen from F: velocity v of M's origin and angular velocity w, both in F components."""

    v: Vec3 = ZERO
    w: Vec3 = ZERO

    def reversed(self, X_FM: Pose) -> Twist:
        """Kinematics of F as seen from M, in M components."""
        return Twist(-X_FM.R.back(self.v - self.w.cross(X_FM.p)), -X_FM.R.back(self.w))


@dataclass(frozen=True, slots=True)
class Wrench:
    """Force and torque at a stated point."""

    force: Vec3 = ZERO
    torque: Vec3 = ZERO

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(self.force + other.force, self.torque + other.torque)

    def __sub__(self, other: Wrench) -> Wrench:
        return Wrench(self.force - other.force, self.torque - other.torque)

    def __neg__(self) -> Wrench:
        return Wrench(-self.force, -self.torque)

    def __mul__(self, factor: Scalar) -> Wrench:
        return Wrench(self.force * factor, self.torque * factor)

    def moved(self, arm: Vec3) -> Wrench:
        """The same load about another point; `arm` runs from the new point to the old one."""
        return Wrench(self.force, self.torque + arm.cross(self.force))


@dataclass(frozen=True, slots=True)
class Kinematics:
    """State of motion of a frame in ground components: pose, velocity, acceleration.

    v, a belong to the frame's origin; w, alpha are angular. Where accelerations of the coordinates are left out, a and
    alpha are the part that velocities alone cause.
    """

    X: Pose = Pose()
    v: Vec3 = ZERO
    w: Vec3 = ZERO
    a: Vec3 = ZERO
    alpha: Vec3 = ZERO

    def of(self, X_BF: Pose) -> Kinematics:
        """Kinematics of a frame F fixed on this one."""
        X = self.X @ X_BF
        arm = X.p - self.X.p
        turning = self.w.cross(arm)
        a = self.a + self.alpha.cross(arm) + self.w.cross(turning)
        return Kinematics(X, self.v + turning, self.w, a, self.alpha)

    def then(self, X_FM: Pose, V: Twist, A: Twist) -> Kinematics:
        """Kinematics of a frame M that moves relative to this frame F.

        Args:
            X_FM: relative pose.
            V: relative twist.
            A: rate of the relative twist's components.
        """
        R = self.X.R
        carried = self.of(Pose(IDENTITY, X_FM.p))
        v, w = R * V.v, R * V.w
        return Kinematics(
            self.X @ X_FM,
            carried.v + v,
            self.w + w,
            carried.a + 2.0 * self.w.cross(v) + R * A.v,
            self.alpha + self.w.cross(w) + R * A.w,
        )

    def relative(self, M: Kinematics) -> tuple[Pose, Twist, Twist]:
        """Pose, twist and rate of twist of M as seen from this frame F, in F components."""
        R = self.X.R
        X = self.X.inverse() @ M.X
        there = self.of(Pose(IDENTITY, X.p))
        v = M.v - there.v
        V = Twist(R.back(v), R.back(M.w - self.w))
        a = M.a - there.a - 2.0 * self.w.cross(v)
        return X, V, Twist(R.back(a), R.back(M.alpha - self.alpha - self.w.cross(M.w)))


def pose_from(flat: list[Scalar]) -> Pose:
    """A pose from twelve numbers: axes x, y, z, then position."""
    x, y, z, p = (Vec3(*flat[i : i + 3]) for i in (0, 3, 6, 9))
    return Pose(Rotation(x, y, z), p)


def flat_pose(X: Pose) -> list[Scalar]:
    """Twelve numbers of a pose: axes x, y, z, then position."""
    return [*X.R.x, *X.R.y, *X.R.z, *X.p]


def map_pose(X: Pose, f: Callable[[Scalar], Scalar]) -> Pose:
    """The pose with a function applied to each of its numbers."""
    return pose_from([f(a) for a in flat_pose(X)])
