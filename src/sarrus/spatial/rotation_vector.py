"""The rotation vector r of a rotation: its axis times its angle, below half a turn."""

from __future__ import annotations

from sarrus.scalar import Scalar, atan2, root
from sarrus.spatial.rotation import Rotation
from sarrus.spatial.vector import Vec3

TINY = 1e-16
"""Square of an angle that cannot be told from none: it keeps quotients of small angles finite."""


def rotation_vector(R: Rotation) -> tuple[Vec3, Scalar]:
    """r = axis times angle of R_FM in F components, and the number k of `turning_rate`.

    From s = sin(angle) times axis and c = cos(angle): no angle below half a turn is special.
    """
    s = Vec3(R.y.z - R.z.y, R.z.x - R.x.z, R.x.y - R.y.x) * 0.5
    c = 0.5 * (R.x.x + R.y.y + R.z.z - 1.0)
    square = s.dot(s) + TINY
    sine = root(square)
    ratio = atan2(sine, c) / sine
    return s * ratio, (1.0 - 0.5 * (ratio * (1.0 + c))) / (ratio * ratio * square)


def turning_rate(r: Vec3, k: Scalar, w: Vec3) -> Vec3:
    """rdot = w - r x w/2 + k r x (r x w), for the angular velocity w of M against F, in F components."""
    return w - r.cross(w) * 0.5 + r.cross(r.cross(w)) * k
