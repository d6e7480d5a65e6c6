"""Lines of series: in which unit, over what, and broken where an angle leaves its turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import degrees, pi, tau

import numpy as np

from sarrus.errors import UsageError, quote
from sarrus.results import Result, Series
from sarrus.results.series import Array

__all__ = ["Axes", "PlottedCurve", "PlottedDiagram", "diagrams_of", "in_degrees"]

JUMP = 3.0
"""An angle between -pi and pi that changes by more than this between rows has come out at the other end [rad]."""
RAD = re.compile(r"\brad\b(?:\^(\d+))?")


@dataclass(frozen=True)
class Axes:
    """How quantities are laid out.

    Attributes:
        against: series along the horizontal axis; "" for time.
        degrees: whether angles are shown in degrees.
        wrap: whether angles are shown within one turn.
    """

    against: str = ""
    degrees: bool = False
    wrap: bool = False


@dataclass(frozen=True)
class PlottedCurve:
    """A line. NaN leaves a gap.

    Attributes:
        name: of its column.
        run: number of its run.
        x, y: points, in the units of the diagram.
        is_unique: whether the equations determine it.
    """

    name: str
    run: int
    x: Array
    y: Array
    is_unique: bool = True


@dataclass
class PlottedDiagram:
    """Lines with one unit.

    Attributes:
        unit: of all of them, as shown.
        x_unit: of what is along the horizontal axis, as shown.
        curves: the lines.
    """

    unit: str
    x_unit: str
    curves: list[PlottedCurve] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """Columns, each once."""
        return list(dict.fromkeys(curve.name for curve in self.curves))

    @property
    def is_place(self) -> bool:
        """Whether both axes are lengths, so that a circle must look like one."""
        return self.unit == self.x_unit == "m"


def diagrams_of(runs: Sequence[Result], groups: Sequence[Sequence[str]], axes: Axes) -> list[PlottedDiagram]:
    """Series of runs as lines.

    Args:
        runs: the results.
        groups: names of series for each diagram; a group with several units becomes several diagrams.
        axes: how they are laid out.

    Raises:
        UsageError: a run has no such series, or what it is plotted against has several components.
    """
    found: list[PlottedDiagram] = []
    for group in groups:
        by_unit: dict[str, PlottedDiagram] = {}
        for name in group:
            for number, run in enumerate(runs):
                series = run[name]
                x = _across(run, axes.against)
                unit, x_unit = (in_degrees(u)[0] if axes.degrees else u for u in (series.unit, x.unit))
                diagram = by_unit.setdefault(unit, PlottedDiagram(unit, x_unit))
                diagram.curves += _curves(run, number, x, series, axes)
        found += by_unit.values()
    return found


def in_degrees(unit: str) -> tuple[str, float]:
    """A unit with degrees in place of radians, and the factor that numbers are multiplied with.

    Example:
        >>> in_degrees("rad/s^2")
        ('deg/s^2', 57.29577951308232)
        >>> in_degrees("N")
        ('N', 1.0)
    """
    above, _, below = unit.partition("/")
    power = sum(int(found or 1) for found in RAD.findall(above))
    power -= sum(int(found or 1) for found in RAD.findall(below))
    shown = RAD.sub(lambda found: found[0].replace("rad", "deg"), unit)
    return shown, degrees(1.0) ** power


def _across(run: Result, name: str) -> Series:
    """What is along the horizontal axis."""
    if not name:
        return Series("t", "s", run.t)
    series = run[name]
    if series.components:
        raise UsageError(
            f"against: {quote(name)} has several components. Give one of them: {', '.join(series.columns)}."
        )
    return series


def _curves(run: Result, number: int, x: Series, series: Series, axes: Axes) -> list[PlottedCurve]:
    x_unit = in_degrees(x.unit) if axes.degrees else (x.unit, 1.0)
    unit = in_degrees(series.unit) if axes.degrees else (series.unit, 1.0)
    found = []
    for name, values in series.columns.items():
        xs, ys = _broken(x.values, values, (x.unit == "rad", series.unit == "rad"), is_wrapped=axes.wrap)
        unique = name not in run.not_unique
        found.append(PlottedCurve(name, number, xs * x_unit[1], ys * unit[1], unique))
    return found


def _broken(x: Array, y: Array, are_angles: tuple[bool, bool], *, is_wrapped: bool) -> tuple[Array, Array]:
    """A line with gaps where an angle jumps from one end of its turn, -pi to pi, to the other."""
    if is_wrapped:
        return _wrapped(x, y, are_angles)
    after = np.zeros(len(x), dtype=bool)
    for values, is_angle in zip((x, y), are_angles, strict=True):
        if is_angle:
            within = np.abs(values) < pi + 1e-6
            after[1:] |= (np.abs(np.diff(values)) > JUMP) & within[1:] & within[:-1]
    at = np.flatnonzero(after)
    return np.insert(x, at, x[at]), np.insert(y, at, np.nan)


def _wrapped(x: Array, y: Array, are_angles: tuple[bool, bool]) -> tuple[Array, Array]:
    """A line whose angles stay within one turn: it goes to the edge, and on from the other one."""
    line = np.column_stack([x, y]).astype(float)
    angles = [k for k, is_angle in enumerate(are_angles) if is_angle]
    for k in angles:
        if np.isfinite(line[:, k]).all():  # one that was published within a turn goes on
            line[:, k] = np.unwrap(line[:, k])
    turns = np.zeros_like(line)
    turns[:, angles] = np.floor((line[:, angles] + pi) / tau)
    points: list[Array] = []
    for row in range(len(line)):
        if row and (turns[row] != turns[row - 1]).any():
            points += _crossings(line[row - 1 : row + 1], turns[row - 1 : row + 1])
        points.append(line[row] - tau * turns[row])
    done = np.array(points).reshape(-1, 2)
    return done[:, 0], done[:, 1]


def _crossings(ends: Array, turns: Array) -> list[Array]:
    """Points between two rows at which an angle leaves its turn: the edge, a gap, the other edge."""
    gap = np.full(2, np.nan)
    changed = np.flatnonzero(turns[0] != turns[1])
    if not np.isfinite(ends).all() or (np.abs(turns[1] - turns[0]) > 1).any():
        return [gap]  # too few rows to tell where
    rise = ends[1] - ends[0]
    edges = tau * np.maximum(turns[0], turns[1]) - pi
    at = {k: (edges[k] - ends[0][k]) / rise[k] for k in changed}
    found, now = [], turns[0].copy()
    for k in sorted(at, key=at.__getitem__):
        point = ends[0] + at[k] * rise
        point[k] = edges[k]
        before, now = now.copy(), now.copy()
        now[k] = turns[1][k]
        found += [point - tau * before, gap, point - tau * now]
    return found
