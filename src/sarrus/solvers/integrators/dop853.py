"""Dormand-Prince of order 8 with step control and dense output of order 7: explicit, for smooth motion.

    k_0 = f(t, x)       k_i = f(t + c_i h, x + h sum_j a_ij k_j)       x_new = x + h sum_j b_j k_j

Twelve evaluations a step, four more in steps that contain output times. The calling convention is the contract in
`base`; every function but `room_for` is restricted Python.

References:
    Hairer, Norsett & Wanner (1993), sections II.4 (step control, first step), II.5 (method), II.6 (dense output).
"""

from math import fabs, sqrt

import numpy as np

from sarrus.records import Record
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators.base import (
    Accept,
    Guard,
    Integration,
    Integrator,
    Rhs,
    Write,
    copy,
    count_bad,
    smallest_step,
)
from sarrus.solvers.integrators.dop853_rows import check_rows, write_due
from sarrus.solvers.integrators.dop853_step import DormandPrinceRoom, dense_output, rhs_at, roughness, trial
from sarrus.solvers.integrators.dop853_watch import VALUES, go_on_from_kink, is_behind, watch
from sarrus.solvers.status import CUT, NOT_FINITE, OK, RETRY, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS

SAFETY = 0.9
SMALLEST_FACTOR = 0.333
LARGEST_FACTOR = 6.0
# A callback that refuses a step gives no estimate of a better one.
RETRY_FACTOR = 0.25
NOT_FINITE_FACTOR = 0.1
# Size of the last term of the dense output, in tolerances, from which the polynomial is not believed between the ends.
ROUGH = 1000.0
# Where in a step a spot is to lie at which rhs is not asked, up to where it does no harm at the beginning, how far
# before it the last step ends, and the least step.
GAP = 0.467
AT_ONCE = 0.035
BEFORE = 0.4
LEAST = 0.05
# A step that ends this close before t_end is stretched to it.
STRETCH = 1.01


def room_for(n: int, guards: int) -> DormandPrinceRoom:
    """The arrays for n entries of the state and a number of guards."""
    return DormandPrinceRoom(
        K=np.zeros(16 * n),
        old=np.zeros(n),
        new=np.zeros(n),
        y=np.zeros(n),
        F=np.zeros(7 * n),
        values=np.zeros(VALUES * (guards + 1)),
    )


def integrate(
    run: Integration,
    room: DormandPrinceRoom,
    memory: Record,
    rhs: Rhs,
    accept: Accept,
    write: Write,
    guard: Guard,
) -> int:
    """Advance x to t_end, or for max_steps attempts; see the contract in `base`.

    The error of a step, in units of the tolerance, is the root mean square over the first n_error entries, each
    divided by atol_i + rtol max(|x_i|, |x_new_i|); the step is accepted when it is below 1 and no row is refused.

    Returns:
        OK at t_end, RUNNING after max_steps attempts or when `rows` is full, or how it failed.
    """
    n = run.n
    status = OK
    if not run.is_started:
        status = start(run, room, memory, rhs)
    if status == OK:
        status = write_due(run, room, memory, write)
    attempts = 0
    while status == OK and run.t < run.t_end:
        t = run.t
        smallest = smallest_step(run)
        reason = OK
        if not run.is_landing:
            if attempts >= run.max_steps:
                return RUNNING
            if run.attempt_limit > 0 and run.accepted + run.rejected >= run.attempt_limit:
                return TOO_MANY_STEPS
            attempts += 1
            if not (run.h > 0.0):
                run.h = max(initial_step(run, room, memory, rhs), smallest)
            if choose_step(run, smallest) != OK:
                return STEP_TOO_SMALL
            # Try the step, and land on it when its error is small enough.
            reason = trial(run, room, t, run.h_over, memory, rhs)
            if reason == OK and run.error < 1.0:
                copy(n, run.x, room.old)
                copy(n, room.y, room.new)
                reason = land(run, room, smallest, memory, rhs, accept, guard)
            elif reason == OK and run.guards > 0:
                # The error is that of a change, perhaps: then it is known where to end.
                copy(n, run.x, room.old)
                copy(n, room.y, room.new)
                look(run, room, smallest, memory, rhs, guard)
        if run.is_landing:
            reason = check_rows(run, room, memory, rhs, write)
            if reason == RUNNING:
                return RUNNING
            run.is_landing = False
            if reason == OK:
                copy(n, room.new, run.x)
                copy(n, room.K[12 * n : 13 * n], room.K[0:n])
                go_on(run)
                if run.guards > 0:
                    go_on_from_kink(run)
                status = write_due(run, room, memory, write)
                continue
        run.is_at_kink = False
        if reason == CUT:
            run.rejected += 1
            run.cuts += 1
            continue
        if reason != OK and reason != RETRY and reason != NOT_FINITE:
            return reason
        take_back(run, reason)
        if not (run.h >= smallest):
            return NOT_FINITE if reason == NOT_FINITE else STEP_TOO_SMALL
    return STEP_TOO_SMALL if status == RETRY else status


def start(run: Integration, room: DormandPrinceRoom, memory: Record, rhs: Rhs) -> int:
    """First derivative."""
    if count_bad(run.n, run.x) > 0:
        return NOT_FINITE
    run.t_start = run.t
    run.is_landing = False
    status = rhs_at(run, room, run.t, run.x, room.K[0 : run.n], memory, rhs)
    if status != OK:
        return status
    run.is_started = True
    return OK


