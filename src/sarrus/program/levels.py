"""Rows of positions and rows of velocities told apart, for mechanisms that have both. Restricted Python.

Independent rows are chosen by level: rows of positions first, as many as are independent, and rows of velocities only for
what is left. A row of velocities that is the rate of some function of the pose would otherwise take the place of a row of
positions, and what that row closes would drift open while every residual reads 0.

Rows of velocities stand behind all others, in G and within every block. While positions are corrected they are hidden.
"""

from math import sqrt

from sarrus.program.large import (
    CLEAR,
    DEPENDENT,
    WORSE,
    exchange,
    extend,
    gather,
    gram,
    mask,
    pivot_of_large,
    something_sticks_out,
    weakest,
)
from sarrus.program.layout import BlockMemory, Memory
from sarrus.program.rows import choose_dense, fill
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import factor_independent
from sarrus.solvers.rank import TIE, dot, exchange_rows, independent_rows, remove, unit_row


def show_all(m: Memory) -> None:
    """What is done before and after positions are corrected where all rows are rows of positions."""


def hide_slips(m: Memory) -> None:
    """Let rows of velocities not count for a while."""
    for i in range(m.npositions, m.nrows):
        m.hidden[i - m.npositions] = m.active[i]
        m.active[i] = 0.0
    for b in range(m.nblocks):
        block = m.blocks[b]
        block.whole = block.rank
        block.rank = block.placed


def show_slips(m: Memory) -> None:
    """Let them count again."""
    for i in range(m.npositions, m.nrows):
        m.active[i] = m.hidden[i - m.npositions]
    for b in range(m.nblocks):
        m.blocks[b].rank = m.blocks[b].whole


def choose_by_level(m: Memory, block: BlockMemory) -> int:
    """Independent rows of a block, as many as were ever seen; returns 1 when there are more than before."""
    if block.is_large:
        return choose_large_by_level(m, block)
    if block.positions == block.rows:
        grown = choose_dense(m, block)
        block.placed = block.rank
        return grown
    return choose_dense_by_level(m, block)


def choose_dense_by_level(m: Memory, block: BlockMemory) -> int:
    """The same for one small block with rows of velocities, by pivoted elimination level by level."""
    order = block.order
    pivots = m.sizes
    fill(m, block, block.normal)
    grown = 0
    found = independent_rows(block.positions, block.columns, block.normal, DEPENDENT, order, pivots)
    if found > block.placed:
        block.placed = found
        grown = 1
    placed = block.placed
    found = placed + rows_left(m, block, block.normal, order, pivots)
    if found > block.rank:
        block.rank = found
        grown = 1
    rank = block.rank
    for i in range(block.rows):
        m.active[block.row[order[i]]] = 1.0 if i < rank else 0.0
    find_weakest(block, pivots)
    return grown


def find_weakest(block: BlockMemory, pivots: Floats) -> None:
    """The smallest pivot of a small block that counts: the last of a level."""
    block.sigma = 1.0
    block.weakest = 0
    most = largest_pivot(block, pivots)
    if block.placed > 0:
        block.weakest = block.placed - 1
        block.sigma = pivots[block.placed - 1] / most
    if block.rank > block.placed and pivots[block.rank - 1] / most < block.sigma:
        block.weakest = block.rank - 1
        block.sigma = pivots[block.rank - 1] / most


def largest_pivot(block: BlockMemory, pivots: Floats) -> float:
    """The largest pivot of a small block: the first of a level."""
    most = pivots[0]
    if block.rank > block.placed:
        most = max(most, pivots[block.placed])
    return float(most)


def rows_left(m: Memory, block: BlockMemory, A: Floats, order: Ints, pivots: Floats) -> int:
    """How many rows of velocities are independent of each other and of the rows of positions that count.

    They are put behind those, in the order chosen, as by `independent_rows`.
    """
    n = block.columns
    first = block.placed
    for i in range(block.positions, block.rows):
        order[i] = i
        for _turn in range(2):  # the second time removes what rounding left in the first
            for j in range(first):
                remove(n, A[j * n : j * n + n], A[i * n : i * n + n])
    end = min(first + block.rows - block.positions, n)
    for k in range(first, end):
        best = k
        largest = -1.0
        for i in range(k, block.rows):
            if order[i] >= block.positions:
                length = sqrt(dot(n, A[i * n : i * n + n], A[i * n : i * n + n]))
                if length > largest * TIE or largest < 0.0:
                    best = i
                    largest = length
        exchange_rows(n, A, order, k, best)
        pivots[k] = unit_row(n, A, k)
        for i in range(k + 1, block.rows):
            if order[i] >= block.positions:
                remove(n, A[k * n : k * n + n], A[i * n : i * n + n])
                remove(n, A[k * n : k * n + n], A[i * n : i * n + n])
    most = max(pivots[0], 1.0)
    found = 0
    while first + found < end and pivots[first + found] > DEPENDENT * most:
        found += 1
    return found


def pivot_by_level(m: Memory, block: BlockMemory) -> float:
    """The pivot of a block that was smallest, for G as it is in memory; the choice of rows stays as it is."""
    if block.is_large:
        return pivot_of_large(m, block)
    fill(m, block, m.probe)
    independent_rows(block.positions, block.columns, m.probe, DEPENDENT, m.probe_order, m.sizes)
    rows_left(m, block, m.probe, m.probe_order, m.sizes)
    return float(m.sizes[block.weakest] / largest_pivot(block, m.sizes))


def choose_large_by_level(m: Memory, block: BlockMemory) -> int:
    """Independent rows of a large block, as many as were ever seen; returns 1 when there are more than before."""
    before = block.rank
    placed = block.placed
    gather(m, block, block.normal)
    if before == 0:
        choose_levels(m, block)
    sigma = weakest(m, block)
    if block.rank < block.rows:
        if before > 0 and sigma < WORSE * block.chosen:
            exchange(m, block, 0, block.positions)
            exchange(m, block, block.positions, block.rows)
            sigma = weakest(m, block)
            block.chosen = sigma
        # Nearer to a singular pose the factors are not accurate enough to see a row that adds little.
        if sigma > CLEAR and something_sticks_out(m, block):
            choose_levels(m, block)
            sigma = weakest(m, block)
    if before == 0:
        block.chosen = sigma
    block.sigma = sigma
    mask(m, block, block.normal, block.normal)
    return 1 if block.rank > before or block.placed > placed else 0


def choose_levels(m: Memory, block: BlockMemory) -> None:
    """All rows, if they are clearly independent; else rows of positions, and of the others what is left."""
    positions = block.positions
    for i in range(block.rows):
        m.active[block.row[i]] = 1.0
    block.rank = block.rows
    block.placed = positions
    least = CLEAR * max(1.0, gram(m, block, block.normal))
    if factor_independent(block.gram, m.gram, least * least, m.across) > 0:
        for i in range(positions, block.rows):
            m.active[block.row[i]] = 0.0
        gram(m, block, block.normal)
        factor_independent(block.gram, m.gram, least * least, m.across)
        for i in range(positions):
            m.active[block.row[i]] = m.across[i]
        extend(m, block, 0, positions)
        exchange(m, block, 0, positions)
        block.placed = block.rank
        extend(m, block, positions, block.rows)
        exchange(m, block, positions, block.rows)
