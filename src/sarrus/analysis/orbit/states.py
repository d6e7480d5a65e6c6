"""States of a motion in chosen coordinates: how far two differ, and the state a small step away."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial.transform import Rotation

from sarrus.analysis.linear.blocks import blocks_at
from sarrus.analysis.linear.operating import at_state
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.analysis.linear.reduction import Reduction
from sarrus.analysis.linear.states import HOPELESS, choose_states
from sarrus.errors import NumericalError, UsageError
from sarrus.phrases import listed
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.status import Status

__all__ = ["OrbitStates"]

TURNS = ("rx", "ry", "rz")


@dataclass(frozen=True)
class OrbitStates:
    """Coordinates and rates in which a motion is told, the same at every time.

    Attributes:
        first: where they were chosen.
        names: of the coordinates.
        fast: which of them have independent rates.
    """

    first: OperatingPoint
    names: tuple[str, ...]
    fast: Ints

    @classmethod
    def chosen(cls, point: OperatingPoint, asked: tuple[str, ...]) -> OrbitStates:
        """States that suit a point, or those that are asked for."""
        found = choose_states(blocks_at(point), asked, "base")
        return cls(point, tuple(c.name for c in found.coordinates), found.fast)

    @cached_property
    def at_first(self) -> Reduction:
        """Small motions at the first point."""
        return self.small(self.first)

    def small(self, point: OperatingPoint) -> Reduction:
        """Small motions at a point, in these states.

        Raises:
            NumericalError: these states do not describe them there.
        """
        blocks = blocks_at(point)
        try:
            found = choose_states(blocks, self.names, "base", self.fast)
        except UsageError:
            raise self._lost(point.t) from None
        if found.condition > HOPELESS:
            raise self._lost(point.t)
        return Reduction(blocks, found, [])

    def _lost(self, t: float) -> NumericalError:
        return NumericalError(
            f"{listed(list(self.names))} do not describe small motions all the way round: they fail at t = {t:.6g} s. Name other states.",
            int(Status.SINGULAR),
        )

    def moved(self, step: Floats) -> OperatingPoint:
        """The point a small step of the states away from the first."""
        point, change = self.first, self.at_first.change
        n, m = len(step), point.manifold
        x = m.moved(point.x, change.xi[:, :n] @ step)
        x[m.nq : m.nq + m.nv] += change.nu[:, :n] @ step
        z = slice(m.nq + m.nv, m.nq + m.nv + len(point.e.internal))
        x[z] += change.zeta[:, :n] @ step
        return at_state(point.e, point.t, x)

    def between(self, one: OperatingPoint, two: OperatingPoint) -> Floats:
        """From one point to another: changes of coordinates, whole turns left out, of rates, and of states of elements."""
        pairs = [self._values(point) for point in (one, two)]
        places, rates = (two_ - one_ for one_, two_ in zip(*pairs, strict=True))
        model = one.e.model
        for k, name in enumerate(self.names):
            period = model.period(name) if name in model.coordinates else None
            owner, _, last = name.rpartition(".")
            if last in TURNS:
                R = blocks_at(two).orientation(owner) @ blocks_at(one).orientation(owner).T
                places[k] = Rotation.from_matrix(R).as_rotvec()[TURNS.index(last)]
            elif period:
                places[k] = math.remainder(places[k], period)
            elif last == "psi":
                places[k] = math.remainder(places[k], 2.0 * math.pi)
        m = one.manifold
        z = slice(m.nq + m.nv, m.nq + m.nv + len(one.e.internal))
        return np.concatenate([places, rates[self.fast], two.x[z] - one.x[z]])

    def _values(self, point: OperatingPoint) -> tuple[Floats, Floats]:
        """Coordinates and their rates."""
        e = point.e
        measured = dict(zip(e.measured, e.evaluate("measure", [point.t], point.x)[0], strict=True))
        channels = {c.name: c.start for c in e.channels if c.size == 1}
        course = e.evaluate("course", [point.t], point.x, point.vdot)
        rates = dict(zip(e.measured, course[2], strict=True))
        places, speeds = [], []
        for name in self.names:
            owner, _, last = name.rpartition(".")
            if name in measured:
                places.append(float(measured[name]))
                speeds.append(float(rates[name]))
            elif last in TURNS:
                places.append(0.0)
                speeds.append(float(blocks_at(point).spin(owner)[0][TURNS.index(last)]))
            else:
                places.append(float(point.row[channels[name]]))
                speeds.append(float(point.row[channels[f"{name}_dot"]]))
        return np.array(places), np.array(speeds)

    def drift(self, point: OperatingPoint) -> Floats:
        """How the states change with time at a point: rates, accelerations, flows."""
        e = point.e
        _, rates = self._values(point)
        course = e.evaluate("course", [point.t], point.x, point.vdot)
        seconds = dict(zip(e.measured, course[3], strict=True))
        channels = {c.name: c.start for c in e.channels if c.size == 1}
        found = []
        for k in self.fast:
            name = self.names[int(k)]
            owner, _, last = name.rpartition(".")
            if name in seconds:
                found.append(float(seconds[name]))
            elif last in TURNS:
                found.append(float(blocks_at(point).spin(owner)[1][TURNS.index(last)]))
            else:
                found.append(float(point.row[channels[f"{name}_ddot"]]))
        flows = np.zeros(0)
        if e.internal:
            flows = np.array(e.evaluate("flows", [point.t], point.x, point.vdot, point.lam)[0])[
                : len(e.internal)
            ]
        return np.concatenate([rates, found, flows])
