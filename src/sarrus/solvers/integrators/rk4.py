"""The classical Runge-Kutta method of order 4 with fixed step.

    k1 = f(t, x)   k2 = f(t + h/2, x + h/2 k1)   k3 = f(t + h/2, x + h/2 k2)   k4 = f(t + h, x + h k3)
    x_new = x + h/6 (k1 + 2 k2 + 2 k3 + k4)

control[H] is an upper bound: the time from one output time to the next is divided into equal steps no longer than
that, so that every output time is the end of a step. The calling convention is the contract in `base`; rtol, atol and
n_error are not used. A step that a callback refuses cannot be made smaller: RETRY ends the run as NO_CONVERGENCE. Guards are
not asked: steps are where the caller wants them.

References:
    Hairer, Norsett & Wanner (1993), section II.1, table 1.2.
"""

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators.base import (
    ACCEPTED,
    ATTEMPT_LIMIT,
    EVALUATIONS,
    FIRST,
    H_MAX,
    H_OVER,
    PART,
    PARTS,
    REJECTED,
    ROWS,
    STARTED,
    T_ANCHOR,
    T_START,
    Accept,
    Guard,
    H,
    Integrator,
    Rhs,
    T,
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


def work_size(n: int, guards: int) -> int:
    """Entries of `work`: stage derivative, their sum, a stage value, the old state."""
    return 4 * n


def integrate_fixed(
    n: int,
    n_error: int,
    x: Floats,
    t_end: float,
    rtol: float,
    atol: Floats,
    times: Floats,
    n_times: int,
    rows: Floats,
    width: int,
    control: Floats,
    counts: Ints,
    max_steps: int,
    work: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
    accept: Accept,
    write: Write,
    guard: Guard,
) -> int:
    """Advance x to t_end in steps of at most control[H], or for max_steps of them. Restricted Python.

    Returns:
        OK at t_end, RUNNING after max_steps steps or when `rows` is full, or how it failed.
    """
    k = work[0:n]
    total = work[n : 2 * n]
    y = work[2 * n : 3 * n]
    old = work[3 * n : 4 * n]
    if counts[STARTED] == 0:
        if count_bad(n, x) > 0:
            return NOT_FINITE
        control[T_START] = control[T]
        counts[PARTS] = 0
        counts[STARTED] = 1
    status = write_rows(n, x, times, n_times, rows, width, control, counts, y, data, tables, write)
    steps = 0
    while status == OK and control[T] < t_end:
        if steps >= max_steps:
            return RUNNING
        if counts[ATTEMPT_LIMIT] > 0 and counts[ACCEPTED] + counts[REJECTED] >= counts[ATTEMPT_LIMIT]:
            return TOO_MANY_STEPS
        steps += 1
        target = t_end
        if counts[ROWS] < n_times:
            target = min(t_end, times[counts[ROWS]])
        if counts[PARTS] == 0:
            status = divide(target, control, counts)
            if status != OK:
                return status
        # The end of the step from the ends of the row of steps, so that rounding does not add up.
        part = counts[PART] + 1
        t_new = target
        if part < counts[PARTS]:
            t_new = control[T_ANCHOR] + (target - control[T_ANCHOR]) * part / counts[PARTS]
        copy(n, x, old)
        status = runge_kutta(
            n, control[T], t_new - control[T], old, x, counts, k, total, y, data, tables, rhs
        )
        if status == OK and count_bad(n, x) > 0:
            status = NOT_FINITE
        if status == OK:
            status = accept(t_new, x, data, tables)
        if status == OK and count_bad(n, x) > 0:
            status = NOT_FINITE
        if status != OK:
            copy(n, old, x)
            counts[REJECTED] += 1
        else:
            counts[ACCEPTED] += 1
            control[H_OVER] = t_new - control[T]
            control[T] = t_new
            counts[PART] = part
            if part >= counts[PARTS]:
                counts[PARTS] = 0
            status = write_rows(n, x, times, n_times, rows, width, control, counts, y, data, tables, write)
    return NO_CONVERGENCE if status == RETRY else status


def divide(target: float, control: Floats, counts: Ints) -> int:
    """Number of equal steps, none longer than allowed, from here to the target. Restricted Python."""
    length = target - control[T]
    h = control[H]
    if control[H_MAX] > 0.0:
        h = min(h, control[H_MAX])
    if not (h > 0.0):
        return STEP_TOO_SMALL
    if not (length < MOST_PARTS * h):
        return TOO_MANY_STEPS
    # Counted up, one for each step to come: restricted Python does not turn a float into an integer.
    parts = 1
    while parts * h * (1.0 + 1e-12) < length:
        parts += 1
    counts[PARTS] = parts
    counts[PART] = 0
    control[T_ANCHOR] = control[T]
    return OK


def write_rows(
    n: int,
    x: Floats,
    times: Floats,
    n_times: int,
    rows: Floats,
    width: int,
    control: Floats,
    counts: Ints,
    y: Floats,
    data: Floats,
    tables: Ints,
    write: Write,
) -> int:
    """Write the rows whose time has come, from a copy of x. Restricted Python."""
    while counts[ROWS] < n_times and times[counts[ROWS]] <= control[T]:
        if wants_room(counts) > 0:
            return RUNNING
        row = counts[ROWS]
        place = (row - counts[FIRST]) * (width + 1)
        copy(n, x, y)
        status = write(times[row], y, rows[place : place + width], data, tables)
        if status != OK:
            return status
        if count_bad(n, y) + count_bad(width, rows[place : place + width]) > 0:
            return NOT_FINITE
        rows[place + width] = control[H_OVER]
        counts[ROWS] += 1
    return OK


def runge_kutta(
    n: int,
    t: float,
    h: float,
    x: Floats,
    x_new: Floats,
    counts: Ints,
    k: Floats,
    total: Floats,
    y: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
) -> int:
    """One step from x to x_new, which are different arrays. Restricted Python."""
    copy(n, x, y)
    for s in range(4):
        counts[EVALUATIONS] += 1
        status = rhs(t + (0.0 if s == 0 else (h if s == 3 else 0.5 * h)), y, k, data, tables)
        if status != OK:
            return status
        weight = 1.0 if s == 0 or s == 3 else 2.0
        reach = h if s == 2 else 0.5 * h
        for i in range(n):
            total[i] = k[i] if s == 0 else total[i] + weight * k[i]
            y[i] = x[i] + reach * k[i]
        if count_bad(n, y) > 0:
            return NOT_FINITE
    for i in range(n):
        x_new[i] = x[i] + h / 6.0 * total[i]
    return OK


RK4 = Integrator("rk4", integrate_fixed, work_size, is_adaptive=False)
