"""Which efforts does a motion need?

The motion is that of the drivers, or given by name; the efforts are those of drivers, or of the actuators that are named.
Where more of them push than the motion needs, the least efforts are found; where fewer do, it is said what is missing.

Example: sarrus inverse arm.yaml --until 1 --motion A.theta=t**2 --motion B.theta=0.3*t --actuators A.theta,B.theta
"""

# `motion.py` makes rows of what moves how, `actuators.py` inputs of what may push, `problem.py` one mechanism of both.
# `efforts.py` solves an instant, `history.py` all instants of a run, `answer.py` makes the result. `function.py` is the same
# for a controller.

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.inverse.function import inverse_function
    from sarrus.analysis.options import (
        Actuators,
        Coordinates,
        Formulation,
        Limits,
        Motions,
        Outputs,
        Progressing,
        Rows,
        Rtol,
        Save,
        Strict,
        Until,
        Weights,
    )
    from sarrus.model import Mechanism
    from sarrus.results import Result

__all__ = ["inverse", "inverse_function"]


@verb
def inverse(
    mechanism: Mechanism,
    until: Until,
    *,
    motion: Motions = None,
    actuators: Actuators = None,
    weights: Weights = None,
    limits: Limits = None,
    rows: Rows = 501,
    rtol: Rtol = 1e-8,
    formulation: Formulation = "auto",
    outputs: Outputs = (),
    coordinates: Coordinates = (),
    strict: Strict = True,
    progress: Progressing = None,
    save: Save = None,
) -> Result:
    """Find the efforts that a motion needs.

        M a - f = B tau + G^T lam

    Efforts tau are series `A.theta.effort` [N m or N], positive along the coordinate; of a driver `motor.effort`, of a force
    between two points `cylinder.effort` (a pull), of an input its own name. Beside each stands its power `A.theta.power` [W].
    All that a run publishes is there too; reactions are those that go with the efforts.

    Where more actuators push than the motion has degrees of freedom, tau^T W tau is least, and `internal` tells what cancels.

    Args:
        mechanism: what moves.
        until: end time [s], or a text with its unit: "500 ms".
        motion: by the name of a joint coordinate, an angle or a point of a body: an expression of t, a number, or points of
            time and value (a cubic spline goes through them); or a result, whose rows are taken. None: the drivers say it.
            A motion takes the place of the driver of its coordinate; other drivers hold what they hold.
        actuators: coordinates of joints, drivers, forces along a line or a coordinate, inputs. None: the drivers, or the joint
            coordinates whose motion is given. With as many as there are motions, the rest may move freely.
        weights: by actuator, W; 1 where nothing is said, or 1/limit**2 where all have limits.
        limits: by actuator, a number for both senses or a pair.
        rows: number of output rows, equally spaced from 0 to `until`.
        rtol: tolerance with which the motion is followed between rows.
        formulation: "relative", "absolute", or "auto", as for `simulate`.
        outputs: names of further series that are computed from the rows; `sarrus.outputs(mechanism)` lists them.
        coordinates: independent coordinates for partial velocities and generalised forces among the outputs.
        strict: raise when it fails, instead of returning what there is with its status.
        progress: called with the time reached and the end time.
        save: file to write the result to (HDF5, as `Result.save` does).

    Raises:
        UsageError: a name is unknown, motions depend on each other, or efforts of different units have no weights.
        NumericalError: the motion cannot be followed, or the actuators cannot give what it needs ("unreachable").
    """
    from sarrus.analysis.inverse.answer import AskedEfforts, find
    from sarrus.analysis.outputs.asked import run_with_outputs

    asked = AskedEfforts(
        float(until), rows, motion, actuators, weights, limits, rtol, formulation, strict, progress, save
    )
    return run_with_outputs(mechanism, outputs, coordinates, save, lambda: find(mechanism, asked))


def __getattr__(name: str) -> Any:
    """What computes is loaded when it is used."""
    if name != "inverse_function":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from sarrus.analysis.inverse.function import inverse_function

    return inverse_function
