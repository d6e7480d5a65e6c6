"""Sparse factors of a matrix that is not symmetric but has a symmetric pattern; restricted Python.

    P A P^T = L U      L unit lower, U upper triangular, no pivoting by value

Meant for products A = B C^T of two matrices that are nearly equal: A is then nearly definite, and where it is not (both
nearly singular along the same direction), rows and columns along that direction are small together, so that what is
eliminated with their small pivot stays of its size. The caller checks what it gets: nothing here guards against growth.

The tables are those of `sarrus.solvers.ldl.analyse`. `lower` holds the diagonal and what is below it, at the slots of
the tables; `upper` holds at the slot of (i, j) the entry (j, i).

References:
    Davis (2006), chapter 6, without its pivoting.
"""

from math import isfinite

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import ORDER, failed_at


def factor_nearly_symmetric(tables: Ints, lower: Floats, upper: Floats) -> int:
    """Replace the values of A by those of L (without its diagonal of ones) and U (its diagonal in `lower`).

    Returns:
        0, or 1 + the index (in A's numbering) of a pivot that is zero or not finite; the values are then useless.
    """
    n = tables[0]
    begins = ORDER + n
    target = begins + n + 1 + tables[1] - n
    for k in range(n):
        pivot = lower[k]
        if pivot == 0.0 or not isfinite(pivot):
            return failed_at(tables[ORDER + k])
        end = tables[begins + k + 1]
        for b in range(tables[begins + k], end):
            # Below slot b, `lower` still holds L times the pivot.
            l = lower[b] / pivot
            u = upper[b] / pivot
            lower[tables[target]] -= l * upper[b]
            target += 1
            for a in range(b + 1, end):
                place = tables[target]
                lower[place] -= lower[a] * u
                upper[place] -= l * upper[a]
                target += 1
            lower[b] = l
    return 0


def solve_nearly_symmetric(tables: Ints, lower: Floats, upper: Floats, b: Floats, work: Floats) -> None:
    """Solve A x = b from the factors; x overwrites b.

    Args:
        b: n entries in A's numbering.
        work: n entries, overwritten.
    """
    n = tables[0]
    begins = ORDER + n
    row = begins + 1
    for k in range(n):
        work[k] = b[tables[ORDER + k]]
    for k in range(n):
        for slot in range(tables[begins + k], tables[begins + k + 1]):
            work[tables[row + slot]] -= lower[slot] * work[k]
    for back in range(n):
        i = n - 1 - back
        total = work[i]
        for slot in range(tables[begins + i], tables[begins + i + 1]):
            total -= upper[slot] * work[tables[row + slot]]
        work[i] = total / lower[i]
        b[tables[ORDER + i]] = work[i]
