"""A derived series of a run by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sarrus.analysis.outputs.base import AskedRun
from sarrus.analysis.outputs.families import SHELF
from sarrus.errors import UsageError, quote
from sarrus.results import Result
from sarrus.results.series import Series

__all__ = ["derived", "looks_derived", "with_outputs"]

BEGINNINGS = ("load", "momentum")
MIDDLES = ("per", "advantage")
ENDINGS = (
    "minimum_norm",
    "w_B",
    "reaction_F",
    "reaction_M",
    "torque_F",
    "torque_M",
    "power",
    "energy",
    "dissipation",
)
AXES = ("x", "y", "z")
CHOSEN = "coordinates"
"""Where a run keeps the independent coordinates that it was asked for."""
NOTES = "notes on outputs"
"""Where the evidence of a result keeps what its derived series say."""


def looks_derived(name: str) -> bool:
    """Whether a name could be that of a derived series: others need no look at the model."""
    first, *rest = name.split(".")
    if not rest or first == "energy":
        return False
    ending = rest[-2] if rest[-1] in AXES and len(rest) > 1 else rest[-1]
    return first in BEGINNINGS or any(word in rest for word in MIDDLES) or ending in ENDINGS


def derived(run: Result, name: str, coordinates: Sequence[str] = ()) -> Series | None:
    """A series that is computed from the rows of a run and its model; None where no family knows the name.

    Args:
        run: a finished run, or one that was loaded with its model.
        name: of the series, or of a component.
        coordinates: independent coordinates for partial velocities and generalised forces; none: a choice that suits.

    Raises:
        UsageError: the name is known, and the series cannot be computed.
    """
    if not looks_derived(name):
        return None
    chosen = tuple(coordinates) or run.derived.get(CHOSEN, ())
    owner, _, component = name.rpartition(".")
    try:
        found = _series(run, name, chosen)
    except UsageError:
        if component not in AXES or not looks_derived(owner):
            raise
        whole = _component(run, owner, component, chosen)
        if whole is None:
            raise
        return whole
    return found or (_component(run, owner, component, chosen) if component in AXES else None)


def _component(run: Result, owner: str, component: str, coordinates: tuple[str, ...]) -> Series | None:
    """One of the components of a derived vector; None where there is none of that name."""
    try:
        whole = _series(run, owner, coordinates)
    except UsageError:
        return None
    if whole is None or component not in whole.components:
        return None
    values = whole.values[:, whole.components.index(component)]
    return replace(whole, name=f"{owner}.{component}", values=values)


def _series(run: Result, name: str, coordinates: tuple[str, ...]) -> Series | None:
    key = (name, coordinates)
    if key not in run.derived:
        asked = _asked(run, coordinates)
        if not asked.history.rows:
            raise UsageError(f"{quote(name)} is computed from rows, and the result has none.")
        found = next((s for family in SHELF if (s := family.series(asked, name)) is not None), None)
        if found is None:
            return None
        run.derived[key] = found
    known: Series = run.derived[key]
    return known


def _asked(run: Result, coordinates: tuple[str, ...]) -> AskedRun:
    kept: dict[Any, Any] = run.derived
    if () not in kept:
        kept[()] = AskedRun(run)
    if coordinates and coordinates not in kept:
        kept[coordinates] = AskedRun(run, coordinates, kept[()])
    found: AskedRun = kept[coordinates]
    return found


def with_outputs(run: Result, names: Sequence[str], *, coordinates: Sequence[str] = ()) -> Result:
    """The run with derived series among its others, so that they are listed, drawn and saved.

    Args:
        run: a finished run.
        names: of series; those that the run has already are left as they are.
        coordinates: independent coordinates for partial velocities and generalised forces; none: a choice that suits.

    Raises:
        UsageError: a name is not known, or cannot be computed.
    """
    if isinstance(names, str) or isinstance(coordinates, str):
        raise UsageError("Outputs and coordinates are given as lists of names: ['load.A.theta'].")
    found = {}
    for name in names:
        if name in run.series:
            continue
        series = derived(run, name, coordinates)
        if series is None:
            run[name]  # a component of a published vector; or it refuses
            continue
        found[name] = series
    if not found:
        return run
    said = [f"{name}: {series.note}" for name, series in found.items() if series.note]
    before = run.evidence.get(NOTES, ())
    notes = {NOTES: [*before, *said]} if said or before else {}
    return replace(run, series={**run.series, **found}, evidence={**run.evidence, **notes})
