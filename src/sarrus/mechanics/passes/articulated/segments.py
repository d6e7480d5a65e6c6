"""The limbs of a tree as the articulated-body recursion keeps them: where their numbers lie, and their joints on symbols.

The frame of a segment is the one on which its joint ends, so that its motion subspace is mostly constant there.
Pairs are (angular, linear).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sarrus.mechanics.derive import JointMotion, joint_motion
from sarrus.mechanics.layout import Layout, Limb
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.articulated.six import Six, Symmetric6, in_follower
from sarrus.mechanics.slots import Given, Kind, Mass, Slot, Space, Symbols, numbers
from sarrus.mechanics.tape import Tape
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import lifted
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import depends_on
from sarrus.spatial import Inertia, Pose, Twist
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.topology import GROUND

MOST_MASKS = 4
"""Patterns of zeros and ones among the numbers of all limbs up to which each gets code of its own."""
EXACT = 2e-16
"""An element of a rotation this near to 0 or 1 is meant to be just that: sin(180 deg) is 1.2e-16."""

Mask = tuple[float | None, ...]
"""For every number its value where it is 0, 1 or -1 for good, else None."""


class SegmentParts(NamedTuple):
    """What a segment is made of: its joint, the joint's frames, the frame on which the parent's joint ends, its mass."""

    joint: Bound
    X_in: Pose
    X_out: Pose
    X_parent: Pose
    mass: Mass


@dataclass(frozen=True)
class Segment:
    """A limb as this recursion keeps it.

    Attributes:
        parts: with its numbers, some of which are structure here.
        angles: coordinates whose sine and cosine it needs; sines: where these lie.
        pose: the varying numbers of its pose against the parent.
        twist: its velocity.
        inertia, force: articulated-body inertia and bias force received from its children.
        factored: inertia times the motion subspace, the factored joint inertia, and the joint forces left.
        rate: its acceleration.
    """

    limb: Limb
    parent: Segment | None
    parts: Given[SegmentParts]
    angles: tuple[Slot, ...]
    sines: tuple[Slot, ...]
    pose: Slot
    twist: Slot
    inertia: Slot
    force: Slot
    factored: Slot
    rate: Slot


def six(space: Space) -> Kind[Six]:
    """How a pair lies in memory: as a twist does."""
    twist = space.twist

    def read(flat: Sequence[Scalar]) -> Six:
        V = twist.read(flat)
        return Six(V.w, V.v)

    return Kind("pair", twist.size, lambda pair: twist.flat(Twist(pair.v, pair.w)), read)


def symmetric(space: Space) -> Kind[Symmetric6]:
    """How an articulated-body inertia lies in memory: each element once."""
    n, planar = space.twist.size, space.planar
    return Kind(
        "symmetric matrix",
        n * (n + 1) // 2,
        lambda inertia: inertia.flat(planar),
        lambda flat: Symmetric6.read(planar, flat),
    )


def segments_of(layout: Layout, rec: Tape) -> list[Segment]:
    """Room for every limb."""
    found: dict[int, Segment] = {}
    pair, matrix, n = six(layout.space), symmetric(layout.space), layout.space.twist.size
    all_parts = [_parts(layout, limb) for limb in layout.limbs]
    masks = _masks(layout, all_parts)
    for limb, parts, mask in zip(layout.limbs, all_parts, masks, strict=True):
        given = _masked(parts, mask)
        kept, angles = rec.look(varying_pose, given, limb.q, backward=limb.branch.reversed)
        m = limb.speeds
        found[limb.branch.body] = Segment(
            limb,
            found.get(limb.branch.parent),
            given,
            tuple(Slot(numbers(1), "x", limb.q.at + k) for k in angles),
            tuple(rec.reserve(numbers(2)) for _ in angles),
            rec.reserve(numbers(len(kept))),
            rec.reserve(pair),
            rec.reserve(matrix),
            rec.reserve(pair),
            rec.reserve(numbers(m * n + m * (m + 1) // 2 + m)),
            rec.reserve(pair),
        )
    return list(found.values())


def renewed(segments: Sequence[Segment], rec: Tape) -> list[Segment]:
    """The same segments, moving as they do, with room for another recursion."""
    found: dict[int, Segment] = {}
    for segment in segments:
        room = (segment.inertia, segment.force, segment.factored, segment.rate)
        inertia, force, factored, rate = (rec.reserve(slot.kind) for slot in room)
        parent = found.get(segment.limb.branch.parent)
        found[segment.limb.branch.body] = replace(
            segment, parent=parent, inertia=inertia, force=force, factored=factored, rate=rate
        )
    return list(found.values())


def _parts(layout: Layout, limb: Limb) -> list[Given[Any]]:
    """Joint, frames on the parent and on the body, the frame on which the parent's own joint ends, and mass."""
    parent = limb.branch.parent
    carrier = Given("here", (), lambda graph, symbols: Pose())
    if parent != GROUND:
        carrier = layout.limbs[layout.tree.branch_index[parent]].X_out
    frames = (exact(layout.space, X) for X in (limb.X_in, limb.X_out, carrier))
    return [limb.joint, *frames, layout.numbers.mass(limb.branch.body)]


