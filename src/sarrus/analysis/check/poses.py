"""Other poses of a mechanism: steps along its free motions, closed again, with the drivers let go.

Rank at one pose says what is so there. What is so at several, near and far, is a property of the mechanism.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.assembly.start import Start
from sarrus.analysis.rank.constraints import Constraints, Rows
from sarrus.analysis.rank.mobility import part_rank
from sarrus.analysis.rank.parts import Part, in_step, moved, owners_of
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.newton import Trial
from sarrus.solvers.rank import rank_report, reduced

NEAR, FAR = 0.05, 0.3
"""Steps, in radians or units of the part's length, all speeds together."""
MIXTURES = 8
ITERATIONS = 25
CLOSED = 1e-11
SETTLED = 1e-7
"""Last correction of a pose that counts: where Newton's method only creeps, the pose is not known well enough."""
MOVED = 0.3
"""Part of a step that must be left when the pose is closed again, for it to be another pose."""
MANY = 240
"""Speeds of a part from which no basis of its free motions is made."""
DIRECTIONS = 8
"""So many free motions are tried one by one."""


@dataclass(frozen=True)
class Elsewhere:
    """What other poses say, in coordinates of the tree.

    Attributes:
        poses: how many were found, the start not counted.
        rank, passive, placing: largest rank of all rows, of those that are no drivers, and of those of these that forbid
            positions; the start counted.
        reach: directions in which the start pose can really be left; -1 where that stays open.
        x: the state of largest rank, best conditioned.
        away: the state farthest from the start.
    """

    poses: int
    rank: int
    passive: int
    placing: int
    reach: int
    x: Floats
    away: Floats


@dataclass(frozen=True)
class PoseStand:
    """A part at a pose: its coordinates, and the rows of the mechanism."""

    x: Floats
    rows: Constraints


Asking = Generator[Trial, PoseStand, "Seen"]


@dataclass(frozen=True)
class Try:
    """A step that was tried.

    Attributes:
        is_first: whether it began at the start pose.
        direction: of length 1.
        way: what was left of the step when the pose was closed again, as part of its length.
        stand: where it led; None where the pose did not close.
    """

    is_first: bool
    direction: Floats
    way: Floats
    stand: PoseStand | None

    @property
    def is_moved(self) -> bool:
        """Whether another pose was reached. A way of almost nothing means that it closes only where it was."""
        return self.stand is not None and float(np.linalg.norm(self.way)) > MOVED


@dataclass(frozen=True)
class Seen:
    """What other poses say of one part: as `Elsewhere`, and how many of its motions are free by rank."""

    poses: int
    rank: int
    passive: int
    placing: int
    reach: int
    x: Floats
    away: Floats
    free: int


class Walk:
    """A part of a mechanism on its way from pose to pose.

    Args:
        rows: of the mechanism, in coordinates of the tree.
        every, passive: the part, with the rows of drivers and without.
        placing: those of these that forbid positions; it is they that tell where a step may lead.
        places: its coordinates.
    """

    def __init__(self, rows: Rows, every: Part, passive: Part, placing: Part, places: Ints) -> None:
        self.every, self.passive, self.placing, self.places = every, passive, placing, places
        self.columns = rows.columns[every.columns]
        self.senses = rows.senses_of(every)
        self.random = np.random.default_rng(1)

    def free(self, stand: PoseStand) -> int:
        """How many motions are free with the drivers let go."""
        return len(self.columns) - part_rank(stand.rows, self.placing).rank

    def mixture(self, stand: PoseStand) -> Floats:
        """A free motion without preference.

        Of many speeds those at random, less what the rows do not allow: that takes no basis of the free motions.
        """
        if len(self.columns) <= MANY:
            Z = self.motions(stand)
            return np.asarray(Z @ self.random.normal(size=Z.shape[1]))
        A, any_motion = stand.rows.matrix(self.placing), self.random.normal(size=len(self.columns))
        return np.asarray(any_motion - np.linalg.lstsq(A, A @ any_motion, rcond=1e-9)[0])

    def motions(self, stand: PoseStand) -> Floats:
        """Free motions with the drivers let go, unit columns; the same ones at poses that differ by rounding."""
        Z = reduced(rank_report(stand.rows.matrix(self.placing)).motions, range(len(self.columns)))
        return np.asarray(Z / np.linalg.norm(Z, axis=0))

    def closed(self, x: Floats, step: Floats) -> Generator[Trial, PoseStand, tuple[PoseStand, Floats] | None]:
        """The pose after a step, closed again by least corrections, and how it was left; None when it does not close.

        Lengths of steps are in units of the part's length.
        """
        way = step.copy()
        stand = yield Trial(x, self.columns * step)
        for _ in range(ITERATIONS):
            off = stand.rows.off(self.placing)
            correction = np.linalg.lstsq(stand.rows.matrix(self.placing), -off, rcond=1e-9)[0]
            size = float(np.abs(correction).max(initial=0.0))
            if float(np.abs(off).max(initial=0.0)) < CLOSED and size < SETTLED:
                return (stand, way) if (stand.rows.senses[self.senses] > 0).all() else None
            if not size < 1.0:
                return None
            way = way + correction
            stand = yield Trial(stand.x, self.columns * correction)
        return None

    def left(
        self, stand: PoseStand, is_first: bool, direction: Floats, size: float
    ) -> Generator[Trial, PoseStand, Try]:
        """A step from a pose, shorter where a long one does not close."""
        direction = direction / np.linalg.norm(direction)
        for part in (1.0, 0.1, 0.01):
            found = yield from self.closed(stand.x, part * size * direction)
            if found is not None:
                return Try(is_first, direction, found[1] / (part * size), found[0])
        return Try(is_first, direction, direction, None)

    def explore(self, start: PoseStand) -> Generator[Trial, PoseStand, list[Try]]:
        """Leave the start along every free motion and along mixtures of them, and go on from there."""
        tries: list[Try] = []
        free = self.free(start)
        if free <= DIRECTIONS:
            for motion in self.motions(start).T:
                for sign in (1.0, -1.0):
                    tries.append((yield from self.left(start, True, sign * motion, NEAR)))
        here = start
        for attempt in range(MIXTURES if free else 0):
            origin = here if attempt % 2 else start
            size = FAR if attempt % 4 else NEAR
            found = yield from self.left(origin, origin is start, self.mixture(origin), size)
            if found.stand is not None and found.is_moved:
                here = found.stand
            tries.append(found)
        return tries

    def looking(self, x: Floats) -> Asking:
        """Ranks at poses near and far."""
        start = yield Trial(x)
        tries = yield from self.explore(start)
        others = [found.stand for found in tries if found.stand is not None and found.is_moved]
        seen = []
        for stand in (start, *others):
            every, passive = (part_rank(stand.rows, part) for part in (self.every, self.passive))
            seen.append((passive.rank, every.rank, -every.condition, stand))
        best = max(seen, key=lambda s: s[:3])
        rank, placing = max(s[1] for s in seen), best[0]
        if len(self.placing.rows) < len(self.passive.rows):
            placing = max(part_rank(stand.rows, self.placing).rank for *_, stand in seen)
        free = len(self.columns) - placing
        away = max([start, *others], key=lambda stand: float(np.linalg.norm(stand.x - start.x)))
        reach = _reach(self.free(start), tries)
        return Seen(len(others), rank, best[0], placing, reach, best[3].x, away.x, free)


