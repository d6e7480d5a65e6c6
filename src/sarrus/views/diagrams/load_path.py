"""A load path: coordinates over what changes, dashed where the mechanism falls away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.analysis.statics.answer import Equilibrium, LoadPoint
from sarrus.views.page.panels import Axis, Diagram, DiagramCurve, Marks

__all__ = ["load_path_diagrams"]

LINE, MARK, BRANCH, HOPF = 0, 1, 2, 3


def load_path_diagrams(answer: Equilibrium, first_row: int | None = None) -> list[Diagram]:
    """A diagram for each coordinate that tells the pose.

    Args:
        answer: with a load path.
        first_row: of the scene in which the poses of the path stand; None where they do not.
    """
    names = [n for n in answer.coordinates if n in answer.path] or list(answer.values)
    across = Axis(answer.over, answer.units[answer.over])
    return [
        Diagram(
            across, Axis(name, answer.units[name]), _curves(answer, name, first_row), _marks(answer, name)
        )
        for name in names
    ]


def _curves(answer: Equilibrium, name: str, first_row: int | None) -> list[DiagramCurve]:
    found: dict[bool, list[DiagramCurve]] = {True: [], False: []}
    for number, line in enumerate((answer.path, *answer.others)):
        x, y, falling = (np.array(line[key], dtype=float) for key in (answer.over, name, "unstable"))
        x, y, falls, places = _parted(
            x, y, falling > 0, [(at.value, at.values[name]) for at in _events(answer)]
        )
        for is_stable in (True, False):
            shown = np.where(falls != is_stable, y, np.nan)
            if np.isfinite(shown).sum() > 1:
                word = "stable" if is_stable else "unstable"
                rows = None if first_row is None or number else [first_row + k for k in places]
                curve = DiagramCurve(word, x, shown, color=LINE, is_dashed=not is_stable, rows=rows)
                found[is_stable].append(curve)
    return [*found[True], *found[False]]


def _parted(
    x: Any, y: Any, falls: Any, events: Sequence[tuple[float, float]]
) -> tuple[Any, Any, Any, list[int]]:
    """A path with a point of both kinds wherever its stability changes: the fold or branch point there, else the middle.

    Returns:
        x, y, and whether it falls away: True, False, or None at a point of both kinds; and which point of the path each is,
        or is next to.
    """
    kinds, points = list[Any](falls), list(zip(x, y, strict=True))
    places, size = list(range(len(x))), np.maximum([np.ptp(x), np.ptp(y)], 1e-300)
    for k in reversed(np.flatnonzero(np.diff(falls.astype(int)))):
        before, after = np.array(points[k]), np.array(points[k + 1])
        middle, long = (before + after) / 2.0, np.linalg.norm((after - before) / size)
        near = sorted(events, key=lambda at: float(np.linalg.norm((at - middle) / size)))
        is_there = near and np.linalg.norm((near[0] - middle) / size) <= long
        points.insert(k + 1, near[0] if is_there else tuple(middle))
        kinds.insert(k + 1, None)
        places.insert(k + 1, int(k))
    across, along = np.array(points, dtype=float).T
    return across, along, np.array(kinds, dtype=object), places


def _events(answer: Equilibrium) -> tuple[LoadPoint, ...]:
    return (*answer.folds, *answer.branches, *answer.hopfs)


def _marks(answer: Equilibrium, name: str) -> list[Marks]:
    found = []
    for word, points, sign, color in (
        ("fold", answer.folds, "dot", MARK),
        ("branch point", answer.branches, "square", BRANCH),
        ("Hopf point", answer.hopfs, "circle", HOPF),
        ("jumps to", [at for at in answer.jumps if at.values], "cross", MARK),
    ):
        if points:
            labels = [f"{at.value:.4g}" for at in points]
            x, y = [at.value for at in points], [at.values[name] for at in points]
            found.append(Marks(word, x, y, sign, labels, color=color))
    return found
