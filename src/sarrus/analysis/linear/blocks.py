"""First derivatives of everything at an operating point, along small steps of the pose and by all else that can change.

    equations of motion    M nudot + K xi + C nu + R_z zeta + R_lam dlam + R_u du = 0
    rows                   G xi = 0      G nu + H xi = 0      G nudot + W xi + V nu = 0
    functions c            C_q xi        C_q nu + H_c xi      C_q nudot + W_c xi + V_c nu

xi is a step of the pose, given like speeds; nu, nudot, zeta, dlam, du are changes of speeds, accelerations, states of elements,
multipliers and inputs. K holds the inertia at the accelerations and the stiffness of the multipliers that are there: for a
pendulum in body coordinates the latter is all there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sarrus.analysis.linear.meeting import meeting_ends, refuse_without_direction
from sarrus.analysis.linear.point import RESIDUAL_BY, OperatingPoint
from sarrus.model.snapshot import Place
from sarrus.solvers.arrays import Floats, Ints
from sarrus.spatial import from_quaternion

__all__ = ["Derivatives", "FunctionCourse", "Partials", "blocks_at"]


@dataclass(frozen=True)
class Partials:
    """How some numbers change, by what changes them; a row for each number."""

    xi: Floats
    nu: Floats
    zeta: Floats
    nudot: Floats
    dlam: Floats
    du: Floats

    def __getitem__(self, rows: Sequence[int] | slice) -> Partials:
        return Partials(*(block[rows] for block in self._all))

    @property
    def _all(self) -> tuple[Floats, ...]:
        return self.xi, self.nu, self.zeta, self.nudot, self.dlam, self.du

    def over(self, change: Partials) -> Floats:
        """Their change when everything changes as given, column by column."""
        pairs = zip(self._all, change._all, strict=True)
        return np.asarray(
            sum((a @ b for a, b in pairs if b.size and a.size), np.zeros((len(self.xi), change.xi.shape[1])))
        )


@dataclass(frozen=True)
class FunctionCourse:
    """Functions of the pose: how their values, rates and second derivatives change.

    value C xi        rate C nu + H xi        second C nudot + W xi + V nu
    """

    C: Floats
    H: Floats
    W: Floats
    V: Floats

    def __getitem__(self, rows: Ints | slice) -> FunctionCourse:
        return FunctionCourse(self.C[rows], self.H[rows], self.W[rows], self.V[rows])

    def turned(self, R: Floats, w: Floats, w_dot: Floats) -> FunctionCourse:
        """Three components y seen from a frame: R^T y, where the frame turns at w, all in the components that y has now."""
        wx, wdx = cross(w), cross(w_dot)
        return FunctionCourse(
            R.T @ self.C,
            R.T @ (self.H - wx @ self.C),
            R.T @ (self.W - 2 * wx @ self.H + (wx @ wx - wdx) @ self.C),
            R.T @ (self.V - 2 * wx @ self.C),
        )

    @classmethod
    def stacked(cls, parts: Sequence[FunctionCourse], columns: int) -> FunctionCourse:
        """Several below each other."""
        if not parts:
            return cls(*(np.zeros((0, columns)) for _ in range(4)))
        return cls(
            *(np.vstack(blocks) for blocks in zip(*((p.C, p.H, p.W, p.V) for p in parts), strict=True))
        )


def cross(w: Floats) -> Floats:
    """The matrix of w x."""
    x, y, z = w
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


@dataclass(frozen=True)
class Derivatives:
    """All of them at one point.

    Attributes:
        point: where.
        motion: slopes of what the equations of motion miss by; nudot is M.
        rows: of all rows.
        coordinates: of the published joint coordinates.
        implied: slopes of efforts that follow from loads.
        flows: slopes of the rates of states of elements.
        row_inputs: slopes of rows, their rates and second derivatives by inputs, one below the other.
    """

    point: OperatingPoint
    motion: Partials
    rows: FunctionCourse
    coordinates: FunctionCourse
    implied: Partials
    flows: Partials
    row_inputs: Floats
    _spins: tuple[Floats, ...]

    @cached_property
    def outputs(self) -> Partials:
        """Partials of everything that is published."""
        return _slopes(self.point, "output")

    @cached_property
    def _turning(self) -> list[str]:
        return [joint.name for joint in self.point.e.model.all_joints if joint.turn_places]

    def turns(self, joint: str) -> FunctionCourse:
        """A small turn of a joint that keeps its turn inside, against where it moves: in its base frame, components of it.

        R = exp(y x) R_0(t)        y' = dw + w x y
        """
        k = 3 * self._turning.index(joint)
        w, w_dot, J, by_q, dot_by_q, dot_by_v = (part[k : k + 3] for part in self._spins)
        H = by_q + cross(w) @ J
        return FunctionCourse(J, H, dot_by_q + cross(w_dot) @ J + cross(w) @ H, dot_by_v + cross(w) @ J)

    def spin(self, joint: str) -> tuple[Floats, Floats]:
        """Its angular velocity and the rate of that, in its base frame."""
        k = 3 * self._turning.index(joint)
        return self._spins[0][k : k + 3], self._spins[1][k : k + 3]

    def orientation(self, joint: str) -> Floats:
        """R_FM of the joint."""
        point = self.point
        base, follower = point.e.model.ends_of(next(j for j in point.e.model.all_joints if j.name == joint))
        return np.asarray(_turn_at(point, base).T @ _turn_at(point, follower))

    def body_turn(self, joint: str) -> Floats:
        """From components of the body that follows a joint to those of the joint's base frame."""
        point = self.point
        base, follower = point.e.model.ends_of(next(j for j in point.e.model.all_joints if j.name == joint))
        return np.asarray(_turn_at(point, base).T @ _body_turn(point, follower))

    @property
    def turning(self) -> Iterator[str]:
        """Joints that keep a turn inside."""
        return iter(self._turning)


