"""The numbers of a model in code: which stay numbers with a name, and which are written where they are used."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from sarrus.languages.content import CodeTable
from sarrus.mechanics.constants import NumberInfo
from sarrus.mechanics.parameters import Parameters
from sarrus.model import Snapshot
from sarrus.scalar.graph import Node, order
from sarrus.scalar.rewrite import rebuild, substitute
from sarrus.scalar.tables import entry_of

__all__ = ["LivingNumbers"]

Rows = tuple[tuple[Node | float, ...], ...]


class LivingNumbers:
    """Numbers that a user may change keep their names.

    Written where they are used are literals in expressions, the numbers of tables, and, unless somebody wants them all, zeros
    that are no named parameters: most stand for a direction that a part does not have.

    Args:
        model: the mechanism.
        parameters: its numbers as symbols.
        general: keep zeros.

    Attributes:
        left_out: paths of the zeros.
    """

    def __init__(self, model: Snapshot, parameters: Parameters, general: bool) -> None:
        self._graph = parameters.graph
        self._start = parameters.start()
        derived = parameters.derived()
        self._free = {s: None for s in parameters.numbers()}
        self._infos = {
            s: NumberInfo(s.name, parameters.values[s], parameters.units.get(s, "")) for s in self._free
        }
        named = {parameters.named(name) for name in model.parameters}
        tabled = self._in_tables() - named
        begins = {s for n in self._start.values() for s in order([n])}
        self.left_out: tuple[str, ...] = ()
        known: dict[Node, Node | float] = {}
        zeros = []
        for s, value in parameters.values.items():
            if s in derived:
                continue
            if s not in self._free or s in tabled:
                known[s] = value
            elif value == 0.0 and s not in named and s not in begins and not general:
                known[s] = 0.0
                zeros.append(s.name)
        self._zeros = tuple(zeros)
        self._known = {**known, **dict(zip(derived, substitute(list(derived.values()), known), strict=True))}
        self._rows = {place: self._written(rows) for place, rows in self._graph.lookups.items()}

    def _in_tables(self) -> set[Node]:
        inside = [
            x for rows in self._graph.lookups.values() for row in rows for x in row if isinstance(x, Node)
        ]
        return {n for n in order(inside) if n.op == "symbol"}

    def _written(self, rows: Sequence[Sequence[Node | float]]) -> Rows:
        """A table with what is known put in."""
        flat = [self._graph.lift(x) for row in rows for x in row]
        found = iter(n.value if n.op == "const" else n for n in substitute(flat, self._known))
        return tuple(tuple(next(found) for _ in row) for row in rows)

    def put_in(self, nodes: Sequence[Node]) -> list[Node]:
        """Expressions in which only living numbers are symbols."""
        self._tell_zeros(nodes)
        return self._tidied(substitute(nodes, self._known))

    def _tell_zeros(self, nodes: Sequence[Node]) -> None:
        seen = {n.name for n in order(nodes) if n.op == "symbol"}
        self.left_out += tuple(name for name in self._zeros if name in seen and name not in self.left_out)

    def start(self, name: str) -> Node:
        """A start value."""
        return substitute([self._start[name]], self._known)[0]

    def _tidied(self, nodes: Sequence[Node]) -> list[Node]:
        """What is looked up once and for all, as it was found; and a + b - a as b."""
        new: dict[Node, Node] = {}
        for n in order(nodes):
            args = tuple(new[a] for a in n.args)
            made = n if args == n.args else rebuild(self._graph, n, args)
            if made.op == "entry" and made.args[0].op == "row" and made.args[0].args[0].op == "const":
                row = self._row(self._rows[made.args[0].args[1]], made.args[0].args[0].value)
                made = made if row is None else self._graph.lift(row[entry_of(made)[0]])
            new[n] = _cancelled(made) if made.op == "sub" else made
        return [new[n] for n in nodes]

    def _row(self, rows: Rows, x: float) -> tuple[Node | float, ...] | None:
        if math.isinf(x):
            return rows[0 if x < 0 else -1]
        starts = [row[0] for row in rows]
        if any(isinstance(a, Node) for a in starts):
            return None
        return rows[max(bisect_right(starts, x) - 1, 0)]

    def tables(self, used: Sequence[Node]) -> Iterator[tuple[Node, Rows]]:
        """Tables that expressions look into."""
        places = {n.args[1] for n in used if n.op == "row"}
        return ((place, rows) for place, rows in self._rows.items() if place in places)

    def used(self, nodes: Sequence[Node], tables: Sequence[CodeTable]) -> list[tuple[Node, NumberInfo]]:
        """Living numbers among these, or in tables, as the model has them."""
        inside = [x for table in tables for row in table.rows for x in row if isinstance(x, Node)]
        seen = {*nodes, *order(inside)}
        return [(s, info) for s, info in self._infos.items() if s in seen]


def _cancelled(n: Node) -> Node:
    """A difference without what stands on both sides of it, as where a way goes out to a place and back."""
    a, b = n.args
    if a.op == "add" and b in a.args:
        return a.args[1] if a.args[0] is b else a.args[0]
    if b.op == "add" and a in b.args:
        return n.graph.neg(b.args[1] if b.args[0] is a else b.args[0])
    if a.op == "sub" and a.args[0] is b:
        return n.graph.neg(a.args[1])
    return b.args[1] if b.op == "sub" and b.args[0] is a else n
