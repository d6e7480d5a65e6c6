"""Efforts as a function of coordinates, rates and accelerations: what a controller calls at every sample."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.inverse.efforts import EffortLaw
from sarrus.analysis.inverse.problem import problem_of
from sarrus.errors import NumericalError, UsageError, quote, suggest
from sarrus.mechanics.signatures import KERNELS as SIGNATURES
from sarrus.model import Mechanism, snapshot_of
from sarrus.phrases import count, listed
from sarrus.program.alone import KernelsAlone
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import rank_report
from sarrus.solvers.sharing import share
from sarrus.solvers.status import Status

__all__ = ["InverseFunction", "inverse_function"]

ITERATIONS = 30
CLOSED = 1e-13
KERNELS = ("closure", "measure", "course", "residual", "retract")
ROW_SECOND, C_SECOND = (SIGNATURES["course"][1].index(name) for name in ("row_second", "c_ddot"))
SHRUNK = 0.1
"""Part of what was open before that a step must leave less of; else slopes are taken anew."""
PLAIN = 1e8
"""Condition below which efforts are not looked at by singular values."""
EPS = float(np.finfo(float).eps)
FAR = 0.5
"""Longest step towards a pose, in radians or lengths of the mechanism."""


def inverse_function(
    mechanism: Mechanism,
    *,
    coordinates: Sequence[str] | None = None,
    actuators: Sequence[str] | None = None,
    formulation: str = "relative",
) -> InverseFunction:
    """Efforts as a quick function of a motion, for controllers.

        efforts = sarrus.inverse_function(arm)
        tau = efforts(q, v, a_ref + kd * (v_ref - v) + kp * (q_ref - q))

    Loops are closed by the function itself, from the pose of the last call on. What it needs of the mechanism is compiled when
    the function is made; a call takes a part of a millisecond for a small mechanism.

    Args:
        mechanism: what moves; its drivers stay where they are.
        coordinates: independent joint coordinates that q, v, a are of. None: all, for a mechanism without loops.
        actuators: as for `inverse`. None: the coordinates.
        formulation: "relative" or "absolute".

    Raises:
        UsageError: a name is unknown, or the coordinates do not determine the motion.
    """
    model = snapshot_of(mechanism)
    names = tuple(model.coordinates) if coordinates is None else tuple(coordinates)
    for name in names:
        if name not in model.coordinates:
            raise UsageError(
                f"{quote(name)} is no coordinate of a joint. {suggest(name, model.coordinates)} There are: "
                f"{listed(list(model.coordinates)[:12])}.".replace("  ", " ")
            )
    return InverseFunction(mechanism, names, names if actuators is None else tuple(actuators), formulation)


class InverseFunction:
    """Efforts of a mechanism as a function of its motion; see `inverse_function`.

    Attributes:
        coordinates: what q, v and a are of.
        actuators: what the efforts are of.
        units: of the efforts.
    """

    def __init__(
        self, mechanism: Mechanism, coordinates: tuple[str, ...], actuators: tuple[str, ...], formulation: str
    ) -> None:
        self.coordinates, self.actuators = coordinates, actuators
        problem = problem_of(mechanism, {}, actuators, 0.0)
        self.units = tuple(a.unit for a in problem.actuators)
        found = find_start(problem.model)
        if found.status is not Status.OK:
            raise NumericalError(found.message, int(found.status))
        self._e, self._x = in_formulation(found, formulation)
        e = self._e
        self._law = EffortLaw(e, problem.actuators, problem.released)
        self._kernels = KernelsAlone(e, KERNELS)
        self._places = [e.measured.index(name) for name in coordinates]
        self._sizes = np.array([e.measured_length(name) for name in coordinates])
        self._periods = np.array([problem.model.period(name) or 0.0 for name in coordinates])
        self._per_period = np.array([1.0 / period if period else 0.0 for period in self._periods])
        self._lay_out()
        # efforts that follow from loads, and those of rows, need the multipliers as well
        self._is_plain = not e.pushes and not any(a.row for a in problem.actuators)
        inputs = [i.name for i in e.inputs]
        self._pushed = [inputs.index(a.moved) for a in problem.actuators if a.moved]
        free = np.full(len(actuators), np.inf)
        self._limits = -free, free
        self._weights = np.ones(len(actuators))
        self._require_determined()
        self._inverse = self._inverted()

    def _lay_out(self) -> None:
        """Make room for the slopes of rows and coordinates, of natural size, and note where entries of kernels go in it."""
        e, rows = self._e, self._law.rows
        m, nv = len(e.rows), len(e.speeds)
        columns = rows.columns
        # how rows are measured decides nothing here, where all of them are met
        self._factors = np.concatenate([rows.at(0.0, self._x).factors, 1.0 / self._sizes])
        self._matrix = np.zeros((m + len(self._places), nv))
        G = np.array(e.jacobian_pattern, dtype=int).reshape(-1, 2)
        self._G = G[:, 0] * nv + G[:, 1], self._factors[G[:, 0]] * columns[G[:, 1]]
        J = np.array(e.measure_pattern, dtype=int).reshape(-1, 2)
        at = [(k, m + i) for i, place in enumerate(self._places) for k in np.flatnonzero(J[:, 0] == place)]
        entries, row = (np.array([pair[i] for pair in at], dtype=int) for i in (0, 1))
        column = J[entries, 1]
        self._J = entries, row * nv + column, self._factors[row] * columns[column]

    def _require_determined(self) -> None:
        self._kernels.given["x"][:] = self._x
        self._off(np.zeros(len(self._places)))
        A = self._matrix
        report = rank_report(A)
        if report.rank < A.shape[1]:
            raise UsageError(
                f"{listed(list(self.coordinates))} do not determine the motion: {count(A.shape[1] - report.rank, 'degree')} of "
                "freedom left. Name independent coordinates, as many as there are degrees of freedom."
            )
        free = A.shape[1] - rank_report(A[: -len(self.coordinates)]).rank if len(self._e.rows) else A.shape[1]
        if len(self.coordinates) > free:
            raise UsageError(
                f"{listed(list(self.coordinates))} depend on each other: there are {free} degrees of freedom. Name as many "
                "coordinates: inverse_function(m, coordinates=['A.theta'])."
            )

    def __call__(
        self,
        q: Sequence[float] | Floats,
        v: Sequence[float] | Floats,
        a: Sequence[float] | Floats,
        t: float = 0.0,
    ) -> Floats:
        """Efforts, in the order of `actuators`.

        Args:
            q, v, a: values, rates and second derivatives of the coordinates [m or rad, per s, per s^2].
            t: time, where the mechanism depends on it [s].

        Raises:
            NumericalError: the mechanism does not close there.
        """
        x, vdot = self.state(q, v, a, t)
        if self._is_plain:
            A, along = self._needed(vdot)
            tau = self._shared(A, along)
        else:
            found = self._law.needed(t, x, vdot, self._weights, *self._limits)
            A, along, tau = found.balance.A, found.balance.along, found.shared.tau
        missing = np.abs(along - A @ tau).max(initial=0.0)
        if missing > 1e-8 * max(np.abs(along).max(initial=0.0), 1e-300):
            raise NumericalError(
                f"{Status.UNREACHABLE.text} {listed(list(self.actuators))} cannot give the motion what it needs.",
                int(Status.UNREACHABLE),
            )
        return tau

    def _shared(self, A: Floats, along: Floats) -> Floats:
        """The efforts; where there are as many as coordinates, and none is weak, there is one way only."""
        if A.shape[0] == A.shape[1]:
            try:
                inverse = np.linalg.inv(A)
            except np.linalg.LinAlgError:
                pass
            else:
                if np.abs(A).max() * np.abs(inverse).max() < PLAIN:
                    return np.asarray(inverse @ along)
        return share(A, along, self._weights, *self._limits).tau

    def _needed(self, vdot: Floats) -> tuple[Floats, Floats]:
        """What a unit of each effort does along the coordinates, and what is needed along them, at the state of the last call.

        A motion of one coordinate alone is a column of the inverse that speeds were found with.
        """
        kernels = self._kernels
        kernels.given["vdot"][:] = vdot
        u = kernels.given["u"]
        need = kernels("residual")[0].copy()
        B = np.empty((len(need), len(self._pushed)))
        for k, place in enumerate(self._pushed):
            u[place] += 1.0
            B[:, k] = need - kernels("residual")[0]
            u[place] -= 1.0
        motions = self._law.rows.columns[:, None] * self._inverse[:, len(self._e.rows) :]
        return motions.T @ B, motions.T @ need

    def state(
        self,
        q: Sequence[float] | Floats,
        v: Sequence[float] | Floats,
        a: Sequence[float] | Floats,
        t: float = 0.0,
    ) -> tuple[Floats, Floats]:
        """The state and the accelerations of a motion that is given by its coordinates."""
        e = self._e
        nq, nv = len(e.coordinates), len(e.speeds)
        target, rate, second = (np.asarray(given, dtype=float) for given in (q, v, a))
        if not all(given.shape == (len(self.coordinates),) for given in (target, rate, second)):
            raise UsageError(
                f"q, v and a have {count(len(self.coordinates), 'number')} each: {listed(list(self.coordinates))}."
            )
        kernels = self._kernels
        x, alpha = self._pose(t, target)
        columns, factors = self._law.rows.columns, self._factors
        self._inverse = self._inverted()
        speeds = columns * (self._inverse @ (factors * np.concatenate([alpha, rate])))
        x[nq : nq + nv] = kernels.given["x"][nq : nq + nv] = speeds
        kernels.given["vdot"][:] = 0.0
        course = kernels("course")
        seconds = np.concatenate([-course[ROW_SECOND], second - course[C_SECOND][self._places]])
        vdot = columns * (self._inverse @ (factors * seconds))
        self._x = x
        return x.copy(), vdot

    def _inverted(self) -> Floats:
        """Of the slopes; of rows that repeat others, the one that meets them all."""
        A = self._matrix
        if A.shape[0] == A.shape[1]:
            try:
                return np.asarray(np.linalg.inv(A), dtype=float)
            except np.linalg.LinAlgError:
                pass
        return np.asarray(np.linalg.pinv(A, rcond=EPS * max(A.shape)), dtype=float)

    def _pose(self, t: float, target: Floats) -> tuple[Floats, Floats]:
        """The state with these coordinates, and rates that rows ask for; its slopes are left in the room for them."""
        nq, columns = len(self._e.coordinates), self._law.rows.columns
        x, kernels = self._x.copy(), self._kernels
        given, step = kernels.given["x"], kernels.given["step"]
        kernels.given["t"][0] = t
        enough = CLOSED * max(1.0, float(np.abs(target).max(initial=0.0)))
        inverse, last = self._inverse, math.inf
        for _ in range(ITERATIONS):
            given[:] = x
            off, g, alpha = self._off(target)
            gap = self._factors * np.concatenate([g, off])
            size = float(np.abs(gap).max(initial=0.0))
            if not math.isfinite(size):
                break
            if size <= enough:
                return x, alpha
            if size > SHRUNK * last:  # slopes of the last call, or of the step before, do not lead there
                inverse = self._inverted()
            last = size
            way = -(inverse @ gap)
            length = float(np.abs(way).max())
            step[:] = columns * way * min(1.0, FAR / max(length, 1e-300))
            x[:nq] = kernels("retract")[0]
        raise NumericalError(
            f"{Status.NOT_CLOSED.text} Asked for: {listed([f'{n} = {c:.6g}' for n, c in zip(self.coordinates, target, strict=True)])}.",
            int(Status.NOT_CLOSED),
        )

    def _off(self, target: Floats) -> tuple[Floats, Floats, Floats]:
        """How far coordinates and rows are off at what the kernels are given, and rates that rows ask for."""
        g, G, alpha, _ = self._kernels("closure")
        value, _, J = self._kernels("measure")
        room = self._matrix.reshape(-1)
        places, scales = self._G
        room[places] = G * scales
        entries, places, scales = self._J
        room[places] = J[entries] * scales
        off = value[self._places] - target
        off -= self._periods * np.rint(off * self._per_period)
        return off, g, alpha
