"""The pose that reaches a target, as an answer; and the way to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sarrus.analysis.assembly.search import Search
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.description import Description
from sarrus.analysis.inverse.actuators import numbers_by_name, ranges_by_name
from sarrus.analysis.inverse.problem import copy_of
from sarrus.analysis.reaching.aims import Aim, with_aims
from sarrus.analysis.reaching.search import REACHED, FoundPose, Sought, TargetSearch
from sarrus.errors import NumericalError, UsageError
from sarrus.mechanics import Equations, formulate
from sarrus.model import Mechanism, snapshot_of
from sarrus.phrases import listed
from sarrus.results.answer import AnswerWithValues, Outcome
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["Reached", "reached"]

FAR_OFF = {"m": "target.distance", "rad": "target.turn"}
"""What the distances of a target that has lengths and angles are called, by their units."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Reached(AnswerWithValues):
    """A pose that reaches a target, or comes nearest to it.

    Attributes:
        values: every joint coordinate, and what was aimed at, SI.
        units: their units.
        distance: from the target; 0 to rounding where it is reached.
        distance_unit: m; rad where only angles were aimed at. Beside lengths, angles count times the length of the mechanism.
        distances: by unit, of what was aimed at in it: how far lengths are off [m], and angles [rad].
        change: from the guess: length of all changes of joint coordinates, in radians or lengths of the mechanism.
        at_limits: joint coordinates that stand at a limit and would go on.
    """

    analysis: str = field(default="reach", init=False)
    values: dict[str, float]
    units: dict[str, str]
    distance: float
    distance_unit: str
    distances: dict[str, float]
    change: float
    at_limits: tuple[str, ...]

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Joint coordinates, and what was aimed at."""
        told = {name: (value, self.units[name]) for name, value in self.values.items()}
        away = {FAR_OFF[unit]: (off, unit) for unit, off in self.distances.items() if len(self.distances) > 1}
        return {**told, **(away or {"target.distance": (self.distance, self.distance_unit)})}

    def text(self) -> str:
        """What was found, as lines."""
        lines = [f"{self.mechanism}: {self.status.text}", ""]
        lines += [f"{n:<24} {v: .9g} {u}" for n, (v, u) in self.quantities().items()]
        return "\n".join([*lines, "", self.evidence_text()])


def reached(
    mechanism: Mechanism,
    target: Mapping[str, Any],
    limits: Mapping[str, Any] | None,
    guess: Mapping[str, Any] | None,
    t: float,
    strict: bool,
) -> Reached:
    """See `reach`."""
    if not target:
        raise UsageError("target is empty. Say what is to be where: {'tip.end.x': 0.6, 'tip.end.y': 0.3}.")
    original = snapshot_of(mechanism)
    model, aims = with_aims(copy_of(mechanism, original), original, target)
    coordinates = {name: c.unit for name, (_, _, c) in original.coordinates.items()}
    near = numbers_by_name("guess", guess or {}, coordinates)
    ranges = ranges_by_name("limits", limits or {}, coordinates)
    # the pose to begin at: assembled near the guess
    begin = copy_of(mechanism, original)
    begin.guess |= {name: value for name, value in near.items() if name not in begin.fixed}
    for name in near:
        begin.fixed.pop(name, None)
        begin.guess[name] = near[name]
    start = find_start(snapshot_of(begin), t)
    if start.status is not Status.OK:
        raise NumericalError(start.message or start.status.text, int(start.status))
    e = formulate(model, "relative")
    begun = Search(e, t)
    rows = {row: value for aim in aims for row, value in aim.rows(e).items()}
    added = {aim.element for aim in aims}
    is_long = any(e.rows[row].unit == "m" for row in rows)
    lengths = np.array([e.measured_length(name) for name in e.measured])
    sought = Sought(
        targets=rows,
        sizes=np.array([1.0 / e.length if is_long and e.rows[row].unit != "m" else 1.0 for row in rows]),
        periods=np.array([aim.period for aim in aims for _ in aim.rows(e)]),
        loose=frozenset(k for k, r in enumerate(e.rows) if r.owner in added and k not in rows),
        guess=np.array([near.get(name, start.values[name]) for name in e.measured]),
        turns=np.array([0.0 if begun.owns(name) else original.period(name) for name in e.measured]),
        weights=1.0 / lengths**2,
        low=np.array([ranges.get(name, (-np.inf, np.inf))[0] for name in e.measured]),
        high=np.array([ranges.get(name, (-np.inf, np.inf))[1] for name in e.measured]),
    )
    # a coordinate that is aimed at may stand elsewhere in the tree than where nobody aimed at it
    x = begun.state(begun.placed(range(len(e.owners)), start.values))
    search = TargetSearch(e, t, sought)
    found = search.nearest(x)
    distances = _distances(e, sought, found)
    status = _judge(e, t, sought, found, x, distances)
    answer = _answer(mechanism, search, found, status, aims, distances)
    if strict and not answer.ok:
        number = next(int(s) for s in Status if s.word == status.word)
        raise NumericalError(status.text, number, answer)
    return answer


def _distances(e: Equations, sought: Sought, found: FoundPose) -> dict[str, float]:
    """How far places and angles are off, each in its unit."""
    off = {}
    for unit, kind in (("m", "m"), ("rad", "1")):
        of = [k for k, row in enumerate(sought.targets) if e.rows[row].unit == kind]
        if of:
            off[unit] = float(np.linalg.norm(found.off[of] * sought.sizes[of]))
    return off


def _judge(
    e: Equations, t: float, sought: Sought, found: FoundPose, x: Floats, distances: Mapping[str, float]
) -> Outcome:
    if found.distance <= REACHED:
        if found.step < 1e-8:
            return Outcome("ok", "The target is reached, near the guess.")
        return Outcome(
            Status.NO_CONVERGENCE.word,
            f"{Status.NO_CONVERGENCE.text} The target is reached, but not nearest to the guess.",
        )
    away = " and ".join(f"{off:.6g} {unit}" for unit, off in distances.items())
    said = f"{Status.UNREACHABLE.text} The nearest pose is {away} away from the target."
    free = replace(sought, low=np.full_like(sought.low, -np.inf), high=np.full_like(sought.high, np.inf))
    if found.pressing and TargetSearch(e, t, free).nearest(x).distance <= REACHED:
        names = ", ".join(e.measured[k] for k in found.pressing)
        said = f"{said} It is reached only outside the limits of {names}."
    elif not TargetSearch(e, t, sought).freedoms(x) and e.model.drivers:
        drivers = listed([driver.name for driver in e.model.drivers])
        said = (
            f"{said} The drivers leave no degree of freedom, and stay where they are: ask without {drivers}."
        )
    elif not found.pressing:
        said = f"{said} Bring the target nearer, or begin at another guess."
    return Outcome(Status.UNREACHABLE.word, said)


def _answer(
    mechanism: Mechanism,
    search: TargetSearch,
    found: FoundPose,
    status: Outcome,
    aims: Sequence[Aim],
    distances: Mapping[str, float],
) -> Reached:
    e, original = search.e, snapshot_of(mechanism)
    arrays = e.arrays_at(t=[search.t], x=found.x)
    g = np.array(arrays["g"])
    values = {name: float(value) for name, value in zip(e.measured, found.values, strict=True)}
    units = {name: original.coordinates[name][2].unit for name in e.measured}
    for aim in aims:
        for name, (value, unit) in aim.told(e, g).items():
            values[name], units[name] = value, unit
    stands = copy_of(mechanism, original)  # what is drawn: the mechanism at the pose
    stands.fixed = {}
    stands.guess = {name: values[name] for name in e.measured}
    described = Description(snapshot_of(stands))
    return Reached(
        mechanism=original.name,
        status=status,
        values=values,
        units=units,
        distance=found.distance,
        distance_unit=next(iter(distances)),
        distances=dict(distances),
        change=found.change,
        at_limits=tuple(e.measured[k] for k in found.pressing),
        evidence={
            "distance from the target": found.distance,
            "change from the guess": found.change,
            "last step": found.step,
            "steps": found.iterations,
            "tried": "; ".join(found.tried),
            "at limits": [e.measured[k] for k in found.pressing],
        },
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
    )
