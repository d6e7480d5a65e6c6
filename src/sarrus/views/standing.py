"""The mechanism of an answer where it stands, as a result that can be drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.linear.numbers import Changing
from sarrus.analysis.motion.restored import mechanism_of
from sarrus.analysis.statics.answer import Equilibrium
from sarrus.errors import UsageError
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.infos import ChannelKind
from sarrus.model import Mechanism, Snapshot
from sarrus.results import Answer, Result, Series
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["along_path", "in_states", "standing"]

KNOWN = (ChannelKind.COORDINATE, ChannelKind.MOTION, ChannelKind.SENSOR, ChannelKind.CONTACT)
"""What a pose and speeds tell."""
TIME = "t"
CLOSED = 1e-6
"""Gap that is not seen [m or rad]."""


def standing(answer: Answer, model: Mechanism | None = None) -> Result:
    """Where the mechanism of an answer stands: in the pose that it found, else at the start; its loads and accelerations are not known.

    Raises:
        UsageError: the mechanism is not known, or does not close.
    """
    with mechanism_of(answer, model) as mechanism:
        snapshot = mechanism.snapshot()
        found = find_start(snapshot)
    if found.status is not Status.OK:
        raise UsageError(f"There is no pose to draw. {found.message}")
    e = found.equations
    x, t = found.x, 0.0
    at = getattr(answer, "x", ())  # an answer that found a pose of its own
    formulation = getattr(answer, "formulation", "")
    own = e if formulation in ("", e.formulation) else formulate(snapshot, formulation)
    if formulation and len(at) == own.size:
        e, x, t = own, np.array(at), float(getattr(answer, "t", 0.0))
    return in_states(answer, e, [x], t)


def along_path(answer: Equilibrium, model: Snapshot) -> Result | None:
    """The mechanism where an equilibrium found it, then at each point of its load path.

    None where joint coordinates do not tell a pose, as of a ball joint, or where what changes is a length: bodies are drawn
    as the model has them.
    """
    e = formulate(model, "relative")
    known = len(answer.x) == e.size and answer.formulation == "relative"
    if not known or e.channel_origins or any(name not in answer.path for name in e.coordinates):
        return None
    values = np.array(answer.path[answer.over])
    times = values if answer.over == TIME else np.full(len(values), answer.t)
    states = np.tile(np.array(answer.x), (len(values), 1))
    for k, name in enumerate(e.coordinates):
        states[:, k] = answer.path[name]
    gaps = [np.array(e.arrays_at(t=[t], x=x)["g"]) for t, x in zip(times, states, strict=True)]
    if max((float(np.abs(g).max(initial=0.0)) for g in gaps), default=0.0) > CLOSED:
        return None
    if answer.over != TIME and _moves_bodies(e, answer.over, values, states[0], answer.t):
        return None
    return in_states(answer, e, [np.array(answer.x), *states], [answer.t, *times])


def _moves_bodies(e: Equations, number: str, values: Floats, x: Floats, t: float) -> bool:
    """Whether bodies are elsewhere with another value of a number, though the coordinates are the same."""
    changing = Changing(e)
    if number not in changing.numbers:
        return True
    still, free = np.zeros(len(e.speeds)), np.zeros(e.multipliers)
    rows = []
    for value in (values.min(), values.max()):
        changing.put(number, float(value))
        rows.append(np.array(changing.equations.evaluate("output", [t], x, still, free)[0]))
    placed = [k for c in e.channels if c.kind is ChannelKind.MOTION for k in range(c.start, c.start + c.size)]
    return bool(np.abs(rows[1] - rows[0])[placed].max(initial=0.0) > CLOSED)


def in_states(
    answer: Answer, e: Equations, states: Sequence[Floats], t: float | Sequence[float] = 0.0
) -> Result:
    """The mechanism in some states, a row for each; its loads and accelerations are not known.

    Args:
        answer: what is shown.
        e: equations that the states are of.
        states: one or more.
        t: time at which all of them are, or each of them is.
    """
    still, free = np.zeros(len(e.speeds)), np.zeros(e.multipliers)
    times = np.broadcast_to(t, len(states))
    rows = np.array(
        [e.evaluate("output", [t], x, still, free)[0] for t, x in zip(times, states, strict=True)]
    )
    for place, origin in e.channel_origins:
        rows[:, place] += origin
    series = {}
    for c in e.channels:
        values = rows[:, c.start : c.start + c.size]
        if c.kind not in KNOWN or c.name.endswith(("_ddot", ".alpha")):
            values[:] = np.nan
        series[c.name] = Series(c.name, c.unit, values[:, 0] if c.size == 1 else values)
    return Result(
        answer.mechanism,
        answer.analysis,
        np.arange(len(rows), dtype=float),
        series,
        answer.status,
        described=answer.described,
    )
