"""Poses over time as arrays, and primitives put where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.spatial import Pose, Rotation, Vec3
from sarrus.spatial.rotation import to_quaternion
from sarrus.spatial.vector import EX, EY
from sarrus.views.scene.base import (
    UNTURNED,
    Anchor,
    Array,
    Ball,
    Block,
    Circle,
    Path,
    Primitive,
    Quaternion,
    Round,
    Vector,
)

ORIGIN: Vector = (0.0, 0.0, 0.0)


def vector(v: Iterable[Any]) -> Vector:
    """Three numbers as a scene keeps them."""
    x, y, z = (float(a) + 0.0 for a in v)  # + 0.0: no minus before a zero
    return x, y, z


def quaternion(R: Rotation) -> Quaternion:
    """A rotation as a scene keeps it."""
    if R.x == EX and R.y == EY:
        return UNTURNED  # fast path: not turned
    w, x, y, z = (float(a) + 0.0 for a in to_quaternion(R))
    return w, x, y, z


def anchor(body: int, X: Pose) -> Anchor:
    """A frame on a body, from its pose there."""
    return Anchor(body, vector(X.p), quaternion(X.R))


def turned(q: Array, v: Any) -> Array:
    """Vectors turned by unit quaternions; shapes are those of broadcasting, with four and three numbers last."""
    v = np.asarray(v, dtype=np.float64)
    return np.asarray((matrices(q) * v[..., None, :]).sum(axis=-1))


def matrices(q: Array) -> Array:
    """Rotation matrices of unit quaternions, shape (..., 3, 3)."""
    w, x, y, z = (q[..., k] for k in range(4))
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def unturned(q: Array, v: Any) -> Array:
    """Components of vectors in the turned frames."""
    return turned(q * np.array([1.0, -1.0, -1.0, -1.0]), v)


def after(q: Array, turn: Quaternion) -> Array:
    """Quaternions of frames that are fixed on turned ones, the product q turn."""
    w, u = q[..., :1], q[..., 1:]
    c, r = turn[0], np.array(turn[1:])
    return np.concatenate([w * c - (u @ r)[..., None], w * r + c * u + np.cross(u, r)], axis=-1)


def unit(v: Any, otherwise: Vector) -> Vector:
    """A vector at unit length; one without a length, or without numbers, gives way to another."""
    length = float(np.linalg.norm(v))
    return vector(np.asarray(v) / length) if np.isfinite(length) and length > 1e-12 else otherwise


def whole(points: Array) -> Array:
    """Those rows in which every number is finite."""
    return np.asarray(points[np.isfinite(points).all(axis=-1)])


def put(primitive: Primitive, X: Pose) -> Primitive:
    """A primitive given in a frame, in the components of what the frame is placed on."""
    match primitive:
        case Ball(center=c):
            return replace(primitive, center=_point(X, c))
        case Round(start=a, end=b):
            return replace(primitive, start=_point(X, a), end=_point(X, b))
        case Block(center=c, turn=turn):
            q = after(np.array(quaternion(X.R)), turn)
            return replace(primitive, center=_point(X, c), turn=tuple(q.tolist()))
        case Path(points=points):
            return replace(primitive, points=tuple(_point(X, p) for p in points))
        case Circle(center=c, normal=n):
            return replace(primitive, center=_point(X, c), normal=vector(X.R * Vec3(*n)))


def _point(X: Pose, p: Vector) -> Vector:
    return vector(X.p + X.R * Vec3(*p))


def hull(points: Iterable[Vector]) -> list[tuple[float, float]]:
    """Corners of the smallest convex polygon about points of the plane, counter-clockwise (Andrew's chains)."""
    known = sorted({(p[0], p[1]) for p in points})
    if len(known) < 3:
        return known

    def chain(ordered: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        for p in ordered:
            while len(found) > 1 and _left_of(found[-2], found[-1], p) <= 0.0:
                found.pop()
            found.append(p)
        return found[:-1]

    return chain(known) + chain(reversed(known))


def _left_of(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> float:
    """Twice the area of the triangle; positive where p lies to the left of the line from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def corners(primitive: Primitive) -> list[Vector]:
    """Points whose box holds the primitive, or nearly."""
    match primitive:
        case Ball(center=c, radius=r) | Circle(center=c, radius=r):
            return [vector(np.add(c, d)) for d in ((r, r, r), (-r, -r, -r))]
        case Round(start=a, end=b, start_radius=ra, end_radius=rb):
            return [vector(np.add(p, d)) for p, r in ((a, ra), (b, rb)) for d in ((r, r, r), (-r, -r, -r))]
        case Block(center=c, turn=turn, size=size):
            signs = np.array(np.meshgrid(*(3 * [[-0.5, 0.5]]))).reshape(3, -1).T
            return [vector(p) for p in np.add(c, turned(np.array(turn), signs * size))]
        case Path(points=points):
            return list(points)
