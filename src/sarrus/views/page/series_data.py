"""Series as a page reads them, and which of them it shows at first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sarrus.model import Snapshot
from sarrus.results import Result, Series
from sarrus.views.page.packing import singles
from sarrus.views.plot import joint_coordinates

__all__ = ["first_plots", "series_data"]

LINES = 4
"""In a diagram that nobody asked for."""
NOISE = 1e-9
"""Part of the largest load below which one is taken for nothing."""
ENERGIES = ("energy.kinetic", "energy.potential", "energy.balance")


def series_data(series: Iterable[Series], owners: Iterable[str]) -> list[dict[str, Any]]:
    """Every column, with the body or element it belongs to."""
    known = set(owners)
    return [
        {"name": name, "unit": s.unit, "owner": _owner(name, known), "values": singles(values)}
        for s in series
        for name, values in s.columns.items()
    ]


def _owner(name: str, known: set[str]) -> str:
    """The longest name of a body or element that the name of a column begins with; else its first part."""
    parts = name.split(".")
    stems = (".".join(parts[:k]) for k in range(len(parts), 0, -1))
    return next((stem for stem in stems if stem in known), parts[0])


def first_plots(model: Snapshot, run: Result, series: Sequence[Series]) -> list[list[str]]:
    """A diagram of coordinates, one of forces and one of energies, as far as there are any."""
    shown = {s.name: s for s in series}
    diagrams = (
        _alike(shown[name] for name in _coordinates(model, run) if name in shown),
        _alike(_heard([shown[name] for name in _loads(model) if name in shown])),
        _alike(shown[name] for name in ENERGIES if name in shown),
    )
    return [names for names in diagrams if names]


def _coordinates(model: Snapshot, run: Result) -> list[str]:
    """Joint coordinates: those that are driven or were given first."""
    chosen = [path for driver in model.drivers for path in driver.at]
    chosen += [name.removesuffix("_dot") for name in model.fixed]
    return list(dict.fromkeys([*chosen, *joint_coordinates(run)]))


def _loads(model: Snapshot) -> list[str]:
    """What drivers take, what meshes and joints carry, what springs pull."""
    return [
        *(f"{driver.name}.effort" for driver in model.drivers),
        *(f"{mesh.name}.reaction" for mesh in model.meshes),
        *(f"{joint.name}.reaction" for joint in model.joints),
        *(f"{force.name}.magnitude" for force in model.forces),
    ]


def _heard(series: Sequence[Series]) -> list[Series]:
    """Components that are more than rounding errors of the largest with their unit."""
    parts = [
        Series(name, s.unit, values)
        for s in series
        for name, values in s.columns.items()
        if np.isfinite(values).any()
    ]
    largest: dict[str, float] = {}
    for s in parts:
        largest[s.unit] = max(largest.get(s.unit, 0.0), _largest(s))
    return [s for s in parts if _largest(s) > NOISE * largest[s.unit]]


def _largest(series: Series) -> float:
    return float(np.abs(series.values[np.isfinite(series.values)]).max())


def _alike(series: Iterable[Series]) -> list[str]:
    """Columns of the first of the series, and of others with its unit, as many as a diagram takes."""
    found: list[str] = []
    unit = None
    for s in series:
        unit = s.unit if unit is None else unit
        if s.unit == unit and len(found) + len(s.columns) <= LINES:
            found += s.columns
    return found
