"""Accelerations of a tree without rows, in linear time: articulated bodies over tables.

    outward   velocity of every body, in the components of its own frame
    inward    the inertia that a body shows to its joint, with everything that hangs on it
    outward   accelerations

The frame of a body is the one on which its joint ends, so that what the joint lets happen is mostly constant there.
Pairs are (angular, linear). An inertia is symmetric and stored once: rounding must not make it unsymmetric, or long
chains of ball joints lose all digits.

References:
    Featherstone (2008), section 7.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sarrus.elements.forces.base import Bulk, Force
from sarrus.equations.derive import JointMotion, efforts
from sarrus.equations.rolled.forces import clear, forces
from sarrus.equations.rolled.motion import VELOCITIES, carry, joint_on
from sarrus.equations.rolled.rows import Coordinates
from sarrus.equations.rolled.six import Factored, Six, Symmetric6, factor, in_follower
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Limb, Stage
from sarrus.equations.rolled.tape import Place, Recorder, Symbols
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import along, lifted
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import depends_on, substitute
from sarrus.spatial import Inertia, Pose, Vec3
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND

MOST_MASKS = 4
"""Patterns of zeros and ones among the numbers of all limbs up to which each gets code of its own."""
EXACT = 2e-16
"""An element of a rotation this near to 0 or 1 is meant to be just that: sin(180 deg) is 1.2e-16."""

Mask = tuple[float | None, ...]
"""For every number its value where it is 0, 1 or -1 for good, else None."""


@dataclass(frozen=True)
class Segment:
    """A limb as this recursion keeps it.

    Attributes:
        mask: which of its numbers are structure here.
        numbers: the others.
        angles: which of its coordinates it needs sine and cosine of; sines: where these lie.
        pose: what of its pose against the parent varies.
        twist: its velocity.
        inertia, load: what hangs on it shows to it; only where something does.
        across: inertia across the joint for each speed, the factored inertia along it, and the efforts left for it.
        rate: its acceleration.
    """

    limb: Limb
    parent: Segment | None
    mask: Mask
    numbers: tuple[float, ...]
    angles: tuple[int, ...]
    sines: Place
    pose: Place
    twist: Place
    inertia: Place
    load: Place
    across: Place
    rate: Place


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
    segments = _segments(stage)
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
    shown: set[int] = set()
    for segment in reversed(segments):
        _inward(stage, rec, segment, shown, segment.limb.branch.body in loaded)
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


def _segments(stage: Stage) -> list[Segment]:
    """Room for every limb; what hangs on a body has no room where nothing does."""
    reserve, found = stage.tape.reserve, dict[int, Segment]()
    sizes: dict[Any, tuple[int, tuple[int, ...]]] = {}
    pair = stage.space.motion
    numbers = [_numbers(stage, limb) for limb in stage.limbs]
    masks = _masks(stage, numbers)
    for limb, own, mask in zip(stage.limbs, numbers, masks, strict=True):
        key = (limb.joint.structure, limb.branch.reversed, _frame_kinds(stage, limb), mask)
        if key not in sizes:
            sizes[key] = _varying_size(stage, limb, mask)
        n, (size, angles) = limb.v.size, sizes[key]
        found[limb.branch.body] = Segment(
            limb,
            found.get(limb.branch.parent),
            mask,
            tuple(x for x, known in zip(own, mask, strict=True) if known is None),
            angles,
            reserve(2 * len(angles)),
            reserve(size),
            reserve(pair),
            reserve(pair * (pair + 1) // 2),
            reserve(pair),
            reserve(n * pair + n * (n + 1) // 2 + n),
            reserve(pair),
        )
    return list(found.values())


def _masks(stage: Stage, numbers: Sequence[Sequence[float]]) -> list[Mask]:
    """Zeros and ones as structure, where all limbs have few patterns of them; otherwise no number is structure.

    Hinges along the axes and centres on them make half of the work vanish. Code is then made for this pattern: a
    number that stops being zero changes the structure.
    """
    found = [tuple(x if x in (0.0, 1.0, -1.0) else None for x in own) for own in numbers]
    kinds = {(limb.joint.structure, mask) for limb, mask in zip(stage.limbs, found, strict=True)}
    return found if len(kinds) <= MOST_MASKS else [(None,) * len(own) for own in numbers]


def _whole(mask: Mask, numbers: Symbols) -> list[Any]:
    """All numbers of a limb: those that are structure, and symbols for the others."""
    waiting = iter(numbers)
    return [next(waiting) if known is None else known for known in mask]


def _frame_kinds(stage: Stage, limb: Limb) -> tuple[str, str, str]:
    branch = limb.branch
    kinds = stage.frames[branch.parent][branch.inboard][0], stage.frames[branch.body][branch.outboard][0]
    return (*kinds, _carrier(stage, limb)[0])


def _carrier(stage: Stage, limb: Limb) -> tuple[str, list[float]]:
    """The frame on which the parent's own joint ends."""
    parent = limb.branch.parent
    if parent == GROUND:
        return "here", []
    return stage.frames[parent][stage.limbs[stage.tree.branch_index[parent]].branch.outboard]


