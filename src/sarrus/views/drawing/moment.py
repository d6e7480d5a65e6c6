"""Where everything of a scene is at one time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.views.scene.base import Anchor, Array, Mark, Scene, Span, Vector
from sarrus.views.scene.geometry import matrices


@dataclass(frozen=True, eq=False)
class Moment:
    """A scene at one time.

    Attributes:
        t: the time [s].
        turns: rotation matrices from each body to ground; the last one, number -1, is that of ground.
        places: positions of the body frames [m], likewise.
        values: of every arrow, shape (arrows, 3).
    """

    t: float
    turns: Array
    places: Array
    values: Array

    def points(self, body: int, points: Array | tuple[Vector, ...]) -> Array:
        """Points of a body in ground; not finite where the body is nowhere."""
        placed: Array = np.asarray(points, float).reshape(-1, 3) @ self.turns[body].T + self.places[body]
        return placed

    def point(self, anchor: Anchor) -> Array:
        """Origin of an anchor in ground."""
        place: Array = self.points(anchor.body, (anchor.p,))[0]
        return place


def moment_at(scene: Scene, t: float) -> Moment:
    """The scene at a time between its first and last row: positions straight between rows, turns evenly.

    In the plane turns are known over full turns; in space they take the shortest way. Where rows are too far apart for
    that, it is the nearest row.
    """
    k = int(np.clip(np.searchsorted(scene.t, t, side="right") - 1, 0, len(scene.t) - 1))
    if scene.is_stepped:
        k = int(np.argmin(np.abs(scene.t - t)))
        t = float(scene.t[k])
    poses = scene.poses[k]
    values = np.array([arrow.values[k] for arrow in scene.arrows]).reshape(-1, 3)
    if k + 1 < len(scene.t) and t > scene.t[k]:
        part = float((t - scene.t[k]) / (scene.t[k + 1] - scene.t[k]))
        after = scene.poses[k + 1]
        places = (1 - part) * poses[:, :3] + part * after[:, :3]
        poses = np.hstack([places, _between(scene, k, part)])
        later = np.array([arrow.values[k + 1] for arrow in scene.arrows]).reshape(-1, 3)
        values = (1 - part) * values + part * later
    turns = np.concatenate([matrices(poses[:, 3:]), np.eye(3)[None]])
    return Moment(t, turns, np.vstack([poses[:, :3], np.zeros(3)]), values)


def _between(scene: Scene, row: int, part: float) -> Array:
    """Quaternions between a row and the next."""
    if scene.planar:
        half = ((1 - part) * scene.psi[row] + part * scene.psi[row + 1]) / 2
        nothing = np.zeros(len(half))
        return np.stack([np.cos(half), nothing, nothing, np.sin(half)], axis=1)
    return slerp(scene.poses[row, :, 3:], scene.poses[row + 1, :, 3:], part)


def slerp(a: Array, b: Array, part: float) -> Array:
    """Unit quaternions between two sets of them, on the shortest great circles (Shoemake 1985); shape (n, 4)."""
    b = np.where((a * b).sum(axis=1, keepdims=True) < 0, -b, b)
    # the angle from chords: exact for small angles too, where the cosine is flat
    chords = np.linalg.norm(a - b, axis=1, keepdims=True), np.linalg.norm(a + b, axis=1, keepdims=True)
    angle = 2 * np.arctan2(*chords)
    is_small = angle < 1e-9
    sine = np.where(is_small, 1.0, np.sin(angle))
    first = np.where(is_small, 1 - part, np.sin((1 - part) * angle) / sine)
    second = np.where(is_small, part, np.sin(part * angle) / sine)
    between: Array = first * a + second * b
    return between


def way(scene: Scene, anchor: Anchor) -> Array:
    """Where the origin of an anchor is in every row, shape (rows, 3)."""
    if anchor.body < 0:
        return np.broadcast_to(np.array(anchor.p), (len(scene.t), 3))
    poses = scene.poses[:, anchor.body]
    places: Array = matrices(poses[:, 3:]) @ np.array(anchor.p) + poses[:, :3]
    return places


def traces(scene: Scene) -> list[tuple[Mark, Array]]:
    """The ways of marks that are shown without being asked for; in pieces where a mark is nowhere in between."""
    found = []
    for mark in scene.marks:
        if mark.is_traced:
            places = way(scene, mark.at)
            is_known = np.isfinite(places).all(axis=1)
            ends = np.flatnonzero(np.diff(is_known)) + 1
            pieces = np.split(places, ends)
            found += [(mark, piece) for piece in pieces if len(piece) and np.isfinite(piece[0]).all()]
    return found


def frames_along(start: Array, end: Array) -> tuple[Array, Array]:
    """Lengths and frames (columns e, n1, n2) of spans from start to end, shapes (n,) and (n, 3, 3); see `Profile`."""
    along = end - start
    length = np.linalg.norm(along, axis=-1)
    e = np.where(length[..., None] > 0, along / np.where(length > 0, length, 1.0)[..., None], [1.0, 0.0, 0.0])
    aside = np.cross([0.0, 0.0, 1.0], e)  # in the plane: e turned by +90 degrees
    is_upright = np.linalg.norm(aside, axis=-1) < 1e-9
    aside = np.where(is_upright[..., None], np.cross([1.0, 0.0, 0.0], e), aside)
    n1 = aside / np.linalg.norm(aside, axis=-1)[..., None]
    return length, np.stack([e, n1, np.cross(e, n1)], axis=-1)


def span_lines(span: Span, moment: Moment) -> list[Array]:
    """The lines of a span in ground; none where one of its ends is nowhere."""
    start, end = moment.point(span.start), moment.point(span.end)
    if not (np.isfinite(start).all() and np.isfinite(end).all()):
        return []
    length, frame = frames_along(start, end)
    lines = (np.array(line, float).reshape(-1, 4) for line in span.lines)
    return [
        start + np.column_stack([line[:, 0] * length + line[:, 1], line[:, 2:]]) @ frame.T for line in lines
    ]
