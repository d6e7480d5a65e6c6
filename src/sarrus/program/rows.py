"""Which rows count, and how near the mechanism is to a pose where they lose rank. Restricted Python.

Rank is decided on geometry (G scaled by the length of each part, no masses), at projected states only, and is the largest
seen: at a branch point the number of rows is not lowered.
"""

from math import fabs, sqrt

from sarrus.program.large import DEPENDENT, along_last, choose_large, pivot_of_large
from sarrus.program.layout import (
    B_COLUMN,
    B_COLUMNS,
    B_ENTRIES,
    B_ENTRY,
    B_GRAM,
    B_NORMAL,
    B_ORDER,
    B_PLACE,
    B_ROW,
    B_ROWS,
    BLOCK_SIZE,
    D_ACTIVE,
    D_ALPHA,
    D_BLOCKS,
    D_COLUMN,
    D_G,
    D_PROBE,
    D_ROW,
    D_SIZES,
    D_STATE,
    D_UNIT,
    GROWN,
    LEAST_SIGMA,
    NBLOCKS,
    NFREE,
    NG,
    NQ,
    NROWS,
    NV,
    PUSH,
    R_ASKED,
    R_BEFORE,
    R_MOST_ASKED,
    R_RANK,
    R_SIGMA,
    RANK,
    RECORD_SIZE,
    SIGMA,
    T_BLOCKS,
    T_GCOL,
    T_GROW,
    T_PROBE,
    T_TIED,
    WORST_BLOCK,
)
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import independent_rows

JUDGED = 1e-4  # part of the largest pivot below which it is asked whether the mechanism locks
PUSHED = 1e-2  # part of the drivers' rates that stays at a fold; at a branch point it would be 1e-4 and less


def choose_rows(data: Floats, tables: Ints) -> int:
    """Independent rows of the scaled G, as many as were ever seen; returns 1 when there are more than before.

    Each block is judged by itself: how near it is to a singular pose does not depend on what else is in the model.
    """
    state = data[tables[D_STATE] :]
    state[SIGMA] = 1.0
    if tables[NROWS] == 0:
        return 0
    scale_relations(data, tables)
    grown = 0
    rank = float(tables[NFREE])
    for b in range(tables[NBLOCKS]):
        block = tables[tables[T_BLOCKS] + BLOCK_SIZE * b :]
        kept = data[tables[D_BLOCKS] + RECORD_SIZE * b :]
        kept[R_BEFORE] = kept[R_SIGMA]
        if block[B_GRAM] == 0:
            grown = max(grown, choose_dense(data, tables, block, kept))
        else:
            grown = max(grown, choose_large(data, tables, block, kept))
        rank += kept[R_RANK]
        if b == 0 or kept[R_SIGMA] < state[SIGMA]:
            state[SIGMA] = kept[R_SIGMA]
            state[WORST_BLOCK] = float(b)
    state[RANK] = rank
    if grown > 0:
        state[GROWN] = 1.0
    if state[SIGMA] < state[LEAST_SIGMA]:
        state[LEAST_SIGMA] = state[SIGMA]
    return grown


def choose_dense(data: Floats, tables: Ints, block: Ints, kept: Floats) -> int:
    """The same for one small block, by pivoted elimination of a dense matrix."""
    rows = block[B_ROWS]
    normal = data[block[B_NORMAL] :]
    order = tables[block[B_ORDER] :]
    pivots = data[tables[D_SIZES] :]
    fill(data, tables, block, normal)
    found = independent_rows(rows, block[B_COLUMNS], normal, DEPENDENT, order, pivots)
    grown = 0
    rank = int(kept[R_RANK])
    if found > rank:
        rank = found
        grown = 1
    kept[R_RANK] = float(rank)
    active = data[tables[D_ACTIVE] :]
    row = tables[block[B_ROW] :]
    for i in range(rows):
        active[row[order[i]]] = 1.0 if i < rank else 0.0
    kept[R_SIGMA] = pivots[rank - 1] / pivots[0] if rank > 0 else 1.0
    return grown


