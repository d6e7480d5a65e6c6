"""Applied forces as they are printed: fields, lines between points, torques between bodies.

Which of these a force is, its port says; what it does there is differentiated from what it states, as in the
numeric equations.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.elements.body import Body
from sarrus.elements.forces.base import Bulk, Force, Line
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
from sarrus.equations.readable.frames import GROUND, Points
from sarrus.equations.readable.rates import rate, transposed
from sarrus.equations.readable.terms import COLUMN, Name, Term
from sarrus.equations.readable.trees import Definition
from sarrus.model.snapshot import Place
from sarrus.scalar import Node
from sarrus.scalar.derivative import gradient
from sarrus.scalar.rewrite import depends_on, substitute


@dataclass
class Loads:
    """Sum of all applied forces.

    Attributes:
        fields: accelerations that act on every body, by force.
        definitions: lengths, directions, pulls and torques of single forces.
        on: force and moment about the frame origin on single bodies; the moment in body components in space.
        singular: lengths that the formulas divide by.
    """

    points: Points
    centers: dict[str, tuple[Term, ...]]
    fields: list[tuple[Force, Definition]] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    on: dict[str, list[tuple[Term, Term]]] = field(default_factory=dict)
    singular: list[Name] = field(default_factory=list)

    def count(self, forces: list[Force]) -> None:
        """Take in all forces of the model, bound."""
        only = sum(force.port is Bulk for force in forces) == 1
        for force in forces:
            if force.port is Line:
                self._line(force)
            elif force.port is Bulk:
                self._bulk(force, only)
            else:
                self._pair(force)

    def _add(self, owner: str, force: Term, moment: Term) -> None:
        if owner != GROUND:
            self.on.setdefault(owner, []).append((force, moment))

    def _at(self, place: Place, point: Term, force: Term) -> None:
        """A force at a point of a body."""
        owner = self.points.owner(place)
        body = self.points.body(owner)
        turned = self.points.slopes.get(point, {}).get(body.turn) if isinstance(point, Name) else None
        moment = self.points.no_torque if turned is None else transposed(turned, force)
        self._add(owner, force, moment)

    def _line(self, force: Force) -> None:
        """A pull F along the unit vector u from P to Q."""
        P, Q = self.points.numbers.model.ends_of(force)
        p, q = self.points.point(P), self.points.point(Q)
        index = (force.name,)
        length, u, pull = Name("ell", index), Name("u", index, COLUMN), Name("F", index)
        graph = self.points.numbers.graph
        l, ldot = graph.symbols(("@l", "@ldot"))
        push = efforts(graph, force, [l], [ldot]).efforts[0]
        gap = sub(q, p)
        given: dict[Node, Term] = {l: length, ldot: length.marked("dot")}
        value = self.points.numbers.formula(-push, given)
        self.definitions += [
            Definition(length, call("norm", gap)),
            Definition(u, over(gap, length)),
            Definition(length.marked("dot"), dot(u, rate(gap, self.points.rates))),
            Definition(pull, value),
        ]
        self.singular.append(length)
        self._at(P, p, mul(pull, u))
        self._at(Q, q, neg(mul(pull, u)))

    def _pair(self, force: Force) -> None:
        """A torque on the follower, and its opposite on the base."""
        F, M = self.points.numbers.model.ends_of(force)
        graph, axes = self.points.numbers.graph, self.points.axes(F)
        one, two = self.points.owner(F), self.points.owner(M)
        spin = sub(self.points.spin(two), self.points.spin(one))
        w = graph.symbols(("@wx", "@wy", "@wz"))
        given: dict[Node, Term]
        if self.points.planar:
            given = {w[0]: ZERO, w[1]: ZERO, w[2]: spin}
        else:
            given = {s: dot(spin, a) for s, a in zip(w, axes, strict=True)}
        found = [self.points.numbers.formula(e, given) for e in efforts(graph, force, [], list(w)).efforts]
        tau = Name("tau", (force.name,), 0 if self.points.planar else COLUMN)
        value = (
            found[2] if self.points.planar else add(*(mul(e, a) for e, a in zip(found, axes, strict=True)))
        )
        if value != tau:  # a plain number in the plane has this very name
            self.definitions.append(Definition(tau, value))
        for owner, load in ((one, neg(tau)), (two, tau)):
            turned = load if self.points.planar else chain(transpose(self.points.body(owner).A), load)
            self._add(owner, self.points.zero, turned)

    def _bulk(self, force: Force, only: bool) -> None:
        """A field on every mass centre; one that gives all bodies the same acceleration is said once."""
        numbers = self.points.numbers
        graph = numbers.graph
        mass, *at = graph.symbols(("@m", "@x", "@y", "@z", "@vx", "@vy", "@vz"))
        pulls = efforts(graph, force, at[:3], at[3:], mass).efforts
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
        self._at(place, center, load)


def total(parts: list[tuple[Term, Term]]) -> tuple[Term, Term]:
    """Forces and moments on one body, added."""
    return add(*(f for f, _ in parts)), add(*(m for _, m in parts))
