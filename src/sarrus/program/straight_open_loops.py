"""Derivatives of the state of a mechanism without rows by one kernel, in restricted Python; the rest is as in `open_loops`."""

from sarrus.program.open_loops import Accelerate, open_by_parts
from sarrus.program.straight_loops import differentiate
from sarrus.program.system import Kernel
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.status import OK


def rhs(
    t: float,
    x: Floats,
    dx: Floats,
    data: Floats,
    tables: Ints,
    derivative: Kernel,
    accelerate: Accelerate,
    rates: Kernel,
    flows: Kernel,
) -> int:
    """Derivative of the state."""
    if differentiate(t, x, dx, data, tables, derivative) == OK:
        return OK
    return open_by_parts(t, x, dx, data, tables, accelerate, rates, flows)
