"""Random states that the rows of a mechanism allow."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from sarrus.analysis.assembly.start import Start, in_formulation
from sarrus.analysis.linear.manifold import Manifold
from sarrus.analysis.linear.point import OperatingPoint, operating_point
from sarrus.errors import NumericalError
from sarrus.mechanics.bodies import bodies_at
from sarrus.solvers.arrays import Floats
from sarrus.spatial import Rotation
from sarrus.spatial.sequences import BRYANT, SEQUENCES, from_angles, returns, to_angles

__all__ = ["in_bodies", "random_points", "regular_angles", "row_of"]

STEPS = (0.7, 0.3, 0.1, 0.03, 0.0)
"""Sizes of steps away from the start, in radians or lengths, that are tried until one closes."""
ILL = 1e7
"""Condition of the rows beyond which a state says little of the equations; another is taken."""


def random_points(start: Start, count: int, seed: int, t: float) -> Iterator[OperatingPoint]:
    """States away from the start, closed again, with random speeds that the rows allow; fewer where few close."""
    manifold = Manifold(start.equations, t)
    random = np.random.default_rng(seed)
    nq, nv = manifold.nq, manifold.nv
    for _ in range(count):
        for step in STEPS:
            x = manifold.moved(start.x.copy(), step * manifold.rows.columns * random.normal(size=nv))
            closed = manifold.closed(x)
            if closed is None or not np.isfinite(closed).all():
                continue
            closed[nq : nq + nv] = manifold.rows.columns * random.normal(size=nv)
            try:
                point = operating_point(manifold, manifold.fitting(closed))
            except NumericalError:
                continue
            if point.stand.condition < ILL and np.isfinite(point.row).all():
                yield point
                break


def row_of(point: OperatingPoint) -> dict[str, float | Floats]:
    """Everything that is published at a state, by name."""
    row = point.row
    return {
        c.name: float(row[c.start]) if c.size == 1 else row[c.start : c.start + c.size]
        for c in point.e.channels
    }


def regular_angles(points: Sequence[OperatingPoint]) -> str:
    """The sequence of axes by which all bodies at all states are farthest from gimbal lock; 1-2-3 in the plane."""
    if points[0].e.model.planar:
        return BRYANT
    rows = [row_of(point) for point in points]
    turns = [
        from_angles(BRYANT, [float(row[f"{body.name}.a{k}"]) for k in (1, 2, 3)])
        for row in rows
        for body in points[0].e.model.bodies
    ]
    return max(SEQUENCES, key=lambda sequence: min(_from_lock(sequence, R) for R in turns))


def _from_lock(sequence: str, R: Rotation) -> float:
    second = float(to_angles(sequence, R)[1])
    return abs(math.sin(second) if returns(sequence) else math.cos(second))


def in_bodies(start: Start, point: OperatingPoint) -> OperatingPoint:
    """The same state in coordinates of bodies.

    Raises:
        NumericalError: the equations have no solution there.
    """
    absolute, at_start = in_formulation(start, "absolute")
    relative, x = start.equations, at_start.copy()
    moving = np.concatenate([*bodies_at(relative, point.x)])
    x[: len(moving)] = moving
    first = len(relative.coordinates) + len(relative.speeds)
    count = len(relative.internal)
    x[len(moving) : len(moving) + count] = point.x[first : first + count]
    manifold = Manifold(absolute, point.t)
    return operating_point(manifold, x)
