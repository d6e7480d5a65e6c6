"""Runs in closed form: when they are, and how the general formulation takes over where a triangle folds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sarrus.analysis.assembly.start import Start, in_formulation
from sarrus.errors import UsageError
from sarrus.mechanics import Equations
from sarrus.mechanics.choice import Refusal, unfit_to_close
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators import Integration

if TYPE_CHECKING:
    from sarrus.mechanics.closed.form import ClosedForm

__all__ = ["Running", "begun", "carried_on", "told"]


@dataclass(frozen=True)
class Running:
    """What a run begins with.

    Attributes:
        equations, x: of the formulation that it begins in.
        form: its closed form, where that is the one.
    """

    equations: Equations
    x: Floats
    form: ClosedForm | None = None


def begun(found: Start, formulation: str) -> Running:
    """The formulation that a run begins in.

    Args:
        found: the start.
        formulation: as the user asks for it. The closed form is taken only where it is asked for: a call with code from the
            cache takes longer by what the closed form is found in, which pays in long runs alone (decision 0034).

    Raises:
        UsageError: the closed form is asked for, and there is none.
    """
    if formulation == "closed":
        form = _near_start(found)
        if isinstance(form, Refusal):
            raise UsageError(
                f"formulation is 'closed', but the mechanism '{found.equations.model.name}' has no closed form here: "
                f"{form.reason}. Take formulation='auto'."
            )
        return Running(form.equations, form.x, form)
    return Running(*in_formulation(found, formulation))


def _near_start(found: Start) -> ClosedForm | Refusal:
    """The closed form, if the start stands far enough from its folds."""
    refusal = unfit_to_close(found.equations)
    if refusal is not None:
        return refusal
    from sarrus.mechanics.closed.form import closed_form  # most mechanisms have none
    from sarrus.mechanics.closed.plan import FOLDED

    form = closed_form(found.equations, found.x)
    if isinstance(form, Refusal) or form.plan.least > FOLDED:
        return form
    owner, height = min(form.plan.heights.items(), key=lambda item: item[1])
    return Refusal(
        f"the triangle that joint '{owner}' closes is nearly folded at the start; its height is {height:.2g} of what "
        f"it can be at most, and must be above {FOLDED:g}"
    )


def carried_on(form: ClosedForm, before: Integration, after: Integration) -> Integration:
    """The general run that goes on where one in closed form was left: counts and rows go on as well.

    Args:
        form: what was left.
        before: where it stands.
        after: new, with room for the state of the general formulation.
    """
    after.x[:] = form.expanded(before.t, before.x)
    after.t = before.t
    after.first = before.written
    for name in ("accepted", "rejected", "evaluations", "written", "retries", "not_finites", "cuts", "kinks"):
        setattr(after, name, getattr(before, name))
    return after


def told(form: ClosedForm, least: float, left_at: float | None) -> str:
    """What the evidence says of a closed form."""
    names = ", ".join(form.leading) or "the drivers"
    text = f"{names} {'leads' if len(form.leading) == 1 else 'lead'}, the rest follows"
    if form.plan.heights:
        is_one = len(form.plan.heights) == 1
        what, its = ("triangle", "its height") if is_one else ("triangles", "their heights")
        text += f"; {what} at {', '.join(form.plan.heights)} kept at least {least:.3g} of {its}"
    if left_at is not None:
        text += f"; left at t = {left_at:.6g} s for {form.relative.formulation} coordinates"
    return text
