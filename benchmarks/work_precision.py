"""How long a contender needs to reach an error: its tolerance or step is refined until it does.

A family is one contender with one model and one method. Its setting goes down a ladder; where two rungs bracket a
target, the setting between them that should just reach it is tried too, so that a coarse ladder costs nobody time. A run
that would take too long is not made: its time is extrapolated from the rungs before and marked so.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from benchmarks.arrays import Floats
from benchmarks.problem import Problem
from benchmarks.timing import seconds

Runnable = Callable[[], Callable[[], Floats]]
"""Makes a run, which is timed, and gives a function that reads its values, which is not."""
LONGEST = 2.0
"""Seconds of a run after which the next, finer one is only extrapolated."""
PATIENCE = 60.0
"""Seconds that a run may take where a bar hangs on it."""
SHORT = 0.03
"""Seconds up to which a run is repeated, for its smallest time."""
LEAST_ORDER = 1.5
"""Order that coarse runs must show before finer ones are extrapolated from them."""
ROUNDS, LONG = 5, 0.5
"""Turns in which the runs that are compared are timed again; those of more seconds have one turn only."""
SAFETY = 0.9


@dataclass(frozen=True)
class Family:
    """A contender with a model and a method.

    Attributes:
        contender: "sarrus" or the distribution of a peer.
        label: model and method in words; the setting is added.
        prepare: sets the model up once; gives, for a setting, a function that runs it.
        coarsest: first setting tried; every next one is `ratio` times it, at most `rungs` of them.
        show: a setting in words.
    """

    contender: str
    label: str
    prepare: Callable[[], Callable[[float], Runnable]]
    coarsest: float
    ratio: float
    rungs: int
    show: Callable[[float], str]


@dataclass(frozen=True)
class Point:
    """A run: setting, CPU time [s], error, and how to make it again. An extrapolated one was not made."""

    family: Family
    setting: float
    seconds: float
    error: float
    is_extrapolated: bool = False
    again: Runnable | None = None

    @property
    def text(self) -> str:
        """Model, method and setting."""
        return f"{self.family.label}, {self.family.show(self.setting)}"


@dataclass
class Ladder:
    """The rungs of one family on one problem."""

    problem: Problem
    family: Family
    measure: Callable[[Floats], float]
    points: list[Point] = field(default_factory=list)
    failure: str = ""

    def climb(self, finest_target: float) -> Ladder:
        """Refine until the error is below the finest target, or a run takes too long."""
        try:
            self.start = self.family.prepare()
            setting = self.family.coarsest
            for _ in range(self.family.rungs):
                point = self.run(setting)
                finite = [p for p in self.points if math.isfinite(p.error)]
                if point.error <= finest_target or (point.seconds > LONGEST and len(finite) > 1):
                    break
                setting *= self.family.ratio
        except Exception as error:
            self.failure = f"{type(error).__name__}: {str(error).strip().splitlines()[-1][:160]}"
        return self

    def run(self, setting: float) -> Point:
        """One run, timed."""
        runnable = self.start(setting)
        found: list[Callable[[], Floats]] = []
        laps: list[float] = []
        while sum(laps) < SHORT:
            laps.append(seconds(lambda: found.append(runnable())))
        took = min(laps)
        point = Point(self.family, setting, took, self.measure(found[-1]()), again=runnable)
        self.points.append(point)
        print(f"    {point.text}: {took:.4g} s, error {point.error:.1e}", file=sys.stderr)
        return point

    def reach(self, target: float, patience: bool = False) -> Point | None:
        """The cheapest run that reaches a target; an extrapolated one when none does; None when it cannot be said.

        With patience, one run of up to `PATIENCE` seconds is made rather than extrapolated.
        """
        guess = self._beyond([p for p in self.points if math.isfinite(p.error)], target)
        is_short = all(p.error > target for p in self.points)
        if patience and is_short and guess is not None and guess.seconds < PATIENCE:
            tried = self.run(guess.setting * SAFETY)
            if not math.isfinite(tried.error):
                return None  # what fails when it is tried is not extrapolated
        good = [p for p in self.points if p.error <= target]
        finite = [p for p in self.points if math.isfinite(p.error)]
        if not good:
            return self._beyond(finite, target)
        best = min(good, key=lambda p: p.seconds)
        worse = [p for p in finite if p.error > target and p.setting > best.setting]
        if worse and best.seconds > 1e-4:
            near = min(worse, key=lambda p: p.error)
            between = _between(near, best, SAFETY * target)
            if between > 1.05 * best.setting:
                tried = self.run(between)
                if tried.error <= target and tried.seconds < best.seconds:
                    best = tried
        return best

    def _beyond(self, finite: list[Point], target: float) -> Point | None:
        if len(finite) < 2:
            return None
        a, b = finite[-2:]
        order = math.log(a.error / b.error) / math.log(a.setting / b.setting)
        if not LEAST_ORDER < order < 10 or b.error > 0.1:
            return None
        setting = b.setting * (target / b.error) ** (1 / order)
        growth = math.log(b.seconds / a.seconds) / math.log(a.setting / b.setting)
        seconds = b.seconds * (b.setting / setting) ** max(growth, 0.1)
        return Point(self.family, setting, seconds, target, is_extrapolated=True)


def _between(loose: Point, tight: Point, target: float) -> float:
    """The setting that should give the target, on the straight line in logarithms."""
    if tight.error <= 0 or loose.error <= tight.error:
        return tight.setting
    part = math.log(loose.error / target) / math.log(loose.error / tight.error)
    return loose.setting * (tight.setting / loose.setting) ** min(max(part, 0.0), 1.0)


def candidates(ladders: list[Ladder], target: float, patience: bool = False) -> list[Point]:
    """The best run of each family at a target, as far as it can be said."""
    return [p for ladder in ladders if (p := ladder.reach(target, patience)) is not None]


def duel(ours: list[Point], theirs: list[Point]) -> tuple[Point | None, Point | None]:
    """The cheapest of each side, after all of them were timed once more, taking turns.

    The ladders are climbed one after the other, minutes apart on a machine that may be busy in between: their times say
    which setting of a family is best, never which family is.
    """
    timed = again([*ours, *theirs])
    own, peer = timed[: len(ours)], timed[len(ours) :]
    cheapest = [min(side, key=lambda p: p.seconds) if side else None for side in (own, peer)]
    return cheapest[0], cheapest[1]


def again(points: list[Point]) -> list[Point]:
    """Time runs once more in turns. Times of the ladders are dropped, except where a run is too long to be repeated."""
    best = [math.inf] * len(points)
    for turn in range(ROUNDS):
        for k, point in enumerate(points):
            if point.again is None or point.seconds > (LONG if turn else LONGEST):
                best[k] = min(best[k], point.seconds)
                continue
            laps = max(1, min(20, int(SHORT / max(point.seconds, 1e-6))))
            best[k] = min(best[k], *(seconds(point.again) for _ in range(laps)))
    return [replace(p, seconds=b) for p, b in zip(points, best, strict=True)]


def most_accurate(ladders: list[Ladder]) -> Point | None:
    """The run with the smallest error, where none reaches what was asked for."""
    points = [p for ladder in ladders for p in ladder.points if math.isfinite(p.error)]
    return min(points, key=lambda p: p.error) if points else None
