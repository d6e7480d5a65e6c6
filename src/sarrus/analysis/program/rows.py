"""Which rows count, and how near the mechanism is to a pose where they lose rank. Restricted Python.

Rank is decided on geometry (G scaled by the model's length, no masses), at projected states only, and is the largest
seen: at a branch point the number of rows is not lowered.
"""

from math import fabs, sqrt

from sarrus.analysis.program.layout import (
    ASKED,
    D_ACTIVE,
    D_ALPHA,
    D_COLUMN,
    D_G,
    D_NORMAL,
    D_PROBE,
    D_ROW,
    D_SIZES,
    D_STATE,
    D_UNIT,
    GROWN,
    LEAST_SIGMA,
    NG,
    NQ,
    NROWS,
    NV,
    PUSH,
    RANK,
    SIGMA,
    SIGMA_BEFORE,
    T_GCOL,
    T_GROW,
    T_ORDER,
    T_PROBE,
    T_TIED,
)
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import independent_rows

DEPENDENT = 1e-8  # part of the largest pivot below which a row adds nothing
JUDGED = 1e-4  # part of the largest pivot below which it is asked whether the mechanism locks
PUSHED = 1e-2  # part of the drivers' rates that stays at a fold; at a branch point it would be 1e-4 and less


def choose_rows(data: Floats, tables: Ints) -> int:
    """Independent rows of the scaled G, as many as were ever seen; returns 1 when there are more than before."""
    rows = tables[NROWS]
    nv = tables[NV]
    state = data[tables[D_STATE] :]
    if rows == 0:
        state[SIGMA] = 1.0
        return 0
    scale_relations(data, tables)
    order = tables[tables[T_ORDER] :]
    pivots = data[tables[D_SIZES] :]
    fill(data, tables, data[tables[D_NORMAL] :])
    found = independent_rows(rows, nv, data[tables[D_NORMAL] :], DEPENDENT, order, pivots)
    grown = 0
    rank = int(state[RANK])
    if found > rank:
        rank = found
        grown = 1
        state[GROWN] = 1.0
    state[RANK] = float(rank)
    active = data[tables[D_ACTIVE] :]
    for i in range(rows):
        active[order[i]] = 1.0 if i < rank else 0.0
    state[SIGMA_BEFORE] = state[SIGMA]
    state[SIGMA] = pivots[rank - 1] / pivots[0] if rank > 0 else 1.0
    if state[SIGMA] < state[LEAST_SIGMA]:
        state[LEAST_SIGMA] = state[SIGMA]
    return grown


def fill(data: Floats, tables: Ints, A: Floats) -> None:
    """The scaled G as a dense matrix."""
    nv = tables[NV]
    G = data[tables[D_G] :]
    scale = data[tables[D_ROW] :]
    width = data[tables[D_COLUMN] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    for i in range(tables[NROWS] * nv):
        A[i] = 0.0
    for i in range(tables[NG]):
        A[row[i] * nv + column[i]] = G[i] * scale[row[i]] * width[column[i]]


def pivot_here(data: Floats, tables: Ints) -> float:
    """The smallest pivot that counts, for G as it is in data; the choice of rows stays as it is."""
    state = data[tables[D_STATE] :]
    rank = int(state[RANK])
    A = data[tables[D_PROBE] :]
    pivots = data[tables[D_SIZES] :]
    fill(data, tables, A)
    independent_rows(tables[NROWS], tables[NV], A, DEPENDENT, tables[tables[T_PROBE] :], pivots)
    return float(pivots[rank - 1] / pivots[0])


def scale_relations(data: Floats, tables: Ints) -> None:
    """Give the rows of relations a natural size: the largest scaled slope of each becomes 1.

    Rows of joints have one once lengths are in units of the model's length. That of a gear of 1 mm on a mechanism of
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
    that just touches a fold slows down with sigma: hence the largest rate so far.
    """
    state = data[tables[D_STATE] :]
    nv = tables[NV]
    nq = tables[NQ]
    scale = data[tables[D_ROW] :]
    width = data[tables[D_COLUMN] :]
    alpha = data[tables[D_ALPHA] :]
    asked = 0.0
    for i in range(tables[NROWS]):
        asked = max(asked, fabs(alpha[i]) * scale[i])
    state[ASKED] = max(state[ASKED], asked)
    last = data[tables[D_NORMAL] + (int(state[RANK]) - 1) * nv :]
    along = 0.0
    for i in range(nv):
        along += last[i] * x[nq + i] / width[i]
    pushed = fabs(along) * state[SIGMA]
    state[PUSH] = pushed / asked if asked > 0.0 else 0.0
    return state[SIGMA] < JUDGED and asked > 0.0 and pushed > PUSHED * state[ASKED]


def speed_size(x: Floats, data: Floats, tables: Ints) -> float:
    """Size of the speeds, lengths in units of the model's length."""
    width = data[tables[D_COLUMN] :]
    nq = tables[NQ]
    total = 0.0
    for i in range(tables[NV]):
        total += x[nq + i] / width[i] * (x[nq + i] / width[i])
    return sqrt(total)
