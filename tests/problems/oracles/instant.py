"""A mechanism at an instant on plain floats, and what the sources ask of it there.

Accelerations and multipliers are found here by a null-space method on numpy arrays, not by the solver of the program:
the equations are tested apart from the loops that integrate them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

import sarrus
from sarrus.analysis.assembly.start import Start, find_start, in_formulation
from sarrus.analysis.rank.mobility import Mobility, mobility, scaled
from sarrus.mechanics import FORMULATIONS, Equations
from sarrus.solvers.rank import rank_report
from sarrus.solvers.status import Status
from sarrus.testing.formulations import solve


@dataclass(frozen=True)
class Instant:
    """A formulation at a state.

    Attributes:
        vdot, lam: accelerations of the speeds; multipliers, the smallest where they are not unique.
        M, G, f: the matrices and the right-hand side they solve.
        xdot: derivative of the whole state, work integrals included.
        values: every published quantity.
        condition: of the scaled closure rows, redundant ones left out.
    """

    equations: Equations
    t: float
    x: np.ndarray
    vdot: np.ndarray
    lam: np.ndarray
    M: np.ndarray
    G: np.ndarray
    f: np.ndarray
    xdot: np.ndarray
    values: dict[str, np.ndarray]
    condition: float

    def __getitem__(self, name: str) -> np.ndarray:
        return self.values[name]

    def number(self, name: str) -> float:
        """A quantity of one component."""
        return float(self.values[name][0])

    def vector(self, name: str, suffix: str = "") -> np.ndarray:
        """x, y (and z) of a point, or of its rate with suffix `_dot`, `_ddot`."""
        parts = [f"{name}.{a}{suffix}" for a in "xyz"]
        return np.array([self.number(p) for p in parts if p in self.values])


def _dense(
    pattern: Iterable[tuple[int, int]], entries: Iterable[float], shape: tuple[int, int]
) -> np.ndarray:
    A = np.zeros(shape)
    for (i, j), value in zip(pattern, entries, strict=True):
        A[i, j] = value
    return A


def channels(
    e: Equations, t: float, x: np.ndarray, vdot: np.ndarray, lam: np.ndarray
) -> dict[str, np.ndarray]:
    """Published quantities by name, interpreted."""
    row = e.evaluate("output", [t], list(x), list(vdot), list(lam))[0]
    return {c.name: np.array(row[c.start : c.start + c.size]) for c in e.channels}


def solve_at(e: Equations, x: np.ndarray, t: float = 0.0) -> Instant:
    """Accelerations and multipliers of a formulation at a state, by the null space of the scaled rows.

    u = S^-1 vdot,  G_s = R G S:   u = u_0 + Z y,  Z^T M_s Z y = Z^T (f_s - M_s u_0),  lam from the row space.
    """
    n, m = len(e.speeds), len(e.rows)
    Mv, f, Gv, beta = e.evaluate("dynamics", [t], list(x))
    M = _dense(e.mass_pattern, Mv, (n, n))
    M = M + M.T - np.diag(np.diag(M))
    G = _dense(e.jacobian_pattern, Gv, (m, n))
    S, R = np.array(e.speed_lengths), 1.0 / np.array(e.row_lengths)
    Ms, fs = S[:, None] * M * S, S * np.array(f)
    condition, u, lam = 1.0, np.zeros(n), np.zeros(m)
    Z = np.eye(n)
    if m:
        U, sigma, Vt = np.linalg.svd(scaled(e, G))
        report = rank_report(scaled(e, G))
        r, Z, condition = report.rank, report.motions, report.condition
        u = Vt[:r].T @ ((U[:, :r].T @ (R * np.array(beta))) / sigma[:r])
    if Z.shape[1]:
        u = u + Z @ np.linalg.solve(Z.T @ Ms @ Z, Z.T @ (fs - Ms @ u))
    if m:
        lam = R * (U[:, :r] @ ((Vt[:r] @ (Ms @ u - fs)) / sigma[:r]))
    vdot = S * u
    if e.pushes:  # efforts that depend on loads are found together with these
        vdot, lam = solve(e, t, x)
    qdot = e.evaluate("rates", [t], list(x))[0]
    work = e.evaluate("flows", [t], list(x), list(vdot), list(lam))[0]
    return Instant(
        e,
        t,
        np.array(x),
        vdot,
        lam,
        M,
        G,
        np.array(f),
        np.array([*qdot, *vdot, *work]),
        channels(e, t, x, vdot, lam),
        condition,
    )


def started(mechanism: sarrus.Mechanism, t: float = 0.0) -> Start:
    """The assembled start, which must close."""
    found = find_start(mechanism.snapshot(), t)
    assert found.status is Status.OK, found.message
    return found


def both_at(mechanism: sarrus.Mechanism, t: float = 0.0) -> dict[str, Instant]:
    """The start of a mechanism, solved in every formulation."""
    found = started(mechanism, t)
    return {name: solve_at(*in_formulation(found, name), t) for name in FORMULATIONS}


def mobility_of(mechanism: sarrus.Mechanism) -> Mobility:
    """Rank report of all bodies and joints at the start."""
    return mobility(*_absolute(started(mechanism)))


def _absolute(found: Start) -> tuple[Equations, float, np.ndarray]:
    e, x = in_formulation(found, "absolute")
    return e, 0.0, x
