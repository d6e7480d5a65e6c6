"""Shortest solutions of large sparse systems, damped or not, and the motions that such systems leave, without dense arrays.

    minimise |r + J dx|^2 + mu |dx|^2:      (J J^T + mu) y = r,      dx = -J^T y

The factors of J J^T + mu are sparse where few rows share a column. The condition of J is squared in them, and rows may
depend on each other; so mu is not made less than `LEAST` in the factors. What that leaves undone is made good by
repetition, until the gradient J^T (r + J dx) + mu dx vanishes. Being made of rows of J, dx has no part along the motions
that J leaves free.
Where repetition does not help, J is too near to singular for this method, which then says so: singular values decide.

References:
    Golub & Van Loan (2013), section 5.6.2 (normal equations of the second kind); Riley (1955) on the repetition; Halko,
    Martinsson & Tropp (2011) on the basis of a space from vectors without pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import analyse, factor, solve
from sarrus.solvers.ordering import minimum_degree

LEAST = 1e-11  # damping in the factors, as part of the longest row squared, or of 1
ENOUGH = 1e-12  # a gradient up to this part of |r| has vanished
REPEATS = 12  # at most
STEADY = 0.3  # a gradient that falls by less has come to rounding, or does not vanish
COST = 4e-3  # of m n min(m, n): as many interpreted operations take no longer than singular values
FILL = 8  # operations for each pair of entries in the same column, roughly
MANY = 8  # columns for each motion, at least
MORE = 3  # vectors than there should be motions
MOTION = 1e-10  # a combination of them that J makes no longer than this is a motion
FIRM = 1e-6  # and one that it leaves longer than this is none


@dataclass(frozen=True)
class _Gram:
    """How J J^T is put together and eliminated.

    Attributes:
        one, two: pairs of entries of J in the same column.
        slots: where the product of each pair goes.
        size: number of slots.
        tables: those of `sarrus.solvers.ldl`; a list, because it is read entry by entry.
    """

    one: Ints
    two: Ints
    slots: Ints
    size: int
    tables: list[int]


class EntryPattern:
    """Where a matrix has entries.

    Args:
        shape: rows and columns.
        row, column: of each entry; no place twice.
    """

    def __init__(self, shape: tuple[int, int], row: Ints, column: Ints) -> None:
        self.shape = shape
        self.row, self.column = row, column

    @cached_property
    def gram(self) -> _Gram | None:
        """What does not change with the values; None where factors cost more than singular values."""
        m, n = self.shape
        worth = COST * m * n * min(m, n)
        counts = np.bincount(self.column, minlength=n)
        if FILL * float(counts @ (counts + 1)) / 2.0 > worth:
            return None
        order = np.argsort(self.column, kind="stable")
        one, two = pairs_within(np.searchsorted(self.column[order], np.arange(n + 1)))
        one, two = order[one], order[two]
        places = np.column_stack([self.row[one], self.row[two]])
        symbolic = analyse(m, places, minimum_degree(m, places, {}))
        if len(symbolic.tables) > worth:
            return None
        return _Gram(one, two, symbolic.slots(*places.T), symbolic.size, symbolic.tables.tolist())


def pairs_within(starts: Ints) -> tuple[Ints, Ints]:
    """All pairs (a, b <= a) of places within each stretch between two starts."""
    counts = np.diff(starts)
    one, two = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for count in sorted(set(counts.tolist())):  # NumPy's unique loads masked arrays
        begin = starts[:-1][counts == count][:, None]
        a, b = np.tril_indices(count)
        one.append((begin + a).ravel())
        two.append((begin + b).ravel())
    return np.concatenate(one), np.concatenate(two)


@dataclass(frozen=True)
class Sparse:
    """A matrix by its entries."""

    pattern: EntryPattern
    value: Floats

    def scaled(self, rows: Floats | None, columns: Floats | None) -> Sparse:
        """Every row and column multiplied by a number."""
        value = self.value
        if columns is not None:
            value = value * columns[self.pattern.column]
        if rows is not None:
            value = value * rows[self.pattern.row]
        return Sparse(self.pattern, value)

    def dense(self) -> Floats:
        """The whole matrix."""
        J = np.zeros(self.pattern.shape)
        J[self.pattern.row, self.pattern.column] = self.value
        return J

    def product(self, x: Floats) -> Floats:
        """J x."""
        weights = self.value * x[self.pattern.column]
        return np.bincount(self.pattern.row, weights, self.pattern.shape[0]).astype(np.float64, copy=False)

    def across(self, y: Floats) -> Floats:
        """J^T y."""
        weights = self.value * y[self.pattern.row]
        return np.bincount(self.pattern.column, weights, self.pattern.shape[1]).astype(np.float64, copy=False)


class Unsure(Exception):
    """Sparse factors do not give the answer."""


class Shortest:
    """Shortest solutions with one matrix."""

    def __init__(self, J: Sparse) -> None:
        self.J = J
        self._damping = -1.0
        self._factors: list[float] = []

    @cached_property
    def _how(self) -> _Gram:
        how = self.J.pattern.gram
        if how is None:
            raise Unsure
        return how

    @cached_property
    def _gram(self) -> Floats:
        """The values of J J^T, the diagonal first."""
        found = np.zeros(self._how.size)
        np.add.at(found, self._how.slots, self.J.value[self._how.one] * self.J.value[self._how.two])
        return found

    def step(self, r: Floats, mu: float = 0.0) -> tuple[Floats, Floats]:
        """Minimiser of |r + J dx|^2 + mu |dx|^2, the shortest one; and y with dx = -J^T y.

        Raises:
            Unsure: it is not found.
        """
        self._factor(mu)
        J = self.J
        m, n = J.pattern.shape
        dx, y, rest = np.zeros(n), np.zeros(m), r
        slope = np.inf
        for _ in range(REPEATS):
            dy = self._solved(rest)
            y += dy
            dx -= J.across(dy)
            rest = r + J.product(dx) - mu * y
            # not the rest itself: rows that depend on each other may contradict each other
            before, slope = slope, float(np.linalg.norm(J.across(rest)))
            if not slope < STEADY * before:
                break
        if not slope <= ENOUGH * float(np.linalg.norm(r)):
            raise Unsure
        return dx, y

    def _factor(self, mu: float) -> None:
        """Make factors for a damping, unless the last ones were."""
        m = self.J.pattern.shape[0]
        mu = max(mu, LEAST * max(1.0, self._gram[:m].max(initial=0.0)))
        if mu != self._damping:
            values = self._gram.copy()
            values[:m] += mu
            self._factors, self._damping = values.tolist(), -1.0
            if factor(self._how.tables, self._factors):  # type: ignore[arg-type]
                raise Unsure
            self._damping = mu

    def _solved(self, r: Floats) -> Floats:
        x = r.tolist()
        solve(self._how.tables, self._factors, x, [0.0] * len(x))  # type: ignore[arg-type]
        return np.array(x)


def motions(J: Sparse) -> Floats:
    """Orthonormal columns that span all x with J x = 0.

    Vectors without pattern, more than there should be motions, are freed from what J does not leave. Since they then
    depend on each other, they span all motions.

    Raises:
        Unsure: they are not found, or are too many for this way.
    """
    m, n = J.pattern.shape
    count = max(n - m, 0) + MORE
    if MANY * count > n:
        raise Unsure
    shortest = Shortest(J)
    found = np.random.default_rng(1).standard_normal((n, count))
    found /= np.linalg.norm(found, axis=0)
    limit = ENOUGH * max(1.0, float(np.abs(J.value).max(initial=0.0)))
    for k in range(count):
        for _ in range(REPEATS):
            off = J.product(found[:, k])
            if np.linalg.norm(off) <= limit:
                break
            found[:, k] += shortest.step(off)[0]
        else:
            raise Unsure
    U = np.linalg.svd(found, full_matrices=False)[0]
    left = np.array([np.linalg.norm(J.product(u)) for u in U.T])
    is_motion = left <= MOTION
    if is_motion.all() or (left[~is_motion] < FIRM).any():
        raise Unsure
    return np.asarray(U[:, is_motion])
