"""Derivatives of angles that are given as arc functions."""

from __future__ import annotations

from sarrus.scalar import Node
from sarrus.scalar.derivative import along


def angle_bias(node: Node, rate: Node, steps: dict[Node, Node]) -> Node | None:
    """Second derivative of an angle by its first one: that of an arc function is short in this way only.

    f = atan2(a, b)    (a^2 + b^2) f'' = b a'' - a b'' - 2 f' (a a' + b b')
    f = asin(a)        sqrt(1 - a^2) f'' = a'' + a f'^2
    """
    if node.op not in ("atan2", "asin", "acos"):
        return None
    first = along(list(node.args), steps)
    second = along(first, steps)
    if node.op == "atan2":
        (a, b), (da, db), (dda, ddb) = node.args, first, second
        return (b * dda - a * ddb - 2.0 * (rate * (a * da + b * db))) / (a * a + b * b)
    total = (second[0] + node.args[0] * (rate * rate)) / node.graph.unary(
        "sqrt", 1.0 - node.args[0] * node.args[0]
    )
    return total if node.op == "asin" else -total
