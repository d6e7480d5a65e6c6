"""The forms of solids, placed on their bodies and turned into primitives of a scene."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sarrus.elements.solids.base import Bars, Brick, Form, Globe, Turned
from sarrus.spatial import Pose, Vec3
from sarrus.views.scene.base import UNTURNED, Array, Ball, Block, Circle, Path, Primitive, Round, Vector
from sarrus.views.scene.geometry import corners, hull, put, vector

HALF_BAR = 0.035
"""Half the width of a thin bar in the plane, in multiples of the size of a scene."""
THIN_BAR = 0.02
"""Radius of a thin bar in space."""
SHEET = 0.015
"""Thickness of what has none, in space."""


@dataclass(frozen=True)
class SolidShape:
    """A form of a solid, and where it sits on its body."""

    form: Form
    X: Pose


def is_thin(shape: SolidShape) -> bool:
    """Whether it has no width of its own."""
    return isinstance(shape.form, Bars)


def edges(form: Bars) -> list[tuple[Vec3, Vec3]]:
    """Ends of every bar."""
    found = list(pairwise(form.points))
    return [*found, (form.points[-1], form.points[0])] if len(form.points) > 2 else found


def key_points(shape: SolidShape) -> list[Vector]:
    """Points whose box holds it, in body components; a thin bar has no width here."""
    form, X = shape.form, shape.X
    if isinstance(form, Bars):
        return [vector(X.p + X.R * p) for p in form.points]
    return [p for primitive in in_space(shape, 0.0) for p in corners(primitive)]


def in_space(shape: SolidShape, size: float) -> list[Primitive]:
    """What it looks like in space, in body components."""
    found: list[Primitive]
    match shape.form:
        case Bars() as bars:
            r = THIN_BAR * size
            found = [Round(vector(a), vector(b), r, r) for a, b in edges(bars)]
            found += [Ball(vector(p), r) for p in bars.points]
        case Turned(start=a, end=b, start_radius=ra, end_radius=rb, hole=hole):
            found = [Round(vector(a), vector(b), float(ra), float(rb), float(hole))]
        case Brick(center=c, size=sides):
            x, y, z = (max(s, SHEET * size) for s in vector(sides))
            found = [Block(vector(c), UNTURNED, (x, y, z))]
        case Globe(center=c, radius=r):
            found = [Ball(vector(c), float(r))]
    return [put(primitive, shape.X) for primitive in found]


def in_plane(shape: SolidShape, size: float) -> list[Primitive]:
    """Its outline seen against z, in body components."""
    X = shape.X
    match shape.form:
        case Bars(points=points):
            flat = [vector(X.p + X.R * p) for p in points]
            return [link(flat, HALF_BAR * size)]
        case Globe(center=c, radius=r):
            return [Circle(vector(X.p + X.R * c), float(r), fill="tint", weight=1.5)]
        case Turned(start=a, end=b, start_radius=ra, end_radius=rb):
            one, two = (np.array(vector(X.p + X.R * p)) for p in (a, b))
            axis, r1, r2 = (two - one)[:2], float(ra), float(rb)
            length = float(np.linalg.norm(axis))
            side = np.array([-axis[1], axis[0], 0.0]) / length
            return [outline([one + r1 * side, one - r1 * side, two - r2 * side, two + r2 * side])]
        case Brick():
            return [outline([(*p, 0.0) for p in hull(key_points(shape))])]


def outline(points: list[Array] | list[Vector]) -> Path:
    """The edge of a body, pale inside."""
    return Path(tuple(vector((p[0], p[1], 0.0)) for p in points), closed=True, fill="tint", weight=1.5)


def link(points: list[Vector], half: float) -> Path | Circle:
    """A link of the plane: a rounded bar, or a rounded plate through three points or more.

    A polygon with a corner that points inwards keeps its own edges.
    """
    around = hull(points)
    if len(around) == 1:
        return Circle((*around[0], 0.0), half, fill="tint", weight=1.5)
    if len(around) < len(set(points)) and not _in_line(points, around):
        return outline(points)
    return outline(rounded(around, half))


def _in_line(points: list[Vector], around: list[tuple[float, float]]) -> bool:
    """Whether points that are no corners lie on the edge, to the eye."""
    closed = [*around, around[0]]
    long = max(np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(closed))
    return all(
        min(_distance(np.array(p[:2]), np.array(a), np.array(b))[0] for a, b in pairwise(closed))
        < 0.01 * long
        for p in points
    )


def rounded(around: list[tuple[float, float]], radius: float, steps: int = 8) -> list[Vector]:
    """A convex polygon widened by a radius on all sides, its corners round."""
    found: list[Vector] = []
    count = len(around)
    for i, p in enumerate(around):
        before, behind = around[i - 1], around[(i + 1) % count]
        # outward normals of the two edges that meet here; counter-clockwise, so they lie to the right
        first = np.arctan2(-(p[0] - before[0]), p[1] - before[1])
        last = np.arctan2(-(behind[0] - p[0]), behind[1] - p[1])
        turn = (last - first) % (2.0 * np.pi)
        for a in first + turn * np.linspace(0.0, 1.0, max(2, round(steps * turn / np.pi) + 1)):
            found.append((p[0] + radius * float(np.cos(a)), p[1] + radius * float(np.sin(a)), 0.0))
    return found


def nearest(shape: SolidShape, p: Vector) -> tuple[float, Vector]:
    """Distance of a point of the body from a shape, 0 inside, and the point of the shape next to it."""
    back = Vec3(*p) - shape.X.p
    local = np.array(vector(shape.X.R.back(back)))
    found = list(_candidates(shape.form, local))
    distance, q = min(found, key=lambda pair: pair[0])
    return distance, vector(shape.X.p + shape.X.R * Vec3(*q.tolist()))


def _candidates(form: Form, p: Array) -> Iterator[tuple[float, Array]]:
    match form:
        case Bars() as bars:
            for a, b in edges(bars):
                yield _distance(p, np.array(vector(a)), np.array(vector(b)))
        case Turned(start=a, end=b, start_radius=ra, end_radius=rb):
            distance, q = _distance(p, np.array(vector(a)), np.array(vector(b)))
            yield max(0.0, distance - max(float(ra), float(rb))), q
        case Brick(center=c, size=size):
            middle, half = np.array(vector(c)), np.array(vector(size)) / 2.0
            q = np.clip(p, middle - half, middle + half)
            yield float(np.linalg.norm(p - q)), q
        case Globe(center=c, radius=r):
            middle = np.array(vector(c))
            yield max(0.0, float(np.linalg.norm(p - middle)) - float(r)), middle


def _distance(p: Array, a: Array, b: Array) -> tuple[float, Array]:
    """Distance of a point from the straight line between two, and the nearest point of it."""
    along, square = b - a, float((b - a) @ (b - a))
    share = min(1.0, max(0.0, float((p - a) @ along) / square)) if square else 0.0
    q = a + share * along
    return float(np.linalg.norm(p - q)), q
