"""Which models and methods are tried on which problem."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import ours
from benchmarks.arrays import Floats
from benchmarks.models import andrews, bricard, flyball, heavy_top, windows
from benchmarks.peers import is_here
from benchmarks.problem import Problem
from benchmarks.work_precision import Family, Runnable
from sarrus import Mechanism
from sarrus.solvers.status import Status

FORMULATIONS = ("relative", "absolute")


def problems() -> dict[str, Problem]:
    """All motions by name."""
    all_of_them = [
        andrews.ANDREWS,
        bricard.BRICARD,
        *(windows.problem(n) for n in windows.TABLE),
        heavy_top.HEAVY_TOP,
        flyball.FLYBALL,
    ]
    return {p.name: p for p in all_of_them}


def families(problem: Problem) -> list[Family]:
    """Everybody who can take part in a problem here."""
    made = _ours(problem)
    if is_here("exudyn"):
        from benchmarks.peers import exudyn_families

        made += exudyn_families.families(problem)
    if is_here("drake"):
        from benchmarks.peers import drake_families

        made += drake_families.families(problem)
    return made


def runge_kutta_4(problem: Problem) -> Family:
    """Ours with the method of order 4, to see what the order is worth."""
    return _family(problem, problem.mechanism, "relative", "", method="rk4")


def _ours(problem: Problem) -> list[Family]:
    made = [_family(problem, problem.mechanism, f, "") for f in FORMULATIONS]
    if problem.name == "heavy-top":
        made.append(_family(problem, heavy_top.on_hinges, "relative", "three hinges, "))
    return made


def _family(
    problem: Problem, mechanism: Callable[[], Mechanism], formulation: str, model: str, method: str = "dop853"
) -> Family:
    is_fixed = method == "rk4"

    def prepare() -> Callable[[float], Runnable]:
        integration = ours.Integration(mechanism(), formulation, method)

        def start(setting: float) -> Runnable:
            run = (
                integration.run(problem.times, step=setting)
                if is_fixed
                else integration.run(problem.times, setting)
            )

            def made() -> Callable[[], Floats]:
                motion = run()
                is_whole = motion.status is Status.OK
                return lambda: problem.read(motion.series) if is_whole else problem.reference[:0]

            return made

        return start

    label = f"{model}{formulation}, {method}"
    if is_fixed:
        return Family("sarrus", label, prepare, float(problem.times[0]) / 50, 0.5, 12, "step {:.1e} s".format)
    return Family("sarrus", label, prepare, 1e-3, 10**-0.5, 20, "tolerance {:.0e}".format)
