"""Sparse symmetric factors with a fixed pattern, for quasi-definite and saddle-point matrices.

    P A P^T = L D L^T      L unit lower triangular, D diagonal, no pivoting by value

The order of elimination and the place of every number are settled once, by `sarrus.solvers.ordering` and `analyse`; what
remains to be done with numbers (restricted Python, all but `analyse`) is a walk over tables of integers.

Without pivoting the factors exist when every leading block is regular. That holds for quasi-definite matrices in any
order, and for

    [ M  G^T ]      M positive definite, G of full row rank
    [ G   0  ]

when each row of G is eliminated after all the columns it touches: the argument `after` of `minimum_degree`.

References:
    Davis (2006), chapters 4 and 7; Vanderbei (1995) on quasi-definite matrices.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

import numpy as np

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ordering import adjacency

# Where things stand in `Symbolic.tables`, for n rows and `size` stored values:
#   0                n
#   1                size
#   ORDER            n entries: the original index eliminated at each step
#   ORDER + n        n + 1 entries: slot at which each column of L begins; the last is `size`
#   ORDER + 2n + 1   size - n entries: for slot n, n + 1, ... the step at which its row is eliminated
#   then             for each step, for each pair (b, a >= b) of slots of its column: the slot it updates
ORDER = 2


@dataclass(frozen=True)
class Symbolic:
    """Pattern of the factors: what `factor` and `solve` need besides the numbers.

    The values are one array of length `size`: first the n diagonal entries in the order of elimination, then the
    columns of the strict lower triangle, fill included. Entries of A go to `values[slot(i, j)]`, all others are zero.

    Attributes:
        step: when each index is eliminated.
        keys: n column + row of each slot below the diagonal, counted in steps; ascending.
    """

    order: tuple[int, ...]
    tables: Ints
    size: int
    step: Ints
    keys: Ints

    def slot(self, i: int, j: int) -> int:
        """Place of the entry (i, j) = (j, i) of A, in A's own numbering.

        Raises:
            KeyError: the entry is in neither the pattern nor its fill.
        """
        return int(self.slots([i], [j])[0])

    def slots(self, i: Iterable[int], j: Iterable[int]) -> Ints:
        """Places of many entries.

        Raises:
            KeyError: one of them is in neither the pattern nor its fill.
        """
        one, two = self.step[np.asarray(i, dtype=np.int64)], self.step[np.asarray(j, dtype=np.int64)]
        row, column = np.maximum(one, two), np.minimum(one, two)
        return _slots(len(self.order), self.keys, row, column)


def _slots(n: int, keys: Ints, row: Ints, column: Ints) -> Ints:
    """Slots of entries on or below the diagonal, in steps."""
    wanted = column * n + row
    place = np.searchsorted(keys, wanted)
    is_there = place < len(keys)
    is_there[is_there] = keys[place[is_there]] == wanted[is_there]
    is_there |= row == column
    if not is_there.all():
        k = int(np.flatnonzero(~is_there)[0])
        raise KeyError((int(row[k]), int(column[k])))
    return np.where(row == column, row, n + place).astype(np.int64)


def analyse(n: int, pattern: Iterable[tuple[int, int]] | Ints, order: Iterable[int]) -> Symbolic:
    """Find the fill and lay out the tables for one order of elimination.

    Args:
        n: number of rows.
        pattern: places of entries that may be nonzero, as for `minimum_degree`.
        order: the n indices in the order of elimination.

    References:
        Davis (2006), sections 4.1 (elimination tree), 4.6 (pattern of the factors) and 4.9 (right-looking form).
    """
    order = tuple(order)
    if sorted(order) != list(range(n)):
        raise ValueError(f"the order of elimination is not a permutation of 0 to {n - 1}")
    step = np.zeros(n, dtype=np.int64)
    step[list(order)] = np.arange(n)
    columns = _columns(adjacency(n, pattern, step))
    counts = np.array([len(rows) for rows in columns], dtype=np.int64)
    begins = n + np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    size = int(begins[-1])
    rows_of_slots = np.concatenate([*columns, np.zeros(0, dtype=np.int64)])
    keys = np.repeat(np.arange(n), counts) * n + rows_of_slots
    targets = _targets(n, counts, begins - n, rows_of_slots, keys)
    head = np.array([n, size, *order], dtype=np.int64)
    tables = np.concatenate([head, begins, rows_of_slots, targets])
    tables.setflags(write=False)
    return Symbolic(order, tables, size, step, keys)


def _columns(neighbours: list[set[int]]) -> list[Ints]:
    """Rows below the diagonal of each column of L, ascending.

    A column holds the later neighbours of its index and what the columns hold whose first row it is.
    """
    held: list[list[set[int]]] = [[] for _ in neighbours]
    columns: list[Ints] = []
    for k, others in enumerate(neighbours):
        rows = {i for i in others if i > k}.union(*held[k])
        rows.discard(k)
        held[k].clear()
        found = np.array(sorted(rows), dtype=np.int64)
        columns.append(found)
        if len(found):
            held[found[0]].append(rows)
    return columns


def _targets(n: int, counts: Ints, begins: Ints, rows: Ints, keys: Ints) -> Ints:
    """For each column and each pair (b, a >= b) of its entries: the slot of (row of a, row of b)."""
    pairs = counts * (counts + 1) // 2
    ends = np.concatenate([[0], np.cumsum(pairs)]).astype(np.int64)
    targets = np.zeros(int(ends[-1]), dtype=np.int64)
    for count in sorted(set(counts[counts > 0].tolist())):  # NumPy's unique loads masked arrays
        chosen = np.flatnonzero(counts == count)
        b, a = np.triu_indices(int(count))
        first = begins[chosen][:, None]
        places = ends[chosen][:, None] + np.arange(len(a))
        targets[places] = _slots(n, keys, rows[first + a], rows[first + b])
    return targets


def factor(tables: Ints, values: Floats) -> int:
    """Replace the values of A by those of D and L.

    Returns:
        0, or 1 + the index (in A's numbering) of a pivot that is zero or not finite; the values are then useless.
    """
    n = tables[0]
    begins = ORDER + n
    target = begins + n + 1 + tables[1] - n
    for k in range(n):
        pivot = values[k]
        if pivot == 0.0 or not isfinite(pivot):
            return failed_at(tables[ORDER + k])
        end = tables[begins + k + 1]
        for b in range(tables[begins + k], end):
            # Column k still holds L D below slot b, and L above it.
            l = values[b] / pivot
            for a in range(b, end):
                values[tables[target]] -= l * values[a]
                target += 1
            values[b] = l
    return 0


def failed_at(index: int) -> int:
    """What `factor` returns for a pivot that cannot be used. Restricted Python."""
    return 1 + index


def factor_independent(tables: Ints, values: Floats, least: float, kept: Floats) -> int:
    """Eliminate in a Gram matrix, leaving out what depends on the rows before it.

    Args:
        values: of A = G G^T; overwritten, and of no further use.
        least: a pivot, the squared distance of a row of G from the span of those kept before, counts above this.
        kept: n entries; gets 1 for each index that is kept, 0 for those left out.

    Returns:
        How many are left out.
    """
    n = tables[0]
    begins = ORDER + n
    target = begins + n + 1 + tables[1] - n
    dropped = 0
    for k in range(n):
        pivot = values[k]
        begin = tables[begins + k]
        end = tables[begins + k + 1]
        if pivot > least:
            kept[tables[ORDER + k]] = 1.0
            for b in range(begin, end):
                l = values[b] / pivot
                for a in range(b, end):
                    values[tables[target]] -= l * values[a]
                    target += 1
                values[b] = l
        else:
            kept[tables[ORDER + k]] = 0.0
            dropped += 1
            for b in range(begin, end):
                target += end - b
    return dropped


def solve(tables: Ints, values: Floats, b: Floats, work: Floats) -> None:
    """Solve A x = b from the factors; x overwrites b.

    Args:
        b: n entries in A's numbering.
        work: n entries, overwritten.
    """
    n = tables[0]
    begins = ORDER + n
    row = begins + 1  # row + slot is the place of the slot's row: slots of L begin at n
    for k in range(n):
        work[k] = b[tables[ORDER + k]]
    for k in range(n):
        for slot in range(tables[begins + k], tables[begins + k + 1]):
            work[tables[row + slot]] -= values[slot] * work[k]
    for back in range(n):
        i = n - 1 - back
        total = work[i] / values[i]
        for slot in range(tables[begins + i], tables[begins + i + 1]):
            total -= values[slot] * work[tables[row + slot]]
        work[i] = total
        b[tables[ORDER + i]] = total


def invert(tables: Ints, values: Floats, inverse: Floats) -> None:
    """Entries of the inverse of A at the slots of the pattern: the diagonal first, in the order of elimination.

        Z = D^-1 L^-1 + (1 - L^T) Z,      from the last column to the first

    All that a column needs of Z stands at the slots which it updated in the factorisation.

    Args:
        values: the factors.
        inverse: `size` entries.

    References:
        Takahashi, Fagan & Chen (1973).
    """
    n = tables[0]
    begins = ORDER + n
    target = begins + n + 1 + tables[1] - n
    for step in range(n):
        end = tables[begins + step + 1]
        for b in range(tables[begins + step], end):
            target += end - b
    for back in range(n):
        k = n - 1 - back
        begin = tables[begins + k]
        end = tables[begins + k + 1]
        for b in range(begin, end):
            inverse[b] = 0.0
        for b in range(end - 1, begin - 1, -1):
            for a in range(end - 1, b, -1):
                target -= 1
                z = inverse[tables[target]]
                inverse[a] -= values[b] * z
                inverse[b] -= values[a] * z
            target -= 1
            inverse[b] -= values[b] * inverse[tables[target]]
        total = 1.0 / values[k]
        for b in range(begin, end):
            total -= values[b] * inverse[b]
        inverse[k] = total
