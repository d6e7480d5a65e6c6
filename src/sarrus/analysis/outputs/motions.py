"""Motions that the passive constraints of a run allow, row by row, and what every published rate is along them.

Velocities are linear in the speeds. With an orthonormal basis Z of the motions, G_passive Z = 0 (rows and columns of natural
size), the rates of all published quantities along its columns are the whole kinematics: whatever coordinates somebody
chooses, their partial velocities are combinations of these. Drivers are let go.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from sarrus.analysis.outputs.history import History
from sarrus.analysis.rank.constraints import Constraints, Rows
from sarrus.analysis.rank.parts import Slopes
from sarrus.mechanics.infos import ChannelInfo
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR

__all__ = ["Motions"]

ROOM = 200_000_000
"""Bytes of matrices that are decomposed at a time."""


class Motions:
    """The free motions of a run.

    Attributes:
        count: how many there are, but at singular poses.
        basis: speeds of each, shape (rows, speeds, count); not a number in rows where there are more.
        singular: rows in which there are more motions than elsewhere.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self._rates: dict[str, Floats] = {}
        found = self._null_spaces()
        counts = [Z.shape[1] for Z in found]
        self.count = min(counts, default=len(history.e.speeds))
        self.singular = np.array([n > self.count for n in counts], dtype=bool)
        self.basis = np.full((history.rows, len(history.e.speeds), self.count), np.nan)
        for k, Z in enumerate(found):
            if not self.singular[k]:
                self.basis[k] = Z

    def _null_spaces(self) -> list[Floats]:
        """For each row the speeds of an orthonormal basis."""
        history = self.history
        e = history.e
        rows = Rows(e)
        driven = {driver.name for driver in history.model.drivers}
        kept = np.array([r.owner not in driven for r in e.rows], dtype=bool)
        n = len(e.speeds)
        if not kept.any():
            return [np.diag(rows.columns)] * history.rows
        found: list[Floats] = []
        at_a_time = max(1, ROOM // (8 * n * (n + len(e.rows))))
        waiting: list[Floats] = []
        for k, t, x in history.states():
            G = np.array(e.arrays_at(t=[t], x=x)["G"])
            here = Constraints(rows, np.zeros(len(e.rows)), G, np.zeros(0))
            waiting.append(rows.slopes.dense(here.entries)[kept])
            if len(waiting) == at_a_time or k == history.rows - 1:
                found += [rows.columns[:, None] * Z for Z in _null_spaces(np.array(waiting))]
                waiting = []
        return found

    def rate(self, channel: ChannelInfo) -> Floats:
        """What a published velocity is along each motion, shape (rows, components, count)."""
        self.prepare([channel])
        return self._rates[channel.name]

    def prepare(self, channels: Sequence[ChannelInfo]) -> None:
        """Look at several of them at once."""
        missing = [c for c in channels if c.name not in self._rates]
        place = self._measured
        others = [c for c in missing if c.name not in place]
        if len(others) < len(missing):
            self._measure([c for c in missing if c.name in place])
        if others:
            self._look(others)

    @cached_property
    def _measured(self) -> dict[str, int]:
        """Rates of joint coordinates by name: their slopes are known without looking at all that is published."""
        return {f"{name}_dot": k for k, name in enumerate(self.history.e.measured)}

    def _measure(self, channels: Sequence[ChannelInfo]) -> None:
        """Rates of joint coordinates."""
        history, e = self.history, self.history.e
        slopes = Slopes(len(e.measured), len(e.speeds), e.measure_pattern)
        places = [self._measured[c.name] for c in channels]
        values = np.full((history.rows, len(channels), self.count), np.nan)
        for k, t, x in history.states():
            if not self.singular[k]:
                J = slopes.dense(e.arrays_at(t=[t], x=x)["measure_J"])
                values[k] = J[places] @ self.basis[k]
        for j, c in enumerate(channels):
            self._rates[c.name] = values[:, j : j + 1]

    def _look(self, channels: Sequence[ChannelInfo]) -> None:
        """Rates of anything: each look evaluates all that is published."""
        history, e = self.history, self.history.e
        places = np.concatenate([np.arange(c.start, c.start + c.size) for c in channels])
        still, none = np.zeros(len(e.speeds)), np.zeros(e.multipliers)
        values = np.full((history.rows, len(places), self.count), np.nan)
        for k, t, _ in history.states():
            for j in range(0 if self.singular[k] else self.count):
                x = history.moving(k, self.basis[k, :, j])
                row = e.arrays_at(t=[t], x=x, vdot=still, lam=none)["row"]
                values[k, :, j] = np.array(row)[places]
        first = 0
        for c in channels:
            self._rates[c.name] = values[:, first : first + c.size]
            first += c.size

    def twist(self, body: str) -> tuple[Floats, Floats]:
        """Velocity of the origin of a body and its angular velocity along each motion, shape (rows, 3, count).

        These are the speeds themselves, of which the angular ones are in body components.
        """
        history = self.history
        number, planar = history.model.body_index[body], history.model.planar
        each, moving = (3, 2) if planar else (6, 3)
        own = self.basis[:, each * number : each * (number + 1)]
        v, w = (np.zeros((history.rows, 3, self.count)) for _ in range(2))
        v[:, :moving] = own[:, :moving]
        if planar:
            w[:, 2] = own[:, 2]
        else:
            w = np.einsum("nij,njk->nik", history.turn(body), own[:, 3:])
        return v, w


def _null_spaces(matrices: Floats) -> list[Floats]:
    """Orthonormal bases of what each of some matrices takes to zero."""
    n = matrices.shape[2]
    _, sigma, Vt = np.linalg.svd(matrices, full_matrices=True)
    least = SINGULAR * np.maximum(1.0, sigma[:, :1])
    ranks = (sigma > least).sum(axis=1)
    return [Vt[k, ranks[k] : n].T for k in range(len(matrices))]
