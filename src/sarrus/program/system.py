"""The constrained system at a state, factored and solved. Restricted Python.

With dropped rows masked (their multiplier is zero),

    [ M + G^T D G   G^T ] [  vdot ]   [ f + G^T D beta ]
    [ G              0  ] [ -lam  ] = [ beta           ]

has the solution of the one without D. The weight D makes the upper block definite where M alone is not: slender rods,
point masses, massless couplers.
"""

from collections.abc import Callable
from math import isfinite

from sarrus.program.layout import Memory
from sarrus.solvers.arrays import Floats
from sarrus.solvers.ldl import factor, solve
from sarrus.solvers.status import NOT_FINITE, OK, SINGULAR

KernelCall = Callable[..., None]


def evaluate_dynamics(t: float, x: Floats, m: Memory, dynamics: KernelCall) -> None:
    """M, f, G and beta at a state."""
    m.time[0] = t
    dynamics(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.M, m.f, m.G, m.beta)


def build(m: Memory) -> int:
    """Fill and factor the constrained system from M and G as they are in memory."""
    values = m.kkt
    for i in range(m.nkkt):
        values[i] = 0.0
    for i in range(m.nM):
        values[m.slot_M[i]] = m.M[i]
    for i in range(m.nG):
        values[m.slot_G[i]] = m.G[i] * m.active[m.row[i]]
    pair = 0
    for r in range(m.nrows):
        first = m.starts[r]
        last = m.starts[r + 1]
        if m.active[r] > 0.0:
            for a in range(first, last):
                for b in range(first, a + 1):
                    values[m.slot_pair[pair]] += m.G[m.entries[a]] * m.G[m.entries[b]] * m.weight[r]
                    pair += 1
        else:
            for a in range(first, last):
                pair += a + 1 - first
    for i in range(m.nrows):
        values[m.slot_diagonal[i]] = m.active[i] - 1.0
    if factor(m.ldl, values) != 0:
        return SINGULAR
    return OK


def solve_for(m: Memory) -> None:
    """Solve the factored system in place; `solution` holds (r, s) before and (x, -lam) after."""
    b = m.solution
    nv = m.nv
    for i in range(m.nrows):
        b[nv + i] = b[nv + i] * m.active[i]
    for i in range(m.nG):
        b[m.column[i]] += m.G[i] * m.weight[m.row[i]] * b[nv + m.row[i]]
    solve(m.ldl, m.kkt, b, m.work)


def accelerate_tree(t: float, x: Floats, m: Memory, forward: KernelCall) -> int:
    """Accelerations at a state of a mechanism without rows, by a kernel that needs no mass matrix."""
    m.time[0] = t
    forward(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.vdot)
    for i in range(m.nv):
        if not isfinite(m.vdot[i]):
            return NOT_FINITE
    return OK


def accelerate(t: float, x: Floats, m: Memory, dynamics: KernelCall) -> int:
    """Accelerations and multipliers at a state."""
    evaluate_dynamics(t, x, m, dynamics)
    status = build(m)
    if status != OK:
        return status
    b = m.solution
    nv = m.nv
    for i in range(nv):
        b[i] = m.f[i]
    for i in range(m.nrows):
        b[nv + i] = m.beta[i]
    solve_for(m)
    for i in range(nv):
        if not isfinite(b[i]):
            return NOT_FINITE
        m.vdot[i] = b[i]
    for i in range(m.nrows):
        m.lam[i] = -b[nv + i]
    return OK


def complete(x: Floats, dx: Floats, m: Memory, rates: KernelCall, flows: KernelCall) -> None:
    """The derivative of the state from accelerations that were found: rates of the coordinates, speeds, work."""
    nq = m.nq
    nv = m.nv
    rates(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, dx)
    for i in range(nv):
        dx[nq + i] = m.vdot[i]
    flows(m.time, x, m.vdot, m.lam, m.inputs, m.constants, m.kernel_work, m.plan, dx[nq + nv :])


def by_one_kernel(t: float, x: Floats, dx: Floats, m: Memory, derivative: KernelCall) -> int:
    """Accelerations, multipliers and the whole derivative of the state; not OK where the kernel gives no numbers."""
    m.time[0] = t
    derivative(
        m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.active, m.weight,
        m.M, m.f, m.G, m.beta, m.vdot, m.lam, m.solution, dx,
    )  # fmt: skip
    for i in range(m.nv):
        if not isfinite(m.vdot[i]):
            return NOT_FINITE
    for i in range(m.nv + m.nrows):
        if not isfinite(m.solution[i]):
            return NOT_FINITE
    return OK


def by_no_kernel(t: float, x: Floats, dx: Floats, m: Memory) -> int:
    """What stands for the one kernel where there is none."""
    return NOT_FINITE
