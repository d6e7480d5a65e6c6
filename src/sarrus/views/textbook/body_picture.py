"""The picture of one free body: outline, frame, mass centre, and an arrow for everything that acts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.mechanics.readable.page.acting import ActingLoad, LoadSource
from sarrus.views.drawing.arrows import arrow_head, straight_arrow
from sarrus.views.drawing.camera import Camera, flat_axes, oblique_axes
from sarrus.views.drawing.flat import QUARTER, convex_hull, flat_shapes
from sarrus.views.drawing.look import Look, mixed
from sarrus.views.drawing.moment import Moment, moment_at
from sarrus.views.drawing.shapes import NORMAL, DrawnShape, Label, Picture, plain
from sarrus.views.drawing.solids import extent
from sarrus.views.scene.base import Array, Scene
from sarrus.views.textbook.free_body import FreeBodies, FreeBody
from sarrus.views.textbook.placing import HEIGHT, Places

__all__ = ["UNITS", "body_picture"]

UNITS = 340.0
"""Of the shorter side of a drawing."""
SIDE, TOP, BOTTOM = 104.0, 84.0, 72.0
"""Room for arrows and labels around a body."""
LARGEST = 400.0
"""Units that a body of the usual size has at most."""
ARROW, SHORTEST, AXIS = 58.0, 24.0, 36.0
ARC, FLATTEST = 19.0, 0.34
"""Radius of the arc of a torque; the least share of it that is seen of an arc from aside."""
BEYOND = 34.0
"""How far a line of action goes on."""
CROWD, LONGER = 5, 1.3
"""So many arrows at one point are longer."""
BESIDE, BEHIND = 40.0, 92.0
"""From a point to the arc of a torque in space; in a crowd it stands behind the arrows."""
APART = 26.0
"""A point this far from the outline of its body is joined to it by a thin line."""
SHY = 6.0
"""An arrow that comes in ends so far before its point: what is drawn there does not hide its head."""
HEAD_ON = 0.2
"""Of a vector that is seen so short, a dot or a cross is drawn: it points at the reader, or away."""
PALE = 0.6
ROLES = {
    LoadSource.FIELD: "applied",
    LoadSource.FORCE: "applied",
    LoadSource.DRIVER: "driver",
    LoadSource.REACTION: "reaction",
}


def body_picture(
    all_of_them: FreeBodies, body: FreeBody, look: Look, size: tuple[float, float], *, is_named: bool = True
) -> Picture:
    """The drawing of a body.

    Args:
        all_of_them: it is one of.
        body: which one.
        look: colours.
        size: width and height in units of the picture.
        is_named: whether the name of the body stands on it.
    """
    sheet = _Sheet(all_of_them.scene, body, look, size)
    sheet.draw()
    if is_named:
        sheet.on.labels.append(Label(14.0, size[1] - 18.0, plain(body.name, 40), look.ink, 16.0))
    return Picture(*size, look.paper, plain(body.told, 400), tuple(sheet.on.shapes), tuple(sheet.on.labels))


class _Sheet:
    """One drawing while it is made."""

    def __init__(self, scene: Scene, body: FreeBody, look: Look, size: tuple[float, float]) -> None:
        self.body, self.look, self.on = body, look, Places(*size)
        own = tuple(d for d in scene.drawn if d.body == body.number and d.kind == "body")
        self.scene = replace(scene, drawn=own, spans=(), arrows=(), marks=())
        self.moment: Moment = moment_at(self.scene, float(scene.t[0]))
        self.camera = self._camera(size)
        self.torques: dict[tuple[int, ...], int] = {}

    def _camera(self, size: tuple[float, float]) -> Camera:
        """The body in the middle, with room about it."""
        scene, number = self.scene, self.body.number
        axes = flat_axes(scene.up) if scene.planar else oblique_axes(scene.up)
        parts = [extent(p) for drawn in scene.drawn for p in drawn.primitives]
        points = [self.moment.points(number, np.vstack([np.zeros((1, 3)), *parts]))]
        points += [np.array([load.at]) for load in self.body.loads]
        points += [] if self.body.center is None else [self.body.center[None]]
        seen = np.vstack(points) @ axes[:2].T
        low, high = seen.min(axis=0), seen.max(axis=0)
        room = np.array([size[0] - 2 * SIDE, size[1] - TOP - BOTTOM])
        spread = np.maximum(high - low, 1e-9 * scene.size)
        scale = min(float((room / spread).min()), LARGEST / scene.size)
        middle = np.array([size[0] / 2, BOTTOM + room[1] / 2])
        return Camera(axes, scale, middle - scale * (low + high) / 2)

    def place(self, point: Array) -> Array:
        """Where a point of ground is on the picture."""
        return np.asarray(self.camera.flat(np.asarray(point)[None])[0])

    def seen(self, vector: Array) -> Array:
        """A unit vector along another, as it is seen: right, up, towards the eye."""
        return np.asarray(self.camera.axes @ (vector / np.linalg.norm(vector)))

    def draw(self) -> None:
        """Everything, from the back to the front; arrows before names."""
        self._outline()
        for load in self.body.loads:
            if load.towards is not None:
                self._line_of_action(load)
        axes = self._frame()
        self._mass_center()
        forces = [self._force(load) for load in self.body.loads if load.quantity == "force"]
        torques = [self._torque(load) for load in self.body.loads if load.quantity == "torque"]
        for anchor, text, color, towards in (*torques, *forces):
            self.on.name(anchor, plain(text), color, towards)
        for anchor, text, color, towards in axes:
            self.on.name(anchor, plain(text), color, towards, 0.86 * HEIGHT)

    def _outline(self) -> None:
        """The body as every picture draws it, paler: arrows lie on it."""
        shapes = flat_shapes(self.scene, self.moment, self.camera, self.look)
        paper = self.look.paper
        pale = [
            replace(
                s,
                fill=mixed(s.fill, paper, PALE) if s.fill else "",
                line=mixed(s.line, paper, PALE) if s.line else "",
            )
            for s in shapes
        ]
        self.on.draw(pale)
        self._stays()

    def _stays(self) -> None:
        """Thin lines to points where loads act outside of what is drawn of the body, as on a long slide."""
        outline = self.on.felt
        for place in {tuple(self.place(load.at).round(3)): None for load in self.body.loads}:
            away = np.linalg.norm(outline - place, axis=1) if len(outline) else np.zeros(1)
            if away.min() > APART and not _is_within(np.array(place), convex_hull(outline)):
                ends = np.array([outline[int(away.argmin())], place])
                self.on.draw([DrawnShape(ends, line=self.look.muted, width=0.8)], is_felt=False)

    def _line_of_action(self, load: ActingLoad) -> None:
        start = self.place(load.at)
        along = self.seen(load.vector)[:2]
        if np.linalg.norm(along) > HEAD_ON:
            along /= np.linalg.norm(along)
            ends = np.array([start - BEYOND * along, start + (ARROW + BEYOND) * along])
            self.on.draw([DrawnShape(ends, line=self.look.muted, width=1.1, dashed=True)], is_felt=False)

    def _frame(self) -> list[tuple[Array, str, str, Array]]:
        """The axes of the body frame; what to write beside them."""
        origin = self.place(self.moment.places[self.body.number])
        found = []
        for text, axis in zip(self.body.axes, self.moment.turns[self.body.number].T, strict=False):
            along = (self.camera.axes @ axis)[:2]
            if np.linalg.norm(along) < HEAD_ON:
                continue  # along the line of sight
            tip = origin + AXIS * along
            shapes = straight_arrow(origin, tip, self.look.muted, heads=1)
            self.on.draw(replace(shape, width=1.2) if not shape.fill else shape for shape in shapes)
            found.append((tip, text, self.look.muted, along))
        return found

    def _mass_center(self) -> None:
        """A circle with two dark quarters."""
        if self.body.center is None:
            return
        center, r, ink = self.place(self.body.center), 5.5, self.look.ink
        self.on.draw([_disk(center, r, fill=self.look.paper, line=ink)])
        for first in (0.0, np.pi):
            angles = first + np.linspace(0.0, np.pi / 2, 9)
            edge = center + r * np.column_stack([np.cos(angles), np.sin(angles)])
            self.on.draw([DrawnShape(np.vstack([center, edge]), closed=True, fill=ink)])

    def _is_crowded(self, point: Array) -> bool:
        """Whether many arrows begin at a point."""
        places = [self.place(load.at) for load in self.body.loads]
        return sum(bool(np.linalg.norm(place - point) < 10.0) for place in places) > CROWD

    def _force(self, load: ActingLoad) -> tuple[Array, str, str, Array]:
        color = self.look.color(ROLES[load.source])
        point, (x, y, depth) = self.place(load.at), self.seen(load.vector)
        along = np.array([x, y])
        size = float(np.linalg.norm(along))
        if size < HEAD_ON:
            self.on.draw(_head_on(point, color, self.look.paper, is_near=depth > 0))
            return point + 8.0, load.symbol, color, np.array([1.0, 1.0])
        along /= size
        length = max(SHORTEST, ARROW * size) * (LONGER if self._is_crowded(point) else 1.0)
        aside = np.array([-along[1], along[0]])
        ways = [
            np.array(
                [point + (first + shift) * along + off * aside, point + (last + shift) * along + off * aside]
            )
            for shift, off in ((0.0, 0.0), (8.0, 0.0), (0.0, 9.0), (0.0, -9.0))
            for first, last in ((0.0, length), (-length, -SHY), (0.0, 1.4 * length), (-1.4 * length, -SHY))
        ]
        start, end = ways[self.on.freest(ways, point)]
        self.on.take(np.array([start, end]))
        self.on.draw(straight_arrow(start, end, color, heads=1))
        self.on.draw([_disk(point, 2.6, fill=color)])
        is_outward = float((end - point) @ along) > 1.0
        anchor = end if is_outward else start
        return anchor, load.symbol, color, along if is_outward else -along

    def _torque(self, load: ActingLoad) -> tuple[Array, str, str, Array]:
        """An arc about the axis, seen from where we stand; the right hand tells its sense."""
        color = self.look.color(ROLES[load.source])
        point, (x, y, depth) = self.place(load.at), self.seen(load.vector)
        size = float(np.hypot(x, y))
        up = np.array([x, y]) / size if size > 1e-9 else np.array([0.0, 1.0])
        key = (*np.round(point / 8.0).astype(int).tolist(), *np.round(3.0 * up).astype(int).tolist())
        many = self.torques[key] = self.torques.get(key, -1) + 1
        radius = ARC + (11.0 * many if size < HEAD_ON else 0.0)
        center = point
        if size >= HEAD_ON:
            first = BEHIND if self._is_crowded(point) else BESIDE
            away = [side * (first + 22.0 * many + more) for side in (1.0, -1.0) for more in (0.0, 34.0)]
            # a little farther than its middle, for the arc has a size
            ways = [np.array([point, point + (far + np.sign(far) * ARC) * up]) for far in away]
            center = point + away[self.on.freest(ways, point)] * up
            self.on.draw([DrawnShape(np.array([point, center + 12.0 * up]), line=color, width=1.0)])
            self.on.take(np.array([point, center]))
        across = np.array([up[1], -up[0]])  # so that across, up turn anticlockwise
        flat = max(FLATTEST, abs(depth)) if size >= HEAD_ON else 1.0
        sense = 1.0 if depth >= -1e-9 else -1.0
        angles = np.pi / 2 + sense * np.linspace(-0.72 * np.pi, 0.62 * np.pi, 33)
        line = center + radius * (np.cos(angles)[:, None] * across + flat * np.sin(angles)[:, None] * up)
        along = line[-1] - line[-4]
        along /= np.linalg.norm(along)
        head = arrow_head(line[-1] + 5.0 * along, along, 10.0, color)
        self.on.draw([DrawnShape(line, line=color, width=1.2 * NORMAL), head])
        self.on.take(line)
        return center + radius * flat * up, load.symbol, color, up


def _is_within(point: Array, hull: Array) -> bool:
    """Whether a point is inside of a convex hull, whose corners go round anticlockwise."""
    edges, away = np.roll(hull, -1, axis=0) - hull, point - hull
    return bool((edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0] >= 0.0).all())


def _disk(center: Array, radius: float, fill: str = "", line: str = "") -> DrawnShape:
    c = QUARTER
    quarter = np.array([[1, 0], [1, c], [c, 1]])
    turn = np.array([[0, 1], [-1, 0]])
    around = np.vstack([quarter @ np.linalg.matrix_power(turn, k) for k in range(4)] + [quarter[:1]])
    return DrawnShape(center + radius * around, closed=True, fill=fill, line=line, width=1.4, curved=True)


def _head_on(point: Array, color: str, paper: str, *, is_near: bool) -> list[DrawnShape]:
    """A vector towards the reader (a dot in a circle), or away (a cross in it)."""
    circle = _disk(point, 7.0, fill=paper, line=color)
    if is_near:
        return [circle, _disk(point, 2.4, fill=color)]
    arms = 4.6 * np.array([[1.0, 1.0], [1.0, -1.0]])
    return [circle, *(DrawnShape(np.array([point - a, point + a]), line=color, width=1.4) for a in arms)]
