"""How does it move when its drivers determine everything?

The model needs as many drivers as it has degrees of freedom. The efforts of the drivers are found too.

Example: sarrus kinematics slider-crank.yaml --until 2 --show slide.s,motor.effort
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb
from sarrus.errors import ModelError

if TYPE_CHECKING:
    from sarrus.analysis.check.report import Report
    from sarrus.analysis.options import (
        Coordinates,
        Formulation,
        Outputs,
        Progressing,
        Rows,
        Rtol,
        Save,
        Strict,
        Until,
    )
    from sarrus.model import Mechanism
    from sarrus.results import Result


@verb
def kinematics(
    mechanism: Mechanism,
    until: Until,
    *,
    rows: Rows = 501,
    rtol: Rtol = 1e-8,
    formulation: Formulation = "auto",
    outputs: Outputs = (),
    coordinates: Coordinates = (),
    strict: Strict = True,
    progress: Progressing = None,
    save: Save = None,
) -> Result:
    """Positions, velocities and accelerations that the drivers prescribe, with the efforts they need.

    Drivers must leave no freedom. Every output row solves the position, velocity and acceleration equations; between
    rows the motion is followed with a step control, so that it stays on its branch. Reactions and efforts include
    inertia, gravity and all forces.

    Args:
        mechanism: what moves.
        until: end time [s], or a text with its unit: "2 s", "3 min".
        rows: number of output rows, equally spaced from 0 to `until`.
        rtol: tolerance with which the motion is followed between rows, and work is integrated.
        formulation: "relative", "absolute", or "auto", as for `simulate`.
        outputs: names of further series that are computed from the rows; `sarrus.outputs(mechanism)` lists them.
        coordinates: independent coordinates for partial velocities and generalised forces among the outputs.
        strict: raise when the run fails, instead of returning what there is with its status.
        progress: called with the time reached and the end time.
        save: file to write the result to (HDF5, as `Result.save` does) while it is computed; see `simulate`.
    """
    from sarrus.analysis.assembly.start import find_start
    from sarrus.analysis.check.examine import examine
    from sarrus.analysis.motion.run import Options, check_options, run, start_of
    from sarrus.analysis.outputs.asked import run_with_outputs
    from sarrus.analysis.rank.constraints import Rows as ConstraintRows
    from sarrus.analysis.rank.mobility import Ranks
    from sarrus.model import snapshot_of

    options = Options(
        float(until), rows, rtol, rtol, formulation, "dop853", None, strict, progress,
        controls_work=True, save=save,
    )  # fmt: skip
    check_options(options)
    found = find_start(snapshot_of(mechanism))
    failed = start_of(found, strict, "kinematics")
    if failed is not None:
        return failed
    e = found.equations
    constraints = ConstraintRows(e)
    freedoms = len(e.speeds) - Ranks.of(constraints.at(0.0, found.x), constraints.parts).rank
    if freedoms:
        raise _undetermined(mechanism.name, examine(found), freedoms)
    return run_with_outputs(mechanism, outputs, coordinates, save, lambda: run(found, "kinematics", options))


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
