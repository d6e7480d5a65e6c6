"""The pose nearest to a guess that puts points and angles where they should be.

    minimise 1/2 |c - c_guess|^2     subject to     g = 0,   targets = 0,   low <= c <= high

by sequential quadratic programming on what joints allow: every step is a step of the speeds' kind, taken by `retract`. The
curvature is that of the equations: kernels are differentiated along the motions that are left.

Several ways lead to poses, and the nearest of these is taken. One follows the target from where it is at the guess to where
it should be, and stays nearest to the guess all along. The other approaches the targets alone, and then the guess; what
it leaves of the targets is the distance of one that cannot be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.parts import Slopes
from sarrus.mechanics import Equations
from sarrus.mechanics.signatures import KERNELS
from sarrus.solvers.arrays import Floats
from sarrus.solvers.nearest_step import nearest_step
from sarrus.solvers.rank import rank_report

__all__ = ["FoundPose", "Sought", "TargetSearch"]

ITERATIONS = 150
LONGEST = 0.3
"""Longest step, in radians or lengths of the mechanism."""
DONE, STALE, ENOUGH = 1e-13, 1e-11, 1e-8
"""Steps that end a search at once, or where they get no shorter, and those of a pose that is believed."""
OPEN = 0.1
"""Rows that are off by more, of natural size, do not bend what is minimised: their multipliers say nothing as yet."""
SHORTEST, STUCK = 1e-4, 3
"""Part of a step that is not halved any more; and how many such steps in a row end a search."""
STAGE, STAGES = 0.25, 12
"""How far a target is moved at a time, in radians or lengths of the mechanism; and how many times at most."""
STARTS = 6
"""Further beginnings from which a target is tried that seems out of reach."""
REACHED = 1e-10
CLOSURE, MEASURE = KERNELS["closure"][1], KERNELS["measure"][1]


@dataclass(frozen=True)
class Sought:
    """What is sought, of natural size.

    Attributes:
        targets: by the place of their row: the value.
        sizes: what each target is measured by.
        periods: of targets that repeat; 0 of others.
        loose: rows that nobody asks for, and that hold nothing.
        guess: joint coordinates to be near.
        turns: periods of joint coordinates that are known up to whole ones; 0 of others.
        weights: how much each counts.
        low, high: limits of joint coordinates.
    """

    targets: dict[int, float]
    sizes: Floats
    periods: Floats
    loose: frozenset[int]
    guess: Floats
    turns: Floats
    weights: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True)
class FoundPose:
    """A pose that was found.

    Attributes:
        x: the state.
        values: joint coordinates there, those that repeat on the turn nearest to the guess.
        distance: of the targets, of natural size.
        off: how far each target is off, of natural size.
        step: length of the last step: 0 where the conditions of a least value are met.
        pressing: joint coordinates that stand at a limit and would go on.
        iterations: how many steps.
        change: from the guess, of natural size.
        way: how it was found.
        tried: what was tried, and where each of these ended.
    """

    x: Floats
    values: Floats
    distance: float
    off: Floats
    step: float
    pressing: tuple[int, ...]
    iterations: int
    change: float
    way: str = ""
    tried: tuple[str, ...] = ()

    @property
    def is_reached(self) -> bool:
        """Whether the targets are met, and nothing nearer is next to it."""
        return self.distance <= REACHED and self.step < ENOUGH


@dataclass(frozen=True)
class Goal:
    """Half the square of something at a pose.

    Attributes:
        off: what is squared, of natural size.
        slopes: its slopes.
        on_rows, on_coordinates: the slope of the goal is G^T on_rows + J^T on_coordinates.
    """

    off: Floats
    slopes: Floats
    on_rows: Floats
    on_coordinates: Floats

    @property
    def value(self) -> float:
        """Half the square."""
        return 0.5 * float(self.off @ self.off)

    @property
    def slope(self) -> Floats:
        """Its slope."""
        return np.asarray(self.slopes.T @ self.off)


class _PoseRates:
    """Everything at a state, with speeds of natural size."""

    def __init__(self, search: TargetSearch, x: Floats) -> None:
        self.search, self.x = search, x
        e = search.e
        here = search.rows.at(search.t, x)
        self.g, self.factors = here.g, here.factors
        self.G = here.of.slopes.dense(here.G) * search.columns
        arrays = e.arrays_at(t=[search.t], x=x)
        guess = search.sought.guess
        self.c = guess + _within(np.array(arrays["value"]) - guess, search.sought.turns)
        self.J = search.slopes.dense(arrays["measure_J"]) * search.columns

    @cached_property
    def off(self) -> Floats:
        """How far targets are off, of natural size."""
        s = self.search.sought
        off = np.array([self.g[row] - value for row, value in s.targets.items()])
        return np.asarray(_within(off, s.periods) / s.sizes)

    @cached_property
    def slopes(self) -> Floats:
        """Slopes of targets, of natural size."""
        s = self.search.sought
        return np.asarray(self.G[list(s.targets)] / s.sizes[:, None])

    @cached_property
    def held(self) -> tuple[Floats, Floats]:
        """Rows that hold, and their slopes, of natural size."""
        k = self.search.holding
        return self.factors[k] * self.g[k], self.factors[k][:, None] * self.G[k]

    def bent(self, z: Floats, on_rows: Floats, on_coordinates: Floats) -> Floats:
        """How G^T on_rows + J^T on_coordinates changes along a small step z."""
        search, e = self.search, self.search.e
        nq, nv = len(e.coordinates), len(e.speeds)
        x = self.x.copy()
        x[nq : nq + nv] = search.columns * z
        along = np.zeros(len(x))
        along[:nq] = e.evaluate("rates", [search.t], x)[0]
        G = e.evaluate(e.tangent("closure", ("x",)), [search.t], self.x, along)[CLOSURE.index("G")]
        J = e.evaluate(e.tangent("measure", ("x",)), [search.t], self.x, along)[MEASURE.index("measure_J")]
        return np.asarray(
            search.columns
            * (search.rows.slopes.dense(G).T @ on_rows + search.slopes.dense(J).T @ on_coordinates)
        )


def _within(difference: Floats, periods: Floats) -> Floats:
    """Differences without whole periods, of what repeats."""
    turns = np.where(periods > 0, periods, 1.0)
    return np.where(periods > 0, difference - turns * np.round(difference / turns), difference)


class TargetSearch:
    """Looks for poses.

    Args:
        equations: of the mechanism with a row for each target.
        t: time at which drivers are read.
        sought: what is sought.
        rows: of these equations, where they are at hand.
    """

    def __init__(self, equations: Equations, t: float, sought: Sought, rows: Rows | None = None) -> None:
        self.e, self.t, self.sought = equations, t, sought
        self.rows = rows or Rows(equations)
        self.columns = self.rows.columns
        self.slopes = Slopes(len(equations.measured), len(equations.speeds), equations.measure_pattern)
        others = {*sought.targets, *sought.loose}
        self.holding = np.array([k for k in range(len(equations.rows)) if k not in others], dtype=int)
        self.lengths = np.array([equations.row_lengths[k] for k in sought.targets])

    def freedoms(self, x: Floats) -> int:
        """How many degrees of freedom the rows that hold leave."""
        return len(self.columns) - rank_report(_PoseRates(self, x).held[1]).rank

    def nearest(self, x: Floats) -> FoundPose:
        """The pose nearest to the guess; where the targets are out of reach, that nearest to them."""
        found = [self._directly(x), *self._gradually(x)]
        tried = tuple(self._said(pose) for pose in found)
        reached = [pose for pose in found if pose.is_reached]
        if reached:
            return replace(min(reached, key=lambda pose: pose.change), tried=tried)
        return replace(min(found, key=lambda pose: pose.distance), tried=tried)

    def _said(self, pose: FoundPose) -> str:
        told = f"change {pose.change:.3g}" if pose.is_reached else f"ends {pose.distance:.3g} away"
        return f"{pose.way}: {told}"

    def _directly(self, x: Floats) -> FoundPose:
        """Targets first, then near the guess."""
        found, way = self._approach(x), "target first"
        random = np.random.default_rng(1)
        for k in range(STARTS):
            if found.distance <= REACHED:
                break
            away = self._moved(x, random.normal(size=len(self.columns)))
            other = self._approach(away)
            if other.distance < found.distance * (1 - 1e-6) and other.step < ENOUGH:
                found, way = other, f"target first, from beginning {k + 2}"
        if found.distance <= REACHED:
            there = self._least(found.x, self._change, with_targets=True)
            found = replace(there, iterations=found.iterations + there.iterations)
        return replace(found, way=way)

    def _gradually(self, x: Floats) -> Iterator[FoundPose]:
        """Near the guess all along, while targets go from where they are to where they should be.

        They go the shorter way round; where that leads nowhere and something repeats, also the longer one.
        """
        s = self.sought
        off = _PoseRates(self, x).off
        ways = {"target followed": off}
        if (s.periods > 0).any():
            ways["target followed the other way round"] = off - np.sign(off) * s.periods / s.sizes
        for way, begin in ways.items():
            found = self._followed(x, begin)
            if found is not None:
                yield replace(found, way=way)
            if found is not None and found.is_reached:
                return

    def _followed(self, x: Floats, begin: Floats) -> FoundPose | None:
        """Where following ends; None where the last stage is not come to."""
        s, steps = self.sought, 0
        far = float(np.abs(begin * s.sizes / self.lengths).max(initial=0.0))
        stages = min(STAGES, int(np.ceil(far / STAGE)) + 1)
        found = None
        for left in np.linspace(1.0, 0.0, stages + 1)[1:]:
            moved = zip(s.targets.items(), left * begin * s.sizes, strict=True)
            stage = TargetSearch(
                self.e, self.t, replace(s, targets={k: v + d for (k, v), d in moved}), self.rows
            )
            found = stage._least(x, stage._change, with_targets=True)
            x, steps = found.x, steps + found.iterations
            if left and not found.is_reached:
                return None
        return None if found is None else replace(found, iterations=steps)

    def _approach(self, x: Floats) -> FoundPose:
        return self._least(x, self._miss, with_targets=False)

    def _miss(self, here: _PoseRates) -> Goal:
        """Half the square of what targets are off."""
        on_rows = np.zeros(len(self.e.rows))
        on_rows[list(self.sought.targets)] = here.off / self.sought.sizes
        return Goal(here.off, here.slopes, on_rows, np.zeros(len(self.e.measured)))

    def _change(self, here: _PoseRates) -> Goal:
        """Half the square of the change from the guess."""
        w = self.sought.weights
        d = np.sqrt(w) * (here.c - self.sought.guess)
        return Goal(d, np.sqrt(w)[:, None] * here.J, np.zeros(len(self.e.rows)), np.sqrt(w) * d)

    def _moved(self, x: Floats, p: Floats) -> Floats:
        found = x.copy()
        found[: len(self.e.coordinates)] = self.e.evaluate("retract", x, self.columns * p)[0]
        return found

    def _least(self, x: Floats, goal: Callable[[_PoseRates], Goal], with_targets: bool) -> FoundPose:
        s = self.sought
        low, high = (np.flatnonzero(np.isfinite(ends)) for ends in (s.low, s.high))
        here, above = _PoseRates(self, x), np.zeros(len(low) + len(high))
        equal: Floats = np.zeros(len(self.holding) + (len(s.targets) if with_targets else 0))

        def rows(at: _PoseRates) -> tuple[Floats, Floats]:
            g, G = at.held
            return (np.concatenate([g, at.off]), np.vstack([G, at.slopes])) if with_targets else (g, G)

        def bounds(at: _PoseRates) -> tuple[Floats, Floats]:
            C = np.vstack([at.J[low], -at.J[high]])
            return C, np.concatenate([s.low[low] - at.c[low], at.c[high] - s.high[high]])

        def curved(Z: Floats) -> Floats:
            # of the goal less the multipliers times what they are of
            aim = goal(here)
            if np.abs(rows(here)[0]).max(initial=0.0) > OPEN:
                return np.asarray(aim.slopes.T @ (aim.slopes @ Z))
            on_rows, on_coordinates = aim.on_rows.copy(), aim.on_coordinates.copy()
            on_rows[self.holding] -= here.factors[self.holding] * equal[: len(self.holding)]
            if with_targets:
                on_rows[list(s.targets)] -= equal[len(self.holding) :] / s.sizes
            on_coordinates[low] -= above[: len(low)]
            on_coordinates[high] += above[len(low) :]
            bent = [here.bent(z, on_rows, on_coordinates) for z in Z.T]
            return aim.slopes.T @ (aim.slopes @ Z) + (np.column_stack(bent) if bent else 0.0)

        def worth(at: _PoseRates, price: float) -> float:
            beyond = np.maximum(bounds(at)[1], 0.0)
            return goal(at).value + price * float(np.abs(rows(at)[0]).sum() + beyond.sum())

        length, steps, stuck = np.inf, 0, 0
        while steps < ITERATIONS and stuck < STUCK:
            steps += 1
            r, A = rows(here)
            C, d = bounds(here)
            step = nearest_step(curved, goal(here).slope, A, -r, C, d)
            if step is None:
                break
            equal, above, last = step.equal, step.above, length
            length = float(np.abs(step.p).max(initial=0.0))
            price = 2.0 * max(1.0, float(np.abs(equal).max(initial=0.0)), float(above.max(initial=0.0)))
            before, part = worth(here, price), min(1.0, LONGEST / max(length, 1e-300))
            there = _PoseRates(self, self._moved(here.x, part * step.p))
            while length > ENOUGH and worth(there, price) > before + 1e-15 and part > SHORTEST:
                part *= 0.5
                there = _PoseRates(self, self._moved(here.x, part * step.p))
            here = there
            stuck = stuck + 1 if part <= SHORTEST else 0
            if length < DONE or (length < STALE and length > 0.5 * last):
                break
        ends = (*low, *high)
        pressing = {int(k) for k, push in zip(ends, above, strict=True) if push > 1e-9}
        distance = float(np.linalg.norm(here.off))
        if np.abs(here.held[0]).max(initial=0.0) > ENOUGH:
            distance = max(distance, 1.0)
        change = float(np.sqrt(s.weights @ (here.c - s.guess) ** 2))
        return FoundPose(here.x, here.c, distance, here.off, length, tuple(sorted(pressing)), steps, change)
