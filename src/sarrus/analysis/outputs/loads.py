"""Multipliers of the constraint rows of a run, found again, and the smallest that carry the same.

All joints are rows in body coordinates, so that every load is seen. Where rows are redundant, self-stresses N of the rows of
natural size can be added without changing anything; the smallest multipliers have none of them,

    lam_s = R^-1 lam,      lam_s - N N^T lam_s

which is the solution of Moore and Penrose in the geometric scaling R of the rows. No mass stands in it.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.analysis.outputs.history import History
from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.mobility import part_rank
from sarrus.errors import UsageError
from sarrus.mechanics.infos import LOADS, ChannelInfo
from sarrus.program.machine import Machine
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.status import Status

__all__ = ["FoundLoads"]


class FoundLoads:
    """Multipliers of a run in body coordinates, row by row; not a number where they cannot be found."""

    def __init__(self, history: History) -> None:
        self.history = history

    @cached_property
    def _solved(self) -> tuple[Floats, Floats, Floats]:
        """Accelerations, multipliers with efforts that depend on loads, and the states that they belong to."""
        history, e = self.history, self.history.e
        if history.run.analysis == "inverse":
            raise UsageError(
                "Loads of an inverse run are not found again from its model, which lacks the efforts: its own reactions are "
                "the smallest already where actuators were named. Ask for C.reaction; other loads, of kinematics."
            )
        machine = Machine(e, DOP853, in_haste=True)
        vdot = np.full((history.rows, len(e.speeds)), np.nan)
        lam = np.full((history.rows, e.multipliers), np.nan)
        states = history.x.copy()
        for k, t, _ in history.states():
            x = states[k]
            if machine.begin(t, x) == Status.OK and machine.evaluate(t, x)[0] == Status.OK:
                vdot[k], lam[k] = machine.memory.vdot, machine.memory.lam
        return vdot, lam, states

    @property
    def pushes(self) -> Floats:
        """Efforts that depend on loads or accelerations, shape (rows, efforts)."""
        return self._solved[1][:, len(self.history.e.rows) :]

    def smallest(self, channel: ChannelInfo) -> Floats:
        """A load under the smallest multipliers, shape (rows, components)."""
        first = self._places[channel.name]
        return self._smallest[:, first : first + channel.size]

    @cached_property
    def _places(self) -> dict[str, int]:
        found, at = {}, 0
        for c in self._channels:
            found[c.name] = at
            at += c.size
        return found

    @cached_property
    def _channels(self) -> list[ChannelInfo]:
        return [c for c in self.history.e.channels if c.kind in LOADS]

    @cached_property
    def _smallest(self) -> Floats:
        history, e = self.history, self.history.e
        vdot, lam, states = self._solved
        places = np.concatenate([np.arange(c.start, c.start + c.size) for c in self._channels])
        found = np.full((history.rows, len(places)), np.nan)
        rows = Rows(e)
        for k, t, _ in history.states():
            if np.isfinite(lam[k]).all():
                least = self._without_self_stress(rows, t, states[k], lam[k])
                row = e.arrays_at(t=[t], x=states[k], vdot=vdot[k], lam=least)["row"]
                found[k] = np.array(row)[places]
        return found

    @staticmethod
    def _without_self_stress(rows: Rows, t: float, x: Floats, lam: Floats) -> Floats:
        here, found = rows.at(t, x), lam.copy()
        for part in rows.parts:
            N = part_rank(here, part).self_stresses
            scaled = lam[part.rows] / here.factors[part.rows]
            found[part.rows] = here.factors[part.rows] * (scaled - N @ (N.T @ scaled))
        return found
