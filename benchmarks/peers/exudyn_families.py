"""How Exudyn is tried: the methods its users have, refined by step or tolerance.

Loops are constraints for it, and constraints rule out its explicit methods; there it gets both implicit ones, without and
with numerical damping (without, it does not pass the singular poses of the four-bars).
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.peers import exudyn_planar, exudyn_spatial
from benchmarks.peers.exudyn_solve import Setting, System, run
from benchmarks.problem import Problem
from benchmarks.work_precision import Family, Runnable

ALPHA, TRAPEZOIDAL = "generalized-alpha", "trapezoidal"


def families(problem: Problem) -> list[Family]:
    """The families for a problem, by its name."""
    if problem.name == "andrews":
        return _implicit(problem, exudyn_planar.squeezer, 1e-4, (1.0,))
    if problem.name == "bricard":
        return _implicit(problem, exudyn_spatial.linkage, 1e-2, (1.0,))
    if problem.name.startswith("windows"):
        count = int(problem.name.removeprefix("windows"))
        return _implicit(
            problem, lambda: exudyn_planar.four_bars(count), 1e-2, (0.95, 0.8), trapezoidal=False
        )
    if problem.name == "flyball":
        return _implicit(problem, exudyn_spatial.governor, 1e-2, (0.9,))
    if problem.name == "heavy-top":
        return [
            *_implicit(problem, exudyn_spatial.top, 1e-3, (0.9,), "spherical joint, "),
            _family(problem, exudyn_spatial.top_on_hinges, "kinematic tree of hinges, ", "DOPRI5", 1e-3, 10**-0.5, 16),
            _family(problem, exudyn_spatial.top_on_hinges, "kinematic tree of hinges, ", "RK67", 5e-2, 0.7, 16),
        ]  # fmt: skip
    return []


def _implicit(
    problem: Problem,
    model: Callable[[], System],
    step: float,
    radii: tuple[float, ...],
    words: str = "",
    trapezoidal: bool = True,
) -> list[Family]:
    made = []
    for is_full in (False, True):
        for radius in radii:
            made.append(_family(problem, model, words, ALPHA, step, 0.25, 8, radius, is_full))
        if trapezoidal:
            made.append(_family(problem, model, words, TRAPEZOIDAL, step, 0.25, 8, 1.0, is_full))
    return made


def _family(
    problem: Problem,
    model: Callable[[], System],
    words: str,
    method: str,
    coarsest: float,
    ratio: float,
    rungs: int,
    radius: float = 1.0,
    is_full: bool = False,
) -> Family:
    def prepare() -> Callable[[float], Runnable]:
        system = model()
        return lambda setting: run(system, problem.times, Setting(method, setting, radius, is_full))

    is_adaptive = Setting(method, coarsest).is_adaptive
    named = method if method != ALPHA else f"{method} (radius {radius:g})"
    if method in (ALPHA, TRAPEZOIDAL):
        named += ", full Newton" if is_full else ", modified Newton"
    show = "tolerance {:.0e}".format if is_adaptive else "step {:.1e} s".format
    return Family("exudyn", f"{words}{named}", prepare, coarsest, ratio, rungs, show)
