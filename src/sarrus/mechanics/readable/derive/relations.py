"""Rows over joint coordinates and time: drivers, and constraints that tie coordinates to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from sarrus.elements.base import Coordinate
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, is_zero, mul, number, sub
from sarrus.mechanics.readable.algebra.rates import gathered, slopes
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Null, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.changes import Change, PoseFunctions
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.moving import GROUND
from sarrus.mechanics.readable.derive.own import own_coordinates
from sarrus.mechanics.readable.derive.pieces import in_pieces
from sarrus.mechanics.readable.derive.rows import ReadableRow
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Pose
from sarrus.spatial.sequences import angles_on_paper

End = tuple[Joint | FrameConstraint, int, Coordinate]
"""A joint, or a constraint, bound, and which of its coordinates is meant."""


@dataclass(frozen=True)
class RelationRow:
    """A row over coordinates, with the element that states it and the coordinates it uses."""

    element: Relation
    ends: tuple[End, ...]
    row: ReadableRow


@dataclass
class Coordinates:
    """Joint coordinates that some element uses, under their names.

    Attributes:
        definitions: of the coordinates with what they need, in order of use.
    """

    points: Points
    definitions: list[Definition] = field(default_factory=list)
    _found: dict[Name, Change] = field(default_factory=dict)

    def change(self, end: End) -> Change:
        """A coordinate by its name, with its rates; in space these have names too."""
        joint, k, coordinate = end
        if isinstance(joint, FrameConstraint):
            own = own_coordinates(joint)[k]
            return Change(
                own.name, own.speed, ZERO, {own.speed: ONE}, self.points.zero, self.points.no_torque
            )
        name = Name.of_quantity(coordinate.name, joint.name)
        if name not in self._found:
            base, follower = self.points.numbers.model.ends_of(joint)
            functions = PoseFunctions(self.points, base, follower)
            node = functions.trace(partial(coordinates_on_paper, joint))[k]
            found = self._traced(functions, node, (joint.name, coordinate.name), name.marked("dot"))
            self.definitions += [*functions.definitions, Definition(name, found.value)]
            self._found[name] = self._named(name, found)
        return self._found[name]

    def name_signal(self, name: str, end: End, order: int) -> None:
        """Give a coordinate, or its rate, the name of a signal."""
        change = self.change(end)
        self.definitions.append(Definition(Name(name, own=True), (change.value, change.rate)[order]))

    def _named(self, name: Name, found: Change) -> Change:
        """Rates that are more than a difference of turns get a name."""
        if self.points.planar and found.torque == ONE:
            return Change(name, found.rate, found.bias, found.slopes, found.force, found.torque)
        dot, ring = name.marked("dot"), name.marked("ring")
        self.definitions.append(Definition(dot, found.rate))
        if is_zero(found.bias):
            return Change(name, dot, ZERO, found.slopes, found.force, found.torque)
        self.definitions.append(Definition(ring, found.bias))
        return Change(name, dot, ring, found.slopes, found.force, found.torque)

    def _traced(self, functions: PoseFunctions, node: Node, tag: tuple[str, ...], speed: Name) -> Change:
        x = functions.symbols
        if self.points.planar and node.op == "atan2" and node.args == (x[1], x[0]):
            return self._plane_angle(functions)
        return functions.change(node, tag, speed)

    def _plane_angle(self, functions: PoseFunctions) -> Change:
        """The angle of x_M against x_F in the plane: a difference of turns, counted over full turns."""
        total: Term = ZERO
        for place, sign in ((functions.follower, 1.0), (functions.base, -1.0)):
            owner = self.points.owner(place)
            if owner != GROUND:
                total = add(total, mul(number(sign), self.points.body(owner).psi))
            for angle, axis in self.points.pose(place).R.turns:
                total = add(total, mul(number(sign), self.points.numbers.formula(angle * axis.z)))
        entries = slopes(total, self.points.slopes)
        spins = sub(*(self.points.spin(self.points.owner(p)) for p in (functions.follower, functions.base)))
        return Change(total, spins, ZERO, entries, Null(COLUMN), ONE)

    def _read(self, node: Node, ends: Sequence[End], symbols: tuple[Sequence[Node], ...]) -> Node:
        """What a relation reads: a coordinate or the rate of one, by its symbol, or an input."""
        name, model = self.points.numbers.names[node].letter, self.points.numbers.model
        if name not in model.signals:
            return node
        source = model.source(name)
        places = [f"{joint.name}.{c.name}" for joint, _, c in ends]
        return symbols[source.order][places.index(f"{source.owner}.{source.quantity}")]

    def relation(self, element: Relation, ends: Sequence[End]) -> RelationRow:
        """The row of a bound relation of coordinates and time."""
        numbers = self.points.numbers
        graph, t = numbers.graph, numbers.t
        changes = [self.change(end) for end in ends]
        c, speed, bias = (
            graph.symbols(f"@{kind}{i}" for i in range(len(ends))) for kind in ("c", "cdot", "cbias")
        )
        r = graph.lift(element.residual(t, *numbers.model.arguments(element, c)))
        read = [self._read(n, ends, (c, speed)) for n in numbers.reads(element.name)]
        r = substitute([r], {graph.symbol(f"@r{i}"): n for i, n in enumerate(read)})[0] if read else r
        moving: dict[Node, Scalar] = {**dict(zip((*c, *speed), (*speed, *bias), strict=True)), t: 1.0}
        if element.of_rates:  # the expression is what the rate of a residual is for other rows
            own, first = speed, r
            at_rest = substitute([r], dict.fromkeys(speed, 0.0))[0]
        else:
            own, first = c, along([r], moving)[0]
            at_rest = along([r], {t: 1.0})[0]
        given: dict[Node, Term] = {}
        for symbols, change in zip(zip(c, speed, bias, strict=True), changes, strict=True):
            given |= dict(zip(symbols, (change.value, change.rate, change.bias), strict=True))
        nodes = [r, -at_rest, -along([first], moving)[0], *gradient(r, list(own))]
        pieces, (value, alpha, beta, *weights) = in_pieces(numbers, nodes, given, element.name)
        self.definitions += pieces
        shares = [
            {s: mul(weight, entry) for s, entry in change.slopes.items()}
            for weight, change in zip(weights, changes, strict=True)
        ]
        row = ReadableRow(
            element.name,
            (element.name,),
            (),
            Definition(Name("s" if element.of_rates else "g", (element.name,)), value),
            Name("mu", (element.name,)),
            gathered(*shares),
            alpha,
            beta,
            is_velocity=element.of_rates,
        )
        return RelationRow(element, tuple(ends), row)


def coordinates_on_paper(joint: Joint, X_FM: Pose) -> Sequence[Scalar]:
    """The coordinates of a joint as books write them: what is done about gimbal lock is nothing to read."""
    values = list(joint.fit(X_FM))
    if joint.turn_places:
        angles = angles_on_paper(joint.turn_sequence, X_FM.R)
        for place, value in zip(joint.turn_places, angles, strict=True):
            values[place] = value
    return values
