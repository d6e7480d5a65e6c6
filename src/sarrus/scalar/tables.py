"""Tables: rows of numbers that an expression looks something up in.

    row    the last row whose first number is not above x; the first row where there is none
    at     y = c0 + u (c1 + u (c2 + ...)),   u = x - x_i   with the numbers (x_i, c0, c1, c2, ...) of that row

In an expression a table is known by its place among the constants of a kernel, and the place is itself a constant. So
neither the numbers of a table nor how many rows it has are part of the code: a thousand rows cost what ten do, and one more
compiles nothing. As numbers, a table is a head and its rows, one behind the other:

    number of rows, number of columns, then the rows, and infinity, where the next row would begin

What was looked up counts as constant in derivatives: between two rows it is.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Protocol

from sarrus.scalar.functions import Scalar, floor, maximum, minimum, where
from sarrus.scalar.graph import Graph, Node

__all__ = [
    "HEAD",
    "Called",
    "Lookup",
    "Placed",
    "Rows",
    "TableNumbers",
    "block",
    "edge",
    "entry_at",
    "entry_in",
    "entry_of",
    "laid_out",
    "row_at",
]

Rows = Sequence[Sequence[Scalar]]


class Indexed(Protocol):
    """Numbers by their places."""

    def __getitem__(self, at: int, /) -> float: ...


HEAD = 2
"""Numbers in front of the rows."""


class Lookup(ABC):
    """Rows of equal length whose first number ascends."""

    @abstractmethod
    def row(self, x: Scalar) -> tuple[Scalar, ...]:
        """The numbers of the row that holds x."""

    def at(self, x: Scalar) -> Scalar:
        """The polynomial of the row that holds x; before the first row and behind the last, that of this row goes on."""
        start, *coefficients = self.row(x)
        u = x - start
        total = coefficients[-1]
        for c in reversed(coefficients[:-1]):
            total = c + u * total
        return total

    def within(self, x: Scalar) -> Scalar:
        """x, or the end beyond which it lies."""
        first, last = self._ends(x)
        return minimum(maximum(x, first), last)

    def around(self, x: Scalar) -> Scalar:
        """x by as many periods earlier or later as it takes to come between the ends."""
        first, last = self._ends(x)
        period = last - first
        return x - period * floor((x - first) / period)

    def _ends(self, x: Scalar) -> tuple[Scalar, Scalar]:
        """The first numbers of the first and of the last row; looked up where x is an expression: they are no structure."""
        low, high = (x.graph.const(far) if isinstance(x, Node) else far for far in (-math.inf, math.inf))
        return self.row(low)[0], self.row(high)[0]


class TableNumbers(Lookup):
    """A table by its numbers, or by expressions for them."""

    def __init__(self, rows: Rows) -> None:
        self.rows = tuple(map(tuple, rows))

    @cached_property
    def _graph(self) -> Graph | None:
        """The graph of its expressions; None where all are numbers."""
        return next((x.graph for x in chain.from_iterable(self.rows) if isinstance(x, Node)), None)

    @cached_property
    def _starts(self) -> list[float]:
        return [float(row[0]) for row in self.rows]

    def row(self, x: Scalar) -> tuple[Scalar, ...]:
        """Found at once where everything is a number."""
        graph = x.graph if isinstance(x, Node) else self._graph
        if graph is not None:
            return Placed(graph.table_at(self.rows), len(self.rows[0])).row(x)
        return self.rows[max(bisect_right(self._starts, x) - 1, 0)]


class Placed(Lookup):
    """A table that lies among the constants of a kernel.

    Args:
        place: where its head is.
        columns: how many numbers a row has.
    """

    def __init__(self, place: Node, columns: int) -> None:
        self.place = place
        self.columns = columns

    def row(self, x: Scalar) -> tuple[Scalar, ...]:
        """Expressions that look the numbers up."""
        graph = self.place.graph
        found = graph.node("row", (graph.lift(x), self.place))
        return tuple(graph.node("entry", (found,), name=str(k)) for k in range(self.columns))


class Called(Lookup):
    """A table that is spoken of as a function and never looked into: for formulas that people read.

    Args:
        graph: where its expressions live.
        name: of the function; a derivative has it with as many primes.

    Attributes:
        reach: where the function looks in a table when it is asked for x.
    """

    def __init__(self, graph: Graph, name: str) -> None:
        self.graph = graph
        self.name = name
        self.reach: Callable[[Lookup, Scalar], Scalar] = lambda table, x: x

    def row(self, x: Scalar) -> tuple[Scalar, ...]:
        """There is none."""
        raise TypeError(f"the table '{self.name}' is a function here, its rows are not known")

    def at(self, x: Scalar) -> Scalar:
        """The function at x."""
        return self.graph.node("call", (self.graph.lift(x),), name=self.name)

    def within(self, x: Scalar) -> Scalar:
        """x: what the function does beyond its ends is told beside it, and kept in `reach`."""
        self.reach = lambda table, x: table.within(x)
        return x

    def around(self, x: Scalar) -> Scalar:
        """x, likewise."""
        self.reach = lambda table, x: table.around(x)
        return x


def row_at(x: float, at: float, numbers: Indexed) -> float:
    """Where the row that holds x begins; of what is not a number, the first one.

    Args:
        x: what is looked for.
        at: where the head of the table is.
        numbers: in which it lies.
    """
    head = int(at)
    count, columns = int(numbers[head]), int(numbers[head + 1])
    low, high = 0, count
    while high - low > 1:
        middle = (low + high) // 2
        if numbers[head + HEAD + middle * columns] <= x:
            low = middle
        else:
            high = middle
    return float(head + HEAD + low * columns)


def entry_of(n: Node) -> tuple[int, str]:
    """Which number of its row an "entry" node is, and the group it is looked up in: "" is that of the tables themselves."""
    k, _, group = n.name.partition("@")
    return int(k), group


def entry_in(n: Node, group: str) -> Node:
    """The same entry in another group, which holds something about every number of the tables."""
    return n.graph.node("entry", n.args, name=f"{entry_of(n)[0]}@{group}")


def entry_at(row: float, k: int, numbers: Indexed) -> float:
    """Number k of the row that begins at a place."""
    return numbers[int(row) + k]


def edge(row: Node) -> Node:
    """Distance of x from the nearest end of its row, with a sign that changes from row to row: where it is zero, rows meet.

    Args:
        row: the expression that looks up where the row of x begins.
    """
    graph = row.graph
    x, place = row.args
    columns = graph.node("entry", (place,), name="1")
    start, following = (graph.node("entry", (at,), name="0") for at in (row, row + columns))
    number = (row - place - float(HEAD)) / columns
    is_odd = number - 2.0 * floor(0.5 * number)
    since = where(0.5 < number, x - start, math.inf)  # nothing is in front of the first row
    return graph.lift((1.0 - 2.0 * is_odd) * minimum(since, following - x))


def laid_out(
    graph: Graph, start: int = 0, values: Mapping[Node, float] | None = None
) -> tuple[dict[Node, float], list[float]]:
    """The tables of a graph one behind the other: the place of each, and all their numbers.

    Args:
        graph: whose tables.
        start: place of the first.
        values: of the expressions in them, where there are any.
    """
    known = values or {}
    places: dict[Node, float] = {}
    numbers: list[float] = []
    for at, rows in graph.lookups.items():
        places[at] = float(start + len(numbers))
        numbers += block([[known[x] if isinstance(x, Node) else x for x in row] for row in rows])
    return places, numbers


def block(rows: Sequence[Sequence[Any]]) -> list[Any]:
    """A table as it lies in memory: numbers, or expressions of them."""
    return [float(len(rows)), float(len(rows[0])), *chain.from_iterable(rows), math.inf]
