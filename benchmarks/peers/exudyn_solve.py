"""Exudyn: its fast module, one thread, nothing written to disk, values kept by sensors at the times that are compared."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.arrays import Floats

sys.exudynFast = True  # type: ignore[attr-defined]  # the module without range checks; before its first import
import exudyn as exu  # noqa: E402

exu.config.printToConsole = False

SPARSE_FROM = 20
"""Bodies from which Exudyn's sparse solver is faster than its dense one."""


@dataclass(frozen=True)
class Setting:
    """How Exudyn integrates.

    Attributes:
        method: "generalized-alpha" (spectral radius `radius`), "trapezoidal" (index 2), or an explicit method by its name.
        step: [s]; for adaptive explicit methods the tolerance instead.
        radius: spectral radius at infinity; 1: no damping.
        is_full: Newton's method with a new Jacobian in each iteration and tolerances of 1e-6 and 1e-8, instead of the
            modified one with Exudyn's default tolerances. Tighter ones stop it where steps are small: residuals are
            then all rounding.
    """

    method: str
    step: float
    radius: float = 1.0
    is_full: bool = False

    @property
    def is_adaptive(self) -> bool:
        """Whether it chooses its steps."""
        return self.method in ("DOPRI5", "DVERK6", "ODE23")


@dataclass(frozen=True)
class System:
    """An assembled model and the sensors to read: one array of shape (times, values) per sensor."""

    mbs: Any
    sensors: list[Any]
    read: Callable[[list[Floats]], Floats]
    bodies: int
    is_redundant: bool = False


def run(system: System, times: Floats, setting: Setting) -> Callable[[], Callable[[], Floats]]:
    """A function that integrates, and gives one that reads the values at the times."""
    settings = _settings(system, times, setting)
    period = settings.solution.sensors.writePeriod

    def integrate() -> Callable[[], Floats]:
        try:
            system.mbs.SolveDynamic(
                settings, solverType=_solver(setting), showHints=False, showCausingItems=False
            )
        except exu.SolverError:
            return lambda: np.full(0, np.nan)
        return values

    def values() -> Floats:
        found = []
        for sensor in system.sensors:
            stored = np.asarray(system.mbs.GetSensorStoredData(sensor))
            rows = np.round(times / period).astype(int)
            if rows[-1] >= len(stored) or not np.allclose(stored[rows, 0], times, atol=1e-9):
                return np.full(0, np.nan)
            found.append(stored[rows, 1:])
        return system.read(found)

    return integrate


def _solver(setting: Setting) -> Any:
    if setting.method == "generalized-alpha":
        return exu.DynamicSolverType.GeneralizedAlpha
    if setting.method == "trapezoidal":
        return exu.DynamicSolverType.TrapezoidalIndex2
    return getattr(exu.DynamicSolverType, setting.method)


def _settings(system: System, times: Floats, setting: Setting) -> Any:
    s = exu.SimulationSettings()
    t = s.timeIntegration
    t.endTime = float(times[-1])
    # the longest period that hits all times
    s.solution.sensors.writePeriod = float(times[0])
    s.solution.file.write = False
    t.verboseMode = 0
    s.displayComputationTime = s.displayStatistics = False
    if setting.is_adaptive:
        t.numberOfSteps = max(1, round(times[-1] / times[0]))
        t.automaticStepSize = True
        t.relativeTolerance = t.absoluteTolerance = setting.step
        t.initialStepSize = 1e-4 * float(times[0])
        t.minimumStepSize = 1e-12
    else:
        # a whole number of steps from one time that is compared to the next
        t.numberOfSteps = max(1, round(times[0] / setting.step)) * round(times[-1] / times[0])
        t.automaticStepSize = t.adaptiveStep = False
    t.generalizedAlpha.spectralRadius = setting.radius
    t.newton.useModifiedNewton = not setting.is_full
    if setting.is_full:
        t.newton.relativeTolerance, t.newton.absoluteTolerance = 1e-6, 1e-8
    sparse = system.bodies >= SPARSE_FROM
    s.linearSolver.solverType = exu.LinearSolverType.EigenSparse if sparse else exu.LinearSolverType.EXUdense
    s.linearSolver.reuseAnalyzedPattern = sparse
    s.linearSolver.ignoreSingularJacobian = system.is_redundant
    return s
