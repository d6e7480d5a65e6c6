"""One step of sequential quadratic programming in a few variables.

    minimise  1/2 p^T H p + slope^T p      subject to      A p = b,      C p >= d

H is asked for along the motions that A leaves, and is made positive there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR

__all__ = ["QuadraticStep", "nearest_step"]

LEAST = 1e-10
"""Part of the largest curvature that every direction is given."""


@dataclass(frozen=True)
class QuadraticStep:
    """A step and its multipliers.

    Attributes:
        p: the step.
        equal: multipliers of the equations.
        above: multipliers of the inequalities, none negative.
    """

    p: Floats
    equal: Floats
    above: Floats


def nearest_step(
    curved: Callable[[Floats], Floats], slope: Floats, A: Floats, b: Floats, C: Floats, d: Floats
) -> QuadraticStep | None:
    """The step; None where the inequalities leave none.

    Args:
        curved: gives H Z for a basis Z.
        slope: of what is minimised.
        A, b: equations; those that repeat others are met in the least-squares sense.
        C, d: inequalities.

    References:
        Nocedal & Wright (2006), sections 16.2 and 18.1; Lawson & Hanson (1974), chapter 23.
    """
    n = len(slope)
    if len(A):
        U, sigma, Vt = np.linalg.svd(A, full_matrices=True)
        rank = int((sigma > SINGULAR * max(1.0, sigma.max(initial=0.0))).sum())
        first = Vt[:rank].T @ ((U[:, :rank].T @ b) / sigma[:rank])
        Z = Vt[rank:].T
    else:
        first, Z = np.zeros(n), np.eye(n)
    HZ = curved(Z)
    H = Z.T @ HZ
    lam, V = np.linalg.eigh(0.5 * (H + H.T)) if H.size else (np.zeros(0), np.zeros((0, 0)))
    root = np.sqrt(np.maximum(np.abs(lam), LEAST * max(float(np.abs(lam).max(initial=0.0)), 1e-12)))
    # p = first + W y, where 1/2 |y|^2 + ... has its least at y0
    W = Z @ V / root
    y0 = -(W.T @ slope + (V / root).T @ (HZ.T @ first))
    y, above = y0, np.zeros(len(d))
    if len(d):
        from scipy.optimize import nnls

        G, h = C @ W, d - C @ (first + W @ y0)
        if (h > 1e-14).any():
            size = float(np.abs(h).max())
            E = np.vstack([G.T, h / size])
            last = np.zeros(len(E))
            last[-1] = 1.0
            pressing = nnls(E, last, maxiter=100 * len(d))[0]
            left = float((h / size) @ pressing - 1.0)
            if abs(left) < 1e-10:
                return None
            above = pressing / -left * size
            y = y0 + G.T @ above
    p = np.asarray(first + W @ y)
    # the curvature along `first` is not asked for: it vanishes as the equations are met
    right = slope + HZ @ (Z.T @ p) - C.T @ above
    equal = np.linalg.lstsq(A.T, right, rcond=None)[0] if len(A) else np.zeros(0)
    return QuadraticStep(p, equal, above)
