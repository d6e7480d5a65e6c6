"""How far numbers of a linear model are from those of the source."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

import sarrus

BOTH = ("relative", "absolute")
MATRIX, ROOT = 1e-9, 1e-8


def linear(m, formulation="auto", **options):
    """The linear model at the start."""
    return sarrus.linearize(m, at="start", formulation=formulation, **options)


def deviation(found, wanted):
    """Largest difference, over the largest number of the source."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    return float(np.abs(found - wanted).max() / max(np.abs(wanted).max(), 1e-300))


def require_near(found, wanted, most=MATRIX):
    """Numbers are those of the source."""
    off = deviation(found, wanted)
    assert off <= most, f"off by {off:.2g}:\n{found}\ninstead of\n{wanted}"


def require_roots(model, wanted, most=ROOT, chains=()):
    """Roots that are not zero are those of the source in any order, conjugates added; zeros come in chains of these lengths."""
    wanted = np.asarray(wanted, complex)
    wanted = np.concatenate([wanted, wanted[wanted.imag != 0].conj()])
    assert model.spectrum.chains == tuple(chains)
    found = model.poles()[model.spectrum.zeros :]
    assert len(found) == len(wanted)
    apart = np.abs(found[:, None] - wanted)
    require_near(found[linear_sum_assignment(apart)[0]], wanted[linear_sum_assignment(apart)[1]], most)


def entry(model, row, column):
    """An entry of A by names."""
    return model.A[model.states.index(row), model.states.index(column)]


def response(model, s):
    """Transfer functions at s."""
    return model.C @ np.linalg.solve(s * np.eye(len(model.A)) - model.A, model.B) + model.D
