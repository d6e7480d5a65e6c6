"""Parts of a linear model that inputs reach and outputs see, and its zeros.

What inputs reach is spanned by B, A B, A^2 B, ...; an orthonormal basis is grown block by block. Zeros are the s at which

    [A - s I, B; C, D]

loses rank. Directions along which the pencil has infinite roots are taken out step by step, first by its rows, then by its
columns, until D is square and regular; what is left has the zeros as plain roots. Polynomials are never formed: their roots
lose digits fast.

Reference: Emami-Naeini & Van Dooren (1982), Automatica 18(4).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sarrus.analysis.linear.spectrum import Complex, spectrum
from sarrus.solvers.arrays import Floats

__all__ = ["StateSpace", "minimal", "reached", "roots_outside", "zeros_of"]

SMALL = 1e-10
"""Part of the largest entry up to which a direction counts as none."""


class StateSpace(NamedTuple):
    """dx' = A dx + B du,  dy = C dx + D du."""

    A: Floats
    B: Floats
    C: Floats
    D: Floats

    @property
    def dual(self) -> StateSpace:
        """The model with inputs and outputs exchanged."""
        return StateSpace(self.A.T, self.C.T, self.B.T, self.D.T)

    def scaled(self, states: Floats) -> StateSpace:
        """The model in units of the usual sizes of states; inputs and outputs in sizes that make it of order one."""
        A, B, C = self.A * states / states[:, None], self.B / states[:, None], self.C * states
        by = [np.linalg.norm(np.vstack([B, self.D]), axis=0), np.linalg.norm(np.hstack([C, self.D]), axis=1)]
        inputs, outputs = (np.where(size > 0.0, size, 1.0) for size in by)
        return StateSpace(A, B / inputs, C / outputs[:, None], self.D / inputs / outputs[:, None])

    def within(self, basis: Floats) -> StateSpace:
        """The part that lies in the span of orthonormal columns."""
        return StateSpace(basis.T @ self.A @ basis, basis.T @ self.B, self.C @ basis, self.D)


def reached(A: Floats, B: Floats) -> Floats:
    """An orthonormal basis of the states that inputs reach, of a scaled model."""
    basis = np.zeros((len(A), 0))
    block, size = B, float(np.linalg.norm(B)) or 1.0
    while block.size:
        block = block - basis @ (basis.T @ block)
        block = block - basis @ (basis.T @ block)
        U, sigma, _ = np.linalg.svd(block, full_matrices=False)
        new = U[:, sigma > SMALL * size]
        basis = np.hstack([basis, new])
        block, size = A @ new, float(np.linalg.norm(A, 2)) or 1.0
    return basis


def roots_outside(model: StateSpace) -> Complex:
    """Roots of a scaled model that no input reaches."""
    inside = reached(model.A, model.B)
    k = inside.shape[1]
    if k == len(model.A):
        return np.zeros(0, complex)
    outside = np.linalg.svd(inside)[0][:, k:] if k else np.eye(len(model.A))
    return spectrum(outside.T @ model.A @ outside).roots


def minimal(model: StateSpace) -> StateSpace:
    """The part of a scaled model that inputs reach and outputs see."""
    part = model.within(reached(model.A, model.B))
    return part.within(reached(part.A.T, part.C.T))


def zeros_of(model: StateSpace) -> Complex:
    """Zeros of a scaled model, finite ones, as often as they occur."""
    rest = _row_reduced(_row_reduced(model).dual).dual
    if not len(rest.A):
        return np.zeros(0, complex)
    largest = float(np.linalg.norm(model.A, 2))
    if not rest.D.size:
        return spectrum(rest.A, largest=largest).roots
    return spectrum(rest.A - rest.B @ np.linalg.solve(rest.D, rest.C), largest=largest).roots


def _row_reduced(model: StateSpace) -> StateSpace:
    """The model with the same zeros whose D has independent rows.

    Outputs that D leaves alone are zero; so are the states that they see; so are the rates of these, which become outputs.
    """
    A, B, C, D = model
    size = max(1e-300, *(float(np.abs(part).max(initial=0.0)) for part in model))
    while len(D):
        U, sigma, _ = np.linalg.svd(D)
        rank = int((sigma > SMALL * size).sum())
        if rank == len(D):
            break
        C, D = U.T @ C, (U.T @ D)[:rank]
        first, second = C[:rank], C[rank:]
        _, sigma, Vt = np.linalg.svd(second)
        seen = int((sigma > SMALL * size).sum())
        if not seen:
            return StateSpace(A, B, first, D)
        V = np.vstack([Vt[seen:], Vt[:seen]]).T
        A, B, first = V.T @ A @ V, V.T @ B, first @ V
        k = len(A) - seen
        C, D = np.vstack([first[:, :k], A[k:, :k]]), np.vstack([D, B[k:]])
        A, B = A[:k, :k], B[:k]
    return StateSpace(A, B, C, D)
