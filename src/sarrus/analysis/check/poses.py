"""Other poses of a mechanism: steps along its free motions, closed again, with the drivers let go.

Rank at one pose says what is so there. What is so at several, near and far, is a property of the mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.mobility import balanced, column_sizes, constraint_matrix, row_factors
from sarrus.analysis.start import Start
from sarrus.equations import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import rank_report, reduced

NEAR, FAR = 0.05, 0.3
"""Steps, in radians or units of the model's length, all speeds together."""
MIXTURES = 8
ITERATIONS = 25
CLOSED = 1e-11
SETTLED = 1e-7
"""Last correction of a pose that counts: where Newton's method only creeps, the pose is not known well enough."""
MOVED = 0.3
"""Part of a step that must be left when the pose is closed again, for it to be another pose."""
DIRECTIONS = 8
"""So many free motions are tried one by one."""


@dataclass(frozen=True)
class Elsewhere:
    """What other poses say, in coordinates of the tree.

    Attributes:
        poses: how many were found, the start not counted.
        rank, passive: largest rank of all rows, and of those that are no drivers; the start counted.
        reach: directions in which the start pose can really be left; -1 where that stays open.
        x: the state of largest rank, best conditioned.
    """

    poses: int
    rank: int
    passive: int
    reach: int
    x: Floats


@dataclass(frozen=True)
class Try:
    """A step that was tried.

    Attributes:
        is_first: whether it began at the start pose.
        direction: of length 1.
        way: what was left of the step when the pose was closed again, as part of its length.
        x: the state reached; None where the pose did not close.
    """

    is_first: bool
    direction: Floats
    way: Floats
    x: Floats | None

    @property
    def is_moved(self) -> bool:
        """Whether another pose was reached. A way of almost nothing means that it closes only where it was."""
        return self.x is not None and float(np.linalg.norm(self.way)) > MOVED


class Walk:
    """A mechanism on its way from pose to pose."""

    def __init__(self, found: Start) -> None:
        self.e: Equations = found.equations
        self.start = found.x
        driven = {d.name for d in self.e.model.drivers}
        self.passive = np.array([r.owner not in driven for r in self.e.rows], dtype=bool)
        self.columns = column_sizes(self.e)
        self.random = np.random.default_rng(1)

    def matrix(self, x: Floats) -> Floats:
        """All rows at a state, of natural size."""
        return balanced(self.e, constraint_matrix(self.e, 0.0, x))

    def motions(self, x: Floats) -> Floats:
        """Free motions with the drivers let go, unit columns; the same ones at poses that differ by rounding."""
        Z = reduced(rank_report(self.matrix(x)[self.passive]).motions, range(len(self.columns)))
        return np.asarray(Z / np.linalg.norm(Z, axis=0))

    def moved(self, x: Floats, step: Floats) -> Floats:
        """The state after a small step, lengths in units of the model's length."""
        q = self.e.kernels["retract"](x, (self.columns * step).tolist(), self.e.constants)[0]
        return np.array([*q, *x[len(q) :]])

    def closed(self, x: Floats, step: Floats) -> tuple[Floats, Floats] | None:
        """The pose after a step, closed again by least corrections, and how it was left; None when it does not close."""
        way = step.copy()
        x = self.moved(x, step)
        for _ in range(ITERATIONS):
            g, _, _, senses = self.e.kernels["closure"]([0.0], x, self.e.constants)
            G = constraint_matrix(self.e, 0.0, x)
            off = (row_factors(self.e, G) * g)[self.passive]
            correction = np.linalg.lstsq(balanced(self.e, G)[self.passive], -off, rcond=1e-9)[0]
            size = float(np.abs(correction).max(initial=0.0))
            if float(np.abs(off).max(initial=0.0)) < CLOSED and size < SETTLED:
                return (x, way) if all(s > 0 for s in senses) else None
            if not size < 1.0:
                return None
            way = way + correction
            x = self.moved(x, correction)
        return None

    def left(self, x: Floats, direction: Floats, size: float) -> Try:
        """A step from a pose, shorter where a long one does not close."""
        is_first = x is self.start
        direction = direction / np.linalg.norm(direction)
        for part in (1.0, 0.1, 0.01):
            found = self.closed(x, part * size * direction)
            if found is not None:
                return Try(is_first, direction, found[1] / (part * size), found[0])
        return Try(is_first, direction, direction, None)

    def explore(self) -> Iterator[Try]:
        """Leave the start along every free motion and along mixtures of them, and go on from there."""
        Z = self.motions(self.start)
        if Z.shape[1] <= DIRECTIONS:
            for k in range(Z.shape[1]):
                for sign in (1.0, -1.0):
                    yield self.left(self.start, sign * Z[:, k], NEAR)
        here = self.start
        for attempt in range(MIXTURES if Z.shape[1] else 0):
            origin = here if attempt % 2 else self.start
            Z = self.motions(origin)
            found = self.left(origin, Z @ self.random.normal(size=Z.shape[1]), FAR if attempt % 4 else NEAR)
            if found.x is not None and found.is_moved:
                here = found.x
            yield found


def look_elsewhere(found: Start) -> Elsewhere:
    """Ranks at poses near and far."""
    walk = Walk(found)
    if rank_report(walk.matrix(found.x)).rank == len(walk.passive):
        # all rows are independent: the rank cannot be larger, and every free motion can be continued
        return Elsewhere(0, len(walk.passive), int(walk.passive.sum()), -1, found.x)
    tries = list(walk.explore())
    states = [found.x for found in tries if found.x is not None and found.is_moved]
    seen = []
    for x in (walk.start, *states):
        G = walk.matrix(x)
        every, passive = rank_report(G), rank_report(G[walk.passive])
        seen.append((passive.rank, every.rank, -every.condition, x))
    best = max(seen, key=lambda s: s[:3])
    return Elsewhere(len(states), max(s[1] for s in seen), best[0], _reach(walk, tries), best[3])


def _reach(walk: Walk, tries: list[Try]) -> int:
    """Dimension of the ways that lead out of the start; -1 when one of them stayed open, or they are too many to try.

    Ways are compared with directions, W = A D: where every motion can be continued, A is nearly the identity, and where
    some cannot, it takes them to nothing.
    """
    firsts = [found for found in tries if found.is_first]
    free = walk.motions(walk.start).shape[1]
    if free > DIRECTIONS or any(found.x is None for found in firsts):
        return -1
    if not free:
        return 0
    D = np.array([found.direction for found in firsts]).T
    W = np.array([found.way for found in firsts]).T
    basis = np.linalg.svd(D, full_matrices=False)[0][:, :free]
    A = np.linalg.lstsq((basis.T @ D).T, (basis.T @ W).T, rcond=None)[0]
    return int(np.count_nonzero(np.linalg.svd(A, compute_uv=False) > MOVED))
