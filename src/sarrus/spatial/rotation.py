"""Rotations: matrices that know by which angles they turn.

A rotation made from angles carries its `turns`: pairs of an angle and the axis, in base components, about which that
angle turns the follower. The angular velocity is then the sum of axis times rate of angle, without differentiating
the matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.scalar import Scalar, asin, atan2, cos, root, sin, where
from sarrus.spatial.vector import EX, EY, EZ, Vec3

Turn = tuple[Scalar, Vec3]


@dataclass(frozen=True, slots=True)
class Rotation:
    """R_FM: columns x, y, z are the axes of M in components of F."""

    x: Vec3
    y: Vec3
    z: Vec3
    turns: tuple[Turn, ...] = ()

    def __matmul__(self, other: Rotation) -> Rotation:
        """R_FN = R_FM @ R_MN."""
        turns = self.turns + tuple((angle, self * axis) for angle, axis in other.turns)
        return Rotation(self * other.x, self * other.y, self * other.z, turns)

    def __mul__(self, v: Vec3) -> Vec3:
        """Components in F of a vector given in M."""
        x, y, z, a, b, c = self.x, self.y, self.z, v.x, v.y, v.z
        return Vec3(
            x.x * a + y.x * b + z.x * c,
            x.y * a + y.y * b + z.y * c,
            x.z * a + y.z * b + z.z * c,
        )

    def back(self, v: Vec3) -> Vec3:
        """Components in M of a vector given in F."""
        return Vec3(self.x.dot(v), self.y.dot(v), self.z.dot(v))

    def inverse(self) -> Rotation:
        """R_MF."""
        x, y, z = (Vec3(*row) for row in zip(self.x, self.y, self.z, strict=True))
        return Rotation(x, y, z, tuple((angle, -self.back(axis)) for angle, axis in self.turns))


IDENTITY = Rotation(EX, EY, EZ)


def rot_x(angle: Scalar) -> Rotation:
    """Turn about x, right-handed."""
    c, s = cos(angle), sin(angle)
    return Rotation(EX, Vec3(0.0, c, s), Vec3(0.0, -s, c), ((angle, EX),))


def rot_y(angle: Scalar) -> Rotation:
    """Turn about y, right-handed."""
    c, s = cos(angle), sin(angle)
    return Rotation(Vec3(c, 0.0, -s), EY, Vec3(s, 0.0, c), ((angle, EY),))


def rot_z(angle: Scalar) -> Rotation:
    """Turn about z, right-handed."""
    c, s = cos(angle), sin(angle)
    return Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), EZ, ((angle, EZ),))


def from_bryant(a1: Scalar, a2: Scalar, a3: Scalar) -> Rotation:
    """R = Rx(a1) Ry(a2) Rz(a3): about x, then the new y, then the new z (Bryant, Cardan, 1-2-3)."""
    return rot_x(a1) @ rot_y(a2) @ rot_z(a3)


GIMBAL_LOCK = 1e-12
"""Cosine of a2 up to which a1 and a3 turn about one axis as far as numbers can tell."""


def to_bryant(R: Rotation) -> tuple[Scalar, Scalar, Scalar]:
    """Bryant angles of a rotation, -90 deg <= a2 <= 90 deg; they give the rotation back in every pose.

        a1 = atan2(-z_y, z_z)      a2 = atan2(z_x, cos a2)      a3 from Rx(-a1) R = Ry(a2) Rz(a3)

    At a2 = +-90 deg (gimbal lock) a1 and a3 turn about one axis, and only a1 +- a3 is determined. There a3 is 0, and a1 is
    read from the y axis. Its rates are finite: a3 rests, a1 takes the whole turn about that axis, and a tilt out of the
    lock is seen as far as it turns about the axis of a2.
    """
    locked = R.z.y * R.z.y + R.z.z * R.z.z < GIMBAL_LOCK**2
    sine, cosine = where(locked, R.y.z, -R.z.y), where(locked, R.y.y, R.z.z)  # of a1, both times cos a2
    size = root(sine * sine + cosine * cosine)
    level = (cosine * R.z.z - sine * R.z.y) / size
    third = atan2(cosine * R.x.y + sine * R.x.z, cosine * R.y.y + sine * R.y.z)
    return atan2(sine, cosine), atan2(R.z.x, level), third


def bryant_on_paper(R: Rotation) -> tuple[Scalar, Scalar, Scalar]:
    """The same angles as books write them; not determined at gimbal lock, and inexact near it."""
    return atan2(-R.z.y, R.z.z), asin(R.z.x), atan2(-R.y.x, R.x.x)


def from_quaternion(w: Scalar, x: Scalar, y: Scalar, z: Scalar) -> Rotation:
    """Rotation of a quaternion (w, x, y, z) of any length but zero.

    Divides by the square of the length, so that a quaternion slightly off unit length still gives a rotation.
    """
    s = 2.0 / (w * w + x * x + y * y + z * z)
    xx, yy, zz = s * x * x, s * y * y, s * z * z
    xy, xz, yz = s * x * y, s * x * z, s * y * z
    wx, wy, wz = s * w * x, s * w * y, s * w * z
    return Rotation(
        Vec3(1.0 - yy - zz, xy + wz, xz - wy),
        Vec3(xy - wz, 1.0 - xx - zz, yz + wx),
        Vec3(xz + wy, yz - wx, 1.0 - xx - yy),
    )


def quaternion_from_bryant(a1: Scalar, a2: Scalar, a3: Scalar) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Quaternion (w, x, y, z) of Rx(a1) Ry(a2) Rz(a3)."""
    c1, s1 = cos(a1 / 2.0), sin(a1 / 2.0)
    c2, s2 = cos(a2 / 2.0), sin(a2 / 2.0)
    c3, s3 = cos(a3 / 2.0), sin(a3 / 2.0)
    return (
        c1 * c2 * c3 - s1 * s2 * s3,
        s1 * c2 * c3 + c1 * s2 * s3,
        c1 * s2 * c3 - s1 * c2 * s3,
        c1 * c2 * s3 + s1 * s2 * c3,
    )


