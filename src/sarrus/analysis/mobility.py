"""Freedom of a mechanism at a pose: rank of its constraints, what is redundant, what nothing resists.

Decided on geometry alone: G of the absolute formulation, rows and columns of natural size, no masses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.equations import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR, RankReport, rank_report


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
    return np.asarray(rows[:, None] * G * column_sizes(equations))


def column_sizes(equations: Equations) -> Floats:
    """Size of each speed: the model's length where it moves, 1 where it turns."""
    return np.array([equations.length if unit == "m" else 1.0 for unit in equations.speed_units])


def row_factors(equations: Equations, G: Floats) -> Floats:
    """What each row is multiplied by before a decision.

    Rows of joints have a natural size once lengths are in units of the model's length. A relation has none: that of a
    gear of 1 mm on a mechanism of 1 m would be 1e-3 of the others and look nearly singular. Its row is divided by the
    largest of its scaled slopes; where that is nothing but rounding, it stays nothing.
    """
    L = equations.length
    sizes = np.abs(scaled(equations, G)).max(axis=1, initial=0.0)
    tied = {relation.name for relation in equations.model.relations}
    return np.array(
        [
            (1.0 / L if r.unit == "m" else 1.0) / (size if r.owner in tied and size > SINGULAR else 1.0)
            for r, size in zip(equations.rows, sizes, strict=True)
        ]
    )


def balanced(equations: Equations, G: Floats) -> Floats:
    """G with rows and columns of natural size; rank and condition are decided on it."""
    return np.asarray(row_factors(equations, G)[:, None] * G * column_sizes(equations))


def mobility(equations: Equations, t: float, x: Floats) -> Mobility:
    """Rank report at a state of the absolute formulation."""
    G = constraint_matrix(equations, t, x)
    report = rank_report(balanced(equations, G))
    involved = (
        np.abs(report.self_stresses).max(axis=1) > noise(report)
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
        not_unique=_not_unique(equations, t, x, row_factors(equations, G)[:, None] * report.self_stresses),
    )


def noise(report: RankReport) -> float:
    """Entries of unit motions and self-stresses up to this size count as zero.

    A pose known to 1e-10 turns them by about 1e-10 times the condition.
    """
    return float(np.clip(1e-8 * report.condition, 1e-6, 1e-3))


def _not_unique(equations: Equations, t: float, x: Floats, stresses: Floats) -> tuple[str, ...]:
    """Reaction components that change when a self-stress, given as multipliers, is added."""
    found: dict[str, None] = {}
    L = equations.length
    still = [0.0] * len(equations.speeds)
    rest = _reactions(equations, t, x, still, [0.0] * len(equations.rows))
    for k in range(stresses.shape[1] if stresses.size else 0):
        # Accelerations and applied forces cancel in the difference.
        changed = _reactions(equations, t, x, still, stresses[:, k].tolist())
        for name, value in changed.items():
            size = L if ".reaction" in name else 1.0
            if abs(value - rest[name]) * size > max(1e-6, 1e-12 * abs(rest[name]) * size):
                found[name] = None
    return tuple(name for name in rest if name in found)


def _reactions(
    equations: Equations, t: float, x: Floats, vdot: list[float], lam: list[float]
) -> dict[str, float]:
    """Components of the published reactions, torques and efforts."""
    row = equations.kernels["output"]([t], x, vdot, lam, equations.constants)[0]
    found = {}
    for c in equations.channels:
        if c.name.endswith((".reaction", ".torque", ".effort")):
            for axis, value in zip("xyz", row[c.start : c.start + c.size], strict=False):
                found[c.name if c.size == 1 else f"{c.name}.{axis}"] = value
    return found


@dataclass(frozen=True)
class Weightless:
    """A free motion without inertia.

    Attributes:
        speed: name of the speed that moves most.
        motion: all speeds, lengths in units of the model's length; the largest is 1.
    """

    speed: str
    motion: Floats


def weightless(equations: Equations, t: float, x: Floats) -> list[Weightless]:
    """The free motions without inertia; none where a simulation can tell how everything moves."""
    M_entries = equations.kernels["dynamics"]([t], x, equations.constants)[0]
    n = len(equations.speeds)
    M = np.zeros((n, n))
    for (i, j), value in zip(equations.mass_pattern, M_entries, strict=True):
        M[i, j] = M[j, i] = value
    motions = rank_report(balanced(equations, constraint_matrix(equations, t, x))).motions
    if not motions.shape[1]:
        return []
    Z = column_sizes(equations)[:, None] * motions
    inertias, modes = np.linalg.eigh(Z.T @ M @ Z)
    limit = 1e-14 * max(inertias[-1], equations.mass * equations.length**2 * 1e-6)
    found = []
    for k in range(len(inertias)):
        if not inertias[k] > limit:
            motion = motions @ modes[:, k]
            most = int(np.abs(motion).argmax())
            found.append(Weightless(equations.speeds[most], motion / motion[most]))
    return found


def massless_motion(equations: Equations, t: float, x: Floats) -> str:
    """The speed that moves most in a free motion without inertia, or an empty string when there is none."""
    found = weightless(equations, t, x)
    return found[0].speed if found else ""
