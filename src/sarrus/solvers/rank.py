"""Rank of a matrix: which rows are independent, which motions and self-stresses are left, least squares.

Nothing here knows about units: the caller scales rows and columns first, so that the decision is the same in mm and m.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

import numpy as np

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.shortest import Shortest, Sparse, Unsure, motions

# A row must be longer than an earlier one by more than rounding to be preferred to it.
TIE = 1.0 + 1e-10
# Of the largest singular value: what counts as zero, and what is small enough to be mentioned.
SINGULAR = 1e-8
WARN = 1e-4


def independent_rows(m: int, n: int, A: Floats, tolerance: float, order: Ints, pivots: Floats) -> int:
    """Choose rows of A one by one, each time the one that sticks out most from the span of those before.

        r_i = a_i - sum_k (q_k . a_i) q_k,      next row: largest |r_i|,      q = r / |r|

    Restricted Python. Modified Gram-Schmidt; a row is orthogonalised again when it is chosen, so that the q stay
    orthogonal to rounding. Equal lengths: the earlier row first. All rows are chosen in the end; a caller that knows
    the rank to be higher than the number returned takes more of `order`.

    Args:
        m: number of rows.
        n: number of columns.
        A: m n entries, row-major; overwritten by the q in the order chosen.
        tolerance: a row counts when its remaining length exceeds this part of the first, or of 1 where that is more:
            scaled rows are of order 1, and rows of nothing but rounding do not count.
        order: m entries; gets the rows in the order chosen.
        pivots: min(m, n) entries; gets the remaining length of each row when it was chosen.

    Returns:
        The number of rows that count, or -1 when A is not finite.

    References:
        Golub & Van Loan (2013), sections 5.2.8 and 5.4.2 (the same for columns).
    """
    for i in range(m):
        order[i] = i
    for i in range(m * n):
        if not isfinite(A[i]):
            return -1
    for k in range(min(m, n)):
        best = k
        largest = -1.0
        for i in range(k, m):
            length = sqrt(dot(n, A[i * n : i * n + n], A[i * n : i * n + n]))
            if length > largest * TIE or largest < 0.0:
                best = i
                largest = length
        exchange_rows(n, A, order, k, best)
        pivots[k] = unit_row(n, A, k)
        # Twice is enough (Parlett): the second pass removes what rounding left in the first.
        for i in range(k + 1, m):
            remove(n, A[k * n : k * n + n], A[i * n : i * n + n])
            remove(n, A[k * n : k * n + n], A[i * n : i * n + n])
    rank = 0
    while rank < min(m, n) and pivots[rank] > tolerance * max(pivots[0], 1.0):
        rank += 1
    return rank


def dot(n: int, a: Floats, b: Floats) -> float:
    """Sum of products of n entries. Restricted Python."""
    total = 0.0
    for i in range(n):
        total += a[i] * b[i]
    return total


def remove(n: int, q: Floats, a: Floats) -> None:
    """Take the part along the unit vector q out of a. Restricted Python."""
    along = dot(n, q, a)
    for i in range(n):
        a[i] -= along * q[i]


def exchange_rows(n: int, A: Floats, order: Ints, i: int, j: int) -> None:
    """Exchange two rows of A and their names in `order`. Restricted Python."""
    if i != j:
        name = order[i]
        order[i] = order[j]
        order[j] = name
        for c in range(n):
            held = A[i * n + c]
            A[i * n + c] = A[j * n + c]
            A[j * n + c] = held


def unit_row(n: int, A: Floats, k: int) -> float:
    """Make row k orthogonal to the rows before it once more and of length 1; return its length. Restricted Python."""
    row = A[k * n : k * n + n]
    for j in range(k):
        remove(n, A[j * n : j * n + n], row)
    length = sqrt(dot(n, row, row))
    if length > 0.0:
        for i in range(n):
            row[i] /= length
    return length


@dataclass(frozen=True)
class RankReport:
    """Static picture of a constraint matrix G (m rows, n columns).

    Attributes:
        singular_values: min(m, n) values, largest first.
        rank: number of singular values above the singular limit.
        motions: n x (n - rank), orthonormal columns: G motions = 0.
        self_stresses: m x (m - rank), orthonormal columns: G^T self_stresses = 0.
        condition: largest over smallest singular value that counts; 1 when none does.
        is_near_singular: the smallest that counts is below the warning limit.
    """

    singular_values: Floats
    rank: int
    motions: Floats
    self_stresses: Floats
    condition: float
    is_near_singular: bool


def rank_report(G: Floats, singular: float = SINGULAR, warn: float = WARN) -> RankReport:
    """Rank, motions and self-stresses of a 2-D array, from its singular values.

    Args:
        G: the matrix, scaled by the caller.
        singular: singular values up to this part of the largest count as zero.
        warn: singular values up to this part of the largest raise the flag.

    Raises:
        ValueError: G is not a finite matrix.

    References:
        Golub & Van Loan (2013), section 5.4.1; Pellegrino (1993) on mechanisms and self-stress.

    Example:
        >>> report = rank_report(np.array([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]))
        >>> report.rank, report.motions.shape, report.self_stresses.shape
        (1, (3, 2), (2, 1))
    """
    G = _matrix(G)
    U, sigma, Vt = np.linalg.svd(G, full_matrices=True)
    rank = int(np.count_nonzero(sigma > singular * max(1.0, sigma.max(initial=0.0))))
    smallest = float(sigma[rank - 1] / sigma[0]) if rank else 1.0
    return RankReport(sigma, rank, Vt[rank:].T.copy(), U[:, rank:].copy(), 1.0 / smallest, smallest <= warn)


def reduced(S: Floats, order: Sequence[int]) -> Floats:
    """The span of independent columns by columns of a few entries, largest 1: S S[p]^-1 for rows p chosen in an order.

    A row is chosen when enough of it sticks out from the rows chosen before, at the first or the second going through.
    Unlike the vectors of a singular value decomposition, the result moves little when S does, whatever basis S is.

    Args:
        S: n x k, orthonormal columns.
        order: all n rows, those to be chosen rather first.

    Example:
        >>> reduced(np.array([[0.6, -0.8], [0.8, 0.6], [0.0, 0.0]]), [0, 1, 2])
        array([[1., 0.],
               [0., 1.],
               [0., 0.]])
    """
    n, k = S.shape
    if not k:
        return np.zeros((n, 0))
    chosen: list[int] = []
    Q = np.zeros((0, k))
    for enough in (0.1 / k, 1e-3 / k):
        for i in order:
            rest = S[i] - Q.T @ (Q @ S[i])
            if len(chosen) < k and i not in chosen and np.linalg.norm(rest) > enough:
                chosen.append(i)
                Q = np.vstack([Q, rest / np.linalg.norm(rest)])
    if len(chosen) < k:
        return S.copy()
    found = S @ np.linalg.inv(S[chosen])
    return np.asarray(found / np.abs(found).max(axis=0))


def least_squares(A: Floats, b: Floats, rcond: float) -> tuple[Floats, int]:
    """Shortest x that minimises |A x - b|, and the rank of A it was found with.

    Args:
        A: 2-D array, m x n.
        b: m entries.
        rcond: singular values up to this part of the largest count as zero.

    Raises:
        ValueError: A is not a finite matrix.

    References:
        Golub & Van Loan (2013), section 5.5.
    """
    U, sigma, Vt = np.linalg.svd(_matrix(A), full_matrices=False)
    rank = int(np.count_nonzero(sigma > rcond * sigma.max(initial=0.0)))
    x = Vt[:rank].T @ ((U[:, :rank].T @ b) / sigma[:rank])
    return x, rank


def shortest_solution(A: Floats | Sparse, b: Floats, rcond: float) -> Floats:
    """Shortest x that minimises |A x - b|, for large A better given by its entries; arguments as for `least_squares`."""
    if not b.any() and np.isfinite(A.value if isinstance(A, Sparse) else A).all():
        return np.zeros(A.pattern.shape[1] if isinstance(A, Sparse) else A.shape[1])
    if isinstance(A, Sparse):
        try:
            return Shortest(A).step(-b)[0]
        except Unsure:
            A = A.dense()
    return least_squares(A, b, rcond)[0]


def motions_left(G: Floats | Sparse, singular: float = SINGULAR) -> Floats:
    """The motions of `rank_report`, in any basis, for large G better given by its entries."""
    if isinstance(G, Sparse):
        try:
            return motions(G)
        except Unsure:
            G = G.dense()
    return rank_report(G, singular).motions


def _matrix(A: Floats) -> Floats:
    A = np.asarray(A, dtype=np.float64)
    if A.ndim != 2 or not np.isfinite(A).all():
        raise ValueError(f"a finite matrix is needed, not an array of shape {A.shape} with other values")
    return A