def choose_step(run: Integration, smallest: float) -> int:
    """Begin, end and length of the next attempt; STEP_TOO_SMALL when it is not worth making."""
    t = run.t
    if run.h_max > 0.0:
        run.h = min(run.h, run.h_max)
    h = run.h
    if run.spot[0] > t:
        h = beside(run.spot[0] - t, h)
    t_new = t + h
    if run.kink > t and run.kink < run.t_end and t_new > run.kink:
        t_new = run.kink
        h = t_new - t
    elif not (t + STRETCH * h < run.t_end):
        h = run.t_end - t
        t_new = run.t_end
    elif h < smallest:
        return STEP_TOO_SMALL
    run.t_from = t
    run.t_to = t_new
    run.h_over = h
    return OK


def beside(ahead: float, h: float) -> float:
    """A step not longer than h that has a spot in the gap between its nodes at h/3 and 0.6 h, or ends well before it.

    It ends so that the next one, if it is as long as h, can have the spot in the gap. A spot just at the beginning lies
    between the nodes at 0 and h/19 anyway; a small step around it would have all its nodes near it.
    """
    if ahead < AT_ONCE * h:
        return h
    if ahead < GAP * h:
        return ahead / GAP
    return min(h, max(ahead - BEFORE * h, LEAST * h))


def go_on(run: Integration) -> None:
    """Count an accepted step and choose the next one."""
    h = run.h_over
    factor = step_factor(OK, run.error)
    run.accepted += 1
    if run.is_after_rejection:
        factor = min(factor, 1.0)
    run.is_after_rejection = False
    # A step cut short, by t_end or a spot, says little about the next one.
    run.h = max(h * factor, run.h) if h < run.h else h * factor
    run.t = run.t_to


def take_back(run: Integration, reason: int) -> None:
    """Count a step that is not made, and choose a smaller one."""
    run.rejected += 1
    run.is_after_rejection = True
    if reason == RETRY:
        run.retries += 1
    if reason == NOT_FINITE:
        run.not_finites += 1
    run.h = run.h_over * step_factor(reason, run.error)


def initial_step(run: Integration, room: DormandPrinceRoom, memory: Record, rhs: Rhs) -> float:
    """First step from the sizes of x, x' and x'', the last from a small Euler step; Hairer et al., p. 169."""
    n = run.n
    t = run.t
    k = room.new
    d0 = scaled_norm(run, run.x)
    d1 = scaled_norm(run, room.K)
    h = 1e-6
    if d0 > 1e-5 and d1 > 1e-5:
        h = 0.01 * (d0 / d1)
    h = min(h, run.t_end - t)
    # Where even the Euler step fails, a tenth of it is tried; the last is taken as it is.
    for _attempt in range(8):
        for i in range(n):
            room.y[i] = run.x[i] + h * room.K[i]
        run.evaluations += 1
        status = rhs(t + h, room.y, k, memory)
        if status == OK and count_bad(n, k) == 0:
            for i in range(run.n_error):
                k[i] -= room.K[i]
            d2 = scaled_norm(run, k) / h
            largest = max(d1, d2)
            h_curved = max(1e-6, 1e-3 * h)
            if largest > 1e-15:
                h_curved = eighth_root(0.01 / largest)
            return min(min(100.0 * h, h_curved), run.t_end - t)
        h *= 0.1
    return h


def scaled_norm(run: Integration, a: Floats) -> float:
    """Root mean square of a_i / (atol_i + rtol |x_i|)."""
    total = 0.0
    for i in range(run.n_error):
        part = a[i] / (run.atol[i] + run.rtol * fabs(run.x[i]))
        total += part * part
    return sqrt(total / max(run.n_error, 1))


def eighth_root(a: float) -> float:
    """a^(1/8) from square roots, which are the same on every machine."""
    return sqrt(sqrt(sqrt(a)))


def step_factor(reason: int, error: float) -> float:
    """By how much to change the step after an attempt."""
    if reason == NOT_FINITE:
        return NOT_FINITE_FACTOR
    if reason != OK:
        return RETRY_FACTOR
    root = eighth_root(error)
    if root * LARGEST_FACTOR <= SAFETY:
        return LARGEST_FACTOR
    return max(SMALLEST_FACTOR, SAFETY / root)


def look(
    run: Integration, room: DormandPrinceRoom, smallest: float, memory: Record, rhs: Rhs, guard: Guard
) -> int:
    """Make the dense output, and see whether a guard changes along it.

    The polynomial is that of the step as it was made: projection moves its end, but not its way there.
    """
    n = run.n
    status = rhs_at(run, room, run.t_to, room.new, room.K[12 * n : 13 * n], memory, rhs)
    if status != OK:
        return status
    status = dense_output(run, room, memory, rhs)
    if status != OK or run.guards == 0:
        return status
    return watch(run, room, smallest, memory, guard)


def land(
    run: Integration,
    room: DormandPrinceRoom,
    smallest: float,
    memory: Record,
    rhs: Rhs,
    accept: Accept,
    guard: Guard,
) -> int:
    """Make the dense output if it is looked at, project the new state and evaluate the derivative there."""
    n = run.n
    t_new = run.t_to
    new = room.new
    row = run.written
    has_rows = row < run.n_times and run.times[row] < t_new
    if has_rows or run.guards > 0:
        status = look(run, room, smallest, memory, rhs, guard)
        if status != OK:
            return status
        if has_rows and not (roughness(run, room) < ROUGH):
            return RETRY
    status = accept(t_new, new, run.spot, memory)
    if status != OK:
        return status
    if count_bad(n, new) > 0:
        return NOT_FINITE
    if run.is_at_kink and is_behind(run, room, smallest, memory, guard) == 0:
        return CUT
    status = rhs_at(run, room, t_new, new, room.K[12 * n : 13 * n], memory, rhs)
    if status != OK:
        return status
    run.is_landing = True
    run.checked = row
    return OK


DOP853 = Integrator("dop853", integrate, room_for, ("rhs", "accept", "write", "guard"), is_adaptive=True)
