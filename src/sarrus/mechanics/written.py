"""The numbers of an element, and the same element bound to symbols in their place.

Elements of one kind share a cell when they differ in numbers only. What else there is to an element is its structure:
its class, the words that were chosen, the lengths of its lists, and the form of expressions that vary. Tables are no
structure: of each, its place among the constants is one of the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sarrus.elements.base import Element
from sarrus.mechanics.parameters import FUNCTIONS, Parameters, names_seen_by, seen_by
from sarrus.model import Snapshot
from sarrus.model.reads import TIME
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.expression import Expression, Value
from sarrus.scalar.tables import Placed

Rows = Sequence[Sequence[Scalar]]
E = TypeVar("E", bound=Element)


@dataclass(frozen=True)
class Written:
    """An element taken apart.

    Attributes:
        element: one of the elements of this structure.
        structure: what must agree for two elements to share a cell.
        numbers: what may differ; the places of its tables last.
        columns: of each table.
    """

    element: Element
    structure: tuple[Any, ...]
    numbers: tuple[Scalar, ...]
    columns: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)


def take_apart(
    model: Snapshot, element: Element, place: Callable[[Rows], int], parameters: Parameters | None = None
) -> Written:
    """Structure and numbers of an element.

    Args:
        model: the mechanism.
        element: one of its elements.
        place: gives a table its place.
        parameters: if numbers are to be expressions of the model's parameters.
    """
    numbers: list[Scalar] = []
    structure: list[Any] = [type(element), *element.chosen()]
    number = parameters.resolve if parameters else model.number
    seen = {TIME: TIME, **names_seen_by(model, element)}

    def resolve(path: str, value: Value, unit: str) -> Scalar:
        if not (isinstance(value, Expression) and _varies(value, seen)):
            numbers.append(number(path, value, unit))
            structure.append(".")
            return numbers[-1]
        structure.append(_form(value, seen))
        numbers.extend(parameters.named(n) if parameters else model.numbers[n] for n in _names(value, seen))
        literals = enumerate(_literals(value), 1)
        numbers.extend(parameters.symbol(f"{path}#{k}", x) if parameters else x for k, x in literals)
        return 1.0

    bound = element.bind(model.resolver(element, resolve), model.planar, model.resolver(element, number))
    tables = [[[_plain(x) for x in row] for row in table.rows(bound)] for table in element.tables.values()]
    numbers += [float(place(rows)) for rows in tables]
    return Written(element, tuple(structure), tuple(numbers), tuple(len(rows[0]) for rows in tables))


def _plain(x: Scalar) -> Scalar:
    return x if isinstance(x, Node) else float(x)


def put_together(
    model: Snapshot, element: E, symbols: Sequence[Node], graph: Graph, t: Node, columns: Sequence[int] = ()
) -> E:
    """The element with a symbol for each of its numbers, in the order of `take_apart`."""
    waiting: Iterator[Node] = iter(symbols)
    seen = {TIME: t, **seen_by(graph, model, element)}

    def resolve(path: str, value: Value, unit: str) -> Scalar:
        if not (isinstance(value, Expression) and _varies(value, seen)):
            return next(waiting)
        env: dict[str, Node] = {**seen, "pi": graph.const(math.pi), "e": graph.const(math.e)}
        env |= {n: next(waiting) for n in _names(value, seen)}
        return value.evaluate(env, FUNCTIONS, lambda number: next(waiting))

    bound = element.bind(
        model.resolver(element, resolve), model.planar, model.resolver(element, model.number)
    )
    for table, width in zip(element.tables.values(), columns, strict=True):
        table.put(bound, Placed(next(waiting), width))
    return bound


def _varies(value: Expression, seen: Mapping[str, Any]) -> bool:
    return not value.names().isdisjoint(seen)


def _names(value: Expression, seen: Mapping[str, Any]) -> list[str]:
    """Parameters in an expression that varies."""
    return sorted(value.names() - seen.keys())


def _form(value: Expression, seen: Mapping[str, str]) -> tuple[Any, ...]:
    """The expression without its numbers; exponents stay, they are structure.

    What is read stands in it by its symbol: which signal that is, is no structure.
    """
    if isinstance(value.head, float):
        return (".",)
    if value.head == "**" and isinstance(value.parts[1].head, float):
        return ("**", _form(value.parts[0], seen), value.parts[1].head)
    return (seen.get(value.head, value.head), *(_form(part, seen) for part in value.parts))


def _literals(value: Expression) -> Iterator[float]:
    """The numbers in an expression, in the order in which `Expression.evaluate` meets them."""
    if isinstance(value.head, float):
        yield value.head
    is_power = value.head == "**" and isinstance(value.parts[1].head, float)
    for part in value.parts[:1] if is_power else value.parts:
        yield from _literals(part)
