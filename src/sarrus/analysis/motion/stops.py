"""Why a run ended before its time: the status, and a sentence that names when, where and by whom."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from sarrus.analysis.assembly.choices import choices
from sarrus.analysis.assembly.gimbal import DrivenLock, driven_locks
from sarrus.analysis.assembly.start import Start, beyond_sense
from sarrus.analysis.motion.friction import judge_friction
from sarrus.analysis.motion.kinks import jump
from sarrus.analysis.rank.breaks import broken_relation
from sarrus.analysis.rank.mobility import weightless
from sarrus.analysis.rank.parts import is_large
from sarrus.analysis.rank.weightless import least_slopes
from sarrus.elements.closing import Closing
from sarrus.mechanics import Equations
from sarrus.mechanics.formulate import closed_by_rows
from sarrus.model.wording import label
from sarrus.phrases import around, first_of
from sarrus.program.machine import Machine
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

NEAR_SINGULAR = 1e-3
"""Relative pivot of the constraints at which a step that cannot be made small enough means a singular pose."""
HELD_UP = (
    Status.STEP_TOO_SMALL,
    Status.NOT_FINITE,
    Status.SINGULAR,
    Status.NOT_CLOSED,
    Status.REDUNDANT_CONFLICT,
    Status.WRONG_BRANCH,
    Status.BRANCH_POINT,
    Status.LOCKED,
)
"""How a run may end that drives angles into their gimbal lock."""
LEAST_SENSE = 1e-6
"""Sense of a closed element below which a run that is held up has come to where the element is not meant to be."""
CUSP = 1e-2
"""Part that is left of how rows change with a coordinate of their constraint where a run ends, if that holds it up."""
LISTED = 4
"""Coordinates of a pose that are listed at most."""

Pose = dict[str, tuple[float, str, float]]
"""Joint coordinates by name: value, unit, rate."""


def judge(
    machine: Machine, status: Status, t: float, x: Floats, found: Start | None = None, told: str = ""
) -> tuple[Status, str]:
    """The status of a run that ended at t in the state x, told apart further, and its sentence.

    Args:
        machine: what ran.
        status: how it ended.
        t: when [s].
        x: where.
        found: where it began.
        told: what is known already of why.
    """
    if status is Status.OK:
        return status, status.text
    if status in HELD_UP and _locks(machine.equations, t, x):
        status = Status.GIMBAL_LOCK
    if status in HELD_UP and _beyond_sense(machine.equations, t, x):
        status = Status.DEGENERATE
    if status is Status.STEP_TOO_SMALL and machine.pivot < NEAR_SINGULAR:
        status = Status.LOCKED if machine.is_pushed else Status.BRANCH_POINT
    if status in (Status.STEP_TOO_SMALL, Status.NOT_FINITE) and machine.equations.pushes:
        verdict, told = judge_friction(machine.equations, t, x)
        status = status if verdict is Status.OK else verdict
    if status in (Status.STEP_TOO_SMALL, Status.SINGULAR, Status.NOT_FINITE):
        told = told or _at_cusp(machine.equations, t, x, found)
    text = f"Stopped at t = {t:.6g} s: {status.text[0].lower()}{status.text[1:]}"
    said = [text, told or _where(machine, status, t, x)]
    if status is Status.BRANCH_POINT and found is not None:
        said.append(other_assembly(found))
    return status, " ".join(filter(None, said))


def other_assembly(found: Start) -> str:
    """That a loop could have been closed in another way, and so might not come to a branch point."""
    told = next((c for c in choices(found) if c.coordinate), None)
    if told is None:
        return ""
    return (
        f"Or choose another assembly, which may not come here: loop {around(told.loops[0])} also closes with a guess of "
        f"{told.coordinate} = {told.there:.6g} {told.unit}."
    )


def _where(machine: Machine, status: Status, t: float, x: Floats) -> str:
    e = machine.equations
    if status is Status.STEP_TOO_SMALL:
        return jump(e.model, t) or broken_relation(e, t, x)
    if status is Status.GIMBAL_LOCK:
        lock = _locks(e, t, x)[0]
        return f"{str(lock)[0].upper()}{str(lock)[1:]} {lock.way_out}"
    if status is Status.DEGENERATE:
        return beyond_sense(_beyond_sense(e, t, x))
    if status is Status.LOCKED:
        return _dead_point(e, _worst_pose(machine, t, x))
    if status is Status.BRANCH_POINT:
        pose = _listed(_worst_pose(machine, t, x))
        return f"It stands at {pose}. Start away from this pose, or change a length a little." if pose else ""
    if status is Status.REDUNDANT_CONFLICT:
        gaps = np.abs(e.evaluate("closure", [t], x)[0])
        left_out = set(machine.dropped)
        sized = zip(gaps / machine.memory.natural, gaps.tolist(), e.rows, strict=True)
        _, size, worst = max((part, size, r.name) for part, size, r in sized if r.name in left_out)
        return f"The worst is '{worst}', off by {size:.3g}. Release one of the joints that repeat each other."
    if status is Status.SINGULAR:
        idle = weightless(e, t, x)
        return f"Look at '{idle[0].coordinate or idle[0].speed}'." if idle else ""
    if status is Status.NOT_FINITE:
        bad = _not_finite(e, t, x)
        return f"Look at {', '.join(map(repr, bad[:LISTED]))}." if bad else ""
    return ""


def _at_cusp(e: Equations, t: float, x: Floats, found: Start | None) -> str:
    """That the rows of a constraint hardly tell any more how fast its coordinate goes on, as at a cusp of a curve."""
    if not e.model.owning or found is None or is_large(e) or not _is_finite(x.tolist()):
        return ""
    began = least_slopes(found.equations, 0.0, found.x)
    here = least_slopes(e, t, x)
    names = [name for owner, (name, size) in here.items() if size < CUSP * began[owner][1]]
    if not names:
        return ""
    pose = ", ".join(f"{n} = {x[e.coordinates.index(n)]:.6g}" for n in names[:LISTED])
    return (
        f"At {pose} no row of the constraint tells how fast its coordinate moves, as at a cusp of a curve. "
        "Keep the motion away from there, or write the rows so that they go on changing with it."
    )


def _locks(e: Equations, t: float, x: Floats) -> list[DrivenLock]:
    """Driven angles at their gimbal lock."""
    values = dict(zip(e.measured, e.evaluate("measure", [t], x)[0], strict=True))
    return driven_locks(e.model, values) if _is_finite(values.values()) else []


def _beyond_sense(e: Equations, t: float, x: Floats) -> list[Closing]:
    """Closed elements at a pose that they are not meant for, as far as they say what that is."""
    closed = closed_by_rows(e.model, e.tree)
    if all(c.beyond_sense == Closing.beyond_sense for c in closed):
        return []
    senses = e.evaluate("closure", [t], x)[3]
    told = zip(closed, senses, strict=True)
    return [c for c, s in told if c.beyond_sense != Closing.beyond_sense and not s > LEAST_SENSE]


def _dead_point(e: Equations, pose: Pose) -> str:
    """Who cannot go on, at what pose, and the joint that would have to move fastest."""
    driven = [d for d in e.model.drivers if d.at[0] in pose]
    rates = {n: abs(rate) / e.measured_length(n) for n, (_, _, rate) in pose.items()}
    fastest = max(rates, key=lambda n: rates[n])
    value, unit, rate = pose[fastest]
    at = first_of([f"'{d.name}' at {_listed({d.at[0]: pose[d.at[0]]})}" for d in driven], " and ")
    moving = {r.owner for r in e.rows if r.moves}
    named = first_of([label(item) for item in e.model.relations if item.name in moving], " and ")
    who = f"Driver {at}" if driven or not named else f"{named[0].upper()}{named[1:]}"
    return (
        f"{who} cannot go on: joint '{fastest.split('.')[0]}' is at a dead point, "
        f"{fastest} = {value:.6g} {unit}, and would have to move at {rate:.3g} {unit}/s and more."
    )


def _worst_pose(machine: Machine, t: float, x: Floats) -> Pose:
    """Joint coordinates of the part that is nearest to a singular pose."""
    e, parts = machine.equations, machine.equations.scales.parts
    values, rates, _ = e.evaluate("measure", [t], x)
    found = {}
    for name, value, rate in zip(e.measured, values, rates, strict=True):
        joint, _, coordinate = e.model.coordinates[name]
        if parts.of_element[joint.name] == machine.worst_part:
            found[name] = value, coordinate.unit, rate
    return found


def _listed(pose: Pose) -> str:
    shown = [f"{n} = {v:.6g} {unit}" for n, (v, unit, _) in list(pose.items())[:LISTED]]
    return ", ".join([*shown, "..."] if len(pose) > LISTED else shown)


def _not_finite(e: Equations, t: float, x: Floats) -> list[str]:
    """Published quantities that are not finite now or a little later, those of forces and drivers first."""
    still, free = [0.0] * len(e.speeds), [0.0] * e.multipliers
    for later in (0.0, 1e-9, 1e-6, 1e-3):
        row = e.evaluate("output", [t + later * max(1.0, abs(t))], x, still, free)[0]
        bad = [c.name for c in e.channels if not _is_finite(row[c.start : c.start + c.size])]
        if bad:
            acting = {f.name for f in (*e.model.forces, *e.model.drivers)}
            return sorted(bad, key=lambda n: n.split(".")[0] not in acting)
    return []


def _is_finite(values: Iterable[float]) -> bool:
    return all(math.isfinite(v) for v in values)
