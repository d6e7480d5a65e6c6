"""How Drake is tried: where it can close the loops, which is in its discrete solver."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.peers import drake_windows
from benchmarks.problem import Problem
from benchmarks.work_precision import Family, Runnable


def families(problem: Problem) -> list[Family]:
    """The families for a problem, by its name."""
    if not problem.name.startswith("windows"):
        return []
    count = int(problem.name.removeprefix("windows"))

    def prepare() -> Callable[[float], Runnable]:
        return lambda step: drake_windows.run_discrete(count, problem.times, step)

    return [Family("drake", "discrete, ball constraints, SAP", prepare, 1e-2, 0.5, 8, "step {:.1e} s".format)]