def look_elsewhere(found: Start) -> Elsewhere:
    """Ranks at poses near and far."""
    e = found.equations
    rows = Rows(e)
    here = rows.at(0.0, found.x)
    parts = [*zip(rows.parts, rows.passive_parts, rows.placing(rows.passive_parts), strict=True)]
    firm = [part_rank(here, every).rank == len(every.rows) for every, _, _ in parts]
    # where all rows are independent, the rank cannot be larger, and every free motion can be continued
    counts = [[len(p.rows) for p in own] for own, is_firm in zip(parts, firm, strict=True) if is_firm]
    rank, passive, placing = (sum(own[k] for own in counts) for k in range(3))
    if all(firm):
        return Elsewhere(0, rank, passive, placing, -1, found.x, found.x)
    of_speed, of_place = owners_of(e)
    walks = []
    for (every, own, closing), is_firm in zip(parts, firm, strict=True):
        if not is_firm:
            walks.append(
                Walk(rows, every, own, closing, np.flatnonzero(np.isin(of_place, of_speed[every.columns])))
            )
    seen = _walked(rows, found.x, walks)
    x, away = found.x.copy(), found.x.copy()
    for walk, part in zip(walks, seen, strict=True):
        x[walk.places], away[walk.places] = part.x, part.away
    elsewhere = len(e.speeds) - placing - sum(len(walk.columns) for walk in walks)
    reach = elsewhere + sum(part.reach if part.reach >= 0 else part.free for part in seen)
    return Elsewhere(
        sum(part.poses for part in seen),
        rank + sum(part.rank for part in seen),
        passive + sum(part.passive for part in seen),
        placing + sum(part.placing for part in seen),
        reach if any(part.reach >= 0 for part in seen) else -1,
        x,
        away,
    )


def _walked(rows: Rows, x: Floats, walks: list[Walk]) -> list[Seen]:
    """All parts on their ways at once: one state answers what each of them wants to know next."""
    e = rows.equations
    count = len(e.coordinates)

    def retract(q: Floats, step: Floats) -> Floats:
        state = np.concatenate([q, x[count:]])
        return np.array(e.evaluate("retract", state.tolist(), step.tolist())[0])

    def answers(wanted: Mapping[int, Trial]) -> list[PoseStand]:
        steps = [(walks[k].places, walks[k].every.columns, trial) for k, trial in wanted.items()]
        q = moved(x[:count], steps, retract, len(e.speeds))
        constraints = rows.at(0.0, np.concatenate([q, x[count:]]))
        return [PoseStand(q[walks[k].places], constraints) for k in wanted]

    return in_step([walk.looking(x[walk.places]) for walk in walks], answers)


def _reach(free: int, tries: list[Try]) -> int:
    """Dimension of the ways that lead out of the start; -1 when one of them stayed open, or they are too many to try.

    Ways are compared with directions, W = A D: where every motion can be continued, A is nearly the identity, and where
    some cannot, it takes them to nothing.

    Args:
        free: free motions of the start.
        tries: the steps that were made.
    """
    firsts = [found for found in tries if found.is_first]
    if free > DIRECTIONS or any(found.stand is None for found in firsts):
        return -1
    if not free:
        return 0
    D = np.array([found.direction for found in firsts]).T
    W = np.array([found.way for found in firsts]).T
    basis = np.linalg.svd(D, full_matrices=False)[0][:, :free]
    A = np.linalg.lstsq((basis.T @ D).T, (basis.T @ W).T, rcond=None)[0]
    return int(np.count_nonzero(np.linalg.svd(A, compute_uv=False) > MOVED))
