"""Angles of any sequence of axes: 1-2-3 (Bryant), 3-1-3 (Euler), and the ten others.

    R = R_i(a1) R_j(a2) R_k(a3)      about axis i, then the new axis j, then the new axis k; 1, 2, 3 are x, y, z

Every sequence is 1-2-3, or 1-2-1 where the last axis is the first again, with the axes called by other names. Where the
new names make a left-handed frame, angles change their sign:

    R = P R_123(s a1, s a2, s a3) P^T      P e_1 = e_i, P e_2 = e_j      s = det P
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from sarrus.scalar import Scalar, acos, atan2, cos, root, sin, where
from sarrus.spatial.rotation import (
    GIMBAL_LOCK,
    Rotation,
    bryant_on_paper,
    quaternion_from_bryant,
    rot_x,
    rot_y,
    rot_z,
    to_bryant,
)
from sarrus.spatial.vector import Vec3

BRYANT = "1-2-3"
PAIRS = tuple(f"{i}-{j}" for i, j in permutations((1, 2, 3), 2))
"""Two axes, one after the other."""
SEQUENCES = tuple(
    f"{i}-{j}-{(last, i)[returning]}" for returning in (False, True) for i, j, last in permutations((1, 2, 3))
)
"""Three axes, no two neighbours alike: twelve. First those with three different axes, Bryant's in front."""


def axes_of(sequence: str) -> tuple[int, ...]:
    """Numbers of the axes, counted from 0."""
    return tuple(int(word) - 1 for word in sequence.split("-"))


def returns(sequence: str) -> bool:
    """Whether the last of three axes is the first again (Euler); then a1 and a3 turn about one axis at a2 = 0."""
    first, _, last = axes_of(sequence)
    return first == last


def from_angles(sequence: str, angles: Sequence[Scalar]) -> Rotation:
    """The rotation of two or three angles."""
    first, *rest = ((rot_x, rot_y, rot_z)[axis](a) for axis, a in zip(axes_of(sequence), angles, strict=True))
    R = first
    for turn in rest:
        R = R @ turn
    return R


def to_angles(sequence: str, R: Rotation) -> tuple[Scalar, ...]:
    """The three angles of a rotation; they give it back in every pose.

    a2 lies between -90 and 90 deg, or between 0 and 180 deg where the last axis is the first again. At gimbal lock, the
    ends of that range, only a1 +- a3 is determined. There a3 is 0.
    """
    order, sign = _renamed(sequence)
    canonical = _seen_along(order, R)
    return _signed(sign, _to_euler(canonical, sign) if returns(sequence) else to_bryant(canonical))


def angles_on_paper(sequence: str, R: Rotation) -> tuple[Scalar, ...]:
    """The same angles as books write them; not determined at gimbal lock, and inexact near it."""
    order, sign = _renamed(sequence)
    Q = _seen_along(order, R)
    if not returns(sequence):
        return _signed(sign, bryant_on_paper(Q))
    if sign > 0.0:
        return atan2(Q.x.y, -Q.x.z), acos(Q.x.x), atan2(Q.y.x, Q.z.x)
    return -atan2(-Q.x.y, Q.x.z), acos(Q.x.x), -atan2(-Q.y.x, -Q.z.x)


def pair_of_angles(sequence: str, R: Rotation) -> tuple[Scalar, Scalar]:
    """The two angles of a rotation about two axes; of any other, the nearest about the second axis as it stands."""
    order, sign = _renamed(sequence)
    Q = _seen_along(order, R)
    one, two = _signed(sign, (atan2(Q.y.z, Q.y.y), atan2(Q.z.x, Q.x.x)))
    return one, two


def quaternion_from_angles(sequence: str, angles: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """Quaternion (w, x, y, z) of three angles."""
    order, sign = _renamed(sequence)
    a1, a2, a3 = _signed(sign, angles)
    if not returns(sequence):
        w, *v = quaternion_from_bryant(a1, a2, a3)
    else:
        c, s, both, apart = cos(a2 / 2.0), sin(a2 / 2.0), (a1 + a3) / 2.0, (a1 - a3) / 2.0
        w, *v = c * cos(both), c * sin(both), s * cos(apart), s * sin(apart)
    named = dict(zip(order, _signed(sign, v), strict=True))
    return w, named[0], named[1], named[2]


def _to_euler(R: Rotation, side: float) -> tuple[Scalar, Scalar, Scalar]:
    """Angles of R = Rx(a1) Ry(a2) Rx(a3), 0 <= side a2 <= 180 deg.

        a1 = atan2(x_y, -x_z)      a2, a3 from Rx(-a1) R = Ry(a2) Rx(a3)

    At the lock a1 is read from the y axis, with a3 = 0.
    """
    locked = R.x.y * R.x.y + R.x.z * R.x.z < GIMBAL_LOCK**2
    sine = where(locked, R.y.z, side * R.x.y)  # of a1, times sin(side a2)
    cosine = where(locked, R.y.y, -side * R.x.z)
    size = root(sine * sine + cosine * cosine)
    tilt = (sine * R.x.y - cosine * R.x.z) / size
    third = atan2(-(cosine * R.z.y + sine * R.z.z), cosine * R.y.y + sine * R.y.z)
    return atan2(sine, cosine), atan2(tilt, R.x.x), third


def _renamed(sequence: str) -> tuple[tuple[int, int, int], float]:
    """Which axes x, y, z of the plain sequence are, and whether these are right-handed."""
    first, second, *_ = axes_of(sequence)
    sign = 1.0 if (second - first) % 3 == 1 else -1.0
    return (first, second, 3 - first - second), sign


def _seen_along(order: tuple[int, int, int], R: Rotation) -> Rotation:
    """P^T R P: the rotation with its axes called by other names."""
    if order == (0, 1, 2):
        return R
    columns = [[*column] for column in (R.x, R.y, R.z)]
    x, y, z = (Vec3(*(columns[m][n] for n in order)) for m in order)
    return Rotation(x, y, z)


def _signed(sign: float, angles: Sequence[Scalar]) -> tuple[Scalar, ...]:
    return tuple(angles) if sign > 0.0 else tuple(-a for a in angles)
