"""Where everything of one mechanism lies: the slots of its bodies and of the branches of its tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.elements.constraints.base import FrameConstraint
from sarrus.mechanics.numbers import Bound, ModelNumbers, space_of
from sarrus.mechanics.recorder import Argument, Recorder
from sarrus.mechanics.slots import SCALAR, Given, Kind, Slot, many, numbers
from sarrus.model.snapshot import Place
from sarrus.spatial import Pose
from sarrus.topology import GROUND, Branch, Tree, body_at

TIME = Slot(SCALAR, "t", 0)


@dataclass(frozen=True)
class BodySlots:
    """What is known of a body; vectors in ground components, about the origin of the body.

    Attributes:
        pose, twist: where it is, and how fast it moves.
        bias: rate of the twist that velocities alone cause.
        rate: rate of the twist with the accelerations of the speeds.
        psi: its turn in the plane, over full turns.
        load: applied forces.
        carried: loads of constraint rows.
        inertia: of the body and all it carries.
        net: load less what velocities need, of the body and all it carries.
        needed: what the body and all it carries need of its joint.
    """

    pose: Slot
    twist: Slot
    bias: Slot
    rate: Slot
    psi: Slot
    load: Slot
    carried: Slot
    inertia: Slot
    net: Slot
    needed: Slot

    @property
    def motion(self) -> tuple[Slot, Slot, Slot, Slot]:
        """Pose, twist, and rates of the twist."""
        return self.pose, self.twist, self.bias, self.rate


@dataclass(frozen=True)
class Limb:
    """A branch of the tree.

    Attributes:
        branch: as the tree has it.
        joint: with its numbers.
        X_in, X_out: frames on the inner body and on its own.
        q, v, vdot, step: in the arrays of the kernels.
        first: number of the first speed.
        columns, point: what each speed does to the body and everything outboard, and where.
        momenta: of its columns.
    """

    branch: Branch
    joint: Given[Bound]
    X_in: Given[Pose]
    X_out: Given[Pose]
    q: Slot
    v: Slot
    vdot: Slot
    step: Slot
    first: int
    columns: Slot
    point: Slot
    momenta: Slot

    @property
    def speeds(self) -> int:
        """How many there are."""
        return self.v.kind.size


@dataclass(frozen=True)
class Owned:
    """Coordinates of a constraint's own; their rates are speeds. They stand behind those of the limbs.

    Attributes:
        element: the constraint.
        q, v, vdot, step: in the arrays of the kernels.
        first: number of the first speed.
    """

    element: FrameConstraint
    q: Slot
    v: Slot
    vdot: Slot
    step: Slot
    first: int

    @property
    def speeds(self) -> int:
        """How many there are."""
        return self.v.kind.size

    def along(self, array: str) -> Slot:
        """Its speeds in an array of such."""
        return Slot(self.v.kind, array, self.first)


class Layout:
    """A mechanism over a tree, laid out in memory.

    Attributes:
        nq, nv: number of coordinates and speeds.
        bodies, limbs: in the order of the model and of the tree.
        owned: coordinates of constraints, by the name of the constraint.
    """

    def __init__(self, model_numbers: ModelNumbers, tree: Tree, rec: Recorder) -> None:
        self.numbers, self.tree, self.rec = model_numbers, tree, rec
        self.model, self.scales = model_numbers.model, model_numbers.scales
        self.space = space_of(self.model)
        owned = sum(c.freedoms for c in self.model.owning)
        self.nq = sum(len(b.joint.inner_names) for b in tree.branches) + owned
        self.nv = sum(b.joint.freedoms for b in tree.branches) + owned
        self.bodies = [self._body() for _ in self.model.bodies]
        self.limbs = list(self._limbs())
        self.owned = {own.element.name: own for own in self._owned(owned)}

    def _body(self) -> BodySlots:
        s = self.space
        kinds: tuple[Kind[Any], ...] = (
            s.pose,
            s.twist,
            s.twist,
            s.twist,
            SCALAR,
            s.wrench,
            s.wrench,
            s.inertia,
            s.wrench,
            s.wrench,
        )
        return BodySlots(*map(self.rec.reserve, kinds))

    def _limbs(self) -> Iterator[Limb]:
        q = v = 0
        s, reserve = self.space, self.rec.reserve
        for branch in self.tree.branches:
            nq, nf = len(branch.joint.inner_names), branch.joint.freedoms
            yield Limb(
                branch,
                self.numbers.element(branch.joint),
                self.inboard(branch),
                self.numbers.frame(branch.body, branch.outboard, GROUND),
                Slot(numbers(nq), "x", q),
                Slot(numbers(nf), "x", self.nq + v),
                Slot(numbers(nf), "vdot", v),
                Slot(numbers(nf), "step", v),
                v,
                reserve(many(s.twist, nf)),
                reserve(s.vector),
                reserve(many(s.wrench, nf)),
            )
            q, v = q + nq, v + nf

    def _owned(self, count: int) -> Iterator[Owned]:
        q, v = self.nq - count, self.nv - count
        for element in self.model.owning:
            kind = numbers(element.freedoms)
            places = Slot(kind, "x", q), Slot(kind, "x", self.nq + v)
            yield Owned(element, *places, Slot(kind, "vdot", v), Slot(kind, "step", v), v)
            q, v = q + kind.size, v + kind.size

    def inboard(self, branch: Branch) -> Given[Pose]:
        """The frame on its parent that a branch of the tree begins at."""
        region = GROUND if self.tree.is_star else self.scales.region_at(branch.body)
        return self.numbers.frame(branch.parent, branch.inboard, region)

    def ends(self, places: Sequence[Place], region: int | None = None) -> tuple[Argument, ...]:
        """Frames as cells take them: the motion of each body, its frame, and how far its origin is from the first's.

        Those on ground are seen from the region given, or from that of the places.
        """
        seen_from = self.scales.region_of(places) if region is None else region
        found: list[Argument] = []
        for place in places:
            body = body_at(self.model, place)
            frame = self.numbers.frame(body, place.frame, seen_from)
            if body == GROUND:
                found.append((None, frame, None))
                continue
            own = self.scales.region_at(body)
            apart = None if own == seen_from else self.numbers.origin(own, seen_from)
            found.append((self.bodies[body].motion, frame, apart))
        return tuple(found)

    def bodies_at(self, places: Sequence[Place]) -> tuple[int, ...]:
        """Numbers of the bodies at some places."""
        return tuple(body_at(self.model, place) for place in places)

    def way(self, base: int, follower: int) -> Iterator[tuple[Limb, float]]:
        """Limbs between two bodies: with -1 those that carry the base alone, with 1 the follower."""
        inward, outward = self.tree.between(base, follower)
        for branches, sign in ((inward, -1.0), (outward, 1.0)):
            for i in branches:
                yield self.limbs[i], sign

    def mass_entries(self) -> int:
        """How many entries the mass matrix of the tree has: every limb against everything that carries it."""
        speeds, total = {GROUND: 0}, 0
        for limb in self.limbs:
            speeds[limb.branch.body] = speeds[limb.branch.parent] + limb.speeds
            total += limb.speeds * speeds[limb.branch.body]
        return total
