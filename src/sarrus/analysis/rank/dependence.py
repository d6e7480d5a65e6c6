"""Which columns of a large sparse matrix depend on others, and how well conditioned the rest is, without dense arrays.

The pivots of B^T B are the squared distances of columns from the span of those eliminated before. They are known to
rounding only, so a small one makes no more than a suspect, which is left out of the elimination. With y_K the best that
the kept columns can do against given shares y_D of the suspects, min |B y|, all combinations that vanish are among

    Y y_D,      Y = [ -(B_K^T B_K)^-1 B_K^T B_D ]
                    [             1             ]

and the singular values of B Q, where Q has the span of Y and orthonormal columns, tell which do: not squared any more.

References:
    Golub & Van Loan (2013), sections 5.3.8 (refinement) and 10.1 (Lanczos' method).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import ORDER, analyse, factor_independent
from sarrus.solvers.ordering import grouped
from sarrus.solvers.shortest import pairs_within

SUSPECT = 1e-3
"""Distance from the span of others, as part of the longest column or of 1, up to which a column is suspected."""
STEPS = 40
"""Of Lanczos' method, for the extreme singular values."""


class Columns:
    """The columns of a sparse matrix B.

    Args:
        row, column, value: its entries, one for each place.
        groups: all columns, those that are eliminated together.

    Attributes:
        suspects: columns that depend on the kept ones, or nearly.
    """

    def __init__(self, row: Ints, column: Ints, value: Floats, groups: Sequence[Sequence[int]]) -> None:
        self.count = sum(len(group) for group in groups)
        order = np.argsort(row, kind="stable")
        self._row, self._column, self._value = row[order], column[order], value[order]
        self._height = int(row.max(initial=-1)) + 1
        one, two = pairs_within(np.searchsorted(self._row, np.arange(self._height + 1)))
        diagonal = np.arange(self.count)
        pairs = np.column_stack([self._column[one], self._column[two]])
        pattern = np.concatenate([pairs, np.column_stack([diagonal, diagonal])])
        self._gram = analyse(self.count, pattern, grouped(self.count, pattern, {}, groups))
        values = np.zeros(self._gram.size)
        np.add.at(values, self._gram.slots(*pairs.T), self._value[one] * self._value[two])
        least = SUSPECT**2 * max(1.0, values[: self.count].max(initial=0.0))
        # lists, because they are read entry by entry
        factors, kept = values.tolist(), [0.0] * self.count
        factor_independent(self._gram.tables.tolist(), factors, least, kept)  # type: ignore[arg-type]
        self._factors = np.array(factors)
        self._order = np.array(self._gram.order, dtype=np.int64)
        self._kept = np.array(kept)[self._order] > 0.0
        self.suspects: list[int] = self._order[~self._kept].tolist()

    @cached_property
    def _slots(self) -> list[tuple[slice, Ints]]:
        """For each step the slots of its column of L, and the steps of their rows."""
        n = self.count
        begins = self._gram.tables[ORDER + n : ORDER + 2 * n + 1].tolist()
        rows = self._gram.tables[ORDER + 2 * n + 1 :]
        return [(slice(a, b), rows[a - n : b - n]) for a, b in pairwise(begins)]

    def combinations(self, suspects: Sequence[int]) -> Floats:
        """Y for some suspects: each with share 1, no other suspect with any."""
        Y = np.zeros((self.count, len(suspects)))
        Y[list(suspects), np.arange(len(suspects))] = 1.0
        for _twice in range(2):
            Y -= self._solution(self._across(self.product(Y)))
        return Y

    @cached_property
    def _decided(self) -> tuple[Floats, Floats]:
        """Singular values of B Q, and the combinations of Q that they belong to."""
        if not self.suspects:
            return np.zeros(0), np.zeros((self.count, 0))
        Q = np.linalg.qr(self.combinations(self.suspects))[0]
        # the full matrix on the left would have the square of the height; on the right it is needed where B is low
        _, sigma, Vt = np.linalg.svd(self.product(Q), full_matrices=self._height < len(self.suspects))
        sigma = np.concatenate([sigma, np.zeros(len(Vt) - len(sigma))])
        return sigma, Q @ Vt.T

    @cached_property
    def largest(self) -> float:
        """The largest singular value."""
        return float(np.sqrt(_largest_value(lambda y: self._across(self.product(y)), _direction(self.count))))

    def vanishing(self, singular: float) -> Floats:
        """Combinations that vanish, as orthonormal columns: singular values up to a part of the largest, or of 1."""
        sigma, combined = self._decided
        return combined[:, sigma <= singular * max(1.0, self.largest)]

    def condition(self, singular: float) -> float:
        """Largest over smallest singular value that does not count as zero; 1 when there is none."""
        sigma, _ = self._decided
        S = self.vanishing(singular)
        if S.shape[1] == self.count:
            return 1.0
        if S.shape[1] < len(sigma):
            return self.largest / float(sigma[sigma > singular * max(1.0, self.largest)].min())

        # B^T B x = y has a solution for every y orthogonal to S, found from the kept columns, but for its share of S
        def rest(y: Floats) -> Floats:
            return np.asarray(y - S @ (S.T @ y))

        inverse = _largest_value(lambda y: rest(self._solution(y)), rest(_direction(self.count)))
        return self.largest * float(np.sqrt(inverse))

    def product(self, y: Floats) -> Floats:
        """B y, for one vector or many."""
        found = np.zeros((self._height, *y.shape[1:]))
        np.add.at(found, self._row, _scaled(self._value, y[self._column]))
        return found

    def _across(self, r: Floats) -> Floats:
        """B^T r."""
        found = np.zeros((self.count, *r.shape[1:]))
        np.add.at(found, self._column, _scaled(self._value, r[self._row]))
        return found

    def _solution(self, y: Floats) -> Floats:
        """(B_K^T B_K)^-1 y_K; zero for suspects."""
        kept = self._kept.astype(np.float64)
        z = _scaled(kept, y[self._order])
        for j in np.flatnonzero(self._kept).tolist():
            slots, rows = self._slots[j]
            z[rows] -= _scaled(self._factors[slots], np.broadcast_to(z[j], (len(rows), *z.shape[1:])))
        z = _scaled(kept / np.where(self._kept, self._factors[: self.count], 1.0), z)
        for j in np.flatnonzero(self._kept)[::-1].tolist():
            slots, rows = self._slots[j]
            z[j] -= self._factors[slots] @ z[rows]
        found = np.zeros(z.shape)
        found[self._order] = z
        return found


def _scaled(factors: Floats, y: Floats) -> Floats:
    """Rows multiplied by a number each."""
    return np.asarray(factors.reshape(-1, *(1,) * (y.ndim - 1)) * y)


def _direction(n: int) -> Floats:
    """A vector without pattern, but always the same."""
    return np.asarray(np.cos(1.0 + 2.39996 * np.arange(n)))


def _largest_value(apply: Callable[[Floats], Floats], v: Floats) -> float:
    """Largest eigenvalue of a symmetric positive map, by Lanczos' method from a vector in its range."""
    basis = np.zeros((0, len(v)))
    diagonal: list[float] = []
    beside: list[float] = []
    for _ in range(min(STEPS, len(v))):
        v = v / np.linalg.norm(v)
        basis = np.vstack([basis, v])
        w = apply(v)
        diagonal.append(float(v @ w))
        for _twice in range(2):
            w = w - basis.T @ (basis @ w)
        beside.append(float(np.linalg.norm(w)))
        if not beside[-1] > 1e-12 * max(diagonal):
            break
        v = w
    T = np.diag(diagonal) + np.diag(beside[:-1], 1) + np.diag(beside[:-1], -1)
    return float(np.linalg.eigvalsh(T)[-1])
