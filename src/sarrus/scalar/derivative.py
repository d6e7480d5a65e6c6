"""Derivatives of expressions, again as expressions: forward along a direction, reverse for a gradient."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sarrus.scalar.graph import Graph, Node, order


def partials(n: Node) -> list[Node]:
    """Derivative of a node with respect to each of its operands."""
    g, op = n.graph, n.op
    a = n.args[0] if n.args else n
    b = n.args[1] if len(n.args) > 1 else n
    match op:
        case "add":
            return [g.one, g.one]
        case "sub":
            return [g.one, g.const(-1.0)]
        case "neg":
            return [g.const(-1.0)]
        case "mul":
            return [b, a]
        case "div":
            return [g.one / b, -(n / b)]
        case "pow":
            # the exponent's share is left out where it is a number: log(a) need not exist there
            by_exponent = g.zero if b.op == "const" else n * g.unary("log", a)
            return [b * g.power(a, b - 1.0), by_exponent]
        case "sin":
            return [g.unary("cos", a)]
        case "cos":
            return [-g.unary("sin", a)]
        case "tan":
            return [1.0 + n * n]
        case "asin":
            return [1.0 / g.unary("sqrt", 1.0 - a * a)]
        case "acos":
            return [-1.0 / g.unary("sqrt", 1.0 - a * a)]
        case "atan":
            return [1.0 / (1.0 + a * a)]
        case "atan2":
            square = a * a + b * b
            return [b / square, -(a / square)]
        case "sqrt":
            return [0.5 / n]
        case "root":
            return [g.select(g.zero < a, 0.5 / n, g.zero)]
        case "exp":
            return [n]
        case "log":
            return [1.0 / a]
        case "tanh":
            return [1.0 - n * n]
        case "abs":
            return [g.select(a < g.zero, g.const(-1.0), g.one)]
        case "floor" | "lt" | "le" | "row" | "entry":
            return [g.zero] * len(n.args)
        case "call":
            return [g.node("call", n.args, name=f"{n.name}'")]
    raise ValueError(f"operation '{op}' has no derivative rule")


def along(outputs: Sequence[Node], direction: Mapping[Node, Node | float]) -> list[Node]:
    """Forward mode: rate of the outputs when each given node changes at the given rate.

    A node in `direction` counts as independent even if it has operands.
    """
    if not outputs:
        return []
    g = outputs[0].graph
    rate: dict[int, Node] = {n.index: g.lift(d) for n, d in direction.items()}
    for n in order(outputs):
        if n.index in rate:
            continue
        rates = [rate[a.index] for a in n.args]
        rate[n.index] = g.zero if all([r is g.zero for r in rates]) else _rate(g, n, rates)
    return [rate[o.index] for o in outputs]


def along_each(outputs: Sequence[Node], symbols: Sequence[Node]) -> list[list[Node]]:
    """Forward mode along each of some symbols by itself: the same expressions, found by looking at what each one moves only."""
    if not outputs:
        return [[] for _ in symbols]
    g = outputs[0].graph
    moves: dict[int, int] = {s.index: 1 << k for k, s in enumerate(symbols)}  # bit by bit, who moves a node
    moved: list[list[Node]] = [[] for _ in symbols]
    for n in order(outputs):
        if n.index in moves:
            continue
        bits = 0
        for a in n.args:
            bits |= moves[a.index]
        moves[n.index] = bits
        while bits:
            moved[(bits & -bits).bit_length() - 1].append(n)
            bits &= bits - 1
    found = []
    for s, nodes in zip(symbols, moved, strict=True):
        rate = {s.index: g.one}
        for n in nodes:
            rates = [rate.get(a.index, g.zero) for a in n.args]
            rate[n.index] = g.zero if all([r is g.zero for r in rates]) else _rate(g, n, rates)
        found.append([rate.get(o.index, g.zero) for o in outputs])
    return found


def _rate(g: Graph, n: Node, rates: Sequence[Node]) -> Node:
    """Rate of a node from those of its operands: the sum of partial derivative times rate."""
    match n.op:
        case "add":
            return g.add(*rates)
        case "sub":
            return g.add(rates[0], g.neg(rates[1]) if rates[1] is not g.zero else g.zero)
        case "mul":
            return g.add(g.mul(n.args[1], rates[0]), g.mul(n.args[0], rates[1]))
        case "select":
            return g.select(n.args[0], rates[1], rates[2])
    total = g.zero
    for r, d in zip(rates, partials(n), strict=True):
        total = total + d * r
    return total


def gradient(output: Node, inputs: Sequence[Node]) -> list[Node]:
    """Reverse mode: derivative of one output with respect to every input.

    Inputs count as independent. A `select` chooses between the finished gradients of its branches, so the branch
    not taken can be infinite without harm (0 times infinity never occurs).
    """
    if not inputs:
        return []
    stops = {x.index for x in inputs}
    moving = set(stops)
    for n in order([output]):
        if any(a.index in moving for a in n.args):
            moving.add(n.index)
    return _gradient(output, inputs, stops, moving, {})


def _gradient(
    output: Node, inputs: Sequence[Node], stops: set[int], moving: set[int], known: dict[int, list[Node]]
) -> list[Node]:
    """`moving` holds what depends on an input; `known` keeps the gradients of branches: nested selects share them."""
    if output.index in known:
        return known[output.index]
    g = output.graph
    result = [g.zero] * len(inputs)
    if output.index not in moving:
        return result
    adjoint: dict[int, Node] = {output.index: g.one}
    for n in reversed(_order_until(output, stops, moving)):
        weight = adjoint.get(n.index, g.zero)
        if weight is g.zero or n.index in stops or not n.args:
            continue
        if n.op == "select":
            one, two = (_gradient(branch, inputs, stops, moving, known) for branch in n.args[1:])
            for i, (d1, d2) in enumerate(zip(one, two, strict=True)):
                result[i] = result[i] + weight * g.select(n.args[0], d1, d2)
            continue
        for a, d in zip(n.args, partials(n), strict=True):
            if a.index in moving:
                adjoint[a.index] = adjoint.get(a.index, g.zero) + weight * d
    known[output.index] = [r + adjoint.get(x.index, g.zero) for r, x in zip(result, inputs, strict=True)]
    return known[output.index]


def _order_until(output: Node, stops: set[int], moving: set[int]) -> list[Node]:
    """Moving nodes below the output, operands first, not looking behind inputs nor into the branches of a select."""
    seen: set[int] = set()
    found: list[Node] = []
    stack = [(output, False)]
    while stack:
        n, is_done = stack.pop()
        if is_done:
            found.append(n)
        elif n.index not in seen and n.index in moving:
            seen.add(n.index)
            stack.append((n, True))
            if n.index not in stops and n.op != "select":
                stack.extend((a, False) for a in reversed(n.args))
    return found


def jacobian(outputs: Sequence[Node], inputs: Sequence[Node]) -> list[list[Node]]:
    """One gradient per output."""
    return [gradient(o, inputs) for o in outputs]


def lifted(graph: Graph, values: Sequence[Node | float]) -> list[Node]:
    """Numbers and expressions alike as nodes of the graph."""
    return [graph.lift(v) for v in values]
