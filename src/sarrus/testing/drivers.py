"""What a driver must keep: a smooth course, and all that a relation keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sarrus.elements.base import shallow_copy
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Node
from sarrus.scalar.derivative import along
from sarrus.testing.cut_joints import check_on_cut_joints
from sarrus.testing.loops import check_loops
from sarrus.testing.numbers import CLOSE, STEP, difference, evaluate, mp
from sarrus.testing.relations import RELATION_CHECKS, RelationTrial
from sarrus.testing.samples import settings

SMALL = mp.mpf("1e-12")
"""One-sided differences over this step are right to about 1e-12 times the next derivative."""


@dataclass(frozen=True)
class DrivenCourse:
    """The value a driver prescribes, its derivatives as they are derived, and the times where it may change its nature.

    Attributes:
        inner: break points where the curvature must not jump.
        outer: its kinks; there a course may come to rest with a jump of its curvature.
    """

    label: str
    t: Node
    value: Node
    rate: Node
    bend: Node
    inner: list[Any]
    outer: list[Any]
    numbers: dict[Node, Any]

    def at(self, time: Any, *nodes: Node) -> list[Any]:
        """Values at a time."""
        return evaluate(nodes, {**self.numbers, self.t: mp.mpf(time)})

    def require(self, holds: bool, sentence: str) -> None:
        """Raise unless it holds."""
        if not holds:
            raise AssertionError(f"{self.label}: {sentence}")


def course(kind: type[Driver], seed: int, **chosen: Any) -> DrivenCourse:
    """A random example of a driver over time, traced as in the equations of a mechanism.

    Args:
        kind: of driver.
        seed: of its numbers.
        chosen: parameters that are not random.
    """
    trial = RelationTrial(kind, settings(kind, True)[0], True, seed)
    scene = trial.scene(on_tree=True)
    (driver,) = scene.model.drivers
    written = shallow_copy(driver)
    vars(written).update(chosen)
    bound = written.bind(scene.model.resolver(written, scene.parameters.resolve), True)
    tables = [key for key, p in kind.params.items() if p.is_table]
    for key in tables:  # what follows from them is then found to as many digits
        setattr(bound, key, tuple(tuple(map(mp.mpf, row)) for row in getattr(bound, key)))
    t = scene.t
    value = scene.graph.lift(bound.value(t))
    (rate,) = along([value], {t: 1.0})
    (bend,) = along([rate], {t: 1.0})
    numbers = {s: mp.mpf(v) for s, v in scene.parameters.values.items()}
    nodes = [getattr(bound, k) for k, p in kind.params.items() if p.unit == "s"]
    single = evaluate([scene.graph.lift(n) for n in nodes], numbers)
    outer = [mp.mpf(k) for k in bound.kinks()]
    inner = [*single, sum(single), *(row[0] for key in tables for row in getattr(bound, key))]
    inner = [time for time in inner if time not in outer]
    return DrivenCourse(f"{kind.keyword} (seed {seed})", t, value, rate, bend, inner, outer, numbers)


def _derivatives_are_those_of_the_value(c: DrivenCourse) -> None:
    """Between its break points."""
    for time in (-2.0, -0.37, 0.0, 0.11, 0.83, 3.0):
        low, here, high = (c.at(mp.mpf(time) + s, c.value)[0] for s in (-STEP, 0, STEP))
        meant = [(high - low) / (2 * STEP), (high - 2 * here + low) / STEP**2]
        error = difference(c.at(time, c.rate, c.bend), meant)
        c.require(error < CLOSE, f"its derivatives at t = {time:g} are off by {float(error):.3g}.")


def _course_has_no_corners(c: DrivenCourse) -> None:
    """At its break points value, rate and curvature are the same from both sides; so are the derived ones there."""
    for time in (*c.inner, *c.outer):
        sides = []
        for h in (-SMALL, SMALL):
            a0, a1, a2 = (c.at(mp.mpf(time) + k * h, c.value)[0] for k in (0, 1, 2))
            sides.append(((4 * a1 - 3 * a0 - a2) / (2 * h), (a2 - 2 * a1 + a0) / h**2))
        (rate, bend), (other_rate, other_bend) = sides
        derived_rate, derived_bend = c.at(time, c.rate, c.bend)
        size = 1 + abs(bend) + abs(other_bend)
        # what is left of one-sided differences is 1e-12 times the next derivative, some thousands for fast ones
        c.require(
            abs(rate - other_rate) < 1e-8 * size and abs(rate - derived_rate) < 1e-8 * size,
            f"its rate jumps at t = {float(time):.6g}: {float(rate):.6g}, {float(other_rate):.6g}.",
        )
        c.require(
            min(abs(derived_bend - bend), abs(derived_bend - other_bend)) < 1e-8 * size,
            f"its second derivative at t = {float(time):.6g} is that of neither side.",
        )
        if time not in c.outer:
            c.require(
                abs(bend - other_bend) < 1e-8 * size,
                f"its second derivative jumps at t = {float(time):.6g}: {float(bend):.6g}, {float(other_bend):.6g}.",
            )


DRIVER_CHECKS: tuple[Callable[[DrivenCourse], None], ...] = (
    _derivatives_are_those_of_the_value,
    _course_has_no_corners,
)


def check_driver(kind: type[Driver], seeds: Iterable[int] = (0, 1)) -> None:
    """Prove that a driver's course is smooth, and that its effort moves its coordinate, in space and in the plane.

    On joints of the tree and on joints that close loops; in small mechanisms and in large ones, where code runs in loops.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    for seed in seeds:
        for check in DRIVER_CHECKS:
            check(course(kind, seed))
        for planar in (False, True):
            for setting in settings(kind, planar):
                for relation_check in RELATION_CHECKS:
                    relation_check(RelationTrial(kind, setting, planar, seed))
            check_on_cut_joints(kind, planar, seed)
            check_loops(kind, planar, seed)
