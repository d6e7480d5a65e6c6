"""Formulas from expressions of the graph: what an element states, printed as it was written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd, pi

from sarrus.mechanics.readable.algebra.build import (
    add,
    call,
    mul,
    neg,
    number,
    over,
    power,
    scaled,
    split,
    sub,
)
from sarrus.mechanics.readable.algebra.curves import name_of
from sarrus.mechanics.readable.algebra.terms import Function, Name, Product, Sum, Term
from sarrus.mechanics.readable.algebra.trees import names_in
from sarrus.scalar.graph import Node, order

SIMPLE = 8
"""Largest divisor of a multiple of pi that is printed as one."""


def formula(node: Node, named: Callable[[Node], Term], given: Mapping[Node, Term] | None = None) -> Term:
    """The formula of an expression.

    Args:
        node: expression.
        named: what stands for a symbol.
        given: what stands for certain nodes, in place of `named`.
    """
    made: dict[int, Term] = {n.index: term for n, term in (given or {}).items()}
    for n in order([node]):
        if n.index not in made:
            made[n.index] = _one(n, [made[a.index] for a in n.args], named)
    return made[node.index]


def _one(n: Node, parts: list[Term], named: Callable[[Node], Term]) -> Term:
    match n.op:
        case "const":
            return _constant(n.value)
        case "symbol":
            return named(n)
        case "add":
            return sorted_sum(add(*parts))
        case "sub":
            return sorted_sum(sub(*parts))
        case "neg":
            return neg(parts[0])
        case "mul":
            return _cancelled(mul(*parts))
        case "div":
            return _cancelled(over(*parts))
        case "pow" if n.args[1].op == "const" and n.args[1].value.is_integer():
            return power(parts[0], int(n.args[1].value))
        case "select" if (larger := _larger(n, parts)) is not None:
            return larger
        case "call":
            name, times = name_of(n.name)
            return Function(tuple(parts), name, times)
    return call(n.op, *parts)


def _larger(n: Node, parts: list[Term]) -> Term | None:
    """The larger or the smaller of two, where a choice is that."""
    condition, one, two = n.args
    if condition.op == "lt" and condition.args == (two, one):
        return call("max", parts[2], parts[1])
    return call("min", parts[1], parts[2]) if condition.op == "lt" and condition.args == (one, two) else None


def _constant(value: float) -> Term:
    """A number that an element states; simple multiples of pi, and of 1/pi, as such. Numbers of a model are symbols."""
    times = Fraction(value / pi).limit_denominator(SIMPLE)
    if times and float(times) * pi == value:
        return mul(number(times), Name("pi"))
    times = Fraction(value * pi).limit_denominator(SIMPLE)
    if times and times.numerator / (times.denominator * pi) == value:
        return over(number(times), Name("pi"))
    return number(value)


def _cancelled(term: Term) -> Term:
    """A quotient without the whole number that divisor and all terms of the sum above share."""
    if not isinstance(term, Product) or term.number.denominator == 1:
        return term
    for base, n in term.powers:
        if isinstance(base, Sum) and n == 1:
            numbers = [split(t)[0] for t in base.terms]
            shared = gcd(term.number.denominator, *(number.numerator for number in numbers))
            if shared > 1 and all(number.denominator == 1 for number in numbers):
                rest = Sum(tuple(scaled(Fraction(1, shared), t) for t in base.terms))
                powers = tuple((rest, 1) if b is base else (b, m) for b, m in term.powers)
                return Product(term.number * shared, powers, term.tail)
    return term


def sorted_sum(term: Term) -> Term:
    """A sum in reading order: what is positive first, then single names, then rates last.

    The graph orders operands by their structure, which no reader can see.
    """
    return Sum(tuple(sorted(term.terms, key=_reading_order))) if isinstance(term, Sum) else term


def _reading_order(term: Term) -> tuple[bool, bool, int, bool, str]:
    factor, rest = split(term)
    has_rate = any(isinstance(n, Name) and n.mark for n in names_in(term) if n.mark != "C")
    length = sum(abs(n) for _, n in rest.powers) if isinstance(rest, Product) else 1
    return factor < 0, has_rate, length, not isinstance(rest, Name), repr(rest)
