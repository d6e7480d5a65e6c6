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
        elif n.op in ("row", "entry", "call"):
            called = n.name.replace("'", "") if n.op == "call" else n.op + n.name
            made[n.index] = _called(sp, called, n.name.count("'"), [made[a.index] for a in n.args])
        else:
            function = functions.get(n.op) or getattr(sp, n.op)
            made[n.index] = function(*[made[a.index] for a in n.args])
    return [made[o.index] for o in outputs]


def _called(sp: Any, name: str, order: int, given: list[Any]) -> Any:
    """A function that has a name and nothing else, or a derivative of it."""
    function = sp.Function(name, real=True)
    if not order:
        return function(*given)
    return derivative_at(sp, function, order, given[0])


def derivative_at(sp: Any, function: Any, order: int, x: Any) -> Any:
    """The derivative of a function of one number, at x."""
    if x.is_Symbol:
        return sp.Derivative(function(x), (x, order))
    u = sp.Dummy("u", real=True)
    return sp.Subs(sp.Derivative(function(u), (u, order)), u, x)
