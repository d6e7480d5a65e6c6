"""Roots of a linear model: those that are zero by structure with their chains, the others with their vectors.

Zeros are counted by a staircase, never by size: a chain of k zeros comes out of the QR algorithm as eps^(1/k) times the size
of A, and looks like slow motion. The kernel of A is taken out, then that of what A does to the rest, and so on:

    n_1 = nullity of A,   A <- V^T A V on the complement V of the kernel,   n_2, ...        n_k = chains of length >= k

Reference: Golub & Van Loan (2013), section 7.6.5, on the staircase of a nilpotent part.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg import eig

from sarrus.solvers.arrays import Floats, Ints

__all__ = ["Complex", "Spectrum", "motion_sizes", "motion_spectrum", "spectrum"]

Complex = npt.NDArray[np.complex128]
Bools = npt.NDArray[np.bool_]

ZERO = 1e-9
"""Singular values up to this part of the largest count as zero."""
ILL = 1e7
"""Condition of a root beyond which it belongs to a cluster that is defective, or nearly."""
STILL = 1e-13
"""Part of the largest entry up to which a block of A counts as zero."""


@dataclass(frozen=True)
class Spectrum:
    """Roots of A.

    Attributes:
        roots: all of them, zeros first, then by absolute value; of a pair that with positive imaginary part first.
        right, left: their vectors as columns, A x = s x and w^H A = s w^H, of length 1; those of zeros span the kernels,
            the ends of long chains first.
        condition: of each, 1/|w^H x|; infinite for zeros in chains.
        chains: lengths of the chains of zeros, longest first.
    """

    roots: Complex
    right: Complex
    left: Complex
    condition: Floats
    chains: tuple[int, ...]

    @property
    def zeros(self) -> int:
        """How many roots are zero."""
        return sum(self.chains)


def spectrum(A: Floats, positions: int = 0, sizes: Floats | None = None, largest: float = 0.0) -> Spectrum:
    """Roots of a square matrix.

    Args:
        A: of a linear model.
        positions: how many states are positions whose rates are as many states behind them and nothing else is there;
            0 where that is not so. Where A has no damping, the roots then come as exact pairs.
        sizes: usual size of each state; 1 where they are left out.
        largest: of what A was computed from, where that was larger; zeros are small beside it.
    """
    n = len(A)
    if not n:
        none = np.zeros((0, 0), complex)
        return Spectrum(np.zeros(0, complex), none, none, np.zeros(0), ())
    scale = np.ones(n) if sizes is None else sizes
    scaled = A * scale / scale[:, None]
    chains, rest = _staircase(scaled, largest)
    zeros = sum(chains)
    if not zeros and _is_undamped(A, positions):
        values, left, right = _pairs(A[positions:, :positions])
    else:
        values, left, right = eig(scaled, left=True, right=True)
        if zeros:
            values, keep = _matched(values, rest)
            left, right = _with_kernel(scaled, left[:, keep], right[:, keep], chains)
            values = np.concatenate([np.zeros(zeros), values])
        left, right = left / scale[:, None], right * scale[:, None]
    right, left = right / np.linalg.norm(right, axis=0), left / np.linalg.norm(left, axis=0)
    order = np.arange(n)
    order[zeros:] = zeros + _order(values[zeros:])
    along = abs(np.einsum("ij,ij->j", left.conj(), right))
    condition = np.where(along > 1e-300, 1.0 / np.maximum(along, 1e-300), np.inf)
    if zeros and chains[0] > 1:
        condition[:zeros] = np.inf
    return Spectrum(values[order], right[:, order], left[:, order], condition[order], chains)


def motion_spectrum(A: Floats, coordinates: Floats, rates: Floats) -> Spectrum:
    """Roots of a linear model whose states are coordinates, then rates, then what else there is.

    Args:
        A: the matrix.
        coordinates, rates: usual sizes of the coordinates, and of those whose rates are states.
    """
    n, first, fast = len(A), len(coordinates), len(rates)
    if not n:
        return spectrum(A)
    return spectrum(A, first if n == 2 * first == 2 * fast else 0, motion_sizes(A, coordinates, rates))


def motion_sizes(A: Floats, coordinates: Floats, rates: Floats) -> Floats:
    """Usual sizes of states: coordinates, then rates, then what else there is."""
    n, first, fast = len(A), len(coordinates), len(rates)
    natural, is_rate = np.ones(n), np.zeros(n, dtype=bool)
    natural[:first], natural[first : first + fast] = coordinates, rates
    is_rate[first : first + fast] = True
    return state_sizes(A, natural, is_rate)


def state_sizes(A: Floats, lengths: Floats, is_rate: Bools) -> Floats:
    """Usual sizes of states: those given, and for rates the same times the fastest root."""
    fastest = float(abs(np.linalg.eigvals(A * lengths / lengths[:, None])).max(initial=0.0))
    return np.where(is_rate, lengths * (fastest or 1.0), lengths)


def _order(values: Complex) -> Ints:
    """By absolute value, then real part; of a pair that with positive imaginary part first."""
    size = max(float(abs(values).max(initial=0.0)), 1e-300)
    keys = [(round(abs(s) / size, 9), round(s.real / size, 9), -s.imag) for s in values]
    return np.array(sorted(range(len(values)), key=keys.__getitem__), dtype=np.int64)


def _staircase(A: Floats, largest: float = 0.0) -> tuple[tuple[int, ...], Floats]:
    """Lengths of chains of zeros, longest first, and what A does to the rest."""
    size = max(float(np.linalg.norm(A, 2)), largest)
    counts, rest = list[int](), A
    while len(rest):
        _, sigma, Vh = np.linalg.svd(rest)
        kernel = int(np.sum(sigma <= ZERO * size))
        if not kernel:
            break
        counts.append(kernel)
        V = Vh[: len(rest) - kernel].T
        rest = V.T @ rest @ V
    lengths = [sum(1 for n in counts if n > k) for k in range(counts[0] if counts else 0)]
    return tuple(sorted(lengths, reverse=True)), rest


def _is_undamped(A: Floats, positions: int) -> bool:
    n = len(A)
    if not positions or n != 2 * positions:
        return False
    size = STILL * float(abs(A).max())
    upper, lower = A[:positions], A[positions:]
    is_rate = abs(upper[:, :positions]).max() <= size and np.array_equal(
        upper[:, positions:], np.eye(positions)
    )
    return bool(is_rate and abs(lower[:, positions:]).max() <= size)


def _pairs(square: Floats) -> tuple[Complex, Complex, Complex]:
    """Roots +-sqrt of those of the lower left block, with vectors of A."""
    values, left, right = eig(square, left=True, right=True)
    roots = np.sqrt(values.astype(complex))
    both = np.concatenate([roots, -roots])
    right, left = np.hstack([right, right]), np.hstack([left, left])
    return both, np.vstack([left * both.conj(), left]), np.vstack([right, right * both])


def _matched(values: Complex, rest: Floats) -> tuple[Complex, list[int]]:
    """Roots of what is left when zeros are taken out, and which of all roots they are."""
    exact = np.linalg.eigvals(rest) if len(rest) else np.zeros(0, complex)
    free, keep = list(range(len(values))), list[int]()
    for s in sorted(exact, key=abs, reverse=True):
        k = min(free, key=lambda j: abs(values[j] - s))
        free.remove(k)
        keep.append(k)
    return np.array(sorted(exact, key=abs, reverse=True), dtype=complex), keep


def _with_kernel(
    A: Floats, left: Complex, right: Complex, chains: tuple[int, ...]
) -> tuple[Complex, Complex]:
    """Vectors with those of the kernels in front: the ends of chains at which they rest, longest first, then again and again."""
    ends = [_ends(matrix, chains).astype(complex) for matrix in (A.T, A)]
    which = [k % len(chains) for k in range(sum(chains))]
    return np.hstack([ends[0][:, which], left]), np.hstack([ends[1][:, which], right])


def _ends(A: Floats, chains: tuple[int, ...]) -> Floats:
    """A basis of the kernel, the ends of long chains of zeros first.

    A vector of the kernel that lies in the image of A^(k-1) ends a chain of at least k.
    """
    n = len(A)
    kernel = np.linalg.svd(A)[2][n - len(chains) :].T
    image, images = np.eye(n), [np.eye(n)]
    for k in range(1, chains[0]):
        rank = n - sum(min(length, k) for length in chains)
        image = np.linalg.svd(A @ image, full_matrices=False)[0][:, :rank]
        images.append(image)
    found = np.zeros((n, 0))
    for k in range(chains[0], 0, -1):
        many = sum(1 for length in chains if length >= k) - found.shape[1]
        if many:
            open_ = kernel - found @ (found.T @ kernel)
            inside = images[k - 1] @ (images[k - 1].T @ open_)
            found = np.hstack([found, kernel @ _most(kernel.T @ inside, many)])
            found = np.linalg.qr(found)[0]
    return found


def _most(matrix: Floats, many: int) -> Floats:
    """Directions that a matrix keeps most."""
    return np.asarray(np.linalg.svd(matrix)[0][:, :many])
