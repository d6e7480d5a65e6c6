"""Which pieces of the forces' laws hold, for the integrator. Restricted Python."""

from math import fabs

from sarrus.program.layout import Memory
from sarrus.program.system import KernelCall
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import OK


def guard(t: float, x: Floats, values: Floats, m: Memory, guards: KernelCall) -> int:
    """Guards at a state, and the sum of all turning speeds: no body turns faster against another."""
    m.time[0] = t
    guards(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, values)
    speeds = x[m.nq :]
    rate = 0.0
    for i in range(m.nturning):
        rate += fabs(speeds[m.turning[i]])
    values[m.nguards] = rate
    return OK
