"""The loops around a mechanism's kernels, in restricted Python: they are compiled together with the kernels.

    rhs      derivative of the state: accelerations from the constrained system, rates, work
    accept   after a step: back onto the position and velocity constraints, and the choice of independent rows
    write    an output row: the interpolated state projected, accelerations and multipliers found, channels evaluated

The constrained system, with dropped rows masked (their multiplier is zero),

    [ M + G^T D G   G^T ] [  vdot ]   [ f + G^T D beta ]
    [ G              0  ] [ -lam  ] = [ beta           ]

has the solution of the one without D. The weight D makes the upper block definite where M alone is not: slender rods,
point masses, massless couplers.

Rank is decided on geometry (G scaled by the model's length, no masses), at projected states only, and is the largest
seen: at a branch point the number of rows is not lowered. Where the smallest pivot is small or falling, stages are put
back onto the manifold along the normal space of the last accepted state before they are evaluated.
"""

from collections.abc import Callable
from math import fabs, isfinite, sqrt

from sarrus.analysis.layout import (
    D_ACTIVE,
    D_ALPHA,
    D_BETA,
    D_COLUMN,
    D_CONSTANTS,
    D_F,
    D_G,
    D_GAP,
    D_KKT,
    D_LAM,
    D_M,
    D_NORMAL,
    D_Q,
    D_ROW,
    D_SENSE,
    D_SIZES,
    D_SOLUTION,
    D_SQUARE,
    D_STATE,
    D_STEP,
    D_TIME,
    D_VDOT,
    D_WEIGHT,
    D_WORK,
    LEAST_SIGMA,
    NG,
    NKKT,
    NM,
    NPAIRS,
    NQ,
    NROWS,
    NSENSE,
    NV,
    ON_MANIFOLD,
    RANK,
    SIGMA,
    SIGMA_BEFORE,
    STAGE_STEPS,
    T_DIAG,
    T_GCOL,
    T_GROW,
    T_GSLOT,
    T_LDL,
    T_M,
    T_ORDER,
    T_PAIRS,
    T_PIVOTS,
    WAS_ON_MANIFOLD,
    WORST_GAP,
    WORST_RATE,
)
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.dense import lu_factor, lu_solve
from sarrus.solvers.ldl import factor, solve
from sarrus.solvers.rank import independent_rows
from sarrus.solvers.status import NOT_FINITE, OK, REDUNDANT_CONFLICT, RETRY, SINGULAR, WRONG_BRANCH

Kernel = Callable[..., None]

CLOSED = 1e-14  # scaled residual at which a position counts as closed
TOLERATED = 1e-10  # scaled residual that must be reached
DEPENDENT = 1e-8  # part of the largest pivot below which a row adds nothing
SMALL = 2e-2  # part of the largest pivot below which stages go onto the manifold
JUMP = 0.05  # part of the speeds that projecting an output row may change
FALLING = 0.4  # ... or when it is about to fall by this part


def build(data: Floats, tables: Ints) -> int:
    """Fill and factor the constrained system from M and G as they are in data."""
    values = data[tables[D_KKT] :]
    M = data[tables[D_M] :]
    G = data[tables[D_G] :]
    active = data[tables[D_ACTIVE] :]
    weight = data[tables[D_WEIGHT] :]
    for i in range(tables[NKKT]):
        values[i] = 0.0
    slot = tables[tables[T_M] :]
    for i in range(tables[NM]):
        values[slot[i]] = M[i]
    row = tables[tables[T_GROW] :]
    slot = tables[tables[T_GSLOT] :]
    for i in range(tables[NG]):
        values[slot[i]] = G[i] * active[row[i]]
    pair = tables[tables[T_PAIRS] :]
    for i in range(tables[NPAIRS]):
        a = pair[3 * i]
        r = row[a]
        values[pair[3 * i + 2]] += G[a] * G[pair[3 * i + 1]] * weight[r] * active[r]
    slot = tables[tables[T_DIAG] :]
    for i in range(tables[NROWS]):
        values[slot[i]] = active[i] - 1.0
    if factor(tables[tables[T_LDL] :], values) != 0:
        return SINGULAR
    return OK