def quaternion_rates(q: Sequence[Scalar], w: Vec3) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Rate of a quaternion that turns with angular velocity w, in follower components: q' = q (0, w) / 2."""
    e0, e1, e2, e3 = q
    return (
        0.5 * (-e1 * w.x - e2 * w.y - e3 * w.z),
        0.5 * (e0 * w.x - e3 * w.y + e2 * w.z),
        0.5 * (e3 * w.x + e0 * w.y - e1 * w.z),
        0.5 * (-e2 * w.x + e1 * w.y + e0 * w.z),
    )


def normalised(q: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """The quaternion at unit length."""
    length = root(sum((a * a for a in q[1:]), q[0] * q[0]))
    return tuple(a / length for a in q)


def to_quaternion(R: Rotation) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Unit quaternion (w, x, y, z) with w >= 0 of a rotation.

    The largest of the four components is found first and the others from it, so no angle is special.
    """
    a, b, c = R.x.x, R.y.y, R.z.z
    squares = (1.0 + a + b + c, 1.0 + a - b - c, 1.0 - a + b - c, 1.0 - a - b + c)
    yz, zx, xy = R.y.z - R.z.y, R.z.x - R.x.z, R.x.y - R.y.x
    sxy, sxz, syz = R.x.y + R.y.x, R.x.z + R.z.x, R.y.z + R.z.y
    rows = (
        (squares[0], yz, zx, xy),
        (yz, squares[1], sxy, sxz),
        (zx, sxy, squares[2], syz),
        (xy, sxz, syz, squares[3]),
    )
    best, size = rows[0], squares[0]
    for row, square in zip(rows[1:], squares[1:], strict=True):
        larger = size < square
        best = tuple(where(larger, new, old) for new, old in zip(row, best, strict=True))  # type: ignore[assignment]
        size = where(larger, square, size)
    sign = where(best[0] < 0.0, -1.0, 1.0)
    length = sign / (2.0 * root(size))
    w, x, y, z = (p * length for p in best)
    return w, x, y, z


def quaternion_vector(R: Rotation) -> Vec3:
    """Vector part of the quaternion: axis times sin(angle/2). Zero only where R is the identity."""
    _, x, y, z = to_quaternion(R)
    return Vec3(x, y, z)


def from_axis_angle(axis: Vec3, angle: Scalar) -> Rotation:
    """Turn by an angle about a unit axis, R = I + sin(a) [k] + (1 - cos(a)) [k]^2 (Rodrigues)."""
    c, s = cos(angle), sin(angle)

    def column(e: Vec3) -> Vec3:
        return e * c + axis.cross(e) * s + axis * (axis.dot(e) * (1.0 - c))

    return Rotation(column(EX), column(EY), column(EZ), ((angle, axis),))


def to_axis_angle(R: Rotation) -> tuple[Vec3, Scalar]:
    """Unit axis and angle in [0, pi]; the axis of the identity is returned as zero."""
    w, x, y, z = to_quaternion(R)
    v = Vec3(x, y, z)
    length = v.norm()
    return v * where(0.0 < length, 1.0 / where(0.0 < length, length, 1.0), 0.0), 2.0 * atan2(length, w)
