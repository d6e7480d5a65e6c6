"""The limbs of a tree as the recursion of articulated bodies keeps them: where their numbers lie, and their joints on symbols.

The frame of a segment is the one on which its joint ends, so that what the joint lets happen is mostly constant there.
Pairs are (angular, linear).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.equations.derive import JointMotion
from sarrus.equations.rolled.motion import joint_on
from sarrus.equations.rolled.six import Six, Symmetric6, in_follower
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Limb, Stage
from sarrus.equations.rolled.tape import Place, Symbols
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import lifted
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import depends_on
from sarrus.spatial import Inertia, Pose
from sarrus.spatial.pose import flat_pose, pose_from
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


def segments_of(stage: Stage) -> list[Segment]:
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


def whole(mask: Mask, numbers: Symbols) -> list[Any]:
    """All numbers of a limb: those that are structure, and symbols for the others."""
    waiting = iter(numbers)
    return [next(waiting) if known is None else known for known in mask]


def _frame_kinds(stage: Stage, limb: Limb) -> tuple[str, str, str]:
    branch = limb.branch
    kinds = stage.inboard(branch)[0], stage.frames[branch.body][branch.outboard][0]
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
    inner, outer = stage.inboard(branch), stage.frames[branch.body][branch.outboard]
    frames = [x for kind, flat in (inner, outer, _carrier(stage, limb)) for x in exact(stage, kind, flat)]
    return [*limb.joint.numbers, *frames, *stage.masses[branch.body]]


def exact(stage: Stage, kind: str, flat: Sequence[float]) -> list[float]:
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


def trace(
    stage: Stage, limb: Limb, graph: Graph, q: Symbols, v: Symbols | None, numbers: list[Any]
) -> Traced:
    """The joint of a limb with its frames, on symbols; without speeds there is only its pose."""
    groups = [q] if v is None else [q, v]
    motion, X_in, X_out, _ = joint_on(stage, limb, graph, groups, numbers, len(groups) - 1)
    branch = limb.branch
    used = limb.joint.size
    used += len(stage.inboard(branch)[1]) + len(stage.frames[branch.body][branch.outboard][1])
    kind, flat = _carrier(stage, limb)
    X_parent = stage.space.to_frame(kind, numbers[used : used + len(flat)])
    X = (X_parent.inverse() @ X_in) @ motion.X
    R = motion.X.R
    columns = [Six(in_follower(R, c.w), in_follower(R, c.v)) for c in motion.columns]
    return Traced(X, motion, columns, X_out, numbers[used + len(flat) :])


def split_pose(graph: Graph, X: Pose, q: Symbols) -> tuple[list[Node], list[int | None]]:
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
    numbers = whole(mask, list(graph.symbols(f"n{i}" for i in range(mask.count(None)))))
    varying, _ = split_pose(graph, trace(stage, limb, graph, q, None, numbers).X, q)
    used = {n.args[0] for n in order(varying) if n.op in ("sin", "cos")}
    return len(varying), tuple(k for k, angle in enumerate(q) if angle in used)


def joined(graph: Graph, X: Pose, q: Symbols, kept: Symbols) -> Pose:
    """The pose with its varying numbers read from memory."""
    flat: list[Scalar] = []
    for n, k in zip(lifted(graph, flat_pose(X)), split_pose(graph, X, q)[1], strict=True):
        flat.append(n if k is None else kept[k - 1] if k > 0 else -kept[-k - 1])
    return pose_from(flat)


def structure_of(stage: Stage, segment: Segment) -> tuple[Any, ...]:
    """What must agree for two segments to share code."""
    limb = segment.limb
    kinds = _frame_kinds(stage, limb)
    return (limb.joint.structure, limb.branch.reversed, kinds, segment.parent is None, segment.mask)


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
