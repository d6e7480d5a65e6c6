"""A joint of the tree as formulas: its coordinates and speeds, where it puts its follower, what each speed does.

Everything comes from `motion` and `twist` of the joint, traced. A direction that is fixed in one of the two frames is written
by that frame's axes; any other one by those of the base frame, with coordinates in its components.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.elements.base import Coordinate
from sarrus.elements.joints.base import Joint
from sarrus.errors import ModelError
from sarrus.mechanics.derive import joint_motion
from sarrus.mechanics.readable.algebra.build import add, call, mul
from sarrus.mechanics.readable.algebra.rebuild import rebuilt
from sarrus.mechanics.readable.algebra.terms import Call, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, parts_in
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.scalar import Node, Scalar
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import depends_on, substitute
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.rotation import rot_x, rot_y, rot_z
from sarrus.spatial.sequences import axes_of, from_angles

__all__ = ["BASE", "FOLLOWER", "Direction", "NamedCoordinate", "TracedJoint", "refused", "trace_joint"]

BASE, FOLLOWER, NEITHER = "F", "M", ""
SAME = 1e-9
OFTEN = 3
"""How often the sine or cosine of an angle is written out."""


@dataclass(frozen=True)
class NamedCoordinate:
    """A published coordinate by its name."""

    name: Name
    coordinate: Coordinate
    joint: str

    @property
    def dot(self) -> Name:
        """Its rate."""
        return self.name.marked("dot")

    @property
    def published(self) -> str:
        """What runs call it."""
        return f"{self.joint}.{self.coordinate.name}"


@dataclass(frozen=True)
class Direction:
    """A vector by its components along the axes of a frame of the joint.

    Attributes:
        fixed: the frame in which the vector is constant; none where its components, along the base axes, vary.
        parts: components.
    """

    fixed: str
    parts: tuple[Term, ...]

    @property
    def frame(self) -> str:
        """Along whose axes the components are."""
        return self.fixed or BASE


@dataclass(frozen=True)
class TracedJoint:
    """A joint as it moves.

    Attributes:
        joint: bound.
        coordinates: published ones.
        speeds: names; rates of coordinates, or components of an angular velocity.
        shifts, turns: velocity of M and angular velocity, as seen from F, for each speed alone.
        place: of M's origin along the axes of F.
        axes: of M along those of F, three times three components; in the plane empty.
        turn: angle of M against F in the plane.
        definitions: sines and cosines, and speeds that are no rates.
        rates: of the sines and cosines.
    """

    joint: Joint
    coordinates: tuple[NamedCoordinate, ...]
    speeds: tuple[Name, ...]
    shifts: tuple[Direction, ...]
    turns: tuple[Direction, ...]
    place: tuple[Term, ...]
    axes: tuple[tuple[Term, ...], ...]
    turn: Term
    sines: tuple[Definition, ...]
    kinematic: tuple[Definition, ...]
    rates: dict[Name, Term]


def trace_joint(numbers: NamedNumbers, joint: Joint) -> TracedJoint:
    """Write down how a bound joint moves.

    Raises:
        ModelError: its motion has no short formula.
    """
    return _Tracing(numbers, joint).done()


def refused(joint: Joint, why: str) -> ModelError:
    """That a joint cannot be printed in joint coordinates."""
    return ModelError.one(
        joint.name,
        f"equations in joint coordinates cannot print {joint.keyword}: {why}",
        "They print joints whose `motion` is a formula of their coordinates, or of the angles of a turn",
        "Ask for a form in body coordinates.",
    )


class _Tracing:
    def __init__(self, numbers: NamedNumbers, joint: Joint) -> None:
        self.numbers, self.joint, self.graph = numbers, joint, numbers.graph
        self.planar = numbers.model.planar
        self.coordinates = tuple(
            NamedCoordinate(Name.of_quantity(c.name, joint.name), c, joint.name) for c in joint.coordinates
        )
        self.q = self.graph.symbols(f"@q {joint.name}.{c.name}" for c in joint.coordinates)
        self.given: dict[Node, Term] = dict(zip(self.q, (c.name for c in self.coordinates), strict=True))
        self.inner = self.q
        if joint.inner:
            self.inner = self.graph.symbols(f"@qi {joint.name}.{n}" for n in joint.inner_names)
        self.u = self.graph.symbols(f"@u {joint.name}.{k}" for k in range(joint.freedoms))
        self.moving = joint_motion(self.graph, joint, self.inner, self.u, False)
        self.short: dict[Term, Term] = {}
        self.sines: list[Definition] = []

    def done(self) -> TracedJoint:
        X = self._pose()
        size = 2 if self.planar else 3
        axes: tuple[tuple[Term, ...], ...] = ()
        turn: Term = self._formula(0.0)
        if self.planar:
            turn = add(*(self._formula(angle * axis.z) for angle, axis in X.R.turns), turn)
        else:
            rows = [[self._formula(c) for c in axis] for axis in (X.R.x, X.R.y, X.R.z)]
            self._shorten([t for row in rows for t in row])
            axes = tuple(tuple(self._shortened(t) for t in row) for row in rows)
        place = tuple(self._formula(c) for c in list(X.p)[:size])
        speeds, kinematic = self._speeds()
        columns = self.moving.columns
        shifts = tuple(self._direction([*c.v], k) for k, c in enumerate(columns))
        turns = tuple(
            self._spin(c.w) if self.planar else self._direction([*c.w], k) for k, c in enumerate(columns)
        )
        return TracedJoint(
            self.joint, self.coordinates, speeds, shifts, turns, place, axes, turn,
            tuple(self.sines), tuple(kinematic), self._rates(),
        )  # fmt: skip

    def _formula(self, value: Scalar) -> Term:
        return self.numbers.formula(value, self.given)

    def _pose(self) -> Pose:
        """X_FM in the published coordinates; a turn that is kept inside in another way, by its angles."""
        joint = self.joint
        if not joint.inner:
            return joint.motion(*self.q)
        if not joint.turn_places:
            raise refused(self.joint, "its motion is kept in coordinates of which no formula is known")
        placed = joint.motion(*joint.place(self.q))
        angles = [self.q[k] for k in joint.turn_places]
        if any(depends_on([self.graph.lift(c) for c in placed.p], angles)):
            raise refused(self.joint, "the place of its follower depends on its turn")
        return Pose(from_angles(joint.turn_sequence, angles), placed.p)

    def _shorten(self, terms: Sequence[Term]) -> None:
        """Names for sines and cosines that are written often."""
        found = [
            t
            for term in terms
            for t in parts_in(term)
            if isinstance(t, Call) and t.function in ("sin", "cos")
        ]
        for angle in dict.fromkeys(t.items[0] for t in found if isinstance(t.items[0], Name)):
            assert isinstance(angle, Name)
            if sum(t.items[0] == angle for t in found) > OFTEN or len(self.coordinates) > 1:
                for letter, function in (("s", "sin"), ("c", "cos")):
                    name = self._sine_name(letter, angle)
                    self.short[call(function, angle)] = name
                    self.sines.append(Definition(name, call(function, angle)))

    def _sine_name(self, letter: str, angle: Name) -> Name:
        """s and c with the index of the angle; those of a turn of three angles belong to the joint in question."""
        if self.joint.turn_places and len(angle.index) == 2:
            return Name(letter, angle.index[:1], of=self.joint.name)
        return Name(letter, ("turn", *angle.index) if self._taken(angle) else angle.index)

    def _taken(self, angle: Name) -> bool:
        """Whether a number, or a coordinate of the joint, has the name of a sine or cosine."""
        others = {c.name for c in self.coordinates}
        names = [Name(letter, angle.index) for letter in "sc"]
        return any(name in self.numbers.values or name in others for name in names)

    def _shortened(self, term: Term) -> Term:
        return rebuilt(term, lambda t: self.short.get(t, t))

    def _rates(self) -> dict[Name, Term]:
        """Coordinates change by their rates, sines and cosines by those of their angles."""
        found: dict[Name, Term] = {c.name: c.dot for c in self.coordinates}
        for d in self.sines:
            (angle,) = d.value.parts
            assert isinstance(angle, Name)
            other = self.short[call("cos" if d.name.letter == "s" else "sin", angle)]
            found[d.name] = mul(self._sign(d.name), found[angle], other)
        return found

    def _sign(self, name: Name) -> Term:
        return self._formula(1.0 if name.letter == "s" else -1.0)

    def _speeds(self) -> tuple[tuple[Name, ...], list[Definition]]:
        """Speeds that are rates of coordinates by these; the others are an angular velocity."""
        if not self.joint.inner:
            return tuple(c.dot for c in self.coordinates), []
        rates = [self.graph.lift(r) for r in self.joint.rates(self.inner, self.u)]
        by_symbol = dict(zip(self.joint.inner_names, rates, strict=True))
        found: dict[int, Name] = {}
        for c in self.coordinates:
            node = by_symbol.get(c.coordinate.name)
            if node in self.u:
                found[self.u.index(node)] = c.dot
        rest = [k for k in range(len(self.u)) if k not in found]
        turning = [Name("omega", (str(n + 1), self.joint.name)) for n in range(len(rest))]
        values = self._turning(rest)
        found |= dict(zip(rest, turning, strict=True))
        return tuple(found[k] for k in range(len(self.u))), list(map(Definition, turning, values))

    def _turning(self, rest: Sequence[int]) -> list[Term]:
        """Speeds of a turn by the rates of its angles: components of the sum of axis times rate, in the speeds' frame."""
        sequence = self.joint.turn_sequence
        places = axes_of(sequence)
        if len(rest) != len(places):
            raise refused(self.joint, "its speeds are neither rates of coordinates nor an angular velocity")
        angles = [self.q[k] for k in self.joint.turn_places]
        turns = [(rot_x, rot_y, rot_z)[axis](a) for axis, a in zip(places, angles, strict=True)]
        frames = {self._direction([*self.moving.columns[k].w], k).fixed for k in rest}
        parts: list[Vec3] = []
        for n, axis in enumerate(places):
            e = Vec3(*(1.0 if k == axis else 0.0 for k in range(3)))
            if frames == {FOLLOWER}:
                for later in turns[n + 1 :]:
                    e = later.back(e)
            else:
                for earlier in reversed(turns[:n]):
                    e = earlier * e
            parts.append(e)
        rates = [self.coordinates[k].dot for k in self.joint.turn_places]
        units = [self._direction([*self.moving.columns[k].w], k) for k in rest]
        found: list[Term] = []
        for unit in units:
            share = [
                mul(weight, self._shortened(self._formula(component)), rate)
                for part, rate in zip(parts, rates, strict=True)
                for weight, component in zip(unit.parts, part, strict=True)
            ]
            found.append(add(*share))
        return found

    def _direction(self, nodes: Sequence[Scalar], k: int) -> Direction:
        """A vector that is traced in components of F."""
        size = 2 if self.planar else 3
        lifted = [self.graph.lift(n) for n in nodes]
        if not any(depends_on(lifted, self.inner)):
            return Direction(BASE, tuple(self._formula(n) for n in lifted[:size]))
        turned = self._constant_in_follower(lifted)
        if turned is not None and not self.planar:
            return Direction(FOLLOWER, tuple(self._formula(c) for c in turned))
        if self.joint.inner:
            raise refused(self.joint, f"what its speed {k + 1} does is no short formula of its angles")
        return Direction(NEITHER, tuple(self._shortened(self._formula(n)) for n in lifted[:size]))

    def _spin(self, axis: Vec3) -> Direction:
        """The one component of an angular velocity in the plane."""
        node = self.graph.lift(axis.z)
        return Direction(NEITHER if depends_on([node], self.inner)[0] else BASE, (self._formula(node),))

    def _constant_in_follower(self, nodes: Sequence[Node]) -> tuple[float, ...] | None:
        """Components along the axes of M, where these are 0 or 1 in size in every pose."""
        draw = random.Random(self.joint.name)  # noqa: S311
        written = next(j for j in self.numbers.model.all_joints if j.name == self.joint.name)
        seen: set[tuple[float, ...]] = set()
        others = [n for n in order(list(nodes)) if n.op == "symbol" and n not in self.inner]
        for _ in range(3):
            values = [draw.uniform(0.2, 1.1) for _ in self.inner]
            bound = written.bind(self.numbers.model.resolve, self.planar)
            values = [float(v) for v in bound.retract(values)]
            known: dict[Node, Scalar] = dict(zip(self.inner, values, strict=True))
            known |= {
                n: self.numbers.values[self.numbers.names[n]] for n in others if n in self.numbers.names
            }
            numbers = [_number(n) for n in substitute(list(nodes), known)]
            if any(n is None for n in numbers):
                return None
            R = bound.motion(*values).R
            parts = [_float(c) for c in R.back(Vec3(*numbers))]  # type: ignore[arg-type]
            near = tuple(float(round(c)) for c in parts)
            if max(abs(a - b) for a, b in zip(parts, near, strict=True)) > SAME:
                return None
            seen.add(near)
        return seen.pop() if len(seen) == 1 else None


def _number(node: Node) -> float | None:
    return node.value if node.op == "const" else None


def _float(value: Scalar) -> float:
    return float(value.value if isinstance(value, Node) else value)
