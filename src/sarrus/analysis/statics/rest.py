"""From a mechanism to the answer where it rests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sarrus.analysis.assembly.start import Start, in_formulation
from sarrus.analysis.description import Description
from sarrus.analysis.linear.meeting import short_lines, without_direction
from sarrus.analysis.linear.numbers import Changing
from sarrus.analysis.linear.prepared import Prepared
from sarrus.analysis.rank.mobility import mobility
from sarrus.analysis.statics.answer import NOTE, Equilibrium, Jump, LoadPoint
from sarrus.analysis.statics.balance import Balance, Resting
from sarrus.analysis.statics.jump import BEYOND, Snap, snaps
from sarrus.analysis.statics.path import NumberVaried, PathEnd, PathPoint, TimeVaried, Trace
from sarrus.analysis.statics.preload import preloaded
from sarrus.analysis.statics.search import Ending, Found, nearest, stable
from sarrus.analysis.statics.several import several
from sarrus.analysis.statics.small import SmallMotions
from sarrus.analysis.statics.verdict import verdict_of
from sarrus.elements.ports import Loaded
from sarrus.errors import ModelError, NumericalError, Problem
from sarrus.mechanics import Equations
from sarrus.mechanics.infos import LOADS
from sarrus.model import Snapshot
from sarrus.model.reads import TIME, names_of
from sarrus.phrases import joined, listed
from sarrus.results.answer import Outcome
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["Rest", "goals", "rest_at", "rest_of"]

MOVED = 1e-9
JUMPS_FOUND = f"downhill from each fold, with what changes beyond it by {BEYOND:g} of its range"
"""How the jumps of a path are found."""
goals = {"stable": stable, "nearest": nearest}
"""What is searched for, by the word for it."""


@dataclass(frozen=True)
class Rest:
    """A mechanism assembled, at rest, with its forces.

    Attributes:
        model: the mechanism.
        start: where it was assembled.
        balance: forces there.
    """

    model: Snapshot
    start: Start
    balance: Balance

    @property
    def of(self) -> Resting:
        """The mechanism at rest."""
        return self.balance.of

    def values(self, x: Floats) -> dict[str, float]:
        """Published joint coordinates at a state; angles that repeat, on the turn nearest to the start."""
        e = self.of.e
        found = {}
        for name, value in zip(e.measured, e.evaluate("measure", [self.of.t], x)[0], strict=True):
            given = self.start.values.get(name, 0.0)
            period = self.model.period(name) if e.formulation == "absolute" else None
            found[name] = given + math.remainder(value - given, period) if period else float(value)
        return found

    def answer(self, found: Found) -> Equilibrium:
        """Where a search ended, as an answer."""
        if found.ending is Ending.BALANCED:
            return self._resting(found)
        without = self._without_direction(found.lowest or found.balance)
        if without:
            return self._none(found, without, self._left(found)[1])
        if found.ending is Ending.FALLS:
            return self._falling(nearest(self.balance), found)
        return self._nowhere(found)

    def several(self, goal: str) -> Equilibrium:
        """The equilibrium that is meant, with others."""
        first = self.answer(goals[goal](self.balance))
        found = [self.answer(one) for one in several(self.balance)]
        if not first.ok and not found:
            return first
        unlike = [a for a in found if not first.ok or _apart(a, first) > MOVED]
        every = [*([first] if first.ok else []), *unlike]
        return replace(every[0], found=tuple(every))

    def preloaded(self, paths: Sequence[str]) -> Equilibrium:
        """The start pose as an equilibrium, with the numbers that make it one."""
        found, numbers = preloaded(self.balance, paths)
        units = {n.path: n.unit for n in self.of.e.alive.parameters.numbers}
        if found.ending is Ending.BALANCED:
            answer = self._resting(found)
            return replace(answer, preload=numbers, units=answer.units | {p: units[p] for p in numbers})
        along, left = self._left(found)
        what = f"No setting of {joined(list(paths))} makes this pose an equilibrium: {along} is left."
        return self._none(found, what, left)

    def path(
        self, name: str, ends: tuple[float, float], goal: str, switch: bool, jump: bool = False
    ) -> Equilibrium:
        """The path of equilibria over a number or time; the answer is its last point.

        Args:
            name: of what changes.
            ends: its range.
            goal: of the search for the first equilibrium.
            switch: whether paths that branch off are followed.
            jump: whether it is told where the mechanism goes from each fold.

        Raises:
            UsageError: there is no such number.
        """
        varied: NumberVaried | TimeVaried = TimeVaried(self.of.e)
        unit = "s"
        if name != "t":
            numbers = Changing(self.of.e)
            numbers.require([name], "over")
            name = numbers.named(name)
            varied, unit = NumberVaried(numbers, name, self.of.t), numbers.numbers[name].unit
        trace = Trace(varied, *ends)
        closed = varied.at(ends[0]).closed(self.balance.x)
        if closed is None:
            raise NumericalError(Status.NOT_CLOSED.text, int(Status.NOT_CLOSED))
        found = goals[goal](varied.at(ends[0]).at(closed))
        first = trace.point(found.balance.x, ends[0])
        if found.ending is not Ending.BALANCED or first is None:
            return self.answer(found)
        runs = [trace.run(first)]
        if switch:
            runs += [trace.run(at, way) for at in runs[0].branches for way in trace.branching(at)]
        jumps = tuple(
            self._jump(one)
            for run in (runs if jump else ())
            for one in snaps(varied, run, abs(ends[1] - ends[0]))
        )
        last = runs[0].points[-1]
        there = trace.point(last.balance.x, last.p)
        answer = self._resting(
            Found(there.balance if there else last.balance, Ending.BALANCED, len(runs[0].points))
        )
        branches = list(runs[0].branches)
        for at in (at for run in runs[1:] for at in run.branches):
            if all(abs(at.p - known.p) > 1e-8 * abs(ends[1] - ends[0]) for known in branches):
                branches.append(at)
        lines = [self._series(run, name) for run in runs]
        told = f"It rests all along the path over {name}"
        why = runs[0].why
        return replace(
            answer,
            status=Outcome("ok", f"{told}; {why}." if why else f"{told}."),
            over=name,
            units=answer.units | {name: unit},
            path=lines[0],
            others=tuple(lines[1:]),
            folds=tuple(_special(self, at) for run in runs for at in run.folds),
            branches=tuple(_special(self, at) for at in branches),
            hopfs=tuple(_special(self, at) for run in runs for at in run.hopfs),
            jumps=jumps,
            evidence={
                **{k: v for k, v in answer.evidence.items() if k != NOTE or name != "t"},
                **({"jumps": JUMPS_FOUND} if jump else {}),
            },
        )

    def _jump(self, snap: Snap) -> Jump:
        rests = snap.rests
        why = "" if rests else "it does not close there"
        if snap.found is not None and rests is None:
            is_lost = snap.found.ending is Ending.FALLS
            why = (
                f"it falls away along {joined(self._furthest(snap.found))}"
                if is_lost
                else "no equilibrium is found downhill"
            )
        return Jump(snap.fold.p, snap.p, self.values(rests.balance.x) if rests else {}, why)

    def _series(self, run: PathEnd, name: str) -> dict[str, tuple[float, ...]]:
        """Values along a path: what changes, joint coordinates, components of reactions, directions that fall away."""
        rows = []
        for at in run.points:
            values = self.values(at.balance.x)
            loads, _ = self._reactions(at.balance)
            for load, parts in loads.items():
                letters = [""] if len(parts) == 1 else [".x", ".y", ".z"]
                values |= {f"{load}{end}": part for end, part in zip(letters, parts, strict=False)}
            rows.append({name: at.p, **values, "unstable": float(at.unstable)})
        return {key: tuple(row[key] for row in rows) for key in rows[0]}

    def _shown(self, b: Balance) -> Equilibrium:
        """What can be said of any pose."""
        e, model = self.of.e, self.model
        values = self.values(b.x)
        units = {name: model.coordinates[name][2].unit for name in values}
        units |= {f"load.{name}": "N" if unit == "m" else "N m" for name, unit in units.items()}
        for turning in model.all_joints:
            if turning.turn_places:
                units |= {f"load.{turning.name}.{r}": "N m" for r in ("rx", "ry", "rz")}
        moved = {
            name: (self.start.values[name], value)
            for name, value in values.items()
            if abs(value - self.start.values.get(name, value)) > MOVED * e.measured_length(name)
        }
        described = Description(model)
        return Equilibrium(
            mechanism=model.name,
            status=Outcome("ok", "It rests here."),
            values=values,
            units=units,
            t=self.of.t,
            x=tuple(b.x.tolist()),
            formulation=e.formulation,
            moved=moved,
            described=described,
            foreign=tuple(kind.keyword for kind in described.foreign),
        )

    def _without_direction(self, b: Balance) -> str:
        """A sentence about lines of force whose ends meet, or are drawn together until they do; "" where there are none."""
        if b.meeting is None:
            names = short_lines(b.of.manifold, b.x)
        else:
            is_smooth = b.meeting.is_smooth and b.meeting.is_damped_smoothly
            names = () if is_smooth else b.meeting.names
        return without_direction(names) if names else ""

    def _resting(self, found: Found) -> Equilibrium:
        b = found.balance
        if b.meeting is not None:
            without = self._without_direction(b)
            if without:
                return self._none(found, without, {})
        small = SmallMotions(b)
        verdict = verdict_of(b, small)
        shown = self._shown(b)
        reactions, units = self._reactions(b)
        evidence = {
            "left": float(np.abs(b.wanting[0]).max(initial=0.0) / b.scale),
            "last step": found.step,
            "steps": found.steps,
            "stability": verdict.because,
            **self._frozen(),
        }
        return replace(
            shown,
            units=shown.units | units,
            stability=verdict.stability,
            because=verdict.because,
            unstable=verdict.unstable,
            coordinates=small.names,
            stiffness=small.stiffness,
            root_parts=tuple((s.real, s.imag) for s in verdict.roots),
            neutral=verdict.neutral,
            reactions=reactions,
            not_unique=self._not_unique(b),
            left=small.efforts(),
            evidence=evidence,
        )

    def _frozen(self) -> dict[str, str]:
        """A note on forces that depend on time: they stand still here as drivers do."""
        names = [force.name for force in self.model.forces if TIME in names_of(force)]
        if not names:
            return {}
        many = len(names) > 1
        said = f"{listed(names)} {'depend' if many else 'depends'} on time and {'are' if many else 'is'} read at t = {self.of.t:g} s"
        return {NOTE: f"{said}; 'at' takes another time, and over t tells how the equilibrium goes with it."}

    def _reactions(self, b: Balance) -> tuple[dict[str, tuple[float, ...]], dict[str, str]]:
        e = self.of.e
        row = b.point.row
        loads = [c for c in e.channels if c.kind in LOADS]
        found = {c.name: tuple(float(a) for a in row[c.start : c.start + c.size]) for c in loads}
        return found, {c.name: c.unit for c in loads}

    def _not_unique(self, b: Balance) -> tuple[str, ...]:
        """Components of reactions that rows which repeat each other leave open."""
        if not len(b.stand.dropped):
            return ()
        there = Start(self.start.equations, b.x, Status.OK, "", 0.0, 0, values=self.start.values)
        if self.of.e.formulation == "absolute":
            return mobility(self.of.e, self.of.t, b.x).not_unique
        absolute, x = in_formulation(there, "absolute")
        return mobility(absolute, self.of.t, x).not_unique

    def _falling(self, found: Found, lost: Found) -> Equilibrium:
        """Nothing stops it downhill; `found` is what is nearest to the start, `lost` where the way down was given up."""
        if found.ending is Ending.BALANCED:
            where = ", ".join(f"{n} = {v:.6g}" for n, v in self.values(found.balance.x).items())
            what = (
                f"There is no stable equilibrium downhill from the start: the mechanism falls away along {joined(self._furthest(lost))}. "
                f"There is one that does not stay, at {where}; goal nearest finds it."
            )
            return self._none(found, what, {})
        along, left = self._left(found)
        what = f"There is no equilibrium: nothing holds {along}, and the mechanism falls away."
        return self._none(found, what, left)

    def _furthest(self, lost: Found) -> list[str]:
        """Coordinates that have moved furthest, in natural size."""
        values = self.values(lost.balance.x)
        away = {
            n: abs(v - self.start.values.get(n, 0.0)) / self.of.e.measured_length(n)
            for n, v in values.items()
        }
        return [n for n, far in away.items() if far >= 0.1 * max(away.values())]

    def _nowhere(self, found: Found) -> Equilibrium:
        along, left = self._left(found)
        what = (
            f"No equilibrium was found: wherever the mechanism goes from its start, {along} is left at least."
        )
        return self._none(found, what, left)

    def _none(self, found: Found, what: str, left: dict[str, float]) -> Equilibrium:
        status = Outcome(Status.NO_EQUILIBRIUM.word, what)
        size = float(np.abs(found.balance.wanting[0]).max(initial=0.0) / found.balance.scale)
        return replace(
            self._shown(found.balance),
            status=status,
            left=left,
            evidence={"left": size, "steps": found.steps, **self._frozen()},
        )

    def _left(self, found: Found) -> tuple[str, dict[str, float]]:
        """Efforts that are left, as a phrase and by coordinate."""
        b = found.balance
        efforts = SmallMotions(b).efforts()
        units = self._shown(b).units
        least = 1e-9 * max(map(abs, efforts.values()), default=0.0)
        left = {n: v for n, v in efforts.items() if abs(v) > least}
        told = [f"{v:.6g} {units.get(f'load.{n}', '')} along {n}" for n, v in left.items()]
        if b.of.nz:
            h, _, _ = b.of.flows(b.x)
            pairs = zip(b.of.e.internal, h.tolist(), strict=True)
            told += [f"a rate of {v:.6g} {s.unit}/s of {s.name}" for s, v in pairs if abs(v) > 1e-9 * s.scale]
        return joined(told) or "something", left


def _units(model: Snapshot) -> dict[str, str]:
    """Units of joint coordinates and their rates."""
    found = {name: coordinate.unit for name, (_, _, coordinate) in model.coordinates.items()}
    return found | {f"{name}_dot": f"{unit}/s" for name, unit in found.items()}


def _special(rest: Rest, at: PathPoint) -> LoadPoint:
    return LoadPoint(value=at.p, values=rest.values(at.balance.x), omega=at.omega)


def _apart(one: Equilibrium, two: Equilibrium) -> float:
    """How far two poses are from each other, angles modulo full turns."""
    return max(
        (
            abs(
                math.remainder(v - two.values[n], 2 * math.pi) if one.units[n] == "rad" else v - two.values[n]
            )
            for n, v in one.values.items()
        ),
        default=0.0,
    )


def rest_of(model: Snapshot, at: float | None, formulation: str = "relative") -> Rest:
    """A mechanism assembled, with its forces at rest.

    Args:
        model: the mechanism.
        at: time at which drivers and forces are read [s]; None: 0, where nothing that moves it depends on time.
        formulation: "relative", "absolute" or "auto".

    Raises:
        ModelError: it has forces that leave a set of equilibria, rows that keep it moving, or drivers that move with time
            and no time to stop them at.
        NumericalError: it cannot be assembled.
    """
    return rest_at(Prepared(model), at, formulation)


def rest_at(known: Prepared, at: float | None, formulation: str = "relative") -> Rest:
    """The same of a mechanism of which something may be known; arguments as for `rest_of`."""
    model = known.model
    refuse_friction(model)
    t = 0.0 if at is None else at
    start = known.start(t)
    if start.status is not Status.OK:
        message = start.message or start.status.text
        answer = Equilibrium(
            mechanism=model.name,
            status=Outcome(start.status.word, message),
            values=start.values,
            units={name: unit for name, unit in _units(model).items() if name in start.values},
            described=Description(model),
        )
        raise NumericalError(message, int(start.status), answer)
    e, x = in_formulation(start, formulation)
    if e.is_straight and not model.planar:  # derivatives of loops are made in less time
        e = known.equations(e.formulation, loops=True)
    if at is None:
        refuse_unfrozen(e)
    of = Resting(e, t)
    refuse_moving(of, x)
    closed = of.closed(np.array(x))
    if closed is None:
        raise NumericalError(Status.NOT_CLOSED.text, int(Status.NOT_CLOSED))
    return Rest(model, start, of.at(closed))


def refuse_friction(model: Snapshot) -> None:
    """Refuse forces that hold a mechanism in more than one pose.

    Raises:
        ModelError: names them.
    """
    dry = [f for f in model.forces if f.reads_load or any(issubclass(port, Loaded) for port in f.ports)]
    if dry:
        raise ModelError(
            [
                Problem(
                    force.name,
                    f"{force.keyword}: an equilibrium set, not a point",
                    "Dry friction holds a mechanism in many poses, and which one it is depends on how it came there",
                    f"Leave '{force.name}' out to find where it rests without friction; simulate shows where it sticks.",
                )
                for force in dry
            ]
        )


def refuse_unfrozen(e: Equations) -> None:
    """Refuse drivers that move with time, where no time is told at which they stand.

    Raises:
        ModelError: names them.
    """
    if not any(row.moves for row in e.rows):
        return
    changing = set(e.jacobian("closure", ("t",)).rows.tolist())
    names = dict.fromkeys(row.owner for k, row in enumerate(e.rows) if row.moves and k in changing)
    if names:
        raise ModelError(
            [
                Problem(
                    name,
                    "moves with time",
                    "An equilibrium is sought with drivers that stand still",
                    "Say at which time they stand, as in at=0; over t tells how the equilibrium goes with them.",
                )
                for name in names
            ]
        )


def refuse_moving(of: Resting, x: Floats) -> None:
    """Refuse rows that forbid velocities and ask for one that is not zero.

    Raises:
        ModelError: names them.
    """
    if not of.has_velocity_rows:
        return
    alpha = np.array(of.e.arrays_at(t=[of.t], x=x)["alpha"])
    asked = np.abs(alpha) * (~of.manifold.rows.is_placing) > 1e-12
    names = dict.fromkeys(of.e.rows[k].owner for k in np.flatnonzero(asked))
    if names:
        raise ModelError(
            [
                Problem(
                    name,
                    "keeps the mechanism moving",
                    "At an equilibrium nothing moves",
                    "Stop it, or ask simulate.",
                )
                for name in names
            ]
        )
