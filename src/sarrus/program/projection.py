"""Back onto the constraints: accepted states with the least change, stages along a fixed normal space. Restricted Python."""

from collections.abc import Callable
from math import fabs, isfinite

from sarrus.program.large import factor_large, step_of_large
from sarrus.program.layout import BlockMemory, Memory
from sarrus.program.system import KernelCall, build, solve_for
from sarrus.solvers.arrays import Floats
from sarrus.solvers.dense import lu_factor, lu_solve
from sarrus.solvers.status import NOT_FINITE, OK, RETRY

OnMemory = Callable[[Memory], None]

CLOSED = 1e-14  # scaled residual at which a position counts as closed
TOLERATED = 1e-10  # scaled residual that must be reached


def evaluate_closure(t: float, x: Floats, m: Memory, closure: KernelCall) -> float:
    """Residuals, G and right-hand sides at a state; returns the worst scaled residual of the active rows."""
    m.time[0] = t
    closure(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.gap, m.G, m.alpha, m.sense)
    return largest(m, m.gap)


def largest(m: Memory, rows: Floats) -> float:
    """The largest of the active rows, scaled; not a number when one is not."""
    worst = 0.0
    for i in range(m.nrows):
        size = fabs(rows[i]) * m.scale[i] * m.active[i]
        if not (size <= worst):
            worst = size
    return worst


def move(x: Floats, m: Memory, retract: KernelCall) -> None:
    """Take the step in memory and put the coordinates back in their place."""
    retract(x, m.step, m.constants, m.kernel_work, m.plan, m.q)
    for i in range(m.nq):
        x[i] = m.q[i]


def put_in_place(t: float, x: Floats, m: Memory, retract: KernelCall) -> int:
    """Put the coordinates of a mechanism without rows back in their place: quaternions of length 1."""
    for i in range(m.nv):
        m.step[i] = 0.0
    move(x, m, retract)
    return OK


def project_positions(
    t: float,
    x: Floats,
    m: Memory,
    closure: KernelCall,
    retract: KernelCall,
    hide: OnMemory,
    show: OnMemory,
) -> int:
    """Back onto g = 0 with the least change in the mass metric, never through a row of velocities."""
    hide(m)
    status = close_positions(t, x, m, closure, retract)
    show(m)
    return status


def close_positions(t: float, x: Floats, m: Memory, closure: KernelCall, retract: KernelCall) -> int:
    """Newton's method for that, with the rows that are not hidden."""
    nv = m.nv
    b = m.solution
    for i in range(nv):
        m.step[i] = 0.0
    move(x, m, retract)
    before = 1e300
    worst = evaluate_closure(t, x, m, closure)
    m.drift = worst
    turn = 0
    while worst > CLOSED and worst < 0.5 * before and turn < 12:
        if build(m) != OK:
            return RETRY
        for i in range(nv):
            b[i] = 0.0
        for i in range(m.nrows):
            b[nv + i] = -m.gap[i]
        solve_for(m)
        for i in range(nv):
            m.step[i] = b[i]
        move(x, m, retract)
        before = worst
        worst = evaluate_closure(t, x, m, closure)
        turn += 1
    if not (worst < TOLERATED):
        return RETRY
    return OK


def project_velocities(x: Floats, m: Memory) -> int:
    """Velocities back onto G v = alpha with the least change of kinetic energy; closure must have been evaluated."""
    nq = m.nq
    nv = m.nv
    if m.nrows == 0:
        return OK
    if build(m) != OK:
        return RETRY
    b = m.solution
    for i in range(nv):
        b[i] = 0.0
    rate_residuals(x, m, b[nv:])
    m.rate_drift = largest(m, b[nv:])
    solve_for(m)
    for i in range(nv):
        if not isfinite(b[i]):
            return NOT_FINITE
        x[nq + i] += b[i]
    return OK


def rate_residuals(x: Floats, m: Memory, rest: Floats) -> None:
    """alpha - G v."""
    nq = m.nq
    for i in range(m.nrows):
        rest[i] = m.alpha[i]
    for i in range(m.nG):
        rest[m.row[i]] -= m.G[i] * x[nq + m.column[i]]


