"""An operating point: a state with the accelerations and multipliers that belong to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.linear.manifold import Manifold, RowStand
from sarrus.errors import NumericalError
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["RESIDUAL_BY", "OperatingPoint", "operating_point"]

ITERATIONS = 40
RESIDUAL_BY = ("x", "vdot", "lam", "u")
"""What the equations of motion are differentiated by: all at once, so that the derivative is made once."""


@dataclass(frozen=True)
class OperatingPoint:
    """A state, and what follows from it.

    Attributes:
        manifold: what the rows allow at its time.
        x: the state.
        vdot: accelerations.
        lam: multipliers of the rows, 0 for those that repeat others; then efforts that depend on loads.
        stand: the rows there.
    """

    manifold: Manifold
    x: Floats
    vdot: Floats
    lam: Floats
    stand: RowStand

    @property
    def e(self) -> Equations:
        """The equations."""
        return self.manifold.e

    @property
    def t(self) -> float:
        """Time."""
        return self.manifold.t

    @property
    def v(self) -> Floats:
        """Speeds."""
        return self.x[self.manifold.nq : self.manifold.nq + self.manifold.nv]

    @cached_property
    def residual_slopes(self) -> Floats:
        """Derivatives of what the equations of motion miss by, by all of `RESIDUAL_BY`."""
        return self.e.slopes("residual", RESIDUAL_BY, [self.t], self.x, self.vdot, self.lam)

    @cached_property
    def steps(self) -> Floats:
        """N(q): how coordinates change with a small step."""
        return self.e.step_slopes(self.x)

    @cached_property
    def M(self) -> Floats:
        """The mass matrix."""
        first = len(self.e.states)
        return self.residual_slopes[:, first : first + self.manifold.nv]

    @cached_property
    def row(self) -> Floats:
        """Everything that is published there."""
        return np.array(self.e.evaluate("output", [self.t], self.x, self.vdot, self.lam)[0])

    @cached_property
    def force_scale(self) -> float:
        """The largest force or torque over length that acts or resists, of any body [N]."""
        e, nv = self.e, self.manifold.nv
        arms = np.array(e.speed_lengths)
        still = np.zeros(nv)
        applied = np.array(e.evaluate("residual", [self.t], self.x, still, np.zeros(e.multipliers))[0])
        inertial = np.array(e.evaluate("residual", [self.t], self.x, self.vdot, np.zeros(e.multipliers))[0])
        length = max(e.length, 1e-300)
        sizes = np.abs(np.concatenate([applied, inertial - applied])) * np.tile(arms, 2) / length
        rows = np.abs(self.lam[: len(e.rows)])
        held = rows * np.array(e.row_lengths) / length
        # a rod that hangs at rest has no force along its angle, and no rows in joint coordinates: its pin tells its weight
        said = [
            np.abs(self.row[c.start : c.start + c.size]).max() / (1.0 if c.unit == "N" else length)
            for c in e.channels
            if c.unit in ("N", "N m")
        ]
        return float(max(sizes.max(initial=0.0), held.max(initial=0.0), *said, 0.0))


def operating_point(manifold: Manifold, x: Floats) -> OperatingPoint:
    """Accelerations and multipliers at a state that the rows allow.

        M vdot - f - G^T lam - H^T p = 0        G vdot = beta        p = phi(vdot, lam)

    Raises:
        NumericalError: the equations have no solution there.
    """
    e, t, nv = manifold.e, manifold.t, manifold.nv
    stand = manifold.stand(x)
    m, r = len(e.rows), len(stand.chosen)
    vdot, lam = np.zeros(nv), np.zeros(e.multipliers)
    alive = np.concatenate([stand.chosen, np.arange(m, e.multipliers)])
    p = len(alive) - r
    by_y = e.slopes("residual", RESIDUAL_BY, [t], x, vdot, lam)[:, len(e.states) :]
    system = np.zeros((nv + r + p, nv + r + p))
    system[:nv, :nv], system[:nv, nv:] = by_y[:, :nv], by_y[:, nv : nv + e.multipliers][:, alive]
    system[nv : nv + r, :nv] = stand.G[stand.chosen]
    for _ in range(ITERATIONS):
        off = np.zeros(nv + r + p)
        off[:nv] = e.evaluate("residual", [t], x, vdot, lam)[0]
        off[nv : nv + r] = np.array(e.evaluate("course", [t], x, vdot)[1])[stand.chosen]
        if p:
            off[nv + r :] = lam[m:] - np.array(e.evaluate("implied", [t], x, vdot, lam)[0])
            slopes = e.slopes("implied", ("vdot", "lam"), [t], x, vdot, lam)
            system[nv + r :, :nv] = -slopes[:, :nv]
            system[nv + r :, nv:] = np.hstack([np.zeros((p, r)), np.eye(p)]) - slopes[:, nv:][:, alive]
        try:
            step = np.linalg.solve(system, -off)
        except np.linalg.LinAlgError:
            raise NumericalError(Status.SINGULAR.text, int(Status.SINGULAR)) from None
        vdot, lam = vdot + step[:nv], lam.copy()
        lam[alive] += step[nv:]
        if not np.isfinite(step).all():
            raise NumericalError(Status.NOT_FINITE.text, int(Status.NOT_FINITE))
        if not p or np.abs(step).max(initial=0.0) <= 1e-14 * max(1.0, float(np.abs(lam).max(initial=0.0))):
            break
    return OperatingPoint(manifold, x, vdot, lam, stand)
