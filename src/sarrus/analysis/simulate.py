"""How does the mechanism move under its forces?"""

from __future__ import annotations

from dataclasses import replace

from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.motion.run import Options, Progress, check_options, run, start_of
from sarrus.analysis.rank.mobility import massless_motion
from sarrus.analysis.rank.parts import is_large
from sarrus.errors import ModelError
from sarrus.files import Path
from sarrus.model import Mechanism, snapshot_of
from sarrus.results import Result


def simulate(
    mechanism: Mechanism,
    until: float,
    *,
    rows: int = 501,
    rtol: float = 1e-8,
    atol: float = 1e-8,
    formulation: str = "auto",
    method: str = "dop853",
    step: float | None = None,
    strict: bool = True,
    progress: Progress | None = None,
    save: Path | None = None,
) -> Result:
    """Integrate the equations of motion from the start values.

    Guessed start values are assembled first; a fixed one that would have to move is an error.

    Args:
        mechanism: what moves.
        until: end time [s].
        rows: number of output rows, equally spaced from 0 to `until`.
        rtol: relative tolerance of the local error.
        atol: absolute tolerance, for angles in radians, for lengths in units of the mechanism they belong to (of half its
            length for a position).
        formulation: "relative" (joint coordinates), "absolute" (body coordinates), or "auto": whichever is estimated to
            cost less, and "absolute" where joint coordinates lose digits (a tiny crank on a long rod). The motion is the
            same.
        method: "dop853" (adaptive, order 8) or "rk4" (fixed step).
        step: step of "rk4" [s].
        strict: raise when the run fails, instead of returning what there is with its status.
        progress: called with the time reached and the end time.
        save: file to write the result to (HDF5, as `Result.save` does) while it is computed; see below.

    With `save="run.h5"`, rows go to the journal "run.h5.part" at least once a second, so that memory does not grow with
    their number, and a run that is killed loses a second at most: `load_result("run.h5.part")` reads the rest. At the
    end, also that of a run which fails or is stopped by Ctrl-C, the file takes its name with the rows so far and their
    status, and the journal goes. Until then, a file of that name stays as it was. A journal that a killed run has left
    is never written over; another run to the same name is refused.

    Raises:
        ModelError: the mechanism is wrong.
        UsageError: an option is impossible, or the file cannot be written.
        NumericalError: the run failed; `error.result` has the rows so far.
        Interrupted: stopped by Ctrl-C; `error.result` has the rows so far.
    """
    options = Options(until, rows, rtol, atol, formulation, method, step, strict, progress, save=save)
    check_options(options)
    found = find_start(snapshot_of(mechanism))
    failed = start_of(found, strict, "simulate")
    if failed is not None:
        return failed
    # a large mechanism is looked at in the formulation that it runs in, so that no other need be made
    looked_at = formulation if is_large(found.equations) else "relative"
    equations, x = in_formulation(found, looked_at)
    idle = massless_motion(equations, 0.0, x)
    if idle:
        raise ModelError.one(
            f"mechanism '{mechanism.name}'",
            f"the motion '{idle}' is free and has no inertia; its acceleration is undefined.",
            "Every free motion needs mass or inertia.",
            "Give the body a thickness (box, cylinder), or a joint or driver that holds this motion.",
        )
    # work is under error control where the state does not show it: a prescribed motion may be smooth while its effort is not
    model = equations.model
    unseen = bool(model.drivers) or any(force.hides_losses() for force in model.forces)
    return run(found, "simulate", replace(options, controls_work=unseen))
