"""How much of a result goes into a file: rows and series, so that it opens quickly everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sarrus.results import Result, Series
from sarrus.views.plots.choice import joint_coordinates

__all__ = ["MOST_NUMBERS", "MOST_ROWS", "Thinned", "thinned"]

MOST_ROWS = 2000
MOST_NUMBERS = 4_000_000
"""Of all rows together."""
LEAST_ROWS = 301
"""Series are left out before there are fewer rows than these."""


@dataclass(frozen=True)
class Thinned:
    """What fits.

    Attributes:
        run: the result, with fewer rows if need be.
        series: those that are shown.
        notes: sentences on what was left out.
    """

    run: Result
    series: tuple[Series, ...]
    notes: tuple[str, ...]


def thinned(
    run: Result, drawn: int, most_numbers: int = MOST_NUMBERS, measured: Iterable[str] = ()
) -> Thinned:
    """Leave out series, the least asked for first, and then rows between others, as far as it is needed.

    Args:
        run: the result.
        drawn: numbers of a row that the drawing takes.
        most_numbers: that a file may hold.
        measured: series of sensors, which somebody has asked for by name.
    """
    names, notes = list(run.series), list[str]()
    least = min(LEAST_ROWS, len(run))
    for words, is_dropped in _stages(run, measured):
        if least * (drawn + _width(run, names)) <= most_numbers:
            break
        kept = [name for name in names if not is_dropped(name)]
        if len(kept) < len(names):
            notes.append(f"{words} left out, so that the file stays small.")
        names = kept
    room = most_numbers // max(1, drawn + _width(run, names))
    rows = picked(len(run), max(2, min(MOST_ROWS, room)))
    if len(rows) < len(run):
        notes.append(f"The file shows {len(rows)} of {len(run)} rows, equally spaced, and always the last.")
        cut = {name: Series(s.name, s.unit, s.values[rows]) for name, s in run.series.items()}
        run = replace(run, t=run.t[rows], series=cut)
    return Thinned(run, tuple(run.series[name] for name in names), tuple(notes))


def picked(rows: int, most: int) -> Any:
    """Numbers of the rows to keep, at most so many: every k-th, and the last."""
    step = max(1, -(-(rows - 1) // (most - 1)))
    found = np.arange(0, rows, step)
    return found if found[-1] == rows - 1 else np.append(found, rows - 1)


def _stages(run: Result, measured: Iterable[str]) -> tuple[tuple[str, Callable[[str], bool]], ...]:
    """What is left out, the first first."""
    main = {*joint_coordinates(run), *measured, *(name for name in run if name.startswith("energy."))}
    unit = {name: s.unit for name, s in run.series.items()}

    def is_of_point(name: str) -> bool:
        return name.count(".") > 1

    return (
        ("Accelerations of points are", lambda name: is_of_point(name) and unit[name] == "m/s^2"),
        ("Speeds of points are", lambda name: is_of_point(name) and unit[name] == "m/s"),
        ("Positions of points are", is_of_point),
        ("Everything but joint coordinates, sensors and energies is", lambda name: name not in main),
    )


def _width(run: Result, names: list[str]) -> int:
    return sum(max(1, len(run.series[name].components)) for name in names)