def fill(data: Floats, tables: Ints, block: Ints, A: Floats) -> None:
    """The scaled G of a small block as a dense matrix."""
    columns = block[B_COLUMNS]
    G = data[tables[D_G] :]
    scale = data[tables[D_ROW] :]
    width = data[tables[D_COLUMN] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    entry = tables[block[B_ENTRY] :]
    place = tables[block[B_PLACE] :]
    for i in range(block[B_ROWS] * columns):
        A[i] = 0.0
    for k in range(block[B_ENTRIES]):
        e = entry[k]
        A[place[2 * k] * columns + place[2 * k + 1]] = G[e] * scale[row[e]] * width[column[e]]


def pivot_here(data: Floats, tables: Ints, block: Ints, kept: Floats) -> float:
    """The smallest pivot of a block that counts, for G as it is in data; the choice of rows stays as it is."""
    if block[B_GRAM] > 0:
        return pivot_of_large(data, tables, block, kept)
    A = data[tables[D_PROBE] :]
    pivots = data[tables[D_SIZES] :]
    fill(data, tables, block, A)
    independent_rows(block[B_ROWS], block[B_COLUMNS], A, DEPENDENT, tables[tables[T_PROBE] :], pivots)
    return float(pivots[int(kept[R_RANK]) - 1] / pivots[0])


def scale_relations(data: Floats, tables: Ints) -> None:
    """Give the rows of relations a natural size: the largest scaled slope of each becomes 1.

    Rows of joints have one once lengths are in units of the part's length. That of a gear of 1 mm on a mechanism of
    1 m would be 1e-3 of the others, and look nearly singular.
    """
    G = data[tables[D_G] :]
    unit = data[tables[D_UNIT] :]
    scale = data[tables[D_ROW] :]
    width = data[tables[D_COLUMN] :]
    size = data[tables[D_SIZES] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    tied = tables[tables[T_TIED] :]
    for i in range(tables[NROWS]):
        size[i] = 0.0
    for i in range(tables[NG]):
        size[row[i]] = max(size[row[i]], fabs(G[i]) * unit[row[i]] * width[column[i]])
    for i in range(tables[NROWS]):
        if tied[i] != 0 and size[i] > DEPENDENT:
            scale[i] = unit[i] / size[i]


def is_locking(x: Floats, data: Floats, tables: Ints) -> bool:
    """Whether a driver pushes the mechanism into a fold, where its speeds grow without bound.

    With n the direction that the last independent row adds and sigma its pivot, sigma (n . v) is what the drivers ask
    of it. At a fold it tends to a constant of the size of their rates, at a branch point to zero with sigma. A driver
    that just touches a fold slows down with sigma: hence the largest rate so far. What drivers ask of other blocks does
    not matter.
    """
    state = data[tables[D_STATE] :]
    if tables[NBLOCKS] == 0:
        return False
    scale = data[tables[D_ROW] :]
    alpha = data[tables[D_ALPHA] :]
    for b in range(tables[NBLOCKS]):
        block = tables[tables[T_BLOCKS] + BLOCK_SIZE * b :]
        row = tables[block[B_ROW] :]
        kept = data[tables[D_BLOCKS] + RECORD_SIZE * b :]
        kept[R_ASKED] = 0.0
        for k in range(block[B_ROWS]):
            kept[R_ASKED] = max(kept[R_ASKED], fabs(alpha[row[k]]) * scale[row[k]])
        kept[R_MOST_ASKED] = max(kept[R_MOST_ASKED], kept[R_ASKED])
    worst = data[tables[D_BLOCKS] + RECORD_SIZE * int(state[WORST_BLOCK]) :]
    asked = float(worst[R_ASKED])
    pushed = fabs(speed_along_last(x, data, tables)) * state[SIGMA]
    state[PUSH] = pushed / asked if asked > 0.0 else 0.0
    return state[SIGMA] < JUDGED and asked > 0.0 and pushed > PUSHED * float(worst[R_MOST_ASKED])


def speed_along_last(x: Floats, data: Floats, tables: Ints) -> float:
    """Speed along the direction that the last independent row adds, in the block with the smallest pivot."""
    worst = int(data[tables[D_STATE] + WORST_BLOCK])
    block = tables[tables[T_BLOCKS] + BLOCK_SIZE * worst :]
    nq = tables[NQ]
    if block[B_GRAM] > 0:
        return along_last(x, nq, data, tables, block)
    rank = int(data[tables[D_BLOCKS] + RECORD_SIZE * worst + R_RANK])
    along = 0.0
    if rank > 0:
        columns = block[B_COLUMNS]
        last = data[block[B_NORMAL] + (rank - 1) * columns :]
        width = data[tables[D_COLUMN] :]
        column = tables[block[B_COLUMN] :]
        for i in range(columns):
            along += last[i] * x[nq + column[i]] / width[column[i]]
    return along


def speed_size(x: Floats, data: Floats, tables: Ints) -> float:
    """Size of the speeds, lengths in units of the part's length."""
    width = data[tables[D_COLUMN] :]
    nq = tables[NQ]
    total = 0.0
    for i in range(tables[NV]):
        total += x[nq + i] / width[i] * (x[nq + i] / width[i])
    return sqrt(total)
