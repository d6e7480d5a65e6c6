"""How does the mechanism move under its forces?

Integrates the equations of motion from the start values and shows a table, with the evidence to judge it by.

Ctrl-C stops it and keeps the rows so far, in the files of --csv and --save too. A run with --save that is killed
leaves FILE.h5.part, with all rows but those of its last second: 'sarrus plot' and sarrus.load_result read it.

Example: sarrus simulate four-bar.yaml --until 5 --show A.theta --csv run.csv
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb
from sarrus.quiet import loading

if TYPE_CHECKING:
    from sarrus.analysis.options import (
        Atol,
        Coordinates,
        Method,
        Outputs,
        Progressing,
        Rows,
        Rtol,
        RunFormulation,
        Save,
        Step,
        Strict,
        Until,
    )
    from sarrus.model import Mechanism
    from sarrus.results import Result


@verb
def simulate(
    mechanism: Mechanism,
    until: Until,
    *,
    rows: Rows = 501,
    rtol: Rtol = 1e-8,
    atol: Atol = 1e-8,
    formulation: RunFormulation = "auto",
    method: Method = "dop853",
    step: Step = None,
    outputs: Outputs = (),
    coordinates: Coordinates = (),
    strict: Strict = True,
    progress: Progressing = None,
    save: Save = None,
) -> Result:
    """Integrate the equations of motion from the start values.

    Guessed start values are assembled first; a fixed one that would have to move is an error.

    Args:
        mechanism: what moves.
        until: end time [s], or a text with its unit: "2 s", "3 min".
        rows: number of output rows, equally spaced from 0 to `until`.
        rtol: relative tolerance of the local error.
        atol: absolute tolerance, for angles in radians, for lengths in units of the mechanism they belong to (of half its
            length for a position).
        formulation: "relative" (joint coordinates), "absolute" (body coordinates), "closed" (in the plane: loops that fall
            into triangles of turning and sliding joints are solved by square roots, and joint coordinates take over where
            a triangle folds; long runs take half the time), or "auto": of the first two whichever is estimated to cost less,
            and "absolute" where joint coordinates lose digits (a tiny crank on a long rod). The motion is the same.
        method: "dop853" (adaptive, order 8) or "rk4" (fixed step).
        step: step of "rk4" [s].
        outputs: names of further series that are computed from the rows; `sarrus.outputs(mechanism)` lists them.
        coordinates: independent coordinates for partial velocities and generalised forces among the outputs.
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
    with loading():
        from sarrus.analysis.motion.forward import moved
        from sarrus.analysis.motion.run import Options
        from sarrus.analysis.outputs.asked import run_with_outputs

    end, steps = float(until), None if step is None else float(step)
    options = Options(end, rows, rtol, atol, formulation, method, steps, strict, progress, save=save)
    return run_with_outputs(mechanism, outputs, coordinates, save, lambda: moved(mechanism, options))
