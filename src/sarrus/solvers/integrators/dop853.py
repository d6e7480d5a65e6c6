"""Dormand-Prince of order 8 with step control and dense output of order 7: explicit, for smooth motion.

    k_0 = f(t, x)       k_i = f(t + c_i h, x + h sum_j a_ij k_j)       x_new = x + h sum_j b_j k_j

Twelve evaluations a step, four more in steps that contain output times. The calling convention is the contract in
`base`; every function but `work_size` is restricted Python.

References:
    Hairer, Norsett & Wanner (1993), sections II.4 (step control, first step), II.5 (method), II.6 (dense output).
"""

from math import fabs, sqrt

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators.base import (
    ACCEPTED,
    AFTER_REJECTION,
    AT_KINK,
    ATTEMPT_LIMIT,
    CHECKED,
    CUTS,
    ERROR,
    EVALUATIONS,
    GUARDS,
    H_MAX,
    H_OVER,
    IS_LANDING,
    KINK,
    NOT_FINITES,
    REJECTED,
    RETRIES,
    ROWS,
    SPOT,
    STARTED,
    T_FROM,
    T_START,
    T_TO,
    Accept,
    Guard,
    H,
    Integrator,
    Rhs,
    T,
    Write,
    copy,
    count_bad,
    smallest_step,
)
from sarrus.solvers.integrators.dop853_rows import check_rows, write_due
from sarrus.solvers.integrators.dop853_step import dense_output, rhs_at, roughness, trial
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


def work_size(n: int, guards: int) -> int:
    """Entries of `work`: 16 stage derivatives, begin and end of a step, a stage value, 7 terms of dense output; guards."""
    return 26 * n + VALUES * (guards + 1)


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
    guard: Guard,
) -> int:
    """Advance x to t_end, or for max_steps attempts; see the contract in `base`.

    The error of a step, in units of the tolerance, is the root mean square over the first n_error entries, each
    divided by atol_i + rtol max(|x_i|, |x_new_i|); the step is accepted when it is below 1 and no row is refused.

    Returns:
        OK at t_end, RUNNING after max_steps attempts or when `rows` is full, or how it failed.
    """
    K = work[0 : 16 * n]
    old = work[16 * n : 17 * n]
    y = work[17 * n : 18 * n]
    F = work[18 * n : 25 * n]
    new = work[25 * n : 26 * n]
    values = work[26 * n :]
    status = OK
    if counts[STARTED] == 0:
        status = start(n, x, control, counts, K, y, data, tables, rhs)
    if status == OK:
        status = write_due(n, x, times, n_times, rows, width, control, counts, old, y, F, data, tables, write)
    attempts = 0
    while status == OK and control[T] < t_end:
        t = control[T]
        smallest = smallest_step(t, t_end, control[T_START])
        reason = OK
        if counts[IS_LANDING] == 0:
            if attempts >= max_steps:
                return RUNNING
            if counts[ATTEMPT_LIMIT] > 0 and counts[ACCEPTED] + counts[REJECTED] >= counts[ATTEMPT_LIMIT]:
                return TOO_MANY_STEPS
            attempts += 1
            if not (control[H] > 0.0):
                h_first = initial_step(
                    n, n_error, t, x, t_end, rtol, atol, counts, K, y, new, data, tables, rhs
                )
                control[H] = max(h_first, smallest)
            if choose_step(t_end, smallest, control, data) != OK:
                return STEP_TOO_SMALL
            # Try the step, and land on it when its error is small enough.
            h = control[H_OVER]
            reason = trial(n, n_error, t, h, x, rtol, atol, control, counts, K, y, F, data, tables, rhs)
            if reason == OK and control[ERROR] < 1.0:
                copy(n, x, old)
                copy(n, y, new)
                reason = land(
                    n,
                    n_error,
                    rtol,
                    atol,
                    times,
                    n_times,
                    control,
                    counts,
                    smallest,
                    K,
                    old,
                    new,
                    y,
                    F,
                    values,
                    data,
                    tables,
                    rhs,
                    accept,
                    guard,
                )
            elif reason == OK and counts[GUARDS] > 0:
                # The error is that of a change, perhaps: then it is known where to end.
                copy(n, x, old)
                copy(n, y, new)
                look(n, smallest, control, counts, K, old, new, y, F, values, data, tables, rhs, guard)
        if counts[IS_LANDING] != 0:
            reason = check_rows(
                n, times, n_times, rows, width, control, counts, K, old, new, y, F, data, tables, rhs, write
            )
            if reason == RUNNING:
                return RUNNING
            counts[IS_LANDING] = 0
            if reason == OK:
                copy(n, new, x)
                copy(n, K[12 * n : 13 * n], K[0:n])
                go_on(control, counts)
                if counts[GUARDS] > 0:
                    go_on_from_kink(control, counts)
                status = write_due(
                    n, x, times, n_times, rows, width, control, counts, old, y, F, data, tables, write
                )
                continue
        counts[AT_KINK] = 0
        if reason == CUT:
            counts[REJECTED] += 1
            counts[CUTS] += 1
            continue
        if reason != OK and reason != RETRY and reason != NOT_FINITE:
            return reason
        take_back(reason, control, counts)
        if not (control[H] >= smallest):
            return NOT_FINITE if reason == NOT_FINITE else STEP_TOO_SMALL
    return STEP_TOO_SMALL if status == RETRY else status


