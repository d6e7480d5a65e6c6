"""Where an expression is not smooth: the functions whose sign tells which of its pieces holds."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sarrus.scalar.functions import sin
from sarrus.scalar.graph import Node, order


def switches(outputs: Iterable[Node]) -> list[Node]:
    """One function for each place at which a formula changes; where it is positive, and only there, one piece holds.

        a where b < c, else d        c - b
        a where b <= c, else d       b - c
        |a|                          -a
        floor(a)                     sin(pi a), which changes its sign at every whole number

    Each is there once, in an order that depends on the formulas alone. What stands under a root is a sum of squares: it
    is compared with zero so that nothing is divided by it, and never changes its sign.
    """
    found: dict[Node, None] = {}
    nodes = order(outputs)
    squares = {n.args[0] for n in nodes if n.op == "root"}
    for n in nodes:
        function = _switch(n)
        if function is not None and function.op != "const" and function not in squares:
            found[function] = None
    return list(found)


def _switch(n: Node) -> Node | None:
    if n.op == "select" and n.args[0].op in ("lt", "le"):
        below, above = n.args[0].args
        return above - below if n.args[0].op == "lt" else below - above
    if n.op == "abs":
        return -n.args[0]
    if n.op == "floor":
        return n.graph.lift(sin(math.pi * n.args[0]))
    return None
