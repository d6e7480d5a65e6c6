"""Motions that are given by points: where they begin too late or in motion, where they jump, and what looks like a slip."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sarrus.analysis.check.report import Finding, Severity
from sarrus.analysis.motion.spans import late_driver
from sarrus.elements.drivers.base import Driver
from sarrus.model import Snapshot
from sarrus.phrases import first_of
from sarrus.scalar import Graph
from sarrus.scalar.derivative import along
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.tables import laid_out

__all__ = ["on_courses"]

SMALL = 1e-3
"""Of the steepest slope between two points: a slower start is none worth a word."""
STEEP = 10.0
"""A step so many times as steep as those around it is a jump."""
AROUND, LEAST = 5, 4
"""Steps on either side that one is compared with, and how many there must be."""
TURN = 2.0 * math.pi
WRAPPED = 0.25
"""Of a step by a turn: what may be left of it when the turn is taken out."""


@dataclass(frozen=True)
class Course:
    """A driver with points: bound to numbers, its points, and the unit of its coordinate."""

    driver: Driver
    points: Sequence[tuple[float, float]]
    unit: str

    @property
    def slopes(self) -> list[float]:
        """Of the chords between points."""
        return [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(self.points)]

    def rates(self, t: float) -> tuple[float, float]:
        """First and second derivative at a time, as they are derived for the equations."""
        graph = Graph()
        time = graph.symbol("t")
        value: Any = graph.lift(self.driver.value(time))
        (first,) = along([value], {time: 1.0})
        (second,) = along([first], {time: 1.0})
        places, tables = laid_out(graph)
        one, two = Interpreter([time, *places], [first, second])([t, *places.values()], tables)
        return one, two


def on_courses(model: Snapshot) -> list[Finding]:
    """What is worth knowing of the motions that follow points."""
    said: list[Finding] = []
    late = late_driver(model)
    if late is not None:
        what = f"driver '{late.driver}' has no points before t = {late.t:.6g} s, but a run begins at t = 0."
        try_ = "Let its times begin at 0, or say what was before: 'beyond: extend' or 'beyond: hold'."
        said.append(Finding(Severity.WARNING, "driver.late", (late.driver,), what, try_))
    moving: list[tuple[str, str]] = []
    for driver in model.drivers:
        bound = driver.bind(model.resolver(driver, model.resolve), model.planar)
        points = [(float(t), float(y)) for t, y in bound.samples()]
        if points:
            course = Course(bound, points, model.driven(driver)[2].unit)
            moving += _start(course)
            said += [*_kinks(course), *_jumps(course)]
    return [*said, *_moving(moving)]


def _start(c: Course) -> Iterator[tuple[str, str]]:
    """Name and rate of a motion that does not begin at rest."""
    begin = max(0.0, c.points[0][0])
    rate, _ = c.rates(begin)
    if abs(rate) > SMALL * max(map(abs, c.slopes)):
        yield c.driver.name, f"{rate:.3g} {c.unit}/s at t = {begin:.6g} s"


def _moving(found: Sequence[tuple[str, str]]) -> Iterator[Finding]:
    """All motions that do not begin at rest, in one sentence."""
    if not found:
        return
    names = tuple(name for name, _ in found)
    shown = first_of([f"'{name}' with {rate}" for name, rate in found])
    what = f"drivers that begin in motion: {shown}. What they drive is kicked if it was at rest."
    if len(found) == 1:
        what = f"driver '{names[0]}' begins in motion, with {found[0][1]}: what it drives is kicked if it was at rest."
    try_ = "For a start from rest, let the first rows rest too, or choose 'boundary: clamped'."
    yield Finding(Severity.NOTE, "driver.moving_start", names, what, try_)


def _kinks(c: Course) -> Iterator[Finding]:
    """Jumps of the acceleration."""
    first, last = c.points[0][0], c.points[-1][0]
    size = max(map(abs, c.slopes)) / (last - first)
    for t in map(float, c.driver.kinks()):
        step = 1e-9 * (last - first)
        before, after = (c.rates(t + side)[1] + 0.0 for side in (-step, step))  # without the sign of a zero
        if t > 0.0 and abs(after - before) > SMALL * size:
            what = (
                f"the acceleration of driver '{c.driver.name}' jumps from {before:.3g} to {after:.3g} {c.unit}/s^2 "
                f"at t = {t:.6g} s, and so does its effort."
            )
            yield Finding(Severity.NOTE, "driver.kink", (c.driver.name,), what)


def _jumps(c: Course) -> Iterator[Finding]:
    """A step that is far steeper than those around it: a slip in the data, or an angle that was wrapped."""
    slopes = c.slopes
    found = [i for i, slope in enumerate(slopes) if _is_steep(slopes, i, slope)]
    # a single wrong point makes two steps
    firsts = [i for i in found if i - 1 not in found]
    if not firsts:
        return
    (t0, y0), (t1, y1) = c.points[firsts[0]], c.points[firsts[0] + 1]
    step = y1 - y0
    near = [s * (t1 - t0) for s in _around(slopes, firsts[0])]
    what = (
        f"driver '{c.driver.name}' jumps by {step:.4g} {c.unit} between t = {t0:.6g} s and {t1:.6g} s, while steps "
        f"around it are {max(map(abs, near)):.2g} {c.unit} at most"
    )
    again = len(firsts) - 1
    what += f"; and again {again} time{'s' if again > 1 else ''} later." if again else "."
    rest = step - math.copysign(TURN, step)
    if c.unit == "rad" and abs(rest) < WRAPPED * TURN:
        try_ = "The angle seems to be wrapped: let it go on over full turns (numpy.unwrap)."
    else:
        try_ = "Look at these rows: the curve goes through every point, right or wrong."
    yield Finding(Severity.WARNING, "driver.jump", (c.driver.name,), what, try_)


def _is_steep(slopes: Sequence[float], i: int, slope: float) -> bool:
    near = _around(slopes, i)
    return len(near) >= LEAST and abs(slope) > STEEP * max(map(abs, near))


def _around(slopes: Sequence[float], i: int) -> list[float]:
    """Slopes on both sides, without the ones beside it, which share a point with it."""
    return [*slopes[max(0, i - 1 - AROUND) : max(0, i - 1)], *slopes[i + 2 : i + 2 + AROUND]]
