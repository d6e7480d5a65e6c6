"""Output rows on their way from the compiled loops to where they are kept, a buffer at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.analysis.verdict import Accelerations, Energies
from sarrus.equations import Equations
from sarrus.results.columns import Column
from sarrus.results.facts import Facts
from sarrus.results.recording import Recording
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators.base import CAPACITY, FIRST, ROWS, wants_room

__all__ = ["BUFFER", "Output", "columns_of"]

BUFFER = 4_000_000
"""Bytes of rows that are collected before they are handed over; the memory of a run does not grow with its length."""


def columns_of(equations: Equations) -> tuple[Column, ...]:
    """The series of a run: what the mechanism publishes, and the energy balance."""
    channels = sorted(equations.channels, key=lambda c: c.start)
    return (*(Column(c.name, c.unit, c.size) for c in channels), Column("energy.balance", "J"))


class Output:
    """The buffer that compiled loops write into. Positions in it are counted from where a mechanism stands.

    Args:
        equations: what the rows are of.
        times: output times [s].
        counts: of the integrator, in which the size of the buffer is noted.
        record: where full buffers go.
        facts: gives what is known of the run by now.
        see: is shown the rows, with the number of the first and their times, before facts are asked for.
        tolerance: of the run.

    Attributes:
        times: as given.
        rows: the buffer, as the integrator takes it; behind each row the length of its step.
        width: numbers in a row.
        energies: the balance of energy so far.
        accelerations: what they say of the speeds so far.
        tolerance: as given.
    """

    def __init__(
        self,
        equations: Equations,
        times: Floats,
        counts: Ints,
        record: Recording,
        facts: Callable[[Output], Facts],
        see: Callable[[int, Floats, Floats], None],
        tolerance: float,
    ) -> None:
        self.width = equations.width  # a sum over all channels
        room = max(1, min(len(times), BUFFER // (8 * (self.width + 2))))
        self.rows = np.zeros((room + 1) * (self.width + 1))
        self.energies, self.accelerations = Energies(equations), Accelerations(equations)
        self.times, self._counts, self._record, self._facts = times, counts, record, facts
        self.tolerance = tolerance
        self._see = see
        self._origins = equations.channel_origins
        counts[CAPACITY], counts[FIRST] = room, 0

    def is_due(self) -> bool:
        """Whether it is time to hand rows over."""
        return wants_room(self._counts) > 0 or self._record.is_due()

    def hand_over(self) -> None:
        """Give the rows written since last time to the record, which may have them already after an interruption."""
        first, taken, done = int(self._counts[FIRST]), self._record.rows, int(self._counts[ROWS])
        if done > taken:
            rows = self.rows.reshape(-1, self.width + 1)[taken - first : done - first]
            values = rows[:, :-1]
            block = np.empty((done - taken, self.width + 2))
            block[:, 0] = self.times[taken:done]
            block[:, 1:-1] = values
            for place, origin in self._origins:
                block[:, 1 + place] += origin
            block[:, -1] = self.energies.of(values)
            self.accelerations.see(self.times[taken:done], values, rows[:, -1], self.tolerance)
            self._see(taken, self.times[taken:done], values)
            self._record.append(block, self.facts())
        self._counts[FIRST] = done

    def facts(self) -> Facts:
        """What is known of the run by now."""
        return self._facts(self)
