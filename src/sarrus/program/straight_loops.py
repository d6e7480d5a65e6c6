"""Derivatives of the state by one kernel, in restricted Python; the rest is as in `loops`.

Where the kernel gives no numbers, the longer way is taken, which says why.
"""

from math import isfinite

from sarrus.program.layout import (
    D_ACTIVE,
    D_BETA,
    D_CONSTANTS,
    D_F,
    D_G,
    D_INPUTS,
    D_KERNEL,
    D_LAM,
    D_M,
    D_SOLUTION,
    D_STATE,
    D_TIME,
    D_VDOT,
    D_WEIGHT,
    NROWS,
    NV,
    ON_MANIFOLD,
    T_PLAN,
)
from sarrus.program.loops import by_parts
from sarrus.program.projection import to_manifold
from sarrus.program.system import Kernel
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.status import NOT_FINITE, OK


def differentiate(t: float, x: Floats, dx: Floats, data: Floats, tables: Ints, derivative: Kernel) -> int:
    """Accelerations, multipliers and the derivative of the state."""
    time = data[tables[D_TIME] :]
    time[0] = t
    inputs = data[tables[D_INPUTS] :]
    constants = data[tables[D_CONSTANTS] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    active = data[tables[D_ACTIVE] :]
    weight = data[tables[D_WEIGHT] :]
    M = data[tables[D_M] :]
    f = data[tables[D_F] :]
    G = data[tables[D_G] :]
    beta = data[tables[D_BETA] :]
    vdot = data[tables[D_VDOT] :]
    lam = data[tables[D_LAM] :]
    inverse = data[tables[D_SOLUTION] :]
    derivative(time, x, inputs, constants, work, plan, active, weight, M, f, G, beta, vdot, lam, inverse, dx)
    for i in range(tables[NV]):
        if not isfinite(vdot[i]):
            return NOT_FINITE
    for i in range(tables[NV] + tables[NROWS]):
        if not isfinite(inverse[i]):
            return NOT_FINITE
    return OK


def rhs(
    t: float,
    x: Floats,
    dx: Floats,
    data: Floats,
    tables: Ints,
    derivative: Kernel,
    dynamics: Kernel,
    rates: Kernel,
    flows: Kernel,
    closure: Kernel,
    retract: Kernel,
) -> int:
    """Derivative of the state of a mechanism with rows."""
    state = data[tables[D_STATE] :]
    if state[ON_MANIFOLD] > 0.0:
        status = to_manifold(t, x, data, tables, 0, closure, retract)
        if status != OK:
            return status
    if differentiate(t, x, dx, data, tables, derivative) == OK:
        return OK
    return by_parts(t, x, dx, data, tables, dynamics, rates, flows)
