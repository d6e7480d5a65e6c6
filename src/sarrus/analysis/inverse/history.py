"""Efforts of a whole run: every instant is solved from its own row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.inverse.efforts import EffortLaw, ForceBalance, Needed
from sarrus.analysis.inverse.problem import EffortProblem
from sarrus.analysis.outputs.history import History
from sarrus.analysis.rank.mobility import left_open, united
from sarrus.analysis.rank.parts import Slopes
from sarrus.errors import UsageError, quote
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR, WARN

__all__ = ["FoundEfforts", "accelerations", "efforts_of"]

MISSING = 1e-8
"""Part of the largest need that may be left over: rounding."""


@dataclass(frozen=True)
class FoundEfforts:
    """Efforts of a run.

    Attributes:
        equations: what they were found from.
        tau: shape (rows, actuators).
        power: the same.
        excess: beyond limits, the same.
        internal: efforts that cancel each other, shape (rows, actuators, how many).
        published: everything that is published with them, shape (rows, width).
        worst_off: worst balance of forces, in parts of the largest force.
        weakest: smallest over largest singular value of what actuators can do, and when.
        rank: how many motions the actuators can push.
        freedoms: how many there are.
        not_unique: reaction components that are not told by the efforts.
        refusal: why the motion cannot be had, and the row where; "" where it can.
        refused_at: that row.
    """

    equations: Equations
    tau: Floats
    power: Floats
    excess: Floats
    internal: Floats
    published: Floats
    worst_off: float
    weakest: tuple[float, float]
    rank: int
    freedoms: int
    not_unique: tuple[str, ...]
    refusal: str
    refused_at: int


def accelerations(history: History) -> Floats:
    """Accelerations of a run along the speeds of body coordinates, shape (rows, speeds)."""
    parts: list[Floats] = []
    for body in history.model.bodies:
        linear = history.vector(body.name, "_ddot")
        if history.model.planar:
            parts += [linear[:, :2], history.values(f"{body.name}.psi_ddot").reshape(-1, 1)]
        else:
            turn, alpha = history.turn(body.name), history.values(f"{body.name}.alpha")
            parts += [linear, np.einsum("nji,nj->ni", turn, alpha)]
    return np.concatenate(parts, axis=1)


def efforts_of(
    problem: EffortProblem,
    history: History,
    weights: Floats,
    low: Floats,
    high: Floats,
    why_not_compared: str,
    progress: Callable[[float, float], None] | None = None,
) -> FoundEfforts:
    """Efforts at every row of a run.

    Raises:
        UsageError: an actuator moves nothing, or efforts of different units share without weights.
    """
    e, law = history.e, EffortLaw(history.e, problem.actuators, problem.released)
    vdot = accelerations(history)
    solved: list[Needed] = []
    for k, t, x in history.states():
        solved.append(law.needed(t, x, vdot[k], weights, low, high))
        if progress is not None and k % 50 == 49:
            progress(t, float(history.t[-1]))
    balances = [n.balance for n in solved]
    _require_moving(law, balances)
    strengths = [np.linalg.svd(b.A / law.sizes, compute_uv=False) for b in balances]
    strongest = max((float(s.max(initial=0.0)) for s in strengths), default=0.0)
    ranks = [_rank(s, strongest) for s in strengths]
    rank, freedoms = max(r for r, _ in ranks), min(b.motions.shape[1] for b in balances)
    at = int(np.argmin([small for _, small in ranks]))
    refusal, row = _missing(problem, history, law, balances, [r for r, _ in ranks])
    if why_not_compared and len(problem.actuators) > rank and not refusal:
        raise UsageError(why_not_compared[0].upper() + why_not_compared[1:])
    speeds = history.speeds()
    return FoundEfforts(
        equations=e,
        tau=np.array([n.shared.tau for n in solved]),
        power=np.array(
            [(b.B.T @ v) * n.shared.tau for n, b, v in zip(solved, balances, speeds, strict=True)]
        ),
        excess=np.array([n.shared.excess for n in solved]),
        internal=_followed([n.shared.free for n in solved]),
        published=np.array([law.published(n) for n in solved]),
        worst_off=max(n.off for n in solved) if rank == freedoms else float("nan"),
        weakest=(ranks[at][1], float(history.t[at])),
        rank=rank,
        freedoms=freedoms,
        not_unique=united(
            e, [_open(law, balances[k]) for k in sorted({0, len(balances) // 2, len(balances) - 1})]
        ),
        refusal=refusal,
        refused_at=row,
    )


def _rank(sigma: Floats, strongest: float) -> tuple[int, float]:
    """How many motions can be pushed, and the smallest of what counts over the largest of the run: one motor has its dead points."""
    if not len(sigma) or not strongest > 0.0:
        return 0, 0.0
    return int((sigma > SINGULAR * strongest).sum()), float(sigma[-1] / strongest)


def _require_moving(law: EffortLaw, balances: Sequence[ForceBalance]) -> None:
    for k, actuator in enumerate(law.actuators):
        sizes = [float(np.abs(b.A[:, k]).max(initial=0.0)) for b in balances]
        alone = [float(np.abs(b.B[:, k] * b.columns).max(initial=0.0)) for b in balances]
        if not max(sizes) > 1e-9 * max(alone):
            raise UsageError(
                f"the actuator {quote(actuator.name)} cannot move anything: joints, and drivers that are no actuators, hold what it "
                "pushes. Leave it out, or name another."
            )


def _missing(
    problem: EffortProblem,
    history: History,
    law: EffortLaw,
    balances: Sequence[ForceBalance],
    ranks: Sequence[int],
) -> tuple[str, int]:
    """What the actuators cannot give, in names of coordinates, and the first row where; "" where they can give all."""
    largest = max((float(np.abs(b.along).max(initial=0.0)) for b in balances), default=0.0)
    for k, (b, rank) in enumerate(zip(balances, ranks, strict=True)):
        U = np.linalg.svd(b.A / law.sizes, full_matrices=True)[0]
        if not float(np.abs(U[:, rank:].T @ b.along).max(initial=0.0)) > MISSING * largest:
            continue
        names, units, C = _coordinates(problem, history, law, b, k)
        change = np.linalg.inv(C @ b.motions).T
        need, A = change @ b.along, change @ (b.A / law.sizes)
        L = np.linalg.svd(A, full_matrices=True)[0][:, rank:]
        from scipy.linalg import qr

        pivots = qr(L.T, mode="r", pivoting=True)[1][: L.shape[1]]
        L = L @ np.linalg.inv(L[pivots])
        said = [
            f"{abs(float(L[:, j] @ need)):.15g} {units[p]} on {_combined(L[:, j], names)}"
            for j, p in enumerate(pivots)
        ]
        text = (
            f"{', '.join(a.name for a in problem.actuators)} push {rank} of {b.motions.shape[1]} degrees of freedom, and the motion "
            f"needs more at t = {b.t:.6g} s: {'; '.join(said)} is missing. Name further actuators, or prescribe "
            f"{rank} of the coordinates and let the rest move freely."
        )
        return text, k
    return "", len(balances)


def _combined(weights: Floats, names: Sequence[str]) -> str:
    parts = [(w, n) for w, n in zip(weights, names, strict=True) if abs(w) > 1e-9]
    return " + ".join(n if abs(w - 1) < 1e-9 else f"{w:.4g} {n}" for w, n in parts)


def _coordinates(
    problem: EffortProblem, history: History, law: EffortLaw, b: ForceBalance, k: int
) -> tuple[list[str], list[str], Floats]:
    """Names of independent coordinates, units of efforts along them, and their slopes."""
    e, many = history.e, b.motions.shape[1]
    by_row = {row: name for name, row in problem.prescribed.items()}
    if len(law.prescribing) == many:
        rows = [e.rows[i] for i in law.prescribing]
        names = [by_row[r.owner] for r in rows]
        units = ["N" if r.unit == "m" else "N m" for r in rows]
        return names, units, law.coordinates(b.t, b.x)
    from scipy.linalg import qr

    J = Slopes(len(e.measured), len(e.speeds), e.measure_pattern).dense(
        e.arrays_at(t=[b.t], x=b.x)["measure_J"]
    )
    lengths = np.array([e.length if e.model.coordinates[n][2].unit == "m" else 1.0 for n in e.measured])
    chosen = np.sort(qr((J @ b.motions / lengths[:, None]).T, mode="r", pivoting=True)[1][:many])
    names = [e.measured[i] for i in chosen]
    units = ["N" if e.model.coordinates[n][2].unit == "m" else "N m" for n in names]
    return names, units, J[chosen]


def _followed(free: Sequence[Floats]) -> Floats:
    """Bases that turn as little as they can from row to row; those of rows with more than elsewhere are not told."""
    many = min((f.shape[1] for f in free), default=0)
    if not many:
        return np.zeros((len(free), free[0].shape[0] if free else 0, 0))
    found = np.full((len(free), free[0].shape[0], many), np.nan)
    last: Floats | None = None
    for k, basis in enumerate(free):
        if basis.shape[1] != many:
            continue
        Q = np.linalg.qr(basis)[0]
        if last is None:
            Q = Q * np.where(Q[np.abs(Q).argmax(axis=0), np.arange(many)] < 0, -1.0, 1.0)
        else:
            U, _, Vt = np.linalg.svd(Q.T @ last)
            Q = Q @ U @ Vt
        found[k] = last = Q
    return found


def _open(law: EffortLaw, b: ForceBalance) -> tuple[str, ...]:
    """Reaction components that the efforts do not tell."""
    stresses = b.stresses
    if not stresses.shape[1]:
        return ()
    mixture = np.zeros(len(law.e.rows))
    mixture[np.flatnonzero(law.holding)] = stresses @ np.random.default_rng(1).normal(size=stresses.shape[1])
    return left_open(law.e, b.t, b.x, [mixture])


WEAK = WARN
"""Smallest over largest of what actuators can do, below which it is said."""
