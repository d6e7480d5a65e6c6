"""One step of Dormand-Prince 8(5,3): stages, error estimate and dense output. Restricted Python.

References:
    Hairer, Norsett & Wanner (1993), sections II.5 (method), II.6 (dense output) and II.10 (error estimate).
"""

from math import fabs, isfinite, sqrt

from sarrus.records import Record
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators.base import Integration, Rhs, copy, count_bad
from sarrus.solvers.integrators.dop853_table import ALL_STAGES, E3, E5, STAGES, TABLE, B, C, D
from sarrus.solvers.status import NOT_FINITE, OK

FEW = 32  # entries of a state up to which a sum over stages is made outside memory
LAST_TERM = 256.0 * 27.0 / 823543.0  # largest value of theta^4 (1 - theta)^3, at 4/7


class DormandPrinceRoom(Record):
    """Arrays of the method, for n entries of the state."""

    K: Floats  # 16 n: stage derivatives k_0 ... k_11, the derivative k_12 at the end, k_13 ... k_15 for dense output
    old: Floats  # begin of the step that is being landed on
    new: Floats  # its end
    y: Floats  # a stage value; at the end of `trial` the new state
    F: Floats  # 7 n: terms of the dense output; before that, room for the error estimates
    values: Floats  # of guards, see `dop853_watch`


def combine(n: int, n_sum: int, row: int, stages: int, K: Floats, out: Floats) -> None:
    """Weighted sum of the first stage derivatives: out = sum_j TABLE[row, j] k_j, its first n_sum entries.

    Few entries are summed up two at a time, outside memory: a sum that is stored and loaded again for each of its terms
    takes twice as long as its additions. The order of the additions is the same.
    """
    if n_sum <= FEW:
        for one in range(0, n_sum, 2):
            two = min(one + 1, n_sum - 1)
            a = 0.0
            b = 0.0
            for j in range(stages):
                weight = TABLE[row, j]
                if weight != 0.0:
                    a += weight * K[j * n + one]
                    b += weight * K[j * n + two]
            out[one] = a
            out[two] = b
        return
    for i in range(n_sum):
        out[i] = 0.0
    for j in range(stages):
        weight = TABLE[row, j]
        if weight != 0.0:
            for i in range(n_sum):
                out[i] += weight * K[j * n + i]


def stage(
    run: Integration, room: DormandPrinceRoom, s: int, t: float, h: float, x: Floats, memory: Record, rhs: Rhs
) -> int:
    """Evaluate stage s of the step of length h that begins at x."""
    n = run.n
    n_read = run.n_read if run.n_read > 0 else n
    y = room.y
    combine(n, n_read, s, s, room.K, y)
    for i in range(n_read):
        y[i] = x[i] + h * y[i]
    if count_bad(n_read, y) > 0:
        return NOT_FINITE
    run.evaluations += 1
    return rhs(t + C[s] * h, y, room.K[s * n : s * n + n], memory)


def rhs_at(
    run: Integration, room: DormandPrinceRoom, t: float, x: Floats, k: Floats, memory: Record, rhs: Rhs
) -> int:
    """Derivative at a state that must stay as it is: y is a copy that rhs may move."""
    copy(run.n, x, room.y)
    run.evaluations += 1
    status = rhs(t, room.y, k, memory)
    if status != OK:
        return status
    if count_bad(run.n, k) > 0:
        return NOT_FINITE
    return OK


def trial(run: Integration, room: DormandPrinceRoom, t: float, h: float, memory: Record, rhs: Rhs) -> int:
    """The twelve stages, the new state in y and the error estimate in run.error."""
    n = run.n
    x = run.x
    y = room.y
    for s in range(1, STAGES):
        status = stage(run, room, s, t, h, x, memory, rhs)
        if status != OK:
            return status
    combine(n, n, B, STAGES, room.K, y)
    for i in range(n):
        y[i] = x[i] + h * y[i]
    if count_bad(n, y) > 0:
        return NOT_FINITE
    run.error = error_norm(run, room, h)
    if not isfinite(run.error):
        return NOT_FINITE
    return OK


def error_norm(run: Integration, room: DormandPrinceRoom, h: float) -> float:
    """Error of the step from x to y: h |e5|^2 / sqrt(|e5|^2 + |e3|^2 / 100), Hairer et al., section II.10."""
    n = run.n
    n_error = run.n_error
    x = run.x
    y = room.y
    e3 = room.F[0:n]
    e5 = room.F[n : 2 * n]
    combine(n, n_error, E3, STAGES, room.K, e3)
    combine(n, n_error, E5, STAGES, room.K, e5)
    sum3 = 0.0
    sum5 = 0.0
    for i in range(n_error):
        scale = run.atol[i] + run.rtol * max(fabs(x[i]), fabs(y[i]))
        sum3 += (e3[i] / scale) * (e3[i] / scale)
        sum5 += (e5[i] / scale) * (e5[i] / scale)
    total = sum5 + 0.01 * sum3
    if total == 0.0:
        return 0.0
    return h * sum5 / sqrt(total * n_error)


def dense_output(run: Integration, room: DormandPrinceRoom, memory: Record, rhs: Rhs) -> int:
    """Three further stages and the seven terms F of the polynomial between the old state and the new one."""
    n = run.n
    h = run.h_over
    K = room.K
    F = room.F
    for s in range(13, ALL_STAGES):
        status = stage(run, room, s, run.t_from, h, room.old, memory, rhs)
        if status != OK:
            return status
    if count_bad(3 * n, K[13 * n : 16 * n]) > 0:
        return NOT_FINITE
    for i in range(n):
        change = room.new[i] - room.old[i]
        F[i] = change
        F[n + i] = h * K[i] - change
        F[2 * n + i] = 2.0 * change - h * (K[12 * n + i] + K[i])
    for r in range(4):
        combine(n, n, D + r, ALL_STAGES, K, room.y)
        for i in range(n):
            F[(3 + r) * n + i] = h * room.y[i]
    return OK


def roughness(run: Integration, room: DormandPrinceRoom) -> float:
    """Largest share of the last term, F_6 theta^4 (1 - theta)^3, in units of the tolerance.

    A few hundred at most where the motion is smooth. Where it is not, though the ends of the step are right, it is
    thousands: the extra nodes of the polynomial may fall on a flat pose that those of the step have missed.
    """
    n = run.n
    total = 0.0
    for i in range(run.n_error):
        scale = run.atol[i] + run.rtol * max(fabs(room.old[i]), fabs(room.new[i]))
        part = LAST_TERM * room.F[6 * n + i] / scale
        total += part * part
    return sqrt(total / max(run.n_error, 1))


def interpolate(run: Integration, room: DormandPrinceRoom, theta: float) -> None:
    """State at the part theta of the step, in y; Hairer et al., section II.6, in nested form."""
    n = run.n
    F = room.F
    rest = 1.0 - theta
    for i in range(n):
        upper = (F[3 * n + i] + theta * (F[4 * n + i] + rest * (F[5 * n + i] + theta * F[6 * n + i]))) * rest
        room.y[i] = room.old[i] + theta * (F[i] + rest * (F[n + i] + theta * (F[2 * n + i] + upper)))
