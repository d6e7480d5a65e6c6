"""Output rows on their way from the compiled loops to where they are kept, a buffer at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.analysis.motion.verdict import Accelerations, Energies
from sarrus.mechanics import Equations
from sarrus.results.columns import Column
from sarrus.results.facts import Facts
from sarrus.results.recording import Recording
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators.base import Integration, wants_room

__all__ = ["BUFFER", "Output", "columns_of", "room_for_rows"]

BUFFER = 4_000_000
"""Bytes of rows that are collected before they are handed over; the memory of a run does not grow with its length."""


def columns_of(equations: Equations) -> tuple[Column, ...]:
    """The series of a run: what the mechanism publishes, and the energy balance."""
    channels = sorted(equations.channels, key=lambda c: c.start)
    return (*(Column(c.name, c.unit, c.size) for c in channels), Column("energy.balance", "J"))


def room_for_rows(width: int, count: int) -> tuple[int, Floats]:
    """How many of a run's rows are collected before they are handed over, and the buffer for them and one more."""
    room = max(1, min(count, BUFFER // (8 * (width + 2))))
    return room, np.zeros((room + 1) * (width + 1))


class Output:
    """The buffer that compiled loops write into. Positions in it are counted from where a mechanism stands.

    Args:
        equations: what the rows are of.
        run: what the integrator is given and keeps, the buffer among it.
        record: where full buffers go.
        facts: gives what is known of the run by now.
        see: is shown the rows, with the number of the first and their times, before facts are asked for.
        tolerance: of the run.

    Attributes:
        run: as given; in its buffer stands behind each row the length of its step.
        energies: the balance of energy so far.
        accelerations: what they say of the speeds so far.
        tolerance: as given.
    """

    def __init__(
        self,
        equations: Equations,
        run: Integration,
        record: Recording,
        facts: Callable[[Output], Facts],
        see: Callable[[int, Floats, Floats], None],
        tolerance: float,
    ) -> None:
        self.energies, self.accelerations = Energies(equations), Accelerations(equations)
        self.run, self._record, self._facts = run, record, facts
        self.tolerance = tolerance
        self._see = see
        self._origins = equations.channel_origins

    def is_due(self) -> bool:
        """Whether it is time to hand rows over."""
        return wants_room(self.run) > 0 or self._record.is_due()

    def hand_over(self) -> None:
        """Give the rows written since last time to the record, which may have them already after an interruption."""
        run, taken, done = self.run, self._record.rows, self.run.written
        if done > taken:
            rows = run.rows.reshape(-1, run.width + 1)[taken - run.first : done - run.first]
            values, times = rows[:, :-1], run.times[taken:done]
            block = np.empty((done - taken, run.width + 2))
            block[:, 0] = times
            block[:, 1:-1] = values
            for place, origin in self._origins:
                block[:, 1 + place] += origin
            block[:, -1] = self.energies.of(values)
            self.accelerations.see(times, values, rows[:, -1], self.tolerance)
            self._see(taken, times, values)
            self._record.append(block, self.facts())
        run.first = done

    def facts(self) -> Facts:
        """What is known of the run by now."""
        return self._facts(self)
