"""Balls, rounds and blocks as faces: what pictures shade and glTF files hold."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin

import numpy as np

from sarrus.views.scene.base import Array, Ball, Block, Circle, Path, Primitive, Round, Vector
from sarrus.views.scene.geometry import matrices

Ring = tuple[float, float, float, float]
"""A circle about an axis: place along it, radius, and the same two parts of the outward normal."""


@dataclass(frozen=True, eq=False)
class Faces:
    """A surface.

    Attributes:
        points: corners, shape (n, 3); where the surface has an edge, each side of it has its own.
        normals: unit vectors outward, at the corners.
        corners: numbers of the points of each face, counter-clockwise seen from outside, shape (m, 4); a triangle names
            one of them twice.
        parts: a number for each face. Those with one number never hide each other, wherever they are seen from: the
            outside of a convex solid, or the inside of a hole.
    """

    points: Array
    normals: Array
    corners: np.ndarray[tuple[int, int], np.dtype[np.int64]]
    parts: np.ndarray[tuple[int], np.dtype[np.int64]]


def faces_of(solid: Ball | Round | Block, segments: int = 24) -> Faces:
    """The surface of a solid.

    Args:
        solid: what it is of.
        segments: faces around.
    """
    match solid:
        case Ball(center=center, radius=radius):
            angles = [pi * k / (segments // 2) for k in range(segments // 2 + 1)]
            rings = [(-radius * cos(a), radius * sin(a), -cos(a), sin(a)) for a in angles]
            return _revolved([rings], np.array(center), np.eye(3), segments)
        case Block():
            return _block(solid)
    start, end = np.array(solid.start), np.array(solid.end)
    length = float(np.linalg.norm(end - start))
    return _revolved(_round_strips(solid, length), start, frame_about(end - start), segments)


def frame_about(axis: Array | Vector) -> Array:
    """A frame with its third axis along a vector, the z axis of ground where the vector is zero; columns are its axes."""
    size = np.linalg.norm(axis)
    z = np.asarray(axis, float) / size if size > 0 else np.array([0.0, 0.0, 1.0])
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [0.0, 0.0, 1.0], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def circle_points(circle: Circle, count: int) -> Array:
    """Points around a circle, shape (count, 3)."""
    angle = 2 * pi * np.arange(count) / count
    frame = frame_about(circle.normal)
    around = np.outer(np.cos(angle), frame[:, 0]) + np.outer(np.sin(angle), frame[:, 1])
    points: Array = np.array(circle.center) + circle.radius * around
    return points


def extent(primitive: Primitive) -> Array:
    """Points whose hull is about that of a primitive."""
    match primitive:
        case Path(points=points):
            return np.array(points, float).reshape(-1, 3)
        case Circle():
            return circle_points(primitive, 16)
        case _:
            return faces_of(primitive, 12).points


def _round_strips(solid: Round, length: float) -> list[list[Ring]]:
    a, b, hole = solid.start_radius, solid.end_radius, min(solid.hole, solid.start_radius, solid.end_radius)
    slant = hypot(length, a - b)
    up, out = ((a - b) / slant, length / slant) if slant > 0 else (0.0, 1.0)
    strips = [
        [(0.0, hole, -1.0, 0.0), (0.0, a, -1.0, 0.0)],
        [(0.0, a, up, out), (length, b, up, out)],
        [(length, b, 1.0, 0.0), (length, hole, 1.0, 0.0)],
    ]
    if hole > 0:
        strips.append([(length, hole, 0.0, -1.0), (0.0, hole, 0.0, -1.0)])
    return strips


def _revolved(strips: list[list[Ring]], origin: Array, frame: Array, segments: int) -> Faces:
    """Strips of rings, turned about the third axis of a frame; outside is to the right of their way."""
    angle = 2 * pi * np.arange(segments) / segments
    around = np.column_stack([np.cos(angle), np.sin(angle)])
    points, normals, corners = [], [], []
    this = np.arange(segments)
    following = np.roll(this, -1)
    count = 0
    parts = []
    for number, strip in enumerate(strips):
        for k, (place, radius, up, out) in enumerate(strip):
            points.append(np.column_stack([radius * around, np.full(segments, place)]))
            normals.append(np.column_stack([out * around, np.full(segments, up)]))
            if k:
                low, high = count - segments, count
                corners.append(np.column_stack([low + this, low + following, high + following, high + this]))
                parts += [number // 3] * segments  # bottom, side and top of a round are its outside
            count += segments
    places = np.vstack(points) @ frame.T + origin
    return Faces(places, np.vstack(normals) @ frame.T, np.vstack(corners), np.array(parts))


def _block(block: Block) -> Faces:
    turn = matrices(np.array(block.turn))
    points, normals = [], []
    for k in range(3):
        for side in (1.0, -1.0):
            face = np.empty((4, 3))
            face[:, k] = side
            face[:, (k + 1) % 3] = [-1, 1, 1, -1]
            face[:, (k + 2) % 3] = np.array([-1, -1, 1, 1]) * side
            points.append(face * np.array(block.size) / 2)
            normals.append(np.tile(side * np.eye(3)[k], (4, 1)))
    places = np.vstack(points) @ turn.T + np.array(block.center)
    return Faces(places, np.vstack(normals) @ turn.T, np.arange(24).reshape(6, 4), np.zeros(6, np.int64))
