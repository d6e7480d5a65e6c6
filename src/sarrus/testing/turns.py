"""Coordinates of a joint over several turns: the same however the joint is treated, at a start and in motion.

On the tree a coordinate is a number of the state. Where a joint closes a loop, and in body coordinates, it is fitted to a
pose, which does not know its turns; the state then counts them along.
"""

from __future__ import annotations

import math
import random
from functools import cached_property

import numpy as np

from sarrus.analysis.assembly.start import find_start
from sarrus.elements.joints.base import Joint
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.bodies import bodies_at
from sarrus.model import Mechanism
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status
from sarrus.spatial import Pose
from sarrus.spatial.pose import flat_pose
from sarrus.testing.formulations import beside, chain, loose_state

TURNS = 3
STEPS = 8 * TURNS
TIME = 0.4
SMALL = 1e-4
"""Step of differences [1]: their error, 1e-8 times the third derivative, only has to be small against a turn."""
SIZE = TURNS * math.tau
"""Of the lengths and angles of a course."""
AGREE = 1e-9
"""Angles are read near gimbal lock too, where the rounding of a pose counts up to a million times."""


class TurningCourse:
    """Joints A and B of a chain along a motion in which every coordinate runs by three times 2 pi, evenly.

    Args:
        kind: the joint.
        planar: whether the bodies are planar.
        seed: picks bodies, frames, parameters and the beginning.
    """

    def __init__(self, kind: type[Joint], planar: bool, seed: int) -> None:
        self.label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
        self.kind, self.planar, self.seed = kind, planar, seed
        self.tree = formulate(self.chain(loose=False).snapshot())
        model = self.tree.model
        self.joints = [
            b.joint.bind(
                model.resolver(b.joint, lambda path, value, unit: model.number(path, value, unit, TIME)),
                planar,
            )
            for b in self.tree.tree.branches
        ]
        draw = random.Random(f"course {seed}")  # noqa: S311
        counts = [len(j.coordinates) for j in self.joints]
        self.first = [[draw.uniform(-1.2, 1.2) for _ in range(n)] for n in counts]
        self.span = [[draw.choice((-1, 1)) * TURNS * math.tau for _ in range(n)] for n in counts]

    def chain(self, loose: bool) -> Mechanism:
        """Both joints on the tree, or closing loops around joints that forbid nothing."""
        return chain(self.kind, self.planar, self.seed, loose=loose)

    @cached_property
    def cut(self) -> Equations:
        """Both joints close loops."""
        return formulate(self.chain(loose=True).snapshot())

    def coordinates(self, s: float) -> list[list[float]]:
        """What the coordinates of each joint are at a part s of the motion."""
        return [
            [a + s * b for a, b in zip(first, span, strict=True)]
            for first, span in zip(self.first, self.span, strict=True)
        ]

    def named(self, s: float) -> dict[str, float]:
        """The same by name."""
        return {
            f"{j.name}.{k.name}": c
            for j, cs in zip(self.joints, self.coordinates(s), strict=True)
            for k, c in zip(j.coordinates, cs, strict=True)
        }

    def state(self, s: float) -> Floats:
        """State of the tree, moving along."""
        q: list[float] = []
        v: list[float] = []
        before, here, after = (self.coordinates(s + h) for h in (-SMALL, 0.0, SMALL))
        for j, a, c, b in zip(self.joints, before, here, after, strict=True):
            inner = [float(x) for x in j.place(c)]
            low, high = (np.array([float(x) for x in j.place(end)]) for end in (a, b))
            if float(low @ high) < 0.0 and j.inner:  # a quaternion and its opposite are one pose
                high = -high
            unit = np.eye(j.freedoms)
            columns = [[float(x) for x in j.rates(inner, e.tolist())] for e in unit]
            N = np.array(columns).reshape(j.freedoms, len(inner)).T
            q += inner
            v += np.linalg.lstsq(N, (high - low) / (2.0 * SMALL), rcond=None)[0].tolist()
        return np.array([*q, *v, *beside(self.tree)])

    def require(self, holds: bool, sentence: str) -> None:
        """Raise unless it holds."""
        if not holds:
            raise AssertionError(f"{self.label}: {sentence}")


