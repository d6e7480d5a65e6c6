"""Expressions printed to SymPy, for reading and for the user's own algebra. SymPy is loaded on first use only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sarrus.scalar.graph import Node, order


def to_sympy(outputs: Sequence[Node], symbols: Mapping[str, Any] | None = None) -> list[Any]:
    """SymPy expressions for nodes.

    Args:
        outputs: expressions.
        symbols: what stands for a symbol of the graph, by name; a real `sympy.Symbol` of that name otherwise.
    """
    import sympy as sp

    functions: dict[str, Any] = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "div": lambda a, b: a / b,
        "neg": lambda a: -a,
        "pow": lambda a, b: a**b,
        "root": sp.sqrt,
        "abs": sp.Abs,
        # not evaluated: SymPy raises where a constant turns out to be infinite
        "lt": lambda a, b: sp.StrictLessThan(a, b, evaluate=False),
        "le": lambda a, b: sp.LessThan(a, b, evaluate=False),
        "select": lambda c, a, b: sp.Piecewise((a, c), (b, True)),
    }
    given = dict(symbols or {})
    made: dict[int, Any] = {}
    for n in order(outputs):
        if n.op == "const":
            made[n.index] = sp.nsimplify(n.value) if n.value == round(n.value, 3) else sp.Float(n.value, 17)
        elif n.op == "symbol":
            made[n.index] = given.setdefault(n.name, sp.Symbol(n.name, real=True))
        else:
            function = functions.get(n.op) or getattr(sp, n.op)
            made[n.index] = function(*[made[a.index] for a in n.args])
    return [made[o.index] for o in outputs]
