"""Expressions made from expressions: put others in for symbols, move constant work out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from sarrus.scalar.graph import Graph, Node, order


def substitute(outputs: Sequence[Node], replacements: Mapping[Node, Node | float]) -> list[Node]:
    """The outputs with each given node replaced, simplified anew (a zero put in makes its terms vanish)."""
    if not outputs:
        return []
    graph = outputs[0].graph
    new: dict[Node, Node] = {n: graph.lift(r) for n, r in replacements.items()}
    for n in order(outputs):
        if n not in new:
            args = (*map(new.__getitem__, n.args),)
            # what is built is simplified already
            new[n] = n if args == n.args else rebuild(graph, n, args)
    return [new[o] for o in outputs]


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
    """Replace every largest part that does not vary by one symbol; see `Hoisting`."""
    return Hoisting(varying, known)(outputs)


class Hoisting:
    """Replaces every largest part that does not vary by one symbol. What several kernels share is looked at once.

    Args:
        varying: the symbols that change from evaluation to evaluation (time, state); all others are constant (parameters).
        known: constant part -> its symbol; filled here, in order of first use, and shared between kernels so that
            each part is computed once, by the parameter pass.
    """

    def __init__(self, varying: Collection[Node], known: dict[Node, Node]) -> None:
        self._known = known
        self._seen: set[Node] = set()
        self._moved = {n: n for n in varying}  # what varies, and what becomes of it

    def __call__(self, outputs: Sequence[Node]) -> list[Node]:
        """Expressions of varying and constant symbols, without constant parts."""
        moved, look = self._moved, self._moved.get
        for n in order(outputs, self._seen):
            args = n.args
            if len(args) == 2:  # as below; nearly all nodes are of this kind
                a, b = args
                x, y = look(a), look(b)
                if x is None:
                    if y is None:
                        continue
                    x = self._constant(a)
                elif y is None:
                    y = self._constant(b)
                moved[n] = n if x is a and y is b else rebuild(n.graph, n, (x, y))
            elif not moved.keys().isdisjoint(args):
                new = [moved[a] if a in moved else self._constant(a) for a in args]
                moved[n] = n if (*new,) == args else rebuild(n.graph, n, new)
        return [moved[o] if o in moved else self._constant(o) for o in outputs]

    def _constant(self, n: Node) -> Node:
        if n.op == "const":
            return n
        if n not in self._known:
            self._known[n] = n.graph.symbol(f"c[{len(self._known)}]")
        return self._known[n]
