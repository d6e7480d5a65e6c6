"""The constrained system at a state, factored and solved. Restricted Python.

With dropped rows masked (their multiplier is zero),

    [ M + G^T D G   G^T ] [  vdot ]   [ f + G^T D beta ]
    [ G              0  ] [ -lam  ] = [ beta           ]

has the solution of the one without D. The weight D makes the upper block definite where M alone is not: slender rods,
point masses, massless couplers.
"""

from collections.abc import Callable
from math import isfinite

from sarrus.program.layout import (
    D_ACTIVE,
    D_BETA,
    D_CONSTANTS,
    D_F,
    D_G,
    D_INPUTS,
    D_KERNEL,
    D_KKT,
    D_LAM,
    D_M,
    D_SOLUTION,
    D_TIME,
    D_VDOT,
    D_WEIGHT,
    D_WORK,
    NG,
    NKKT,
    NM,
    NQ,
    NROWS,
    NV,
    T_DIAG,
    T_ENTRY,
    T_GCOL,
    T_GROW,
    T_GSLOT,
    T_LDL,
    T_M,
    T_PAIRS,
    T_PLAN,
    T_START,
)
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import factor, solve
from sarrus.solvers.status import NOT_FINITE, OK, SINGULAR

Kernel = Callable[..., None]


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
    start = tables[tables[T_START] :]
    entry = tables[tables[T_ENTRY] :]
    slot = tables[tables[T_PAIRS] :]
    pair = 0
    for r in range(tables[NROWS]):
        first = start[r]
        last = start[r + 1]
        if active[r] > 0.0:
            for a in range(first, last):
                for b in range(first, a + 1):
                    values[slot[pair]] += G[entry[a]] * G[entry[b]] * weight[r]
                    pair += 1
        else:
            for a in range(first, last):
                pair += a + 1 - first
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


def accelerate_tree(t: float, x: Floats, data: Floats, tables: Ints, forward: Kernel) -> int:
    """Accelerations at a state of a mechanism without rows, by a kernel that needs no mass matrix."""
    time = data[tables[D_TIME] :]
    time[0] = t
    vdot = data[tables[D_VDOT] :]
    forward(
        time,
        x,
        data[tables[D_INPUTS] :],
        data[tables[D_CONSTANTS] :],
        data[tables[D_KERNEL] :],
        tables[tables[T_PLAN] :],
        vdot,
    )
    for i in range(tables[NV]):
        if not isfinite(vdot[i]):
            return NOT_FINITE
    return OK


def accelerate(t: float, x: Floats, data: Floats, tables: Ints, dynamics: Kernel) -> int:
    """Accelerations and multipliers at a state."""
    time = data[tables[D_TIME] :]
    time[0] = t
    f = data[tables[D_F] :]
    beta = data[tables[D_BETA] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    M = data[tables[D_M] :]
    dynamics(
        time,
        x,
        data[tables[D_INPUTS] :],
        data[tables[D_CONSTANTS] :],
        work,
        plan,
        M,
        f,
        data[tables[D_G] :],
        beta,
    )
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


def complete(x: Floats, dx: Floats, data: Floats, tables: Ints, rates: Kernel, flows: Kernel) -> None:
    """The derivative of the state from accelerations that were found: rates of the coordinates, speeds, work."""
    nq = tables[NQ]
    nv = tables[NV]
    vdot = data[tables[D_VDOT] :]
    time = data[tables[D_TIME] :]
    inputs = data[tables[D_INPUTS] :]
    constants = data[tables[D_CONSTANTS] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    rates(time, x, inputs, constants, work, plan, dx)
    for i in range(nv):
        dx[nq + i] = vdot[i]
    flows(time, x, vdot, data[tables[D_LAM] :], inputs, constants, work, plan, dx[nq + nv :])
