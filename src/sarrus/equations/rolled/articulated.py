"""Accelerations of a tree without rows, in linear time: articulated bodies over tables.

    outward   velocity of every body, in the components of its own frame
    inward    the inertia that a body shows to its joint, with everything that hangs on it
    outward   accelerations

An inertia is symmetric and stored once: rounding must not make it unsymmetric, or long chains of ball joints lose all
digits.

References:
    Featherstone (2008), section 7.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sarrus.elements.forces.base import Bulk, Force
from sarrus.equations.derive import efforts
from sarrus.equations.rolled.forces import clear, forces
from sarrus.equations.rolled.motion import VELOCITIES, carry
from sarrus.equations.rolled.rows import Coordinates
from sarrus.equations.rolled.segments import (
    Segment,
    exact,
    flat_six,
    flat_symmetric,
    joined,
    segments_of,
    split_pose,
    structure_of,
    to_six,
    to_symmetric,
    trace,
    whole,
)
from sarrus.equations.rolled.six import Factored, Six, factor
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Stage
from sarrus.equations.rolled.tape import Place, Recorder, Symbols
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import along, lifted
from sarrus.scalar.rewrite import depends_on, substitute
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND

MOST_INWARD = 16
"""Ways in which segments can be hung up to which each gets code of its own."""


def forward(stage: Stage, rec: Recorder, coordinates: Coordinates) -> None:
    """Record the kernel: vdot for a state."""
    fields = [f for f in stage.model.forces if is_uniform(stage, f)]
    names = {f.name for f in fields}
    acting = [
        i
        for i in forces(stage, coordinates, ("loads",), skip=names)
        if not rec.is_idle(i.structure, i.function, i.reads, i.writes, i.numbers)
    ]
    loaded = {b for i in acting for b in i.bodies if b != GROUND}
    if acting:
        joints = list(dict.fromkeys(i.joint for i in acting if i.joint))
        touched = [*loaded, *(b for j in joints for b in coordinates.of[j][0].spread.ends.bodies)]
        carry(stage, rec, VELOCITIES, bodies=stage.ancestry(touched))
        coordinates.record(rec, joints, VELOCITIES)
        clear(stage, rec, sorted(loaded))
        rec.sweep()
        for i in acting:
            rec.run(i.structure, i.function, i.reads, i.writes, i.numbers)
    base = _base_acceleration(stage, rec, fields)
    segments = segments_of(stage)
    rec.sines(
        [
            (segment.limb.q.part(k, 1), segment.sines.part(2 * i, 2))
            for segment in segments
            for i, k in enumerate(segment.angles)
        ]
    )
    rec.sweep()
    for segment in segments:
        _outward(stage, rec, segment)
    rec.sweep()
    _inward_pass(stage, rec, segments, loaded)
    rec.sweep()
    for segment in segments:
        _accelerate(stage, rec, segment, base)


def is_uniform(stage: Stage, force: Force) -> bool:
    """Whether a force is a field that accelerates every body alike: it is then felt as an acceleration of ground."""
    return force.port is Bulk and _field(stage, force, Graph()) is not None


def _field(
    stage: Stage, force: Force, graph: Graph, numbers: Symbols | None = None, t: Node | None = None
) -> list[Node] | None:
    """Force per mass, or None where it depends on where a body is, how fast it moves or what it weighs."""
    written = stage.apart(force)
    own = list(graph.symbols(f"n{i}" for i in range(written.size))) if numbers is None else numbers
    u, rates, mass = graph.symbols("xyz"), graph.symbols(("vx", "vy", "vz")), graph.symbol("mass")
    found = efforts(graph, stage.bound(written, graph, own, t), u, rates, mass).efforts
    each = along(found, {mass: 1.0})
    nothing = substitute(found, {mass: 0.0})
    if any(depends_on(each, [*u, *rates, mass])) or any(n is not graph.zero for n in nothing):
        return None
    return each


def _base_acceleration(stage: Stage, rec: Recorder, fields: Sequence[Force]) -> Place:
    """Minus the sum of all uniform fields."""
    to = stage.tape.reserve(3)
    rec.sweep()
    for k, force in enumerate(fields):
        written = stage.apart(force)
        reads = [stage.t, *([to] if k else [])]
        rec.run(("falling", written.structure, k > 0), partial(_fall, stage, force), reads, [to], written.numbers)  # fmt: skip
    if not fields:
        rec.run("at rest", _rest, [], [to])
    return to


def _rest(graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    return [[0.0, 0.0, 0.0]]


def _fall(stage: Stage, force: Force, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    field = _field(stage, force, graph, numbers, groups[0][0]) or []
    before: Sequence[Scalar] = groups[1] if len(groups) > 1 else [0.0] * 3
    return [[b - a for a, b in zip(field, before, strict=True)]]


def _outward(stage: Stage, rec: Recorder, segment: Segment) -> None:
    reads = [
        segment.limb.q,
        segment.limb.v,
        segment.sines,
        *([segment.parent.twist] if segment.parent else []),
    ]
    structure = ("outward", structure_of(stage, segment))
    function = partial(_outward_cell, stage, segment)
    rec.run(structure, function, reads, [segment.pose, segment.twist], segment.numbers)


def _outward_cell(
    stage: Stage, segment: Segment, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    q, v, sines, *parent = groups
    traced = trace(stage, segment.limb, graph, q, v, whole(segment.mask, numbers))
    kept, _ = split_pose(graph, traced.X, q)
    X = joined(graph, traced.X, q, kept)
    V = traced.relative()
    if parent:
        V = to_six(stage, parent[0]).outward(X) + V
    found: dict[Node, Node | float] = {}
    for i, k in enumerate(segment.angles):
        found |= {graph.unary("sin", q[k]): sines[2 * i], graph.unary("cos", q[k]): sines[2 * i + 1]}
    pose, twist = substitute(kept, found), substitute(lifted(graph, flat_six(stage, V)), found)
    return [list(pose), list(twist)]


@dataclass(frozen=True)
class Hung:
    """What a segment meets on the way inward.

    Attributes:
        carries: whether something hangs on it, or is laid down beforehand.
        is_loaded: whether forces act on its body.
        again: whether its parent has been shown something before.
    """

    carries: bool
    is_loaded: bool
    again: bool


LAID_DOWN = Hung(carries=True, is_loaded=False, again=True)


def _inward_pass(stage: Stage, rec: Recorder, segments: Sequence[Segment], loaded: set[int]) -> None:
    """Each way of being hung gets code of its own; where these are many, all begin with what is laid down for them."""
    shown: set[int] = set()
    steps: list[tuple[Segment, Hung]] = []
    for segment in reversed(segments):
        branch = segment.limb.branch
        steps.append((segment, Hung(branch.body in shown, branch.body in loaded, branch.parent in shown)))
        shown |= {branch.parent} - {GROUND}
    if len({(structure_of(stage, s), hung) for s, hung in steps}) > MOST_INWARD:
        for segment in segments:
            _lay_down(stage, rec, segment, segment.limb.branch.body in loaded)
        rec.sweep()
        steps = [(segment, LAID_DOWN) for segment, _ in steps]
    for segment, hung in steps:
        _inward(stage, rec, segment, hung)


def _lay_down(stage: Stage, rec: Recorder, segment: Segment, is_loaded: bool) -> None:
    """No inertia, and the load that forces are."""
    writes = [segment.inertia, segment.load]
    if not is_loaded:
        rec.run("bare", partial(_bare, stage), [], writes)
        return
    branch = segment.limb.branch
    slots = stage.bodies[branch.body]
    kind, flat = stage.frames[branch.body][branch.outboard]
    function = partial(_loaded, stage, kind)
    rec.run(("loaded", kind), function, [slots.pose, slots.load], writes, exact(stage, kind, flat))


def _bare(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    n = stage.space.motion
    return [[0.0] * (n * (n + 1) // 2), [0.0] * n]


def _loaded(stage: Stage, kind: str, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    felt = _felt(stage, stage.space.to_frame(kind, numbers), *groups)
    return [_bare(stage, graph, [], [])[0], flat_six(stage, Six(ZERO, ZERO) - felt)]


def _inward(stage: Stage, rec: Recorder, segment: Segment, hung: Hung) -> None:
    slots = stage.bodies[segment.limb.branch.body]
    reads = [segment.limb.q, segment.limb.v, segment.pose, segment.twist]
    reads += [segment.inertia, segment.load] if hung.carries else []
    reads += [slots.pose, slots.load] if hung.is_loaded else []
    writes = [segment.across]
    if segment.parent:
        to = [segment.parent.inertia, segment.parent.load]
        reads += to if hung.again else []
        writes += to
    structure = ("inward", structure_of(stage, segment), hung)
    rec.run(structure, partial(_inward_cell, stage, segment, hung), reads, writes, segment.numbers)


def _inward_cell(
    stage: Stage, segment: Segment, hung: Hung, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    q, v, kept, twist, *rest = groups
    traced = trace(stage, segment.limb, graph, q, v, whole(segment.mask, numbers))
    V = to_six(stage, twist)
    inertia = traced.inertia(stage)
    load = V.force_cross(inertia * V)
    if hung.carries:
        inertia = inertia + to_symmetric(stage, rest.pop(0))
        load = load + to_six(stage, rest.pop(0))
    if hung.is_loaded:
        load = load - _felt(stage, traced.X_out, rest.pop(0), rest.pop(0))
    left = [-s.dot(load) for s in traced.columns]
    across = factor(inertia, traced.columns)
    found = [across.flat(stage.space.planar, left)]
    if segment.parent:
        rest_inertia = across.projected()
        rest_load = load + rest_inertia * traced.bias(V) + across.spread(left)
        X = joined(graph, traced.X, q, kept)
        inertia, load = rest_inertia.inward(X), rest_load.inward(X)
        if hung.again:
            inertia = inertia + to_symmetric(stage, rest.pop(0))
            load = load + to_six(stage, rest.pop(0))
        found += [flat_symmetric(stage, inertia), flat_six(stage, load)]
    return found


def _felt(stage: Stage, X_out: Pose, pose: Symbols, load: Symbols) -> Six:
    """A load given at the origin of the body in ground components, as the segment feels it on its frame there."""
    s = stage.space
    R = s.to_pose(pose).R
    at_body = s.to_load(load)
    force, torque = R.back(at_body.force), R.back(at_body.torque)
    torque = torque - X_out.p.cross(force)
    return Six(X_out.R.back(torque), X_out.R.back(force))


def _accelerate(stage: Stage, rec: Recorder, segment: Segment, base: Place) -> None:
    limb = segment.limb
    reads = [
        limb.q,
        limb.v,
        segment.pose,
        segment.twist,
        segment.across,
        segment.parent.rate if segment.parent else base,
    ]
    structure = ("accelerate", structure_of(stage, segment))
    function = partial(_accelerate_cell, stage, segment)
    rec.run(structure, function, reads, [limb.vdot, segment.rate], segment.numbers)


def _accelerate_cell(
    stage: Stage, segment: Segment, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    q, v, kept, twist, across, parent = groups
    traced = trace(stage, segment.limb, graph, q, v, whole(segment.mask, numbers))
    X = joined(graph, traced.X, q, kept)
    before = to_six(stage, parent) if segment.parent else Six(ZERO, Vec3(*parent))
    rate = before.outward(X) + traced.bias(to_six(stage, twist))
    factored, left = Factored.read(stage.space.planar, across, traced.columns)
    vdot = factored.solve([a - u.dot(rate) for a, u in zip(left, factored.across, strict=True)])
    for s, a in zip(traced.columns, vdot, strict=True):
        rate = rate + s * a
    return [vdot, flat_six(stage, rate)]
