"""Applied loads over tables: what every force does to the bodies at its ends, and to the energy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sarrus.elements.forces.base import Bulk, Force, Turn
from sarrus.equations.loads import Acting, along_coordinate, on_body, on_frames
from sarrus.equations.rolled.rows import Coordinates, Measured
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Ends, Stage, ends_of, to_frames
from sarrus.equations.rolled.tape import Place, Recorder, Symbols
from sarrus.equations.rolled.written import Written
from sarrus.scalar import Graph, Scalar
from sarrus.spatial import Vec3, Wrench
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND


@dataclass(frozen=True)
class Instance:
    """One force on its bodies, ready to be recorded; `bodies` are those whose motion it reads."""

    structure: tuple[Any, ...]
    function: Callable[..., Any]
    reads: list[Place]
    writes: list[Place]
    numbers: tuple[float, ...]
    bodies: tuple[int, ...]
    joint: str = ""


def clear(stage: Stage, rec: Recorder, bodies: Sequence[int]) -> None:
    """No loads yet on some bodies, and no energy."""
    rec.sweep()
    for place in (stage.sums, *(stage.bodies[b].load for b in bodies)):
        rec.run(("clear", place.size), partial(_nothing, place.size), [], [place])


def _nothing(size: int, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    return [[0.0] * size]


def forces(
    stage: Stage,
    coordinates: Coordinates,
    what: Sequence[str],
    published: dict[str, Place] | None = None,
    skip: Collection[str] = (),
) -> Iterator[Instance]:
    """Every force of the model on every body it acts on.

    Args:
        stage: the mechanism.
        coordinates: for forces along joint coordinates.
        what: "loads" for the loads on the bodies, "sums" for energies and powers, or "powers" for these alone;
            "switches" for the functions that tell which pieces of the laws hold.
        published: where quantities of single forces go, or their switches; other forces are left out then.
        skip: names of forces to leave out.
    """
    for force in stage.model.forces:
        if force.name in skip:
            continue
        to = (published or {}).get(force.name)
        if "switches" in what and to is None:
            continue
        if force.port is Bulk:
            count = len(stage.model.bodies)
            for body in range(count):
                part = to.part(body * (to.size // count), to.size // count) if to else None
                yield _on_body(stage, force, body, what, part)
        elif force.port is Turn:
            joint, k, _ = stage.model.coordinates_of(force)[0]
            yield _on_coordinate(stage, force, coordinates.of[joint.name][k], what, to)
        else:
            yield _on_frames(stage, force, what, to)


@dataclass(frozen=True)
class _Target:
    """Where what a force does goes: loads on moving bodies, each once; sums; quantities to publish."""

    stage: Stage
    bodies: tuple[int, ...]
    what: Sequence[str]
    published: Place | None

    @property
    def moving(self) -> list[int]:
        """Its bodies but ground, each once."""
        return list(dict.fromkeys(b for b in self.bodies if b != GROUND))

    @property
    def places(self) -> list[Place]:
        """What is read, changed and written again."""
        loads = [self.stage.bodies[b].load for b in self.moving] if "loads" in self.what else []
        sums = self.stage.sums
        return [
            *loads,
            *([sums] if "sums" in self.what else [sums.part(1, 2)] if "powers" in self.what else []),
        ]

    @property
    def structure(self) -> tuple[Any, ...]:
        """What must agree for two targets to share a cell."""
        order = {b: i for i, b in enumerate(self.moving)}
        return (tuple(order.get(b, -1) for b in self.bodies), tuple(self.what), self.published is not None)

    def writes(self) -> list[Place]:
        """Everything written."""
        return [*self.places, *([self.published] if self.published else [])]

    def take(self, acting: Acting, origins: Sequence[Vec3], before: list[Symbols]) -> list[Flat]:
        """What to write, given what was there: loads moved to the origins of their bodies."""
        s, found = self.stage.space, [*before]
        totals: list[Sequence[Scalar]] = list(found)
        if "loads" in self.what:
            for body, origin, (load, point) in zip(self.bodies, origins, acting.on, strict=True):
                if body != GROUND:
                    i = self.moving.index(body)
                    totals[i] = s.flat_load(s.to_load(totals[i]) + load.moved(point - origin))
        if "sums" in self.what or "powers" in self.what:
            e = acting.efforts
            parts: Flat = [e.energy, e.lost, e.supplied, 0.0]
            parts = parts if "sums" in self.what else parts[1:3]
            totals[-1] = [a + b for a, b in zip(totals[-1], parts, strict=True)]
        if "switches" in self.what:
            totals.append(acting.efforts.switches)
        elif self.published:
            totals.append([value for _, value in acting.published.values()])
        return [list(t) for t in totals]


def _on_frames(stage: Stage, force: Force, what: Sequence[str], published: Place | None) -> Instance:
    written, ends = stage.apart(force), ends_of(stage, stage.model.ends_of(force))
    target = _Target(stage, ends.bodies, what, published)
    structure = ("force", written.structure, ends.structure, target.structure)
    reads = [stage.t, *ends.reads(1), *target.places]
    numbers = (*ends.numbers, *written.numbers)
    function = partial(_frames_cell, stage, written, ends, target)
    return Instance(structure, function, reads, target.writes(), numbers, ends.bodies)


def _frames_cell(
    stage: Stage,
    written: Written,
    ends: Ends,
    target: _Target,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    count = len(target.places)
    moving, before = groups[1 : len(groups) - count], groups[len(groups) - count :]
    frames, n = to_frames(stage.space, ends.structure, moving, numbers)
    acting = on_frames(graph, stage.bound(written, graph, numbers[n:], groups[0][0]), frames)
    poses = iter(moving[::3])
    origins = [
        Vec3(0.0, 0.0, 0.0) if b == GROUND else stage.space.to_pose(next(poses)).p for b in ends.bodies
    ]
    return target.take(acting, origins, before)


def _on_body(stage: Stage, force: Force, body: int, what: Sequence[str], published: Place | None) -> Instance:
    written, slots = stage.apart(force), stage.bodies[body]
    target = _Target(stage, (body,), what, published)
    reads = [stage.t, slots.pose, slots.twist, *target.places]
    origin = stage.scales.origin_at(body)
    away = [] if origin is ZERO else [float(a) for a in stage.space.flat_vector(origin)]
    numbers = (*stage.masses[body], *away, *written.numbers)
    structure = ("field", written.structure, target.structure, len(away))
    function = partial(_body_cell, stage, written, target, len(away))
    return Instance(structure, function, reads, target.writes(), numbers, (body,))


def _body_cell(
    stage: Stage,
    written: Written,
    target: _Target,
    away: int,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    s = stage.space
    t, pose, twist, *before = groups
    mass, center, _ = s.to_mass(numbers[: s.inertia])
    behind = s.inertia + away
    origin = s.to_vector(numbers[s.inertia : behind]) if away else ZERO
    force = stage.bound(written, graph, numbers[behind:], t[0])
    body = s.to_kinematics(pose, twist)
    return target.take(on_body(graph, force, body, mass, center, origin), [body.X.p], before)


def _on_coordinate(
    stage: Stage, force: Force, m: Measured, what: Sequence[str], published: Place | None
) -> Instance:
    written, bodies = stage.apart(force), m.spread.ends.bodies
    target = _Target(stage, bodies, what, published)
    poses = [stage.bodies[b].pose for b in bodies if b != GROUND]
    reads = [stage.t, m.value, m.rate, m.spread.loads, m.spread.point, *poses, *target.places]
    structure = ("effort", written.structure, m.coordinate.unit, target.structure)
    function = partial(_coordinate_cell, stage, written, m, target)
    return Instance(structure, function, reads, target.writes(), written.numbers, bodies, m.joint.name)


def _coordinate_cell(
    stage: Stage,
    written: Written,
    m: Measured,
    target: _Target,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    s = stage.space
    (t,), (value,), (rate,), load, point, *rest = groups
    force = stage.bound(written, graph, numbers, t)
    acting = along_coordinate(
        graph, force, value, rate, s.to_load(load), s.to_vector(point), m.coordinate.unit
    )
    moving = [b for b in target.bodies if b != GROUND]
    poses = iter(rest[: len(moving)])
    origins = [Vec3(0.0, 0.0, 0.0) if b == GROUND else s.to_pose(next(poses)).p for b in target.bodies]
    return target.take(acting, origins, rest[len(moving) :])


def quantities(stage: Stage, force: Force) -> list[tuple[str, str, int]]:
    """What is published of a force: name, unit and size."""
    if force.port is Bulk:
        return []
    return [(name, unit, 1) for name, (unit, _) in _alone(stage, force).published.items()]


def switch_places(stage: Stage) -> dict[str, Place]:
    """Where the switches of each force go that has some, force by force; those of a field body by body."""
    counts: dict[Any, int] = {}
    found: dict[str, Place] = {}
    end = 0
    for force in stage.model.forces:
        structure = stage.apart(force).structure
        if structure not in counts:
            counts[structure] = len(_alone(stage, force).efforts.switches)
        size = counts[structure] * (len(stage.model.bodies) if force.port is Bulk else 1)
        if size:
            found[force.name] = Place("guard", end, size)
            end += size
    return found


def _alone(stage: Stage, force: Force) -> Acting:
    """What a force does, on symbols of its own."""
    graph, s, written = Graph(), stage.space, stage.apart(force)
    bound = stage.bound(written, graph, list(graph.symbols(f"n{i}" for i in range(written.size))))
    if force.port is Turn:
        unit = stage.model.coordinates_of(force)[0][2].unit
        value, rate = graph.symbols(("value", "rate"))
        return along_coordinate(graph, bound, value, rate, Wrench(), Vec3(0.0, 0.0, 0.0), unit)
    ends = [
        s.to_kinematics(*(graph.symbols(f"{e}.{k}.{i}" for i in range(n)) for k, n in enumerate((s.pose, s.motion))))
        for e in force.ends or ("body",)
    ]  # fmt: skip
    if force.port is Bulk:
        mass, *center = graph.symbols(("mass", "x", "y", "z"))
        return on_body(graph, bound, ends[0], mass, Vec3(*center))
    return on_frames(graph, bound, ends)
