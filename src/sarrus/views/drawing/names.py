"""Names of joints in planar pictures, each beside its joint where the least is in its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin

import numpy as np

from sarrus.views.drawing.camera import Camera
from sarrus.views.drawing.look import Look
from sarrus.views.drawing.moment import Moment
from sarrus.views.drawing.shapes import DrawnShape, Label, plain
from sarrus.views.drawing.solids import extent
from sarrus.views.scene.base import Array, Circle, Drawn, Scene, Vector

HEIGHT = 13.0
LETTER = 0.62
"""Width of a letter, in heights; an estimate."""
MOST = 40
"""More joints than this are not named: nobody could read them."""
AWAY = (17.0, 28.0)
"""From the joint to its name, in units of a picture: the least, and where that is in the way of something."""
STEP = 6.0
"""Between the points at which lines are felt, in units of a picture."""
PLACES = tuple(
    (away * cos(pi / 4 * k), away * sin(pi / 4 * k)) for away in AWAY for k in (1, 3, 7, 5, 0, 4, 2, 6)
)
"""Where a name may stand, from its joint; the first is taken where several are as free."""

Offset = tuple[float, float]


@dataclass(frozen=True)
class NameTag:
    """A name, the point of a body it belongs to, and how far from there it stands on the picture."""

    text: str
    body: int
    p: Vector
    offset: Offset

    def label(self, moment: Moment, camera: Camera, look: Look) -> Label | None:
        """The label at one time; None where the joint is nowhere."""
        place = camera.flat(moment.points(self.body, (self.p,)))[0]
        if not np.isfinite(place).all():
            return None
        x, y, align = beside(place, self.offset)
        return Label(x, y, self.text, look.ink, HEIGHT, align)


def names_of(
    scene: Scene,
    moments: Sequence[Moment],
    camera: Camera,
    shapes_at: Callable[[Moment], Sequence[DrawnShape]],
) -> list[NameTag]:
    """The names of all joints, at places that suit all the moments, so that they stay calm in a film."""
    joints = _joints(scene)
    if not scene.planar or len(joints) > MOST:
        return []
    lines = [felt_points(shapes_at(moment)) for moment in moments]
    names: list[NameTag] = []
    taken: list[list[Array]] = [[] for _ in moments]
    for owner, (body, p) in joints.items():
        text = plain(owner, 24)
        boxes = [
            [_box(camera.flat(moment.points(body, (p,)))[0], offset, len(text)) for moment in moments]
            for offset in PLACES
        ]
        costs = [
            sum(cost_of_place(box, felt, others) for box, felt, others in zip(row, lines, taken, strict=True))
            for row in boxes
        ]
        best = int(np.argmin(costs))
        names.append(NameTag(text, body, p, PLACES[best]))
        for others, box in zip(taken, boxes[best], strict=True):
            others.append(box)
    return names


def _joints(scene: Scene) -> dict[str, tuple[int, Vector]]:
    """A point of each joint, by name: the middle of its circle where it has one, else of all that is drawn of it."""
    found: dict[str, tuple[int, Vector]] = {}
    with_circle: set[str] = set()
    for drawn in scene.drawn:
        if drawn.kind != "joint" or not drawn.primitives or drawn.owner in with_circle:
            continue
        circles = [part for part in drawn.primitives if isinstance(part, Circle)]
        if circles:
            with_circle.add(drawn.owner)
            found[drawn.owner] = drawn.body, circles[0].center
        else:
            found.setdefault(drawn.owner, (drawn.body, _middle(drawn)))
    return found


def _middle(drawn: Drawn) -> Vector:
    points = np.vstack([extent(part) for part in drawn.primitives])
    x, y, z = (points.min(axis=0) + points.max(axis=0)) / 2
    return float(x), float(y), float(z)


def felt_points(shapes: Sequence[DrawnShape]) -> Array:
    """Points along all lines."""
    points = [np.empty((0, 2))]
    for shape in shapes:
        ends = np.vstack([shape.points, shape.points[:1]]) if shape.closed else shape.points
        for a, b in pairwise(ends):
            count = 1 + min(200, int(np.linalg.norm(b - a) / STEP))
            points.append(a + (b - a) * (np.arange(count) / count)[:, None])
    return np.vstack(points)


def beside(place: Array, offset: Offset) -> tuple[float, float, str]:
    """Where a name stands that far from a place, and which part of it is there."""
    x, y = place + offset
    return float(x), float(y), "left" if offset[0] > 1 else "right" if offset[0] < -1 else "center"


def _box(place: Array, offset: Offset, letters: int) -> Array:
    """Left, right, bottom and top of a name."""
    x, y, align = beside(place, offset)
    width = LETTER * HEIGHT * letters
    left = {"left": x, "right": x - width, "center": x - width / 2}[align]
    return np.array([left, left + width, y - HEIGHT / 2, y + HEIGHT / 2])


def cost_of_place(box: Array, felt: Array, others: list[Array]) -> float:
    """How much is in the way of a box: points of lines, and other boxes."""
    if not np.isfinite(box).all():
        return 0.0
    left, right, bottom, top = box
    inside = (
        (felt[:, 0] > left - 2)
        & (felt[:, 0] < right + 2)
        & (felt[:, 1] > bottom - 1)
        & (felt[:, 1] < top + 1)
    )
    overlaps = sum(
        left < other[1] and other[0] < right and bottom < other[3] and other[2] < top for other in others
    )
    return float(inside.sum() + 30 * overlaps)
