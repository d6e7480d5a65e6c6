"""Applied forces as they are printed: fields, lines between points, torques between bodies.

Which of these a force is, its port says; what it does there is differentiated from what it states, as in the
numeric equations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sarrus.elements.body import Body
from sarrus.elements.forces.base import Bulk, Force, Line, Own, Pair, Point, Port, Reach, Turn
from sarrus.equations.derive import efforts
from sarrus.equations.readable.build import (
    ZERO,
    add,
    call,
    chain,
    components,
    dot,
    mul,
    neg,
    over,
    sub,
    transpose,
)
from sarrus.equations.readable.changes import Change
from sarrus.equations.readable.frames import Points
from sarrus.equations.readable.moving import GROUND, Moving
from sarrus.equations.readable.pieces import in_pieces
from sarrus.equations.readable.rates import rate, transposed
from sarrus.equations.readable.terms import COLUMN, Name, Term
from sarrus.equations.readable.trees import Definition, names_in
from sarrus.errors import ModelError
from sarrus.model.snapshot import Place
from sarrus.scalar import Node
from sarrus.scalar.derivative import gradient
from sarrus.scalar.rewrite import depends_on, substitute


@dataclass(frozen=True)
class Load:
    """What one force does to one body: force, and moment about the frame origin (body components in space)."""

    owner: str
    body: str
    force: Term
    moment: Term


@dataclass
class Loads:
    """Sum of all applied forces.

    Attributes:
        fields: accelerations that act on every body, by force.
        definitions: lengths, directions, pulls and torques of single forces.
        parts: what each force does to each body it acts on.
        singular: lengths that the formulas divide by.
    """

    points: Moving
    centers: dict[str, tuple[Term, ...]]
    fields: list[tuple[Force, Definition]] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    parts: list[Load] = field(default_factory=list)
    singular: list[Name] = field(default_factory=list)

    def count(self, forces: list[Force], coordinates: Mapping[str, Change]) -> None:
        """Take in all forces of the model, bound, and the coordinates that some of them act on, by force."""
        only = sum(force.port.reach is Reach.BODIES for force in forces) == 1
        for force in forces:
            _require_known(force)
            if force.port.reach is Reach.BODIES:
                self._bulk(force, only)
            elif force.name in coordinates:
                self._coordinate(force, coordinates[force.name])
            else:
                self.between(force, self.points.numbers.model.ends_of(force))

    def between(self, force: Force, ends: tuple[Place, ...]) -> None:
        """A force that acts at frames."""
        _PRINTED[force.port](self, force, *ends)

    @property
    def on(self) -> dict[str, tuple[Term, Term]]:
        """Force and moment about the frame origin on single bodies, added."""
        found: dict[str, tuple[Term, Term]] = {}
        for part in self.parts:
            force, moment = found.get(part.body, (self.points.zero, self.points.no_torque))
            found[part.body] = add(force, part.force), add(moment, part.moment)
        return found

    def _add(self, source: Force, owner: str, force: Term, moment: Term) -> None:
        if owner != GROUND:
            self.parts.append(Load(source.name, owner, force, moment))

    def _at(self, source: Force, place: Place, point: Term, force: Term) -> None:
        """A force at a point of a body."""
        owner = self.points.owner(place)
        body = self.points.body(owner)
        turned = self.points.slopes.get(point, {}).get(body.turn) if isinstance(point, Name) else None
        moment = self.points.no_torque if turned is None else transposed(turned, force)
        self._add(source, owner, force, moment)

    def _reads(self, force: Force) -> list[Node]:
        return self.points.numbers.reads(force.name)

    def _coordinate(self, force: Force, coordinate: Change) -> None:
        """An effort along a joint coordinate; what it does to a body, the slope of the coordinate says."""
        graph = self.points.numbers.graph
        u, du = graph.symbols(("@c", "@cdot"))
        effort = efforts(graph, force, [u], [du], reads=self._reads(force)).efforts[0]
        given: dict[Node, Term] = {u: coordinate.value, du: coordinate.rate}
        pieces, (value,) = in_pieces(self.points.numbers, [effort], given, force.name)
        self.definitions += pieces
        Q = _fresh(Name("Q", (force.name,)), value)
        self.definitions.append(Definition(Q, value))
        for body in map(self.points.body, (b.name for b in self.points.numbers.model.bodies)):
            shares = [coordinate.slopes.get(speed) for speed in (body.rdot, body.turn)]
            if any(s is not None for s in shares):
                none = (self.points.zero, self.points.no_torque)
                pull, turn = (n if s is None else transposed(s, Q) for s, n in zip(shares, none, strict=True))
                self._add(force, body.name, pull, turn)

    def _point(self, force: Force, place: Place) -> None:
        """A force at a point, stated in ground components or in those of the frame at the point."""
        numbers, owner = self.points.numbers, self.points.owner(place)
        graph = numbers.graph
        point = self.points.point(place)
        axes = self.points.axes(place) if force.port is Own else self.points.body(GROUND).axes
        moving = rate(point, self.points.rates)
        v = graph.symbols(("@vx", "@vy", "@vz"))
        given: dict[Node, Term] = {s: ZERO for s in v}
        given |= {s: dot(moving, a) for s, a in zip(v, axes, strict=False)}
        stated = efforts(graph, force, [], list(v), reads=self._reads(force)).efforts
        found = [numbers.formula(e, given) for e in stated[: len(axes)]]
        load = Name("F", (force.name,), COLUMN)
        by_axes = add(self.points.zero, *(mul(e, a) for e, a in zip(found, axes, strict=True)))
        value = by_axes if force.port is Own else components(*found)
        self.definitions.append(Definition(load, value))
        if owner != GROUND:
            self._at(force, place, point, load)

    def _line(self, force: Force, P: Place, Q: Place) -> None:
        """A pull F along the unit vector u from P to Q."""
        p, q = self.points.point(P), self.points.point(Q)
        index = (force.name,)
        length, u = Name("ell", index), Name("u", index, COLUMN)
        graph = self.points.numbers.graph
        l, ldot = graph.symbols(("@l", "@ldot"))
        push = efforts(graph, force, [l], [ldot], reads=self._reads(force)).efforts[0]
        gap = sub(q, p)
        given: dict[Node, Term] = {l: length, ldot: length.marked("dot")}
        pieces, (value,) = in_pieces(self.points.numbers, [-push], given, force.name)
        pull = _fresh(Name("F", index), value)
        self.definitions += [
            Definition(length, call("norm", gap)),
            Definition(u, over(gap, length)),
            Definition(length.marked("dot"), dot(u, rate(gap, self.points.rates))),
            *pieces,
            Definition(pull, value),
        ]
        self.singular.append(length)
        self._at(force, P, p, mul(pull, u))
        self._at(force, Q, q, neg(mul(pull, u)))

    def _pair(self, force: Force, F: Place, M: Place) -> None:
        """A torque on the follower, and its opposite on the base."""
        graph, axes = self.points.numbers.graph, self.points.axes(F)
        one, two = self.points.owner(F), self.points.owner(M)
        spin = sub(self.points.spin(two), self.points.spin(one))
        w = graph.symbols(("@wx", "@wy", "@wz"))
        given: dict[Node, Term]
        if self.points.planar:
            given = {w[0]: ZERO, w[1]: ZERO, w[2]: spin}
        else:
            given = {s: dot(spin, a) for s, a in zip(w, axes, strict=True)}
        stated = efforts(graph, force, [], list(w), reads=self._reads(force)).efforts
        found = [self.points.numbers.formula(e, given) for e in stated]
        tau = Name("tau", (force.name,), 0 if self.points.planar else COLUMN)
        value = (
            found[2] if self.points.planar else add(*(mul(e, a) for e, a in zip(found, axes, strict=True)))
        )
        tau = tau if value == tau else _fresh(tau, value)
        if value != tau:  # a plain number in the plane has this very name
            self.definitions.append(Definition(tau, value))
        for owner, load in ((one, neg(tau)), (two, tau)):
            turned = load if self.points.planar else chain(transpose(self.points.body(owner).A), load)
            self._add(force, owner, self.points.zero, turned)

    def _bulk(self, force: Force, only: bool) -> None:
        """A field on every mass centre; one that gives all bodies the same acceleration is said once."""
        numbers = self.points.numbers
        graph = numbers.graph
        mass, *at = graph.symbols(("@m", "@x", "@y", "@z", "@vx", "@vy", "@vz"))
        pulls = efforts(graph, force, at[:3], at[3:], [mass], reads=self._reads(force)).efforts
        slopes = [gradient(p, [mass])[0] for p in pulls]
        is_uniform = not any(depends_on([*slopes, *substitute(pulls, {mass: 0.0})], [mass, *at]))
        size = 2 if self.points.planar else 3
        if is_uniform and all(p is graph.zero for p in substitute(pulls, {mass: 0.0})):
            gamma = Name("gamma", () if only else (force.name,), COLUMN)
            self.fields.append((force, Definition(gamma, components(*map(numbers.formula, slopes[:size])))))
            return
        for body in numbers.model.bodies:
            self._on_center(force, body, mass, at, pulls[:size])

    def _on_center(self, force: Force, body: Body, mass: Node, at: list[Node], pulls: list[Node]) -> None:
        """The force of a field that differs from place to place, at one mass centre."""
        place = Place(body, "")
        assert isinstance(self.points, Points), "a field acts on the bodies of a mechanism"
        center = self.points.point(place, self.centers[body.name], f"{body.name}.center")
        moving = rate(center, self.points.rates)
        units = self.points.body(GROUND).axes
        given: dict[Node, Term] = {mass: Name("m", (body.name,))}
        for k, unit in enumerate(units):
            given |= {at[k]: dot(center, unit), at[3 + k]: dot(moving, unit)}
        given |= {node: ZERO for node in at if node not in given}
        load = Name("F", (force.name, body.name), COLUMN)
        value = components(*(self.points.numbers.formula(p, given) for p in pulls))
        self.definitions.append(Definition(load, value))
        self._at(force, place, center, load)


_PRINTED: dict[type[Port], Callable[..., None]] = {
    Point: Loads._point,
    Own: Loads._point,
    Line: Loads._line,
    Pair: Loads._pair,
}
"""How forces at frames are printed, by port."""
_KNOWN = {*_PRINTED, Turn, Bulk}


def _require_known(force: Force) -> None:
    """Refuse a force whose ports or states cannot be printed."""
    unknown = [port.__name__ for port in force.ports if port not in _KNOWN]
    if len(force.ports) > 1:
        unknown = ["several ports"]
    if force.states:
        unknown.append("states")
    if unknown:
        raise ModelError.one(
            force.name,
            f"the equations to read cannot print {force.keyword} yet: it has {' and '.join(unknown)}",
            f"They print forces on one of: {', '.join(port.__name__ for port in _KNOWN)}",
            "Leave the force out to read the rest.",
        )


def _fresh(name: Name, value: Term) -> Name:
    """The name of an effort, marked where a number in its formula has the same."""
    return name.marked("a") if name in names_in(value) else name
