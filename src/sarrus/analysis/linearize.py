"""How do small motions go, near an equilibrium, a steady motion, or a point of a motion?

States are joint coordinates and their rates. Inputs are those of the model, load.A.theta for an effort along a coordinate,
and motor.motion_ddot for the acceleration that a driver prescribes; outputs are anything that is published.

Example: sarrus linearize cart-pendulum.yaml --at start --input load.rail.s --output rail.s
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.linear.model import LinearModel
    from sarrus.analysis.linear.point import OperatingPoint
    from sarrus.analysis.linear.prepared import Prepared
    from sarrus.analysis.options import (
        Formulation,
        LinearInputs,
        LinearOutputs,
        LinearStates,
        Reduced,
        TurnFrame,
        Where,
    )
    from sarrus.model import Mechanism


@verb
def linearize(
    mechanism: Mechanism,
    *,
    at: Where = "equilibrium",
    states: LinearStates = (),
    inputs: LinearInputs = (),
    outputs: LinearOutputs = (),
    reduce: Reduced = False,
    frame: TurnFrame = "auto",
    formulation: Formulation = "auto",
) -> LinearModel:
    """The linear model of small motions: dx' = A dx + B du, dy = C dx + D du, with named states, inputs and outputs.

        model = sarrus.linearize(m, at="start", inputs=["load.slide.s"], outputs=["slide.s", "A.theta"])
        model.A, model.poles()

    Args:
        mechanism: what moves.
        at: "equilibrium" (found from the start), "start", a time at which drivers are read, or an answer: an equilibrium, an
            assembly, or a run, whose last row is taken; also the name of an analysis that the mechanism keeps.
        states: coordinates that become states, with their rates; none: a choice that suits. Small turns of a ball joint are
            `ball.rx`, `ball.ry`, `ball.rz`.
        inputs: of the model; `load.A.theta` for an effort along a coordinate; `motor.motion_ddot` for the acceleration of a
            driver, whose displacement and rate then become states.
        outputs: published numbers; a vector stands for its components.
        reduce: keep only `states` and what they and the outputs depend on.
        frame: in which small turns of ball joints are seen: "base", "axis", "body", or "auto": the first in which the motion is steady.
        formulation: "relative", "absolute" or "auto": the same model.

    Raises:
        UsageError: a name is unknown, or states do not describe small motions.
        NumericalError: there is no such point, or rows repeat each other there alone.
    """
    from sarrus.analysis.linear.making import linear_model
    from sarrus.analysis.linear.prepared import prepared
    from sarrus.quiet import no_collection

    with no_collection(), prepared(mechanism) as known:
        if isinstance(at, str) and at in known.model.analyses:
            from sarrus.analysis.run import run

            at = run(mechanism, at)
        point = _point(mechanism, known, at, formulation)
        found = linear_model(
            point,
            states,
            inputs,
            outputs,
            "" if frame == "auto" else frame,
            reduce,
        )
        return replace(found, where=_said(at, point.t))


def _said(at: Any, t: float) -> str:
    """Which point it is, in a few words."""
    from sarrus.results import Answer, Result

    if isinstance(at, Answer):
        if isinstance(at, Result):
            return f"the last row of a run of {at.analysis}, t = {t:.6g} s"
        return f"where the answer of {at.analysis} stands" + (f", t = {t:.6g} s" if t else "")
    if at == "equilibrium":
        return "where it rests, found downhill from the start"
    return "the start" if at == "start" else f"the start at t = {t:.6g} s"


def _point(mechanism: Mechanism, known: Prepared, at: Any, formulation: str) -> OperatingPoint:
    """Where it is looked at; of equilibria the stable one, without the verdict on it.

    Raises:
        NumericalError: there is none.
    """
    from sarrus.analysis.linear.operating import at_state, point_of
    from sarrus.analysis.statics.rest import rest_at
    from sarrus.analysis.statics.search import Ending, stable

    if not (isinstance(at, str) and at == "equilibrium"):
        return point_of(known, at, formulation)
    formulation = "relative" if formulation == "auto" else formulation
    if formulation not in known.rests:
        rest = rest_at(known, None, formulation)
        found = stable(rest.balance)
        if found.ending is not Ending.BALANCED:
            from sarrus.analysis.equilibrium import equilibrium

            equilibrium(mechanism)  # says why there is none
        known.rests[formulation] = rest.of.e, found.balance.x
    e, x = known.rests[formulation]
    return at_state(e, 0.0, x.copy())
