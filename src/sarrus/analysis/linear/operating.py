"""Where a mechanism is looked at: its start, a time, an equilibrium, or where another answer left it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.analysis.assembly.start import in_formulation
from sarrus.analysis.linear.manifold import Manifold
from sarrus.analysis.linear.point import OperatingPoint, operating_point
from sarrus.analysis.linear.prepared import Prepared, as_loops
from sarrus.analysis.outputs.history import history_of
from sarrus.analysis.rank.cancellation import cancels
from sarrus.errors import ModelError, NumericalError, UsageError, quote, suggest
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.bodies import bodies_at
from sarrus.model import Snapshot
from sarrus.results import Answer, Result
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["START", "at_state", "looked_at", "point_of"]

START = "start"
MOST_RELATIVE = 150
"""Bodies up to which joint coordinates are looked at where nobody chose; roots of a ladder of so many agree to 1e-10."""


def looked_at(known: Prepared, t: float, formulation: str) -> tuple[Equations, Floats]:
    """Equations whose derivatives are quickly made, and the state of the start in them.

    What costs least to run is not what costs least here: joint coordinates are fewer, and are at hand. On long chains they
    lose digits.

    Raises:
        NumericalError: the start cannot be assembled.
    """
    found = known.assembled(t)
    few = len(known.model.bodies) <= MOST_RELATIVE and not any(f.shares_load for f in known.model.forces)
    if formulation == "auto" and few and not cancels(found.equations, found.x):
        formulation = "relative"
    e, x = in_formulation(found, formulation)
    return (known.equations(e.formulation, loops=True) if as_loops(e) else e), np.array(x)


def point_of(known: Prepared, at: Any, formulation: str) -> OperatingPoint:
    """An operating point.

    Args:
        known: what is looked at.
        at: "start"; a time, at which drivers are read; or an answer: an equilibrium or a pose, or the last row of a run.
        formulation: "relative", "absolute" or "auto".

    Raises:
        UsageError: the answer is of another mechanism, or tells no state.
        NumericalError: it cannot be assembled.
    """
    if isinstance(at, Answer):
        return _of_answer(known, at, formulation)
    if isinstance(at, str) and at != START:
        words = ["start", "equilibrium", *known.model.analyses]
        raise UsageError(
            f"at {quote(at)} is unknown. {suggest(at, words)} It is 'start', 'equilibrium', the name of an analysis that the "
            "model keeps, or a time such as '2 s'; in Python also an answer.".replace("  ", " ")
        )
    t = 0.0 if isinstance(at, str) else float(at)
    e, x = looked_at(known, t, formulation)
    return at_state(e, t, x)


def at_state(e: Equations, t: float, x: Floats) -> OperatingPoint:
    """The point of a state, brought onto what the rows allow.

    Raises:
        NumericalError: no such pose is near, or the equations of motion have no solution there.
    """
    manifold = Manifold(e, t)
    closed = manifold.closed(x)
    if closed is None:
        raise NumericalError(Status.NOT_CLOSED.text, int(Status.NOT_CLOSED))
    return operating_point(manifold, manifold.fitting(closed))


def _of_answer(known: Prepared, answer: Answer, formulation: str) -> OperatingPoint:
    model = known.model
    if answer.mechanism != model.name:
        raise UsageError(
            f"at is an answer for the mechanism {quote(answer.mechanism)}, and the question is about {quote(model.name)}. "
            "Give an answer of the same mechanism."
        )
    if isinstance(answer, Result):
        return _last_row(model, answer)
    if getattr(answer, "preload", None):
        raise UsageError(
            "at is an equilibrium for numbers of the model that were set for it. Give the model these numbers first."
        )
    if answer.ok and getattr(answer, "x", None):
        return _of_state(known, answer, formulation)
    values = getattr(answer, "values", None)
    if not isinstance(values, dict) or not answer.ok:
        raise UsageError(
            f"at is an answer of {answer.analysis}, which tells no state. Give a run, an assembly or an equilibrium."
        )
    t = float(getattr(answer, "t", 0.0))
    e, x = looked_at(Prepared(_from(model, values)), t, formulation)
    return at_state(e, t, x)


def _of_state(known: Prepared, answer: Any, formulation: str) -> OperatingPoint:
    """The point of an answer that keeps its state."""
    e, x = known.quick(answer.formulation), np.array(answer.x)
    if formulation not in ("auto", answer.formulation) and answer.formulation == "relative":
        q, v = bodies_at(e, x)
        beside = x[len(e.coordinates) + len(e.speeds) :][: len(e.internal)]
        e = known.quick(formulation)
        turns = [answer.values.get(name, 0.0) for name in e.quadratures]
        x = np.concatenate([q, v, beside, turns])
    return at_state(e, answer.t, x)


def _from(model: Snapshot, values: dict[str, float]) -> Snapshot:
    """The model with all that an answer knows as guesses, which decide where a loop closes."""
    from dataclasses import replace

    known = {name: value for name, value in values.items() if name.removesuffix("_dot") in model.coordinates}
    return replace(model, fixed={}, guess={**model.guess, **known})


def _last_row(model: Snapshot, run: Result) -> OperatingPoint:
    history = history_of(run)
    if not history.rows:
        raise UsageError("at is a run without rows.")
    if {b.name for b in history.model.bodies} != {b.name for b in model.bodies}:
        raise ModelError.one("at", "the run is of a mechanism with other bodies", "", "Run this mechanism.")
    e = history.e
    e = formulate(e.model, e.formulation, rolled=True) if as_loops(e) else e
    return at_state(e, float(history.t[-1]), history.x[-1].copy())
