"""Small dense systems of equations by LU factors with partial pivoting.

    P A = L U      L unit lower, U upper triangular

Matrices are row-major 1-D arrays: entry (i, j) of an n x n matrix stands at i n + j.
Both functions are restricted Python.

References:
    Golub & Van Loan (2013), algorithm 3.4.1 (outer product, partial pivoting) and section 3.1.
"""

from math import fabs, isfinite

from sarrus.solvers.arrays import Floats, Ints


def lu_factor(n: int, A: Floats, pivots: Ints) -> int:
    """Factor A in place.

    Args:
        n: number of rows and columns.
        A: n n entries; overwritten by L (below the diagonal) and U.
        pivots: n entries; row exchanged with row k at step k.

    Returns:
        0, or 1 + the step at which no pivot was found that is finite and not zero.
    """
    for k in range(n):
        # Largest entry of the column; a NaN spreads until it is the only candidate, and is refused.
        best = k
        largest = fabs(A[k * n + k])
        for i in range(k + 1, n):
            size = fabs(A[i * n + k])
            if not (size <= largest):
                best = i
                largest = size
        pivots[k] = best
        if largest == 0.0 or not isfinite(largest):
            return k + 1
        if best != k:
            for j in range(n):
                held = A[k * n + j]
                A[k * n + j] = A[best * n + j]
                A[best * n + j] = held
        for i in range(k + 1, n):
            factor = A[i * n + k] / A[k * n + k]
            A[i * n + k] = factor
            for j in range(k + 1, n):
                A[i * n + j] -= factor * A[k * n + j]
    return 0


def lu_solve(n: int, A: Floats, pivots: Ints, b: Floats) -> None:
    """Solve A x = b from the factors; x overwrites b."""
    for step in range(n):
        row = pivots[step]
        if row != step:
            held = b[step]
            b[step] = b[row]
            b[row] = held
    for i in range(n):
        for j in range(i):
            b[i] -= A[i * n + j] * b[j]
    for back in range(n):
        k = n - 1 - back
        for j in range(k + 1, n):
            b[k] -= A[k * n + j] * b[j]
        b[k] /= A[k * n + k]
