"""Which rows count, and how near the mechanism is to a pose where they lose rank. Restricted Python.

Rank is decided on geometry (G scaled by the length of each part, no masses), at projected states only, and is the largest
seen: at a branch point the number of rows is not lowered.
"""

from collections.abc import Callable
from math import fabs, sqrt

from sarrus.program.large import DEPENDENT, along_last, choose_large, pivot_of_large
from sarrus.program.layout import BlockMemory, Memory
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import independent_rows

JUDGED = 1e-4  # part of the largest pivot below which it is asked whether the mechanism locks
USUAL = 32.0  # times its size at the start that a row of a relation may have and keep its weight
PUSHED = 1e-2  # part of the drivers' rates that stays at a fold; at a branch point it would be 1e-4 and less


OnBlock = Callable[[Memory, BlockMemory], int]
PivotOf = Callable[[Memory, BlockMemory], float]


def choose_rows(m: Memory, choose: OnBlock) -> int:
    """Independent rows of the scaled G, as many as were ever seen; returns 1 when there are more than before.

    Each block is judged by itself: how near it is to a singular pose does not depend on what else is in the model.
    """
    m.sigma = 1.0
    if m.nrows == 0:
        return 0
    scale_relations(m)
    grown = 0
    rank = m.nfree
    for b in range(m.nblocks):
        block = m.blocks[b]
        block.before = block.sigma
        more = choose(m, block)
        grown = max(grown, more)
        rank += block.rank
        if b == 0 or block.sigma < m.sigma:
            m.sigma = block.sigma
            m.worst_block = b
    m.rank = rank
    if grown > 0:
        m.has_grown = True
    if m.sigma < m.least_sigma:
        m.least_sigma = m.sigma
    return grown


def choose_block(m: Memory, block: BlockMemory) -> int:
    """The same for one block of rows of positions."""
    return choose_large(m, block) if block.is_large else choose_dense(m, block)


def choose_dense(m: Memory, block: BlockMemory) -> int:
    """The same for a small one, by pivoted elimination of a dense matrix."""
    order = block.order
    pivots = m.sizes
    fill(m, block, block.normal)
    found = independent_rows(block.rows, block.columns, block.normal, DEPENDENT, order, pivots)
    grown = 0
    if found > block.rank:
        block.rank = found
        grown = 1
    rank = block.rank
    for i in range(block.rows):
        m.active[block.row[order[i]]] = 1.0 if i < rank else 0.0
    block.weakest = rank - 1
    block.sigma = pivots[rank - 1] / pivots[0] if rank > 0 else 1.0
    return grown


def fill(m: Memory, block: BlockMemory, A: Floats) -> None:
    """The scaled G of a small block as a dense matrix."""
    columns = block.columns
    place = block.place
    for i in range(block.rows * columns):
        A[i] = 0.0
    for k in range(block.entries):
        e = block.entry[k]
        A[place[2 * k] * columns + place[2 * k + 1]] = m.G[e] * m.scale[m.row[e]] * m.width[m.column[e]]


def pivot_here(m: Memory, block: BlockMemory) -> float:
    """The smallest pivot of a block that counts, for G as it is in memory; the choice of rows stays as it is."""
    if block.is_large:
        return pivot_of_large(m, block)
    fill(m, block, m.probe)
    independent_rows(block.rows, block.columns, m.probe, DEPENDENT, m.probe_order, m.sizes)
    return float(m.sizes[block.rank - 1] / m.sizes[0])


def scale_relations(m: Memory) -> None:
    """Give the rows of relations a natural size: the largest scaled slope of each becomes 1.

    Rows of joints have one once lengths are in units of the part's length. That of a gear of 1 mm on a mechanism of
    1 m would be 1e-3 of the others, and look nearly singular. Units are those of the start (`row_sizes`): slopes that
    have become rounding against them are not enlarged.
    """
    size = m.sizes
    for i in range(m.nrows):
        size[i] = 0.0
    for i in range(m.nG):
        r = m.row[i]
        size[r] = max(size[r], fabs(m.G[i]) * m.unit[r] * m.width[m.column[i]])
    for i in range(m.nrows):
        if m.tied[i] != 0:
            if size[i] > DEPENDENT:
                m.scale[i] = m.unit[i] / size[i]
            # as heavy as it was: a weight on steep slopes would hide M behind its rounding
            m.grown[i] = size[i] if size[i] > USUAL else 1.0
            m.weight[i] = m.firm[i] / (m.grown[i] * m.grown[i])


def is_locking(x: Floats, m: Memory) -> bool:
    """Whether a driver pushes the mechanism into a fold, where its speeds grow without bound.

    With n the direction that the last independent row adds and sigma its pivot, sigma (n . v) is what the drivers ask
    of it. At a fold it tends to a constant of the size of their rates, at a branch point to zero with sigma. A driver
    that just touches a fold slows down with sigma: hence the largest rate so far. What drivers ask of other blocks does
    not matter.
    """
    if m.nblocks == 0:
        return False
    for b in range(m.nblocks):
        block = m.blocks[b]
        block.asked = 0.0
        for k in range(block.rows):
            block.asked = max(block.asked, fabs(m.alpha[block.row[k]]) * m.scale[block.row[k]])
        block.most_asked = max(block.most_asked, block.asked)
    worst = m.blocks[m.worst_block]
    pushed = fabs(speed_along_last(x, m, worst)) * m.sigma
    m.push = pushed / worst.asked if worst.asked > 0.0 else 0.0
    return m.sigma < JUDGED and worst.asked > 0.0 and pushed > PUSHED * worst.most_asked


def speed_along_last(x: Floats, m: Memory, block: BlockMemory) -> float:
    """Speed along the direction that the last independent row of a block adds."""
    nq = m.nq
    if block.is_large:
        return along_last(x, m, block)
    along = 0.0
    if block.rank > 0:
        columns = block.columns
        last = block.normal[block.weakest * columns :]
        for i in range(columns):
            j = block.column[i]
            along += last[i] * x[nq + j] / m.width[j]
    return along


def speed_size(x: Floats, m: Memory) -> float:
    """Size of the speeds, lengths in units of the part's length."""
    nq = m.nq
    total = 0.0
    for i in range(m.nv):
        total += x[nq + i] / m.width[i] * (x[nq + i] / m.width[i])
    return sqrt(total)
