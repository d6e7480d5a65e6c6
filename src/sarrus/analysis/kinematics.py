"""How does the mechanism move when its drivers determine everything?"""

from __future__ import annotations

from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.check.examine import examine
from sarrus.analysis.check.report import Report
from sarrus.analysis.motion.run import Options, Progress, check_options, run, start_of
from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.mobility import Ranks
from sarrus.errors import ModelError
from sarrus.files import Path
from sarrus.model import Mechanism, snapshot_of
from sarrus.results import Result


def kinematics(
    mechanism: Mechanism,
    until: float,
    *,
    rows: int = 501,
    rtol: float = 1e-8,
    formulation: str = "auto",
    strict: bool = True,
    progress: Progress | None = None,
    save: Path | None = None,
) -> Result:
    """Positions, velocities and accelerations that the drivers prescribe, with the efforts they need.

    Drivers must leave no freedom. Every output row solves the position, velocity and acceleration equations; between
    rows the motion is followed with a step control, so that it stays on its branch. Reactions and efforts include
    inertia, gravity and all forces.

    Args:
        mechanism: what moves.
        until: end time [s].
        rows: number of output rows, equally spaced from 0 to `until`.
        rtol: tolerance with which the motion is followed between rows, and work is integrated.
        formulation: "relative", "absolute", or "auto", as for `simulate`.
        strict: raise when the run fails, instead of returning what there is with its status.
        progress: called with the time reached and the end time.
        save: file to write the result to (HDF5, as `Result.save` does) while it is computed; see `simulate`.
    """
    options = Options(
        until, rows, rtol, rtol, formulation, "dop853", None, strict, progress, controls_work=True, save=save
    )
    check_options(options)
    found = find_start(snapshot_of(mechanism))
    failed = start_of(found, strict, "kinematics")
    if failed is not None:
        return failed
    e = found.equations
    constraints = Rows(e)
    freedoms = len(e.speeds) - Ranks.of(constraints.at(0.0, found.x), constraints.parts).rank
    if freedoms:
        raise _undetermined(mechanism.name, examine(found), freedoms)
    return run(found, "kinematics", options)


def _undetermined(name: str, report: Report, here: int) -> ModelError:
    """Why drivers leave freedom at the start: they are too few, or this pose is singular, as `check` says it.

    Args:
        name: of the mechanism.
        report: what check finds.
        here: degrees of freedom at the start.
    """
    where = f"mechanism '{name}'"
    singular = report.found("singular")
    if singular and not report.freedoms:
        needs = "Kinematics needs a start from which the drivers determine the motion."
        return ModelError.one(where, singular[0].what, needs, singular[0].try_)
    freedoms = report.freedoms or here
    return ModelError.one(
        where,
        f"{freedoms} degree{'s' if freedoms > 1 else ''} of freedom left: the drivers do not determine the motion.",
        "Kinematics needs as many independent drivers as there are degrees of freedom.",
        "Add a driver, or use simulate.",
    )
