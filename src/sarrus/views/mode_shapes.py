"""Mode shapes side by side: the mechanism in its pose, and how far each mode takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sarrus.analysis.linear.modes import Modes
from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import UsageError
from sarrus.files import Path
from sarrus.views.diagrams.figure import write_figure
from sarrus.views.drawing.depth import surfaces_of
from sarrus.views.drawing.look import Look, look_of
from sarrus.views.drawing.moment import moment_at
from sarrus.views.drawing.paint import collection, painting
from sarrus.views.drawing.shapes import DrawnShape
from sarrus.views.drawing.stage import stage_of
from sarrus.views.palette import BODIES
from sarrus.views.plots.figure import cut, picture_style
from sarrus.views.scene import Scene
from sarrus.views.swings import Swings, mode_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["mode_shapes_figure"]

MOST = 6
"""Modes in a picture, the slowest."""
COLUMNS = 3
REST, EXTREMES = "#9AA3AF", (BODIES[0], BODIES[1])
UNITS = (600, 600)
HIGH, LEAST, WIDEST = 3.0, 2.9, 5.0
"""Inches of the picture of a mode: its height, and the limits of its width."""
ROOM = 0.04
"""About what is drawn, in parts of its longer side."""
POINTS = 0.5
"""Of a printer, for a unit of a line's width."""


def mode_shapes_figure(answer: Modes, path: Path | None) -> Figure:
    """Draw the first modes, each with the mechanism at rest in grey and its extremes in colour; write it where a file is named."""
    numbers = range(1, min(len(answer), MOST) + 1)
    if not numbers:
        raise UsageError("There is nothing to draw: nothing can move, so there are no modes.")
    with mechanism_of(answer) as mechanism:
        scene, rows = Swings(answer, mechanism.snapshot()).extremes(numbers)
    pictures = _pictures(scene, [(r, r + 1) if answer.is_swinging[k] else (r,) for k, r in enumerate(rows)])
    titles = [f"mode {number}: {mode_text(answer, number, is_short=True)}" for number in numbers]
    more = "" if len(answer) == len(numbers) else f", the first {len(numbers)} of {len(answer)}"
    return _figure(f"{answer.mechanism}: modes{more}", titles, pictures, path)


def _figure(
    title: str, titles: Sequence[str], pictures: Sequence[Sequence[DrawnShape]], path: Path | None
) -> Figure:
    from matplotlib.figure import Figure

    points = np.concatenate([shape.points for picture in pictures for shape in picture])
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    room = ROOM * float((high - low).max())
    low, high = low - room, high + room
    wide = float(np.clip(HIGH * (high - low)[0] / (high - low)[1], LEAST, WIDEST))
    columns = min(COLUMNS, len(titles))
    lines = -(-len(titles) // columns)
    with picture_style(), painting():
        size = (max(wide * columns, 4.6), (HIGH + 0.35) * lines + 0.5)
        figure = Figure(figsize=size, layout="constrained")
        for k, (words, shapes) in enumerate(zip(titles, pictures, strict=True)):
            axes = figure.add_subplot(lines, columns, k + 1)
            axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
            axes.set_axis_off()
            axes.add_collection(collection(shapes, POINTS), autolim=False)
            axes.set_title(cut(words, 60), fontsize=10)
        figure.suptitle(cut(title, 65), fontsize=13, fontweight="bold")
        if path is not None:
            write_figure(figure, path)
    return figure


def _pictures(scene: Scene, modes: Sequence[Sequence[int]]) -> list[list[DrawnShape]]:
    """For each mode the mechanism at rest, row 0, and in the rows of the mode; what stands on ground is seen once."""
    rest = stage_of(scene, UNITS, look_in(REST), [0.0], arrows=False, with_traces=False)
    moving = replace(scene, drawn=tuple(d for d in scene.drawn if d.body >= 0))
    stages = []
    for look in map(look_in, EXTREMES):
        surfaces = [] if scene.planar else surfaces_of(moving, look, rest.camera.scale)
        stages.append(replace(rest, scene=moving, look=look, surfaces=surfaces))
    standing = rest.shapes(moment_at(scene, 0.0))
    found = []
    for rows in modes:
        shapes = list(standing)
        for k, (stage, row) in enumerate(zip(stages, rows, strict=False)):
            drawn = stage.shapes(moment_at(moving, float(row)))
            shapes += [_outline(shape, is_second=bool(k)) for shape in drawn] if scene.planar else drawn
        found.append(shapes)
    return found


def _outline(shape: DrawnShape, *, is_second: bool) -> DrawnShape:
    """A shape through which others are seen; the second extreme is broken, to be told apart without colours."""
    return replace(shape, fill="", dashed=shape.dashed or is_second)


def look_in(color: str) -> Look:
    """A look in which everything has one colour."""
    light = look_of("light")
    colors = {role: light.paper if role == "paper" else color for role in light.colors}
    return Look(colors, (color,))
