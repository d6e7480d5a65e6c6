"""One step of Dormand-Prince 8(5,3): stages, error estimate and dense output. Restricted Python.

Arrays shared by the functions, for n entries of the state:

    K      16 n entries: stage derivatives k_0 ... k_11, the derivative k_12 at the end, k_13 ... k_15 for dense output
    y      a stage value; at the end of `trial` the new state
    F      7 n entries: terms of the dense output; before that, room for the error estimates

References:
    Hairer, Norsett & Wanner (1993), sections II.5 (method), II.6 (dense output) and II.10 (error estimate).
"""

from math import fabs, isfinite, sqrt

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators.base import ERROR, EVALUATIONS, Rhs, copy, count_bad
from sarrus.solvers.integrators.dop853_table import ALL_STAGES, E3, E5, STAGES, TABLE, B, C, D
from sarrus.solvers.status import NOT_FINITE, OK

LAST_TERM = 256.0 * 27.0 / 823543.0  # largest value of theta^4 (1 - theta)^3, at 4/7


def combine(n: int, n_sum: int, row: int, stages: int, K: Floats, out: Floats) -> None:
    """Weighted sum of the first stage derivatives: out = sum_j TABLE[row, j] k_j, its first n_sum entries."""
    for i in range(n_sum):
        out[i] = 0.0
    for j in range(stages):
        weight = TABLE[row, j]
        if weight != 0.0:
            for i in range(n_sum):
                out[i] += weight * K[j * n + i]


def stage(
    n: int,
    s: int,
    t: float,
    h: float,
    x: Floats,
    counts: Ints,
    K: Floats,
    y: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
) -> int:
    """Evaluate stage s of the step that begins at x."""
    combine(n, n, s, s, K, y)
    for i in range(n):
        y[i] = x[i] + h * y[i]
    if count_bad(n, y) > 0:
        return NOT_FINITE
    counts[EVALUATIONS] += 1
    return rhs(t + C[s] * h, y, K[s * n : s * n + n], data, tables)


def rhs_at(
    n: int, t: float, x: Floats, k: Floats, counts: Ints, y: Floats, data: Floats, tables: Ints, rhs: Rhs
) -> int:
    """Derivative at a state that must stay as it is: y is a copy that rhs may move."""
    copy(n, x, y)
    counts[EVALUATIONS] += 1
    status = rhs(t, y, k, data, tables)
    if status != OK:
        return status
    if count_bad(n, k) > 0:
        return NOT_FINITE
    return OK


def trial(
    n: int,
    n_error: int,
    t: float,
    h: float,
    x: Floats,
    rtol: float,
    atol: Floats,
    control: Floats,
    counts: Ints,
    K: Floats,
    y: Floats,
    F: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
) -> int:
    """The twelve stages, the new state in y and the error estimate in control."""
    for s in range(1, STAGES):
        status = stage(n, s, t, h, x, counts, K, y, data, tables, rhs)
        if status != OK:
            return status
    combine(n, n, B, STAGES, K, y)
    for i in range(n):
        y[i] = x[i] + h * y[i]
    if count_bad(n, y) > 0:
        return NOT_FINITE
    control[ERROR] = error_norm(n, n_error, h, x, y, rtol, atol, K, F[0:n], F[n : 2 * n])
    if not isfinite(control[ERROR]):
        return NOT_FINITE
    return OK


def error_norm(
    n: int,
    n_error: int,
    h: float,
    x: Floats,
    y: Floats,
    rtol: float,
    atol: Floats,
    K: Floats,
    e3: Floats,
    e5: Floats,
) -> float:
    """Error of the step from x to y: h |e5|^2 / sqrt(|e5|^2 + |e3|^2 / 100), Hairer et al., section II.10."""
    combine(n, n_error, E3, STAGES, K, e3)
    combine(n, n_error, E5, STAGES, K, e5)
    sum3 = 0.0
    sum5 = 0.0
    for i in range(n_error):
        scale = atol[i] + rtol * max(fabs(x[i]), fabs(y[i]))
        sum3 += (e3[i] / scale) * (e3[i] / scale)
        sum5 += (e5[i] / scale) * (e5[i] / scale)
    total = sum5 + 0.01 * sum3
    if total == 0.0:
        return 0.0
    return h * sum5 / sqrt(total * n_error)


def dense_output(
    n: int,
    t: float,
    h: float,
    x: Floats,
    counts: Ints,
    K: Floats,
    old: Floats,
    y: Floats,
    F: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
) -> int:
    """Three further stages and the seven terms F of the polynomial between the old state and x."""
    for s in range(13, ALL_STAGES):
        status = stage(n, s, t, h, old, counts, K, y, data, tables, rhs)
        if status != OK:
            return status
    if count_bad(3 * n, K[13 * n : 16 * n]) > 0:
        return NOT_FINITE
    for i in range(n):
        change = x[i] - old[i]
        F[i] = change
        F[n + i] = h * K[i] - change
        F[2 * n + i] = 2.0 * change - h * (K[12 * n + i] + K[i])
    for r in range(4):
        combine(n, n, D + r, ALL_STAGES, K, y)
        for i in range(n):
            F[(3 + r) * n + i] = h * y[i]
    return OK


def roughness(n: int, n_error: int, old: Floats, x: Floats, F: Floats, rtol: float, atol: Floats) -> float:
    """Largest share of the last term, F_6 theta^4 (1 - theta)^3, in units of the tolerance.

    A few hundred at most where the motion is smooth. Where it is not, though the ends of the step are right, it is
    thousands: the extra nodes of the polynomial may fall on a flat pose that those of the step have missed.
    """
    total = 0.0
    for i in range(n_error):
        part = LAST_TERM * F[6 * n + i] / (atol[i] + rtol * max(fabs(old[i]), fabs(x[i])))
        total += part * part
    return sqrt(total / max(n_error, 1))


def interpolate(n: int, theta: float, old: Floats, F: Floats, y: Floats) -> None:
    """State at the part theta of the step; Hairer et al., section II.6, in nested form."""
    rest = 1.0 - theta
    for i in range(n):
        upper = (F[3 * n + i] + theta * (F[4 * n + i] + rest * (F[5 * n + i] + theta * F[6 * n + i]))) * rest
        y[i] = old[i] + theta * (F[i] + rest * (F[n + i] + theta * (F[2 * n + i] + upper)))
