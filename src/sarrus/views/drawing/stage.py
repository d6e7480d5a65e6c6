"""A scene set up for pictures: what does not change with time is made once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sarrus.views.drawing.arrows import arrow_shapes
from sarrus.views.drawing.camera import Camera, camera_of
from sarrus.views.drawing.depth import Surface, depth_shapes, surfaces_of
from sarrus.views.drawing.flat import flat_shapes
from sarrus.views.drawing.look import Look
from sarrus.views.drawing.moment import Moment, moment_at, traces
from sarrus.views.drawing.names import NameTag, names_of
from sarrus.views.drawing.shapes import NORMAL, TRACE, DrawnShape, Label, Picture, plain
from sarrus.views.scene.base import Array, Scene

UNITS = 600.0
"""Of the shorter side of every picture: more pixels show the same picture sharper."""
EDGE = 20.0
"""From the edge of a picture to the scale, the axes and the time."""
BAR = 0.22
"""Longest scale bar, in widths of a picture."""
SCALES = (("km", 1e3, 1e3), ("m", 1.0, 0.1), ("mm", 1e-3, 1e-3), ("µm", 1e-6, 0.0))
"""Units of the scale bar, what they are worth [m], and the shortest bar that has them [m]."""


@dataclass(frozen=True, eq=False)
class Stage:
    """Gives the picture of a scene at any time.

    Attributes:
        scene, look, camera: what is seen, in which colours, from where.
        width, height: of a picture, in its units.
        arrows: whether arrows are drawn.
        title: text on top, "" for none.
        traces: lines of the marks that are traced.
        surfaces: of solids, in space.
        names: of joints, in the plane.
    """

    scene: Scene
    look: Look
    camera: Camera
    width: float
    height: float
    arrows: bool
    title: str
    traces: tuple[Array, ...] = ()
    surfaces: list[Surface] = field(default_factory=list)
    names: list[NameTag] = field(default_factory=list)

    def picture(self, t: float, *, with_time: bool = False) -> Picture:
        """Everything at a time."""
        moment = moment_at(self.scene, t)
        shapes = self.shapes(moment)
        labels = [name.label(moment, self.camera, self.look) for name in self.names]
        corner, corner_labels = self._scale_bar() if self.scene.planar else self._axes()
        found = [label for label in labels if label is not None] + corner_labels
        if self.title:
            found.append(
                Label(
                    self.width / 2, self.height - EDGE, plain(self.title, 80), self.look.ink, 16.0, "center"
                )
            )
        if with_time:
            found.append(Label(self.width - EDGE, EDGE, f"t = {t:.2f} s", self.look.muted, 13.0, "right"))
        text = plain(f"{self.scene.name} at {t:.6g} s", 200)
        return Picture(self.width, self.height, self.look.paper, text, (*shapes, *corner), tuple(found))

    def shapes(self, moment: Moment) -> list[DrawnShape]:
        """The mechanism, its traces and its arrows."""
        scene, camera, look = self.scene, self.camera, self.look
        if scene.planar:
            color = look.color("trace")
            ways = (
                DrawnShape(camera.flat(line), line=color, width=NORMAL * TRACE, strength=0.7)
                for line in self.traces
            )
            shapes = [*ways, *flat_shapes(scene, moment, camera, look)]
        else:
            shapes = depth_shapes(scene, self.surfaces, self.traces, moment, camera, look)
        shapes += arrow_shapes(scene, moment, camera, look) if self.arrows else []
        return [shape for shape in shapes if len(shape.points) > 1]

    def _scale_bar(self) -> tuple[list[DrawnShape], list[Label]]:
        length, text = round_length(BAR * self.width / self.camera.scale)
        x, y = EDGE + np.array([0.0, length * self.camera.scale]), EDGE
        ends = np.array([[x[0], y + 4], [x[0], y], [x[1], y], [x[1], y + 4]])
        bar = DrawnShape(ends, line=self.look.muted, width=1.2)
        return [bar], [Label(float(x.mean()), y + 12, text, self.look.muted, 12.0, "center")]

    def _axes(self) -> tuple[list[DrawnShape], list[Label]]:
        """The directions x, y and z of ground."""
        center = np.array([EDGE + 26.0, EDGE + 26.0])
        tips = self.camera.axes[:2].T
        shapes = [
            DrawnShape(np.array([center, center + 24.0 * tip]), line=self.look.muted, width=1.2)
            for tip in tips
        ]
        places = center + 33.0 * tips
        labels = [
            Label(float(x), float(y), axis, self.look.muted, 12.0, "center")
            for axis, (x, y), tip in zip("xyz", places, tips, strict=True)
            if np.linalg.norm(tip) > 0.2  # an axis along the line of sight is a point
        ]
        return shapes, labels


def stage_of(
    scene: Scene,
    size: tuple[int, int],
    look: Look,
    times: Sequence[float],
    *,
    arrows: bool = True,
    with_traces: bool = True,
    title: str = "",
) -> Stage:
    """A stage for pictures of a size in pixels; names stand where they suit the given times."""
    units = min(size) / UNITS
    width, height = size[0] / units, size[1] / units
    camera = camera_of(scene, width, height, arrows=arrows)
    lines = tuple(line for _, line in traces(scene) if len(line) > 1) if with_traces else ()
    surfaces = [] if scene.planar else surfaces_of(scene, look, camera.scale)
    bare = Stage(scene, look, camera, width, height, arrows, title, lines, surfaces)
    moments = [moment_at(scene, t) for t in times]
    names = names_of(scene, moments, camera, bare.shapes)
    return Stage(scene, look, camera, width, height, arrows, title, lines, surfaces, names)


def round_length(longest: float) -> tuple[float, str]:
    """The longest of 1, 2 and 5 times a power of ten that is not longer [m], and its text in a handy unit."""
    power = 10.0 ** np.floor(np.log10(longest) + 1e-9)
    length = float(max(step * power for step in (1, 2, 5) if step * power <= longest * (1 + 1e-9)))
    unit, worth = next((unit, worth) for unit, worth, least in SCALES if length > 0.999 * least)
    return length, f"{length / worth:.6g} {unit}"
