"""Shapes of a planar scene: lines and areas in layers, as in a textbook."""

from __future__ import annotations

import numpy as np

from sarrus.views.drawing.camera import Camera
from sarrus.views.drawing.look import Look
from sarrus.views.drawing.moment import Moment, span_lines
from sarrus.views.drawing.shapes import NORMAL, DrawnShape
from sarrus.views.drawing.solids import faces_of, frame_about
from sarrus.views.scene.base import Array, Circle, Drawn, Path, Primitive, Scene, Span

QUARTER = 0.5522847498
"""Of the radius: where the inner points of a Bezier curve stand that draws a quarter of a circle."""

ROUND = 32
"""Corners of the outline of what is round."""


def flat_shapes(scene: Scene, moment: Moment, camera: Camera, look: Look) -> list[DrawnShape]:
    """Everything that is drawn, lower layers first; what is nowhere is left out."""
    shapes: list[DrawnShape] = []
    parts: list[Drawn | Span] = [*scene.drawn, *scene.spans]
    for part in sorted(parts, key=lambda part: part.layer):
        if isinstance(part, Span):
            color = look.color(part.role)
            shapes += (
                DrawnShape(camera.flat(line), line=color, width=NORMAL * part.weight, dashed=part.dashed)
                for line in span_lines(part, moment)
            )
        elif np.isfinite(moment.places[part.body]).all():
            color = look.color(part.role, part.body)
            shapes += (
                _shape(primitive, part.body, moment, camera, look, color) for primitive in part.primitives
            )
    return shapes


def _shape(
    primitive: Primitive, body: int, moment: Moment, camera: Camera, look: Look, color: str
) -> DrawnShape:
    match primitive:
        case Path(points=points, closed=closed):
            places = camera.flat(moment.points(body, points))
            return outlined(places, primitive, look, color, closed=closed)
        case Circle():
            places = camera.flat(moment.points(body, bezier_circle(primitive)))
            return outlined(places, primitive, look, color, closed=True, curved=True)
    hull = convex_hull(camera.flat(moment.points(body, faces_of(primitive, ROUND).points)))
    return DrawnShape(hull, closed=True, fill=look.fill("tint", color), line=color)


def outlined(
    places: Array, drawn: Path | Circle, look: Look, color: str, *, closed: bool, curved: bool = False
) -> DrawnShape:
    """A path or a circle with its fill and its line."""
    return DrawnShape(
        places,
        closed=closed,
        fill=look.fill(drawn.fill, color) if closed else "",
        line=color if drawn.weight > 0 else "",
        width=NORMAL * drawn.weight,
        dashed=drawn.dashed,
        curved=curved,
    )


def bezier_circle(circle: Circle) -> Array:
    """Four curves that draw a circle to 0.03 % of its radius, shape (13, 3)."""
    c = QUARTER
    quarter = np.array([[1, 0], [1, c], [c, 1]])
    turn = np.array([[0, 1], [-1, 0]])
    around = np.vstack([quarter @ np.linalg.matrix_power(turn, k) for k in range(4)] + [quarter[:1]])
    points: Array = np.array(circle.center) + circle.radius * around @ frame_about(circle.normal)[:, :2].T
    return points


def convex_hull(points: Array) -> Array:
    """Corners of the convex hull, counter-clockwise (Andrew's monotone chain); shape (n, 2)."""
    ordered = sorted({(round(float(x), 6), round(float(y), 6)) for x, y in points})
    chains = []
    for way in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in way:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    return np.array(chains[0] + chains[1] or ordered)