def is_near(block: BlockMemory, past: bool) -> bool:
    """Whether a block is near a singular pose in the step to come or, if that is asked too, was so in the last one."""
    return block.is_near or (past and block.was_near)


def largest_near(m: Memory, rows: Floats, past: bool) -> float:
    """The largest of the active rows of blocks near a singular pose, scaled; not a number when one is not."""
    worst = 0.0
    for b in range(m.nblocks):
        block = m.blocks[b]
        if is_near(block, past):
            for k in range(block.rows):
                i = block.row[k]
                size = fabs(rows[i]) * m.scale[i] * m.active[i]
                if not (size <= worst):
                    worst = size
    return worst


def to_manifold(
    t: float,
    x: Floats,
    m: Memory,
    past: bool,
    closure: KernelCall,
    retract: KernelCall,
    hide: OnMemory,
    show: OnMemory,
) -> int:
    """Put a stage onto the constraints along the normal space of the last accepted state, to rounding.

    Only blocks near a singular pose, in the step to come or (`past`) in the last one, are closed.
    """
    nq = m.nq
    for j in range(m.nv):
        m.step[j] = 0.0
    hide(m)
    status = close_along_normals(t, x, m, past, closure, retract)
    show(m)
    if status != OK:
        return status
    rate_residuals(x, m, m.beta)
    if normal_step(m, m.beta, 1.0, past) != OK:
        return RETRY
    for j in range(m.nv):
        x[nq + j] += m.step[j]
    return OK


def close_along_normals(
    t: float, x: Floats, m: Memory, past: bool, closure: KernelCall, retract: KernelCall
) -> int:
    """The positions of that, with the rows that are not hidden."""
    before = 1e300
    evaluate_closure(t, x, m, closure)
    worst = largest_near(m, m.gap, past)
    turn = 0
    while worst > 1e-16 and worst < 0.5 * before and turn < 20:
        if normal_step(m, m.gap, -1.0, past) != OK:
            return RETRY
        move(x, m, retract)
        before = worst
        evaluate_closure(t, x, m, closure)
        worst = largest_near(m, m.gap, past)
        turn += 1
    if not (worst < TOLERATED):
        return RETRY
    return OK


def normal_step(m: Memory, rest: Floats, sign: float, past: bool) -> int:
    """The step along the normal space that changes the rows by sign times what rests of them, block by block."""
    for b in range(m.nblocks):
        block = m.blocks[b]
        if is_near(block, past):
            if block.is_large:
                if factor_large(m, block) != 0:
                    return RETRY
                step_of_large(m, block, rest, sign)
            else:
                if factor_normal(m, block) != 0:
                    return RETRY
                step_of_dense(m, block, rest, sign)
    return OK


def factor_normal(m: Memory, block: BlockMemory) -> int:
    """Factor G N of a small block, its rows at the present state along the normal space of the last accepted one."""
    columns = block.columns
    rank = block.rank
    square = m.square
    turn = m.work
    for i in range(block.rows):
        turn[i] = -1.0
    for k in range(rank):
        turn[block.order[k]] = float(k)
    for i in range(rank * rank):
        square[i] = 0.0
    for i in range(block.entries):
        k = int(turn[block.place[2 * i]])
        if k >= 0:
            e = block.entry[i]
            j = block.place[2 * i + 1]
            value = m.G[e] * m.scale[m.row[e]] * m.width[m.column[e]]
            for c in range(rank):
                square[k * rank + c] += value * block.normal[c * columns + j]
    return lu_factor(rank, square, m.pivots)


def step_of_dense(m: Memory, block: BlockMemory, rest: Floats, sign: float) -> None:
    """The step of a small block, from the factors of G N."""
    columns = block.columns
    rank = block.rank
    mu = m.solution
    for k in range(rank):
        i = block.row[block.order[k]]
        mu[k] = sign * rest[i] * m.scale[i]
    lu_solve(rank, m.square, m.pivots, mu)
    for j in range(columns):
        total = 0.0
        for k in range(rank):
            total += block.normal[k * columns + j] * mu[k]
        m.step[block.column[j]] = total * m.width[block.column[j]]
