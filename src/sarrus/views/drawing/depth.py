"""Shapes of a spatial scene: shaded faces and lines, the far ones first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.views.drawing.areas import triangles_of
from sarrus.views.drawing.camera import Camera
from sarrus.views.drawing.look import Look, hexadecimal, rgb
from sarrus.views.drawing.moment import Moment, span_lines
from sarrus.views.drawing.order import LINES, Pieces, back_to_front, joined
from sarrus.views.drawing.shapes import DASH, GAP, NORMAL, TRACE, DrawnShape
from sarrus.views.drawing.solids import Faces, circle_points, faces_of
from sarrus.views.scene.base import Array, Ball, Block, Circle, Path, Round, Scene

LIGHT = np.array([-0.35, 0.75, 0.56])
"""Where light comes from: left, above and behind the eye."""
DARKEST, GLOSS = 0.55, 0.14
"""Part of its colour that a face turned from the light keeps; white that is added to one turned to the light."""
ABOVE = 0.01
"""Lines are drawn as if so much nearer, in sizes of the scene: a line on a face stays in sight."""
THIN = 1e-6
"""Distance from a plane that is none, in sizes of the scene."""
SEAM = 0.7
"""Width of the line that hides the gap between neighbouring faces."""

Line = tuple[Array, str, float, bool]
"""Points in ground, colour, weight, and whether it is broken."""


@dataclass(frozen=True, eq=False)
class Surface:
    """The faces of something on a body, and their colour; a flat one is seen from both sides and not shaded."""

    body: int
    color: str
    faces: Faces
    is_flat: bool


def surfaces_of(scene: Scene, look: Look, scale: float) -> list[Surface]:
    """Everything that has an area, once for all times; with so many units of the picture per metre."""
    surfaces = []
    for drawn in scene.drawn:
        color = look.color(drawn.role, drawn.body)
        for part in drawn.primitives:
            if not isinstance(part, Path | Circle):
                faces = faces_of(part, _segments(part, scale))
                surfaces.append(Surface(drawn.body, color, faces, is_flat=False))
            elif look.fill(part.fill, color) and (isinstance(part, Circle) or part.closed):
                surfaces.append(Surface(drawn.body, look.fill(part.fill, color), _area(part), is_flat=True))
    return surfaces


def _segments(solid: Ball | Round | Block, scale: float) -> int:
    """Faces around: enough to look round, as their corners are off by about radius / segments^2."""
    match solid:
        case Ball(radius=radius):
            pass
        case Round(start_radius=start, end_radius=end):
            radius = max(start, end)
        case _:
            radius = 0.0
    return 4 * int(np.clip(np.ceil(0.9 * np.sqrt(radius * scale)), 2, 8))


def depth_shapes(
    scene: Scene,
    surfaces: list[Surface],
    traces: tuple[Array, ...],
    moment: Moment,
    camera: Camera,
    look: Look,
) -> list[DrawnShape]:
    """Everything that is drawn, far things first; what is nowhere is left out."""
    styles: list[DrawnShape] = []
    groups: list[Pieces] = []
    for surface in surfaces:
        if np.isfinite(moment.places[surface.body]).all():
            groups.append(_seen(surface, len(groups), moment, camera, styles))
    for points, color, weight, dashed in _lines(scene, traces, moment, look):
        seen = points @ camera.axes.T
        seen[:, 2] += ABOVE * scene.size
        width = NORMAL * weight
        ends = np.stack([seen[:-1], seen[1:]], axis=1)
        if dashed:
            ends = _dashes(seen, DASH * width / camera.scale, GAP * width / camera.scale)
        count = len(ends)
        tags, parts = np.full(count, len(styles)), np.full(count, LINES)
        groups.append(Pieces(ends, np.zeros((count, 3)), tags, parts))
        styles.append(DrawnShape(np.empty((0, 2)), line=color, width=width))
    if not groups:
        return []
    ordered = back_to_front(joined(groups), THIN * scene.size)
    return list(_shapes(ordered, styles, camera))


def _shapes(
    ordered: Iterator[tuple[int, Array]], styles: list[DrawnShape], camera: Camera
) -> Iterator[DrawnShape]:
    """Shapes with their looks; lines that go on are one shape."""
    way: list[Array] = []
    last = -1
    for tag, points in ordered:
        style = styles[tag]
        flat = points[:, :2] * camera.scale + camera.shift
        if way and (tag != last or not np.array_equal(way[-1], flat[0])):
            yield _styled(styles[last], np.array(way))
            way = []
        if style.closed:
            yield _styled(style, flat[np.append(True, (flat[1:] != flat[:-1]).any(axis=1))])
        else:
            way += [flat[-1]] if way else [flat[0], flat[-1]]
        last = tag
    if way:
        yield _styled(styles[last], np.array(way))


def _styled(style: DrawnShape, points: Array) -> DrawnShape:
    return DrawnShape(points, closed=style.closed, fill=style.fill, line=style.line, width=style.width)


def _seen(surface: Surface, number: int, moment: Moment, camera: Camera, styles: list[DrawnShape]) -> Pieces:
    """The faces that look to the eye, as the camera sees them; their colours are added to the styles."""
    faces = surface.faces
    points = moment.points(surface.body, faces.points) @ camera.axes.T
    corners = points[faces.corners]
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    size = np.linalg.norm(normals, axis=1, keepdims=True)
    normals /= np.where(size > 0, size, 1.0)
    if surface.is_flat:
        normals *= np.where(normals[:, 2:] < 0, -1.0, 1.0)
    shown = np.flatnonzero(normals[:, 2] > 1e-6)
    light = 0.5 + 0.5 * (normals[shown] @ (LIGHT / np.linalg.norm(LIGHT)))[:, None]
    colors = np.array(rgb(surface.color)) * (DARKEST + (1 - DARKEST) * light) + GLOSS * light**4
    first = len(styles)
    for red, green, blue in colors.tolist():
        color = surface.color if surface.is_flat else hexadecimal((red, green, blue))
        styles.append(DrawnShape(np.empty((0, 2)), closed=True, fill=color, line=color, width=SEAM))
    parts = 2 * number + faces.parts[shown]
    return Pieces(corners[shown], normals[shown], first + np.arange(len(shown)), parts)


def _lines(scene: Scene, traces: tuple[Array, ...], moment: Moment, look: Look) -> Iterator[Line]:
    for drawn in scene.drawn:
        if np.isfinite(moment.places[drawn.body]).all():
            color = look.color(drawn.role, drawn.body)
            for part in drawn.primitives:
                if isinstance(part, Path | Circle) and part.weight > 0:
                    yield moment.points(drawn.body, _outline(part)), color, part.weight, part.dashed
    for span in scene.spans:
        for line in span_lines(span, moment):
            yield line, look.color(span.role), span.weight, span.dashed
    for line in traces:
        yield line, look.color("trace"), TRACE, False


def _outline(part: Path | Circle) -> Array:
    points = (
        circle_points(part, 48) if isinstance(part, Circle) else np.array(part.points, float).reshape(-1, 3)
    )
    return np.vstack([points, points[:1]]) if isinstance(part, Circle) or part.closed else points


def _area(part: Path | Circle) -> Faces:
    points = (
        circle_points(part, 24) if isinstance(part, Circle) else np.array(part.points, float).reshape(-1, 3)
    )
    triangles = triangles_of(points)
    return Faces(
        points,
        np.zeros_like(points),
        np.column_stack([triangles, triangles[:, 2:]]),
        np.zeros(len(triangles), np.int64),
    )


def _dashes(points: Array, dash: float, gap: float) -> Array:
    """Pieces of a line that are seen on a picture, shape (n, 2, 3); a dash that goes round a corner is cut there."""
    lengths = np.linalg.norm(np.diff(points[:, :2], axis=0), axis=1)
    at = np.append(0.0, np.cumsum(lengths))
    starts = np.arange(0.0, at[-1], max(dash + gap, at[-1] / 2000))
    edges = np.unique(np.concatenate([starts, np.minimum(starts + dash, at[-1]), at]))
    middles = (edges[:-1] + edges[1:]) / 2
    is_dash = np.searchsorted(starts, middles, "right") - 1
    shown = middles < starts[is_dash] + dash
    places = np.column_stack([np.interp(edges, at, points[:, k]) for k in range(3)])
    return np.stack([places[:-1][shown], places[1:][shown]], axis=1)