def _numbers(stage: Stage, limb: Limb) -> list[float]:
    """Joint, frames on the parent and on the body, the parent's frame, and mass."""
    branch = limb.branch
    inner, outer = stage.frames[branch.parent][branch.inboard], stage.frames[branch.body][branch.outboard]
    frames = [x for kind, flat in (inner, outer, _carrier(stage, limb)) for x in _exact(stage, kind, flat)]
    return [*limb.joint.numbers, *frames, *stage.masses[branch.body]]


def _exact(stage: Stage, kind: str, flat: Sequence[float]) -> list[float]:
    """A frame with the elements of its rotation as they are meant."""
    turned = stage.space.pose - stage.space.vector if kind == "pose" else 0
    near = [next((e for e in (0.0, 1.0, -1.0) if abs(x - e) < EXACT), x) for x in flat[:turned]]
    return [*near, *flat[turned:]]


@dataclass(frozen=True)
class Traced:
    """A segment on symbols.

    Attributes:
        X: its pose against the parent's frame.
        motion: of the joint.
        columns: what each speed does, in the components of the segment's own frame.
        X_out: its frame on the body.
        mass: numbers of its mass properties.
    """

    X: Pose
    motion: JointMotion
    columns: list[Six]
    X_out: Pose
    mass: Symbols

    def inertia(self, stage: Stage) -> Symmetric6:
        """Of the body alone, about the origin of the segment's frame and in its components."""
        own = Inertia.about_center(*stage.space.to_mass(self.mass)).moved(-self.X_out.p)
        return Symmetric6.rigid(own.turned(self.X_out.R.inverse()))

    def relative(self) -> Six:
        """Velocity of the joint."""
        twist, R = self.motion.V, self.motion.X.R
        return Six(in_follower(R, twist.w), in_follower(R, twist.v))

    def bias(self, V: Six) -> Six:
        """Acceleration that velocities cause: of the joint's own, and from moving in a turning frame."""
        R, twist, rate = self.motion.X.R, self.motion.V, self.motion.A
        own = Six(in_follower(R, rate.w), in_follower(R, rate.v - twist.w.cross(twist.v)))
        J = self.relative()
        turning = Six(V.w.cross(J.w), V.w.cross(J.v) + V.v.cross(J.w))
        return own + turning


def _trace(
    stage: Stage, limb: Limb, graph: Graph, q: Symbols, v: Symbols | None, numbers: list[Any]
) -> Traced:
    groups = [q] if v is None else [q, v]
    motion, X_in, X_out, _ = joint_on(stage, limb, graph, groups, numbers, len(groups) - 1)
    branch = limb.branch
    used = limb.joint.size
    used += len(stage.frames[branch.parent][branch.inboard][1]) + len(
        stage.frames[branch.body][branch.outboard][1]
    )
    kind, flat = _carrier(stage, limb)
    X_parent = stage.space.to_frame(kind, numbers[used : used + len(flat)])
    X = (X_parent.inverse() @ X_in) @ motion.X
    R = motion.X.R
    columns = [Six(in_follower(R, c.w), in_follower(R, c.v)) for c in motion.columns]
    return Traced(X, motion, columns, X_out, numbers[used + len(flat) :])


