"""The linear model at an operating point, in chosen coordinates.

States are changes of functions of the pose, and of their true rates; so no basis of free motions is differentiated, and the
model is right in motion as well as at rest. For each unit state and unit input,

    1.  [G; C] xi    = [u; y]                                  a step of the pose on what rows allow
    2.  [G; C] nu    = [u'; w] - [H; H_c] xi                   speeds that keep the rows
    3.  M nudot + R_lam dlam = - (K xi + C nu + ...)           accelerations and multipliers together,
        G nudot = u'' - W xi - V nu                            where efforts may depend on loads
    4.  y' = C nu + H_c xi,   w' = C nudot + W_c xi + V_c nu

u is the displacement of a driver whose acceleration is an input.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import lu_factor, lu_solve

from sarrus.analysis.linear.blocks import Derivatives, Partials
from sarrus.analysis.linear.inputs import LinearInput
from sarrus.analysis.linear.spectrum import Spectrum, motion_sizes, motion_spectrum
from sarrus.analysis.linear.states import States
from sarrus.errors import NumericalError
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["Reduction"]

CONSISTENT = 1e-8


@dataclass(frozen=True)
class Reduction:
    """Small motions at a point.

    Attributes:
        blocks: derivatives there.
        states: chosen coordinates.
        inputs: what can be changed from outside.
    """

    blocks: Derivatives
    states: States
    inputs: Sequence[LinearInput]

    @cached_property
    def drivers(self) -> list[int]:
        """Rows of drivers whose acceleration is an input."""
        return [i.row for i in self.inputs if i.row is not None]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the states: coordinates, rates, states of elements, displacements of drivers and their rates."""
        s, e = self.states, self.blocks.point.e
        moved = [e.rows[row].owner for row in self.drivers]
        return (
            *(c.name for c in s.coordinates),
            *(s.coordinates[k].rate_name for k in s.fast),
            *(state.name for state in e.internal),
            *(f"{name}.motion" for name in moved),
            *(f"{name}.motion_dot" for name in moved),
        )

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Units of the states."""
        s, e = self.states, self.blocks.point.e
        moved = ["m" if e.rows[row].unit == "m" else "rad" for row in self.drivers]
        return (
            *(c.unit for c in s.coordinates),
            *(f"{s.coordinates[k].unit}/s" for k in s.fast),
            *(state.unit for state in e.internal),
            *moved,
            *(f"{unit}/s" for unit in moved),
        )

    @cached_property
    def _sizes(self) -> tuple[int, int, int, int]:
        return (
            len(self.states.coordinates),
            len(self.states.fast),
            len(self.blocks.point.e.internal),
            len(self.drivers),
        )

    @cached_property
    def change(self) -> Partials:
        """How everything changes with each state, then with each input: a column each."""
        b, point = self.blocks, self.blocks.point
        e, stand, nv = point.e, point.stand, point.manifold.nv
        dq, dv, nz, nd = self._sizes
        columns = dq + dv + nz + 2 * nd + len(self.inputs)
        place = np.eye(columns)
        y, w, zeta = place[:dq], place[dq : dq + dv], place[dq + dv : dq + dv + nz]
        u, u_dot = (
            place[columns - len(self.inputs) - 2 * nd :][:nd],
            place[columns - len(self.inputs) - nd :][:nd],
        )
        asked = place[columns - len(self.inputs) :]
        course = self.states.course(nv)
        moves = np.zeros((3, len(e.rows), columns))
        pushing = [k for k, i in enumerate(self.inputs) if i.row is not None]
        for j, (row, k) in enumerate(zip(self.drivers, pushing, strict=True)):
            moves[0, row], moves[1, row], moves[2, row] = u[j], u_dot[j], asked[k]
        A = _Solved(np.vstack([b.rows.C[stand.placing], course.C]))
        xi = A(np.vstack([moves[0, stand.placing], y]))
        fast = course[self.states.fast]
        B = _Solved(np.vstack([b.rows.C[stand.chosen], fast.C]))
        nu = B(np.vstack([moves[1, stand.chosen] - (b.rows.H @ xi)[stand.chosen], w - fast.H @ xi]))
        du = np.zeros((len(e.inputs), columns))
        loads = np.zeros((nv, columns))
        for k, i in enumerate(self.inputs):
            if i.place is not None:
                du[i.place] = asked[k]
            if i.loads is not None:
                loads += np.outer(i.loads, asked[k])
        seconds = moves[2] - b.rows.W @ xi - b.rows.V @ nu
        nudot, dlam = self._accelerations(xi, nu, zeta, du, loads, seconds)
        return Partials(xi, nu, zeta, nudot, dlam, du)

    def _accelerations(
        self, xi: Floats, nu: Floats, zeta: Floats, du: Floats, loads: Floats, seconds: Floats
    ) -> tuple[Floats, Floats]:
        """Changes of accelerations and multipliers."""
        b, point = self.blocks, self.blocks.point
        e, nv, chosen = point.e, point.manifold.nv, point.stand.chosen
        alive = np.concatenate([chosen, np.arange(len(e.rows), e.multipliers)])
        r, p = len(chosen), len(alive) - len(chosen)
        m, law = b.motion, b.implied
        system = np.zeros((nv + r + p,) * 2)
        system[:nv, :nv], system[:nv, nv:] = m.nudot, m.dlam[:, alive]
        system[nv : nv + r, :nv] = b.rows.C[chosen]
        right = [loads - m.xi @ xi - m.nu @ nu - m.zeta @ zeta - m.du @ du, seconds[chosen]]
        if p:
            system[nv + r :, :nv] = -law.nudot
            system[nv + r :, nv:] = np.hstack([np.zeros((p, r)), np.eye(p)]) - law.dlam[:, alive]
            own = self._by_inputs([i.implied for i in self.inputs], p)
            right.append(law.xi @ xi + law.nu @ nu + law.zeta @ zeta + law.du @ du + own)
        found = _Solved(system)(np.vstack(right))
        dlam = np.zeros((e.multipliers, xi.shape[1]))
        dlam[alive] = found[nv:]
        return found[:nv], dlam

    def require_consistent(self) -> None:
        """Refuse a pose at which rows repeat each other to first order alone.

        Raises:
            NumericalError: this is one.
        """
        b, stand = self.blocks, self.blocks.point.stand
        if self.inconsistency > CONSISTENT:
            names = ", ".join(b.point.e.rows[i].name for i in stand.dropped[:6])
            raise NumericalError(
                f"Rows repeat each other in this pose alone ({names}): small motions have no linear model here. Move the "
                "mechanism away from this pose.",
                int(Status.SINGULAR),
            )

    @cached_property
    def inconsistency(self) -> float:
        """How far rows that repeat others are from being kept by small motions, in parts of what moves them."""
        b, point = self.blocks, self.blocks.point
        dropped, found = point.stand.dropped, self.change
        if not len(dropped):
            return 0.0
        rows, sizes = b.rows, point.manifold.rows.columns
        factors = point.stand.here.factors[dropped, None]
        worst = 0.0
        for parts in (
            [(rows.C, found.xi)],
            [(rows.C, found.nu), (rows.H, found.xi)],
            [(rows.C, found.nudot), (rows.W, found.xi), (rows.V, found.nu)],
        ):
            terms = [factors * (slopes[dropped] @ change) for slopes, change in parts]
            moved = max(float(np.abs(change / sizes[:, None]).max(initial=0.0)) for _, change in parts)
            worst = max(worst, float(np.abs(sum(terms)).max(initial=0.0)) / max(moved, 1e-300))
        return max(worst, self._bending)

    @property
    def _bending(self) -> float:
        """How much rows that repeat others here turn away from them along free motions, in natural size.

        Where n^T G = 0 around the pose, n^T G' s = 0 for every free motion s; where that holds at the pose alone, it does not.
        """
        point = self.blocks.point
        e, stand, first = point.e, point.stand, point.manifold.nq
        factors, columns = stand.here.factors, point.manifold.rows.columns
        G = factors[:, None] * stand.G * columns
        shares = np.linalg.lstsq(G[stand.chosen].T, G[stand.dropped].T, rcond=None)[0]

        def seconds(v: Floats) -> Floats:
            x = point.x.copy()
            x[first : first + len(v)] = v
            rows = factors * np.array(e.evaluate("course", [point.t], x, np.zeros(len(v)))[1])
            return np.asarray(rows[stand.dropped] - shares.T @ rows[stand.chosen])

        ways = stand.motions @ np.random.default_rng(1).standard_normal((stand.motions.shape[1], 4))
        still, worst = np.zeros(len(columns)), 0.0
        for s in ways.T:
            size = float(np.abs(s / columns).max(initial=0.0))
            curve = 0.5 * (seconds(s) + seconds(-s)) - seconds(still)
            worst = max(worst, float(np.abs(curve).max(initial=0.0)) / max(size * size, 1e-300))
        return worst

    @cached_property
    def matrices(self) -> tuple[Floats, Floats]:
        """A and B."""
        dq, dv, nz, nd = self._sizes
        found, b = self.change, self.blocks
        course = self.states.course(b.point.manifold.nv)
        fast = course[self.states.fast]
        columns = found.xi.shape[1]
        states = dq + dv + nz + 2 * nd
        place = np.eye(columns)
        pushing = [states + k for k, i in enumerate(self.inputs) if i.row is not None]
        rates = np.vstack(
            [
                course.C @ found.nu + course.H @ found.xi,
                fast.C @ found.nudot + fast.W @ found.xi + fast.V @ found.nu,
                b.flows.over(found) + self._by_inputs([i.flows for i in self.inputs], nz),
                place[states - nd : states],
                place[pushing].reshape(nd, columns),
            ]
        )
        return rates[:, :states], rates[:, states:]

    @cached_property
    def spectrum(self) -> Spectrum:
        """Roots of A."""
        sizes = np.array([c.size for c in self.states.coordinates])
        return motion_spectrum(self.matrices[0], sizes, sizes[self.states.fast])

    @cached_property
    def sizes(self) -> Floats:
        """Usual sizes of all states."""
        sizes = np.array([c.size for c in self.states.coordinates])
        return motion_sizes(self.matrices[0], sizes, sizes[self.states.fast])

    def _by_inputs(self, parts: Sequence[Floats | None], rows: int) -> Floats:
        """What inputs change directly, a column for each state, then for each input."""
        found = np.zeros((rows, len(self.names) + len(self.inputs)))
        for k, part in enumerate(parts):
            if part is not None:
                found[:, len(self.names) + k] = part
        return found

    def outputs(self, rows: Sequence[int]) -> tuple[Floats, Floats]:
        """C and D of published numbers, by their places."""
        own = [None if i.outputs is None else i.outputs[list(rows)] for i in self.inputs]
        found = self.blocks.outputs[list(rows)].over(self.change) + self._by_inputs(own, len(rows))
        states = len(self.names)
        return found[:, :states], found[:, states:]


class _Solved:
    """A square system, factored once."""

    def __init__(self, matrix: Floats) -> None:
        self.matrix = matrix
        if len(matrix):
            rows = np.abs(matrix).max(axis=1, initial=0.0)
            self.scale = 1.0 / np.where(rows > 0.0, rows, 1.0)
            self.factors = lu_factor(self.scale[:, None] * matrix, check_finite=False)
            if not (np.isfinite(self.factors[0]).all() and np.abs(np.diag(self.factors[0])).min() > 0.0):
                raise NumericalError(Status.SINGULAR.text, int(Status.SINGULAR))

    def __call__(self, right: Floats) -> Floats:
        if not len(self.matrix):
            return np.zeros((0, right.shape[1]))
        return np.asarray(lu_solve(self.factors, self.scale[:, None] * right, check_finite=False))
