"""The kernels of a formulation as loops over tables; the contract is that of `sarrus.equations.base`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sarrus.elements.closing import Closing
from sarrus.equations.base import ChannelInfo, RowInfo
from sarrus.equations.rolled.articulated import forward
from sarrus.equations.rolled.flows import flows
from sarrus.equations.rolled.forces import clear, forces, switch_places
from sarrus.equations.rolled.guards import guards
from sarrus.equations.rolled.inertia import on_bodies, on_tree
from sarrus.equations.rolled.motion import POSES, VELOCITIES, carry, rates, retract
from sarrus.equations.rolled.outputs import Publisher
from sarrus.equations.rolled.rows import (
    Coordinates,
    Pattern,
    closed_by,
    closing,
    entries,
    relation_entries,
    relations,
    tyings,
)
from sarrus.equations.rolled.stage import Stage
from sarrus.equations.rolled.tape import Place, Recorder
from sarrus.equations.rows import unit_of
from sarrus.model import Snapshot
from sarrus.scalar.rolled import Rolled
from sarrus.spatial import Pose
from sarrus.topology import Tree

KERNELS = (
    "rates",
    "retract",
    "closure",
    "dynamics",
    "flows",
    "output",
    "gap",
    "measure",
    "forward",
    "guards",
)
MOST_ENTRIES = 50_000
"""Entries of the mass matrix of a tree beyond which it is not recorded: the recursion needs none."""


class Recording(Mapping[str, Rolled]):
    """The kernels of one formulation by name, each recorded when it is first asked for; and their tables."""

    def __init__(self, model: Snapshot, tree: Tree, closed: Sequence[Closing], on_a_tree: bool) -> None:
        self.model, self.on_a_tree = model, on_a_tree
        self.stage = stage = Stage(model, tree)
        self.coordinates = Coordinates(stage)
        self.closed = closed_by(stage, closed, _closure)
        gaps = closed if on_a_tree else ()  # assembly runs in tree coordinates
        self.gaps = closed_by(stage, gaps, _gap)
        self.count = sum(len(c.chosen) for c in self.closed)
        self.ties = tyings(stage, self.coordinates, self.count)
        self.fitted = list(dict.fromkeys(m.joint.name for t in self.ties for m in t.on if not m.limb))
        self.quadratures = ("energy.dissipated", "energy.supplied", *self.coordinates.turns)
        self.nx = stage.nq + stage.nv + len(self.quadratures)
        self._patterns: dict[str, Pattern] = {}
        self._channels: tuple[ChannelInfo, ...] = ()
        self._recorded: dict[str, Rolled] = {}
        self._recipes: dict[str, Callable[[], Recorder]] = {
            "rates": self._rates,
            "retract": self._retract,
            "closure": self._closure,
            "dynamics": self._dynamics,
            "flows": self._flows,
            "output": self._output,
            "gap": self._gap,
            "measure": self._measure,
            "guards": self._guards,
        }
        self._switches = switch_places(stage)
        if on_a_tree and not self.row_count:
            self._recipes["forward"] = self._forward
            if stage.mass_entries() > MOST_ENTRIES:
                del self._recipes["dynamics"]

    def __getitem__(self, name: str) -> Rolled:
        if name not in self._recorded:
            self._recorded[name] = self._recipes[name]().kernel()
        return self._recorded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._recipes)

    def __len__(self) -> int:
        return len(self._recipes)

    def __contains__(self, name: object) -> bool:
        return name in self._recipes

    @property
    def guards(self) -> int:
        """How many functions tell which pieces of the forces' laws hold."""
        return sum(place.size for place in self._switches.values())

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return self.count + len(self.ties)

    @property
    def patterns(self) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """Where entries stand; asking for one records the kernel that fills it."""
        return Patterns(self)

    def pattern(self, name: str) -> tuple[tuple[int, int], ...]:
        """One of them."""
        kernel = {"M": "dynamics", "G": "closure"}.get(name, name)
        if kernel in self:
            self[kernel]
        return tuple(self._patterns.get(name, ()))

    @property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes."""
        self["output"]
        return self._channels

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the kernels recorded so far."""
        return self.stage.tape.constants

    @property
    def work(self) -> int:
        """How many numbers the kernels keep between their own loops."""
        return self.stage.tape.room

    @property
    def plan(self) -> tuple[int, ...]:
        """What those loops run over."""
        return tuple(self.stage.tape.memory.plan.tolist())

    @property
    def rows(self) -> list[RowInfo]:
        """Rows by name."""
        found = []
        for c in self.closed:
            for k in c.chosen:
                name = c.element.rows[k]
                unit = "m" if name.startswith("p") else "1"
                found.append(RowInfo(f"{c.element.name}.{name}", c.element.name, unit))
        for t in self.ties:
            unit = unit_of(t.relation, t.on[0].coordinate.unit)
            found.append(RowInfo(t.relation.name, t.relation.name, unit))
        return found

    @property
    def gap_rows(self) -> list[RowInfo]:
        """Gaps by the name of their element."""
        found = []
        for c in self.gaps:
            units = [u for _, u in c.element.bind(self.model.resolve, self.model.planar).gap(Pose())]
            found += [RowInfo(c.element.name, c.element.name, units[k]) for k in c.chosen]
        return found

    def _recorder(self, name: str, inputs: str, outputs: Sequence[tuple[str, int]] = ()) -> Recorder:
        nv = self.stage.nv
        sizes = {"t": 1, "x": self.nx, "vdot": nv, "lam": self.row_count, "step": nv}
        groups = [(n, sizes[n]) for n in inputs.split()]
        return Recorder(self.stage.tape, name, KERNELS.index(name), groups, outputs)

    def _rates(self) -> Recorder:
        rec = self._recorder("rates", "t x", [("qdot", self.stage.nq)])
        rates(self.stage, rec)
        return rec

    def _retract(self) -> Recorder:
        rec = self._recorder("retract", "x step", [("q", self.stage.nq)])
        retract(self.stage, rec)
        return rec

    def _flows(self) -> Recorder:
        rec = self._recorder("flows", "t x vdot lam", [("rates", len(self.quadratures))])
        flows(self.stage, rec, self.coordinates, self.ties)
        return rec

    def _guards(self) -> Recorder:
        rec = self._recorder("guards", "t x", [("guard", self.guards)])
        guards(self.stage, rec, self.coordinates, self._switches)
        return rec

    def _forward(self) -> Recorder:
        rec = self._recorder("forward", "t x", [("vdot", self.stage.nv)])
        forward(self.stage, rec, self.coordinates)
        return rec

    def _output(self) -> Recorder:
        rec = self._recorder("output", "t x vdot lam")
        published = Publisher(self.stage, rec, self.coordinates, self.closed, self.ties).record()
        self._channels = tuple(published)
        rec.outputs = (("row", sum(c.size for c in published)),)
        return rec

    def _closure(self) -> Recorder:
        stage, rows = self.stage, self.row_count
        rec = self._recorder("closure", "t x")
        pattern = self._patterns["G"] = []
        if rows:
            carry(stage, rec, VELOCITIES if self.ties else POSES, columns=True)
            closing(stage, rec, self.closed, ("g", "alpha", "sense"), POSES)
            self.coordinates.record(rec, self.fitted, VELOCITIES)
            relations(stage, rec, self.ties, ("g", "alpha"))
            self._rows(rec, pattern)
        rec.outputs = (("g", rows), ("G", len(pattern)), ("alpha", rows), ("sense", len(self.closed)))
        return rec

    def _rows(self, rec: Recorder, pattern: Pattern) -> None:
        rec.sweep()
        for c in self.closed:
            entries(self.stage, rec, c.spread, "G", c.first, pattern)
        for t in self.ties:
            relation_entries(self.stage, rec, t, "G", pattern)

    def _dynamics(self) -> Recorder:
        stage, rows = self.stage, self.row_count
        rec = self._recorder("dynamics", "t x")
        carry(stage, rec, VELOCITIES, columns=True)
        clear(stage, rec, range(len(stage.bodies)))
        acting = list(forces(stage, self.coordinates, ("loads",)))
        needed = [*self.fitted, *(i.joint for i in acting if i.joint)]
        self.coordinates.record(rec, list(dict.fromkeys(needed)), VELOCITIES)
        rec.sweep()
        for i in acting:
            rec.run(i.structure, i.function, i.reads, i.writes, i.numbers)
        M = self._patterns["M"] = on_tree(stage, rec) if self.on_a_tree else on_bodies(stage, rec)
        G: Pattern = []
        if rows:
            closing(stage, rec, self.closed, ("beta",), VELOCITIES)
            relations(stage, rec, self.ties, ("beta",))
            self._rows(rec, G)
        rec.outputs = (("M", len(M)), ("f", stage.nv), ("G", len(G)), ("beta", rows))
        return rec

    def _gap(self) -> Recorder:
        stage = self.stage
        rec = self._recorder("gap", "t x")
        pattern = self._patterns["gap"] = []
        if self.gaps:
            carry(stage, rec, POSES, columns=True)
            closing(stage, rec, self.gaps, ("gap",), POSES)
            rec.sweep()
            for c in self.gaps:
                entries(stage, rec, c.spread, "J", c.first, pattern)
        rec.outputs = (("gap", sum(len(c.chosen) for c in self.gaps)), ("J", len(pattern)))
        return rec

    def _measure(self) -> Recorder:
        """Published coordinates: those of the tree are copied, the others fitted."""
        stage, all_measured = self.stage, [m for ms in self.coordinates.of.values() for m in ms]
        rec = self._recorder("measure", "t x")
        pattern = self._patterns["measure"] = []
        fitted = list(dict.fromkeys(m.joint.name for m in all_measured if not m.limb))
        if fitted:
            bodies = [b for name in fitted for b in self.coordinates.of[name][0].spread.ends.bodies]
            carry(stage, rec, VELOCITIES, columns=True, bodies=stage.ancestry(bodies))
            self.coordinates.record(rec, fitted, VELOCITIES)
        rec.sweep()
        for k, m in enumerate(all_measured):
            to = [Place("value", k, 1), Place("rate", k, 1)]
            if m.limb:
                at = Place("J", len(pattern), 1)
                pattern.append((k, m.limb.first + m.k))
                rec.run("own", _own, [m.value, m.rate], [*to, at])
            else:
                rec.run("fitted", _fitted, [m.value, m.rate], to)
                entries(stage, rec, m.spread, "J", k, pattern)
        count = len(all_measured)
        rec.outputs = (("value", count), ("rate", count), ("J", len(pattern)))
        return rec


class Patterns(Mapping[str, tuple[tuple[int, int], ...]]):
    """Patterns of a recording, each found when it is asked for."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    def __getitem__(self, name: str) -> tuple[tuple[int, int], ...]:
        return self.recording.pattern(name)

    def __iter__(self) -> Iterator[str]:
        return iter(("M", "G", "gap", "measure"))

    def __len__(self) -> int:
        return 4


def _closure(bound: Any, X_FM: Pose) -> Sequence[Any]:
    found: Sequence[Any] = bound.closure(X_FM)
    return found


def _gap(bound: Any, X_FM: Pose) -> Sequence[Any]:
    return [value for value, _ in bound.gap(X_FM)]


def _own(graph: Any, groups: Any, numbers: Any) -> list[Any]:
    return [groups[0], groups[1], [1.0]]


def _fitted(graph: Any, groups: Any, numbers: Any) -> list[Any]:
    return [groups[0], groups[1]]
