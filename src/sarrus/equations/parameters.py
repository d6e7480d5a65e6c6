"""The numbers of a model as symbols of its graph.

Every number a user can write is a run-time value, a zero as well: changing it changes no straight-line code. Expressions of
parameters become expressions of these symbols; `sarrus.scalar.rewrite.hoist` later moves whatever does not vary out of
the kernels, into a parameter pass on plain floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from sarrus.model import Snapshot
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


class Parameters:
    """Symbols for every written number of a model, with their present values."""

    def __init__(self, graph: Graph, model: Snapshot, time: Node) -> None:
        self.graph = graph
        self.model = model
        self.values: dict[Node, float] = {}
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
            return self.symbol(path, self.model.number(path, value, unit))
        count = 0

        def literal(number: float) -> Node:
            nonlocal count
            count += 1
            return self.symbol(f"{path}#{count}", number)

        return value.evaluate(self._env, FUNCTIONS, literal)
