"""The forces of a run, each by itself: its loads on bodies, its energy, its powers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from sarrus.analysis.outputs.history import History
from sarrus.analysis.outputs.loads import FoundLoads
from sarrus.analysis.outputs.motions import Motions
from sarrus.analysis.rank.parts import Slopes
from sarrus.solvers.arrays import Floats

__all__ = ["SingleForces"]

NOTHING = 1e-9
"""Part of what a force could do with its size that counts as nothing."""
ENERGY, LOST, FIRST = 0, 1, 3
"""Places among what is told of a force: energy, power lost, the first load."""


class SingleForces:
    """What each force of a run does.

    Args:
        history: the run.
        row_loads: gives efforts that depend on the loads of joints.
    """

    def __init__(self, history: History, row_loads: Callable[[], FoundLoads]) -> None:
        self.history, self._row_loads = history, row_loads

    @cached_property
    def _alone(self) -> Floats:
        e = self.history.e
        return np.array([e.evaluate("acting", [t], x)[0] for _, t, x in self.history.states()])

    def _told(self, force: str, place: int) -> Floats:
        infos = [info for info in self.history.e.tables.acting if info.force == force]
        return np.asarray(sum((self._alone[:, i.start + place] for i in infos), np.zeros(self.history.rows)))

    def energy(self, force: str) -> Floats:
        """Potential energy [J]."""
        return self._told(force, ENERGY)

    def dissipation(self, force: str) -> Floats:
        """Power turned into heat [W]."""
        lost = self._told(force, LOST)
        element = next(f for f in self.history.model.forces if f.name == force)
        return lost - self._pushed_power(force) if element.reads_load and element.passive else lost

    def _loads(self, force: str) -> Iterator[tuple[int, Floats, Floats]]:
        """For each of its ends on a body: the body, force and torque about its origin, ground components (rows, 3)."""
        planar = self.history.model.planar
        size = 3 if planar else 6
        for info in self.history.e.tables.acting:
            if info.force != force:
                continue
            for k, body in enumerate(info.bodies):
                own = self._alone[:, info.start + FIRST + k * size :][:, :size]
                F, T = np.zeros((len(own), 3)), np.zeros((len(own), 3))
                F[:, : 2 if planar else 3] = own[:, : 2 if planar else 3]
                T[:, 2 if planar else slice(None)] = own[:, 2] if planar else own[:, 3:]
                yield body, F, T

    def power(self, force: str) -> Floats:
        """Power that it brings into the motion [W]: its loads times the velocities of what they act on."""
        total = self._pushed_power(force)
        for body, F, T in self._loads(force):
            v, w = self.history.velocity(self.history.model.bodies[body].name)
            total = total + (F * v).sum(axis=1) + (T * w).sum(axis=1)
        return np.asarray(total)

    def along(self, force: str, motions: Motions) -> Floats:
        """Power along each free motion, shape (rows, motions): generalised forces in the coordinates of the basis."""
        total, _ = self._along(force, motions)
        return total

    def inactive(self, force: str, motions: Motions) -> str:
        """Why a force does no work for any motion that the joints allow; empty where it does."""
        total, parts = self._along(force, motions)
        regular = ~motions.singular
        if not motions.count:
            return "nothing can move"
        if not parts:
            return "it acts on ground alone"
        if all(size == 0.0 for _, size, _ in parts):
            return "it is zero all the time"
        able = max(reach for _, _, reach in parts)
        if able == 0.0:
            return "what it acts on cannot move that way"
        if np.abs(total[regular]).max(initial=0.0) > NOTHING * able:
            return ""
        if max(np.abs(own[regular]).max(initial=0.0) for own, _, _ in parts) <= NOTHING * able:
            return "it stands square to every motion of what it acts on: joints carry it"
        return "what it gives to one body it takes from another: it is inside what moves as one"

    def _along(self, force: str, motions: Motions) -> tuple[Floats, list[tuple[Floats, float, float]]]:
        """The sum, and for each end its part, its size, and the most that a load of that size could do."""
        model, parts = self.history.model, list[tuple[Floats, float, float]]()
        regular = ~motions.singular
        for body, F, T in self._loads(force):
            v, w = motions.twist(model.bodies[body].name)
            own = np.einsum("ni,nij->nj", F, v) + np.einsum("ni,nij->nj", T, w)
            pull, turn = np.linalg.norm(F, axis=1), np.linalg.norm(T, axis=1)
            most = pull * np.linalg.norm(v, axis=(1, 2)) + turn * np.linalg.norm(w, axis=(1, 2))
            length = self.history.e.scales.length_at(body)
            size = float((pull * length + turn).max(initial=0.0))
            parts.append((own, size, float(most[regular].max(initial=0.0))))
        for effort, rates in self._pushed(force, motions.basis):
            own = effort[:, None] * rates
            size = float(np.abs(effort).max(initial=0.0))
            most = np.abs(effort) * np.linalg.norm(rates, axis=1)
            parts.append((own, size, float(most[regular].max(initial=0.0))))
        total = sum((own for own, _, _ in parts), np.zeros((self.history.rows, motions.count)))
        return np.asarray(total), parts

    def _pushed_power(self, force: str) -> Floats:
        """Power of those of its efforts that are found together with the accelerations."""
        speeds = self.history.speeds()[:, :, None]
        found = [effort * rates[:, 0] for effort, rates in self._pushed(force, speeds)]
        return np.asarray(sum(found, np.zeros(self.history.rows)))

    def _pushed(self, force: str, speeds: Floats) -> list[tuple[Floats, Floats]]:
        """Such efforts, and the rates along them for some speeds, shape (rows, speeds, count)."""
        e = self.history.e
        mine = [k for k, name in enumerate(e.pushes) if name == force]
        return [
            (self._row_loads().pushes[:, k], np.einsum("ni,nij->nj", self._H[:, k], speeds)) for k in mine
        ]

    @cached_property
    def _H(self) -> Floats:
        e = self.history.e
        entries = [e.evaluate("pushes", [t], x)[0] for _, t, x in self.history.states()]
        slopes = Slopes(len(e.pushes), len(e.speeds), e.push_pattern)
        return np.array([slopes.dense(found) for found in entries])