def _turn_at(point: OperatingPoint, place: Place) -> Floats:
    """Rotation of a frame, from its components to those of ground."""
    model = point.e.model
    holder = model.holders["ground" if place.body is None else place.body.name]
    R = holder.poses(model.resolve, model.planar)[place.frame].R
    own = np.array([[float(a) for a in axis] for axis in (R.x, R.y, R.z)]).T
    return own if place.body is None else np.asarray(_body_turn(point, place) @ own)


def _body_turn(point: OperatingPoint, place: Place) -> Floats:
    """Rotation of the body that holds a place, from its components to those of ground."""
    if place.body is None:
        return np.eye(3)
    c = point.e.channel(place.body.name, "quaternion")
    turn = from_quaternion(*point.row[c.start : c.start + 4])
    return np.array([[float(a) for a in axis] for axis in (turn.x, turn.y, turn.z)]).T


def blocks_at(point: OperatingPoint) -> Derivatives:
    """The derivatives at a point.

    Raises:
        NumericalError: the ends of a line of force meet there, and it has none.
    """
    e, t, x = point.e, point.t, point.x
    nq, nv = point.manifold.nq, point.manifold.nv
    m, n = len(e.rows), len(e.measured)
    values = np.concatenate([np.asarray(g, dtype=float) for g in e.evaluate("course", [t], x, point.vdot)])
    J = e.slopes("course", ("x", "vdot", "u"), [t], x, point.vdot)
    by_q, by_v = J[:, :nq] @ point.steps, J[:, nq : nq + nv]
    by_u = J[:, len(e.states) + nv :]

    def course(first: int, count: int) -> FunctionCourse:
        rate, second = slice(first, first + count), slice(first + count, first + 2 * count)
        return FunctionCourse(by_v[rate], by_q[rate], by_q[second], by_v[second])

    spins = 2 * (m + n)
    w = slice(spins, spins + (len(J) - spins) // 2)
    dot = slice(w.stop, len(J))
    parts = (values[w], values[dot], by_v[w], by_q[w], by_q[dot], by_v[dot])
    g_by_u = e.slopes("closure", ("u",), [t], x)[:m] if e.inputs else np.zeros((m, 0))
    nothing = Partials(
        *(np.zeros((0, k)) for k in (nv, nv, len(e.internal), nv, e.multipliers, len(e.inputs)))
    )
    flows = _slopes(point, "flows")[: len(e.internal)] if e.internal else nothing
    return Derivatives(
        point,
        _motion(point),
        course(0, m),
        course(2 * m, n),
        _slopes(point, "implied") if e.pushes else nothing,
        flows,
        np.vstack([g_by_u, by_u[: 2 * m]]),
        parts,
    )


def _motion(point: OperatingPoint) -> Partials:
    """Partials of what the equations of motion miss by."""
    found = _partials(point, point.residual_slopes)
    ends = meeting_ends(point.manifold, point.x, point.vdot, point.lam, point.stand.motions)
    if ends is None:
        return found
    refuse_without_direction(ends)
    return replace(found, xi=ends.slopes[0], nu=ends.slopes[1])


def _slopes(point: OperatingPoint, kernel: str) -> Partials:
    """Partials of what a kernel fills."""
    return _partials(point, point.e.slopes(kernel, RESIDUAL_BY, [point.t], point.x, point.vdot, point.lam))


def _partials(point: OperatingPoint, J: Floats) -> Partials:
    """Derivatives by all that can change, by what they are by."""
    e = point.e
    nq, nv, nz = point.manifold.nq, point.manifold.nv, len(e.internal)
    state, rest = J[:, : len(e.states)], J[:, len(e.states) :]
    return Partials(
        state[:, :nq] @ point.steps,
        state[:, nq : nq + nv],
        state[:, nq + nv : nq + nv + nz],
        rest[:, :nv],
        rest[:, nv : nv + e.multipliers],
        rest[:, nv + e.multipliers :],
    )
