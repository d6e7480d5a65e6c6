"""The mechanism of an answer where it stands: a result of one row, to be drawn."""

from __future__ import annotations

import numpy as np

from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import UsageError
from sarrus.mechanics.infos import ChannelKind
from sarrus.model import Mechanism
from sarrus.results import Answer, Result, Series
from sarrus.solvers.status import Status

__all__ = ["standing"]

KNOWN = (ChannelKind.COORDINATE, ChannelKind.MOTION, ChannelKind.SENSOR, ChannelKind.CONTACT)
"""What a pose and speeds tell."""


def standing(answer: Answer, model: Mechanism | None = None) -> Result:
    """Where the mechanism of an answer stands at the start; its loads and accelerations are not known.

    Raises:
        UsageError: the mechanism is not known, or does not close.
    """
    with mechanism_of(answer, model) as mechanism:
        found = find_start(mechanism.snapshot())
    if found.status is not Status.OK:
        raise UsageError(f"There is no pose to draw. {found.message}")
    e = found.equations
    still, free = np.zeros(len(e.speeds)), np.zeros(e.multipliers)
    row = np.array(e.evaluate("output", [0.0], found.x, still, free)[0])
    for place, origin in e.channel_origins:
        row[place] += origin
    series = {}
    for c in e.channels:
        values = row[c.start : c.start + c.size]
        if c.kind not in KNOWN or c.name.endswith(("_ddot", ".alpha")):
            values[:] = np.nan
        series[c.name] = Series(c.name, c.unit, values if c.size == 1 else values[None])
    return Result(
        answer.mechanism, answer.analysis, np.zeros(1), series, answer.status, described=answer.described
    )
