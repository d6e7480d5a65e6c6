"""Where an expression is not smooth: the functions whose sign tells which of its pieces holds."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence

from sarrus.scalar.functions import sin
from sarrus.scalar.graph import Node, order
from sarrus.scalar.rewrite import rebuild
from sarrus.scalar.tables import edge


def switches(outputs: Iterable[Node]) -> list[Node]:
    """One function for each place at which a formula changes; where it is positive, and only there, one piece holds.

        a where b < c, else d        c - b
        a where b <= c, else d       b - c
        |a|                          -a
        floor(a)                     sin(pi a), which changes its sign at every whole number
        a row of a table             the distance from its ends, which changes its sign from row to row

    Each is there once, in an order that does not depend on what numbers are called. What stands under a root is a sum of squares: it
    is compared with zero so that nothing is divided by it, and never changes its sign.
    """
    found: dict[Node, None] = {}
    nodes = order(outputs)
    squares = {n.args[0] for n in nodes if n.op == "root"}
    for n in nodes:
        function = _switch(n)
        if function is not None and function.op != "const" and function not in squares:
            found[function] = None
    shapes = _shapes(nodes)
    return sorted(found, key=lambda f: shapes.get(f.index) or _shapes(order([f]))[f.index])


def piece(outputs: Sequence[Node], holds: Mapping[Node, bool]) -> list[Node]:
    """One piece of some formulas: those of their switches that are named are decided, whatever the numbers are.

    Args:
        outputs: the formulas.
        holds: for some of `switches(outputs)`, whether the function is positive.
    """
    new: dict[int, Node] = {}
    for n in order(outputs):
        args = [new[a.index] for a in n.args]
        function = _switch(n)
        if function is not None and function in holds and n.op == "select":
            new[n.index] = args[1] if holds[function] == (n.args[0].op == "lt") else args[2]
        elif function is not None and function in holds and n.op == "abs":
            new[n.index] = -args[0] if holds[function] else args[0]
        else:
            new[n.index] = rebuild(n.graph, n, args) if args else n
    return [new[n.index] for n in outputs]


def _switch(n: Node) -> Node | None:
    if n.op == "select" and n.args[0].op in ("lt", "le"):
        below, above = n.args[0].args
        return above - below if n.args[0].op == "lt" else below - above
    if n.op == "abs":
        return -n.args[0]
    if n.op == "floor":
        return n.graph.lift(sin(math.pi * n.args[0]))
    if n.op == "row":
        return edge(n)
    return None


def _shapes(nodes: Iterable[Node]) -> dict[int, int]:
    """A number for each expression that tells formulas apart, but not the names of the quantities in them.

    Symbols that begin with @ stand for the same thing wherever a law is traced; others are named after the model.
    """
    found: dict[int, int] = {}
    for n in nodes:
        parts = [found[a.index] for a in n.args]
        if n.op in ("add", "mul"):
            parts.sort()
        name = n.name if n.name.startswith("@") or n.op != "symbol" else ""
        found[n.index] = zlib.crc32(repr((n.op, name, n.value if n.op == "const" else 0.0, parts)).encode())
    return found
