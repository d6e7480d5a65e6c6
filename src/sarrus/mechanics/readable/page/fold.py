"""Numbers put into formulas."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sarrus.mechanics.readable.algebra.build import add, mul, power
from sarrus.mechanics.readable.algebra.terms import Components, Matrix, Name, Num, Product, Sum, Term
from sarrus.mechanics.readable.algebra.trees import names_in
from sarrus.mechanics.readable.derive.numbers import NamedNumbers


def folded(term: Term, values: Mapping[Name, Fraction]) -> Term:
    """The formula with numbers put in for names, and what they make computed."""
    return _folded(term, values, {})


def _folded(term: Term, values: Mapping[Name, Fraction], done: dict[int, Term]) -> Term:
    """As `folded`; parts that occur often (moments of a solid share them) are computed once."""
    if id(term) not in done:
        done[id(term)] = _anew(term, values, done)
    return done[id(term)]


def _anew(term: Term, values: Mapping[Name, Fraction], done: dict[int, Term]) -> Term:
    match term:
        case Name():
            return Num(values[term]) if term in values else term
        case Sum(terms):
            return add(*(_folded(t, values, done) for t in terms))
        case Product(ratio, powers, tail):
            parts = [power(_folded(base, values, done), n) for base, n in powers]
            return mul(Num(ratio), *parts, *([_folded(tail, values, done)] if tail else []))
    return term.made_of([_folded(p, values, done) for p in term.parts])


def plain_value(numbers: NamedNumbers, term: Term) -> str | Term:
    """A formula with the numbers put in that the user did not name; words where only numbers are left."""
    value = folded(term, numbers.fractions)
    if names_in(value):  # beside a name, a number without one would lose its unit
        value = folded(term, {n: v for n, v in numbers.fractions.items() if n.letter != "m"})
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
