"""Freedom of a mechanism at a pose: rank of its constraints, what is redundant, what nothing resists.

Decided on geometry alone: G of the absolute formulation, rows and columns scaled by the model's length, no masses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.equations import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import rank_report


@dataclass(frozen=True)
class Mobility:
    """Freedoms at one pose.

    Attributes:
        speeds: freedoms of the bodies without constraints.
        rows: constraint rows, drivers included.
        rank: independent ones among them.
        redundant: rows that take part in a dependence, by name.
        condition: largest over smallest singular value that counts.
        near_singular: whether a singular value is small without counting as zero.
        not_unique: reaction components that the dependences leave open.
    """

    speeds: int
    rows: int
    rank: int
    redundant: tuple[str, ...]
    condition: float
    near_singular: bool
    not_unique: tuple[str, ...]

    @property
    def freedoms(self) -> int:
        """Degrees of freedom that are left."""
        return self.speeds - self.rank


def constraint_matrix(equations: Equations, t: float, x: Floats) -> Floats:
    """G at a state."""
    entries = equations.kernels["closure"]([t], x, equations.constants)[1]
    G = np.zeros((len(equations.rows), len(equations.speeds)))
    for (i, j), value in zip(equations.jacobian_pattern, entries, strict=True):
        G[i, j] = value
    return G


def scaled(equations: Equations, G: Floats) -> Floats:
    """G with lengths in units of the model's length: the same decision in mm and in m."""
    L = equations.length
    rows = np.array([1.0 / L if r.unit == "m" else 1.0 for r in equations.rows])
    columns = np.array([L if unit == "m" else 1.0 for unit in equations.speed_units])
    return np.asarray(rows[:, None] * G * columns)


def mobility(equations: Equations, t: float, x: Floats) -> Mobility:
    """Rank report at a state of the absolute formulation."""
    G = scaled(equations, constraint_matrix(equations, t, x))
    report = rank_report(G)
    involved = (
        np.abs(report.self_stresses).max(axis=1) > 1e-9
        if report.self_stresses.size
        else np.zeros(len(G), bool)
    )
    return Mobility(
        speeds=len(equations.speeds),
        rows=len(equations.rows),
        rank=report.rank,
        redundant=tuple(r.name for r, bad in zip(equations.rows, involved, strict=True) if bad),
        condition=report.condition,
        near_singular=report.is_near_singular,
        not_unique=_not_unique(equations, t, x, report.self_stresses),
    )


def _not_unique(equations: Equations, t: float, x: Floats, stresses: Floats) -> tuple[str, ...]:
    """Reaction components that change when a self-stress is added to the multipliers."""
    found: dict[str, None] = {}
    L = equations.length
    units = np.array([1.0 / L if r.unit == "m" else 1.0 for r in equations.rows])
    still = [0.0] * len(equations.speeds)
    for k in range(stresses.shape[1] if stresses.size else 0):
        lam = (stresses[:, k] * units).tolist()
        row = equations.kernels["output"]([t], x, still, lam, equations.constants)[0]
        for c in equations.channels:
            if c.name.endswith((".reaction", ".torque", ".effort")):
                size = L if c.name.endswith(".reaction") else 1.0
                for axis, value in zip("xyz", row[c.start : c.start + c.size], strict=False):
                    if abs(value) * size > 1e-9:
                        found[c.name if c.size == 1 else f"{c.name}.{axis}"] = None
    return tuple(found)


def massless_motion(equations: Equations, t: float, x: Floats) -> str:
    """The speed that moves most in a free motion without inertia, or an empty string when there is none."""
    M_entries = equations.kernels["dynamics"]([t], x, equations.constants)[0]
    n = len(equations.speeds)
    M = np.zeros((n, n))
    for (i, j), value in zip(equations.mass_pattern, M_entries, strict=True):
        M[i, j] = M[j, i] = value
    motions = rank_report(scaled(equations, constraint_matrix(equations, t, x))).motions
    if not motions.shape[1]:
        return ""
    columns = np.array([equations.length if unit == "m" else 1.0 for unit in equations.speed_units])
    Z = columns[:, None] * motions
    reduced, modes = np.linalg.eigh(Z.T @ M @ Z)
    if reduced[0] > 1e-14 * max(reduced[-1], equations.mass * equations.length**2 * 1e-6):
        return ""
    return equations.speeds[int(np.abs(Z @ modes[:, 0] / columns).argmax())]
