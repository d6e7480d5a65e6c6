"""What the problems share: a mechanism at an instant on plain floats, and runs looked at where the sources list values.

Accelerations and multipliers are found here by a null-space method on numpy arrays, not by the solver of the program:
the equations are tested apart from the loops that integrate them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pytest

import sarrus
from sarrus.analysis.mobility import Mobility, mobility, scaled
from sarrus.analysis.start import Start, find_start, in_formulation
from sarrus.equations import FORMULATIONS, Equations
from sarrus.solvers.rank import rank_report
from sarrus.solvers.status import Status


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
    row = e.kernels["output"]([t], list(x), list(vdot), list(lam), e.constants)[0]
    return {c.name: np.array(row[c.start : c.start + c.size]) for c in e.channels}


def solve_at(e: Equations, x: np.ndarray, t: float = 0.0) -> Instant:
    """Accelerations and multipliers of a formulation at a state, by the null space of the scaled rows.

    u = S^-1 vdot,  G_s = R G S:   u = u_0 + Z y,  Z^T M_s Z y = Z^T (f_s - M_s u_0),  lam from the row space.
    """
    n, m = len(e.speeds), len(e.rows)
    Mv, f, Gv, beta = e.kernels["dynamics"]([t], list(x), e.constants)
    M = _dense(e.mass_pattern, Mv, (n, n))
    M = M + M.T - np.diag(np.diag(M))
    G = _dense(e.jacobian_pattern, Gv, (m, n))
    S = np.array([e.length if u == "m" else 1.0 for u in e.speed_units])
    R = np.array([1.0 / e.length if r.unit == "m" else 1.0 for r in e.rows])
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
    qdot = e.kernels["rates"]([t], list(x), e.constants)[0]
    work = e.kernels["flows"]([t], list(x), list(vdot), list(lam), e.constants)[0]
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


@pytest.fixture(scope="session")
def solve() -> Callable[..., Instant]:
    """solve(equations, x, t): accelerations and multipliers of a formulation at a state."""
    return solve_at


@pytest.fixture(scope="session")
def at_start() -> Callable[..., dict[str, Instant]]:
    """at_start(mechanism, t): both formulations at the assembled start."""
    return both_at


@pytest.fixture(scope="session")
def assembled() -> Callable[..., Start]:
    """assembled(mechanism, t): the start that closes."""
    return started


@pytest.fixture(scope="session")
def freedom() -> Callable[..., Mobility]:
    """freedom(mechanism): rank report in absolute coordinates."""
    return mobility_of


@pytest.fixture(scope="session")
def published() -> Callable[..., dict[str, np.ndarray]]:
    """published(equations, t, x, vdot, lam): quantities by name."""
    return channels


@pytest.fixture(scope="session", params=FORMULATIONS)
def formulation(request: pytest.FixtureRequest) -> str:
    """Each formulation in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def deviation() -> Callable[..., float]:
    """deviation(found, reference): largest difference over max(1, |reference|), as spec 06 compares."""

    def compare(found: object, reference: object) -> float:
        a, b = np.asarray(found, float), np.asarray(reference, float)
        return float((np.abs(a - b) / np.maximum(1.0, np.abs(b))).max())

    return compare
