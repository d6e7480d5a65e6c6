"""Accelerations of a tree without rows, in linear time: the articulated-body recursion.

    outward   velocity of every body, in the components of its own frame
    inward    articulated-body inertia and bias force of every body, with everything that hangs on it
    outward   accelerations

An inertia is symmetric and stored once: rounding must not make it unsymmetric, or long chains of ball joints lose all
digits.

References:
    Featherstone (2008), section 7.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sarrus.elements.forces.base import Force, Reach
from sarrus.mechanics.derive import efforts
from sarrus.mechanics.layout import TIME, Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.articulated.segments import (
    Segment,
    SegmentParts,
    exact,
    joined,
    renewed,
    segments_of,
    split_pose,
    symmetric,
    trace,
)
from sarrus.mechanics.passes.articulated.six import Factored, Six, Symmetric6, factor
from sarrus.mechanics.passes.forces import apply_loads
from sarrus.mechanics.recorder import clear
from sarrus.mechanics.slots import Slot, Space, numbers
from sarrus.mechanics.tape import Tape
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import along, lifted
from sarrus.scalar.rewrite import depends_on, substitute
from sarrus.spatial import Pose, Vec3, Wrench
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND

if TYPE_CHECKING:
    from sarrus.mechanics.orchestration import Mechanics

MOST_INWARD = 16
"""Kinds of steps inward up to which each gets code of its own."""


class Articulated:
    """A tree without rows, as recursions over its segments see it; how these move is recorded first.

    Attributes:
        segments: the limbs of the tree, each after the one that carries it.
        base: minus the acceleration by uniform fields, which is felt as an acceleration of ground.
        loads: by body, what all other forces do.
    """

    def __init__(self, mechanics: Mechanics, rec: Tape) -> None:
        self.layout, self.rec, self._in_use = mechanics.layout, rec, False
        layout = mechanics.layout
        fields = [f for f in layout.model.forces if _is_uniform(layout, rec, f)]
        self.loads = apply_loads(
            layout, rec, mechanics.measured, mechanics.internal, mechanics.signals, fields
        )
        self.base = _base_acceleration(layout, rec, fields)
        self.segments = segments_of(layout, rec)
        rec.sines(pair for s in self.segments for pair in zip(s.angles, s.sines, strict=True))
        rec.sweep()
        for segment in self.segments:
            rec.run(
                outward,
                segment.parts,
                segment.limb.q,
                segment.limb.v,
                segment.sines,
                segment.parent.twist if segment.parent else None,
                into=[segment.pose, segment.twist],
                angles=tuple(angle.at - segment.limb.q.at for angle in segment.angles),
                backward=segment.limb.branch.reversed,
            )

    def fresh_segments(self) -> list[Segment]:
        """The segments, with room of their own for one more recursion."""
        found = renewed(self.segments, self.rec) if self._in_use else self.segments
        self._in_use = True
        return found

    def accelerate(self, to: str, efforts: str | None = None) -> None:
        """Record the accelerations of all speeds.

        Args:
            to: the array that they fill.
            efforts: the array in which further efforts along the speeds stand, if there are any.
        """
        rec, layout = self.rec, self.layout
        segments = self.fresh_segments()
        rec.sweep()
        _inward_pass(layout, rec, segments, self.loads, efforts)
        rec.sweep()
        for segment in segments:
            limb, parent = segment.limb, segment.parent
            rec.run(
                accelerated,
                segment.parts,
                (limb.q, limb.v, segment.pose, segment.twist, segment.factored),
                parent.rate if parent else None,
                None if parent else self.base,
                into=[limb.vdot._replace(array=to), segment.rate],
                planar=layout.space.planar,
                backward=limb.branch.reversed,
            )


def _is_uniform(layout: Layout, rec: Tape, force: Force) -> bool:
    """Whether a force is a field that accelerates every body alike: it is then felt as an acceleration of ground."""
    if force.port.reach is not Reach.BODIES or layout.model.reads(force):
        return False
    return rec.look(acceleration_of_field, TIME, layout.numbers.element(force))[0] is not None


def acceleration_of_field(graph: Graph, t: Node, force: Bound) -> tuple[Vec3 | None]:
    """Minus force per mass; None where it depends on where a body is, how fast it moves or what it weighs."""
    u, rates, mass = graph.symbols("xyz"), graph.symbols(("vx", "vy", "vz")), graph.symbol("mass")
    found = efforts(graph, force(t), u, rates, [mass]).efforts
    each = along(found, {mass: 1.0})
    nothing = substitute(found, {mass: 0.0})
    if any(depends_on(each, [*u, *rates, mass])) or any(n is not graph.zero for n in nothing):
        return (None,)
    return (-Vec3(*each),)


def _base_acceleration(layout: Layout, rec: Tape, fields: Sequence[Force]) -> Slot:
    """Minus the sum of all uniform fields."""
    total = rec.reserve(numbers(3))
    rec.sweep()
    rec.run(clear, into=[total], kind=total.kind)
    rec.sweep()
    for force in fields:
        rec.run(acceleration_of_field, TIME, layout.numbers.element(force), onto=[total])
    return total


def outward(
    graph: Graph,
    parts: SegmentParts,
    q: Sequence[Node],
    v: Sequence[Node],
    sines: Sequence[Sequence[Node]],
    parent: Six | None,
    *,
    angles: Sequence[int],
    backward: bool,
) -> tuple[list[Node], Six]:
    """Pose and velocity of a segment; sines and cosines are known."""
    traced = trace(graph, parts, q, v, backward)
    kept, _ = split_pose(graph, traced.X, q)
    X = joined(graph, traced.X, q, kept)
    V = traced.relative()
    if parent:
        V = parent.outward(X) + V
    found: dict[Node, Node | float] = {}
    for k, (sine, cosine) in zip(angles, sines, strict=True):
        found |= {graph.unary("sin", q[k]): sine, graph.unary("cos", q[k]): cosine}
    w = substitute(lifted(graph, [*V.w, *V.v]), found)
    return list(substitute(kept, found)), Six(Vec3(*w[:3]), Vec3(*w[3:]))


@dataclass(frozen=True)
class Received:
    """What a segment meets on the way inward.

    Attributes:
        from_children: whether its children, or a start laid down for all, have written its inertia and bias force.
        from_forces: whether forces act on its body.
        parent_begun: whether its parent's accumulators are already initialised.
    """

    from_children: bool
    from_forces: bool
    parent_begun: bool


LAID_DOWN = Received(from_children=True, from_forces=False, parent_begun=True)


def _inward_pass(
    layout: Layout, rec: Tape, segments: Sequence[Segment], loads: dict[int, Slot], efforts: str | None
) -> None:
    """Each kind of step gets code of its own; where these are many, all segments begin with a start laid down for them."""
    begun: set[int] = set()
    steps: list[tuple[Segment, Received]] = []
    for segment in reversed(segments):
        branch = segment.limb.branch
        received = Received(branch.body in begun, branch.body in loads, branch.parent in begun)
        steps.append((segment, received))
        begun |= {branch.parent} - {GROUND}
    kinds = {(s.parts.structure, s.limb.branch.reversed, s.parent is None, r) for s, r in steps}
    if len(kinds) > MOST_INWARD:
        for segment in segments:
            _lay_down(layout, rec, segment, loads.get(segment.limb.branch.body))
        rec.sweep()
        steps = [(segment, LAID_DOWN) for segment, _ in steps]
    for segment, received in steps:
        _inward(layout, rec, segment, received, loads, efforts)


def _lay_down(layout: Layout, rec: Tape, segment: Segment, load: Slot | None) -> None:
    """No inertia, and minus the applied load."""
    body = segment.limb.branch.body
    felt = (exact(layout.space, segment.limb.X_out), layout.bodies[body].pose, load) if load else None
    rec.run(laid_down, felt, into=[segment.inertia, segment.force], space=layout.space)


def laid_down(
    graph: Graph, felt: tuple[Pose, Pose, Wrench] | None, *, space: Space
) -> tuple[Symmetric6, Six]:
    """What a segment begins with."""
    kind = symmetric(space)
    nothing = Six(ZERO, ZERO)
    return kind.read([0.0] * kind.size), nothing - applied_load(*felt) if felt else nothing


def _inward(
    layout: Layout,
    rec: Tape,
    segment: Segment,
    received: Received,
    loads: dict[int, Slot],
    efforts: str | None,
) -> None:
    limb, parent = segment.limb, segment.parent
    body = limb.branch.body
    to = [parent.inertia, parent.force] if parent else []
    begins = not received.parent_begun
    rec.run(
        inward,
        segment.parts,
        (limb.q, limb.v, segment.pose, segment.twist),
        (segment.inertia, segment.force) if received.from_children else None,
        (layout.bodies[body].pose, loads[body]) if received.from_forces else None,
        limb.vdot._replace(array=efforts) if efforts else None,
        into=[segment.factored, *(to if begins else [])],
        onto=[] if begins else to,
        planar=layout.space.planar,
        backward=limb.branch.reversed,
        is_carried=parent is not None,
    )


def inward(
    graph: Graph,
    parts: SegmentParts,
    state: tuple[Sequence[Node], Sequence[Node], Sequence[Node], Six],
    children: tuple[Symmetric6, Six] | None,
    applied: tuple[Pose, Wrench] | None,
    efforts: Sequence[Node] | None,
    *,
    planar: bool,
    backward: bool,
    is_carried: bool,
) -> tuple[Any, ...]:
    """Factored joint inertia of a segment, and what it adds to its parent."""
    q, v, kept, V = state
    traced = trace(graph, parts, q, v, backward)
    inertia = traced.inertia()
    force = V.force_cross(inertia * V)
    if children:
        inertia, force = inertia + children[0], force + children[1]
    if applied:
        force = force - applied_load(traced.X_out, *applied)
    left = [-s.dot(force) for s in traced.columns]
    if efforts:
        left = [a + e for a, e in zip(left, efforts, strict=True)]
    factored = factor(inertia, traced.columns)
    found = factored.flat(planar, left)
    if not is_carried:
        return (found,)
    rest = factored.projected()
    rest_force = force + rest * traced.bias(V) + factored.spread(left)
    X = joined(graph, traced.X, q, kept)
    return found, rest.inward(X), rest_force.inward(X)


def applied_load(X_out: Pose, body: Pose, load: Wrench) -> Six:
    """A load given at the origin of the body in ground components, about the segment's frame and in its components."""
    force, torque = body.R.back(load.force), body.R.back(load.torque)
    torque = torque - X_out.p.cross(force)
    return Six(X_out.R.back(torque), X_out.R.back(force))


def accelerated(
    graph: Graph,
    parts: SegmentParts,
    state: tuple[Sequence[Node], Sequence[Node], Sequence[Node], Six, Sequence[Node]],
    parent: Six | None,
    base: Sequence[Node] | None,
    *,
    planar: bool,
    backward: bool,
) -> tuple[list[Scalar], Six]:
    """Accelerations of a segment's speeds, and of the segment."""
    q, v, kept, V, flat = state
    traced = trace(graph, parts, q, v, backward)
    X = joined(graph, traced.X, q, kept)
    before = parent or Six(ZERO, Vec3(*(base or ())))
    rate = before.outward(X) + traced.bias(V)
    factored, left = Factored.read(planar, flat, traced.columns)
    vdot = factored.solve([a - u.dot(rate) for a, u in zip(left, factored.across, strict=True)])
    for s, a in zip(traced.columns, vdot, strict=True):
        rate = rate + s * a
    return vdot, rate
