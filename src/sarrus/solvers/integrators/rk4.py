"""The classical Runge-Kutta method of order 4 with fixed step.

    k1 = f(t, x)   k2 = f(t + h/2, x + h/2 k1)   k3 = f(t + h/2, x + h/2 k2)   k4 = f(t + h, x + h k3)
    x_new = x + h/6 (k1 + 2 k2 + 2 k3 + k4)

run.h is an upper bound: the time from one output time to the next is divided into equal steps no longer than
that, so that every output time is the end of a step. The calling convention is the contract in `base`; rtol, atol and
n_error are not used. A step that a callback refuses cannot be made smaller: RETRY ends the run as NO_CONVERGENCE. Guards are
not asked: steps are where the caller wants them.

References:
    Hairer, Norsett & Wanner (1993), section II.1, table 1.2.
"""

import numpy as np

from sarrus.records import Record
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators.base import (
    Accept,
    Integration,
    Integrator,
    Rhs,
    Write,
    copy,
    count_bad,
    wants_room,
)
from sarrus.solvers.status import (
    NO_CONVERGENCE,
    NOT_FINITE,
    OK,
    RETRY,
    RUNNING,
    STEP_TOO_SMALL,
    TOO_MANY_STEPS,
)

# More equal steps than this between two output times are a mistake, not a wish.
MOST_PARTS = 1e9


class RungeKuttaRoom(Record):
    """Arrays of the method, n entries each."""

    k: Floats  # a stage derivative
    total: Floats  # their sum
    y: Floats  # a stage value
    old: Floats  # the state before the step


def room_for(n: int, guards: int) -> RungeKuttaRoom:
    """The arrays for n entries of the state."""
    return RungeKuttaRoom(k=np.zeros(n), total=np.zeros(n), y=np.zeros(n), old=np.zeros(n))


def integrate_fixed(
    run: Integration, room: RungeKuttaRoom, memory: Record, rhs: Rhs, accept: Accept, write: Write
) -> int:
    """Advance x to t_end in steps of at most run.h, or for max_steps of them. Restricted Python.

    Returns:
        OK at t_end, RUNNING after max_steps steps or when `rows` is full, or how it failed.
    """
    n = run.n
    x = run.x
    if not run.is_started:
        if count_bad(n, x) > 0:
            return NOT_FINITE
        run.t_start = run.t
        run.parts = 0
        run.is_started = True
    status = write_rows(run, room, memory, write)
    steps = 0
    while status == OK and run.t < run.t_end:
        if steps >= run.max_steps:
            return RUNNING
        if run.attempt_limit > 0 and run.accepted + run.rejected >= run.attempt_limit:
            return TOO_MANY_STEPS
        steps += 1
        target = run.t_end
        if run.written < run.n_times:
            target = min(run.t_end, run.times[run.written])
        if run.parts == 0:
            status = divide(run, target)
            if status != OK:
                return status
        # The end of the step from the ends of the row of steps, so that rounding does not add up.
        part = run.part + 1
        t_new = target
        if part < run.parts:
            t_new = run.t_anchor + (target - run.t_anchor) * part / run.parts
        copy(n, x, room.old)
        status = runge_kutta(run, room, t_new - run.t, memory, rhs)
        if status == OK and count_bad(n, x) > 0:
            status = NOT_FINITE
        if status == OK:
            status = accept(t_new, x, run.spot, memory)
        if status == OK and count_bad(n, x) > 0:
            status = NOT_FINITE
        if status != OK:
            copy(n, room.old, x)
            run.rejected += 1
        else:
            run.accepted += 1
            run.h_over = t_new - run.t
            run.t = t_new
            run.part = part
            if part >= run.parts:
                run.parts = 0
            status = write_rows(run, room, memory, write)
    return NO_CONVERGENCE if status == RETRY else status


def divide(run: Integration, target: float) -> int:
    """Number of equal steps, none longer than allowed, from here to the target. Restricted Python."""
    length = target - run.t
    h = run.h
    if run.h_max > 0.0:
        h = min(h, run.h_max)
    if not (h > 0.0):
        return STEP_TOO_SMALL
    if not (length < MOST_PARTS * h):
        return TOO_MANY_STEPS
    # Counted up, one for each step to come: restricted Python does not turn a float into an integer.
    parts = 1
    while parts * h * (1.0 + 1e-12) < length:
        parts += 1
    run.parts = parts
    run.part = 0
    run.t_anchor = run.t
    return OK


def write_rows(run: Integration, room: RungeKuttaRoom, memory: Record, write: Write) -> int:
    """Write the rows whose time has come, from a copy of x. Restricted Python."""
    n = run.n
    width = run.width
    while run.written < run.n_times and run.times[run.written] <= run.t:
        if wants_room(run) > 0:
            return RUNNING
        place = (run.written - run.first) * (width + 1)
        copy(n, run.x, room.y)
        status = write(run.times[run.written], room.y, run.rows[place : place + width], memory)
        if status != OK:
            return status
        if count_bad(n, room.y) + count_bad(width, run.rows[place : place + width]) > 0:
            return NOT_FINITE
        run.rows[place + width] = run.h_over
        run.written += 1
    return OK


def runge_kutta(run: Integration, room: RungeKuttaRoom, h: float, memory: Record, rhs: Rhs) -> int:
    """One step of the state from where it was, in room.old. Restricted Python."""
    n = run.n
    t = run.t
    old = room.old
    y = room.y
    k = room.k
    total = room.total
    copy(n, old, y)
    for s in range(4):
        run.evaluations += 1
        status = rhs(t + (0.0 if s == 0 else (h if s == 3 else 0.5 * h)), y, k, memory)
        if status != OK:
            return status
        weight = 1.0 if s == 0 or s == 3 else 2.0
        reach = h if s == 2 else 0.5 * h
        for i in range(n):
            total[i] = k[i] if s == 0 else total[i] + weight * k[i]
            y[i] = old[i] + reach * k[i]
        if count_bad(n, y) > 0:
            return NOT_FINITE
    for i in range(n):
        run.x[i] = old[i] + h / 6.0 * total[i]
    return OK


RK4 = Integrator("rk4", integrate_fixed, room_for, ("rhs", "accept", "write"), is_adaptive=False)