def _split_pose(graph: Graph, X: Pose, q: Symbols) -> tuple[list[Node], list[int | None]]:
    """The numbers of a pose that vary, each once, and for every number of the pose which of them it is.

    Plus k + 1 for the k-th, minus that where it is its opposite, None where it does not vary.
    """
    flat = lifted(graph, flat_pose(X))
    varies = depends_on(flat, q)
    found: list[Node] = []
    which: list[int | None] = []
    for n, moves in zip(flat, varies, strict=True):
        if not moves:
            which.append(None)
            continue
        sign, plain = (-1, n.args[0]) if n.op == "neg" else (1, n)
        if plain not in found:
            found.append(plain)
        which.append(sign * (found.index(plain) + 1))
    return found, which


def _varying_size(stage: Stage, limb: Limb, mask: Mask) -> tuple[int, tuple[int, ...]]:
    """How many numbers of its pose vary, and which coordinates these need sine or cosine of."""
    graph = Graph()
    q = list(graph.symbols(f"q{i}" for i in range(limb.q.size)))
    numbers = _whole(mask, list(graph.symbols(f"n{i}" for i in range(mask.count(None)))))
    varying, _ = _split_pose(graph, _trace(stage, limb, graph, q, None, numbers).X, q)
    used = {n.args[0] for n in order(varying) if n.op in ("sin", "cos")}
    return len(varying), tuple(k for k, angle in enumerate(q) if angle in used)


def _joined(graph: Graph, X: Pose, q: Symbols, kept: Symbols) -> Pose:
    """The pose with its varying numbers read from memory."""
    flat: list[Scalar] = []
    for n, k in zip(lifted(graph, flat_pose(X)), _split_pose(graph, X, q)[1], strict=True):
        flat.append(n if k is None else kept[k - 1] if k > 0 else -kept[-k - 1])
    return pose_from(flat)


def _structure(stage: Stage, segment: Segment) -> tuple[Any, ...]:
    limb = segment.limb
    kinds = _frame_kinds(stage, limb)
    return (limb.joint.structure, limb.branch.reversed, kinds, segment.parent is None, segment.mask)


def _outward(stage: Stage, rec: Recorder, segment: Segment) -> None:
    reads = [
        segment.limb.q,
        segment.limb.v,
        segment.sines,
        *([segment.parent.twist] if segment.parent else []),
    ]
    structure = ("outward", _structure(stage, segment))
    function = partial(_outward_cell, stage, segment)
    rec.run(structure, function, reads, [segment.pose, segment.twist], segment.numbers)