def start(
    n: int,
    x: Floats,
    control: Floats,
    counts: Ints,
    K: Floats,
    y: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
) -> int:
    """First derivative."""
    if count_bad(n, x) > 0:
        return NOT_FINITE
    control[T_START] = control[T]
    counts[IS_LANDING] = 0
    status = rhs_at(n, control[T], x, K[0:n], counts, y, data, tables, rhs)
    if status != OK:
        return status
    counts[STARTED] = 1
    return OK


def choose_step(t_end: float, smallest: float, control: Floats, data: Floats) -> int:
    """Begin, end and length of the next attempt; STEP_TOO_SMALL when it is not worth making."""
    t = control[T]
    if control[H_MAX] > 0.0:
        control[H] = min(control[H], control[H_MAX])
    h = control[H]
    if data[SPOT] > t:
        h = beside(data[SPOT] - t, h)
    t_new = t + h
    if control[KINK] > t and control[KINK] < t_end and t_new > control[KINK]:
        t_new = control[KINK]
        h = t_new - t
    elif not (t + STRETCH * h < t_end):
        h = t_end - t
        t_new = t_end
    elif h < smallest:
        return STEP_TOO_SMALL
    control[T_FROM] = t
    control[T_TO] = t_new
    control[H_OVER] = h
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


def go_on(control: Floats, counts: Ints) -> None:
    """Count an accepted step and choose the next one."""
    h = control[H_OVER]
    factor = step_factor(OK, control[ERROR])
    counts[ACCEPTED] += 1
    if counts[AFTER_REJECTION] != 0:
        factor = min(factor, 1.0)
    counts[AFTER_REJECTION] = 0
    # A step cut short, by t_end or a spot, says little about the next one.
    control[H] = max(h * factor, control[H]) if h < control[H] else h * factor
    control[T] = control[T_TO]


def take_back(reason: int, control: Floats, counts: Ints) -> None:
    """Count a step that is not made, and choose a smaller one."""
    counts[REJECTED] += 1
    counts[AFTER_REJECTION] = 1
    if reason == RETRY:
        counts[RETRIES] += 1
    if reason == NOT_FINITE:
        counts[NOT_FINITES] += 1
    control[H] = control[H_OVER] * step_factor(reason, control[ERROR])


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


def look(
    n: int,
    smallest: float,
    control: Floats,
    counts: Ints,
    K: Floats,
    old: Floats,
    new: Floats,
    y: Floats,
    F: Floats,
    values: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
    guard: Guard,
) -> int:
    """Make the dense output, and see whether a guard changes along it.

    The polynomial is that of the step as it was made: projection moves its end, but not its way there.
    """
    status = rhs_at(n, control[T_TO], new, K[12 * n : 13 * n], counts, y, data, tables, rhs)
    if status != OK:
        return status
    status = dense_output(n, control[T_FROM], control[H_OVER], new, counts, K, old, y, F, data, tables, rhs)
    if status != OK or counts[GUARDS] == 0:
        return status
    return watch(n, smallest, control, counts, old, F, y, values, data, tables, guard)


def land(
    n: int,
    n_error: int,
    rtol: float,
    atol: Floats,
    times: Floats,
    n_times: int,
    control: Floats,
    counts: Ints,
    smallest: float,
    K: Floats,
    old: Floats,
    new: Floats,
    y: Floats,
    F: Floats,
    values: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
    accept: Accept,
    guard: Guard,
) -> int:
    """Make the dense output if it is looked at, project the new state and evaluate the derivative there."""
    t_new = control[T_TO]
    row = counts[ROWS]
    has_rows = row < n_times and times[row] < t_new
    if has_rows or counts[GUARDS] > 0:
        status = look(n, smallest, control, counts, K, old, new, y, F, values, data, tables, rhs, guard)
        if status != OK:
            return status
        if has_rows and not (roughness(n, n_error, old, new, F, rtol, atol) < ROUGH):
            return RETRY
    status = accept(t_new, new, data, tables)
    if status != OK:
        return status
    if count_bad(n, new) > 0:
        return NOT_FINITE
    if (
        counts[AT_KINK] != 0
        and is_behind(t_new, new, smallest, control, counts, values, data, tables, guard) == 0
    ):
        return CUT
    status = rhs_at(n, t_new, new, K[12 * n : 13 * n], counts, y, data, tables, rhs)
    if status != OK:
        return status
    counts[IS_LANDING] = 1
    counts[CHECKED] = row
    return OK


DOP853 = Integrator("dop853", integrate, work_size, is_adaptive=True)
