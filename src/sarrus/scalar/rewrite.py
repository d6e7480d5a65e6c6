"""Expressions made from expressions: put others in for symbols, move constant work out."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping, Sequence

from sarrus.scalar.graph import Graph, Node, order


def substitute(outputs: Sequence[Node], replacements: Mapping[Node, Node | float]) -> list[Node]:
    """The outputs with each given node replaced, simplified anew (a zero put in makes its terms vanish)."""
    if not outputs:
        return []
    graph = outputs[0].graph
    new: dict[int, Node] = {n.index: graph.lift(r) for n, r in replacements.items()}
    for n in order(outputs):
        if n.index not in new:
            new[n.index] = _rebuilt(graph, n, [new[a.index] for a in n.args])
    return [new[o.index] for o in outputs]


def rebuild(graph: Graph, n: Node, args: Sequence[Node]) -> Node:
    """The operation of n on other operands."""
    own = _BUILD.get(n.op)
    if own is not None:
        return own(graph, *args)
    if n.op in _NAMED:
        return graph.node(n.op, tuple(args), name=n.name)
    return graph.unary(n.op, args[0]) if len(args) == 1 else graph.binary(n.op, args[0], args[1])


_BUILD: dict[str, Callable[..., Node]] = {
    "add": Graph.add,
    "sub": Graph.sub,
    "mul": Graph.mul,
    "div": Graph.div,
    "neg": Graph.neg,
    "pow": Graph.power,
    "select": Graph.select,
}
_NAMED = ("row", "entry", "call")


def depends_on(outputs: Sequence[Node], symbols: Collection[Node]) -> list[bool]:
    """For each output, whether it needs any of the symbols."""
    named = {s.index for s in symbols}
    touched: dict[int, bool] = {}
    for n in order(outputs):
        touched[n.index] = n.index in named or any(touched[a.index] for a in n.args)
    return [touched[o.index] for o in outputs]


def hoist(outputs: Sequence[Node], varying: Collection[Node], known: dict[Node, Node]) -> list[Node]:
    """Replace every largest part that does not vary by one symbol.

    Args:
        outputs: expressions of varying symbols (time, state) and constant ones (parameters).
        varying: the symbols that change from evaluation to evaluation.
        known: constant part -> its symbol; filled here, in order of first use, and shared between kernels so that
            each part is computed once, by the parameter pass.
    """
    if not outputs:
        return []
    graph = outputs[0].graph
    moving = {s.index for s in varying}
    new: dict[int, Node] = {}
    changes: dict[int, bool] = {}

    def constant(n: Node) -> Node:
        if n.op == "const":
            return n
        if n not in known:
            known[n] = graph.symbol(f"c[{len(known)}]")
        return known[n]

    for n in order(outputs):
        index, args = n.index, n.args
        if not args:
            changes[index] = index in moving
            new[index] = n
            continue
        changes[index] = index in moving or any([changes[a.index] for a in args])
        if changes[index]:
            new[index] = _rebuilt(graph, n, [new[a.index] if changes[a.index] else constant(a) for a in args])
    return [new[o.index] if changes[o.index] else constant(o) for o in outputs]


def _rebuilt(graph: Graph, n: Node, args: list[Node]) -> Node:
    """The same where nothing has changed: what is built is simplified already."""
    return n if all(map(operator.is_, n.args, args)) else rebuild(graph, n, args)
