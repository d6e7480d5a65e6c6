"""What an element forbids or measures: rows between frames with their load, relations of coordinates, quantities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sarrus.elements.base import Coordinate
from sarrus.elements.closing import Closing
from sarrus.elements.drivers.base import Driver
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.elements.sensors.base import Sensor
from sarrus.mechanics.readable.algebra.build import ZERO, add, call, is_zero, mul
from sarrus.mechanics.readable.algebra.terms import ANY, COLUMN, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.changes import PoseFunctions
from sarrus.mechanics.readable.derive.ends import BASE, FOLLOWER, Ends
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.mechanics.readable.derive.own import balance
from sarrus.mechanics.readable.derive.relations import coordinates_on_paper
from sarrus.mechanics.readable.derive.rows import RowBuilder
from sarrus.mechanics.readable.page.catalogue.tidy import kept, rebuilt
from sarrus.mechanics.readable.print.document import Sentence
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import gradient
from sarrus.spatial import Pose

Group = tuple[Sentence, list[Definition]]
"""Words, and the equations behind them."""


def closing_groups(points: Ends, closing: Closing) -> list[Group]:
    """Rows of a joint or a constraint, bound, and the load of their multipliers on the follower at the origin of M."""
    found = RowBuilder(points).between(closing, BASE, FOLLOWER)
    behind: list[Group] = []
    if isinstance(closing, Joint) and closing.coordinates:
        behind.append((("Coordinates:",), coordinates_of(points, closing)))
    if not found.rows:
        return [(("It forbids nothing.",), []), *behind]
    rows = [row.residual for row in found.rows]
    force = add(points.zero, *(row.force for row in found.rows if row.force is not None))
    torque = add(points.no_torque, *(row.torque for row in found.rows if row.torque is not None))
    load = [] if is_zero(force) else [Definition(Name("F", (ANY,), COLUMN), force)]
    load += [] if is_zero(torque) else [Definition(Name("tau", (ANY,), torque.rank), torque)]
    multiplied = [(row.entries, row.multiplier) for row in found.rows]
    load += [Definition(own.effort, balance(own, multiplied)) for own in found.own]
    needed = kept(found.helpers, *(row.value for row in rows))
    more = [d for d in kept(found.helpers, *(d.value for d in load)) if d not in needed]
    groups: list[Group] = [(("Rows:",), [*needed, *rows])]
    if found.sense is not None:
        groups.append((("Sense: ", call("lt", ZERO, found.sense), "."), []))
    return [*groups, (("Load on the follower:",), [*more, *load]), *behind]


def coordinates_of(points: Ends, joint: Joint) -> list[Definition]:
    """The coordinates of a joint from the frames."""
    return _measured(points, partial(coordinates_on_paper, joint), joint.coordinates)


def sensor_groups(points: Ends, sensor: Sensor) -> list[Group]:
    """What a sensor measures; in the plane, what can change there."""
    found = _measured(points, sensor.measure, sensor.quantities)
    return [(("Measured:",), [d for d in found if not is_zero(d.value)])]


def _measured(
    points: Ends, function: Callable[[Pose], Sequence[Scalar]], named: Sequence[Coordinate]
) -> list[Definition]:
    """Functions of the pose under their names, written out."""
    functions = PoseFunctions(points, BASE, FOLLOWER)
    found = []
    for k, (node, coordinate) in enumerate(zip(functions.trace(function), named, strict=True)):
        value = functions.change(node, (ANY, str(k + 1))).value
        helpers = {d.name: d.value for d in functions.definitions}
        found.append(Definition(Name.of_quantity(coordinate.name, ANY), _written_out(value, helpers)))
    return found


def _written_out(term: Term, helpers: Mapping[Name, Term]) -> Term:
    return rebuilt(term, lambda part: helpers.get(part, part) if isinstance(part, Name) else part)


def relation_groups(numbers: NamedNumbers, relation: Relation, read: Sequence[str] = ()) -> list[Group]:
    """The row of a relation, bound, and what its multiplier does along each coordinate, or along each signal it reads."""
    graph = numbers.graph
    if relation.ends:
        indices = [str(k + 1) for k in range(len(relation.ends))] if len(relation.ends) > 1 else [""]
        names = [Name("q", tuple(filter(None, (index, ANY)))) for index in indices]
        symbols = graph.symbols(f"@q{k}" for k in range(len(names)))
    else:
        names = [Name(name, own=True) for name in read]
        symbols = graph.symbols(f"@r{k}" for k in range(len(read)))
    given: dict[Node, Term] = dict(zip(symbols, names, strict=True))
    row = graph.lift(relation.residual(numbers.t, *(symbols if relation.ends else ())))
    mu = Name("mu", (ANY,))
    found = [Definition(Name("s" if relation.of_rates else "g", (ANY,)), numbers.formula(row, given))]
    efforts = []
    for name, slope in zip(names, gradient(row, list(symbols)), strict=True):
        index = name.index if relation.ends else (name.letter, ANY)
        efforts.append(Definition(Name("Q", index), mul(mu, numbers.formula(slope, given))))
    if isinstance(relation, Driver):
        powers = [mul(d.name, name.marked("dot")) for d, name in zip(efforts, names, strict=True)]
        efforts.append(Definition(Name("P", (ANY,)), add(ZERO, *powers)))
    return [(("Row:",), found), (("Effort of its multiplier:",), efforts)]
