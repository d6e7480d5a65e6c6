"""Accelerations where forces depend on the loads of joints: those efforts are found with them. Restricted Python.

Accelerations and multipliers y are linear in the efforts phi, by the factors of the constrained system as they are,

    y = y_0 + B phi,   B = columns of the solution for a unit of each effort

and phi = law(y, phi) is solved by Newton's method, with the slopes of the law along the columns of B. Nothing is taken from
an evaluation before but the first guess. K = d law / d phi tells how sure the solution is: where its size, kappa, is less
than one, there is no other nearby, and from one on there may be none or several. Then solutions are counted, where laws are
of a kind that allows it (`sides`); else, and where there is not just one, the state is refused, and
`sarrus.analysis.motion.friction` says which it is.
"""

from collections.abc import Callable
from math import fabs, isfinite

from sarrus.program.layout import Memory
from sarrus.program.system import KernelCall, accelerate, solve_for
from sarrus.solvers.arrays import Floats
from sarrus.solvers.dense import lu_factor, lu_solve
from sarrus.solvers.status import OK, RETRY

SOLVED = 1e-13  # part of the largest effort by which efforts and law may differ
MOST_TURNS = 30  # of Newton's method
SURE = 1.0  # size of K from which on an effort may have another value as well


def accelerate_under_loads(
    t: float,
    x: Floats,
    m: Memory,
    dynamics: KernelCall,
    implied: KernelCall,
    slopes: KernelCall,
    respond: Callable[..., None],
    count: Callable[..., int],
) -> int:
    """Accelerations, multipliers and efforts at a state; RETRY where they are not found, or not sure."""
    status = accelerate(t, x, m, dynamics)
    if status != OK:
        return status
    nv = m.nv
    for i in range(nv):
        m.rest[i] = m.vdot[i]
    for i in range(m.nrows):
        m.rest[nv + i] = m.lam[i]
    respond(x, m)
    m.is_counted = False
    if solve_laws(x, m, implied, slopes) == OK:
        measure_slopes(m)
        m.worst_kappa = max(m.worst_kappa, m.kappa)
        if m.kappa < SURE:
            return OK
    if count(x, m) != OK:
        return give_up(m)
    # as good as others: counting compares cases, and is no better than the differences that it is made of
    if solve_laws(x, m, implied, slopes) != OK:
        return give_up(m)
    measure_slopes(m)
    m.worst_kappa = max(m.worst_kappa, m.kappa)
    if m.is_counted:
        m.counted_kappa = max(m.counted_kappa, m.kappa)
    return OK


def solve_laws(x: Floats, m: Memory, implied: KernelCall, slopes: KernelCall) -> int:
    """Efforts that agree with the loads that they make, by Newton's method from those in memory."""
    for _turn in range(MOST_TURNS):
        add_efforts(m)
        implied(m.time, x, m.vdot, m.lam, m.inputs, m.constants, m.kernel_work, m.plan, m.said)
        off = 0.0
        size = 0.0
        for k in range(m.npush):
            off = max(off, fabs(m.said[k] - m.phi[k]))
            size = max(size, fabs(m.said[k]))
            if not isfinite(m.said[k]):
                return RETRY
        slope_of_law(x, m, slopes)
        if off <= SOLVED * size:
            return OK
        for i in range(m.npush):
            for k in range(m.npush):
                m.left[i * m.npush + k] = -m.K[i * m.npush + k]
            m.left[i * m.npush + i] += 1.0
            m.said[i] -= m.phi[i]
        if lu_factor(m.npush, m.left, m.exchanged) != 0:
            return RETRY
        lu_solve(m.npush, m.left, m.exchanged, m.said)
        for k in range(m.npush):
            m.phi[k] += m.said[k]
    return RETRY


def respond_to_efforts(x: Floats, m: Memory, pushes: KernelCall, share: Callable[..., None]) -> None:
    """B: accelerations and multipliers for a unit of each effort; loads that rows share are shared."""
    nv = m.nv
    n = nv + m.nrows
    pushes(m.time, x, m.inputs, m.constants, m.kernel_work, m.plan, m.H)
    for k in range(m.npush):
        for i in range(n):
            m.solution[i] = 0.0
        for e in range(m.nH):
            if m.effort_of[e] == k:
                m.solution[m.speed_of[e]] += m.H[e]
        solve_for(m)
        for i in range(nv):
            m.B[k * n + i] = m.solution[i]
        for i in range(m.nrows):
            m.B[k * n + nv + i] = -m.solution[nv + i]
    share(m)


def add_efforts(m: Memory) -> None:
    """Accelerations and multipliers for the efforts as they are."""
    nv = m.nv
    n = nv + m.nrows
    for i in range(nv):
        total = m.rest[i]
        for k in range(m.npush):
            total += m.B[k * n + i] * m.phi[k]
        m.vdot[i] = total
    for i in range(m.nrows):
        total = m.rest[nv + i]
        for k in range(m.npush):
            total += m.B[k * n + nv + i] * m.phi[k]
        m.lam[i] = total
    for k in range(m.npush):
        m.lam[m.nrows + k] = m.phi[k]


def slope_of_law(x: Floats, m: Memory, slopes: KernelCall) -> None:
    """K: how the law changes with each effort, through the loads that the effort changes."""
    nv = m.nv
    n = nv + m.nrows
    for k in range(m.npush):
        for i in range(nv):
            m.d_vdot[i] = m.B[k * n + i]
        for i in range(m.nrows):
            m.d_lam[i] = m.B[k * n + nv + i]
        for i in range(m.npush):
            m.d_lam[m.nrows + i] = 1.0 if i == k else 0.0
        slopes(
            m.time, x, m.vdot, m.lam, m.inputs, m.d_vdot, m.d_lam, m.constants, m.slope_work, m.slope_plan,
            m.column_of_K,
        )  # fmt: skip
        for i in range(m.npush):
            m.K[i * m.npush + k] = m.column_of_K[i]


def measure_slopes(m: Memory) -> None:
    """kappa, the smaller of two norms of K: below one the efforts found are sure.

    Efforts that follow from accelerations are taken out first: of these there is always one, whatever the others are.
    """
    take_out_inertial(m)
    rows = 0.0
    columns = 0.0
    for i in range(m.npush):
        along = 0.0
        down = 0.0
        for k in range(m.npush):
            if m.inertial[i] == 0 and m.inertial[k] == 0:
                along += fabs(m.K[i * m.npush + k])
                down += fabs(m.K[k * m.npush + i])
        rows = max(rows, along)
        columns = max(columns, down)
    m.kappa = min(rows, columns)


def take_out_inertial(m: Memory) -> None:
    """K of the other efforts with those that follow from accelerations eliminated: Gauss, pivot by pivot.

    phi_a = K_aa phi_a + K_ab phi_b leaves K_bb + K_ba (1 - K_aa)^-1 K_ab for the others; 1 - K_aa is definite.
    """
    n = m.npush
    for a in range(n):
        if m.inertial[a] == 1:
            pivot = 1.0 - m.K[a * n + a]
            for i in range(n):
                if i != a:
                    share = m.K[i * n + a] / pivot
                    for k in range(n):
                        if k != a:
                            m.K[i * n + k] += share * m.K[a * n + k]
            for k in range(n):
                m.K[a * n + k] = 0.0
                m.K[k * n + a] = 0.0


def give_up(m: Memory) -> int:
    """Efforts that were not found are no guess for the next ones."""
    for k in range(m.npush):
        m.phi[k] = 0.0
    return RETRY
