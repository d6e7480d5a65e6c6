"""Applied forces: loads on bodies, energies and powers, quantities to publish, switches between pieces of laws."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sarrus.elements.forces.base import Bulk, Force, Line, Own, Pair, Point, Port, Turn
from sarrus.equations.derive import Efforts, efforts
from sarrus.equations.layout import TIME, Layout
from sarrus.equations.numbers import Bound
from sarrus.equations.passes.coordinates import Measured
from sarrus.equations.passes.motion import End, Moving, frame_at, motion_of, origin_at
from sarrus.equations.recorder import Argument, Cell, Recorder, clear
from sarrus.equations.slots import SCALAR, Mass, Slot, acts, labelled, numbers
from sarrus.scalar import Graph, Node, Scalar, where
from sarrus.scalar.derivative import lifted
from sarrus.spatial import Kinematics, Pose, Vec3, Wrench
from sarrus.spatial.rotation import IDENTITY
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND

Names = list[tuple[str, str, int]]
"""What is published of an element: name behind the dot, unit, size."""


@dataclass
class Applied:
    """Sums over all forces, and what single ones publish.

    Attributes:
        energy: potential energy of everything.
        lost: power turned into heat.
        supplied: power brought in by forces that state a power.
        published: for each force its quantities, and where they wait to be published.
        guards: how many functions tell by their signs which pieces of the laws hold.
    """

    energy: Slot
    lost: Slot
    supplied: Slot
    published: dict[str, tuple[Names, Slot]] = field(default_factory=dict)
    guards: int = 0


@dataclass(frozen=True)
class Acting:
    """What one force does.

    Attributes:
        on: a load for each of its ends, with the point where it acts; ground components.
        efforts: what it does at its port, with its energies and powers.
        published: name behind the dot -> (unit, expression).
    """

    on: tuple[tuple[Wrench, Vec3], ...]
    efforts: Efforts
    published: Mapping[str, tuple[str, Scalar]] = field(default_factory=dict)


@dataclass(frozen=True)
class Application:
    """One force on some bodies: the cell that says what it does there."""

    force: Force
    bodies: tuple[int, ...]
    cell: Cell
    arguments: tuple[Argument, ...]
    words: Mapping[str, Any] = field(default_factory=dict)


def applications(layout: Layout, measured: dict[str, list[Measured]]) -> Iterator[Application]:
    """Every force of the model on all bodies that it acts on."""
    for force in layout.model.forces:
        own = layout.numbers.element(force)
        arguments: tuple[Argument, ...]
        if force.port is Bulk:
            for k, body in enumerate(layout.bodies):
                origin = layout.numbers.origin(layout.scales.region_at(k))
                arguments = (TIME, own, body.motion, layout.numbers.mass(k), origin)
                yield Application(force, (k,), field_on_body, arguments)
        elif force.port is Turn:
            joint, k, coordinate = layout.model.coordinates_of(force)[0]
            m = measured[joint.name][k]
            poses = tuple(None if b == GROUND else layout.bodies[b].pose for b in m.bodies)
            arguments = (TIME, own, m.value, m.rate, m.load, m.point, poses)
            yield Application(force, m.bodies, effort_on_coordinate, arguments, {"unit": coordinate.unit})
        else:
            places = layout.model.ends_of(force)
            arguments = (TIME, own, layout.ends(places))
            yield Application(force, layout.bodies_at(places), force_on_frames, arguments)


def apply_forces(layout: Layout, rec: Recorder, measured: dict[str, list[Measured]]) -> Applied:
    """All forces of the model."""
    found = Applied(rec.reserve(SCALAR), rec.reserve(SCALAR), rec.reserve(SCALAR))
    rec.sweep()
    for slot in (found.energy, found.lost, found.supplied, *(body.load for body in layout.bodies)):
        rec.run(clear, into=[slot], kind=slot.kind)
    rec.sweep()
    for one in applications(layout, measured):
        named, switches, *_ = rec.look(one.cell, *one.arguments, **one.words)
        names = [(name, unit, 1) for name, unit, _ in named]
        shown = rec.reserve(labelled(len(names))) if names else None
        if shown:
            found.published[one.force.name] = (names, shown)
        guards = Slot(numbers(len(switches)), "guard", found.guards)
        found.guards += len(switches)
        loads = [None if body == GROUND else layout.bodies[body].load for body in one.bodies]
        onto = [found.energy, found.lost, found.supplied, *loads]
        rec.run(one.cell, *one.arguments, into=[shown, guards], onto=onto, **one.words)
    return found


def apply_loads(
    layout: Layout, rec: Recorder, measured: dict[str, list[Measured]], skip: Collection[Force]
) -> dict[int, Slot]:
    """Loads of all forces but some, on those bodies that feel any."""
    found: dict[int, Slot] = {}
    acting = []
    for one in applications(layout, measured):
        if one.force not in skip:
            loads = rec.look(one.cell, *one.arguments, **one.words)[5:]
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
        rec.run(one.cell, *one.arguments, into=[None, None], onto=onto, **one.words)
    return found


def force_on_frames(graph: Graph, t: Node, force: Bound, ends: tuple[End, ...]) -> tuple[Any, ...]:
    """A force that acts on frames."""
    acting = on_frames(graph, force(t), [frame_at(end) for end in ends])
    return _results(acting, [origin_at(end) for end in ends])


def field_on_body(
    graph: Graph, t: Node, force: Bound, body: Moving, mass: Mass, origin: Vec3 | None
) -> tuple[Any, ...]:
    """A field that acts on a mass centre."""
    m, center, _ = mass
    acting = on_body(graph, force(t), motion_of(body), m, center, ZERO if origin is None else origin)
    return _results(acting, [body[0].p])


def effort_on_coordinate(
    graph: Graph,
    t: Node,
    force: Bound,
    value: Node,
    rate: Node,
    load: Wrench,
    point: Vec3,
    poses: tuple[Pose | None, ...],
    *,
    unit: str,
) -> tuple[Any, ...]:
    """A force along a joint coordinate."""
    acting = along_coordinate(graph, force(t), value, rate, load, point, unit)
    return _results(acting, [ZERO if X is None else X.p for X in poses])


def _results(acting: Acting, origins: list[Vec3]) -> tuple[Any, ...]:
    """Quantities and switches; energies, powers, and loads about the origins of the bodies."""
    e = acting.efforts
    named = [(name, unit, value) for name, (unit, value) in acting.published.items()]
    loads = [load.moved(point - at) for (load, point), at in zip(acting.on, origins, strict=True)]
    return (named, e.switches, e.energy, e.lost, e.supplied, *loads)


def on_frames(graph: Graph, force: Force, ends: list[Kinematics]) -> Acting:
    """A bound force that acts on frames."""
    return _ON_FRAMES[force.port](graph, force, *ends)


def _line(graph: Graph, force: Force, P: Kinematics, Q: Kinematics) -> Acting:
    """A force along the line PQ; its effort is the push that lengthens the line."""
    d, rate = Q.X.p - P.X.p, Q.v - P.v
    length = d.norm()
    # without a length there is no direction: the force vanishes there instead of being undefined
    direction = d * where(0.0 < length, 1.0 / where(0.0 < length, length, 1.0), 0.0)
    u, du = lifted(graph, [length, direction.dot(rate)])
    found = efforts(graph, force, [u], [du])
    push = direction * found.efforts[0]
    published = {"length": ("m", u), "rate": ("m/s", du), "magnitude": ("N", -found.efforts[0])}
    return Acting(((Wrench(-push), P.X.p), (Wrench(push), Q.X.p)), found, published)


def _pair(graph: Graph, force: Force, F: Kinematics, M: Kinematics) -> Acting:
    """A torque between base and follower."""
    w = F.X.R.back(M.w - F.w)
    found = efforts(graph, force, [], lifted(graph, [*w]))
    torque = F.X.R * Vec3(*found.efforts)
    on = (Wrench(torque=-torque), F.X.p), (Wrench(torque=torque), M.X.p)
    return Acting(on, found, {"magnitude": ("N m", torque.norm())})


def on_body(
    graph: Graph, force: Force, body: Kinematics, mass: Scalar, center: Vec3, origin: Vec3 = ZERO
) -> Acting:
    """A field that acts on a mass centre; `origin` is where the position of the body is counted from."""
    C = body.of(Pose(IDENTITY, center))
    found = efforts(graph, force, lifted(graph, [*(C.X.p + origin)]), lifted(graph, [*C.v]), mass)
    return Acting(((Wrench(Vec3(*found.efforts)), C.X.p),), found)


def along_coordinate(
    graph: Graph, force: Force, value: Node, rate: Node, wrench: Wrench, point: Vec3, unit: str
) -> Acting:
    """A force along a joint coordinate; its effort is positive in the direction of the coordinate.

    Args:
        graph: where expressions live.
        force: bound.
        value, rate: of the coordinate.
        wrench, point: what a unit effort does to the follower.
        unit: of the coordinate.
    """
    found = efforts(graph, force, [value], [rate])
    effort = found.efforts[0]
    on = (wrench * -effort, point), (wrench * effort, point)
    return Acting(on, found, {"magnitude": ("N" if unit == "m" else "N m", effort)})


def _point(graph: Graph, force: Force, k: Kinematics) -> Acting:
    """A force at a point, ground components."""
    found = efforts(graph, force, [], lifted(graph, [*k.v]))
    return _push(k, Vec3(*found.efforts), found)


def _own(graph: Graph, force: Force, k: Kinematics) -> Acting:
    """A force at a point, components of the frame there."""
    found = efforts(graph, force, [], lifted(graph, [*k.X.R.back(k.v)]))
    return _push(k, k.X.R * Vec3(*found.efforts), found)


def _push(k: Kinematics, push: Vec3, found: Efforts) -> Acting:
    return Acting(((Wrench(push), k.X.p),), found, {"magnitude": ("N", push.norm())})


_ON_FRAMES: dict[type[Port], Callable[..., Acting]] = {
    Line: _line,
    Pair: _pair,
    Point: _point,
    Own: _own,
}