def check_turns(kind: type[Joint], planar: bool, seed: int) -> None:
    """The coordinates of a joint on the tree, as a cut joint and in body coordinates, over three turns.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    course = TurningCourse(kind, planar, seed)
    if any(j.coordinates for j in course.joints):
        _periods_are_true(course)
        _motion_is_counted(course)
        _start_is_where_the_pose_is(course)


def _motion_is_counted(course: TurningCourse) -> None:
    """Along the motion; what the state counts is integrated beside it."""
    tree = course.tree
    cut, absolute = course.cut, formulate(tree.model, "absolute")
    counted: dict[str, dict[str, float]] = {}
    rates: dict[str, dict[str, float]] = {}
    for step in range(STEPS + 1):
        x = course.state(step / STEPS)
        meant = measured(tree, x)
        for name, value in course.named(step / STEPS).items():
            is_own = not any(j.inner and name.startswith(f"{j.name}.") for j in course.joints)
            course.require(
                not is_own or abs(meant[name] - value) < AGREE,
                f"'{name}' is {meant[name]:.9g} on the tree, where it was put at {value:.9g}.",
            )
        q, v = bodies_at(tree, x)
        states = {
            "as a cut joint": (cut, loose_state(cut, np.array([*q, *v]))),
            "in body coordinates": (absolute, np.array([*q, *v, *beside(absolute)])),
        }
        for how, (equations, state) in states.items():
            now = _flows(equations, state)
            if step == 0:
                counted[how] = {n: meant[n] for n in now}
            else:
                last, turns = rates[how], counted[how]
                counted[how] = {n: turns[n] + (last[n] + now[n]) / (2 * STEPS) for n in now}
            rates[how] = now
            state = with_turns(equations, state, counted[how])
            found = measured(equations, state)
            for name, value in meant.items():
                course.require(
                    abs(found[name] - value) < AGREE * max(1.0, abs(value)),
                    f"{how}, '{name}' is {found[name]:.6g}, and {value:.6g} on the tree, "
                    f"{TURNS * step / STEPS:.2g} turns from the start.",
                )
            for row, rest in zip(equations.rows, _rest(equations, state), strict=True):
                course.require(
                    abs(rest) < AGREE * SIZE,
                    f"{how}, row {row.name} is {rest:.3g} at a pose that `motion` allows, "
                    f"{TURNS * step / STEPS:.2g} turns from the start.",
                )


def _start_is_where_the_pose_is(course: TurningCourse) -> None:
    """Several turns away: what is told is kept, and what is not told is read from the pose."""
    told = course.named(1.0)
    _begins(course, "on the tree", course.chain(loose=False), told, told)
    cut = course.cut
    q, v = bodies_at(course.tree, course.state(1.0))
    around = {n: c for n, c in measured(cut, loose_state(cut, np.array([*q, *v]))).items() if n not in told}
    for given, how in (({}, "as a cut joint of which nothing is told"), (told, "as a cut joint")):
        mechanism = course.chain(loose=True)
        mechanism.start(guess=around)
        _begins(course, how, mechanism, given, told)


def _begins(
    course: TurningCourse, how: str, mechanism: Mechanism, told: dict[str, float], meant: dict[str, float]
) -> None:
    """The start stands as meant, and says so; what is told is kept with its turns."""
    mechanism.start(fixed=told)
    found = find_start(mechanism.snapshot())
    size = max(1.0, *map(abs, meant.values()))
    course.require(found.status is Status.OK, f"{how}, no start is found: {found.message}")
    for j in course.joints:
        names = [f"{j.name}.{k.name}" for k in j.coordinates]
        said = ", ".join(f"'{n}' begins at {found.values[n]:.6g}" for n in names)
        asked = ", ".join(f"{meant[n]:.6g}" for n in names)
        if told and not j.inner:
            off = max((abs(found.values[n] - told[n]) for n in names), default=0.0)
            course.require(off < AGREE * size, f"{how}, {said}, told was {asked}.")
        one, two = (_flat(j.motion(*j.place([x[n] for n in names]))) for x in (meant, found.values))
        course.require(
            float(np.abs(one - two).max()) < AGREE * size,
            f"{how}, {said}, which is another pose than that of {asked}, where it stands.",
        )


def _periods_are_true(course: TurningCourse) -> None:
    """A coordinate repeats after the period it has, and an angle without one does not after a turn."""
    for joint in course.joints:
        here = [0.3] * len(joint.coordinates)
        start = _flat(joint.motion(*joint.place(here)))
        for k, (coordinate, period) in enumerate(zip(joint.coordinates, joint.periods(), strict=True)):
            if not (period or coordinate.is_angle):
                continue
            more = [c + float(period or math.tau) * (i == k) for i, c in enumerate(here)]
            repeats = bool(np.abs(_flat(joint.motion(*joint.place(more))) - start).max() < AGREE)
            name = f"'{joint.name}.{coordinate.name}'"
            course.require(
                repeats or not period,
                f"{name} is said to repeat after {float(period or 0.0):.6g} {coordinate.unit}, which is another pose. "
                "Declare its period, or None.",
            )
            course.require(
                bool(period) or not repeats,
                f"{name} is said not to repeat, but a turn more is the same pose. Declare its period.",
            )


def measured(equations: Equations, x: Floats) -> dict[str, float]:
    """Published coordinates."""
    values, _, _ = equations.evaluate("measure", [TIME], x.tolist())
    return dict(zip(equations.measured, values, strict=True))


def _rest(equations: Equations, x: Floats) -> Floats:
    """What the rows that close loops are off by."""
    return np.array(equations.arrays_at(t=[TIME], x=x)["g"])


def _flows(equations: Equations, x: Floats) -> dict[str, float]:
    """Rates of the angles whose turns the state counts."""
    nothing = [0.0] * len(equations.speeds), [0.0] * equations.multipliers
    (rates,) = equations.evaluate("flows", [TIME], x.tolist(), *nothing)
    found = dict(zip(equations.quadratures, rates[len(equations.internal) :], strict=True))
    return {n: r for n, r in found.items() if n in equations.measured}


def with_turns(equations: Equations, x: Floats, counted: dict[str, float]) -> Floats:
    """A state with what it counts."""
    x = x.copy()
    begin = len(x) - len(equations.quadratures)
    for k, name in enumerate(equations.quadratures):
        x[begin + k] = counted.get(name, 0.0)
    return x


def _flat(X: Pose) -> Floats:
    return np.array([float(a) for a in flat_pose(X)])
