"""Where everything of one mechanism lies, and what of its elements is structure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sarrus.elements.base import Element
from sarrus.equations.derive import joint_motion
from sarrus.equations.rolled.space import Space
from sarrus.equations.rolled.tape import Place, Symbols, Tape
from sarrus.equations.rolled.written import Written, put_together, take_apart
from sarrus.equations.scales import Scales
from sarrus.model import Snapshot
from sarrus.model.snapshot import Place as Where
from sarrus.scalar import Graph, Node
from sarrus.spatial import Kinematics, Pose
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND, Branch, Tree, body_at

MOST_COMBINATIONS = 2
"""Of kinds of frames, see `Stage.frames`."""

Mask = tuple[bool, bool]
"""Whether a column has a velocity and an angular velocity, or a row a force and a torque."""


@dataclass(frozen=True)
class Limb:
    """A branch of the tree: a body, the joint that carries it, and where its numbers lie.

    Attributes:
        branch: as the tree has it.
        joint: taken apart.
        q, v, vdot, step: coordinates and speeds in the arrays of the kernels.
        first: number of the first speed.
        masks: what each of its speeds moves.
        columns, point: what each speed does to the body and everything outboard, and where.
        shares: momenta of its columns.
    """

    branch: Branch
    joint: Written
    q: Place
    v: Place
    vdot: Place
    step: Place
    first: int
    masks: tuple[Mask, ...]
    columns: Place
    point: Place
    shares: Place


@dataclass(frozen=True)
class Slots:
    """Where the quantities of a body lie: pose, twist and its rate, loads, inertia of all it carries, turn."""

    pose: Place
    twist: Place
    rate: Place
    load: Place
    inertia: Place
    psi: Place


class Stage:
    """A mechanism over a tree, laid out in memory."""

    def __init__(self, model: Snapshot, tree: Tree) -> None:
        self.model = model
        self.tree = tree
        self.scales = Scales(model)
        self.space = Space(model.planar)
        self.tape = Tape()
        self._apart: dict[int, Written] = {}
        self._masks: dict[Any, tuple[Mask, ...]] = {}
        self.shapes: dict[Any, tuple[tuple[int, ...], tuple[Mask, ...]]] = {}
        """Functions of a pose with the structure of their element -> which of them act, and what loads they have."""
        self.t = Place("t", 0, 1)
        self.nq = sum(len(b.joint.inner_names) for b in tree.branches)
        self.nv = sum(b.joint.freedoms for b in tree.branches)
        self.bodies = [self._slots() for _ in model.bodies]
        self.limbs = list(self._limbs())
        self.sums = self.tape.reserve(4)
        """Energy, power lost, power supplied, kinetic energy."""

    def _slots(self) -> Slots:
        s, reserve = self.space, self.tape.reserve
        sizes = (s.pose, s.motion, s.motion, s.motion, s.inertia, 1)
        return Slots(*(reserve(n) for n in sizes))

    def _limbs(self) -> Iterator[Limb]:
        q = v = 0
        s, reserve = self.space, self.tape.reserve
        for branch in self.tree.branches:
            nq, nf = len(branch.joint.inner_names), branch.joint.freedoms
            joint = self.apart(branch.joint)
            yield Limb(
                branch,
                joint,
                Place("x", q, nq),
                Place("x", self.nq + v, nf),
                Place("vdot", v, nf),
                Place("step", v, nf),
                v,
                self._column_masks(joint, branch),
                reserve(nf * s.motion),
                reserve(s.vector),
                reserve(nf * s.motion),
            )
            q, v = q + nq, v + nf

    def _column_masks(self, joint: Written, branch: Branch) -> tuple[Mask, ...]:
        key = (joint.structure, branch.reversed)
        if key not in self._masks:
            graph = Graph()
            bound = self.bound(joint, graph, list(graph.symbols(f"n{i}" for i in range(joint.size))))
            q = graph.symbols(f"q{i}" for i in range(len(branch.joint.inner_names)))
            v = graph.symbols(f"v{i}" for i in range(branch.joint.freedoms))
            columns = joint_motion(graph, bound, q, v, branch.reversed).columns
            self._masks[key] = tuple((acts(graph, c.v), acts(graph, c.w)) for c in columns)
        return self._masks[key]

    def apart(self, element: Element) -> Written:
        """Structure and numbers of an element."""
        found = self._apart.get(id(element))
        if found is None:
            found = self._apart[id(element)] = take_apart(self.model, element, self.tape.place_table)
        return found

    def bound(self, written: Written, graph: Graph, symbols: Symbols, t: Node | None = None) -> Any:
        """The element on symbols in place of its numbers."""
        time = graph.symbol("t") if t is None else t
        return put_together(self.model, written.element, symbols, graph, time, written.columns)

    @cached_property
    def frames(self) -> dict[int, dict[str, tuple[str, list[float]]]]:
        """Frames of ground and bodies: what of each is structure, and its numbers.

        A frame that was not turned saves work. Elements on many combinations of frames would each get code of their own,
        which costs more than that: then all frames are alike.
        """
        apart = {i: {name: self._frame(X) for name, X in found.items()} for i, found in self._poses.items()}
        if self._combinations(apart) <= MOST_COMBINATIONS:
            return apart
        flat = self.space.flat_pose
        return {
            i: {name: ("pose", [float(n) for n in flat(X)]) for name, X in found.items()}
            for i, found in self._poses.items()
        }

    def inboard(self, branch: Branch) -> tuple[str, list[float]]:
        """The frame on its parent that a branch of the tree begins at."""
        if branch.parent == GROUND and not self.tree.is_star:
            return self.seen(GROUND, branch.inboard, self.scales.region_at(branch.body))
        return self.frames[branch.parent][branch.inboard]

    def seen(self, body: int, frame: str, region: int) -> tuple[str, list[float]]:
        """A frame: on a body as the body has it, on ground as seen from the origin of a region."""
        found = self.frames[body][frame]
        if body != GROUND or region == GROUND or self.scales.origins[region] is ZERO:
            return found
        X = self._poses[GROUND][frame]
        X = Pose(X.R, X.p - self.scales.origins[region])
        return ("pose", [float(n) for n in self.space.flat_pose(X)]) if found[0] == "pose" else self._frame(X)

    def _combinations(self, frames: dict[int, dict[str, tuple[str, list[float]]]]) -> int:
        """On how many combinations of frames elements of one kind sit, beyond one for each kind."""
        model = self.model
        forces = (f for f in model.forces if not f.on_coordinates)
        found = {
            (type(e), tuple(frames[body_at(model, p)][p.frame][0] for p in model.ends_of(e)))
            for e in (*model.all_joints, *model.closings, *forces, *model.sensors)
        }
        return len(found) - len({kind for kind, _ in found})

    @cached_property
    def _poses(self) -> dict[int, dict[str, Pose]]:
        holders = {GROUND: self.model.ground, **dict(enumerate(self.model.bodies))}
        return {i: h.poses(self.model.resolve, self.model.planar) for i, h in holders.items()}

    @cached_property
    def _turns(self) -> dict[int, dict[str, float]]:
        return {
            i: {n: sum(float(angle * axis.z) for angle, axis in X.R.turns) for n, X in found.items()}
            for i, found in self._poses.items()
        }

    def _frame(self, X: Pose) -> tuple[str, list[float]]:
        kind, numbers = self.space.frame_numbers(X)
        return kind, [float(n) for n in numbers]

    @cached_property
    def masses(self) -> list[list[float]]:
        """Mass properties of every body."""
        found = (b.mass_properties(self.model.resolve, self.model.planar) for b in self.model.bodies)
        return [[float(n) for n in self.space.mass_numbers(*properties)] for properties in found]

    def turn_of(self, body: int, frame: str) -> float:
        """Angle of a frame on a planar body, over full turns."""
        return self._turns[body].get(frame, 0.0)

    def way(self, base: int, follower: int) -> Iterator[tuple[Limb, float]]:
        """Limbs between two bodies: with -1 those that carry the base alone, with 1 the follower."""
        inward, outward = self.tree.between(base, follower)
        for numbers, sign in ((inward, -1.0), (outward, 1.0)):
            for i in numbers:
                yield self.limbs[i], sign

    def mass_entries(self) -> int:
        """How many entries the mass matrix of the tree has: every limb against everything that carries it."""
        speeds, total = {GROUND: 0}, 0
        for limb in self.limbs:
            speeds[limb.branch.body] = speeds[limb.branch.parent] + limb.v.size
            total += limb.v.size * speeds[limb.branch.body]
        return total

    def ancestry(self, bodies: Sequence[int]) -> set[int]:
        """Bodies with everything that carries them."""
        found: set[int] = set()
        for body in bodies:
            while body != GROUND and body not in found:
                found.add(body)
                body = self.tree.branch_of(body).parent
        return found


def acts(graph: Graph, values: Any) -> bool:
    """Whether any of some values is not zero by structure."""
    return any(graph.lift(x) is not graph.zero for x in values)


@dataclass(frozen=True)
class Ends:
    """The frames an element touches.

    Attributes:
        bodies: number of each body, GROUND for ground.
        structure: which of them are on ground, and what of the frames is structure.
        numbers: of all frames.
    """

    stage: Stage
    bodies: tuple[int, ...]
    structure: tuple[Any, ...]
    numbers: tuple[float, ...]

    def reads(self, level: int) -> list[Place]:
        """Where the motion of the bodies lies: poses; from level 1 on twists with their rates."""
        found = []
        for body in self.bodies:
            if body != GROUND:
                slots = self.stage.bodies[body]
                found += [slots.pose, slots.twist, slots.rate][: 1 if level == 0 else 3]
        return found


def ends_of(stage: Stage, places: Sequence[Where], region: int | None = None) -> Ends:
    """The frames at some places; those on ground as seen from the region given, or from that of the places."""
    bodies = tuple(body_at(stage.model, p) for p in places)
    seen_from = stage.scales.region_of(places) if region is None else region
    frames = [stage.seen(b, p.frame, seen_from) for b, p in zip(bodies, places, strict=True)]
    structure = tuple((b == GROUND, kind) for b, (kind, _) in zip(bodies, frames, strict=True))
    return Ends(stage, bodies, structure, tuple(n for _, numbers in frames for n in numbers))


def to_frames(space: Space, structure: Sequence[Any], groups: list[Symbols], numbers: Symbols) -> Any:
    """Motion of the frames, from what `Ends.reads` gives at level 0 (one group a body) or 1 (three)."""
    moving = sum(1 for is_ground, _ in structure if not is_ground)
    each = len(groups) // moving if moving else 1
    found, g, n = [], 0, 0
    sizes: dict[str, int] = {"pose": space.pose, "point": space.vector, "here": 0}
    for is_ground, kind in structure:
        frame = space.to_frame(kind, numbers[n : n + sizes[kind]])
        n += sizes[kind]
        if is_ground:
            body = Kinematics()
        else:
            body = space.to_kinematics(*groups[g : g + each])
            g += each
        found.append(body.of(frame))
    return found, n
