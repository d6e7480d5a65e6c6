"""Numbers put into formulas."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sarrus.equations.readable.build import add, mul, power
from sarrus.equations.readable.terms import Name, Num, Product, Sum, Term


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
