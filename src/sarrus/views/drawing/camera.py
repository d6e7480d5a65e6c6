"""From metres to a picture: parallel projection, so that circles stay ellipses and lengths can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from sarrus.views.drawing.moment import way
from sarrus.views.drawing.solids import extent
from sarrus.views.scene.base import Array, Scene, Vector

OBLIQUE = (1.0, -1.4, 0.8)
"""From where a spatial scene is seen, with the third axis up."""
UPRIGHT = 0.999
"""Gravity that is this much along an axis is drawn downwards."""
MARGIN = 0.07
"""Part of the picture that stays free on each side."""
LONGEST_FRAMED = 0.4
"""Longer arrows may leave the picture, in diagonals of the scene."""


@dataclass(frozen=True, eq=False)
class Camera:
    """Where points are on a picture.

    Attributes:
        axes: unit vectors right, up and towards the eye, as rows.
        scale: units of the picture per metre.
        shift: where the origin of ground is on the picture.
    """

    axes: Array
    scale: float
    shift: Array

    def flat(self, points: Array) -> Array:
        """Places on the picture of points in ground, shape (n, 2)."""
        placed: Array = points @ self.axes[:2].T * self.scale + self.shift
        return placed


def camera_of(scene: Scene, width: float, height: float, *, arrows: bool) -> Camera:
    """A camera that sees the whole scene at all its times, upright."""
    axes = flat_axes(scene.up) if scene.planar else oblique_axes(scene.up)
    seen = _framed(scene, arrows=arrows) @ axes[:2].T
    low, high = seen.min(axis=0), seen.max(axis=0)
    room = np.array([width, height]) * (1 - 2 * MARGIN)
    spread = np.maximum(high - low, 1e-3 * scene.size)
    scale = float((room / spread).min())
    return Camera(axes, scale, np.array([width, height]) / 2 - scale * (low + high) / 2)


def flat_axes(up: Vector) -> Array:
    """Against z; up is up where it is along x or y, and y is otherwise."""
    y = np.round(up) if np.abs(up[:2]).max() > UPRIGHT else np.array([0.0, 1.0, 0.0])
    z = np.array([0.0, 0.0, 1.0])
    return np.array([np.cross(y, z), y, z])


def oblique_axes(up: Vector) -> Array:
    """From `OBLIQUE`, in a frame whose third axis is turned to `up` on the shortest way."""
    third = np.array(up)
    x, y, z = third
    if z > -1 + 1e-9:  # Rodrigues, about z x up
        turn = np.array(
            [
                [1 - x * x / (1 + z), -x * y / (1 + z), x],
                [-x * y / (1 + z), 1 - y * y / (1 + z), y],
                [-x, -y, z],
            ]
        )
    else:
        turn = np.diag([1.0, -1.0, -1.0])
    toward = turn @ np.array(OBLIQUE) / np.linalg.norm(OBLIQUE)
    right = np.cross(third, toward)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(toward, right), toward])


def _framed(scene: Scene, *, arrows: bool) -> Array:
    """Points that should be on the picture."""
    box = np.array(list(product(*zip(scene.low, scene.high, strict=True))))
    ground = [extent(part) for drawn in scene.drawn if drawn.body < 0 for part in drawn.primitives]
    longest = LONGEST_FRAMED * float(np.linalg.norm(box[-1] - box[0]))
    tips = [box[:0]]
    for arrow in scene.arrows if arrows else ():
        if arrow.quantity == "force":
            values = arrow.values * scene.force_scale
            length = np.linalg.norm(values, axis=1, keepdims=True)
            tips.append(way(scene, arrow.at) + values * np.minimum(1.0, longest / np.maximum(length, 1e-300)))
    ends = [way(scene, end) for span in scene.spans for end in (span.start, span.end)]
    points = np.vstack([box, *ground, *ends, *tips])
    kept: Array = points[np.isfinite(points).all(axis=1)]
    return kept
