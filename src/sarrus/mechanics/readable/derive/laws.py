"""What a force states, from what it sees through its ports: definitions, rates of its states, and loads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sarrus.elements.base import Coordinate, shallow_copy
from sarrus.elements.forces.base import Force
from sarrus.mechanics.derive import Efforts, efforts
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.loaded import JointLoad
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.mechanics.readable.derive.pieces import in_pieces
from sarrus.mechanics.readable.derive.sights import Load, PortSight
from sarrus.mechanics.readable.derive.states import NamedState, on_paper, states_of, told_name, worth_names
from sarrus.mechanics.readable.print.document import Sentence
from sarrus.scalar import Node, Scalar
from sarrus.scalar.graph import order


@dataclass
class Law:
    """A force as it is printed.

    Attributes:
        definitions: what is seen, what it tells, rates of states, efforts; in this order.
        loads: on bodies.
        states: of the force.
        told: what it tells and its formulas use.
        rates: rates of joint coordinates that got names.
        singular: lengths that the formulas divide by.
        limits: what is to be said of names whose formulas have no value somewhere.
        energy: what it stores, as far as it can be said by what is defined.
    """

    definitions: list[Definition]
    loads: list[Load]
    states: list[NamedState]
    told: list[tuple[Name, Coordinate]]
    rates: list[Definition] = field(default_factory=list)
    singular: list[Name] = field(default_factory=list)
    limits: dict[Name, Sentence] = field(default_factory=dict)
    energy: Term | None = None


def read_law(
    numbers: NamedNumbers,
    force: Force,
    sights: Sequence[PortSight],
    more: Sequence[Scalar] = (),
    load: JointLoad | None = None,
) -> Law:
    """Read a force.

    Args:
        numbers: of the model.
        force: bound.
        sights: what it sees, port by port.
        more: what its ports have besides.
        load: what its joint carries, where it depends on that.
    """
    states = states_of(force, numbers)
    z = numbers.graph.symbols(f"@z{i} {force.name}" for i in range(len(states)))
    found = _stated(numbers, force, sights, more, z)
    laws = _shown(sights, found.efforts)
    given: dict[Node, Term] = {s: state.name for s, state in zip(z, states, strict=True)}
    times = _times_written([*laws, *found.flows])
    for sight in sights:
        sight.shorten(times)
        given |= sight.given
    given |= load.given if load else {}
    told = dict(zip(found.told, (told_name(force, quantity) for quantity in force.tells), strict=True))
    pieces = [Definition(name, given[n]) for n, name in told.items() if n in given and n.args]
    given |= {n: name for n, name in told.items() if n in given and n.args}
    flows = dict(zip(found.flows, (state.rate for state in states), strict=True))
    worth = worth_names([*told, *flows], [*laws, *found.flows], [*given])
    named = {n: name for n, name in (told | flows).items() if n in worth and n not in given}
    more_pieces, values = in_pieces(numbers, [*found.flows, *laws], given, force.name, named, each=True)
    pieces += more_pieces
    rates = zip(states, values, strict=False)
    pieces += [Definition(state.rate, value) for state, value in rates if value != state.rate]
    law = _put_together(sights, pieces, values[len(states) :], load.definitions if load else [])
    law.states = states
    law.energy = _energy(numbers, force, found, given, law.definitions)
    defined = {d.name for d in pieces}
    law.told = [
        (told_name(force, quantity), quantity)
        for quantity in force.tells
        if told_name(force, quantity) in defined
    ]
    return law


def _energy(
    numbers: NamedNumbers,
    force: Force,
    found: Efforts,
    given: dict[Node, Term],
    definitions: Sequence[Definition],
) -> Term | None:
    """The energy of a force by the names that its formulas define."""
    if force.energy is None:
        return None
    known = {d.name for d in definitions} | set(numbers.values) | names_in(*given.values())
    value = numbers.formula(found.energy, given)
    return value if names_in(value) <= known else None


def _stated(
    numbers: NamedNumbers,
    force: Force,
    sights: Sequence[PortSight],
    more: Sequence[Scalar],
    z: Sequence[Node],
) -> Efforts:
    """Efforts by differentiation, at the ports as they are read."""
    reader = shallow_copy(force)
    vars(reader)["ports"] = tuple(sight.port for sight in sights)
    u, rates = [n for sight in sights for n in sight.u], [n for sight in sights for n in sight.rates]
    unit = numbers.model.coordinates_of(force)[0][2].unit if force.on_coordinates else ""
    return on_paper(efforts(numbers.graph, reader, u, rates, more, z, unit, numbers.reads(force.name)))


def _shown(sights: Sequence[PortSight], every: Sequence[Node]) -> list[Node]:
    """Those efforts that are printed."""
    found: list[Node] = []
    at = 0
    for sight in sights:
        count = sight.port.size[1]
        found += sight.shown(every[at : at + count])
        at += count
    return found


def _times_written(nodes: Sequence[Node]) -> Mapping[Node, int]:
    """How often each part is written in all formulas together."""
    times = dict.fromkeys(nodes, 1)
    for n in reversed(order(nodes)):
        for a in n.args:
            times[a] = times.get(a, 0) + (1 if n in nodes else times[n])
    return times


def _put_together(
    sights: Sequence[PortSight], pieces: list[Definition], values: list[Term], front: list[Definition]
) -> Law:
    """What is seen, as far as it is used, then the pieces, then the efforts."""
    behind: list[Definition] = []
    loads: list[Load] = []
    at = 0
    for sight in sights:
        named, acting = sight.named(values[at : at + sight.count])
        behind, loads, at = [*behind, *named], [*loads, *acting], at + sight.count
    always = {d.name for sight in sights if sight.says_all for d in sight.said()}
    used = names_in(*(d.value for d in (*pieces, *behind)), *(t for _, *both in loads for t in both))
    shown: list[Definition] = []
    for d in reversed([*front, *(d for sight in sights for d in sight.said())]):
        if d.name in used or d.name in always:
            used |= names_in(d.value)
            shown.insert(0, d)
    law = Law([*shown, *pieces, *behind], loads, [], [])
    names = {d.name for d in shown}
    for sight in sights:
        law.rates += sight.speeds_named()
        law.singular += sight.singular
        law.limits |= {name: said for name, said in sight.limits().items() if name in names}
    return law
