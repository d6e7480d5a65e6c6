"""Why a run ended before its time: the status, and a sentence that names when, where and by whom."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sarrus.analysis.contradiction import first_of
from sarrus.analysis.kinks import jump
from sarrus.analysis.mobility import weightless
from sarrus.analysis.program.machine import Machine
from sarrus.equations import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

NEAR_SINGULAR = 1e-3
"""Relative pivot of the constraints at which a step that cannot be made small enough means a singular pose."""
LISTED = 4
"""Coordinates of a pose that are listed at most."""


def judge(machine: Machine, status: Status, t: float, x: Floats) -> tuple[Status, str]:
    """The status of a run that ended at t in the state x, told apart further, and its sentence."""
    if status is Status.OK:
        return status, status.text
    if status is Status.STEP_TOO_SMALL and machine.pivot < NEAR_SINGULAR:
        status = Status.LOCKED if machine.is_pushed else Status.BRANCH_POINT
    text = f"Stopped at t = {t:.6g} s: {status.text[0].lower()}{status.text[1:]}"
    where = _where(machine, status, t, x)
    return status, f"{text} {where}" if where else text


def _where(machine: Machine, status: Status, t: float, x: Floats) -> str:
    e = machine.equations
    if status is Status.STEP_TOO_SMALL:
        return jump(e.model, t)
    if status is Status.LOCKED:
        return _dead_point(e, t, x)
    if status is Status.BRANCH_POINT:
        pose = _listed(_pose(e, t, x))
        return f"It stands at {pose}. Start away from this pose, or change a length a little." if pose else ""
    if status is Status.REDUNDANT_CONFLICT:
        gaps = e.kernels["closure"]([t], x, e.constants)[0]
        left_out = set(machine.dropped)
        size, worst = max((abs(g), r.name) for g, r in zip(gaps, e.rows, strict=True) if r.name in left_out)
        return f"The worst is '{worst}', off by {size:.3g}. Release one of the joints that repeat each other."
    if status is Status.SINGULAR:
        idle = weightless(e, t, x)
        return f"Look at '{idle[0].speed}'." if idle else ""
    if status is Status.NOT_FINITE:
        bad = _not_finite(e, t, x)
        return f"Look at {', '.join(map(repr, bad[:LISTED]))}." if bad else ""
    return ""


def _dead_point(e: Equations, t: float, x: Floats) -> str:
    """Who cannot go on, at what pose, and the joint that would have to move fastest."""
    pose = _pose(e, t, x)
    driven = [d for d in e.model.drivers if d.at[0] in pose]
    rates = {n: abs(rate) * (1.0 if unit == "rad" else 1.0 / e.length) for n, (_, unit, rate) in pose.items()}
    fastest = max(rates, key=lambda n: rates[n])
    value, unit, rate = pose[fastest]
    at = first_of([f"'{d.name}' at {_listed({d.at[0]: pose[d.at[0]]})}" for d in driven], " and ")
    return (
        f"Driver {at} cannot go on: joint '{fastest.split('.')[0]}' is at a dead point, "
        f"{fastest} = {value:.6g} {unit}, and would have to move at {rate:.3g} {unit}/s and more."
    )


def _pose(e: Equations, t: float, x: Floats) -> dict[str, tuple[float, str, float]]:
    """Joint coordinates by name: value, unit, rate."""
    values, rates, _ = e.kernels["measure"]([t], x, e.constants)
    units = {name: c.unit for name, (_, _, c) in e.model.coordinates.items()}
    return {n: (v, units[n], r) for n, v, r in zip(e.measured, values, rates, strict=True)}


def _listed(pose: dict[str, tuple[float, str, float]]) -> str:
    shown = [f"{n} = {v:.6g} {unit}" for n, (v, unit, _) in list(pose.items())[:LISTED]]
    return ", ".join([*shown, "..."] if len(pose) > LISTED else shown)


def _not_finite(e: Equations, t: float, x: Floats) -> list[str]:
    """Published quantities that are not finite now or a little later, those of forces and drivers first."""
    still, free = [0.0] * len(e.speeds), [0.0] * len(e.rows)
    for later in (0.0, 1e-9, 1e-6, 1e-3):
        row = e.kernels["output"]([t + later * max(1.0, abs(t))], x, still, free, e.constants)[0]
        bad = [c.name for c in e.channels if not _is_finite(row[c.start : c.start + c.size])]
        if bad:
            acting = {f.name for f in (*e.model.forces, *e.model.drivers)}
            return sorted(bad, key=lambda n: n.split(".")[0] not in acting)
    return []


def _is_finite(values: Iterable[float]) -> bool:
    return all(math.isfinite(v) for v in values)
