"""Which pieces of the forces' laws hold, for the integrator. Restricted Python."""

from math import fabs

from sarrus.program.layout import (
    D_CONSTANTS,
    D_INPUTS,
    D_KERNEL,
    D_TIME,
    NGUARDS,
    NQ,
    NTURNING,
    T_PLAN,
    T_TURNING,
)
from sarrus.program.system import Kernel
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.status import OK


def guard(t: float, x: Floats, values: Floats, data: Floats, tables: Ints, guards: Kernel) -> int:
    """Guards at a state, and the sum of all turning speeds: no body turns faster against another."""
    time = data[tables[D_TIME] :]
    time[0] = t
    work = data[tables[D_KERNEL] :]
    guards(
        time, x, data[tables[D_INPUTS] :], data[tables[D_CONSTANTS] :], work, tables[tables[T_PLAN] :], values
    )
    speeds = x[tables[NQ] :]
    turning = tables[tables[T_TURNING] :]
    rate = 0.0
    for i in range(tables[NTURNING]):
        rate += fabs(speeds[turning[i]])
    values[tables[NGUARDS]] = rate
    return OK
