"""Applied forces: loads on bodies, energies and powers, quantities to publish, switches between pieces of laws."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sarrus.elements.forces.base import Force
from sarrus.elements.ports import Port, Reach, Said, split
from sarrus.mechanics.derive import Efforts, efforts
from sarrus.mechanics.infos import ActingInfo
from sarrus.mechanics.layout import TIME, Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Measured
from sarrus.mechanics.passes.motion import End, Moving, frame_at, motion_of, origin_at
from sarrus.mechanics.recorder import Argument, Cell, Recorder, clear
from sarrus.mechanics.slots import SCALAR, Mass, Slot, Space, acts, labelled, numbers
from sarrus.scalar import Graph, Node
from sarrus.scalar.derivative import gradient, lifted
from sarrus.spatial import Kinematics, Pose, Vec3, Wrench
from sarrus.spatial.rotation import IDENTITY
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND

Names = list[tuple[str, str, int]]
"""What is published of an element: name behind the dot, unit, size."""
FIRST_LOAD = 6
"""Place of the first load among the results of a cell."""
OF_FORCE = 3
"""What comes in front of the loads of a force: energy, power lost, power brought in."""


@dataclass
class Applied:
    """Sums over all forces, and what single ones publish.

    Attributes:
        energy: potential energy of everything.
        lost: power turned into heat.
        supplied: power brought in by forces that state a power.
        published: for each force its quantities, and where they wait to be published.
        flows: for each force with states, their rates.
        guarded: for each function that tells by its sign which piece of a law holds, the force whose law it is.
    """

    energy: Slot
    lost: Slot
    supplied: Slot
    published: dict[str, tuple[Names, Slot]] = field(default_factory=dict)
    flows: dict[str, Slot] = field(default_factory=dict)
    guarded: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Application:
    """One force on some bodies: the cell that says what it does there."""

    force: Force
    bodies: tuple[int, ...]
    cell: Cell
    arguments: tuple[Argument, ...]
    words: Mapping[str, Any] = field(default_factory=dict)


def applications(
    layout: Layout,
    measured: dict[str, list[Measured]],
    states: Mapping[str, tuple[Slot, ...]],
    signals: Mapping[str, Slot],
) -> Iterator[Application]:
    """Every force of the model that the state alone tells, on all bodies that it acts on.

    Args:
        layout: the mechanism.
        measured: published coordinates by joint.
        states: where those of each force lie.
        signals: where inputs and signals lie.
    """
    for force in layout.model.forces:
        if force.reads_load:
            continue  # it is found together with the accelerations, see `loaded`
        reads = tuple(signals[name] for name in layout.model.reads(force))
        given: tuple[Argument, ...] = (TIME, layout.numbers.element(force), states.get(force.name, ()), reads)
        if force.port.reach is Reach.BODIES:
            for k, body in enumerate(layout.bodies):
                origin = layout.numbers.origin(layout.scales.region_at(k))
                on = (body.motion, layout.numbers.mass(k), origin)
                yield Application(force, (k,), field_on_body, (*given, *on))
        elif force.port.reach is Reach.COORDINATE:
            found = layout.model.coordinates_of(force)
            coordinates = [measured[joint.name][k] for joint, k, _ in found]
            bodies = tuple(b for m in coordinates for b in m.bodies)
            poses = tuple(None if b == GROUND else layout.bodies[b].pose for b in bodies)
            seen = tuple((m.value, m.rate, m.load, m.point) for m in coordinates)
            units = tuple(coordinate.unit for _, _, coordinate in found)
            yield Application(force, bodies, efforts_on_coordinates, (*given, seen, poses), {"units": units})
        else:
            places = layout.model.ends_of(force)
            bodies, words = layout.bodies_at(places), {"in_plane": layout.space.planar}
            yield Application(force, bodies, force_on_frames, (*given, layout.ends(places)), words)


def apply_forces(
    layout: Layout,
    rec: Recorder,
    measured: dict[str, list[Measured]],
    states: Mapping[str, tuple[Slot, ...]],
    signals: Mapping[str, Slot],
) -> Applied:
    """All forces of the model."""
    found = Applied(rec.reserve(SCALAR), rec.reserve(SCALAR), rec.reserve(SCALAR))
    found.flows = {name: rec.reserve(numbers(len(z))) for name, z in states.items()}
    rec.sweep()
    for slot in (found.energy, found.lost, found.supplied, *(body.load for body in layout.bodies)):
        rec.run(clear, into=[slot], kind=slot.kind)
    rec.sweep()
    for one in applications(layout, measured, states, signals):
        named, switches, *_ = rec.look(one.cell, *one.arguments, **one.words)
        names = [(name, unit, len(values)) for name, unit, *values in named]
        shown = rec.reserve(labelled(sum(size for _, _, size in names))) if names else None
        if shown:
            found.published[one.force.name] = (names, shown)
        guards = Slot(numbers(len(switches)), "guard", len(found.guarded))
        found.guarded += [one.force.name] * len(switches)
        loads = [None if body == GROUND else layout.bodies[body].load for body in one.bodies]
        onto = [found.energy, found.lost, found.supplied, *loads]
        flows = found.flows.get(one.force.name)
        rec.run(one.cell, *one.arguments, into=[shown, guards, flows], onto=onto, **one.words)
    return found


def apply_loads(
    layout: Layout,
    rec: Recorder,
    measured: dict[str, list[Measured]],
    states: Mapping[str, tuple[Slot, ...]],
    signals: Mapping[str, Slot],
    skip: Collection[Force],
) -> dict[int, Slot]:
    """Loads of all forces but some, on those bodies that feel any."""
    found: dict[int, Slot] = {}
    acting = []
    for one in applications(layout, measured, states, signals):
        if one.force not in skip:
            loads = rec.look(one.cell, *one.arguments, **one.words)[FIRST_LOAD:]
            felt = [
                b if acts(*F.force, *F.torque) else GROUND for b, F in zip(one.bodies, loads, strict=True)
            ]
            acting.append((one, felt))
    rec.sweep()
    for body in sorted({b for _, felt in acting for b in felt} - {GROUND}):
        found[body] = rec.reserve(layout.space.wrench)
        rec.run(clear, into=[found[body]], kind=found[body].kind)
    rec.sweep()
    for one, felt in acting:
        onto = [None, None, None, *(found.get(body) for body in felt)]
        rec.run(one.cell, *one.arguments, into=[None, None, None], onto=onto, **one.words)
    return found


def tell_apart(
    layout: Layout,
    rec: Recorder,
    measured: dict[str, list[Measured]],
    states: Mapping[str, tuple[Slot, ...]],
    signals: Mapping[str, Slot],
) -> tuple[ActingInfo, ...]:
    """What each force does by itself: energy, powers, and its load on every body that it acts on."""
    found: list[ActingInfo] = []
    wrench, at = layout.space.wrench, 0
    rec.sweep()
    for one in applications(layout, measured, states, signals):
        moving = tuple(body for body in one.bodies if body != GROUND)
        found.append(ActingInfo(one.force.name, at, moving))
        sums = [Slot(SCALAR, "alone", at + k) for k in range(OF_FORCE)]
        places = iter(range(at + OF_FORCE, at + OF_FORCE + wrench.size * len(moving), wrench.size))
        loads = [None if body == GROUND else Slot(wrench, "alone", next(places)) for body in one.bodies]
        rec.run(one.cell, *one.arguments, into=[None, None, None, *sums, *loads], **one.words)
        at = width_of(found[-1:], layout.space)
    return tuple(found)


def width_of(acting: Sequence[ActingInfo], space: Space) -> int:
    """How many numbers tell what forces do by themselves."""
    if not acting:
        return 0
    return acting[-1].start + OF_FORCE + space.wrench.size * len(acting[-1].bodies)


def force_on_frames(
    graph: Graph,
    t: Node,
    force: Bound,
    z: Sequence[Node],
    reads: Sequence[Node],
    ends: tuple[End, ...],
    *,
    in_plane: bool,
) -> tuple[Any, ...]:
    """A force that acts on frames.

    The load on the frame at the last end of each port is what its rates make of the velocity there; the other end
    feels the opposite. What would act out of the plane does not exist between planar bodies.
    """
    bound, frames = force(t), [frame_at(end) for end in ends]
    seen, slopes, first = [], [], 0
    for port in bound.ports:
        own = frames[first : first + port.ends]
        u, rates = port.measure(*own)
        seen.append((lifted(graph, u), lifted(graph, rates)))
        slopes.append(loads_of_rates(graph, port, own))
        first += port.ends
    found = efforts(
        graph,
        bound,
        [a for u, _ in seen for a in u],
        [a for _, rates in seen for a in rates],
        z=z,
        reads=reads,
    )
    named: list[tuple[Any, ...]] = []
    loads: list[Wrench] = []
    first = 0
    parts = split(bound.ports, [a for u, _ in seen for a in u], found.efforts)
    for k, (port, (u, rates), (_, own_efforts, _), units) in enumerate(
        zip(bound.ports, seen, parts, slopes, strict=True)
    ):
        total = Wrench()
        for effort, unit in zip(own_efforts, units, strict=True):
            total = total + unit * effort
        if in_plane:
            total = Wrench(Vec3(total.force.x, total.force.y, 0.0), Vec3(0.0, 0.0, total.torque.z))
        last = first + port.ends - 1
        if port.ends > 1:
            at = frames[first if port.is_central else last].X.p
            loads.append((-total).moved(at - origin_at(ends[first])))
        loads.append(total.moved(frames[last].X.p - origin_at(ends[last])))
        named += _said(bound, k, port.said(u, rates, own_efforts, total), "")
        first += port.ends
    return _results(found, [*named, *told(bound, found), *named_states(bound, z)], loads)


def loads_of_rates(graph: Graph, port: type[Port], frames: Sequence[Kinematics]) -> list[Wrench]:
    """What each rate of a port makes of the velocity of its last frame: the load that belongs to a unit effort."""
    symbols = graph.symbols(f"@V{i}" for i in range(6))
    last = replace(frames[-1], v=Vec3(*symbols[:3]), w=Vec3(*symbols[3:]))
    found = []
    for rate in lifted(graph, port.measure(*frames[:-1], last)[1]):
        slopes = gradient(rate, symbols)
        found.append(Wrench(Vec3(*slopes[:3]), Vec3(*slopes[3:])))
    return found


def field_on_body(
    graph: Graph,
    t: Node,
    force: Bound,
    z: Sequence[Node],
    reads: Sequence[Node],
    body: Moving,
    mass: Mass,
    origin: Vec3 | None,
) -> tuple[Any, ...]:
    """A field that acts on a mass centre; `origin` is where the position of the body is counted from."""
    m, center, _ = mass
    C = motion_of(body).of(Pose(IDENTITY, center))
    at = C.X.p if origin is None else C.X.p + origin
    found = efforts(graph, force(t), lifted(graph, [*at]), lifted(graph, [*C.v]), [m], z, reads=reads)
    load = Wrench(Vec3(*found.efforts)).moved(C.X.p - body[0].p)
    return _results(found, [], [load])


def efforts_on_coordinates(
    graph: Graph,
    t: Node,
    force: Bound,
    z: Sequence[Node],
    reads: Sequence[Node],
    coordinates: tuple[tuple[Node, Node, Wrench, Vec3], ...],
    poses: tuple[Pose | None, ...],
    *,
    units: tuple[str, ...],
) -> tuple[Any, ...]:
    """A force along joint coordinates; an effort is positive in the direction of its coordinate.

    Args:
        graph: where expressions live.
        t: time.
        force: with its numbers.
        z: its states.
        reads: inputs and signals.
        coordinates: value and rate of each; what a unit effort does to the follower, and where.
        poses: of base and follower of each; None for ground.
        units: of the coordinates.
    """
    bound = force(t)
    values, rates = [c[0] for c in coordinates], [c[1] for c in coordinates]
    more = [0.0] * sum(port.more for port in bound.ports)  # it does not look at the load of its joint
    found = efforts(graph, bound, values, rates, more, z, units[0], reads)
    named: list[tuple[Any, ...]] = []
    loads: list[Wrench] = []
    for k, (port, (value, rate, unit, point), effort) in enumerate(
        zip(bound.ports, coordinates, found.efforts, strict=True)
    ):
        for sign, X in zip((-effort, effort), poses[2 * k : 2 * k + 2], strict=True):
            loads.append((unit * sign).moved(point - (ZERO if X is None else X.p)))
        said = port.said([value], [rate], [effort], unit)
        named += _said(bound, k, said, "N" if units[k] == "m" else "N m")
    return _results(found, [*named, *told(bound, found), *named_states(bound, z)], loads)


def _said(force: Force, k: int, said: Said, unit: str) -> list[tuple[Any, ...]]:
    """What is published of a port; behind the names stands its number where a force has several."""
    number = str(k + 1) if len(force.ports) > 1 else ""
    return [(name + number, own or unit, *values) for name, (own, values) in said.items()]


def told(force: Force, found: Efforts) -> list[tuple[Any, ...]]:
    """What a force publishes besides."""
    return [
        (quantity.name, quantity.unit, value) for quantity, value in zip(force.tells, found.told, strict=True)
    ]


def named_states(force: Force, z: Sequence[Node]) -> list[tuple[Any, ...]]:
    """States as they are published."""
    return [(state.name, state.unit, value) for state, value in zip(force.states, z, strict=True)]


def _results(found: Efforts, named: list[tuple[Any, ...]], loads: list[Wrench]) -> tuple[Any, ...]:
    """Quantities, switches and rates of states; energies, powers, and loads about the origins of the bodies."""
    return (named, found.switches, found.flows, found.energy, found.lost, found.supplied, *loads)
