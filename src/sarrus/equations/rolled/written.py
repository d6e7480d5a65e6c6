"""The numbers of an element, and the same element bound to symbols in their place.

Elements of one kind share a cell when they differ in numbers only. What else there is to an element is its structure:
its class, the lengths of its lists, and the form of expressions of time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sarrus.elements.base import Element
from sarrus.equations.parameters import FUNCTIONS
from sarrus.model import Snapshot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.expression import Expression, Value

E = TypeVar("E", bound=Element)


@dataclass(frozen=True)
class Written:
    """An element taken apart.

    Attributes:
        element: one of the elements of this structure.
        structure: what must agree for two elements to share a cell.
        numbers: what may differ.
    """

    element: Element
    structure: tuple[Any, ...]
    numbers: tuple[float, ...]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)


def take_apart(model: Snapshot, element: Element) -> Written:
    """Structure and numbers of an element."""
    numbers: list[float] = []
    structure: list[Any] = [type(element)]

    def resolve(path: str, value: Value, unit: str) -> float:
        if not (isinstance(value, Expression) and "t" in value.names()):
            numbers.append(model.number(path, value, unit))
            structure.append(".")
            return numbers[-1]
        structure.append(_form(value))
        numbers.extend(model.numbers[n] for n in _names(value))
        numbers.extend(_literals(value))
        return 1.0

    element.bind(model.resolver(element, resolve), model.planar)
    return Written(element, tuple(structure), tuple(numbers))


def put_together(model: Snapshot, element: E, symbols: Sequence[Node], graph: Graph, t: Node) -> E:
    """The element with a symbol for each of its numbers, in the order of `take_apart`."""
    waiting: Iterator[Node] = iter(symbols)

    def resolve(path: str, value: Value, unit: str) -> Scalar:
        if not (isinstance(value, Expression) and "t" in value.names()):
            return next(waiting)
        env: dict[str, Node] = {"t": t, "pi": graph.const(math.pi), "e": graph.const(math.e)}
        env |= {n: next(waiting) for n in _names(value)}
        return value.evaluate(env, FUNCTIONS, lambda number: next(waiting))

    return element.bind(model.resolver(element, resolve), model.planar)


def _names(value: Expression) -> list[str]:
    """Parameters in an expression of time."""
    return sorted(value.names() - {"t"})


def _form(value: Expression) -> tuple[Any, ...]:
    """The expression without its numbers; exponents stay, they are structure."""
    if isinstance(value.head, float):
        return (".",)
    if value.head == "**" and isinstance(value.parts[1].head, float):
        return ("**", _form(value.parts[0]), value.parts[1].head)
    return (value.head, *map(_form, value.parts))


def _literals(value: Expression) -> Iterator[float]:
    """The numbers in an expression, in the order in which `Expression.evaluate` meets them."""
    if isinstance(value.head, float):
        yield value.head
    is_power = value.head == "**" and isinstance(value.parts[1].head, float)
    for part in value.parts[:1] if is_power else value.parts:
        yield from _literals(part)
