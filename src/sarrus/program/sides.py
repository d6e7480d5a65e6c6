"""Efforts whose laws are sums of absolute values of loads: all solutions, case by case. Restricted Python.

    phi = base + L phi + C |n|,   n = n_0 + N phi

With signs D of the loads n given, phi = (1 - L - C D N)^-1 (base + C D n_0), which is a solution where D n >= 0. Where the
determinant of 1 - L - C D N is positive for all signs, there is one solution for all loads. Else solutions are counted: one
is taken, and that it was counted is remembered. Efforts that do not change each other's loads are looked at one by one.

References:
    Cottle, Pang & Stone (1992), The linear complementarity problem, section 3.3: there is one solution for every right-hand
    side where all these determinants have one sign.
"""

from math import fabs, isfinite

from sarrus.program.layout import Memory
from sarrus.program.loads import add_efforts
from sarrus.program.system import KernelCall
from sarrus.solvers.arrays import Floats
from sarrus.solvers.dense import lu_factor, lu_solve
from sarrus.solvers.status import OK, RETRY

MOST_SIDES = 12  # of efforts that change each other's loads; all signs of these are tried
POSITIVE = 1e-9  # determinants from which on they are not zero by rounding
SAME = 1e-8  # part by which two solutions may differ and still be the same
NONE, SEVERAL, COUNTED, PROVEN = 0, 1, 2, 3


def no_sides(x: Floats, m: Memory) -> int:
    """What is done where laws are of another kind."""
    return RETRY


def count_sides(x: Floats, m: Memory, implied: KernelCall, sides: KernelCall) -> int:
    """Put the one solution into `phi`; RETRY where there is none, or several."""
    look_at_laws(x, m, implied, sides)
    group_efforts(m)
    is_proven = True
    for leader in range(m.npush):
        if m.group[leader] == leader:
            found = solve_group(m, leader)
            if found < COUNTED:
                return RETRY
            is_proven = is_proven and found == PROVEN
    for k in range(m.npush):
        m.phi[k] = m.taken[k]
        if not isfinite(m.phi[k]):
            return RETRY
    m.is_counted = not is_proven
    return OK


def look_at_laws(x: Floats, m: Memory, implied: KernelCall, sides: KernelCall) -> None:
    """base, n_0, and per effort L and N: laws and loads without efforts, and for some of each effort alone."""
    size = 0.0
    for k in range(-1, m.npush):
        for i in range(m.npush):
            m.phi[i] = 0.0
        if k >= 0:
            m.phi[k] = size
        add_efforts(m)
        implied(m.time, x, m.vdot, m.lam, m.inputs, m.constants, m.kernel_work, m.plan, m.said)
        sides(m.time, x, m.vdot, m.lam, m.inputs, m.constants, m.kernel_work, m.plan, m.side, m.share)
        if k < 0:
            # as large as efforts are, so that differences are those of loads, not of rounding
            for i in range(m.npush):
                size = max(size, fabs(m.said[i]))
            if size == 0.0:
                size = 1.0
        for s in range(m.nside):
            m.said[m.side_of[s]] -= m.share[s] * fabs(m.side[s])
            m.side_at[(k + 1) * m.nside + s] = m.side[s]
            if k >= 0:
                m.side_at[(k + 1) * m.nside + s] = (m.side[s] - m.side_at[s]) / size
        for i in range(m.npush):
            m.law_at[(k + 1) * m.npush + i] = m.said[i]
            if k >= 0:
                m.law_at[(k + 1) * m.npush + i] = (m.said[i] - m.law_at[i]) / size


def group_efforts(m: Memory) -> None:
    """For each effort the first of those that it is tied to by loads, directly or through others."""
    for i in range(m.npush):
        m.group[i] = i
    is_changing = True
    while is_changing:
        is_changing = False
        for i in range(m.npush):
            for k in range(m.npush):
                if m.group[i] != m.group[k] and is_moved(m, i, k):
                    first = min(m.group[i], m.group[k])
                    m.group[i] = first
                    m.group[k] = first
                    is_changing = True


