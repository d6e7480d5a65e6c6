"""The loops around the kernels of a mechanism without constraint rows, in restricted Python.

The same callbacks as in `loops`, for trees in joint coordinates: nothing to project, no rows to choose. Accelerations come
from the bound function `accelerate`: from the mass matrix and its factors, or from a kernel that needs neither.
"""

from collections.abc import Callable

from sarrus.program.layout import (
    D_CONSTANTS,
    D_INPUTS,
    D_KERNEL,
    D_LAM,
    D_Q,
    D_STATE,
    D_STEP,
    D_TIME,
    D_VDOT,
    LEAST_SIGMA,
    NQ,
    NV,
    SIGMA,
    T_PLAN,
)
from sarrus.program.system import Kernel, complete
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.status import OK

Accelerate = Callable[[float, Floats, Floats, Ints], int]


def rhs(
    t: float,
    x: Floats,
    dx: Floats,
    data: Floats,
    tables: Ints,
    accelerate: Accelerate,
    rates: Kernel,
    flows: Kernel,
) -> int:
    """Derivative of the state."""
    return open_by_parts(t, x, dx, data, tables, accelerate, rates, flows)


def open_by_parts(
    t: float,
    x: Floats,
    dx: Floats,
    data: Floats,
    tables: Ints,
    accelerate: Accelerate,
    rates: Kernel,
    flows: Kernel,
) -> int:
    """Derivative of the state: accelerations, rates, work."""
    status = accelerate(t, x, data, tables)
    if status != OK:
        return status
    complete(x, dx, data, tables, rates, flows)
    return OK


def accept(t: float, x: Floats, data: Floats, tables: Ints, retract: Kernel) -> int:
    """Put the coordinates back in their place: quaternions of length 1."""
    step = data[tables[D_STEP] :]
    for i in range(tables[NV]):
        step[i] = 0.0
    q = data[tables[D_Q] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    retract(x, step, data[tables[D_CONSTANTS] :], work, plan, q)
    for i in range(tables[NQ]):
        x[i] = q[i]
    return OK


def begin(t: float, x: Floats, data: Floats, tables: Ints, retract: Kernel) -> int:
    """Make a start state ready."""
    state = data[tables[D_STATE] :]
    state[SIGMA] = 1.0
    state[LEAST_SIGMA] = 1.0
    return accept(t, x, data, tables, retract)


def write(
    t: float,
    x: Floats,
    row: Floats,
    data: Floats,
    tables: Ints,
    accelerate: Accelerate,
    retract: Kernel,
    output: Kernel,
) -> int:
    """An output row."""
    accept(t, x, data, tables, retract)
    status = accelerate(t, x, data, tables)
    if status != OK:
        return status
    time = data[tables[D_TIME] :]
    vdot = data[tables[D_VDOT] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    output(
        time,
        x,
        vdot,
        data[tables[D_LAM] :],
        data[tables[D_INPUTS] :],
        data[tables[D_CONSTANTS] :],
        work,
        plan,
        row,
    )
    return OK
