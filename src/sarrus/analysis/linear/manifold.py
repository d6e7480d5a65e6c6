"""Poses and speeds that the rows of a mechanism allow, near a given state; and which of its rows are independent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import qr

from sarrus.analysis.rank.constraints import Constraints, Rows
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import SINGULAR, rank_report

__all__ = ["Manifold", "RowStand"]

CLOSED = 1e-13
ITERATIONS = 30


@dataclass(frozen=True)
class RowStand:
    """The rows at a state.

    Attributes:
        here: the rows, with their natural sizes.
        placing: which independent rows forbid positions.
        chosen: which rows are independent; those that forbid positions come first.
        condition: largest over smallest singular value that counts.
    """

    here: Constraints
    placing: Ints
    chosen: Ints
    condition: float

    @cached_property
    def G(self) -> Floats:
        """Partials of all rows."""
        return self.here.of.slopes.dense(self.here.G)

    @cached_property
    def dropped(self) -> Ints:
        """Rows that repeat others."""
        return np.setdiff1d(np.arange(len(self.here.g)), self.chosen)

    @cached_property
    def motions(self) -> Floats:
        """Speeds of natural size that all rows allow, orthonormal in that size."""
        rows = self.here.of
        scaled = (self.here.factors[:, None] * self.G * rows.columns)[self.chosen]
        Q = qr(scaled.T, mode="full")[0] if len(scaled) else np.eye(self.G.shape[1])
        return np.asarray(rows.columns[:, None] * Q[:, len(self.chosen) :])


class Manifold:
    """What the rows of a mechanism allow at one time.

    Args:
        equations: in either formulation.
        t: time at which rows are read.
    """

    def __init__(self, equations: Equations, t: float) -> None:
        self.e, self.t = equations, t
        self.rows = Rows(equations)
        self.nq, self.nv = len(equations.coordinates), len(equations.speeds)

    def stand(self, x: Floats) -> RowStand:
        """The rows at a state, and which of them are independent: those of positions first, then what velocities add."""
        here = self.rows.at(self.t, x)
        scaled = here.factors[:, None] * here.of.slopes.dense(here.G) * here.of.columns
        placing = np.flatnonzero(self.rows.is_placing)
        first, condition, basis = _independent(scaled[placing])
        others = np.flatnonzero(~self.rows.is_placing)
        if not len(others):
            return RowStand(here, placing[first], placing[first], condition)
        rest = scaled[others] - scaled[others] @ basis @ basis.T
        second, _, _ = _independent(rest)
        chosen = np.concatenate([placing[first], others[second]])
        return RowStand(here, placing[first], chosen, rank_report(scaled).condition)

    def moved(self, x: Floats, step: Floats) -> Floats:
        """A state after a small step of its coordinates, as yet not closed."""
        found = x.copy()
        found[: self.nq] = self.e.evaluate("retract", x, step)[0]
        return found

    def closed(self, x: Floats) -> Floats | None:
        """The nearest pose that closes, by least corrections in natural size; None where there is none near."""
        found, last = x.copy(), np.inf
        for _ in range(ITERATIONS):
            here = self.rows.at(self.t, found)
            off = (here.factors * here.g)[self.rows.is_placing]
            size = float(np.abs(off).max(initial=0.0))
            if not np.isfinite(size):
                return None
            if size <= CLOSED or (size < 1e-10 and size >= 0.5 * last):
                return found
            last = size
            scaled = here.factors[:, None] * here.of.slopes.dense(here.G) * here.of.columns
            step = _least(scaled[self.rows.is_placing], -off)
            length = float(np.linalg.norm(step))
            found = self.moved(found, self.rows.columns * step * min(1.0, 0.5 / length if length else 1.0))
        return None

    def fitting(self, x: Floats) -> Floats:
        """The state with the nearest speeds that the rows allow."""
        found = x.copy()
        arrays = self.e.arrays_at(t=[self.t], x=x)
        here = self.rows.at(self.t, x)
        G = here.of.slopes.dense(here.G)
        v = x[self.nq : self.nq + self.nv]
        off = here.factors * (np.array(arrays["alpha"]) - G @ v)
        scaled = here.factors[:, None] * G * here.of.columns
        found[self.nq : self.nq + self.nv] = v + here.of.columns * _least(scaled, off)
        return found


def _least(scaled: Floats, wanted: Floats) -> Floats:
    """The least step in natural size that rows want.

    Rows that repeat what joints of the tree keep by themselves are rounding alone, and want nothing: small is what is small
    beside 1, not beside the largest of them.
    """
    U, sigma, Vt = np.linalg.svd(scaled, full_matrices=False)
    kept = sigma > SINGULAR * max(1.0, float(sigma.max(initial=0.0)))
    return np.asarray(Vt[kept].T @ ((U[:, kept].T @ wanted) / sigma[kept]))


def _independent(scaled: Floats) -> tuple[Ints, float, Floats]:
    """Rows that are independent, the condition of all, and an orthonormal basis of what they span."""
    n = scaled.shape[1]
    if not len(scaled):
        return np.zeros(0, dtype=np.int64), 1.0, np.zeros((n, 0))
    report = rank_report(scaled)
    Q, _, order = qr(scaled.T, mode="economic", pivoting=True)
    return np.sort(order[: report.rank]), report.condition, Q[:, : report.rank]
