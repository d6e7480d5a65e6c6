"""Bodies: from their solids, or as links between the points where they are held."""

from __future__ import annotations

import numpy as np

from sarrus.views.scene.base import Ball, Circle, Drawn, Primitive, Round, Vector
from sarrus.views.scene.forms import HALF_BAR, THIN_BAR, in_plane, in_space, is_thin, link, nearest
from sarrus.views.scene.geometry import vector
from sarrus.views.scene.site import Layer
from sarrus.views.scene.stage import SceneStage

STEM = 0.6
"""Width of a stem, in multiples of that of a bar."""
BOB = 0.09
"""Radius of a body that is but a point, in multiples of the size of the scene."""


def draw_body(stage: SceneStage, body: int, is_drawn: bool) -> Drawn | None:
    """A body; None where there is nothing to add to what joints drew of it.

    Args:
        stage: it is on.
        body: its number.
        is_drawn: whether the symbol of a joint shows it, such as the block of a slider.
    """
    primitives = solid_body(stage, body) if stage.shapes[body] else linked_body(stage, body, is_drawn)
    if not primitives:
        return None
    return Drawn(stage.name(body), "body", "body", body, Layer.BODY, tuple(primitives))


def solid_body(stage: SceneStage, body: int) -> list[Primitive]:
    """Its solids, and stems to the points that lie outside of them."""
    flat, size = stage.model.planar, stage.size
    stems: list[Primitive] = []
    for p in stage.used[body]:
        distance, q = min(nearest(shape, p) for shape in stage.shapes[body])
        if distance > 0.02 * size:
            stems.append(_bar(q, p, size, STEM, flat))
    # thin bars come last: they are joined to what is thick
    ordered = sorted(stage.shapes[body], key=is_thin)
    return stems + [p for shape in ordered for p in (in_plane if flat else in_space)(shape, size)]


def linked_body(stage: SceneStage, body: int, is_drawn: bool) -> list[Primitive]:
    """A link between its points; a disk or a ball where it is but a point, or where its mass is at a free end."""
    flat, size, points = stage.model.planar, stage.size, list(stage.used[body])
    if stage.extent(body) < 1e-9 * size:
        return [] if is_drawn else [_bob(points[0] if points else (0.0, 0.0, 0.0), size, flat)]
    found: list[Primitive]
    if flat:
        found = [link(points, HALF_BAR * size)]
    elif len(points) == 2:
        found = [_bar(points[0], points[1], size, 1.0, flat)]
    else:
        middle = vector(np.mean(points, axis=0))
        found = [
            _bar(middle, p, size, 1.0, flat) for p in points if np.linalg.norm(np.subtract(p, middle)) > 0.0
        ]
        found.append(Ball(middle, 1.2 * THIN_BAR * size))
    item = stage.model.bodies[body]
    center = vector(item.mass_properties(stage.model.resolve, stage.model.planar)[1])
    if not is_drawn and center in points and center not in _held(stage, body):
        found.append(_bob(center, size, flat))
    return found


def _held(stage: SceneStage, body: int) -> set[Vector]:
    """Points of a body where joints are."""
    name = stage.name(body)
    ends = (
        p
        for j in stage.model.joints
        if any(a.split(".")[0] == name for a in j.at)
        for p in stage.model.ends_of(j)
    )
    return {vector(stage.pose(p).p) for p in ends if stage.body(p) == body}


def _bob(center: Vector, size: float, flat: bool) -> Primitive:
    return Circle(center, BOB * size, fill="tint", weight=1.5) if flat else Ball(center, BOB * size)


def _bar(a: Vector, b: Vector, size: float, width: float, flat: bool) -> Primitive:
    if flat:
        return link([a, b], width * HALF_BAR * size)
    return Round(a, b, width * THIN_BAR * size, width * THIN_BAR * size)
