"""Arrows of forces and torques, at the time of a picture."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from sarrus.views.drawing.camera import Camera
from sarrus.views.drawing.look import Look
from sarrus.views.drawing.moment import Moment
from sarrus.views.drawing.shapes import NORMAL, DrawnShape
from sarrus.views.scene.base import Array, Scene

HEAD = 11.0
"""Length of the head of an arrow, in units of a picture."""
SLIM = 0.36
"""Half the width of a head, in its lengths."""
SHORTEST = 2.0
"""Shorter arrows are not drawn, in units of a picture."""
LONGEST = 0.45
"""Longer arrows are cut, in diagonals of the scene."""
ARC = 0.22
"""Radius of the arc of a torque, in sizes of the scene."""
LEAST_SWEEP, FULL_SWEEP = pi / 2, 7 * pi / 4


def arrow_shapes(scene: Scene, moment: Moment, camera: Camera, look: Look) -> list[DrawnShape]:
    """Every arrow that is neither zero nor unknown.

    A force, and in space a torque, goes along its vector. A torque in the plane is an arc about its point, anticlockwise
    when positive, and longer when it is greater.
    """
    diagonal = float(np.linalg.norm(np.subtract(scene.high, scene.low)))
    largest = {quantity: _largest(scene, quantity) for quantity in ("force", "torque")}
    shapes: list[DrawnShape] = []
    for arrow, value in zip(scene.arrows, moment.values, strict=True):
        point = moment.point(arrow.at)
        strength = float(np.linalg.norm(value))
        if not (
            np.isfinite(point).all() and strength > 1e-9 * largest[arrow.quantity]
        ):  # false for NaN as well
            continue
        color = look.color(arrow.role)
        is_torque = arrow.quantity == "torque"
        vector = value * (scene.torque_scale if is_torque else scene.force_scale)
        if is_torque and scene.planar:
            share = min(1.0, float(np.linalg.norm(vector)) / (0.2 * diagonal or 1.0))
            shapes += _arc(
                camera.flat(point[None])[0], vector[2], share, camera.scale * ARC * scene.size, color
            )
            continue
        vector = vector * min(1.0, LONGEST * diagonal / max(float(np.linalg.norm(vector)), 1e-300))
        start, end = camera.flat(np.array([point, point + vector]))
        shapes += straight_arrow(start, end, color, heads=2 if is_torque else 1)
    return shapes


def _largest(scene: Scene, quantity: str) -> float:
    values = [np.linalg.norm(arrow.values, axis=1) for arrow in scene.arrows if arrow.quantity == quantity]
    every = np.concatenate([*values, np.zeros(1)])
    return float(every[np.isfinite(every)].max())


def straight_arrow(start: Array, end: Array, color: str, heads: int) -> list[DrawnShape]:
    """An arrow between two places of a picture; nothing where it would be too short."""
    length = float(np.linalg.norm(end - start))
    if length < SHORTEST:
        return []
    along = (end - start) / length
    head = min(HEAD, 0.6 * length / heads)
    shapes = [DrawnShape(np.array([start, end - 0.9 * head * along]), line=color, width=NORMAL * 1.2)]
    shapes += (arrow_head(end - 0.75 * k * head * along, along, head, color) for k in range(heads))
    return shapes


def _arc(center: Array, turn: float, share: float, radius: float, color: str) -> list[DrawnShape]:
    sense = 1.0 if turn > 0 else -1.0
    sweep = LEAST_SWEEP + share * (FULL_SWEEP - LEAST_SWEEP)
    head = min(HEAD, 0.5 * radius)
    # the arc is symmetric about the upward direction; its line ends inside the head
    last = pi / 2 + sense * sweep / 2
    angles = np.linspace(pi / 2 - sense * sweep / 2, last - sense * head / radius * 0.9, 25)
    line = center + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    tip = center + radius * np.array([cos(last), sin(last)])
    along = (tip - line[-1]) / np.linalg.norm(tip - line[-1])
    return [DrawnShape(line, line=color, width=NORMAL * 1.2), arrow_head(tip, along, head, color)]


def arrow_head(tip: Array, along: Array, length: float, color: str) -> DrawnShape:
    """A slim triangle that points along a unit vector."""
    aside = np.array([-along[1], along[0]]) * SLIM * length
    back = tip - length * along
    return DrawnShape(np.array([tip, back + aside, back - aside]), closed=True, fill=color)
