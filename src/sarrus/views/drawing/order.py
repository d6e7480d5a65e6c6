"""Which of many faces and lines hides which: a binary space partition (Fuchs, Kedem and Naylor 1980).

Every face is a plane with things behind and before it. Drawing what is behind, then the face, then what is before it is
right for any arrangement, also where things go through each other, because what a plane cuts is cut in two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.views.scene.base import Array

CANDIDATES = 6
"""About as many faces from which the one is taken whose plane cuts little and divides well."""

LINES = -1
"""Number of the part that all lines belong to: none of them hides another in a way that could be seen."""

Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]


@dataclass(frozen=True, eq=False)
class Pieces:
    """Convex faces and straight lines, seen against the third axis.

    Attributes:
        points: corners, some of them repeated so that all have as many, shape (n, corners, 3).
        normals: unit normals of faces, towards the eye; zero for lines.
        tags: numbers by which the caller knows them.
        parts: what they belong to, e.g. one convex solid: pieces of one part do not hide each other.
    """

    points: Array
    normals: Array
    tags: Numbers
    parts: Numbers

    def taken(self, chosen: Array) -> Pieces:
        """Some of them."""
        return Pieces(self.points[chosen], self.normals[chosen], self.tags[chosen], self.parts[chosen])


def joined(groups: list[Pieces]) -> Pieces:
    """All pieces of several groups."""
    count, corners = sum(len(group.tags) for group in groups), max(group.points.shape[1] for group in groups)
    points = np.empty((count, corners, 3))
    first = 0
    for group in groups:
        last, own = first + len(group.tags), group.points.shape[1]
        points[first:last, :own] = group.points
        points[first:last, own:] = group.points[:, -1:]
        first = last
    return Pieces(
        points,
        np.concatenate([group.normals for group in groups]),
        np.concatenate([group.tags for group in groups]),
        np.concatenate([group.parts for group in groups]),
    )


def back_to_front(pieces: Pieces, thickness: float) -> Iterator[tuple[int, Array]]:
    """The pieces and parts of pieces, far ones first: the tag and the corners of each.

    Args:
        pieces: what is sorted.
        thickness: what is nearer to a plane than this lies in it [m].
    """
    groups = [pieces]
    while groups:
        group = groups.pop()  # the farthest stands last
        if (group.parts == group.parts[:1]).all():
            for points, tag in zip(group.points, group.tags.tolist(), strict=True):
                yield tag, points
            continue
        apart = _apart(group)
        groups += apart if len(apart) > 1 else _divided(group, thickness)


def _apart(group: Pieces) -> list[Pieces]:
    """Groups with a free strip between them: beside each other on the picture, or behind each other, near ones first."""
    for axis in (0, 1, 2):
        low, high = group.points[:, :, axis].min(axis=1), group.points[:, :, axis].max(axis=1)
        order = np.argsort(low, kind="stable")
        gaps = low[order[1:]] > np.maximum.accumulate(high[order[:-1]])
        if gaps.any():
            number = np.empty(len(order), np.int64)
            number[order] = np.append(0, np.cumsum(gaps))
            return [group.taken(number == k) for k in range(number.max(), -1, -1)]
    return [group]


def _divided(group: Pieces, thickness: float) -> list[Pieces]:
    """What is before the plane of a face, what lies in it, and what is behind it."""
    faces = np.flatnonzero(group.parts != LINES)
    tried = faces[:: max(1, len(faces) // CANDIDATES)]
    normals, origins = group.normals[tried], group.points[tried, 0]
    heights = group.points @ normals.T - (normals * origins).sum(axis=1)  # (pieces, corners, tried)
    low, high = heights.min(axis=1) < -thickness, heights.max(axis=1) > thickness
    cuts = (low & high).sum(axis=0)
    best = int(np.argmin(4 * cuts + np.abs(low.sum(axis=0) - high.sum(axis=0))))
    is_low, is_high = low[:, best], high[:, best]
    is_low[tried[best]] = is_high[tried[best]] = False  # a face lies in its plane, whatever rounding says
    is_cut = is_low & is_high
    behind, before = [group.taken(is_low & ~is_cut)], [group.taken(is_high & ~is_cut)]
    for k in np.flatnonzero(is_cut):
        for side, pieces in ((-1.0, behind), (1.0, before)):
            points = _clipped(group.points[k], side * heights[k, :, best], is_line=group.parts[k] == LINES)
            only = slice(k, k + 1)
            pieces.append(Pieces(points[None], group.normals[only], group.tags[only], group.parts[only]))
    within = group.taken(~is_low & ~is_high)
    level = Pieces(within.points, within.normals, within.tags, np.zeros_like(within.parts))
    return [side for side in (joined(before), level, joined(behind)) if len(side.tags)]


def _clipped(points: Array, heights: Array, *, is_line: bool) -> Array:
    """The part of a piece that is above (Sutherland and Hodgman 1974)."""
    count = len(points)
    kept = []
    for k in range(count):
        after = (k + 1) % count
        here, there = heights[k], heights[after]
        if here >= 0:
            kept.append(points[k])
        if (here > 0 > there or here < 0 < there) and not (is_line and after == 0):
            kept.append(points[k] + (points[after] - points[k]) * (here / (here - there)))
    return np.array(kept)
