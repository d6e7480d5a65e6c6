"""Show the equations of motion, with the names of the model.

The forms linear and transfer hold near an operating point: --at, --state, --input and --outputs are those of linearize.

Example: sarrus equations four-bar.yaml --format markdown --output four-bar.md
"""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Any

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import (
        Complete,
        Form,
        General,
        Index,
        LinearInputs,
        LinearStates,
        MinimalCoordinates,
        TurnAngles,
        Where,
        WrittenOutputs,
    )
    from sarrus.analysis.written import WrittenEquations
    from sarrus.model import Mechanism

OPTIONS = ("at", "states", "inputs", "outputs")
"""What the forms linear and transfer can be told, and no other."""


@verb
def equations(
    mechanism: Mechanism,
    *,
    form: Form = "newton-euler",
    index: Index = 1,
    general: General = False,
    complete: Complete = False,
    angles: TurnAngles = "1-2-3",
    coordinates: MinimalCoordinates = (),
    at: Where = None,
    states: LinearStates = (),
    inputs: LinearInputs = (),
    outputs: WrittenOutputs = (),
) -> WrittenEquations:
    """The equations of a mechanism to read: `.text()`, `.latex()`, `.markdown()`, `.html()`, `.sympy()`.

    Args:
        mechanism: what moves.
        form: which equations: "newton-euler", "lagrange" and others; `sarrus explain forms` says what each is.
        index: which rows stand beside the equations of motion: 3 for positions, 2 velocities, 1 accelerations.
        general: keep zeros written in the model as symbols.
        complete: write long tables to their end.
        angles: sequence of axes by which turns in space are written, such as "3-1-3".
        coordinates: in which the minimal forms ode and state-space are written; when left out, a choice that suits.
        at: of the forms linear and transfer, the operating point: "equilibrium" (when left out), "start", a time, or an
            answer; see `linearize`, also for the following.
        states: coordinates that become states, with their rates.
        inputs: of the model, `load.A.theta` for an effort, `motor.motion_ddot`; the form transfer needs some.
        outputs: published numbers; the form transfer needs some.

    Raises:
        UsageError: an option does not belong to the form, or a name is unknown.
        NumericalError: there is no such operating point.
    """
    from sarrus.analysis.linear_page.record import FORMS as LINEAR_FORMS
    from sarrus.analysis.written import written
    from sarrus.errors import UsageError

    if index not in (1, 2, 3):
        raise UsageError(f"index {index} is unknown. Allowed: 1, 2, 3.")
    told = {"at": at, "states": states, "inputs": inputs, "outputs": outputs}
    _refuse_foreign(form, {n for n, v in told.items() if v is not None and v != ()}, index, general)
    if form in LINEAR_FORMS:
        return _linear(mechanism, form, complete, {n: v for n, v in told.items() if v is not None})
    return written(
        mechanism,
        form,
        index=index,
        general=general,
        complete=complete,
        angles=angles,
        coordinates=coordinates,
    )


def _refuse_foreign(form: str, told: Set[str], index: int, general: bool) -> None:
    """Refuse options that the form would ignore.

    Raises:
        UsageError: there are some; or the form transfer lacks inputs or outputs.
    """
    from sarrus.analysis.linear_page.record import FORMS as LINEAR_FORMS
    from sarrus.analysis.linear_page.record import TRANSFER
    from sarrus.errors import UsageError
    from sarrus.phrases import listed

    if form not in LINEAR_FORMS:
        if told:
            names = sorted(told, key=OPTIONS.index)
            belong = "belongs" if len(names) == 1 else "belong"
            raise UsageError(
                f"{listed(names)} {belong} to the forms {' and '.join(LINEAR_FORMS)}, which hold at an operating point, and "
                f"the form is {form}. Leave {'it' if len(names) == 1 else 'them'} out, or ask for form linear."
            )
        return
    if index != 1 or general:
        name = f"index {index}" if index != 1 else "general"
        raise UsageError(
            f"{name} belongs to forms that print constraint rows and symbols, and the form {form} has neither. Leave it out."
        )
    missing = [name for name in ("inputs", "outputs") if name not in told]
    if form == TRANSFER and missing:
        raise UsageError(
            f"The form transfer goes from inputs to outputs, and no {' and no '.join(missing)} are named. Name some: "
            "inputs=['load.A.theta'], outputs=['A.theta'] in Python, --input load.A.theta --outputs A.theta as words of a "
            "command. Inputs are those of linearize; outputs are anything that is published."
        )


def _linear(mechanism: Mechanism, form: str, complete: bool, told: dict[str, Any]) -> WrittenEquations:
    """The linear model of a mechanism, to read."""
    from sarrus.analysis.linearize import linearize

    return linearize(mechanism, **told).symbolic(form, complete=complete)
