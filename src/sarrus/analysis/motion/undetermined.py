"""Reaction components that redundant rows leave open, as a run goes on.

A component may happen to be unique in one pose and not in others: three parallel cranks share their load along
themselves, which is upright at the start and aslant later. Where it is not unique in one pose, it is not unique in almost
every other that the motion leads to: the self-stresses change with the pose, and a component that they have vanishes
along all of a motion or at single instants. So a few poses that nobody has chosen tell as much as all of them.
"""

from __future__ import annotations

import numpy as np

from sarrus.analysis.assembly.start import Start, in_formulation
from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.mobility import Mobility, Ranks, left_open, mobility, united
from sarrus.mechanics import Equations
from sarrus.mechanics.bodies import bodies_in
from sarrus.solvers.arrays import Floats

__all__ = ["Undetermined"]

PLACES = (0.146, 0.382, 0.618, 0.875, 1.0)
"""Where a run is looked at besides its start, as parts of its output rows; no simple parts of a turn."""
FEW_PLACES, MANY_ROWS = (0.382,), 100
"""The same for a mechanism with more constraint rows than this: a look takes as long as that at the start does."""


class Undetermined:
    """Looks at the start of a run, and at a few of its rows as they come.

    Args:
        found: the start.
        free: its rank report, in the coordinates of the run.
        run: the equations whose rows will come.
        rows: how many at most.
    """

    def __init__(self, found: Start, free: Mobility, run: Equations, rows: int) -> None:
        self._found, self._run = found, run
        self._start: tuple[str, ...] = ()
        self._later: list[tuple[int, tuple[str, ...]]] = []  # rank, and what is open
        self._due: list[int] = []
        self._last: tuple[float, Floats] | None = None
        # The rank elsewhere is not smaller but at single instants: with all rows independent, all reactions are unique.
        if free.rank == free.rows:
            return
        # all joints must be rows to be seen, hence absolute
        absolute, x = in_formulation(found, "absolute")
        self._start = mobility(absolute, 0.0, x).not_unique
        self._rows = Rows(absolute)
        places = PLACES if len(absolute.rows) <= MANY_ROWS else FEW_PLACES
        self._due = sorted({round(place * (rows - 1)) for place in places} - {0})

    @property
    def names(self) -> tuple[str, ...]:
        """Components that are open in a pose seen by now; where the rank is lower than elsewhere, only if it is the start."""
        most = max((rank for rank, _ in self._later), default=0)
        found = [self._start, *(open_ones for rank, open_ones in self._later if rank == most)]
        return united(self._run, found)

    def see(self, first: int, times: Floats, values: Floats) -> None:
        """Look at what is due among further rows, of which the first has this number."""
        if not self._due:
            return
        while self._due and self._due[0] < first + len(times):
            row = self._due.pop(0) - first
            self._look(float(times[row]), values[row])
        self._last = float(times[-1]), values[-1].copy()

    def end(self) -> None:
        """Look at the last row of a run that ended before its time."""
        if self._due and self._last is not None:
            self._look(*self._last)
            self._due = []

    def _look(self, t: float, row: Floats) -> None:
        absolute, start = in_formulation(self._found, "absolute")
        q, v = bodies_in(self._run, row)
        x = np.concatenate([q, v, start[len(q) + len(v) :]])  # fitted angles may be on any turn
        ranks = Ranks.of(self._rows.at(t, x), self._rows.parts)
        stresses = ranks.multipliers()
        # what any of the self-stresses changes, a mixture of all of them changes too
        parts = np.random.default_rng(1).normal(size=len(stresses))
        mixture = [
            sum((part * lam for part, lam in zip(parts, stresses, strict=True)), np.zeros(len(absolute.rows)))
        ]
        self._later.append((ranks.rank, left_open(absolute, t, x, mixture if stresses else ())))
