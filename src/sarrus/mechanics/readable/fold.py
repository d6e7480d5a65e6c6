"""Numbers put into formulas."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sarrus.mechanics.readable.build import add, mul, power
from sarrus.mechanics.readable.numbers import NamedNumbers
from sarrus.mechanics.readable.terms import Components, Matrix, Name, Num, Product, Sum, Term


def folded(term: Term, values: Mapping[Name, Fraction]) -> Term:
    """The formula with numbers put in for names, and what they make computed."""
    match term:
        case Name():
            return Num(values[term]) if term in values else term
        case Sum(terms):
            return add(*(folded(t, values) for t in terms))
        case Product(ratio, powers, tail):
            parts = [power(folded(base, values), n) for base, n in powers]
            return mul(Num(ratio), *parts, *([folded(tail, values)] if tail else []))
    return term.made_of([folded(p, values) for p in term.parts])


def plain_value(numbers: NamedNumbers, term: Term) -> str | Term:
    """A formula with the numbers put in that the user did not name; words where only numbers are left."""
    value = folded(term, numbers.fractions)
    if isinstance(value, Num):
        return digits(float(value.value))
    found = [digits(float(p.value)) for p in value.parts if isinstance(p, Num)]
    if len(found) == len(value.parts) and isinstance(value, Components):
        return f"({', '.join(found)})"
    if len(found) == len(value.parts) and isinstance(value, Matrix) and value.diagonal:
        return f"diag({', '.join(found)})"
    return value


def digits(value: float) -> str:
    """A number for a table."""
    exact = f"{value:.12g}"
    return (exact if len(exact) < 10 else f"{value:.6g}").replace("-", "−")
