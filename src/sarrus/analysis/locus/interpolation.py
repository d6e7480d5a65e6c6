"""A matrix that depends on a number, followed by polynomials that are tried before they are believed.

A linear model costs milliseconds, a polynomial microseconds. Over an interval the matrix is computed at Chebyshev points; the
polynomial through them is kept where its last coefficients are rounding, else there are more points, then two halves.

Reference: Trefethen (2019), Approximation Theory and Approximation Practice, chapters 4 and 7.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial import chebyshev

from sarrus.errors import NumericalError
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["Piece", "Polynomials", "followed"]

Sample = Callable[[float], Floats]
DEGREES = (8, 16, 32)
TAIL = 1e-11
"""Part of the largest entry up to which the last coefficients count as rounding."""
LEAST = 1e-5
"""Part of the range below which no interval is divided."""


@dataclass(frozen=True)
class Piece:
    """A polynomial over an interval: Chebyshev coefficients, shape (degree + 1, rows, columns)."""

    first: float
    last: float
    coefficients: Floats

    def at(self, p: Floats) -> Floats:
        """Matrices at many values."""
        return self._evaluated(self.coefficients, p)

    def slope(self, p: Floats) -> Floats:
        """Their derivatives."""
        half = 0.5 * (self.last - self.first)
        return self._evaluated(
            np.asarray(chebyshev.chebder(self.coefficients, axis=0) / half, dtype=float), p
        )

    def _evaluated(self, coefficients: Floats, p: Floats) -> Floats:
        x = (2.0 * p - self.first - self.last) / (self.last - self.first)
        return np.asarray(np.moveaxis(chebyshev.chebval(x, coefficients), -1, 0))


@dataclass(frozen=True)
class Polynomials:
    """Polynomials over intervals that follow each other.

    Attributes:
        pieces: in the order in which they were followed.
        samples: how many matrices were computed.
        error: largest of the last coefficients, in parts of the largest entry.
        why: they end before the range does; "" where they do not.
    """

    pieces: tuple[Piece, ...]
    samples: int
    error: float
    why: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """First and last value."""
        return self.pieces[0].first, self.pieces[-1].last

    def at(self, p: Floats) -> Floats:
        """Matrices at many values."""
        return self._each(p, Piece.at)

    def slope(self, p: Floats) -> Floats:
        """Their derivatives."""
        return self._each(p, Piece.slope)

    def _each(self, p: Floats, asked: Callable[[Piece, Floats], Floats]) -> Floats:
        sign = 1.0 if self.ends[1] > self.ends[0] else -1.0
        inner = np.array([sign * piece.first for piece in self.pieces[1:]])
        which = np.searchsorted(inner, sign * p, side="right")
        found = np.empty((len(p), *self.pieces[0].coefficients.shape[1:]))
        for k, piece in enumerate(self.pieces):
            here = which == k
            if here.any():
                found[here] = asked(piece, p[here])
        return found


def followed(sample: Sample, first: float, last: float) -> Polynomials:
    """Polynomials for a matrix over a range, from its first value on as far as there are any.

    Args:
        sample: the matrix at a value; raises NumericalError where there is none.
        first, last: the range.

    Raises:
        NumericalError: there is none at the first value already, or nothing could be followed.
    """
    known: dict[float, Floats] = {first: sample(first)}
    done, error, why = list[Piece](), 0.0, ""
    todo = [(first, last)]
    while todo:
        a, b = todo.pop()
        try:
            made = _piece(sample, known, a, b)
        except NumericalError as lost:
            made, why = None, str(lost)
        if made is not None:
            done.append(made[0])
            error = max(error, made[1])
            if why and abs(b - a) <= 4.0 * LEAST * abs(last - first):
                break
        elif abs(b - a) <= LEAST * abs(last - first):
            why = why or "the model changes too fast with it"
            break
        else:
            middle = 0.5 * (a + b)
            todo += [(middle, b), (a, middle)]
    if not done:
        raise NumericalError(f"Roots cannot be followed: {why}.", int(Status.NO_CONVERGENCE))
    reached = done[-1].last == last
    return Polynomials(tuple(done), len(known), error, "" if reached else why)


def _piece(sample: Sample, known: dict[float, Floats], a: float, b: float) -> tuple[Piece, float] | None:
    """A polynomial over an interval with its error; None where it would be too poor."""
    size = 0.0
    for degree in DEGREES:
        nodes = 0.5 * (a + b) - 0.5 * (b - a) * np.cos(np.pi * np.arange(degree + 1) / degree)
        nodes[0], nodes[-1] = a, b
        for p in map(float, nodes):
            if p not in known:
                known[p] = sample(p)
        values = np.array([known[float(p)] for p in nodes])
        coefficients = np.tensordot(_transform(degree), values, axes=1)
        size = max(size, float(np.abs(values).max(initial=0.0))) or 1.0
        error = float(np.abs(coefficients[-2:]).max(initial=0.0)) / size
        if error <= TAIL:
            return Piece(a, b, coefficients), error
    return None


@cache
def _transform(degree: int) -> Floats:
    """From values at Chebyshev points, -1 first, to coefficients."""
    x = -np.cos(np.pi * np.arange(degree + 1) / degree)
    return np.asarray(np.linalg.inv(chebyshev.chebvander(x, degree)))
