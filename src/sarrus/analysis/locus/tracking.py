"""Roots of many matrices as branches: which root is which from one value of a number to the next.

Roots are told apart by their vectors: w^H x of neighbours is near 1 for a root and itself, near 0 for others. Where no vector
fits, the step is halved. Where two roots meet, vectors become one: which is which behind that point is a matter of choice, so
the point is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq, linear_sum_assignment

from sarrus.analysis.linear.spectrum import Complex
from sarrus.solvers.arrays import Floats, Ints

__all__ = ["Branches", "Meeting", "branches_of"]

FITS = 0.9
"""Least overlap of vectors at which two roots count as the same."""
HALVINGS = 12
ON_AXIS = 1e-9
"""Part of the largest root up to which a real part counts as zero."""


@dataclass(frozen=True)
class Meeting:
    """Where a root crosses the imaginary axis, or where two roots meet.

    Attributes:
        value: of the number.
        real, imag: the root there [1/s].
        grows: whether it grows behind; of a meeting: whether roots swing behind that did not before.
    """

    value: float
    real: float
    imag: float
    grows: bool


@dataclass(frozen=True)
class Branches:
    """Roots of many matrices.

    Attributes:
        roots: shape (values, branches).
        slopes: their derivatives by the number, same shape; not finite where roots meet.
        crossings, meetings: where branches cross the imaginary axis, and where they meet.
    """

    roots: Complex
    slopes: Complex
    crossings: tuple[Meeting, ...]
    meetings: tuple[Meeting, ...]


Matrices = Callable[[Floats], Floats]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rooted:
    """Roots at many values, or at one: their right vectors as columns, their left ones as rows, with products of 1."""

    roots: Complex
    right: Complex
    left: Complex

    def __getitem__(self, k: int) -> Rooted:
        return Rooted(self.roots[k], self.right[k], self.left[k])


class _Tracker:
    """Matches roots of neighbours.

    Args:
        matrices: at many values.
        chains: lengths of the chains of zeros that all of them have.
    """

    def __init__(self, matrices: Matrices, chains: Sequence[int]) -> None:
        self._matrices = matrices
        self._kernels = [sum(1 for n in chains if n > k) for k in range(max(chains, default=0))]

    def roots(self, p: Floats) -> Rooted:
        """Roots that are not zero by structure, with their vectors."""
        A = self._matrices(p)
        if not self._kernels:
            s, X = np.linalg.eig(A)
            return Rooted(s, X, _inverse(X))
        found = [self._beside_zeros(one) for one in A]
        return Rooted(*(np.array([f[k] for f in found]) for k in range(3)))

    def _beside_zeros(self, A: Floats) -> tuple[Complex, Complex, Complex]:
        """Kernels taken out one after the other; what A does to the rest has the other roots.

        A N = 0 for the kernel N, so V^T A = (V^T A V) V^T for its complement V: left vectors of the rest are V w. Right ones
        have a part along N, too.
        """
        V, rest = np.eye(len(A)), A
        for kernel in self._kernels:
            keep = np.linalg.svd(rest)[2][: len(rest) - kernel].T
            V, rest = V @ keep, keep.T @ rest @ keep
        N = np.linalg.svd(V)[0][:, V.shape[1] :]
        s, X = np.linalg.eig(rest)
        right = (V @ X).astype(complex)
        for k, root in enumerate(s):
            shifted = A - root * np.eye(len(A))
            right[:, k] -= N @ np.linalg.lstsq(shifted @ N, shifted @ right[:, k], rcond=None)[0]
        return s, right, _inverse(X[None])[0] @ V.T

    def orders(self, p: Floats, found: Rooted) -> tuple[list[Ints], list[tuple[float, float]]]:
        """From each value to the next, for each root its place there; and intervals in which that could not be told."""
        orders, is_told = _matched(found.left[:-1] @ found.right[1:])
        kept, unsure = list(orders), list[tuple[float, float]]()
        for k in np.flatnonzero(~is_told).tolist():
            kept[k], doubts = self._halved((p[k], found[k]), (p[k + 1], found[k + 1]), HALVINGS)
            unsure += doubts
        return kept, unsure

    def _halved(
        self, here: tuple[float, Rooted], there: tuple[float, Rooted], halvings: int
    ) -> tuple[Ints, list[tuple[float, float]]]:
        """The same for one step, in smaller ones."""
        order, is_told = _matched((here[1].left @ there[1].right)[None])
        if is_told[0]:
            return order[0], []
        if not halvings:
            apart = np.abs(here[1].roots[:, None] - there[1].roots)
            return np.asarray(linear_sum_assignment(apart)[1]), [(here[0], there[0])]
        middle = 0.5 * (here[0] + there[0])
        between = middle, self.roots(np.array([middle]))[0]
        first, unsure = self._halved(here, between, halvings - 1)
        second, more = self._halved(between, there, halvings - 1)
        return second[first], unsure + more


def _matched(products: Complex) -> tuple[Ints, Bools]:
    """Places of roots by products of left vectors here and right vectors there; and whether these are sure."""
    size = np.abs(products)
    best = np.argmax(size, axis=2)
    n = size.shape[1]
    fit = np.take_along_axis(size, best[:, :, None], axis=2)[:, :, 0]
    others = size.copy()
    np.put_along_axis(others, best[:, :, None], 0.0, axis=2)
    is_whole = (np.sort(best, axis=1) == np.arange(n)).all(axis=1)
    is_near = (fit >= FITS).all(axis=1) & (others.max(axis=2, initial=0.0) <= 1.0 - FITS + 0.2).all(axis=1)
    return best, is_whole & is_near


def _inverse(X: Complex) -> Complex:
    """Inverses of matrices of vectors; pseudo-inverses where vectors became one."""
    with np.errstate(all="ignore"):
        try:
            found = np.linalg.inv(X)
        except np.linalg.LinAlgError:
            found = np.full(X.shape, np.nan)
    return np.asarray(found if np.isfinite(found).all() else np.linalg.pinv(X))


def branches_of(matrices: Matrices, slopes: Matrices, p: Floats, chains: Sequence[int]) -> Branches:
    """Roots at many values as branches.

    Args:
        matrices, slopes: at many values, and their derivatives.
        p: values, one after the other.
        chains: lengths of chains of zeros that all matrices have.
    """
    tracker = _Tracker(matrices, chains)
    found = tracker.roots(p)
    if not found.roots.shape[1]:
        return Branches(found.roots, found.roots, (), ())
    with np.errstate(all="ignore"):
        along = np.einsum("kij,kjl,kli->ki", found.left, slopes(p), found.right, optimize=True)
        along = along / np.einsum("kij,kji->ki", found.left, found.right)
    roots, rates = np.empty_like(found.roots), np.empty_like(found.roots)
    orders, unsure = tracker.orders(p, found)
    place = _order(found.roots[0])
    roots[0], rates[0] = found.roots[0][place], along[0][place]
    for k, order in enumerate(orders, 1):
        place = order[place]
        roots[k], rates[k] = found.roots[k][place], along[k][place]
    meetings = [found for a, b in unsure for found in _meetings(tracker, a, b)]
    return Branches(roots, rates, tuple(_crossings(tracker, p, roots)), tuple(_once(meetings, p)))


def _order(roots: Complex) -> Ints:
    """By absolute value; of a pair that with positive imaginary part first."""
    size = float(np.abs(roots).max(initial=0.0)) or 1.0
    keys = [(round(abs(s) / size, 9), round(s.real / size, 9), -s.imag) for s in roots]
    return np.array(sorted(range(len(roots)), key=keys.__getitem__), dtype=np.int64)


def _crossings(tracker: _Tracker, p: Floats, roots: Complex) -> list[Meeting]:
    """Where real parts change their sign; a root on the axis has none."""
    size = float(np.abs(roots).max(initial=0.0)) or 1.0
    found = list[Meeting]()
    for branch in roots.T:
        sides = np.where(np.abs(branch.real) <= ON_AXIS * size, 0.0, np.sign(branch.real))
        sure = np.flatnonzero(sides)
        for j, k in pairwise(sure):
            if sides[j] == sides[k] or k - j > 2 or branch[k].imag < -ON_AXIS * size:
                continue
            at = _located(tracker, (p[j], branch[j]), (p[k], branch[k]), lambda s: s.real)
            if at is not None:
                found.append(Meeting(at[0], 0.0, abs(at[1].imag), bool(sides[k] > 0)))
    return sorted(found, key=lambda c: abs(c.value - p[0]))


def _located(
    tracker: _Tracker,
    here: tuple[float, complex],
    there: tuple[float, complex],
    test: Callable[[complex], float],
) -> tuple[float, complex] | None:
    """The value at which a test of a root changes its sign, and the root."""
    (a, s), (b, r) = here, there

    def near(p: float) -> complex:
        guess = s + (r - s) * (p - a) / (b - a)
        found = tracker.roots(np.array([p])).roots[0]
        return complex(found[int(np.argmin(np.abs(found - guess)))])

    try:
        value = brentq(lambda p: test(near(p)), a, b, xtol=1e-13 * abs(b - a), rtol=1e-15)
    except (ValueError, RuntimeError):
        return None
    return float(value), near(float(value))


def _meetings(tracker: _Tracker, a: float, b: float) -> list[Meeting]:
    """Where two roots meet in an interval: the square of their difference is smooth there, and changes its sign."""
    s, r = (tracker.roots(np.array([p])).roots[0] for p in (a, b))
    apart, behind = _differences(s), _differences(r)
    found = list[Meeting]()
    for centre, square in apart:
        other = min(
            behind, key=lambda pair: abs(pair[0] - centre) + abs(pair[1] - square) ** 0.5, default=None
        )
        if other is None or square.real * other[1].real >= 0.0:
            continue
        if max(abs(square.imag), abs(other[1].imag)) > 1e-3 * max(abs(square), abs(other[1])):
            continue

        def nearest(p: float, near: complex = centre) -> tuple[complex, complex]:
            pairs = _differences(tracker.roots(np.array([p])).roots[0])
            return min(pairs, key=lambda pair: abs(pair[0] - near) + abs(pair[1]) ** 0.5)

        if nearest(a)[1].real * nearest(b)[1].real >= 0.0:
            continue
        value = float(
            brentq(lambda p: nearest(p)[1].real, a, b, xtol=1e-14 * max(abs(a), abs(b)), rtol=1e-14)
        )
        there = nearest(value)[0]
        if there.imag >= -1e-9 * abs(there):
            found.append(Meeting(value, there.real, abs(there.imag), bool(other[1].real < 0.0)))
    return found


def _differences(s: Complex) -> list[tuple[complex, complex]]:
    """Centres of pairs of roots, and squares of their differences."""
    return [
        (complex(0.5 * (s[i] + s[j])), complex((s[i] - s[j]) ** 2))
        for i in range(len(s))
        for j in range(i + 1, len(s))
    ]


def _once(found: Sequence[Meeting], p: Floats) -> list[Meeting]:
    """Each meeting once."""
    kept = list[Meeting]()
    size = abs(p[-1] - p[0])
    for one in sorted(found, key=lambda m: abs(m.value - p[0])):
        if all(abs(one.value - k.value) > 1e-9 * size or abs(one.imag - k.imag) > 1e-6 for k in kept):
            kept.append(one)
    return kept