def _outward_cell(
    stage: Stage, segment: Segment, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    q, v, sines, *parent = groups
    traced = _trace(stage, segment.limb, graph, q, v, _whole(segment.mask, numbers))
    kept, _ = _split_pose(graph, traced.X, q)
    X = _joined(graph, traced.X, q, kept)
    V = traced.relative()
    if parent:
        V = to_six(stage, parent[0]).outward(X) + V
    found: dict[Node, Node | float] = {}
    for i, k in enumerate(segment.angles):
        found |= {graph.unary("sin", q[k]): sines[2 * i], graph.unary("cos", q[k]): sines[2 * i + 1]}
    pose, twist = substitute(kept, found), substitute(lifted(graph, flat_six(stage, V)), found)
    return [list(pose), list(twist)]


def _inward(stage: Stage, rec: Recorder, segment: Segment, shown: set[int], is_loaded: bool) -> None:
    body, slots = segment.limb.branch.body, stage.bodies[segment.limb.branch.body]
    carries = body in shown
    reads = [segment.limb.q, segment.limb.v, segment.pose, segment.twist]
    reads += [segment.inertia, segment.load] if carries else []
    reads += [slots.pose, slots.load] if is_loaded else []
    writes = [segment.across]
    again = False
    if segment.parent:
        to = [segment.parent.inertia, segment.parent.load]
        again = segment.limb.branch.parent in shown
        reads += to if again else []
        writes += to
        shown.add(segment.limb.branch.parent)
    structure = ("inward", _structure(stage, segment), carries, is_loaded, again)
    function = partial(_inward_cell, stage, segment, carries, is_loaded, again)
    rec.run(structure, function, reads, writes, segment.numbers)


def _inward_cell(
    stage: Stage,
    segment: Segment,
    carries: bool,
    is_loaded: bool,
    again: bool,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    q, v, kept, twist, *rest = groups
    traced = _trace(stage, segment.limb, graph, q, v, _whole(segment.mask, numbers))
    V = to_six(stage, twist)
    inertia = traced.inertia(stage)
    load = V.force_cross(inertia * V)
    if carries:
        inertia = inertia + to_symmetric(stage, rest.pop(0))
        load = load + to_six(stage, rest.pop(0))
    if is_loaded:
        load = load - _felt(stage, traced, rest.pop(0), rest.pop(0))
    left = [-s.dot(load) for s in traced.columns]
    across = factor(inertia, traced.columns)
    found = [across.flat(stage.space.planar, left)]
    if segment.parent:
        rest_inertia = across.projected()
        rest_load = load + rest_inertia * traced.bias(V) + across.spread(left)
        X = _joined(graph, traced.X, q, kept)
        inertia, load = rest_inertia.inward(X), rest_load.inward(X)
        if again:
            inertia = inertia + to_symmetric(stage, rest.pop(0))
            load = load + to_six(stage, rest.pop(0))
        found += [flat_symmetric(stage, inertia), flat_six(stage, load)]
    return found


def _felt(stage: Stage, traced: Traced, pose: Symbols, load: Symbols) -> Six:
    """A load given at the origin of the body in ground components, as the segment feels it."""
    s = stage.space
    R = s.to_pose(pose).R
    at_body = s.to_load(load)
    force, torque = R.back(at_body.force), R.back(at_body.torque)
    torque = torque - traced.X_out.p.cross(force)
    return Six(traced.X_out.R.back(torque), traced.X_out.R.back(force))


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
    structure = ("accelerate", _structure(stage, segment))
    function = partial(_accelerate_cell, stage, segment)
    rec.run(structure, function, reads, [limb.vdot, segment.rate], segment.numbers)


def _accelerate_cell(
    stage: Stage, segment: Segment, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    q, v, kept, twist, across, parent = groups
    traced = _trace(stage, segment.limb, graph, q, v, _whole(segment.mask, numbers))
    X = _joined(graph, traced.X, q, kept)
    before = to_six(stage, parent) if segment.parent else Six(ZERO, Vec3(*parent))
    rate = before.outward(X) + traced.bias(to_six(stage, twist))
    factored, left = Factored.read(stage.space.planar, across, traced.columns)
    vdot = factored.solve([a - u.dot(rate) for a, u in zip(left, factored.across, strict=True)])
    for s, a in zip(traced.columns, vdot, strict=True):
        rate = rate + s * a
    return [vdot, flat_six(stage, rate)]


def to_six(stage: Stage, flat: Sequence[Scalar]) -> Six:
    """A pair from memory."""
    v, w = stage.space.to_pair(flat)
    return Six(w, v)


def flat_six(stage: Stage, pair: Six) -> Flat:
    """A pair for memory."""
    return stage.space.flat_pair(pair.v, pair.w)


def to_symmetric(stage: Stage, flat: Sequence[Scalar]) -> Symmetric6:
    """An inertia from memory."""
    return Symmetric6.read(stage.space.planar, flat)


def flat_symmetric(stage: Stage, inertia: Symmetric6) -> Flat:
    """An inertia for memory."""
    return inertia.flat(stage.space.planar)
