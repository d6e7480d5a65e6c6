"""Where arrows and labels stand on a small drawing: where the least is in their way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import TypeVar

import numpy as np

from sarrus.views.drawing.names import LETTER, Offset, beside, cost_of_place, felt_points
from sarrus.views.drawing.shapes import INDEX_HEIGHT, DrawnShape, Label, runs_of
from sarrus.views.scene.base import Array

HEIGHT = 14.0
"""Of letters, in units of a picture."""
AWAY = (11.0, 17.0, 26.0, 38.0)
"""From the end of an arrow to its label."""
AROUND = 12
TURNS = tuple((-1) ** k * ((k + 1) // 2) * 2.0 * pi / AROUND for k in range(AROUND))
"""Directions that are tried, from the one that is told to its opposite."""
CROWD = 6.0
"""Nearer than this an arrow hides another."""
OUTSIDE = 400.0
"""What it costs to stand outside of the drawing."""


Choice = TypeVar("Choice")


def cheapest(
    choices: Iterable[Choice], asked: Callable[[Choice], float], found: Callable[[Choice], float]
) -> Choice:
    """The choice whose two costs together are least, the first of several.

    Args:
        choices: at least one.
        asked: what a choice costs by itself; quick.
        found: what is in its way; slow, and asked only where that can make a difference.
    """
    best: tuple[float, Choice] | None = None
    for choice in sorted(choices, key=asked):
        if best is not None and asked(choice) >= best[0]:
            break
        cost = asked(choice) + found(choice)
        if best is None or cost < best[0]:
            best = cost, choice
    assert best is not None, "there is something to choose"
    return best[1]


@dataclass
class Places:
    """What stands on a drawing so far.

    Attributes:
        width, height: of the drawing.
        shapes, labels: what is drawn, in order.
        felt: points along lines that labels should not cover.
        along: points along arrows, that other arrows should not cover.
        boxes: of labels.
    """

    width: float
    height: float
    shapes: list[DrawnShape] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    felt: Array = field(default_factory=lambda: np.empty((0, 2)))
    along: Array = field(default_factory=lambda: np.empty((0, 2)))
    boxes: list[Array] = field(default_factory=list)

    def draw(self, shapes: Iterable[DrawnShape], *, is_felt: bool = True) -> None:
        """Put shapes on top; labels keep away from those that are felt."""
        new = [shape for shape in shapes if len(shape.points) > 1 and np.isfinite(shape.points).all()]
        self.shapes += new
        if is_felt and new:
            self.felt = np.vstack([self.felt, felt_points(new)])

    def freest(self, ways: Sequence[Array], spared: Array) -> int:
        """Which of several ways, lines of points, is the least in the way; near a spared point nothing is counted."""
        return cheapest(range(len(ways)), lambda k: 3.0 * k, lambda k: self._in_the_way(ways[k], spared))

    def _in_the_way(self, way: Array, spared: Array) -> float:
        points = sampled(way)
        points = points[np.linalg.norm(points - spared, axis=1) > 2.0 * CROWD]
        near = 0
        if len(points) and len(self.along):
            gaps = np.linalg.norm(points[:, None] - self.along[None], axis=2).min(axis=1)
            near = int((gaps < CROWD).sum())
        out = ((way < 4.0) | (way > np.array([self.width, self.height]) - 4.0)).any()
        over = sum(bool(_inside(points, box).any()) for box in self.boxes)
        return 10.0 * near + 40.0 * over + (OUTSIDE if out else 0.0)

    def take(self, way: Array) -> None:
        """Keep further arrows away from a line of points."""
        self.along = np.vstack([self.along, sampled(way)])

    def name(
        self, anchor: Array, text: str, color: str, towards: Array | None = None, height: float = HEIGHT
    ) -> None:
        """Put a formula beside a point, best in a direction that is told."""
        first = float(np.arctan2(*(towards[::-1]))) if towards is not None and np.any(towards) else pi / 4
        options = [(away, turn) for away in AWAY for turn in TURNS]

        def offset(option: tuple[float, float]) -> Offset:
            away, turn = option
            return away * cos(first + turn), away * sin(first + turn)

        best = cheapest(
            options,
            lambda option: 0.15 * (option[0] - AWAY[0]) + 0.5 * abs(option[1]),
            lambda option: self.cost(self._box(anchor, offset(option), text, height)),
        )
        x, y, align = beside(anchor, offset(best))
        self.boxes.append(self._box(anchor, offset(best), text, height))
        self.labels.append(Label(x, y, text, color, height, align, is_formula=True))

    def cost(self, box: Array) -> float:
        """How much is in the way of a label."""
        return cost_of_place(box, self.felt, self.boxes) + (OUTSIDE if self._is_outside(box) else 0.0)

    def _box(self, anchor: Array, offset: Offset, text: str, height: float) -> Array:
        x, y, align = beside(anchor, offset)
        width = formula_width(text, height)
        left = {"left": x, "right": x - width, "center": x - width / 2}[align]
        return np.array([left, left + width, y - 0.62 * height, y + 0.5 * height])

    def _is_outside(self, box: Array) -> bool:
        left, right, bottom, top = box
        return bool(left < 2 or right > self.width - 2 or bottom < 2 or top > self.height - 2)


def formula_width(text: str, height: float) -> float:
    """Width of a formula; an estimate."""
    return LETTER * height * sum(len(run) * (INDEX_HEIGHT if low else 1.0) for run, low in runs_of(text))


def sampled(way: Array) -> Array:
    """Points along a line, near to each other."""
    return felt_points([DrawnShape(way)]) if len(way) > 1 else way


def _inside(points: Array, box: Array) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    left, right, bottom, top = box
    x, y = points[:, 0], points[:, 1]
    return np.asarray((x > left) & (x < right) & (y > bottom) & (y < top))
