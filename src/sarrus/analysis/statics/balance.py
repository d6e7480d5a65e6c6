"""Forces at a pose at rest: what is left of them along the motions that the rows allow.

    f(q, 0, z, t) + G^T lam = 0        g(q, t) = 0        h(q, 0, z) = 0

Rows that forbid velocities alone hold a mechanism as others do; they forbid no pose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import qr

from sarrus.analysis.linear.manifold import Manifold, RowStand
from sarrus.analysis.linear.meeting import MeetingEnds, meeting_ends
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.errors import NumericalError
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["Balance", "Resting"]

SETTLED = 1e-13
ITERATIONS = 40
FOLLOWING = 1e-10
"""Partials of flows by states, in parts of the largest, from which states follow the pose by themselves."""


class Resting:
    """A mechanism at rest at one time, drivers frozen there.

    Args:
        equations: in either formulation.
        t: time at which rows and forces are read [s].
    """

    def __init__(self, equations: Equations, t: float) -> None:
        self.manifold = Manifold(equations, t)
        self.e, self.t = equations, t
        self.nq, self.nv, self.nz = self.manifold.nq, self.manifold.nv, len(equations.internal)
        self.still = np.zeros(self.nv)

    @cached_property
    def has_velocity_rows(self) -> bool:
        """Whether some rows forbid velocities alone."""
        return not bool(self.manifold.rows.is_placing.all())

    @cached_property
    def has_potential(self) -> bool:
        """Whether every force has a potential, and no state of its own."""
        return not self.nz and all(type(force).power is None for force in self.e.model.forces)

    def at(self, x: Floats) -> Balance:
        """The forces at a pose; states of elements that follow the pose are put where they settle."""
        stand = self.manifold.stand(x)
        return Balance(self, self._settled(x), stand)

    def closed(self, x: Floats) -> Floats | None:
        """The nearest pose that closes, at rest."""
        found = x.copy()
        found[self.nq : self.nq + self.nv] = 0.0
        return self.manifold.closed(found)

    def stepped(self, x: Floats, step: Floats) -> Floats | None:
        """A closed pose after a step along speeds; None where there is none near."""
        aside = self.manifold.moved(x, step)
        found = self.manifold.closed(aside)
        if found is None or not np.isfinite(found).all():
            return None
        size = float(np.linalg.norm(step / self.manifold.rows.columns))
        far = self.distance(aside, found)
        return found if far <= 0.5 * size + 1e-9 else None

    def distance(self, one: Floats, two: Floats) -> float:
        """How far two poses are from each other, in natural size."""
        lengths = np.array([a or 1.0 for a in self.e.coordinate_lengths])
        return float(np.linalg.norm((one - two)[: self.nq] / lengths))

    def _settled(self, x: Floats) -> Floats:
        if not self.nz:
            return x
        found = x.copy()
        z = slice(self.nq + self.nv, self.nq + self.nv + self.nz)
        scale = np.array([s.scale for s in self.e.internal])
        for _ in range(ITERATIONS):
            h, _, by_z = self.flows(found)
            if not _is_invertible(by_z * scale):
                return x
            step = np.linalg.solve(by_z * scale, -h)
            found[z] += scale * step
            if not np.isfinite(step).all():
                raise NumericalError(Status.NOT_FINITE.text, int(Status.NOT_FINITE))
            if float(np.abs(step).max()) <= SETTLED * max(1.0, float(np.abs(found[z] / scale).max())):
                break
        return found

    def flows(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """Rates of the states of elements at rest, and their slopes along steps of the pose and by these states."""
        e, lam = self.e, np.zeros(self.e.multipliers)
        h = np.array(e.evaluate("flows", [self.t], x, self.still, lam)[0])[: self.nz]
        J = e.slopes("flows", ("x",), [self.t], x, self.still, lam)[: self.nz]
        first = self.nq + self.nv
        return h, J[:, : self.nq] @ e.step_slopes(x), J[:, first : first + self.nz]


def _is_invertible(matrix: Floats) -> bool:
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return bool(sizes[0] > 0.0 and sizes[-1] > FOLLOWING * sizes[0])


@dataclass(frozen=True)
class Balance:
    """Forces at a pose.

    Attributes:
        of: the mechanism at rest.
        x: the state, at rest.
        stand: its rows there.
    """

    of: Resting
    x: Floats
    stand: RowStand

    @cached_property
    def f(self) -> Floats:
        """All forces along the speeds; efforts that follow from accelerations are those at rest."""
        e = self.of.e
        return -np.array(e.evaluate("residual", [self.of.t], self.x, self.of.still, self._alone)[0])

    @cached_property
    def _alone(self) -> Floats:
        """Multipliers of nothing."""
        e, m = self.of.e, len(self.of.e.rows)
        lam = np.zeros(e.multipliers)
        if e.pushes:
            lam[m:] = e.evaluate("implied", [self.of.t], self.x, self.of.still, lam)[0]
        return lam

    @cached_property
    def motions(self) -> Floats:
        """Steps of the pose that the rows allow, orthonormal in natural size."""
        if not self.of.has_velocity_rows:
            return self.stand.motions
        rows, here = self.of.manifold.rows, self.stand.here
        scaled = (here.factors[:, None] * self.stand.G * rows.columns)[self.stand.placing]
        Q = qr(scaled.T, mode="full")[0] if len(scaled) else np.eye(self.of.nv)
        return np.asarray(rows.columns[:, None] * Q[:, len(scaled) :])

    @cached_property
    def left(self) -> Floats:
        """What is left of the forces along free speeds [J per natural size]."""
        return np.asarray(self.stand.motions.T @ self.f)

    @cached_property
    def lam(self) -> Floats:
        """Multipliers that hold what they can; of rows that repeat others 0."""
        rows, chosen = self.of.manifold.rows, self.stand.chosen
        found = self._alone.copy()
        if len(chosen):
            factors = self.stand.here.factors[chosen]
            scaled = factors[:, None] * self.stand.G[chosen] * rows.columns
            held = np.linalg.lstsq(scaled.T, -rows.columns * self.f, rcond=None)[0]
            found[chosen] = factors * held
        return found

    @cached_property
    def _slopes(self) -> tuple[Floats, Floats, Floats]:
        """Slopes of - f - G^T lam along steps of the pose, by speeds and by states of elements."""
        e, nq, nv = self.of.e, self.of.nq, self.of.nv
        J = e.slopes("residual", ("x",), [self.of.t], self.x, self.of.still, self.lam)
        if self.meeting is not None:
            return *self.meeting.slopes, J[:, nq + nv : nq + nv + self.of.nz]
        by_speed = J[:, nq : nq + nv]
        return J[:, :nq] @ e.step_slopes(self.x), by_speed, J[:, nq + nv : nq + nv + self.of.nz]

    @cached_property
    def meeting(self) -> MeetingEnds | None:
        """Lines of force whose ends meet here."""
        return meeting_ends(self.of.manifold, self.x, self.of.still, self.lam, self.stand.motions)

    @property
    def has_direction(self) -> bool:
        """Whether every force has a direction here, or needs none."""
        return self.meeting is None or self.meeting.is_smooth

    @cached_property
    def K(self) -> Floats:
        """Stiffness along speeds: D_q (- f - G^T lam), where states that follow the pose follow it."""
        K, _, by_z = self._slopes
        if not self.of.nz:
            return K
        _, h_q, h_z = self.of.flows(self.x)
        return np.asarray(K - by_z @ np.linalg.pinv(h_z) @ h_q) if _is_invertible(h_z) else K

    @cached_property
    def stiffness(self) -> Floats:
        """K along free motions: free speeds by steps of the pose."""
        return np.asarray(self.stand.motions.T @ self.K @ self.motions)

    @property
    def damping(self) -> Floats:
        """Efforts along free speeds that these speeds ask for."""
        return np.asarray(self.stand.motions.T @ self._slopes[1] @ self.stand.motions)

    @cached_property
    def wanting(self) -> tuple[Floats, Floats]:
        """What is left of forces and flows, and how that falls with a step of the pose and of states, in natural size.

        A state that moves by its usual size in a second counts as much as the largest force.
        """
        if not self.of.nz:
            return self.left, self.stiffness
        K, _, by_z = self._slopes
        h, h_q, h_z = self.of.flows(self.x)
        scale = np.array([s.scale for s in self.of.e.internal])
        weight = (self.scale / scale)[:, None]
        J = np.block(
            [
                [self.stand.motions.T @ K @ self.motions, (self.stand.motions.T @ by_z) * scale],
                [weight * (h_q @ self.motions), weight * h_z * scale],
            ]
        )
        return np.concatenate([self.left, -weight[:, 0] * h]), J

    def after(self, step: Floats) -> Balance | None:
        """Forces after a step of the pose along its motions, then of states; None where it does not close."""
        of, d = self.of, self.motions.shape[1]
        found = of.stepped(self.x, self.motions @ step[:d])
        if found is None:
            return None
        if len(step) > d:
            z = slice(of.nq + of.nv, of.nq + of.nv + of.nz)
            found[z] += np.array([s.scale for s in of.e.internal]) * step[d:]
        made = of.at(found)
        if (self.stand.here.senses > 0).all() and not (made.stand.here.senses > 0).all():
            return None
        is_whole = np.isfinite(made.f).all() and len(made.left) == len(self.left)
        return made if is_whole and made.has_direction else None

    @cached_property
    def acting(self) -> Floats:
        """Energy, powers and loads of each force."""
        return np.array(self.of.e.evaluate("acting", [self.of.t], self.x)[0])

    @cached_property
    def energy(self) -> float:
        """Potential energy of all forces that have one [J]."""
        return float(sum(self.acting[a.start] for a in self.of.e.tables.acting))

    @cached_property
    def force_scale(self) -> float:
        """The largest force, or torque over length, that acts on a body [N]."""
        each, length = (3 if self.of.e.model.planar else 6), self.of.e.length
        largest = 0.0
        for a in self.of.e.tables.acting:
            loads = self.acting[a.start + 3 :][: each * len(a.bodies)].reshape(len(a.bodies), each)
            forces = each // 2 + each % 2
            largest = max(
                largest,
                float(np.abs(loads[:, :forces]).max(initial=0.0)),
                float(np.abs(loads[:, forces:]).max(initial=0.0)) / length,
            )
        return largest

    @cached_property
    def scale(self) -> float:
        """That force times the length of the mechanism [J]; 1 where nothing acts."""
        self.acting  # noqa: B018  the kernel is made before its table is read
        return self.force_scale * self.of.e.length or 1.0

    @cached_property
    def point(self) -> OperatingPoint:
        """The same as an operating point at rest: no accelerations."""
        return OperatingPoint(self.of.manifold, self.x, self.of.still, self.lam, self.stand)