def is_moved(m: Memory, i: int, k: int) -> bool:
    """Whether effort k changes the law of effort i."""
    found = fabs(m.law_at[(k + 1) * m.npush + i]) > 0.0
    for s in range(m.nside):
        if m.side_of[s] == i and m.side_at[(k + 1) * m.nside + s] != 0.0:
            found = True
    return found


def solve_group(m: Memory, leader: int) -> int:
    """Solutions of the efforts that are tied to each other: none, one that is proven, one that was counted, several."""
    count = 0
    for s in range(m.nside):
        if m.group[m.side_of[s]] == leader:
            m.sign[s] = -1.0
            count += 1
    if count > MOST_SIDES:
        return SEVERAL
    found = NONE
    is_proven = True
    is_left = True
    while is_left:
        determinant = solve_case(m, leader)
        if not determinant > POSITIVE:
            is_proven = False
        if determinant != 0.0 and is_inside(m, leader):
            if found == NONE:
                found = COUNTED
                for k in range(m.npush):
                    if m.group[k] == leader:
                        m.taken[k] = m.trial[k]
            elif differs(m, leader):
                return SEVERAL
        is_left = next_case(m, leader)
    return PROVEN if found == COUNTED and is_proven else found


def next_case(m: Memory, leader: int) -> bool:
    """The next signs of the loads of a group; False behind the last."""
    for s in range(m.nside):
        if m.group[m.side_of[s]] == leader:
            if m.sign[s] < 0.0:
                m.sign[s] = 1.0
                return True
            m.sign[s] = -1.0
    return False


def solve_case(m: Memory, leader: int) -> float:
    """Efforts of a group for given signs of its loads; returns the determinant, 0 where there are none."""
    n = 0
    for i in range(m.npush):
        if m.group[i] == leader:
            m.member[n] = i
            n += 1
    for a in range(n):
        i = m.member[a]
        total = m.law_at[i]
        for s in range(m.nside):
            if m.side_of[s] == i:
                total += m.share[s] * m.sign[s] * m.side_at[s]
        m.said[a] = total
        for b in range(n):
            k = m.member[b]
            slope = m.law_at[(k + 1) * m.npush + i]
            for s in range(m.nside):
                if m.side_of[s] == i:
                    slope += m.share[s] * m.sign[s] * m.side_at[(k + 1) * m.nside + s]
            m.left[a * n + b] = -slope
        m.left[a * n + a] += 1.0
    if lu_factor(n, m.left, m.exchanged) != 0:
        return 0.0
    determinant = 1.0
    for a in range(n):
        determinant *= m.left[a * n + a]
        if m.exchanged[a] != a:
            determinant = -determinant
    lu_solve(n, m.left, m.exchanged, m.said)
    for a in range(n):
        m.trial[m.member[a]] = m.said[a]
    return determinant


def is_inside(m: Memory, leader: int) -> bool:
    """Whether the loads of a group have the signs that they were given."""
    for s in range(m.nside):
        if m.group[m.side_of[s]] == leader:
            total = m.side_at[s]
            size = fabs(total)
            for k in range(m.npush):
                if m.group[k] == leader:
                    part = m.trial[k] * m.side_at[(k + 1) * m.nside + s]
                    total += part
                    size = max(size, fabs(part))
            if not m.sign[s] * total >= -SAME * size:
                return False
    return True


def differs(m: Memory, leader: int) -> bool:
    """Whether a solution is another one than that found first."""
    size = 0.0
    for k in range(m.npush):
        if m.group[k] == leader:
            size = max(size, max(fabs(m.trial[k]), fabs(m.taken[k])))
    off = 0.0
    for k in range(m.npush):
        if m.group[k] == leader:
            off = max(off, fabs(m.trial[k] - m.taken[k]))
    return off > SAME * size
