"""Whether joint coordinates lose the inertia of a motion among larger numbers.

In joint coordinates a body moves with all joints that carry it. Where a small crank turns and a long rod on it does not,
the rod's speed is the difference of two: its inertia stands in every entry of M and cancels in the motion,

    z^T M z  <<  sum_i M_ii z_i^2,

and with it go the digits of the small inertia that is left. Body coordinates have nothing to cancel.
"""

from __future__ import annotations

import numpy as np

from sarrus.analysis.rank.constraints import balanced, column_sizes
from sarrus.analysis.rank.parts import is_large
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import rank_report

LOST = 1e-7
"""Part of its terms that may be left of an inertia. Rounding, 1e-16 of them, is then 1e-9 of it: the error of a step."""


def cancels(equations: Equations, x: Floats) -> bool:
    """Whether too little is left of the inertia of a free motion at a state.

    Large mechanisms are not asked, nor those whose accelerations are found without M.
    """
    if is_large(equations) or "forward" in equations.kernels:
        return False
    n = len(equations.speeds)
    M = np.zeros((n, n))
    row, column = np.array(equations.mass_pattern, dtype=np.int64).reshape(-1, 2).T
    M[row, column] = M[column, row] = equations.arrays_at(t=[0.0], x=x)["M"]
    motions = np.eye(n)
    if equations.rows:
        motions = rank_report(balanced(equations, 0.0, x)).motions
    if not motions.shape[1]:
        return False
    sizes = np.sqrt(np.maximum(np.diag(M), 0.0))
    sizes = np.maximum(sizes, 1e-8 * sizes.max())  # a speed without inertia has no terms to compare with
    if not sizes.min() > 0.0:
        return False
    Q = np.linalg.qr((sizes * column_sizes(equations))[:, None] * motions)[0]
    return float(np.linalg.eigvalsh(Q.T @ (M / np.outer(sizes, sizes)) @ Q)[0]) < LOST
