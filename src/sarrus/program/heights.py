"""Mechanisms in closed form: what the loops do about triangles that fold. Restricted Python.

Where the height of a triangle vanishes, its two modes meet and a square root no longer tells how it goes on: at a fold the
leading coordinate turns round, at a branch point the motion goes on in the other mode. Both are left to the general
formulation (`FOLD`) before they are reached.
"""

from math import fabs, isfinite

from sarrus.program.layout import Memory
from sarrus.program.system import KernelCall
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import FOLD, NOT_FINITE, OK, RETRY

FOLDED = (
    0.1  # height below which a triangle counts as folded; the same as `sarrus.mechanics.closed.plan.FOLDED`
)
BEYOND = 2.0  # steps that the heights at both ends are continued by, to see whether they meet below the floor


def by_closed_kernel(t: float, x: Floats, dx: Floats, m: Memory, derivative: KernelCall) -> int:
    """Accelerations and the whole derivative of the state; not OK where a triangle does not close."""
    m.time[0] = t
    derivative(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.vdot, dx)
    for i in range(m.nv):
        if not isfinite(m.vdot[i]):
            return NOT_FINITE
    return OK


def begin_heights(t: float, x: Floats, m: Memory, heights: KernelCall) -> int:
    """Heights at the start of a run."""
    m.time[0] = t
    heights(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.height, m.height_rate)
    for i in range(m.nheights):
        m.height_kept[i] = m.height[i]
        m.rate_kept[i] = m.height_rate[i]
        m.height_before[i] = m.height[i]
        m.rate_before[i] = m.height_rate[i]
        m.least_sigma = min(m.least_sigma, m.height[i])
    m.t_before = t
    return OK


def judge_heights(t: float, x: Floats, spot: Floats, m: Memory, heights: KernelCall) -> int:
    """Whether a step is believed: no triangle is folded at its end, and none may have been on the way.

    A height that fell and has risen again may have touched zero between the stages: a square root knows no sign, and goes
    on in the old mode. Straight on from both ends, it must not meet the floor.
    """
    m.time[0] = t
    heights(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.height, m.height_rate)
    if (
        t > m.t_kept
    ):  # else the last step was taken back behind this look, and this one begins where that one did
        m.t_before = m.t_kept
        for i in range(m.nheights):
            m.height_before[i] = m.height_kept[i]
            m.rate_before[i] = m.rate_kept[i]
    reach = BEYOND * (t - m.t_before)
    for i in range(m.nheights):
        now = m.height[i]
        if not (now >= FOLDED):
            return FOLD
        if m.height_before[i] + reach * m.rate_before[i] < 0.0 and now - reach * m.height_rate[i] < 0.0:
            return RETRY
    for i in range(m.nheights):
        m.height_kept[i] = m.height[i]
        m.rate_kept[i] = m.height_rate[i]
        m.least_sigma = min(m.least_sigma, m.height[i])
    m.t_kept = t
    return OK


def write(t: float, x: Floats, row: Floats, m: Memory, publish: KernelCall) -> int:
    """An output row, and by how much the rows of constraints miss there; the state is never moved."""
    m.time[0] = t
    publish(
        m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, row, m.vdot, m.missed, m.missed_rate
    )  # fmt: skip
    for i in range(m.nmissed):
        if not isfinite(m.missed[i]) or not isfinite(m.missed_rate[i]):
            return NOT_FINITE
        m.worst_gap = max(m.worst_gap, fabs(m.missed[i]))
        m.worst_rate = max(m.worst_rate, fabs(m.missed_rate[i]))
    return OK


def no_other_way(t: float, x: Floats, m: Memory) -> int:
    """Accelerations where the one kernel gave no numbers: there are none."""
    return NOT_FINITE


def nothing_to_complete(x: Floats, dx: Floats, m: Memory) -> None:
    """The rest of the derivative of a state: the one kernel gave all of it."""


def guard_all(t: float, x: Floats, values: Floats, m: Memory, guards: KernelCall, turning: KernelCall) -> int:
    """Guards at a state, and the sum of all turning speeds, also of those that follow."""
    m.time[0] = t
    guards(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, values)
    turning(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.turns)
    rate = 0.0
    for i in range(m.nturns):
        rate += fabs(m.turns[i])
    values[m.nguards] = rate
    return OK