def exact(space: Space, frame: Given[Pose]) -> Given[Pose]:
    """A frame with the elements of its rotation as they are meant."""
    turned = space.pose.size - space.vector.size if frame.structure == "pose" else 0
    near = [_meant(x) for x in frame.numbers[:turned]]
    return Given(frame.structure, (*near, *frame.numbers[turned:]), frame.read)


def _meant(x: Scalar) -> Scalar:
    if isinstance(x, Node):
        return x
    return next((e for e in (0.0, 1.0, -1.0) if abs(x - e) < EXACT), x)


def _masks(layout: Layout, all_parts: Sequence[Sequence[Given[Any]]]) -> list[Mask]:
    """Zeros and ones as structure, where all limbs have few patterns of them; otherwise no number is structure.

    Hinges along the axes and centres on them make half of the work vanish. Code is then made for this pattern: a
    number that stops being zero changes the structure.
    """
    found = [
        tuple(
            x if type(x) is float and x in (0.0, 1.0, -1.0) else None for part in parts for x in part.numbers
        )
        for parts in all_parts
    ]
    kinds = {(limb.joint.structure, mask) for limb, mask in zip(layout.limbs, found, strict=True)}
    return found if len(kinds) <= MOST_MASKS else [(None,) * len(mask) for mask in found]


def _masked(parts: Sequence[Given[Any]], mask: Mask) -> Given[SegmentParts]:
    """Several parts of the model as one; what the mask knows of their numbers is structure."""
    own = [x for part in parts for x in part.numbers]
    left = tuple(x for x, known in zip(own, mask, strict=True) if known is None)

    def read(graph: Graph, symbols: Symbols) -> SegmentParts:
        waiting = iter(symbols)
        whole: list[Any] = [next(waiting) if known is None else known for known in mask]
        values = []
        for part in parts:
            values.append(part.read(graph, whole[: len(part.numbers)]))
            del whole[: len(part.numbers)]
        return SegmentParts(*values)

    return Given((tuple(part.structure for part in parts), mask), left, read)


@dataclass(frozen=True)
class TracedSegment:
    """A segment on symbols.

    Attributes:
        X: its pose against the parent's frame.
        motion: of the joint.
        columns: its motion subspace, in the components of the segment's own frame.
        X_out: its frame on the body.
        mass: its mass properties.
    """

    X: Pose
    motion: JointMotion
    columns: list[Six]
    X_out: Pose
    mass: Mass

    def inertia(self) -> Symmetric6:
        """Of the body alone, about the origin of the segment's frame and in its components."""
        own = Inertia.about_center(*self.mass).moved(-self.X_out.p)
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


def trace(
    graph: Graph, parts: SegmentParts, q: Sequence[Node], v: Sequence[Node], backward: bool
) -> TracedSegment:
    """The joint of a limb with its frames, on symbols."""
    motion = joint_motion(graph, parts.joint(None), q, v, backward)
    R = motion.X.R
    columns = [Six(in_follower(R, c.w), in_follower(R, c.v)) for c in motion.columns]
    return TracedSegment(_segment_pose(parts, motion.X), motion, columns, parts.X_out, parts.mass)


def _segment_pose(parts: SegmentParts, X_joint: Pose) -> Pose:
    """Of the frame in which a joint ends, in that of the parent's own joint."""
    return (parts.X_parent.inverse() @ parts.X_in) @ X_joint


def varying_pose(
    graph: Graph, parts: SegmentParts, q: Sequence[Node], *, backward: bool
) -> tuple[list[Node], tuple[int, ...]]:
    """The numbers of a segment's pose that vary, and which coordinates these need sine or cosine of."""
    X = parts.joint(None).motion(*q)
    varying, _ = split_pose(graph, _segment_pose(parts, X.inverse() if backward else X), q)
    used = {n.args[0] for n in order(varying) if n.op in ("sin", "cos")}
    return varying, tuple(k for k, angle in enumerate(q) if angle in used)


def split_pose(graph: Graph, X: Pose, q: Sequence[Node]) -> tuple[list[Node], list[int | None]]:
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


def joined(graph: Graph, X: Pose, q: Sequence[Node], kept: Sequence[Node]) -> Pose:
    """The pose with its varying numbers read from memory."""
    flat: list[Scalar] = []
    for n, k in zip(lifted(graph, flat_pose(X)), split_pose(graph, X, q)[1], strict=True):
        flat.append(n if k is None else kept[k - 1] if k > 0 else -kept[-k - 1])
    return pose_from(flat)
