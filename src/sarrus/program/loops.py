"""The loops around a mechanism's kernels, in restricted Python: they are compiled together with the kernels.

    begin    a start state made ready
    rhs      derivative of the state: accelerations from the constrained system, rates, work
    accept   after a step: back onto the position and velocity constraints, and the choice of independent rows
    write    an output row: the interpolated state projected, accelerations and multipliers found, channels evaluated

One text for every mechanism. What it does beyond that are bound functions: `constrained` has those of mechanisms with rows,
those of mechanisms without are here or in `projection`; most of them do nothing.
"""

from collections.abc import Callable

from sarrus.program.layout import Memory
from sarrus.program.system import KernelCall
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import OK

AtState = Callable[[float, Floats, Memory], int]
AtStep = Callable[[float, Floats, Floats, Memory], int]
Complete = Callable[[Floats, Floats, Memory], None]


def begin(t: float, x: Floats, m: Memory, prepare: AtState, settle: AtState) -> int:
    """Make a start state ready: what is needed for projecting it, then projection as after a step."""
    m.sigma = 1.0
    m.least_sigma = 1.0
    prepare(t, x, m)
    status = settle(t, x, m)
    m.has_grown = False
    m.sigma_kept = m.sigma
    m.t_kept = t
    return status


def rhs(
    t: float,
    x: Floats,
    dx: Floats,
    m: Memory,
    onto_manifold: AtState,
    whole: AtStep,
    accelerate: AtState,
    complete: Complete,
) -> int:
    """Derivative of the state: by one kernel, where there is one and it gives numbers, or by parts, which say why not."""
    status = onto_manifold(t, x, m)
    if status != OK:
        return status
    if whole(t, x, dx, m) == OK:
        return OK
    status = accelerate(t, x, m)
    if status != OK:
        return status
    complete(x, dx, m)
    return OK


def accept(t: float, x: Floats, spot: Floats, m: Memory, settle: AtState, judge: AtStep) -> int:
    """Project a new state, and judge the step that led there."""
    status = settle(t, x, m)
    if status != OK:
        return status
    return judge(t, x, spot, m)


def write(
    t: float,
    x: Floats,
    row: Floats,
    m: Memory,
    project: AtState,
    accelerate: AtState,
    output: KernelCall,
) -> int:
    """An output row from a state that is projected first."""
    status = project(t, x, m)
    if status != OK:
        return status
    status = accelerate(t, x, m)
    if status != OK:
        return status
    output(m.time, x, m.vdot, m.lam, m.inputs, m.constants, m.kernel_work, m.plan, row)
    return OK


def stay(t: float, x: Floats, m: Memory) -> int:
    """What is done about a state where nothing has to be."""
    return OK


def believe(t: float, x: Floats, spot: Floats, m: Memory) -> int:
    """What is thought of a step where nothing can be wrong with it."""
    return OK
