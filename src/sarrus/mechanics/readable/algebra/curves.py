"""Tables as they are printed: a function by its name, s(t), with one line that says what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from sarrus.elements.base import Element
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.model import Snapshot
from sarrus.scalar import Graph
from sarrus.scalar.derivative import along
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.tables import Called, Lookup, laid_out

E = TypeVar("E", bound=Element)


@dataclass
class Curve:
    """A table as a function.

    Attributes:
        name: by which it is printed.
        told: one phrase on what it is.
        table: with its numbers.
        called: the function that stands for it in expressions.
    """

    name: Name
    told: str
    table: Lookup
    called: Called
    _found: dict[int, tuple[Interpreter, list[float], list[float]]] = field(default_factory=dict)

    def __call__(self, order: int, x: float) -> float:
        """Value or derivative at x, derived as in the equations."""
        if order not in self._found:
            graph = Graph()
            u = graph.symbol("u")
            (node,) = [graph.lift(self.table.at(self.called.reach(self.table, u)))]
            for _ in range(order):
                (node,) = along([node], {u: 1.0})
            places, numbers = laid_out(graph)
            self._found[order] = Interpreter([u, *places], [node]), list(places.values()), numbers
        run, at, numbers = self._found[order]
        return run([x, *at], numbers)[0]


def name_of(called: str) -> tuple[Name, int]:
    """Name and order of a function of the graph: its letter, its owner, and a prime for each derivative."""
    letter, _, owner = called.rstrip("'").partition(" ")
    return Name(letter, (owner,)), called.count("'")


def name_tables(graph: Graph, bound: Element, owner: str) -> list[Called]:
    """Let an element use its tables as functions."""
    made = []
    for table in bound.tables.values():
        called = Called(graph, f"{table.letter} {owner}")
        table.put(bound, called)
        made.append(called)
    return made


def curves_of(model: Snapshot, graph: Graph, bound: Iterable[Element]) -> dict[Name, Curve]:
    """The tables of bound elements by their names; from now on the elements use them as functions."""
    written: Mapping[str, Element] = {e.name: e for e in model.elements}
    found: dict[Name, Curve] = {}
    for element in bound:
        made = name_tables(graph, element, element.name)
        if not made:
            continue
        own = written[element.name]
        numbers = own.bind(model.resolver(own, model.resolve), model.planar)
        for key, called in zip(element.tables, made, strict=True):
            name, _ = name_of(called.name)
            found[name] = Curve(name, own.in_words(key), getattr(numbers, key), called)
    return found
