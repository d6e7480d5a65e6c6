"""Expressions made from expressions: put others in for symbols, move constant work out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sarrus.scalar.graph import Graph, Node, order


def substitute(outputs: Sequence[Node], replacements: Mapping[Node, Node | float]) -> list[Node]:
    """The outputs with each given node replaced, simplified anew (a zero put in makes its terms vanish)."""
    if not outputs:
        return []
    graph = outputs[0].graph
    new: dict[int, Node] = {n.index: graph.lift(r) for n, r in replacements.items()}
    for n in order(outputs):
        if n.index not in new:
            new[n.index] = n if not n.args else rebuild(graph, n, [new[a.index] for a in n.args])
    return [new[o.index] for o in outputs]


def rebuild(graph: Graph, n: Node, args: Sequence[Node]) -> Node:
    """The operation of n on other operands."""
    match n.op:
        case "add":
            return graph.add(args[0], args[1])
        case "sub":
            return graph.sub(args[0], args[1])
        case "mul":
            return graph.mul(args[0], args[1])
        case "div":
            return graph.div(args[0], args[1])
        case "neg":
            return graph.neg(args[0])
        case "pow":
            return graph.power(args[0], args[1])
        case "select":
            return graph.select(args[0], args[1], args[2])
        case "row" | "entry" | "call":
            return graph.node(n.op, tuple(args), name=n.name)
    return graph.unary(n.op, args[0]) if len(args) == 1 else graph.binary(n.op, args[0], args[1])


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
        changes[n.index] = n.index in moving or any(changes[a.index] for a in n.args)
        if not changes[n.index]:
            continue
        if not n.args:
            new[n.index] = n
            continue
        new[n.index] = rebuild(graph, n, [new[a.index] if changes[a.index] else constant(a) for a in n.args])
    return [new[o.index] if changes[o.index] else constant(o) for o in outputs]
