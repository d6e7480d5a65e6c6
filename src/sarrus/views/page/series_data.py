"""Series as a page reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any

import numpy as np

from sarrus.model import Snapshot
from sarrus.results import Series
from sarrus.views.page.packing import singles

__all__ = ["series_data", "zero_in_plane"]

NOISE = 1e-9
"""Part of the largest load below which one is taken for nothing."""
AXES = ("x", "y", "z")


def series_data(
    series: Iterable[Series], owners: Iterable[str], left_out: Set[str] = frozenset()
) -> list[dict[str, Any]]:
    """Every column, with the body or element it belongs to.

    Args:
        series: with one or more columns each.
        owners: bodies and elements.
        left_out: names of columns that are not shown.
    """
    known = set(owners)
    return [
        {"name": name, "unit": s.unit, "owner": _owner(name, known), "values": singles(values)}
        for s in series
        for name, values in s.columns.items()
        if name not in left_out
    ]


def zero_in_plane(model: Snapshot, series: Sequence[Series], size: float) -> set[str]:
    """Components of vectors that a planar mechanism does not have: those across its plane, and torques of pins.

    Args:
        model: the mechanism; one in space has all components.
        series: what there is.
        size: a length of the mechanism, by which torques are compared with forces [m].
    """
    if not model.planar:
        return set()
    vectors = [s for s in series if len(s.columns) == len(AXES)]
    forces = [_largest(s) for s in vectors if s.unit == "N"]
    rounding = NOISE * size * max(forces, default=0.0)
    found = set()
    for s in vectors:
        for axis, (name, values) in zip(AXES, s.columns.items(), strict=True):
            is_torque = s.unit == "N m"
            across = (axis != "z") if is_torque else (axis == "z")
            limit = rounding if is_torque else 0.0
            if (across or is_torque) and not (np.abs(values) > limit).any() and not np.isnan(values).all():
                found.add(name)
    return found


def _largest(series: Series) -> float:
    return float(np.abs(series.values[np.isfinite(series.values)]).max(initial=0.0))


def _owner(name: str, known: set[str]) -> str:
    """The longest name of a body or element that the name of a column begins with; else its first part."""
    parts = name.split(".")
    stems = (".".join(parts[:k]) for k in range(len(parts), 0, -1))
    return next((stem for stem in stems if stem in known), parts[0])
