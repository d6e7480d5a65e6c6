"""For how long the drivers of a mechanism say where it should be: a run does not go beyond that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats

__all__ = ["Limit", "end_of_drivers", "late_driver", "spans", "until_end"]

ROUNDING = 1e-9
"""Of the time that a driver covers: as far beyond its end is not beyond it."""


@dataclass(frozen=True)
class Limit:
    """A time beyond which a driver has no value.

    Attributes:
        driver: its name.
        t: the time [s].
        text: a sentence for the person whose mechanism it is.
    """

    driver: str
    t: float
    text: str


def spans(model: Snapshot) -> Iterator[tuple[str, float, float]]:
    """Drivers that end: name, first and last time for which they have a value [s]."""
    for driver in model.drivers:
        span = driver.bind(model.resolver(driver, model.resolve), model.planar).span()
        if span is not None:
            yield driver.name, float(span[0]), float(span[1])


def end_of_drivers(model: Snapshot, until: float) -> Limit | None:
    """The driver that ends first, where that is before a time [s]."""
    found = [(last, name) for name, first, last in spans(model) if until - last > ROUNDING * (last - first)]
    if not found:
        return None
    t, name = min(found)
    text = (
        f"Stopped at t = {t:.6g} s: driver '{name}' has no points beyond, and {until:.6g} s were asked for. "
        "End the run there, give it more points, or say what comes then: 'beyond: extend' or 'beyond: hold'."
    )
    return Limit(name, t, text)


def late_driver(model: Snapshot, start: float = 0.0) -> Limit | None:
    """The driver that begins last, where that is after the start of a run [s]."""
    found = [(first, name) for name, first, last in spans(model) if first - start > ROUNDING * (last - first)]
    if not found:
        return None
    t, name = max(found)
    text = (
        f"Stopped at t = {start:.6g} s: driver '{name}' has no points before t = {t:.6g} s. "
        "Let its times begin earlier, or say what was before: 'beyond: extend' or 'beyond: hold'."
    )
    return Limit(name, t, text)


def until_end(times: Floats, end: Limit | None) -> Floats:
    """Output times up to the end of a driver, and the end itself."""
    if end is None:
        return times
    before = times[times < end.t]
    return np.append(before, end.t)
