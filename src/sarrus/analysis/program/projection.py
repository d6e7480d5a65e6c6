"""Back onto the constraints: accepted states with the least change, stages along a fixed normal space. Restricted Python."""

from math import fabs, isfinite

from sarrus.analysis.program.layout import (
    D_ACTIVE,
    D_ALPHA,
    D_BETA,
    D_COLUMN,
    D_CONSTANTS,
    D_G,
    D_GAP,
    D_KERNEL,
    D_NORMAL,
    D_Q,
    D_ROW,
    D_SENSE,
    D_SOLUTION,
    D_SQUARE,
    D_STATE,
    D_STEP,
    D_TIME,
    D_WORK,
    DRIFT,
    NG,
    NQ,
    NROWS,
    NV,
    RANK,
    RATE_DRIFT,
    T_GCOL,
    T_GROW,
    T_ORDER,
    T_PIVOTS,
    T_PLAN,
)
from sarrus.analysis.program.system import Kernel, build, solve_for
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.dense import lu_factor, lu_solve
from sarrus.solvers.status import NOT_FINITE, OK, RETRY

CLOSED = 1e-14  # scaled residual at which a position counts as closed
TOLERATED = 1e-10  # scaled residual that must be reached


def evaluate_closure(t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel) -> float:
    """Residuals, G and right-hand sides at a state; returns the worst scaled residual of the active rows."""
    time = data[tables[D_TIME] :]
    time[0] = t
    gap = data[tables[D_GAP] :]
    G = data[tables[D_G] :]
    alpha = data[tables[D_ALPHA] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    closure(time, x, data[tables[D_CONSTANTS] :], work, plan, gap, G, alpha, data[tables[D_SENSE] :])
    return largest(data, tables, gap)


def largest(data: Floats, tables: Ints, rows: Floats) -> float:
    """The largest of the active rows, scaled; not a number when one is not."""
    active = data[tables[D_ACTIVE] :]
    scale = data[tables[D_ROW] :]
    worst = 0.0
    for i in range(tables[NROWS]):
        size = fabs(rows[i]) * scale[i] * active[i]
        if not (size <= worst):
            worst = size
    return worst


def move(x: Floats, data: Floats, tables: Ints, retract: Kernel) -> None:
    """Take the step in data and put the coordinates back in their place."""
    q = data[tables[D_Q] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    retract(x, data[tables[D_STEP] :], data[tables[D_CONSTANTS] :], work, plan, q)
    for i in range(tables[NQ]):
        x[i] = q[i]


def project_positions(
    t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel, retract: Kernel
) -> int:
    """Newton's method back onto g = 0 with the least change in the mass metric."""
    nv = tables[NV]
    step = data[tables[D_STEP] :]
    for i in range(nv):
        step[i] = 0.0
    move(x, data, tables, retract)
    before = 1e300
    worst = evaluate_closure(t, x, data, tables, closure)
    state = data[tables[D_STATE] :]
    state[DRIFT] = worst
    turn = 0
    while worst > CLOSED and worst < 0.5 * before and turn < 12:
        if build(data, tables) != OK:
            return RETRY
        b = data[tables[D_SOLUTION] :]
        gap = data[tables[D_GAP] :]
        for i in range(nv):
            b[i] = 0.0
        for i in range(tables[NROWS]):
            b[nv + i] = -gap[i]
        solve_for(data, tables)
        for i in range(nv):
            step[i] = b[i]
        move(x, data, tables, retract)
        before = worst
        worst = evaluate_closure(t, x, data, tables, closure)
        turn += 1
    if not (worst < TOLERATED):
        return RETRY
    return OK


def project_velocities(x: Floats, data: Floats, tables: Ints) -> int:
    """Velocities back onto G v = alpha with the least change of kinetic energy; closure must have been evaluated."""
    nq = tables[NQ]
    nv = tables[NV]
    if tables[NROWS] == 0:
        return OK
    if build(data, tables) != OK:
        return RETRY
    b = data[tables[D_SOLUTION] :]
    for i in range(nv):
        b[i] = 0.0
    rate_residuals(x, data, tables, b[nv:])
    state = data[tables[D_STATE] :]
    state[RATE_DRIFT] = largest(data, tables, b[nv:])
    solve_for(data, tables)
    for i in range(nv):
        if not isfinite(b[i]):
            return NOT_FINITE
        x[nq + i] += b[i]
    return OK


def rate_residuals(x: Floats, data: Floats, tables: Ints, rest: Floats) -> None:
    """alpha - G v."""
    alpha = data[tables[D_ALPHA] :]
    G = data[tables[D_G] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    nq = tables[NQ]
    for i in range(tables[NROWS]):
        rest[i] = alpha[i]
    for i in range(tables[NG]):
        rest[row[i]] -= G[i] * x[nq + column[i]]


def to_manifold(t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel, retract: Kernel) -> int:
    """Put a stage onto the constraints along the normal space of the last accepted state, to rounding."""
    nv = tables[NV]
    state = data[tables[D_STATE] :]
    rank = int(state[RANK])
    normal = data[tables[D_NORMAL] :]
    width = data[tables[D_COLUMN] :]
    scale = data[tables[D_ROW] :]
    order = tables[tables[T_ORDER] :]
    mu = data[tables[D_SOLUTION] :]
    gap = data[tables[D_GAP] :]
    step = data[tables[D_STEP] :]
    pivots = tables[tables[T_PIVOTS] :]
    before = 1e300
    worst = evaluate_closure(t, x, data, tables, closure)
    turn = 0
    while worst > 1e-16 and worst < 0.5 * before and turn < 20:
        if factor_normal(data, tables) != 0:
            return RETRY
        for k in range(rank):
            mu[k] = -gap[order[k]] * scale[order[k]]
        lu_solve(rank, data[tables[D_SQUARE] :], pivots, mu)
        for j in range(nv):
            total = 0.0
            for k in range(rank):
                total += normal[k * nv + j] * mu[k]
            step[j] = total * width[j]
        move(x, data, tables, retract)
        before = worst
        worst = evaluate_closure(t, x, data, tables, closure)
        turn += 1
    if not (worst < TOLERATED):
        return RETRY
    if factor_normal(data, tables) != 0:
        return RETRY
    rest = data[tables[D_BETA] :]
    rate_residuals(x, data, tables, rest)
    for k in range(rank):
        mu[k] = rest[order[k]] * scale[order[k]]
    lu_solve(rank, data[tables[D_SQUARE] :], pivots, mu)
    nq = tables[NQ]
    for j in range(nv):
        total = 0.0
        for k in range(rank):
            total += normal[k * nv + j] * mu[k]
        x[nq + j] += total * width[j]
    return OK


def factor_normal(data: Floats, tables: Ints) -> int:
    """Factor G N, the rows of the present state along the normal space of the last accepted one."""
    nv = tables[NV]
    state = data[tables[D_STATE] :]
    rank = int(state[RANK])
    normal = data[tables[D_NORMAL] :]
    square = data[tables[D_SQUARE] :]
    width = data[tables[D_COLUMN] :]
    scale = data[tables[D_ROW] :]
    G = data[tables[D_G] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    order = tables[tables[T_ORDER] :]
    place = data[tables[D_WORK] :]
    for i in range(tables[NROWS]):
        place[i] = -1.0
    for k in range(rank):
        place[order[k]] = float(k)
    for i in range(rank * rank):
        square[i] = 0.0
    for i in range(tables[NG]):
        k = int(place[row[i]])
        if k >= 0:
            j = column[i]
            value = G[i] * scale[row[i]] * width[j]
            for m in range(rank):
                square[k * rank + m] += value * normal[m * nv + j]
    return lu_factor(rank, square, tables[tables[T_PIVOTS] :])
