"""Dormand-Prince of order 8 with step control and dense output of order 7: explicit, for smooth motion.

    k_0 = f(t, x)       k_i = f(t + c_i h, x + h sum_j a_ij k_j)       x_new = x + h sum_j b_j k_j

Twelve evaluations a step, three more in steps that contain output times. The calling convention is the contract in
`base`; every function but `work_size` is restricted Python.

References:
    Hairer, Norsett & Wanner (1993), sections II.4 (step control, first step), II.5 (method), II.6 (dense output).
"""

from math import fabs, sqrt

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators.base import (
    ACCEPTED,
    AFTER_REJECTION,
    ATTEMPT_LIMIT,
    ERROR,
    EVALUATIONS,
    H_MAX,
    NOT_FINITES,
    REJECTED,
    RETRIES,
    ROWS,
    STARTED,
    T_START,
    Accept,
    H,
    Integrator,
    Rhs,
    T,
    Write,
    copy,
    count_bad,
    smallest_step,
)
from sarrus.solvers.integrators.dop853_step import dense_output, interpolate, trial
from sarrus.solvers.status import NOT_FINITE, OK, RETRY, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS

SAFETY = 0.9
SMALLEST_FACTOR = 0.333
LARGEST_FACTOR = 6.0
# A callback that refuses a step gives no estimate of a better one.
RETRY_FACTOR = 0.25
NOT_FINITE_FACTOR = 0.1
# A step that ends this close before t_end is stretched to it.
STRETCH = 1.01


def work_size(n: int) -> int:
    """Entries of `work`: 16 stage derivatives, the old state, a stage value, 7 terms of dense output."""
    return 25 * n


def integrate(
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
) -> int:
    """Advance x to t_end, or for max_steps attempts; see the contract in `base`.

    The error of a step, in units of the tolerance, is the root mean square over the first n_error entries, each
    divided by atol_i + rtol max(|x_i|, |x_new_i|); the step is accepted when it is below 1.

    Returns:
        OK at t_end, RUNNING after max_steps attempts, or how it failed.
    """
    K = work[0 : 16 * n]
    old = work[16 * n : 17 * n]
    y = work[17 * n : 18 * n]
    F = work[18 * n : 25 * n]
    if counts[STARTED] == 0:
        status = start(n, x, times, n_times, rows, width, control, counts, K, y, data, tables, rhs, write)
        if status == RETRY:
            return STEP_TOO_SMALL
        if status != OK:
            return status
    attempts = 0
    while control[T] < t_end:
        if attempts >= max_steps:
            return RUNNING
        if counts[ATTEMPT_LIMIT] > 0 and counts[ACCEPTED] + counts[REJECTED] >= counts[ATTEMPT_LIMIT]:
            return TOO_MANY_STEPS
        attempts += 1
        t = control[T]
        smallest = smallest_step(t, t_end, control[T_START])
        if not (control[H] > 0.0):
            h_first = initial_step(n, n_error, t, x, t_end, rtol, atol, counts, K, y, old, data, tables, rhs)
            control[H] = max(h_first, smallest)
        if control[H_MAX] > 0.0:
            control[H] = min(control[H], control[H_MAX])
        h = control[H]
        t_new = t + h
        if not (t + STRETCH * h < t_end):
            h = t_end - t
            t_new = t_end
        elif h < smallest:
            return STEP_TOO_SMALL
        # Try the step, and land on it when its error is small enough.
        reason = trial(n, n_error, t, h, x, rtol, atol, control, counts, K, y, F, data, tables, rhs)
        factor = step_factor(reason, control[ERROR])
        if reason == OK and control[ERROR] < 1.0:
            copy(n, x, old)
            copy(n, y, x)
            reason = land(
                n,
                t,
                t_new,
                h,
                x,
                times,
                n_times,
                rows,
                width,
                counts,
                K,
                old,
                y,
                F,
                data,
                tables,
                rhs,
                accept,
                write,
            )
            if reason == OK:
                counts[ACCEPTED] += 1
                if counts[AFTER_REJECTION] != 0:
                    factor = min(factor, 1.0)
                counts[AFTER_REJECTION] = 0
                copy(n, K[12 * n : 13 * n], K[0:n])
                # A step cut short by t_end says little about the next one.
                control[H] = max(h * factor, control[H]) if t_new == t_end else h * factor
                control[T] = t_new
                continue
            copy(n, old, x)
            factor = step_factor(reason, control[ERROR])
        # Take it back.
        if reason != OK and reason != RETRY and reason != NOT_FINITE:
            return reason
        counts[REJECTED] += 1
        counts[AFTER_REJECTION] = 1
        if reason == RETRY:
            counts[RETRIES] += 1
        if reason == NOT_FINITE:
            counts[NOT_FINITES] += 1
        control[H] = h * factor
        if not (control[H] >= smallest):
            return NOT_FINITE if reason == NOT_FINITE else STEP_TOO_SMALL
    return OK


