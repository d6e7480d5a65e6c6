"""Whether a motion runs away: its speeds grow by the same factor again and again, and each time there is as much to compute again.

A controller beyond its stability, or a negative damper, feeds a motion without end. Nothing is wrong with the steps: each is as
long as the motion allows. But what is left needs ever more of them, and a run that would end never does.
"""

from __future__ import annotations

import math

import numpy as np

from sarrus.mechanics import Equations
from sarrus.solvers.integrators import Integration

__all__ = ["ENDLESS", "Growth", "running_away"]

DOUBLINGS, FASTER = 5, 8.0
"""While its attempts double so often, a motion that runs away becomes faster by more than this factor, and its steps shorter by
as much. A speed that grows evenly becomes faster by 5.7 meanwhile, one that grows by itself, by 32."""
ENDLESS = 1e7
"""Attempts that the rest of the time would need at the speed reached, from which on it is asked."""


class Growth:
    """Looks at a run whenever its attempts have doubled: at its fastest speed since, and at its shortest way in time.

    Args:
        due: attempts at the first look.
    """

    def __init__(self, due: int) -> None:
        self._due = due
        self._fastest, self._shortest = 0.0, math.inf
        self._seen: list[tuple[float, float]] = []

    def see(self, attempts: int, fastest: float, time: float) -> bool:
        """Whether the motion runs away, as far as is known.

        Args:
            attempts: so far.
            fastest: speed of natural size.
            time: how far as many attempts as between two calls have led [s].
        """
        self._fastest, self._shortest = max(self._fastest, fastest), min(self._shortest, time)
        if attempts >= self._due:
            self._seen = [*self._seen[-DOUBLINGS:], (self._fastest, self._shortest)]
            self._due, self._fastest, self._shortest = 2 * attempts, 0.0, math.inf
        if len(self._seen) <= DOUBLINGS:
            return False
        (slow, long), (fast, short) = self._seen[0], self._seen[-1]
        return fast > FASTER * slow and FASTER * short < long


def running_away(e: Equations, run: Integration) -> str:
    """How fast a motion is that ran away, and what can be done."""
    first = len(e.coordinates)
    v = run.x[first : first + len(e.speeds)]
    k = int(np.argmax(np.abs(v) / np.array(e.speed_lengths)))
    unit = "m/s" if e.speed_units[k] == "m" else "rad/s"
    return (
        f"At t = {run.t:.4g} s a speed of '{e.speeds[k].partition('.')[0]}' is {abs(v[k]):.3g} {unit}, and speeds double again "
        f"and again: the rest of the time would need more than {ENDLESS:.0e} time steps. Something feeds the motion, such as a control law beyond its "
        f"stability or a damping below zero: 'energy.supplied' tells how much. Mend it, or ask for less time: until={run.t:.2g}."
    )
