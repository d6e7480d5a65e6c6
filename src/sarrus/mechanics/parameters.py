"""The numbers of a model as symbols of its graph.

Every number a user can write is a run-time value, a zero as well: changing it changes no straight-line code. Expressions of
parameters become expressions of these symbols; `sarrus.scalar.rewrite.hoist` later moves whatever does not vary out of
the kernels, into a parameter pass on plain floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from sarrus.elements.base import Element, Resolve
from sarrus.model import Snapshot
from sarrus.model.reads import varying_expressions
from sarrus.model.start_values import start_numbers
from sarrus.scalar import (
    Graph,
    Node,
    Scalar,
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    exp,
    log,
    maximum,
    minimum,
    sin,
    sqrt,
    tan,
    tanh,
    where,
)
from sarrus.scalar.expression import Expression, Value
from sarrus.scalar.rewrite import substitute


def _where(left: Any, comparison: str, right: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    condition = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[comparison]
    return where(condition, yes(), no())


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "asin": asin,
    "acos": acos,
    "atan": atan,
    "atan2": atan2,
    "sqrt": sqrt,
    "exp": exp,
    "log": log,
    "tanh": tanh,
    "abs": absolute,
    "min": minimum,
    "max": maximum,
    "where": _where,
}


def seen_by(graph: Graph, model: Snapshot, element: Element) -> dict[str, Node]:
    """Symbols of what expressions of an element read besides time and parameters, by name.

    Inputs and signals in the order in which the element reads them, @r0, @r1, ...; words of its ports. Whoever
    differentiates what the element states puts the actual values in.
    """
    return {name: graph.symbol(symbol) for name, symbol in names_seen_by(model, element).items()}


def names_seen_by(model: Snapshot, element: Element) -> dict[str, str]:
    """The names of those symbols."""
    found = {name: f"@r{i}" for i, name in enumerate(model.reads(element))}
    if element.words and next(varying_expressions(element), None) is not None:
        found |= {word: name for word, name in element.words.items() if word not in model.parameters}
    return found


class Parameters:
    """Symbols for every written number of a model, with their present values."""

    def __init__(self, graph: Graph, model: Snapshot, time: Node) -> None:
        self.graph = graph
        self.model = model
        self.values: dict[Node, float] = {}
        self.units: dict[Node, str] = {}
        self._env: dict[str, Node] = {
            name: self.symbol(name, number) for name, number in model.numbers.items()
        }
        self._env |= {"t": time, "pi": graph.const(math.pi), "e": graph.const(math.e)}

    def symbol(self, name: str, value: float) -> Node:
        """A symbol for a number, with its present value."""
        symbol = self.graph.symbol(name)
        self.values[symbol] = value
        return symbol

    def resolve(self, path: str, value: Value, unit: str) -> Scalar:
        """A written value as an expression; the graph side of `Element.bind`."""
        if not isinstance(value, Expression):
            symbol = self.symbol(path, self.model.number(path, value, unit))
            self.units[symbol] = unit
            return symbol
        return self.expression(path, value)

    def resolver(self, element: Element) -> Resolve:
        """The same for the values of an element, whose expressions may read more."""
        seen = seen_by(self.graph, self.model, element)

        def resolve(path: str, value: Value, unit: str) -> Scalar:
            if seen and isinstance(value, Expression):
                return self.expression(path, value, seen)
            return self.resolve(path, value, unit)

        return self.model.resolver(element, resolve)

    def expression(self, path: str, value: Expression, seen: Mapping[str, Node] | None = None) -> Node:
        """A written expression; its literals get symbols of their own.

        Args:
            path: of what it is written for.
            value: the expression.
            seen: names that it may read besides time and parameters.
        """
        count = 0

        def literal(number: float) -> Node:
            nonlocal count
            count += 1
            return self.symbol(f"{path}#{count}", number)

        env = {**self._env, **seen} if seen else self._env
        return self.graph.lift(value.evaluate(env, FUNCTIONS, literal))

    def named(self, name: str) -> Node:
        """The symbol of a named parameter."""
        return self._env[name]

    def derived(self) -> dict[Node, Node]:
        """Named parameters that are expressions of others, as such expressions, each after those that it rests on."""
        found: dict[Node, Node] = {}
        waiting = {n: v for n, v in self.model.parameters.items() if isinstance(v, Expression)}
        while waiting:
            ready = [n for n, v in waiting.items() if not v.names() & waiting.keys()]
            for name in ready:
                node = self.expression(f"parameters.{name}", waiting.pop(name))
                found[self._env[name]] = substitute([node], found)[0]
        return found

    def numbers(self) -> list[Node]:
        """Symbols of all numbers that a user may change: no derived ones, no literals inside expressions.

        Named parameters first, then as the model has them, whatever was resolved so far.
        """
        graph = Graph()
        every = Parameters(graph, self.model, graph.symbol("t"))
        every.resolve_all()
        for symbol, value in every.values.items():
            self.symbol(symbol.name, value)
        units = {symbol.name: unit for symbol, unit in every.units.items()}
        derived = {n for n, v in self.model.parameters.items() if isinstance(v, Expression)}
        found = [s.name for s in every.values if s.name not in derived and "#" not in s.name]
        self.units |= {self.graph.symbol(name): units.get(name, "") for name in found}
        return [self.graph.symbol(name) for name in found]

    def resolve_all(self) -> None:
        """Make symbols of all written numbers: of frames, bodies, elements, start values."""
        model = self.model
        for holder in (model.ground, *model.bodies):
            holder.poses(self.resolve, model.planar)
        for body in model.bodies:
            body.mass_properties(self.resolve, model.planar)
        for element in model.elements:
            element.bind(self.resolver(element), model.planar)
        self.start()

    def start(self) -> dict[str, Node]:
        """Fixed and guessed start values, by coordinate or rate."""
        model = self.model
        return {
            number.path: self.graph.lift(self.resolve(f"start.{number.path}", number.value, number.unit))
            for name, value in (*model.fixed.items(), *model.guess.items())
            for number in start_numbers(model, name, value)
        }

    def masses(self) -> list[Node]:
        """Masses of all bodies."""
        planar = self.model.planar
        return [self.graph.lift(b.mass_properties(self.resolve, planar)[0]) for b in self.model.bodies]
