"""Forces with a kinetic energy of their own: inerters, added mass.

Such a force resists accelerations of its port. Its efforts phi depend on accelerations, and these on phi, so they stand among
the unknowns as efforts that depend on loads do (`loaded`):

    phi = - d/dt (d T / d rate) + d T / d coordinate
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sarrus.elements.forces.base import Force
from sarrus.elements.ports import Port, Reach
from sarrus.elements.statements import refuse_statement
from sarrus.mechanics.derive import inertial_efforts
from sarrus.mechanics.layout import TIME, Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Along, Measured
from sarrus.mechanics.passes.forces import loads_of_rates
from sarrus.mechanics.passes.loaded import Pushing
from sarrus.mechanics.passes.motion import End, Mask, frame_at
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Slot, acts
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import along, lifted
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Kinematics, Vec3
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.topology import GROUND


@dataclass(frozen=True)
class PortRate:
    """A rate of a port on frames.

    Attributes:
        bodies: base and follower; the base of a port of one frame is ground.
        load, point, mask: what a unit effort does to the follower, where, and whether that is a force, a torque.
        rate: its value.
    """

    bodies: tuple[int, ...]
    load: Slot
    point: Slot
    mask: Mask
    rate: Slot
    limb: None = None
    k: int = 0


@dataclass(frozen=True)
class Inertial:
    """A force with kinetic energy: the efforts along its rates, in their order."""

    force: Force
    pushes: tuple[Pushing, ...]


def resisting(
    layout: Layout, rec: Recorder, measured: Mapping[str, list[Measured]], first: int, rows: int
) -> list[Inertial]:
    """All of them.

    Args:
        layout: the mechanism.
        rec: listens.
        measured: published coordinates by joint.
        first: number of the first effort.
        rows: number of multipliers of rows.
    """
    found = []
    for force in layout.model.forces:
        if force.kinetic is None:
            continue
        if not all(port.is_natural for port in force.ports):
            refuse_statement(
                force, "kinetic", "on a port whose rates are rates of its coordinates: Line, Turn or Point"
            )
        if force.states or layout.model.reads(force):
            refuse_statement(
                force, "kinetic", "in a force without states, whose numbers read no inputs or signals"
            )
        rates: list[Along]
        if force.port.reach is Reach.COORDINATE:
            rates = [measured[joint.name][k] for joint, k, _ in layout.model.coordinates_of(force)]
        else:
            rates = _rates_on_frames(layout, rec, force)
        places = range(first, first + len(rates))
        pushes = (
            Pushing(force, on, n, Slot(SCALAR, "lam", rows + n), True)
            for on, n in zip(rates, places, strict=True)
        )
        found.append(Inertial(force, tuple(pushes)))
        first += len(rates)
    return found


def _rates_on_frames(layout: Layout, rec: Recorder, force: Force) -> list[Along]:
    places, found, start = layout.model.ends_of(force), list[Along](), 0
    rec.sweep()
    for port in force.ports:
        own = places[start : start + port.ends]
        start += port.ends
        bodies = layout.bodies_at(own)
        arguments = (layout.numbers.element(force), layout.ends(own))
        point, rates = rec.reserve(layout.space.vector), port.size[1]
        loads = [rec.reserve(layout.space.wrench) for _ in range(rates)]
        values = [rec.reserve(SCALAR) for _ in range(rates)]
        seen = rec.look(rates_of_port, *arguments, port=port)
        rec.run(rates_of_port, *arguments, into=[point, *loads, *values], port=port)
        pair = bodies if len(bodies) > 1 else (GROUND, *bodies)
        for load, value, unit in zip(loads, values, seen[1 : rates + 1], strict=True):
            mask = acts(*unit.force), acts(*unit.torque)
            found.append(PortRate(pair, load, point, mask, value))
    return found


def rates_of_port(graph: Graph, force: Bound, ends: tuple[End, ...], *, port: type[Port]) -> tuple[Any, ...]:
    """Where a port acts; what a unit effort along each of its rates does; the rates."""
    frames = [frame_at(end) for end in ends]
    _, rates = port.measure(*frames)
    return (frames[-1].X.p, *loads_of_rates(graph, port, frames), *lifted(graph, rates))


def resist(
    layout: Layout, rec: Recorder, inertials: Sequence[Inertial], measured: Mapping[str, list[Measured]]
) -> None:
    """The efforts of all such forces, from the accelerations of their ports."""
    rec.sweep()
    for one in inertials:
        cell, arguments = _law(layout, one.force, measured)
        rec.run(cell, *arguments, into=[None, *(push.lies for push in one.pushes)])


def add_kinetic_energy(
    layout: Layout,
    rec: Recorder,
    inertials: Sequence[Inertial],
    measured: Mapping[str, list[Measured]],
    onto: Slot,
) -> None:
    """Their kinetic energy."""
    rec.sweep()
    for one in inertials:
        cell, arguments = _law(layout, one.force, measured)
        rec.run(cell, *arguments, into=[], onto=[onto])


def _law(layout: Layout, force: Force, measured: Mapping[str, list[Measured]]) -> tuple[Any, tuple[Any, ...]]:
    given = (TIME, layout.numbers.element(force))
    if force.port.reach is Reach.COORDINATE:
        coordinates = [measured[joint.name][k] for joint, k, _ in layout.model.coordinates_of(force)]
        return resisting_coordinates, (*given, tuple((m.value, m.rate, m.second) for m in coordinates))
    return resisting_frames, (*given, layout.ends(layout.model.ends_of(force)))


def resisting_coordinates(
    graph: Graph, t: Node, force: Bound, coordinates: Sequence[tuple[Node, Node, Node]]
) -> tuple[Scalar, ...]:
    """Kinetic energy and efforts of a force on coordinates."""
    u, rates, seconds = ([c[i] for c in coordinates] for i in range(3))
    return inertial_efforts(graph, force(t), u, rates, seconds)


def resisting_frames(graph: Graph, t: Node, force: Bound, ends: tuple[End, ...]) -> tuple[Scalar, ...]:
    """Kinetic energy and efforts of a force on frames."""
    bound, start = force(t), 0
    frames = [frame_at(end, full=True) for end in ends]
    u: list[Node] = []
    rates: list[Node] = []
    seconds: list[Node] = []
    for port in bound.ports:
        own = frames[start : start + port.ends]
        start += port.ends
        coordinates, moving = port.measure(*own)
        u += lifted(graph, coordinates)
        rates += lifted(graph, moving)
        seconds += _rates_of_rates(graph, port, own)
    return inertial_efforts(graph, bound, u, rates, seconds)


def _rates_of_rates(graph: Graph, port: type[Port], frames: Sequence[Kinematics]) -> list[Node]:
    """How the rates of a port change: along the motion of its frames, on symbols of their own."""
    direction: dict[Node, Scalar] = {}
    actual: dict[Node, Scalar] = {}
    tried = []
    for i, k in enumerate(frames):
        xs = graph.symbols(f"@X{i}.{n}" for n in range(12))
        vs = graph.symbols(f"@V{i}.{n}" for n in range(6))
        S, v, w = pose_from(list(xs)), Vec3(*vs[:3]), Vec3(*vs[3:])
        moving = [*w.cross(S.R.x), *w.cross(S.R.y), *w.cross(S.R.z), *v]
        direction |= dict(zip((*xs, *vs), (*moving, *k.a, *k.alpha), strict=True))
        actual |= dict(zip((*xs, *vs), (*flat_pose(k.X), *k.v, *k.w), strict=True))
        tried.append(replace(k, X=S, v=v, w=w))
    rates = lifted(graph, port.measure(*tried)[1])
    lifted_direction = {s: graph.lift(d) for s, d in direction.items()}
    return substitute(along(rates, lifted_direction), {s: graph.lift(a) for s, a in actual.items()})
