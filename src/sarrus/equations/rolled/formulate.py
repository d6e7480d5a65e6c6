"""The kernels of a formulation as loops over tables; the contract is that of `sarrus.equations.base`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.elements.closing import Closing
from sarrus.equations.base import ChannelInfo, RowInfo
from sarrus.equations.rolled.articulated import forward
from sarrus.equations.rolled.flows import flows
from sarrus.equations.rolled.forces import clear, forces
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


class Recording:
    """All kernels of one formulation."""

    def __init__(self, model: Snapshot, tree: Tree, closed: Sequence[Closing], on_a_tree: bool) -> None:
        self.model, self.on_a_tree = model, on_a_tree
        self.stage = stage = Stage(model, tree)
        self.coordinates = Coordinates(stage)
        self.closed = closed_by(stage, closed, _closure)
        gaps = closed if on_a_tree else ()  # assembly runs in tree coordinates
        self.gaps = closed_by(stage, gaps, _gap)
        self.count = sum(len(c.chosen) for c in self.closed)
        self.ties = tyings(stage, self.coordinates, self.count)
        self.quadratures = ("energy.dissipated", "energy.supplied", *self.coordinates.turns)
        self.nx = stage.nq + stage.nv + len(self.quadratures)
        self.jacobian: Pattern = []
        self.mass: Pattern = []
        self.gap_pattern: Pattern = []
        self.measure_pattern: Pattern = []
        self.channels: list[ChannelInfo] = []
        self.measured_by_relations = list(
            dict.fromkeys(m.joint.name for t in self.ties for m in t.on if not m.limb)
        )
        self.kernels = self._kernels()
        self.constants = stage.tape.finish()

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

    def _recorder(self, name: str, inputs: str, outputs: Sequence[tuple[str, int]]) -> Recorder:
        count = self.count + len(self.ties)
        sizes = {"t": 1, "x": self.nx, "vdot": self.stage.nv, "lam": count, "step": self.stage.nv}
        return Recorder(self.stage.tape, name, [(n, sizes[n]) for n in inputs.split()], outputs)

    def _kernels(self) -> dict[str, Rolled]:
        stage = self.stage
        recorders = [self._closure(), self._dynamics(), self._gap(), self._measure()]
        if self.on_a_tree and not self.count + len(self.ties):
            accelerating = self._recorder("forward", "t x", [("vdot", stage.nv)])
            forward(stage, accelerating, self.coordinates)
            recorders.append(accelerating)
        turning = self._recorder("rates", "t x", [("qdot", stage.nq)])
        rates(stage, turning)
        moving = self._recorder("retract", "x step", [("q", stage.nq)])
        retract(stage, moving)
        flowing = self._recorder("flows", "t x vdot lam", [("rates", len(self.quadratures))])
        flows(stage, flowing, self.coordinates, self.ties)
        output = self._recorder("output", "t x vdot lam", [("row", 0)])
        self.channels = Publisher(stage, output, self.coordinates, self.closed, self.ties).record()
        output.outputs = (("row", sum(c.size for c in self.channels)),)
        return {r.name: r.kernel() for r in (*recorders, turning, moving, flowing, output)}

    def _closure(self) -> Recorder:
        stage, rows = self.stage, self.count + len(self.ties)
        rec = self._recorder("closure", "t x", [])
        if rows:
            carry(stage, rec, VELOCITIES if self.ties else POSES, columns=True)
            closing(stage, rec, self.closed, ("g", "alpha", "sense"), POSES)
            self.coordinates.record(rec, self.measured_by_relations, VELOCITIES)
            relations(stage, rec, self.ties, ("g", "alpha"))
            self._rows(rec, self.jacobian)
        rec.outputs = (("g", rows), ("G", len(self.jacobian)), ("alpha", rows), ("sense", len(self.closed)))
        return rec

    def _rows(self, rec: Recorder, pattern: Pattern) -> None:
        rec.sweep()
        for c in self.closed:
            entries(self.stage, rec, c.spread, "G", c.first, pattern)
        for t in self.ties:
            relation_entries(self.stage, rec, t, "G", pattern)

    def _dynamics(self) -> Recorder:
        stage, rows = self.stage, self.count + len(self.ties)
        rec = self._recorder("dynamics", "t x", [])
        carry(stage, rec, VELOCITIES, columns=True)
        clear(stage, rec, range(len(stage.bodies)))
        acting = [i for i in forces(stage, self.coordinates, ("loads",))]
        needed = [i.joint for i in acting if i.joint]
        self.coordinates.record(rec, list(dict.fromkeys([*self.measured_by_relations, *needed])), VELOCITIES)
        rec.sweep()
        for i in acting:
            rec.run(i.structure, i.function, i.reads, i.writes, i.numbers)
        self.mass = on_tree(stage, rec) if self.on_a_tree else on_bodies(stage, rec)
        if rows:
            closing(stage, rec, self.closed, ("beta",), VELOCITIES)
            relations(stage, rec, self.ties, ("beta",))
            self._rows(rec, [])
        rec.outputs = (("M", len(self.mass)), ("f", stage.nv), ("G", len(self.jacobian)), ("beta", rows))
        return rec

    def _gap(self) -> Recorder:
        stage = self.stage
        rec = self._recorder("gap", "t x", [])
        if self.gaps:
            carry(stage, rec, POSES, columns=True)
            closing(stage, rec, self.gaps, ("gap",), POSES)
            rec.sweep()
            for c in self.gaps:
                entries(stage, rec, c.spread, "J", c.first, self.gap_pattern)
        rec.outputs = (("gap", sum(len(c.chosen) for c in self.gaps)), ("J", len(self.gap_pattern)))
        return rec

    def _measure(self) -> Recorder:
        """Published coordinates: those of the tree are copied, the others fitted."""
        stage, all_measured = self.stage, [m for ms in self.coordinates.of.values() for m in ms]
        rec = self._recorder("measure", "t x", [])
        fitted = list(dict.fromkeys(m.joint.name for m in all_measured if not m.limb))
        if fitted:
            bodies = [b for name in fitted for b in self.coordinates.of[name][0].spread.ends.bodies]
            carry(stage, rec, VELOCITIES, columns=True, bodies=stage.ancestry(bodies))
            self.coordinates.record(rec, fitted, VELOCITIES)
        rec.sweep()
        for k, m in enumerate(all_measured):
            to = [Place("value", k, 1), Place("rate", k, 1)]
            if m.limb:
                at = Place("J", len(self.measure_pattern), 1)
                self.measure_pattern.append((k, m.limb.first + m.k))
                rec.run("own", _own, [m.value, m.rate], [*to, at])
            else:
                rec.run("fitted", _fitted, [m.value, m.rate], to)
                entries(stage, rec, m.spread, "J", k, self.measure_pattern)
        count = len(all_measured)
        rec.outputs = (("value", count), ("rate", count), ("J", len(self.measure_pattern)))
        return rec


def _closure(bound: Any, X_FM: Pose) -> Sequence[Any]:
    found: Sequence[Any] = bound.closure(X_FM)
    return found


def _gap(bound: Any, X_FM: Pose) -> Sequence[Any]:
    return [value for value, _ in bound.gap(X_FM)]


def _own(graph: Any, groups: Any, numbers: Any) -> list[Any]:
    return [groups[0], groups[1], [1.0]]


def _fitted(graph: Any, groups: Any, numbers: Any) -> list[Any]:
    return [groups[0], groups[1]]
