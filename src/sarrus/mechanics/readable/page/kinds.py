"""Kinds of joints, constraints and forces: one formula for all elements of the same structure.

The formula of a kind is made as that of a single element is, between frames F and M that stand for any ends, with
symbols for its parameters. What the symbols stand for in one of them is its line of the table of instances.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.forces.base import Force
from sarrus.mechanics.readable.algebra.build import add
from sarrus.mechanics.readable.algebra.curves import name_tables
from sarrus.mechanics.readable.algebra.rates import transposed
from sarrus.mechanics.readable.algebra.terms import ANY, COLUMN, Function, Name, Stack, Term
from sarrus.mechanics.readable.algebra.trees import Definition, walk
from sarrus.mechanics.readable.derive.ends import BASE, FOLLOWER, Ends, at_place
from sarrus.mechanics.readable.derive.loads import Loads
from sarrus.mechanics.readable.derive.numbers import LETTERS, NamedNumbers, stated_letter
from sarrus.mechanics.readable.derive.rows import JointRows, RowBuilder
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.print.document import Sentence
from sarrus.model.reads import TIME, names_of
from sarrus.model.snapshot import Place
from sarrus.scalar import Scalar
from sarrus.scalar.expression import Value

E = TypeVar("E", bound=Element)


@dataclass(frozen=True)
class Instance:
    """One element of a kind: its ends, and what the symbols of its parameters stand for."""

    name: str
    ends: tuple[Place, ...]
    parameters: dict[Name, Term]


@dataclass(frozen=True)
class ElementKind:
    """Elements of one structure.

    Attributes:
        keyword: of the elements.
        rows: of the formula with its helpers; None for a force.
        definitions: of a force: what it is made of.
        loads: force and moment on the bodies of F and M.
        limits: what is to be said of formulas that have no value somewhere.
        instances: in file order.
    """

    keyword: str
    rows: JointRows | None
    definitions: tuple[Definition, ...]
    loads: tuple[Definition, ...]
    limits: tuple[Sentence, ...] = ()
    instances: list[Instance] = field(default_factory=list)

    def meaning(self, system: System, instance: Instance) -> dict[Name, Term]:
        """What every symbol of the formula stands for in one instance."""
        found = dict(instance.parameters)
        for role, place in zip("FM", instance.ends, strict=False):
            found |= at_place(system.points, place, role)
        return found


def put_in(term: Term, meaning: dict[Name, Term], name: str) -> Term:
    """The formula of a kind, written for one instance."""

    def change(part: Term) -> Term:
        if isinstance(part, Function):
            own = put_in(part.name, {}, name)
            return replace(part, name=own) if isinstance(own, Name) else part
        if not isinstance(part, Name):
            return part
        if part in meaning:
            return meaning[part]
        index = tuple(name if p == ANY else p for p in part.index)
        return Name(part.letter, index, part.kind, part.mark, part.of, part.own)

    return walk(term, change)


def _nothing(path: str, value: Value, unit: str) -> Scalar:
    """What stands in a table is not looked at."""
    return 0.0


WrittenValue = tuple[str, Value, str]
"""Path of a number, what is written for it, and its unit."""


def any_one(numbers: NamedNumbers, written: E) -> tuple[E, dict[Name, WrittenValue]]:
    """A copy under the name `ANY`, bound to symbols; and what is written for these."""
    planar = numbers.model.planar
    asked: list[WrittenValue] = []

    def ask(path: str, value: Value, unit: str) -> Scalar:
        asked.append((path, value, unit))
        return 1.0

    copied = copy.copy(written)
    copied.name = ANY
    copied.bind(ask, planar, _nothing)
    short = [_letter(written, path, unit, planar) for path, _, unit in asked]
    meaning: dict[Name, WrittenValue] = {}

    def resolve(path: str, value: Value, unit: str) -> Scalar:
        name, key = _letter(written, path, unit, planar), path.partition(".")[2]
        if short.count(name) > 1:
            name = Name(name.letter, (key, ANY))
        symbol = numbers.graph.symbol(f"any {written.keyword}.{key}")
        numbers.roles[symbol] = name
        meaning[name] = f"{written.name}.{key}", value, unit
        return symbol

    bound = copied.bind(resolve, planar, _nothing)
    name_tables(numbers.graph, bound, ANY)
    return bound, meaning


def _letter(written: Element, path: str, unit: str, planar: bool) -> Name:
    """Name of a parameter of any element; with a 0 below, as pulls, lengths and torques have the letter without."""
    stated = stated_letter(written.params, path.partition(".")[2])
    if stated:
        return Name(stated[0], (*stated[1:], ANY))
    letter, axis = LETTERS.get(unit, "a"), path.rpartition(".")[2]
    if axis in ("x", "y", "z"):  # a moment in the plane has one component
        return Name(letter, (ANY,) if letter == "tau" and planar else (axis, ANY))
    return Name("ell" if letter == "l" else letter, ("0", ANY) if letter in ("l", "F", "tau") else (ANY,))


class Kinds:
    """Finds the kinds of a mechanism."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.joints: list[ElementKind] = []
        self.forces: list[ElementKind] = []
        self.alone: set[str] = set()
        self._made: dict[tuple[object, ...], ElementKind] = {}
        model = system.model
        written = {e.name: e for e in (*model.all_joints, *model.closings)}
        for joint in system.joints:
            self._sort(written[joint.joint.name], (joint.base, joint.follower), self.joints)
        for force in model.forces:
            if force.on_coordinates or not force.at or len(force.ports) > 1 or self._sees_more(force):
                self.alone.add(force.name)
            else:
                self._sort(force, model.ends_of(force), self.forces)

    def _sees_more(self, force: Force) -> bool:
        """Whether its expressions read more than time and parameters: they are then no numbers of an instance."""
        return not {TIME, *self.system.model.parameters}.issuperset(names_of(force))

    def _sort(self, written: Closing | Force, ends: tuple[Place, ...], kinds: list[ElementKind]) -> None:
        """Put an element to its kind; with symbols for all parameters, class and choices make the structure."""
        numbers = self.system.numbers
        bound, values = any_one(numbers, written)
        parameters = {name: numbers.formula(numbers.resolve(*value)) for name, value in values.items()}
        key = (type(written), *written.chosen(), *parameters, len(ends))
        if key not in self._made:
            made = self._joint(bound) if isinstance(bound, Closing) else self._force(bound, len(ends))
            self._made[key] = made
            kinds.append(made)
        self._made[key].instances.append(Instance(written.name, ends, parameters))

    def _joint(self, joint: Closing) -> ElementKind:
        points = Ends(self.system.numbers)
        found = RowBuilder(points).between(joint, BASE, FOLLOWER)
        loads = []
        for role in "FM":
            body = points.body(role)
            shares = [
                add(
                    zero,
                    *(transposed(r.entries[speed], r.multiplier) for r in found.rows if speed in r.entries),
                )
                for speed, zero in ((body.rdot, points.zero), (body.turn, points.no_torque))
            ]
            loads.append(Definition(Name("w", (ANY, role), COLUMN), Stack(tuple(shares))))
        return ElementKind(joint.keyword, found, (), tuple(loads))

    def _force(self, force: Force, count: int) -> ElementKind:
        points = Ends(self.system.numbers)
        loads = Loads(points, {})
        loads.between(force, (BASE, FOLLOWER)[:count])
        found = [
            Definition(Name("f", (ANY, part.body), COLUMN, "a"), Stack((part.force, part.moment)))
            for part in loads.parts
        ]
        limits = tuple(loads.limits.values())
        return ElementKind(force.keyword, None, tuple(loads.definitions), tuple(found), limits)
