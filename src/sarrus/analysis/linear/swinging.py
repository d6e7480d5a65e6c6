"""Poses of a mechanism that swings in a mode: its joints stay closed, also where the swing is large enough to be seen.

A mode is a direction: along it joints come apart with the square of the size. Poses are

    q(p) = closed(retract(q0, Re(xi e^(i p))))        xi: small motions of bodies, p: phase

in coordinates of bodies, in which every joint is rows. Rows keep what they are in the pose about which it swings, so that
drivers stay where they are at any time.
"""

from __future__ import annotations

import numpy as np

from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.linear.manifold import Manifold
from sarrus.analysis.linear.spectrum import Complex
from sarrus.errors import UsageError
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR
from sarrus.solvers.status import Status
from sarrus.spatial import Vec3, from_quaternion
from sarrus.spatial.rotation_vector import rotation_vector

__all__ = ["Swinging"]

CLOSED = 1e-9
"""Gap that is left, in lengths of the mechanism: far less than is seen."""
ITERATIONS = 60


class Swinging:
    """A mechanism about a pose.

    Args:
        model: the mechanism.
        places: where its bodies are: origin and quaternion, shape (bodies, 7).

    Raises:
        UsageError: the mechanism does not close at its start, from which what bodies do not tell is taken.
    """

    def __init__(self, model: Snapshot, places: Floats) -> None:
        start = find_start(model)
        if start.status is not Status.OK:
            raise UsageError(f"There is no pose to draw. {start.message}")
        self.e, x = in_formulation(start, "absolute")
        self.manifold = Manifold(self.e, 0.0)
        self.wide = 3 if model.planar else 7
        self.many = len(model.bodies)
        self.x = np.array(x)
        self.x[: self.wide * self.many] = self._coordinates(places).ravel()
        nq, nv = self.manifold.nq, self.manifold.nv
        self.x[nq : nq + nv] = 0.0
        # coordinates of constraints stand behind those of the bodies
        self.owned = slice(self.many * (3 if model.planar else 6), nv)
        self._find_owned()
        here = self.manifold.rows.at(0.0, self.x)
        self.rests = here.g
        self.factors = here.factors[self.manifold.rows.is_placing]
        self.G = here.of.slopes.dense(here.G)
        scaled = (here.factors[:, None] * self.G * here.of.columns)[self.manifold.rows.is_placing]
        # one inverse for all poses: a swing is small, and the gap shrinks with each step by about its size
        self.inverse = np.linalg.pinv(scaled, rcond=SINGULAR) if scaled.size else np.zeros(scaled.shape[::-1])

    def pose(self, motion: Floats) -> Floats | None:
        """The state beside the pose by a motion, closed; None where no closed one is near.

        Args:
            motion: shift of the origin and turn of each body, ground components, shape (bodies, 6).
        """
        rows = self.manifold.rows
        found = self.manifold.moved(self.x, self._step(motion))
        for _ in range(ITERATIONS):
            g = np.array(self.e.arrays_at(t=[0.0], x=found)["g"])
            off = self.factors * (g - self.rests)[rows.is_placing]
            size = float(np.abs(off).max(initial=0.0))
            if not np.isfinite(size) or size > 1.0:
                return None
            if size <= CLOSED:
                return found
            found = self.manifold.moved(found, -rows.columns * (self.inverse @ off))
        return None

    def beside(self, x: Floats) -> Floats:
        """Shift and turn of each body from the pose about which it swings, ground components, shape (bodies, 6)."""
        first, last = (self._poses(state) for state in (self.x, x))
        found = np.zeros((self.many, 6))
        if self.wide == 3:
            found[:, [0, 1, 5]] = last - first
            return found
        found[:, :3] = last[:, :3] - first[:, :3]
        found[:, 3:] = [_turn(a[3:], b[3:]) for a, b in zip(last, first, strict=True)]
        return found

    def closing(self, motion: Complex, phases: int) -> Floats | None:
        """What bodies do beside Re(motion e^(i p)) so that joints stay closed, at equal steps of the phase p over one turn.

        Returns:
            Shape (phases, bodies, 6); None where some pose does not close.
        """
        found = np.zeros((phases, self.many, 6))
        is_real = not np.iscomplexobj(motion) or not np.any(motion.imag)
        for k, p in enumerate(2.0 * np.pi * np.arange(phases) / phases):
            if is_real and k > phases // 2:  # back on the same way
                found[k] = found[phases - k]
                continue
            wanted = np.real(motion * np.exp(1j * p))
            pose = self.pose(wanted)
            if pose is None:
                return None
            found[k] = self.beside(pose) - wanted
        return found

    def _coordinates(self, places: Floats) -> Floats:
        """Coordinates of bodies: those of the mechanism count from its origin, as rows of outputs do."""
        shifts = dict(self.e.channel_origins)
        found = np.array(places, dtype=float)
        for b, body in enumerate(self.e.model.bodies):
            for k, quantity in enumerate("xy" if self.wide == 3 else "xyz"):
                found[b, k] -= shifts.get(self.e.channel(body.name, quantity).start, 0.0)
        if self.wide == 7:
            return found
        half = np.arctan2(found[:, 6], found[:, 3])
        return np.column_stack([found[:, :2], 2.0 * half])

    def _poses(self, x: Floats) -> Floats:
        return np.asarray(x[: self.wide * self.many].reshape(self.many, self.wide))

    def _step(self, motion: Floats) -> Floats:
        """A step of all coordinates; bodies in space turn in components of their own."""
        if self.wide == 3:
            bodies = motion[:, [0, 1, 5]]
        else:
            turns = [from_quaternion(*q) for q in self._poses(self.x)[:, 3:]]
            own = [[*R.back(Vec3(*w))] for R, w in zip(turns, motion[:, 3:], strict=True)]
            bodies = np.hstack([motion[:, :3], np.array(own, dtype=float).reshape(-1, 3)])
        step = np.zeros(self.manifold.nv)
        step[: bodies.size] = bodies.ravel()
        if self.owned.start < self.manifold.nv:
            step[self.owned] = np.linalg.lstsq(self.G[:, self.owned], -self.G @ step, rcond=None)[0]
        return step

    def _find_owned(self) -> None:
        """Coordinates of constraints that fit the bodies."""
        if self.owned.start == self.manifold.nv:
            return
        for _ in range(ITERATIONS):
            here = self.manifold.rows.at(0.0, self.x)
            G = here.of.slopes.dense(here.G)[:, self.owned]
            step = np.zeros(self.manifold.nv)
            step[self.owned] = np.linalg.lstsq(G, -here.g, rcond=None)[0]
            self.x = self.manifold.moved(self.x, step)
            if np.abs(step).max() <= CLOSED:
                return


def _turn(after: Floats, before: Floats) -> list[float]:
    """The turn from a unit quaternion to another, along its axis, ground components."""
    r, _ = rotation_vector(from_quaternion(*after) @ from_quaternion(*before).inverse())
    return [float(part) for part in r]
