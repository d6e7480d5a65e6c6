"""What is plotted when nobody has said it: one choice, for pictures and for the page.

What somebody drives, measures and gives start values for comes first, then the other joint coordinates, loads and energies.
Each diagram has one unit. An angle that turns on and on would press everything else flat: where a driver turns it, it is left
out, because it tells nothing new; else it has a diagram of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import tau

import numpy as np

from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import SarrusError
from sarrus.model import Snapshot
from sarrus.model.quantities import sources_of
from sarrus.results import Result, Series
from sarrus.results.series import Array

__all__ = ["first_plots", "joint_coordinates", "measured", "model_of"]

LINES = 6
"""In a diagram that nobody asked for."""
NOISE = 1e-9
"""Part of the largest load, or of the largest travel, below which one is taken for nothing."""
ENERGIES = ("energy.kinetic", "energy.potential", "energy.balance")

Diagrams = list[list[str]]
"""Names of columns, a list for each diagram."""


def first_plots(run: Result, model: Snapshot | None, series: Iterable[Series] | None = None) -> Diagrams:
    """The diagrams that a run is opened with; empty for one without series.

    Args:
        run: the result.
        model: its mechanism; None where that is not known, so that only the names of the series tell what they are.
        series: those that can be shown; all when left out.
    """
    shown = {s.name: s for s in (run.series.values() if series is None else series)}
    if not shown or not len(run):
        return []
    found = _Chosen(shown, model, run)
    return found.sought(run) + found.motion() + found.loads() + found.energies()


def model_of(run: Result) -> Snapshot | None:
    """The mechanism of a run, or None where the run does not know it."""
    try:
        with mechanism_of(run) as mechanism:
            return mechanism.snapshot()
    except SarrusError:
        return None


def joint_coordinates(result: Result) -> list[str]:
    """Coordinates of joints: those with a rate whose joint has a reaction; else all with a rate, else everything."""
    moving = [name for name in result.series if name + "_dot" in result.series]
    of_joints = [name for name in moving if name.rpartition(".")[0] + ".reaction" in result.series]
    return of_joints or moving or result.names()


def measured(model: Snapshot) -> list[str]:
    """Series of sensors, without rates."""
    sources = (s for sensor in model.sensors for s in sources_of(model, sensor.name).values())
    return list(dict.fromkeys(s.vector or s.name for s in sources if s.order == 0))


class _Chosen:
    """The choice for one run.

    Args:
        shown: series that there are.
        model: of the run, if known.
        run: the result.
    """

    def __init__(self, shown: dict[str, Series], model: Snapshot | None, run: Result) -> None:
        self.shown, self.model = shown, model
        self.columns = {name: values for s in shown.values() for name, values in s.columns.items()}
        self.units = {name: s.unit for s in shown.values() for name in s.columns}
        if model is None:
            self.driven, self.sensed, self.given = [], [], []
            self.others = joint_coordinates(run)
            return
        self.driven = [path for driver in model.drivers for path in driver.at]
        self.sensed = measured(model)
        self.given = [name.removesuffix("_dot") for name in model.fixed]
        guessed = [name.removesuffix("_dot") for name in model.guess]
        # what slides is more often the point of a mechanism than what turns
        self.others = sorted([*guessed, *model.coordinates], key=lambda name: self.units.get(name) != "m")

    def sought(self, run: Result) -> Diagrams:
        """Efforts that were asked for; all of them, whatever their number."""
        units = dict.fromkeys(self.units[name] for name in run.sought if name in self.units)
        return [[n for n in run.sought if self.units.get(n) == unit] for unit in units]

    def motion(self) -> Diagrams:
        """Coordinates and what sensors measure."""
        wished = self._columns([*self.driven, *self.sensed, *self.given])
        wished = [name for name in wished if name in self._told(self.sensed, wished)]
        others = [name for name in self._columns(self.others) if name not in wished]
        drives = [name for name in self._columns(self.driven) if self._turns(name)]
        moving = [name for name in others if self._moves(name)]
        # what turns with a drive that turns tells as little as the drive
        calm = [name for name in moving if not (drives and self._turns(name))]
        found = self._grouped([name for name in wished if name not in drives], calm)
        return found or self._grouped(drives, ()) or self._grouped((), moving or others)

    def loads(self) -> Diagrams:
        """What drivers take; else what meshes and joints carry, what springs pull, as far as they share a unit."""
        if self.model is None:
            return []
        efforts = list(self._heard(f"{driver.name}.effort" for driver in self.model.drivers))
        if efforts:
            return self._grouped(efforts, ())
        carried = [
            *(f"{mesh.name}.reaction" for mesh in self.model.meshes),
            *(f"{joint.name}.reaction" for joint in self.model.joints),
            *(f"{force.name}.magnitude" for force in self.model.forces),
        ]
        return self._grouped((), list(self._heard(carried)))[:1]

    def energies(self) -> Diagrams:
        """Energies, of what has any."""
        names = [n for n in ENERGIES if n in self.columns and np.any(self.columns[n] != 0.0)]
        return [names] if names and self.model is not None else []

    def _columns(self, names: Iterable[str]) -> list[str]:
        """The columns of series, each once; names of columns stand for themselves."""
        found: dict[str, None] = {}
        for name in names:
            found |= dict.fromkeys(self.shown[name].columns if name in self.shown else [name])
        return [name for name in found if name in self.columns]

    def _told(self, vectors: Sequence[str], names: list[str]) -> set[str]:
        """Names without those components of vectors that stay zero while others do not."""
        parts = [list(self.shown[v].columns) for v in vectors if v in self.shown and self.shown[v].components]
        every = [name for columns in parts for name in columns]
        heard = set(self._heard(every))
        silent = {name for columns in parts if heard for name in columns if name not in heard}
        return set(names) - silent

    def _grouped(self, wished: Iterable[str], others: Iterable[str]) -> Diagrams:
        """Diagrams of one unit each, in the order of the names; of the others, as many as fit beside what is wished."""
        groups: dict[tuple[str, bool], list[str]] = {}
        for name in wished:
            groups.setdefault((self.units[name], self._turns(name)), []).append(name)
        for name in others:
            group = groups.setdefault((self.units[name], self._turns(name)), [])
            if len(group) < LINES:
                group.append(name)
        return [part for group in groups.values() for part in _parts(group)]

    def _heard(self, names: Iterable[str]) -> Iterator[str]:
        """Columns that are more than rounding errors of the largest."""
        parts = {name: _largest(self.columns[name]) for name in self._columns(names)}
        loudest = max(parts.values(), default=0.0)
        return (name for name, size in parts.items() if size > NOISE * loudest)

    def _turns(self, name: str) -> bool:
        """Whether an angle goes through a whole turn or more."""
        return self.units[name] == "rad" and _travel(self.columns[name]) > tau * (1.0 - NOISE)

    def _moves(self, name: str) -> bool:
        values = self.columns[name]
        return _travel(values) > NOISE * max(1.0, _largest(values))


def _parts(names: list[str]) -> Iterator[list[str]]:
    """Names in lists of about equal length, none too long for a diagram."""
    many = -(-len(names) // LINES)
    ends = [round(k * len(names) / many) for k in range(many + 1)]
    return (names[a:b] for a, b in pairwise(ends))


def _largest(values: Array) -> float:
    return float(np.abs(values[np.isfinite(values)]).max(initial=0.0))


def _travel(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(np.ptp(finite)) if finite.size else 0.0
