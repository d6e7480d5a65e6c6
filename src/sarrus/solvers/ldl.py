"""Sparse symmetric factors with a fixed pattern, for quasi-definite and saddle-point matrices.

    P A P^T = L D L^T      L unit lower triangular, D diagonal, no pivoting by value

The order of elimination and the place of every number are settled once, by `minimum_degree` and `analyse`; what
remains to be done with numbers (`factor`, `solve`, both restricted Python) is a walk over tables of integers.

Without pivoting the factors exist when every leading block is regular. That holds for quasi-definite matrices in any
order, and for

    [ M  G^T ]      M positive definite, G of full row rank
    [ G   0  ]

when each row of G is eliminated after all the columns it touches: the argument `after` of `minimum_degree`.

References:
    Davis (2006), chapters 4 and 7; Vanderbei (1995) on quasi-definite matrices.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import isfinite

import numpy as np

from sarrus.solvers.arrays import Floats, Ints

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
    """

    order: tuple[int, ...]
    tables: Ints
    size: int
    slots: Mapping[tuple[int, int], int]

    def slot(self, i: int, j: int) -> int:
        """Place of the entry (i, j) = (j, i) of A, in A's own numbering.

        Raises:
            KeyError: the entry is in neither the pattern nor its fill.
        """
        return self.slots[max(i, j), min(i, j)]


def minimum_degree(
    n: int, pattern: Iterable[tuple[int, int]], after: Mapping[int, Iterable[int]]
) -> list[int]:
    """Order of elimination that keeps the fill small: next comes the index with the fewest neighbours left.

    Args:
        n: number of rows.
        pattern: places (i, j) of entries that may be nonzero; one of (i, j), (j, i) is enough.
        after: an index may be eliminated only after all those listed for it.

    Returns:
        The indices in the order of elimination. Equal degrees: the smaller index first.

    Raises:
        ValueError: `after` goes round in a circle.

    References:
        Davis (2006), section 7.1.
    """
    neighbours = _neighbours(n, pattern)
    waiting = {i: {j for j in after.get(i, ()) if j != i} for i in range(n)}
    held_back: list[list[int]] = [[] for _ in range(n)]
    for i, others in waiting.items():
        for j in others:
            held_back[j].append(i)
    # Entries of the heap go out of date when a degree changes; the valid one is found again on the way out.
    heap = [(len(neighbours[i]), i) for i in range(n) if not waiting[i]]
    heapify(heap)
    order: list[int] = []
    is_done = [False] * n
    while heap:
        degree, k = heappop(heap)
        if is_done[k] or degree != len(neighbours[k]):
            continue
        is_done[k] = True
        order.append(k)
        touched = neighbours[k]
        for i in touched:
            neighbours[i] |= touched
            neighbours[i] -= {i, k}
        for i in held_back[k]:
            waiting[i].discard(k)
        for i in touched.union(held_back[k]):
            if not waiting[i] and not is_done[i]:
                heappush(heap, (len(neighbours[i]), i))
    if len(order) < n:
        stuck = [i for i in range(n) if not is_done[i]]
        raise ValueError(f"no order of elimination: the indices {stuck} wait for each other")
    return order


def analyse(n: int, pattern: Iterable[tuple[int, int]], order: Iterable[int]) -> Symbolic:
    """Find the fill and lay out the tables for one order of elimination.

    Args:
        n: number of rows.
        pattern: places of entries that may be nonzero, as for `minimum_degree`.
        order: the n indices in the order of elimination.

    References:
        Davis (2006), sections 4.6 (pattern of the factors) and 4.9 (right-looking form).
    """
    order = tuple(order)
    if sorted(order) != list(range(n)):
        raise ValueError(f"the order of elimination is not a permutation of 0 to {n - 1}")
    step = {index: k for k, index in enumerate(order)}
    left = _neighbours(n, ((step[i], step[j]) for i, j in pattern))
    columns: list[list[int]] = []
    for k in range(n):
        column = {i for i in left[k] if i > k}
        columns.append(sorted(column))
        for i in column:
            left[i] |= column - {i}
    begins = [n]
    place = {(k, k): k for k in range(n)}
    for k, rows in enumerate(columns):
        place.update({(i, k): begins[k] + a for a, i in enumerate(rows)})
        begins.append(begins[k] + len(rows))
    size = begins[-1]
    targets = [place[i, j] for rows in columns for b, j in enumerate(rows) for i in rows[b:]]
    rows_of_slots = [i for rows in columns for i in rows]
    tables = np.array([n, size, *order, *begins, *rows_of_slots, *targets], dtype=np.int64)
    tables.setflags(write=False)
    slots = {(max(order[i], order[k]), min(order[i], order[k])): s for (i, k), s in place.items()}
    return Symbolic(order, tables, size, slots)


def _neighbours(n: int, pattern: Iterable[tuple[int, int]]) -> list[set[int]]:
    """For each index the others it shares an entry with."""
    neighbours: list[set[int]] = [set() for _ in range(n)]
    for i, j in pattern:
        if not (0 <= i < n and 0 <= j < n):
            raise ValueError(f"entry ({i}, {j}) lies outside a matrix of {n} rows")
        if i != j:
            neighbours[i].add(j)
            neighbours[j].add(i)
    return neighbours


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
