"""The motion of a mechanism from a state on, followed closely."""

from __future__ import annotations

import numpy as np

from sarrus.errors import NumericalError
from sarrus.mechanics import Equations
from sarrus.program.machine import Machine
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators import DOP853, Integration
from sarrus.solvers.status import Status

__all__ = ["Following"]

CLOSELY = 1e-13
"""Tolerance of a step, relative, and in parts of the natural size of a state."""
STEPS = 200_000


class Following:
    """The motion of a mechanism by its compiled program.

    Args:
        equations: of the mechanism.

    Attributes:
        kinks: how often a law of force changed its branch on the way.
    """

    def __init__(self, equations: Equations) -> None:
        self.e = equations
        self._machine = Machine(equations, DOP853, in_haste=True)
        lengths = [*equations.coordinate_lengths, *equations.speed_lengths]
        sizes = [a or 1.0 for a in lengths] + [s.scale for s in equations.states[len(lengths) :]]
        self._controlled = equations.size - len(equations.quadratures)
        self._atol = CLOSELY * np.array(sizes[: self._controlled])
        self.kinks = 0

    def __call__(self, t: float, x: Floats, until: float) -> Floats:
        """The state at a later time.

        Raises:
            NumericalError: the motion cannot be followed to there.
        """
        e, machine, found = self.e, self._machine, x.copy()
        status = Status(machine.begin(t, found))
        if until <= t or status is not Status.OK:
            self._require(status)
            return found
        run = Integration(
            x=found,
            atol=self._atol,
            times=np.array([until]),
            rows=np.zeros(e.width + 1),
            spot=np.zeros(1),
            n=e.size,
            n_error=self._controlled,
            n_times=1,
            width=e.width,
            t_end=until,
            rtol=CLOSELY,
            guards=machine.guards,
            attempt_limit=STEPS,
            t=t,
        )
        self._require(Status(machine.integrate(run)))
        self.kinks += run.kinks + run.cuts
        return found

    def _require(self, status: Status) -> None:
        if status is not Status.OK:
            raise NumericalError(status.text, int(status))
