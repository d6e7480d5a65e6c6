"""Why a run ended before its time: the status, and a sentence that names when and where."""

from __future__ import annotations

from sarrus.analysis.machine import Machine
from sarrus.equations import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

LOCKED_BELOW = 1e-3
"""Relative pivot of the constraints at which a step that cannot be made small enough means a dead point."""


def judge(machine: Machine, status: Status, t: float, x: Floats) -> tuple[Status, str]:
    """The status of a run that ended at t in the state x, told apart further, and its sentence."""
    if status is Status.STEP_TOO_SMALL and machine.pivot < LOCKED_BELOW:
        status = Status.LOCKED if _is_driven(machine.equations) else Status.BRANCH_POINT
    if status is Status.OK:
        return status, status.text
    return status, f"Stopped at t = {t:.6g} s: {status.text[0].lower()}{status.text[1:]}"


def _is_driven(equations: Equations) -> bool:
    return bool(equations.model.drivers)
