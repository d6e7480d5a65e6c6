"""The efforts along the speeds of a tree without rows that given accelerations need: M vdot - f, in linear time.

    outward   acceleration of every segment
    inward    force that it and everything that hangs on it need

References:
    Featherstone (2008), section 5.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.mechanics.passes.articulated.recursion import Articulated, applied_load
from sarrus.mechanics.passes.articulated.segments import SegmentParts, joined, trace
from sarrus.mechanics.passes.articulated.six import Six
from sarrus.scalar import Graph, Node
from sarrus.spatial import Pose, Vec3, Wrench
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND


def needed_efforts(tree: Articulated, to: str) -> None:
    """Record the efforts, into an array."""
    rec, layout, loads = tree.rec, tree.layout, tree.loads
    segments = tree.fresh_segments()
    rec.sweep()
    for segment in segments:
        limb, parent = segment.limb, segment.parent
        rec.run(
            driven,
            segment.parts,
            (limb.q, limb.v, segment.pose, segment.twist),
            limb.vdot,
            parent.rate if parent else None,
            None if parent else tree.base,
            into=[segment.rate],
            backward=limb.branch.reversed,
        )
    rec.sweep()
    begun: set[int] = set()
    for segment in reversed(segments):
        limb, parent = segment.limb, segment.parent
        body = limb.branch.body
        outer = [parent.force] if parent else []
        begins = limb.branch.parent not in begun
        rec.run(
            needed,
            segment.parts,
            (limb.q, limb.v, segment.pose, segment.twist, segment.rate),
            segment.force if body in begun else None,
            (layout.bodies[body].pose, loads[body]) if body in loads else None,
            into=[limb.vdot._replace(array=to), *(outer if begins else [])],
            onto=[] if begins else outer,
            backward=limb.branch.reversed,
            is_carried=parent is not None,
        )
        begun |= {limb.branch.parent} - {GROUND}


def driven(
    graph: Graph,
    parts: SegmentParts,
    state: tuple[Sequence[Node], Sequence[Node], Sequence[Node], Six],
    vdot: Sequence[Node],
    parent: Six | None,
    base: Sequence[Node] | None,
    *,
    backward: bool,
) -> tuple[Six]:
    """Acceleration of a segment."""
    q, v, kept, V = state
    traced = trace(graph, parts, q, v, backward)
    before = parent or Six(ZERO, Vec3(*(base or ())))
    rate = before.outward(joined(graph, traced.X, q, kept)) + traced.bias(V)
    for s, a in zip(traced.columns, vdot, strict=True):
        rate = rate + s * a
    return (rate,)


def needed(
    graph: Graph,
    parts: SegmentParts,
    state: tuple[Sequence[Node], Sequence[Node], Sequence[Node], Six, Six],
    children: Six | None,
    applied: tuple[Pose, Wrench] | None,
    *,
    backward: bool,
    is_carried: bool,
) -> tuple[Any, ...]:
    """Efforts of a segment's joint, and the force that it asks of its parent."""
    q, v, kept, V, rate = state
    traced = trace(graph, parts, q, v, backward)
    inertia = traced.inertia()
    force = inertia * rate + V.force_cross(inertia * V)
    if children:
        force = force + children
    if applied:
        force = force - applied_load(traced.X_out, *applied)
    efforts = [s.dot(force) for s in traced.columns]
    return (efforts, force.inward(joined(graph, traced.X, q, kept))) if is_carried else (efforts,)
