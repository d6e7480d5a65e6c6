"""Applied forces as they are printed: fields, lines between points, torques between bodies.

Which of these a force is, its port says; what it does there is differentiated from what it states, as in the
numeric equations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sarrus.elements.base import Coordinate
from sarrus.elements.body import Body
from sarrus.elements.forces.base import Bulk, Force, Loaded, Reach, Relative, Turn
from sarrus.errors import ModelError
from sarrus.mechanics.derive import efforts
from sarrus.mechanics.readable.algebra.build import ZERO, add, components, dot
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.changes import Change
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.laws import Law, read_law
from sarrus.mechanics.readable.derive.loaded import Push, joint_load
from sarrus.mechanics.readable.derive.moving import GROUND, Moving
from sarrus.mechanics.readable.derive.relations import End
from sarrus.mechanics.readable.derive.relative import BetweenFrames
from sarrus.mechanics.readable.derive.rows import JointRows
from sarrus.mechanics.readable.derive.sights import FRAMES, AlongCoordinate, load_at
from sarrus.mechanics.readable.derive.states import NamedState
from sarrus.mechanics.readable.print.document import Sentence
from sarrus.model.snapshot import Place
from sarrus.scalar import Node
from sarrus.scalar.derivative import gradient
from sarrus.scalar.rewrite import depends_on, substitute

SIGHTS = {**FRAMES, Relative: BetweenFrames}
"""How forces at frames are printed, by port."""


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
        limits: what is to be said of names whose formulas have no value somewhere.
        states: of all forces, in order.
        told: what forces tell and their formulas use: name, quantity, force.
        rates: of joint coordinates, that got names here.
        pushes: efforts that depend on the loads of joints.
        implied: their definitions; they use the multipliers.
        energies: what forces store.
    """

    points: Moving
    centers: dict[str, tuple[Term, ...]]
    fields: list[tuple[Force, Definition]] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    parts: list[Load] = field(default_factory=list)
    singular: list[Name] = field(default_factory=list)
    limits: dict[Name, Sentence] = field(default_factory=dict)
    states: list[NamedState] = field(default_factory=list)
    told: list[tuple[Name, Coordinate, str]] = field(default_factory=list)
    rates: list[Definition] = field(default_factory=list)
    pushes: list[Push] = field(default_factory=list)
    implied: list[Definition] = field(default_factory=list)
    energies: list[Definition] = field(default_factory=list)

    def count(self, forces: Sequence[Force], coordinates: Mapping[str, Sequence[Change]]) -> None:
        """Take in all forces of the model, bound, and the coordinates that some of them act on, by force.

        Those that depend on the load of a joint are left to `push`.
        """
        only = sum(force.port.reach is Reach.BODIES for force in forces) == 1
        for force in forces:
            _require_known(force)
            if force.port.reach is Reach.BODIES:
                self._bulk(force, only)
            elif force.name in coordinates:
                self.along(force, coordinates[force.name])
            else:
                self.between(force, self.points.numbers.model.ends_of(force))

    def between(self, force: Force, ends: tuple[Place, ...]) -> None:
        """A force that acts at frames."""
        sights, first = [], 0
        for port, index in zip(force.ports, _indices(force), strict=True):
            sights.append(SIGHTS[port](self.points, port, index, *ends[first : first + port.ends]))
            first += port.ends
        self._take(force, read_law(self.points.numbers, force, sights))

    def along(self, force: Force, coordinates: Sequence[Change]) -> None:
        """Efforts along joint coordinates."""
        more = [0.0] * sum(port.more for port in force.ports)  # it does not look at the load of its joint
        self._take(force, read_law(self.points.numbers, force, self._along(force, coordinates), more))

    def push(self, force: Force, end: End, coordinate: Change, rows: JointRows | None) -> None:
        """An effort along a joint coordinate that depends on the load of the joint."""
        _require_known(force)
        load = joint_load(self.points, force, end, coordinate, rows)
        law = read_law(self.points.numbers, force, self._along(force, [coordinate]), load.numbers, load)
        self.implied += law.definitions
        self.pushes.append(Push(force, law.definitions[-1].name, coordinate.slopes))
        self._note(force, law)

    def _along(self, force: Force, coordinates: Sequence[Change]) -> list[AlongCoordinate]:
        items = zip(force.ports, _indices(force), coordinates, strict=True)
        return [AlongCoordinate(self.points, port, index, on) for port, index, on in items]

    def _take(self, force: Force, law: Law) -> None:
        """A force that the state alone tells."""
        self.definitions += law.definitions
        self._add(force, law.loads)
        self._note(force, law)

    def _add(self, force: Force, loads: Sequence[tuple[str, Term, Term]]) -> None:
        self.parts += [Load(force.name, *load) for load in loads if load[0] != GROUND]

    def _note(self, force: Force, law: Law) -> None:
        """What is said besides of any force."""
        self.states += law.states
        self.told += [(name, what, force.name) for name, what in law.told]
        self.rates += [d for d in law.rates if d not in self.rates]
        self.singular += law.singular
        self.limits |= law.limits
        if law.energy is not None:
            self.energies.append(Definition(Name("V", (force.name,)), law.energy))

    def sort(self, forces: Sequence[str]) -> None:
        """States, and what forces tell, in the order of the forces."""
        self.states.sort(key=lambda state: forces.index(state.force))
        self.told.sort(key=lambda told: forces.index(told[2]))

    @property
    def on(self) -> dict[str, tuple[Term, Term]]:
        """Force and moment about the frame origin on single bodies, added."""
        found: dict[str, tuple[Term, Term]] = {}
        for part in self.parts:
            force, moment = found.get(part.body, (self.points.zero, self.points.no_torque))
            found[part.body] = add(force, part.force), add(moment, part.moment)
        return found

    def _bulk(self, force: Force, only: bool) -> None:
        """A field on every mass centre; one that gives all bodies the same acceleration is said once."""
        numbers = self.points.numbers
        graph = numbers.graph
        mass, *at = graph.symbols(("@m", "@x", "@y", "@z", "@vx", "@vy", "@vz"))
        pulls = efforts(graph, force, at[:3], at[3:], [mass], reads=numbers.reads(force.name)).efforts
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
        self._add(force, [load_at(self.points, place, center, load)])


_KNOWN = {*SIGHTS, Turn, Loaded, Bulk}


def _indices(force: Force) -> list[tuple[str, ...]]:
    """Index of what is named at each port: the force, and the number of the port where it has several."""
    if len(force.ports) == 1:
        return [(force.name,)]
    return [(force.name, str(k + 1)) for k in range(len(force.ports))]


def _require_known(force: Force) -> None:
    """Refuse a force whose ports cannot be printed."""
    unknown = [port.__name__ for port in force.ports if port not in _KNOWN]
    if unknown:
        raise ModelError.one(
            force.name,
            f"the equations to read cannot print {force.keyword} yet: it has {' and '.join(unknown)}",
            f"They print forces on: {', '.join(sorted(port.__name__ for port in _KNOWN))}",
            "Leave the force out to read the rest.",
        )
