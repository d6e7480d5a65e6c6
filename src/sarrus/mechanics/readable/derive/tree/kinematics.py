"""Positions, axes, velocities and partial velocities of bodies, outward along the tree.

    plane   psi_i = psi_p + theta          r_i = p_F + s           V_j = (c_i - o_j) turned by 90 degrees
    space   axes of M by those of F        Omega_i = Omega_p + z thetadot       V_j = z_j x (c_i - o_j)

F is the frame of the joint on the body p inward, M that on body i. A ring marks second derivatives without accelerations of
the speeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sarrus.mechanics.readable.algebra.build import (
    ZERO,
    add,
    components,
    cross,
    is_zero,
    mul,
    neg,
    sub,
)
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.rebuild import perp, terms_of
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, Null, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.moving import GROUND
from sarrus.mechanics.readable.derive.tree.limbs import (
    BASE,
    FOLLOWER,
    Direction,
    NamedCoordinate,
    TracedJoint,
    refused,
    trace_joint,
)
from sarrus.model.snapshot import Place
from sarrus.topology import Branch, Tree, span

__all__ = ["Freedom", "ReadableLimb", "TreeKinematics"]

SHORT = 6
"""Bodies up to which partial velocities in the plane are written by unit vectors."""


@dataclass(frozen=True)
class Freedom:
    """A speed of the tree: the velocity of the outer frame of its joint, and its angular velocity, for this speed alone."""

    speed: Name
    velocity: Term
    turning: Term

    @property
    def acceleration(self) -> Name:
        """Its rate."""
        return self.speed.marked("ddot" if self.speed.mark == "dot" else "dot")


@dataclass(frozen=True)
class ReadableLimb:
    """A body with the joint that carries it.

    Attributes:
        body, parent: names.
        traced: the joint.
        base, follower: its frames.
        is_backward: whether the tree walks it from follower to base.
        freedoms: its speeds.
        gap: from F to M.
    """

    body: str
    parent: str
    traced: TracedJoint
    base: Place
    follower: Place
    is_backward: bool
    freedoms: tuple[Freedom, ...]
    gap: Term

    @property
    def name(self) -> str:
        """Of the joint."""
        return self.traced.joint.name

    @property
    def inboard(self) -> Place:
        """The frame on the parent."""
        return self.follower if self.is_backward else self.base

    @property
    def outboard(self) -> Place:
        """The frame on the body."""
        return self.base if self.is_backward else self.follower


@dataclass
class TreeKinematics:
    """The bodies of a tree in joint coordinates.

    Attributes:
        points: names points and axes; it learns here how they move.
        turns, places, speeds, rings: definitions by kind, outward.
        W: body -> speed -> its angular velocity for that speed alone.
    """

    points: Points
    limbs: list[ReadableLimb] = field(default_factory=list)
    sines: list[Definition] = field(default_factory=list)
    kinematic: list[Definition] = field(default_factory=list)
    turns: list[Definition] = field(default_factory=list)
    places: list[Definition] = field(default_factory=list)
    spins: list[Definition] = field(default_factory=list)
    speeds: list[Definition] = field(default_factory=list)
    rings: list[Definition] = field(default_factory=list)
    W: dict[str, dict[Name, Term]] = field(default_factory=lambda: {GROUND: {}})
    _across: tuple[int, dict[Term, Term]] = field(default_factory=lambda: (-1, {}))
    _carrying: dict[str, ReadableLimb] = field(default_factory=dict)
    _U: dict[str, dict[Name, Term]] = field(default_factory=lambda: {GROUND: {}})

    def __post_init__(self) -> None:
        """Walk the tree."""
        self.planar, self.model = self.points.planar, self.points.numbers.model
        for branch in self.tree.branches:
            self._carry(branch)

    @cached_property
    def tree(self) -> Tree:
        """The spanning tree."""
        return span(self.model)

    @cached_property
    def by_body(self) -> dict[str, ReadableLimb]:
        """Limbs by the body they carry."""
        return {limb.body: limb for limb in self.limbs}

    @property
    def by_joint(self) -> dict[str, ReadableLimb]:
        """Limbs by the joint that carries."""
        return {limb.name: limb for limb in self.limbs}

    @property
    def freedoms(self) -> list[Freedom]:
        """All speeds in order."""
        return [f for limb in self.limbs for f in limb.freedoms]

    @property
    def coordinates(self) -> list[NamedCoordinate]:
        """All joint coordinates of the tree in order."""
        return [c for limb in self.limbs for c in limb.traced.coordinates]

    def label(self, speed: Name) -> str:
        """Joint of a speed, with the coordinate where the joint has several."""
        limb = next(l for l in self.limbs if any(f.speed == speed for f in l.freedoms))
        if len(limb.freedoms) == 1:
            return limb.name
        return f"{limb.name}.{speed.letter}{''.join(speed.index[:-1])}"

    def children(self, body: str) -> list[ReadableLimb]:
        """Limbs that hang on a body."""
        return [limb for limb in self.limbs if limb.parent == body]

    @property
    def is_short(self) -> bool:
        """Whether partial velocities are written by unit vectors."""
        return self.planar and len(self.model.bodies) <= SHORT

    def _carry(self, branch: Branch) -> None:
        """Take in a branch, or say which joint has no formula."""
        try:
            self._take(branch)
        except ValueError:
            raise refused(branch.joint, "its motion cannot be differentiated as a formula") from None

    def _take(self, branch: Branch) -> None:
        body = self.model.bodies[branch.body].name
        parent = GROUND if branch.parent < 0 else self.model.bodies[branch.parent].name
        joint = branch.joint.bind(self.points.numbers.resolve, self.planar)
        traced = trace_joint(self.points.numbers, joint)
        base, follower = self.model.ends_of(branch.joint)
        self.points.rates |= traced.rates
        self.sines += traced.sines
        self.kinematic += traced.kinematic
        limb = ReadableLimb(body, parent, traced, base, follower, branch.reversed, (), Null())
        (self._turn if self.planar else self._face)(limb)
        gap = self.along(base, traced.place)
        limb = ReadableLimb(
            body, parent, traced, base, follower, branch.reversed, self._freedoms(limb, gap), gap
        )
        self.limbs.append(limb)
        self._carrying[limb.body] = limb
        self._place(limb)
        self._spin(limb)
        self._partials(limb)

    def along(self, place: Place, parts: Iterable[Term]) -> Term:
        """A vector by its components along the axes of a frame; along those of ground they are the vector."""
        axes = self.points.axes(place)
        if axes == self.points.body(GROUND).axes:
            return components(*parts)
        return add(Null(), *(mul(c, a) for c, a in zip(parts, axes, strict=True)))

    def _turn(self, limb: ReadableLimb) -> None:
        """The turn of a body in the plane."""
        numbers = self.points.numbers

        def on(place: Place) -> Term:
            return add(ZERO, *(numbers.formula(a * axis.z) for a, axis in self.points.pose(place).R.turns))

        relative = neg(limb.traced.turn) if limb.is_backward else limb.traced.turn
        first = () if limb.parent == GROUND else (self.points.body(limb.parent).psi,)
        value = add(*first, on(limb.inboard), relative, neg(on(limb.outboard)))
        psi = self.points.body(limb.body).psi
        if value != psi:
            self.turns.append(Definition(psi, value))

    def _face(self, limb: ReadableLimb) -> None:
        """The axes of a body: those of its frame by those of the other frame of the joint, its own by those."""
        outer = self.points.axes(limb.outboard)
        columns = limb.traced.axes
        if limb.is_backward:
            columns = tuple(zip(*columns, strict=True))
        self.turns += [
            Definition(axis, self.along(limb.inboard, column))
            for axis, column in zip(outer, columns, strict=True)
        ]
        own = self.points.body(limb.body).axes
        if outer == own:
            return
        R = self.points.pose(limb.outboard).R
        rows = [self.points.numbers.formula(c) for axis in zip(R.x, R.y, R.z, strict=True) for c in axis]
        for k, axis in enumerate(own):
            parts = rows[3 * k : 3 * k + 3]
            self.turns.append(
                Definition(axis, add(Null(), *(mul(c, a) for c, a in zip(parts, outer, strict=True))))
            )

    def _vector(self, limb: ReadableLimb, direction: Direction) -> Term:
        place = limb.follower if direction.frame == FOLLOWER else limb.base
        return self.along(place, direction.parts)

    def _freedoms(self, limb: ReadableLimb, gap: Term) -> tuple[Freedom, ...]:
        found = []
        traced = limb.traced
        for speed, shift, turn in zip(traced.speeds, traced.shifts, traced.turns, strict=True):
            v = self._vector(limb, shift)
            w = turn.parts[0] if self.planar else self._vector(limb, turn)
            if limb.is_backward:
                v, w = sub(self.turned(w, gap), v), neg(w)
            found.append(Freedom(speed, v, w))
        return tuple(found)

    def turned(self, w: Term, arm: Term) -> Term:
        """w x arm; in the plane w is a number."""
        if not self.planar:
            return cross(w, arm)
        return Null() if is_zero(w) else add(Null(), *(mul(w, t) for t in terms_of(perp(arm, self.across))))

    @property
    def across(self) -> dict[Term, Term]:
        """Unit vectors of the plane, and what they are turned by 90 degrees; found again when frames have been added."""
        count = len(self.points.definitions)
        if self._across[0] != count:
            self._across = count, self._find_across()
        return self._across[1]

    def _find_across(self) -> dict[Term, Term]:
        found: dict[Term, Term] = {}
        owners = [GROUND, *(b.name for b in self.model.bodies)]
        for d in self.points.definitions:
            if d.name.letter == "e" and d.name.rank == COLUMN:
                owners.append(d.name.index[0])
        for owner in owners:
            e, n = self.points.body(owner).axes
            found |= {e: n, n: neg(e)}
        return found

    def arm(self, place: Place) -> Term:
        """From the origin of its body to a frame."""
        offset = list(self.points.pose(place).p)[: 2 if self.planar else 3]
        axes = self.points.body(self.points.owner(place)).axes
        if place.body is None:
            return components(*(self.points.numbers.formula(c) for c in offset))
        return add(
            Null(), *(mul(self.points.numbers.formula(c), a) for c, a in zip(offset, axes, strict=True))
        )

    def _place(self, limb: ReadableLimb) -> None:
        body = self.points.body(limb.body)
        step = neg(limb.gap) if limb.is_backward else limb.gap
        value = add(self.points.point(limb.inboard), step, neg(self.arm(limb.outboard)))
        self.places.append(Definition(body.r, value))
        moving = rate(value, self.points.rates)
        self.speeds.append(Definition(body.rdot, moving))
        self._second(body.r.marked("ring"), moving)

    def _second(self, name: Name, moving: Term) -> None:
        rules: Mapping[Name, Term] = self.points.rates | self.points.second
        self.rings.append(Definition(name, rate(moving, rules)))

    def _spin(self, limb: ReadableLimb) -> None:
        """Angular velocity, and its rate without accelerations of the speeds."""
        body, parent = self.points.body(limb.body), self.points.body(limb.parent)
        shares = [mul(f.speed, f.turning) for f in limb.freedoms]
        free = limb.parent == GROUND
        before = self.points.spin(limb.parent)
        if self.planar:
            value = add(*(() if free else (before,)), *shares, ZERO)
            if value != body.turn:
                self.spins.append(Definition(body.turn, value))
            ring = add(
                ZERO if free else parent.psi.marked("ring"), *(rate(s, self.points.rates) for s in shares)
            )
            self.rings.append(Definition(body.psi.marked("ring"), ring))
            return
        self.spins.append(Definition(body.Omega, add(*(() if free else (before,)), *shares, Null())))
        alpha = Name("alpha", (limb.body,), COLUMN, "ring")
        first = Null() if free else Name("alpha", (limb.parent,), COLUMN, "ring")
        self.rings.append(Definition(alpha, add(first, *self._spin_rates(limb))))

    def _spin_rates(self, limb: ReadableLimb) -> list[Term]:
        turns = [t for t in limb.traced.turns if any(not is_zero(c) for c in t.parts)]
        before, own = self.points.spin(limb.parent), self.points.body(limb.body).Omega
        kinds = {t.fixed for t in turns}
        if kinds in ({BASE}, {FOLLOWER}):  # fixed on one of both bodies: the rest is w x w
            return [cross(before, own)]
        found: list[Term] = []
        for f, turn in zip(limb.freedoms, limb.traced.turns, strict=True):
            place = limb.follower if turn.frame == FOLLOWER else limb.base
            found.append(mul(f.speed, cross(self.points.spin(self.points.owner(place)), f.turning)))
            if not turn.fixed:
                changes = [rate(c, self.points.rates) for c in turn.parts]
                changing = self.along(limb.base, changes)
                changing = neg(changing) if limb.is_backward else changing
                found += [mul(f.speed, t) for t in terms_of(changing)]
        return found

    def _partials(self, limb: ReadableLimb) -> None:
        own = {f.speed: f.turning for f in limb.freedoms}
        self.W[limb.body] = {**self.W[limb.parent], **own}
        if not self.planar:
            return
        step = neg(limb.gap) if limb.is_backward else limb.gap
        back = neg(self.arm(limb.outboard))
        found = self.velocity(limb.parent, self.points.point(limb.inboard), self.arm(limb.inboard))
        W = self.W[limb.parent]
        found = {j: add(v, self.turned(W[j], step), self.turned(W[j], back)) for j, v in found.items()}
        found |= {f.speed: add(f.velocity, self.turned(f.turning, back)) for f in limb.freedoms}
        self._U[limb.body] = found

    def path(self, body: str) -> list[ReadableLimb]:
        """Limbs from ground to a body."""
        found: list[ReadableLimb] = []
        while body != GROUND:
            limb = self._carrying[body]
            found.append(limb)
            body = limb.parent
        return found[::-1]

    def rule(self, freedom: Freedom) -> Term:
        """Velocity of any mass centre that a speed moves, for that speed alone."""
        limb = next(l for l in self.limbs if freedom in l.freedoms)
        arm = sub(Name("c", (BODY,), COLUMN), self.points.point(limb.outboard))
        return add(freedom.velocity, self.turned(freedom.turning, arm))

    def velocity(self, body: str, point: Term, arm: Term) -> dict[Name, Term]:
        """Velocity of a point of a body for each speed alone.

        Args:
            body: its name.
            point: its position.
            arm: from the body's origin to it.
        """
        if self.is_short:
            return {j: add(u, self.turned(self.W[body][j], arm)) for j, u in self._U[body].items()}
        found: dict[Name, Term] = {}
        for limb in self.path(body):
            origin = self.points.point(limb.outboard)
            for f in limb.freedoms:
                found[f.speed] = add(f.velocity, self.turned(f.turning, sub(point, origin)))
        return found
