"""Back onto the constraints: accepted states with the least change, stages along a fixed normal space. Restricted Python."""

from math import fabs, isfinite

from sarrus.program.large import factor_large, step_of_large
from sarrus.program.layout import (
    B_COLUMN,
    B_COLUMNS,
    B_ENTRIES,
    B_ENTRY,
    B_GRAM,
    B_NORMAL,
    B_ORDER,
    B_PLACE,
    B_ROW,
    B_ROWS,
    BLOCK_SIZE,
    D_ACTIVE,
    D_ALPHA,
    D_BETA,
    D_BLOCKS,
    D_COLUMN,
    D_CONSTANTS,
    D_G,
    D_GAP,
    D_INPUTS,
    D_KERNEL,
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
    NBLOCKS,
    NG,
    NQ,
    NROWS,
    NV,
    R_NEAR,
    R_RANK,
    R_WAS_NEAR,
    RATE_DRIFT,
    RECORD_SIZE,
    T_BLOCKS,
    T_GCOL,
    T_GROW,
    T_PIVOTS,
    T_PLAN,
)
from sarrus.program.system import Kernel, build, solve_for
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
    closure(
        time,
        x,
        data[tables[D_INPUTS] :],
        data[tables[D_CONSTANTS] :],
        work,
        plan,
        gap,
        G,
        alpha,
        data[tables[D_SENSE] :],
    )
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


def is_near(tables: Ints, data: Floats, b: int, past: int) -> bool:
    """Whether a block is near a singular pose in the step to come or, if that is asked too, was so in the last one."""
    kept = data[tables[D_BLOCKS] + RECORD_SIZE * b :]
    return kept[R_NEAR] > 0.0 or (past > 0 and kept[R_WAS_NEAR] > 0.0)


def largest_near(data: Floats, tables: Ints, rows: Floats, past: int) -> float:
    """The largest of the active rows of blocks near a singular pose, scaled; not a number when one is not."""
    active = data[tables[D_ACTIVE] :]
    scale = data[tables[D_ROW] :]
    worst = 0.0
    for b in range(tables[NBLOCKS]):
        if is_near(tables, data, b, past):
            block = tables[tables[T_BLOCKS] + BLOCK_SIZE * b :]
            row = tables[block[B_ROW] :]
            for k in range(block[B_ROWS]):
                i = row[k]
                size = fabs(rows[i]) * scale[i] * active[i]
                if not (size <= worst):
                    worst = size
    return worst


def to_manifold(
    t: float, x: Floats, data: Floats, tables: Ints, past: int, closure: Kernel, retract: Kernel
) -> int:
    """Put a stage onto the constraints along the normal space of the last accepted state, to rounding.

    Only blocks near a singular pose, in the step to come or (`past`) in the last one, are closed.
    """
    gap = data[tables[D_GAP] :]
    step = data[tables[D_STEP] :]
    nv = tables[NV]
    for j in range(nv):
        step[j] = 0.0
    before = 1e300
    evaluate_closure(t, x, data, tables, closure)
    worst = largest_near(data, tables, gap, past)
    turn = 0
    while worst > 1e-16 and worst < 0.5 * before and turn < 20:
        if normal_step(data, tables, gap, -1.0, past) != OK:
            return RETRY
        move(x, data, tables, retract)
        before = worst
        evaluate_closure(t, x, data, tables, closure)
        worst = largest_near(data, tables, gap, past)
        turn += 1
    if not (worst < TOLERATED):
        return RETRY
    rest = data[tables[D_BETA] :]
    rate_residuals(x, data, tables, rest)
    if normal_step(data, tables, rest, 1.0, past) != OK:
        return RETRY
    nq = tables[NQ]
    for j in range(nv):
        x[nq + j] += step[j]
    return OK


def normal_step(data: Floats, tables: Ints, rest: Floats, sign: float, past: int) -> int:
    """The step along the normal space that changes the rows by sign times what rests of them, block by block."""
    step = data[tables[D_STEP] :]
    for b in range(tables[NBLOCKS]):
        if is_near(tables, data, b, past):
            block = tables[tables[T_BLOCKS] + BLOCK_SIZE * b :]
            if block[B_GRAM] > 0:
                if factor_large(data, tables, block) != 0:
                    return RETRY
                step_of_large(data, tables, block, rest, sign, step)
            else:
                rank = int(data[tables[D_BLOCKS] + RECORD_SIZE * b + R_RANK])
                if factor_normal(data, tables, block, rank) != 0:
                    return RETRY
                step_of_dense(data, tables, block, rank, rest, sign, step)
    return OK


def factor_normal(data: Floats, tables: Ints, block: Ints, rank: int) -> int:
    """Factor G N of a small block, its rows at the present state along the normal space of the last accepted one."""
    columns = block[B_COLUMNS]
    normal = data[block[B_NORMAL] :]
    square = data[tables[D_SQUARE] :]
    width = data[tables[D_COLUMN] :]
    scale = data[tables[D_ROW] :]
    G = data[tables[D_G] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    order = tables[block[B_ORDER] :]
    entry = tables[block[B_ENTRY] :]
    place = tables[block[B_PLACE] :]
    turn = data[tables[D_WORK] :]
    for i in range(block[B_ROWS]):
        turn[i] = -1.0
    for k in range(rank):
        turn[order[k]] = float(k)
    for i in range(rank * rank):
        square[i] = 0.0
    for i in range(block[B_ENTRIES]):
        k = int(turn[place[2 * i]])
        if k >= 0:
            e = entry[i]
            j = place[2 * i + 1]
            value = G[e] * scale[row[e]] * width[column[e]]
            for m in range(rank):
                square[k * rank + m] += value * normal[m * columns + j]
    return lu_factor(rank, square, tables[tables[T_PIVOTS] :])


def step_of_dense(
    data: Floats, tables: Ints, block: Ints, rank: int, rest: Floats, sign: float, step: Floats
) -> None:
    """The step of a small block, from the factors of G N."""
    columns = block[B_COLUMNS]
    normal = data[block[B_NORMAL] :]
    width = data[tables[D_COLUMN] :]
    scale = data[tables[D_ROW] :]
    order = tables[block[B_ORDER] :]
    row = tables[block[B_ROW] :]
    column = tables[block[B_COLUMN] :]
    mu = data[tables[D_SOLUTION] :]
    for k in range(rank):
        mu[k] = sign * rest[row[order[k]]] * scale[row[order[k]]]
    lu_solve(rank, data[tables[D_SQUARE] :], tables[tables[T_PIVOTS] :], mu)
    for j in range(columns):
        total = 0.0
        for k in range(rank):
            total += normal[k * columns + j] * mu[k]
        step[column[j]] = total * width[column[j]]