def solve_for(data: Floats, tables: Ints) -> None:
    """Solve the factored system in place; the solution part holds (r, s) before and (x, -lam) after."""
    b = data[tables[D_SOLUTION] :]
    G = data[tables[D_G] :]
    active = data[tables[D_ACTIVE] :]
    weight = data[tables[D_WEIGHT] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    nv = tables[NV]
    for i in range(tables[NROWS]):
        b[nv + i] = b[nv + i] * active[i]
    for i in range(tables[NG]):
        b[column[i]] += G[i] * weight[row[i]] * b[nv + row[i]]
    solve(tables[tables[T_LDL] :], data[tables[D_KKT] :], b, data[tables[D_WORK] :])


def accelerate(t: float, x: Floats, data: Floats, tables: Ints, dynamics: Kernel) -> int:
    """Accelerations and multipliers at a state."""
    time = data[tables[D_TIME] :]
    time[0] = t
    f = data[tables[D_F] :]
    beta = data[tables[D_BETA] :]
    dynamics(time, x, data[tables[D_CONSTANTS] :], data[tables[D_M] :], f, data[tables[D_G] :], beta)
    status = build(data, tables)
    if status != OK:
        return status
    b = data[tables[D_SOLUTION] :]
    nv = tables[NV]
    for i in range(nv):
        b[i] = f[i]
    for i in range(tables[NROWS]):
        b[nv + i] = beta[i]
    solve_for(data, tables)
    vdot = data[tables[D_VDOT] :]
    lam = data[tables[D_LAM] :]
    for i in range(nv):
        if not isfinite(b[i]):
            return NOT_FINITE
        vdot[i] = b[i]
    for i in range(tables[NROWS]):
        lam[i] = -b[nv + i]
    return OK


def rhs(
    t: float,
    x: Floats,
    dx: Floats,
    data: Floats,
    tables: Ints,
    dynamics: Kernel,
    rates: Kernel,
    flows: Kernel,
    closure: Kernel,
    retract: Kernel,
) -> int:
    """Derivative of the state."""
    state = data[tables[D_STATE] :]
    if state[ON_MANIFOLD] > 0.0:
        status = to_manifold(t, x, data, tables, closure, retract)
        if status != OK:
            return status
    status = accelerate(t, x, data, tables, dynamics)
    if status != OK:
        return status
    nq = tables[NQ]
    nv = tables[NV]
    vdot = data[tables[D_VDOT] :]
    time = data[tables[D_TIME] :]
    constants = data[tables[D_CONSTANTS] :]
    rates(time, x, constants, dx)
    for i in range(nv):
        dx[nq + i] = vdot[i]
    flows(time, x, vdot, data[tables[D_LAM] :], constants, dx[nq + nv :])
    return OK


def evaluate_closure(t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel) -> float:
    """Residuals, G and right-hand sides at a state; returns the worst scaled residual of the active rows."""
    time = data[tables[D_TIME] :]
    time[0] = t
    gap = data[tables[D_GAP] :]
    G = data[tables[D_G] :]
    alpha = data[tables[D_ALPHA] :]
    closure(time, x, data[tables[D_CONSTANTS] :], gap, G, alpha, data[tables[D_SENSE] :])
    active = data[tables[D_ACTIVE] :]
    scale = data[tables[D_ROW] :]
    worst = 0.0
    for i in range(tables[NROWS]):
        size = fabs(gap[i]) * scale[i] * active[i]
        if not (size <= worst):
            worst = size
    return worst


def move(x: Floats, data: Floats, tables: Ints, retract: Kernel) -> None:
    """Take the step in data and put the coordinates back in their place."""
    q = data[tables[D_Q] :]
    retract(x, data[tables[D_STEP] :], data[tables[D_CONSTANTS] :], q)
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


def speed_size(x: Floats, data: Floats, tables: Ints) -> float:
    """Size of the speeds, lengths in units of the model's length."""
    width = data[tables[D_COLUMN] :]
    nq = tables[NQ]
    total = 0.0
    for i in range(tables[NV]):
        total += x[nq + i] / width[i] * (x[nq + i] / width[i])
    return sqrt(total)


def choose_rows(data: Floats, tables: Ints) -> int:
    """Independent rows of the scaled G, as many as were ever seen; returns 1 when there are more than before."""
    rows = tables[NROWS]
    nv = tables[NV]
    state = data[tables[D_STATE] :]
    if rows == 0:
        return 0
    A = data[tables[D_NORMAL] :]
    G = data[tables[D_G] :]
    scale = data[tables[D_ROW] :]
    width = data[tables[D_COLUMN] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    for i in range(rows * nv):
        A[i] = 0.0
    for i in range(tables[NG]):
        A[row[i] * nv + column[i]] = G[i] * scale[row[i]] * width[column[i]]
    order = tables[tables[T_ORDER] :]
    pivots = data[tables[D_SIZES] :]
    found = independent_rows(rows, nv, A, DEPENDENT, order, pivots)
    grown = 0
    rank = int(state[RANK])
    if found > rank:
        rank = found
        grown = 1
    state[RANK] = float(rank)
    active = data[tables[D_ACTIVE] :]
    for i in range(rows):
        active[order[i]] = 1.0 if i < rank else 0.0
    state[SIGMA_BEFORE] = state[SIGMA]
    state[SIGMA] = pivots[rank - 1] / pivots[0] if rank > 0 else 1.0
    if state[SIGMA] < state[LEAST_SIGMA]:
        state[LEAST_SIGMA] = state[SIGMA]
    return grown


def accept(t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel, retract: Kernel) -> int:
    """Project a new state and choose the rows for the next step."""
    status = project_positions(t, x, data, tables, closure, retract)
    if status != OK:
        return status
    state = data[tables[D_STATE] :]
    if choose_rows(data, tables) > 0:
        status = project_positions(t, x, data, tables, closure, retract)
        if status != OK:
            return status
    gap = data[tables[D_GAP] :]
    scale = data[tables[D_ROW] :]
    for i in range(tables[NROWS]):
        if not (fabs(gap[i]) * scale[i] < 1e-7):
            return REDUNDANT_CONFLICT
    sense = data[tables[D_SENSE] :]
    for i in range(tables[NSENSE]):
        if not (sense[i] > 0.0):
            return WRONG_BRANCH
    now = state[SIGMA]
    state[WAS_ON_MANIFOLD] = state[ON_MANIFOLD]
    state[ON_MANIFOLD] = 0.0
    if tables[NROWS] > 0 and (now < SMALL or state[SIGMA_BEFORE] - now > FALLING * now):
        state[ON_MANIFOLD] = 1.0
        state[STAGE_STEPS] += 1.0
    return project_velocities(x, data, tables)


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


def begin(
    t: float, x: Floats, data: Floats, tables: Ints, dynamics: Kernel, closure: Kernel, retract: Kernel
) -> int:
    """Make a start state ready: a first choice of rows, then projection as after a step."""
    time = data[tables[D_TIME] :]
    time[0] = t
    f = data[tables[D_F] :]
    beta = data[tables[D_BETA] :]
    dynamics(time, x, data[tables[D_CONSTANTS] :], data[tables[D_M] :], f, data[tables[D_G] :], beta)
    state = data[tables[D_STATE] :]
    state[RANK] = 0.0
    state[LEAST_SIGMA] = 1.0
    choose_rows(data, tables)
    return accept(t, x, data, tables, closure, retract)


def write(
    t: float,
    x: Floats,
    row: Floats,
    data: Floats,
    tables: Ints,
    dynamics: Kernel,
    closure: Kernel,
    retract: Kernel,
    output: Kernel,
) -> int:
    """An output row from a state that is projected first.

    Near a branch point the least change may lead onto the other branch: there the way is the normal space of the last
    accepted state, and a state that has to change its speeds visibly is refused, so that the step is made smaller.
    """
    state = data[tables[D_STATE] :]
    before = speed_size(x, data, tables)
    if state[ON_MANIFOLD] + state[WAS_ON_MANIFOLD] > 0.0:
        status = to_manifold(t, x, data, tables, closure, retract)
        if status != OK:
            return status
    status = project_positions(t, x, data, tables, closure, retract)
    if status != OK:
        return status
    status = project_velocities(x, data, tables)
    if status != OK:
        return status
    if not (fabs(speed_size(x, data, tables) - before) <= JUMP * before + TOLERATED):
        return RETRY
    gap = data[tables[D_GAP] :]
    rest = data[tables[D_BETA] :]
    rate_residuals(x, data, tables, rest)
    for i in range(tables[NROWS]):
        state[WORST_GAP] = max(state[WORST_GAP], fabs(gap[i]))
        state[WORST_RATE] = max(state[WORST_RATE], fabs(rest[i]))
    status = accelerate(t, x, data, tables, dynamics)
    if status != OK:
        return status
    time = data[tables[D_TIME] :]
    output(time, x, data[tables[D_VDOT] :], data[tables[D_LAM] :], data[tables[D_CONSTANTS] :], row)
    return OK
