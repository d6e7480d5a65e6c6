"""Efforts that a motion needs, instant by instant.

    M a - f = B tau + G^T lam          G: rows of joints and constraints; B: what a unit of each effort does

Along the motions S that the rows allow, G S = 0, reactions do nothing:

    A tau = S^T (M a - f)              A = S^T B

Reactions follow from what is left, by the smallest multipliers in natural size.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.inverse.actuators import Actuator
from sarrus.analysis.rank.constraints import Rows
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR
from sarrus.solvers.sharing import Shared, share

__all__ = ["EffortLaw", "ForceBalance", "Needed"]

ITERATIONS = 60


@dataclass(frozen=True)
class ForceBalance:
    """What a motion needs at an instant, and what there is to give it.

    Attributes:
        t, x, vdot: the instant, its state and accelerations.
        need: M a - f along speeds.
        B: loads along speeds of a unit of each effort.
        G: slopes of the rows that hold, of natural size.
        factors, columns: sizes of these rows and of speeds.
        pushes: efforts that follow from loads.
    """

    t: float
    x: Floats
    vdot: Floats
    need: Floats
    B: Floats
    G: Floats
    factors: Floats
    columns: Floats
    pushes: Floats

    @cached_property
    def _parts(self) -> tuple[Floats, Floats, Floats, int]:
        U, sigma, Vt = np.linalg.svd(self.G, full_matrices=True)
        rank = int((sigma > SINGULAR * max(1.0, sigma.max(initial=0.0))).sum())
        return U, sigma, Vt, rank

    @property
    def rank(self) -> int:
        """How many rows are independent."""
        return self._parts[3]

    @cached_property
    def motions(self) -> Floats:
        """Speeds that the rows allow, orthonormal in natural size, a column each."""
        _, _, Vt, rank = self._parts
        return np.asarray(self.columns[:, None] * Vt[rank:].T)

    @property
    def stresses(self) -> Floats:
        """Multipliers that do nothing, a column each."""
        U, _, _, rank = self._parts
        return np.asarray(self.factors[:, None] * U[:, rank:])

    @cached_property
    def A(self) -> Floats:
        """What a unit of each effort does along the motions."""
        return np.asarray(self.motions.T @ self.B)

    @cached_property
    def along(self) -> Floats:
        """What is needed along the motions."""
        return np.asarray(self.motions.T @ self.need)

    def multipliers(self, tau: Floats) -> Floats:
        """The smallest ones that carry what efforts leave."""
        U, sigma, Vt, rank = self._parts
        left = self.columns * (self.need - self.B @ tau)
        return np.asarray(self.factors * (U[:, :rank] @ ((Vt[:rank] @ left) / sigma[:rank])))


@dataclass(frozen=True)
class Needed:
    """Efforts at an instant.

    Attributes:
        balance: what they are found from.
        shared: the efforts, and what is left open of them.
        lam: multipliers of all rows, and efforts that follow from loads.
        u: all inputs.
        off: what the balance of forces misses by, in parts of the largest force.
    """

    balance: ForceBalance
    shared: Shared
    lam: Floats
    u: Floats
    off: float


class EffortLaw:
    """Efforts of actuators as a function of the motion.

    Args:
        equations: in either formulation.
        actuators: which push.
        released: owners of rows that say how the motion is, and do not hold it.
    """

    def __init__(
        self, equations: Equations, actuators: Sequence[Actuator], released: Collection[str]
    ) -> None:
        e = self.e = equations
        self.actuators = actuators
        self.rows = Rows(e)
        owners = [r.owner for r in e.rows]
        pushing = {a.row for a in actuators if a.row}
        self.holding = np.array([o not in released and o not in pushing for o in owners], dtype=bool)
        self.prescribing = [k for k, o in enumerate(owners) if o in released]
        self._row = {a.row: owners.index(a.row) for a in actuators if a.row}
        self._input = {i.name: k for k, i in enumerate(e.inputs)}
        self.sizes = np.array([e.length if a.unit == "N" else 1.0 for a in actuators])
        """What a unit of each effort is measured by."""

    def at(self, t: float, x: Floats, vdot: Floats, pushes: Floats | None = None) -> ForceBalance:
        """What a motion needs at an instant.

        Args:
            t, x, vdot: the instant, its state and accelerations.
            pushes: efforts that follow from loads; 0 when left out.
        """
        e, nv = self.e, len(self.e.speeds)
        here = self.rows.at(t, x)
        G = here.of.slopes.dense(here.G)
        u = np.array([i.start for i in e.inputs])
        lam = np.zeros(e.multipliers)
        if pushes is not None:
            lam[len(e.rows) :] = pushes
        need = self._residual(t, x, vdot, lam, u)
        B = np.zeros((nv, len(self.actuators)))
        for k, a in enumerate(self.actuators):
            if a.row:
                B[:, k] = G[self._row[a.row]]
                continue
            moved = u.copy()
            moved[self._input[a.moved]] += 1.0
            B[:, k] = need - self._residual(t, x, vdot, lam, moved)
        held = self.holding
        scaled = (here.factors[:, None] * G * here.of.columns)[held]
        return ForceBalance(
            t, x, vdot, need, B, scaled, here.factors[held], here.of.columns, lam[len(e.rows) :]
        )

    def coordinates(self, t: float, x: Floats) -> Floats:
        """Slopes of what is prescribed, a row each."""
        here = self.rows.at(t, x)
        return np.asarray(here.of.slopes.dense(here.G)[self.prescribing])

    def _residual(self, t: float, x: Floats, vdot: Floats, lam: Floats, u: Floats) -> Floats:
        kernel = self.e.kernels["residual"]
        return np.array(kernel([t], x, vdot, lam, u, self.e.constants)[0])

    def needed(self, t: float, x: Floats, vdot: Floats, weights: Floats, low: Floats, high: Floats) -> Needed:
        """The least efforts at an instant, and the multipliers that go with them."""
        e, balance = self.e, self.at(t, x, vdot)
        for _ in range(ITERATIONS):
            shared = share(balance.A, balance.along, weights, low, high)
            lam, u = self._all(balance, shared.tau)
            if not e.pushes:
                break
            pushes = np.array(e.kernels["implied"]([t], x, vdot, lam, u, e.constants)[0])
            change = float(np.abs(pushes - balance.pushes).max())
            if change <= 1e-13 * max(1.0, float(np.abs(pushes).max())):
                break
            balance = self.at(t, x, vdot, pushes)
        left = self._residual(t, x, vdot, lam, u) * balance.columns
        largest = max(
            float(np.abs(balance.need * balance.columns).max(initial=0.0)),
            float(np.abs(balance.B @ shared.tau * balance.columns).max(initial=0.0)),
        )
        return Needed(balance, shared, lam, u, float(np.abs(left).max(initial=0.0)) / max(largest, 1e-300))

    def _all(self, balance: ForceBalance, tau: Floats) -> tuple[Floats, Floats]:
        """Multipliers of all rows and all inputs."""
        e = self.e
        lam, u = np.zeros(e.multipliers), np.array([i.start for i in e.inputs])
        lam[np.flatnonzero(self.holding)] = balance.multipliers(tau)
        lam[len(e.rows) :] = balance.pushes
        for k, a in enumerate(self.actuators):
            if a.row:
                lam[self._row[a.row]] = tau[k]
            else:
                u[self._input[a.moved]] += tau[k]
        return lam, u

    def published(self, needed: Needed) -> Floats:
        """Everything that is published with these efforts."""
        b = needed.balance
        kernel = self.e.kernels["output"]
        return np.array(kernel([b.t], b.x, b.vdot, needed.lam, needed.u, self.e.constants)[0])