def start(
    n: int,
    x: Floats,
    times: Floats,
    n_times: int,
    rows: Floats,
    width: int,
    control: Floats,
    counts: Ints,
    K: Floats,
    y: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
    write: Write,
) -> int:
    """First derivative and the rows at the start."""
    if count_bad(n, x) > 0:
        return NOT_FINITE
    control[T_START] = control[T]
    copy(n, x, y)
    counts[EVALUATIONS] += 1
    status = rhs(control[T], y, K[0:n], data, tables)
    if status != OK:
        return status
    if count_bad(n, K[0:n]) > 0:
        return NOT_FINITE
    row = counts[ROWS]
    while row < n_times and times[row] <= control[T]:
        copy(n, x, y)
        status = write(times[row], y, rows[row * width : row * width + width], data, tables)
        if status != OK:
            return status
        if count_bad(n, y) > 0:
            return NOT_FINITE
        row += 1
        counts[ROWS] = row
    counts[STARTED] = 1
    return OK


def initial_step(
    n: int,
    n_error: int,
    t: float,
    x: Floats,
    t_end: float,
    rtol: float,
    atol: Floats,
    counts: Ints,
    K: Floats,
    y: Floats,
    k: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
) -> float:
    """First step from the sizes of x, x' and x'', the last from a small Euler step; Hairer et al., p. 169."""
    d0 = scaled_norm(n_error, x, x, rtol, atol)
    d1 = scaled_norm(n_error, K, x, rtol, atol)
    h = 1e-6
    if d0 > 1e-5 and d1 > 1e-5:
        h = 0.01 * (d0 / d1)
    h = min(h, t_end - t)
    # Where even the Euler step fails, a tenth of it is tried; the last is taken as it is.
    for _attempt in range(8):
        for i in range(n):
            y[i] = x[i] + h * K[i]
        counts[EVALUATIONS] += 1
        status = rhs(t + h, y, k, data, tables)
        if status == OK and count_bad(n, k) == 0:
            for i in range(n_error):
                k[i] -= K[i]
            d2 = scaled_norm(n_error, k, x, rtol, atol) / h
            largest = max(d1, d2)
            h_curved = max(1e-6, 1e-3 * h)
            if largest > 1e-15:
                h_curved = eighth_root(0.01 / largest)
            return min(min(100.0 * h, h_curved), t_end - t)
        h *= 0.1
    return h


def scaled_norm(n_error: int, a: Floats, x: Floats, rtol: float, atol: Floats) -> float:
    """Root mean square of a_i / (atol_i + rtol |x_i|)."""
    total = 0.0
    for i in range(n_error):
        part = a[i] / (atol[i] + rtol * fabs(x[i]))
        total += part * part
    return sqrt(total / max(n_error, 1))


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


def land(
    n: int,
    t: float,
    t_new: float,
    h: float,
    x: Floats,
    times: Floats,
    n_times: int,
    rows: Floats,
    width: int,
    counts: Ints,
    K: Floats,
    old: Floats,
    y: Floats,
    F: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
    accept: Accept,
    write: Write,
) -> int:
    """Project the new state x, evaluate the derivative there and write the rows of the step."""
    status = accept(t_new, x, data, tables)
    if status != OK:
        return status
    if count_bad(n, x) > 0:
        return NOT_FINITE
    copy(n, x, y)
    counts[EVALUATIONS] += 1
    status = rhs(t_new, y, K[12 * n : 13 * n], data, tables)
    if status != OK:
        return status
    if count_bad(n, K[12 * n : 13 * n]) > 0:
        return NOT_FINITE
    row = counts[ROWS]
    if row < n_times and times[row] < t_new:
        status = dense_output(n, t, h, x, counts, K, old, y, F, data, tables, rhs)
        if status != OK:
            return status
    while row < n_times and times[row] <= t_new:
        if times[row] < t_new:
            interpolate(n, (times[row] - t) / h, old, F, y)
        else:
            copy(n, x, y)
        status = write(times[row], y, rows[row * width : row * width + width], data, tables)
        if status != OK:
            return status
        if count_bad(n, y) > 0:
            return NOT_FINITE
        row += 1
    # Rows count only now: had one been refused, the step would be repeated and all of them with it.
    counts[ROWS] = row
    return OK


DOP853 = Integrator("dop853", integrate, work_size, is_adaptive=True)
