"""Rates of the quadratures over tables: power lost and supplied, turns of fitted angles."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.equations.rolled.forces import clear, forces
from sarrus.equations.rolled.motion import VELOCITIES, carry
from sarrus.equations.rolled.rows import Coordinates, Tying, relations
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Stage
from sarrus.equations.rolled.tape import Place, Recorder, Symbols
from sarrus.scalar import Graph


def flows(stage: Stage, rec: Recorder, coordinates: Coordinates, ties: Sequence[Tying]) -> None:
    """Only what brings or takes power is evaluated, and only the bodies that it touches are moved."""
    acting = [
        i
        for i in forces(stage, coordinates, ("powers",))
        if not rec.is_idle(i.structure, i.function, i.reads, i.writes, i.numbers)
    ]
    fitted = {m.joint.name for t in ties for m in t.on if m.limb is None}
    fitted |= {stage.model.coordinates[name][0].name for name in coordinates.turns}
    fitted |= {i.joint for i in acting if i.joint and coordinates.of[i.joint][0].limb is None}
    touched = [b for i in acting for b in i.bodies]
    touched += [b for name in fitted for b in coordinates.of[name][0].spread.ends.bodies]
    if touched:
        carry(stage, rec, VELOCITIES, bodies=stage.ancestry(touched))
    coordinates.record(rec, sorted(fitted), VELOCITIES)
    clear(stage, rec, ())
    rec.sweep()
    for i in acting:
        rec.run(i.structure, i.function, i.reads, i.writes, i.numbers)
    asked = stage.tape.reserve(len(ties))
    relations(stage, rec, ties, ("alpha",), asked)
    rec.sweep()
    for k, tying in enumerate(ties):  # only drivers move their rows
        reads = [stage.sums, Place("lam", tying.row, 1), asked.part(k, 1)]
        rec.run("supplied", _supplied, reads, [stage.sums])
    rec.sweep()
    rec.run("flows", _sums, [stage.sums], [Place("rates", 0, 2)])
    for k, name in enumerate(coordinates.turns):
        joint, coordinate, _ = stage.model.coordinates[name]
        m = coordinates.of[joint.name][coordinate]
        rec.run("turning", _copied, [m.rate], [Place("rates", 2 + k, 1)])


def _supplied(graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    (energy, lost, supplied, kinetic), (lam,), (alpha,) = groups
    return [[energy, lost, supplied + lam * alpha, kinetic]]


def _sums(graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    return [[groups[0][1], groups[0][2]]]


def _copied(graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    return [[groups[0][0]]]
