"""Where coordinates of constraints begin the search for a pose: a bead somewhere along its curve.

A coordinate that nothing is said of begins where its constraint stands least open for the bodies as they are given, among
places spread evenly over one period; over `REACH` lengths of its part to both sides where it is a length, over `WINDING`
to both sides where it is an angle, over 1 where it is a plain number. Of places that are as good, that nearest to 0.
"""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from sarrus.elements.base import Coordinate
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.solvers.arrays import Floats

if TYPE_CHECKING:
    from sarrus.analysis.assembly.search import Search

PLACES = 65
"""Values tried of a coordinate; where an element has several, about as many of each as give a thousand together."""
MOST = 1000
REACH = 2.0
WINDING = 3.0 * math.pi
AS_GOOD = 1e-9
"""Of the best place: what is no better by more is as good."""


def least_open(search: Search, q: Floats) -> Floats:
    """A pose with the coordinates of constraints of which nothing was said where these are least open."""
    e = search.e
    tried = {c.name: _tries(search, c) for c in e.model.owning}
    owner = np.array([row.owner for row in e.gap_rows])
    best: dict[str, float] = {}
    found = q.copy()
    for k in range(max(map(len, tried.values()))):
        here = q.copy()
        asked = [c for c in e.model.owning if k < len(tried[c.name])]
        for c in asked:
            for name, value in tried[c.name][k].items():
                here[search.own_place(name)] = value
        gaps = np.array(search.arrays(here)["gap"]) / np.array(e.gap_lengths)
        for c in asked:
            off = float(np.linalg.norm(gaps[owner == c.name]))
            if off < best.get(c.name, math.inf) * (1.0 - AS_GOOD):
                best[c.name] = off
                for name, value in tried[c.name][k].items():
                    found[search.own_place(name)] = value
    return found


def _tries(search: Search, constraint: FrameConstraint) -> list[dict[str, float]]:
    """Values of the coordinates of a constraint of which nothing was said, near 0 first."""
    loose = {f"{constraint.name}.{c.name}": c for c in constraint.coordinates}
    loose = {name: c for name, c in loose.items() if name not in search.given}
    if not loose:
        return []
    each = min(PLACES, int(MOST ** (1.0 / len(loose)))) // 2
    reaches = [_reach(search, name, c) for name, c in loose.items()]
    steps = sorted(product(range(-each, each + 1), repeat=len(loose)), key=_nearness)
    return [{n: r * k / each for n, r, k in zip(loose, reaches, at, strict=True)} for at in steps]


def _nearness(at: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """What places are ordered by: how far from 0, then positive ones first."""
    return max(map(abs, at)), tuple(-k for k in at)


def _reach(search: Search, name: str, coordinate: Coordinate) -> float:
    if coordinate.period:
        return coordinate.period / 2.0
    if coordinate.unit == "m":
        return REACH * search.e.measured_length(name)
    return WINDING if coordinate.is_angle else 1.0
