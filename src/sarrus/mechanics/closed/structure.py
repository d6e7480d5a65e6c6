"""What closes a planar mechanism, as far as the closed form sees it: loops walked around, and rows of one unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sarrus.elements.joints.base import Joint
from sarrus.mechanics.closed.triangles import (
    ONE,
    Corner,
    PlaneVector,
    RigidWay,
    Standing,
    TriangleSide,
    stand,
)
from sarrus.mechanics.layout import Limb
from sarrus.mechanics.orchestration import Mechanics
from sarrus.mechanics.passes.rows import Closed
from sarrus.mechanics.straight import Straight
from sarrus.scalar import Graph, Node, Scalar, cos, maximum, sin
from sarrus.scalar.derivative import gradient
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Pose
from sarrus.topology import GROUND

__all__ = ["Closures", "FollowingStep", "SingleRow", "TriangleLoop"]

PIECES = ("select", "abs", "floor", "lt", "le", "row", "entry", "call")
"""Operations with pieces. What follows a law that may jump would jump as well: the general formulation sees that and says so."""


@dataclass(frozen=True)
class Hinge:
    """A joint with one coordinate, walked outward along the tree or against it.

    Attributes:
        coordinate: its number among those of the tree; -1 for the joint that closes the loop.
        slides: along what it slides; None where it turns.
        q: its coordinate.
        sign: of the walk.
    """

    coordinate: int
    slides: PlaneVector | None
    q: Node
    sign: float

    @property
    def way(self) -> RigidWay:
        """Its pose, for a coordinate that is known."""
        if self.slides is None:
            return RigidWay(self.turn)
        return RigidWay(ONE, self.slides.scaled(self.sign * self.q))

    @property
    def turn(self) -> PlaneVector:
        """As the tree has it."""
        return PlaneVector(cos(self.q), self.sign * sin(self.q))

    @property
    def corner(self) -> Corner:
        """The joint as an unknown one."""
        is_known = self.slides is None and self.coordinate >= 0
        return Corner(self.slides, self.turn if is_known else None)


@dataclass(frozen=True)
class Fixed:
    """A part of the walk without a coordinate that a triangle can find.

    Attributes:
        coordinates: those that must be known first.
        way: from its begin to its end.
        body: at whose own frame it ends; None where it does not.
    """

    coordinates: tuple[int, ...]
    way: RigidWay
    body: int | None = None


@dataclass(frozen=True)
class FollowingStep:
    """Coordinates that follow from those before them.

    Attributes:
        owner: name of the element whose rows these are.
        rows: numbers of the rows, as many as coordinates.
        coordinates: numbers of the coordinates that follow.
        values: for each how it follows: a length or an angle that counts its turns by itself, or cosine and sine.
        attitudes: by the number of a body, how it is turned against ground.
        height: of the triangle at the present pose, with its sign; None where nothing can fold.
        mode: the symbol of that sign; None where there is none.
        root: the height as it follows, not yet divided by ...
        most: ... the most it can be.
        pinned: of a loop that a turning joint closes, the joint as the passes have it.
    """

    owner: str
    rows: tuple[int, ...]
    coordinates: tuple[int, ...]
    values: tuple[Node | PlaneVector, ...]
    attitudes: Mapping[int, PlaneVector] = field(default_factory=dict)
    height: Node | None = None
    mode: Node | None = None
    root: Node | None = None
    most: Node | None = None
    pinned: Closed | None = None

    @property
    def rise(self) -> Node | None:
        """The height as it follows, positive in its mode; None where nothing can fold.

        A side that moves may vanish, and its triangle with it, however high that is for its sides: what the height is a part
        of does not become less than at the start.
        """
        if self.root is None or self.most is None or self.mode is None:
            return None
        return self.root * self.mode / maximum(self.most, self.most_at_start)

    @property
    def most_at_start(self) -> Node:
        """The symbol of what the height could be at most at the start."""
        assert self.most is not None
        return self.most.graph.symbol(f"most.{self.owner}")


@dataclass(frozen=True)
class TriangleLoop:
    """A loop that a joint with one coordinate closes.

    Attributes:
        owner: name of the joint.
        rows: its two rows.
        attitudes: of all bodies, as the tree has them.
        walk: from its base along the tree to its follower, and through itself back.
        closed: the joint as the passes have it.
    """

    owner: str
    rows: tuple[int, ...]
    attitudes: Mapping[int, PlaneVector]
    walk: tuple[Hinge | Fixed, ...]
    graph: Graph
    closed: Closed

    @property
    def turns(self) -> bool:
        """Whether the joint that closes it turns, and does not slide."""
        last = self.walk[-1]
        return isinstance(last, Hinge) and last.slides is None

    @cached_property
    def coordinates(self) -> frozenset[int]:
        """All coordinates around it."""
        found: set[int] = set()
        for part in self.walk:
            found |= {part.coordinate} if isinstance(part, Hinge) else set(part.coordinates)
        return frozenset(found - {-1})

    def step(self, known: frozenset[int]) -> FollowingStep | None:
        """How two coordinates follow from those known; None where the loop does not tell, or not alone."""
        unknown = self.coordinates - known
        corners = [
            p for p in self.walk if isinstance(p, Hinge) and (p.coordinate < 0 or p.coordinate in unknown)
        ]
        if len(unknown) != 2 or len(corners) != 3:
            return None
        mode = self.graph.symbol(f"mode.{self.owner}")
        places = [k for k, part in enumerate(self.walk) if any(part is c for c in corners)]
        stretches = [
            self._behind(place, nearest)
            for place, nearest in zip(places, (*places[1:], places[0]), strict=True)
        ]
        one, two, three = (c.corner for c in corners)
        moving = next((k for k, parts in enumerate(stretches) if _moves(parts)), 2)
        first, second, third = (TriangleSide(_way(parts), _way_back(parts)) for parts in stretches)
        found = stand((one, two, three), (first, second, third), mode, moving)
        if found is None:
            return None
        turns = {corners[(found.first + k) % 3].coordinate: turn for k, turn in enumerate(found.turns)}
        following = [c for c in corners if c.coordinate >= 0]
        return FollowingStep(
            self.owner,
            self.rows,
            tuple(c.coordinate for c in following),
            tuple(_value(self.graph, c, turns[c.coordinate]) for c in following),
            self._attitudes(found, stretches),
            self.graph.lift(found.height),
            mode,
            self.graph.lift(found.root),
            self.graph.lift(found.most),
            self.closed if self.turns else None,
        )

    def _behind(self, place: int, nearest: int) -> list[Hinge | Fixed]:
        """The walk between two places."""
        return (
            [*self.walk[place + 1 : nearest]]
            if nearest > place
            else [*self.walk[place + 1 :], *self.walk[:nearest]]
        )

    def _attitudes(
        self, found: Standing, stretches: Sequence[Sequence[Hinge | Fixed]]
    ) -> dict[int, PlaneVector]:
        """How the bodies along the first two sides are turned: turns in the plane add up, whatever their order."""
        first, second, third = (stretches[(found.first + k) % 3] for k in range(3))
        known = max(k for k, part in enumerate(third) if isinstance(part, Fixed) and part.body is not None)
        start = third[known]
        assert isinstance(start, Fixed) and start.body is not None
        R = self.attitudes[start.body].times(_way(third[known + 1 :]).R)
        attitudes: dict[int, PlaneVector] = {}
        for parts, turned in ((first, found.turns[0]), (second, found.both)):
            if _moves(first) or _moves(parts):
                break
            base = R.times(turned)
            for k, part in enumerate(parts):
                if isinstance(part, Fixed) and part.body is not None and part.body != GROUND:
                    attitudes[part.body] = base.times(_way(parts[: k + 1]).R)
            R = R.times(_way(parts).R)
        return attitudes


def _way(parts: Sequence[Hinge | Fixed]) -> RigidWay:
    """Along some parts of a walk."""
    way = RigidWay()
    for part in parts:
        way = way.then(part.way)
    return way


def _way_back(parts: Sequence[Hinge | Fixed]) -> RigidWay:
    """The same way back."""
    way = RigidWay()
    for part in reversed(parts):
        way = way.then(part.way.inverse)
    return way


def _moves(parts: Sequence[Hinge | Fixed]) -> bool:
    """Whether anything along some parts of a walk moves."""
    return any(isinstance(part, Hinge) or part.coordinates for part in parts)


def _value(graph: Graph, hinge: Hinge, turn: PlaneVector) -> Node | PlaneVector:
    """A coordinate from the turn of its joint along the walk."""
    if hinge.slides is not None:
        return graph.lift(hinge.sign * turn.x)
    return PlaneVector(graph.lift(turn.x), graph.lift(hinge.sign * turn.y))


@dataclass(frozen=True)
class SingleRow:
    """A row that changes evenly with some coordinates: drivers, gears, slots.

    Attributes:
        owner: name of its element.
        rows: its number.
        g: its residual.
        coordinates: all that it depends on, with the symbol of each.
        slopes: by coordinate how it changes with it, where that does not vary.
    """

    owner: str
    rows: tuple[int]
    g: Node
    coordinates: dict[int, Node]
    slopes: dict[int, Node]

    def step(self, known: frozenset[int]) -> FollowingStep | None:
        """How a coordinate follows from those known; None where the row does not tell."""
        unknown = [k for k in self.coordinates if k not in known]
        if len(unknown) != 1 or unknown[0] not in self.slopes:
            return None
        (k,) = unknown
        (rest,) = substitute([self.g], {self.coordinates[k]: 0.0})
        return FollowingStep(self.owner, self.rows, (k,), (-(rest / self.slopes[k]),))


class Closures:
    """All that closes a mechanism in joint coordinates.

    Args:
        mechanics: of a planar mechanism.
        rec: what it was recorded by.

    Attributes:
        parts: loops and single rows.
        q, v: symbols of all coordinates and speeds.
    """

    def __init__(self, mechanics: Mechanics, rec: Straight) -> None:
        self.mechanics, self.graph = mechanics, rec.graph
        layout = mechanics.layout
        self.q, self.v = rec.symbols("x", 0, layout.nq), rec.symbols("x", layout.nq, layout.nv)
        self._given = (*rec.symbols("t", 0, 1), *self.q, *self.v, *rec.symbols("u", 0, len(mechanics.inputs)))
        self._varying = {*rec.symbols("x", 0, len(mechanics.states)), *self._given}
        self._values = rec.nodes("g")
        poses = (rec.value(body.pose) for body in layout.bodies)
        self.attitudes = {GROUND: ONE, **{k: RigidWay.of(X).R for k, X in enumerate(poses)}}
        self.parts: list[TriangleLoop | SingleRow] = []
        for c in mechanics.closed:
            loop = self._loop(c, c.element) if isinstance(c.element, Joint) else None
            rows = range(c.first, c.first + len(c.chosen))
            self.parts += [loop] if loop else [self._single(c.element.name, row) for row in rows]
        self.parts += [self._single(tying.relation.name, tying.row) for tying in mechanics.ties]

    def given(self, t: float, x: Sequence[float], u: Sequence[float]) -> dict[Node, float]:
        """Values of the symbols that expressions of positions may have, besides parameters."""
        moving = len(self.q) + len(self.v)
        return dict(zip(self._given, (t, *map(float, x[:moving]), *u), strict=True))

    def _single(self, owner: str, row: int) -> SingleRow:
        g = self._values[row]
        nodes = set(order([g]))
        coordinates = {k: q for k, q in enumerate(self.q) if q in nodes}
        slopes = dict(zip(coordinates, gradient(g, [*coordinates.values()]), strict=True))
        even = {k: s for k, s in slopes.items() if self._varying.isdisjoint(order([s]))}
        is_of_positions = (nodes & self._varying) <= {*self._given} - {*self.v}
        is_of_positions &= not any(n.op in PIECES for n in nodes)
        return SingleRow(owner, (row,), g, coordinates, even if is_of_positions else {})

    def _loop(self, closed: Closed, cut: Joint) -> TriangleLoop | None:
        """The loop that a joint closes; None where it has not one coordinate and two rows."""
        layout = self.mechanics.layout
        bound = layout.numbers.element(cut).read(self.graph, ())(None)
        kind = _kind(self.graph, bound.motion) if cut.freedoms == 1 else None
        if kind is None or len(closed.chosen) != 2:
            return None
        places = layout.model.ends_of(cut)
        bodies = layout.bodies_at(places)
        F, M = layout.ends(places)
        if F[2] is not None or M[2] is not None:  # type: ignore[index]
            return None
        walk: list[Hinge | Fixed] = [Fixed((), RigidWay.of(self._pose(F[1])).inverse, bodies[0])]  # type: ignore[index]
        inward, outward = layout.tree.between(*bodies)
        for branches, outwards in ((inward, False), (outward, True)):
            for i in branches:
                walk += self._limb(layout.limbs[i], outwards)
        walk.append(Fixed((), RigidWay.of(self._pose(M[1]))))  # type: ignore[index]
        walk.append(Hinge(-1, kind[0], self.graph.symbol("@cut"), -1.0))
        return TriangleLoop(
            cut.name, (closed.first, closed.first + 1), self.attitudes, tuple(walk), self.graph, closed
        )

    def _pose(self, given: object) -> Pose:
        found: Pose = given.read(self.graph, ())  # type: ignore[attr-defined]
        return found

    def _limb(self, limb: Limb, outward: bool) -> list[Hinge | Fixed]:
        """A branch of the tree, from its inner body to its own, or back."""
        X_in, X_out = RigidWay.of(self._pose(limb.X_in)), RigidWay.of(self._pose(limb.X_out)).inverse
        bound = limb.joint.read(self.graph, ())(None)
        sign = -1.0 if limb.branch.reversed is outward else 1.0
        numbers = tuple(range(limb.q.at, limb.q.at + limb.q.kind.size))
        kind = _kind(self.graph, bound.motion) if len(numbers) == 1 else None
        middle: Hinge | Fixed
        if kind is None:
            way = RigidWay.of(bound.motion(*(self.q[k] for k in numbers)))
            middle = Fixed(numbers, way if sign > 0.0 else way.inverse)
        else:
            middle = Hinge(numbers[0], kind[0], self.q[numbers[0]], sign)
        if outward:
            return [Fixed((), X_in), middle, Fixed((), X_out, limb.branch.body)]
        return [Fixed((), X_out.inverse), middle, Fixed((), X_in.inverse, limb.branch.parent)]


def _kind(graph: Graph, motion: Callable[[Scalar], Pose]) -> tuple[PlaneVector | None] | None:
    """How a joint with one coordinate moves: (None,) where it turns about its origin, (e,) where it slides along e.

    None where it does neither.
    """
    q = graph.symbol("@q")
    X = motion(q)
    R, p = RigidWay.of(X)
    c, s, x, y = (graph.lift(a) for a in (*R, *p))
    if (c, s, x, y) == (cos(q), sin(q), graph.zero, graph.zero):
        return (None,)
    if (c, s) != (graph.one, graph.zero):
        return None
    (dx,), (dy,) = gradient(x, [q]), gradient(y, [q])
    is_straight = dx.op == dy.op == "const" and dx.value**2 + dy.value**2 == 1.0
    if not is_straight or substitute([x, y], {q: 0.0}) != [graph.zero, graph.zero]:
        return None
    return (PlaneVector(dx.value, dy.value),)
