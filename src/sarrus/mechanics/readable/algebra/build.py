"""Tidy formulas: numbers and signs in front, equal terms gathered, zeros gone. Nothing is multiplied out."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    MATRIX,
    ROW,
    Call,
    Chain,
    Components,
    Cross,
    Dot,
    Identity,
    Name,
    Null,
    Num,
    Product,
    Sum,
    Term,
    Tilde,
    Transpose,
)

ZERO, ONE = Num(Fraction(0)), Num(Fraction(1))
IDENTITY = Identity()
INERTIA = ("m", "h", "J")
CONSTANT = ("s", "l", "k", "c", "alpha", "a")


def number(value: float | Fraction) -> Num:
    """A number; decimals as they are written, simple fractions as such."""
    if isinstance(value, Fraction):
        return Num(value)
    simple = Fraction(value).limit_denominator(64)
    return Num(simple if float(simple) == value else Fraction(repr(float(value))))


def zero_of(rank: int) -> Term:
    """Nothing, of a rank."""
    return Null(rank) if rank else ZERO


def is_zero(term: Term) -> bool:
    """Whether a formula is nothing by structure."""
    return isinstance(term, Null) or (isinstance(term, Num) and term.value == 0)


def split(term: Term) -> tuple[Fraction, Term]:
    """The number in front, and the rest."""
    if isinstance(term, Num):
        return term.value, ONE
    if isinstance(term, Product):
        return term.number, _product(Fraction(1), term.powers, term.tail)
    return Fraction(1), term


def add(*terms: Term) -> Term:
    """Sum of terms of one rank, equal ones gathered in the place of the first."""
    found: dict[Term, Fraction] = {}
    for term in _flat(terms):
        factor, rest = split(term)
        found[rest] = found.get(rest, Fraction(0)) + factor
    kept = [scaled(factor, rest) for rest, factor in found.items() if factor]
    if not kept:
        return zero_of(terms[0].rank if terms else 0)
    return kept[0] if len(kept) == 1 else Sum(tuple(kept))


def _flat(terms: Iterable[Term]) -> list[Term]:
    found: list[Term] = []
    for term in terms:
        if isinstance(term, Sum):
            found.extend(_flat(term.terms))
        elif not is_zero(term):
            found.append(term)
    return found


def sub(a: Term, b: Term) -> Term:
    """a - b."""
    return add(a, neg(b))


def neg(a: Term) -> Term:
    """-a."""
    return scaled(Fraction(-1), a)


def scaled(factor: Fraction, term: Term) -> Term:
    """A number times a formula; a sign is carried into a sum, any other number stays in front of it."""
    if factor == 1 or is_zero(term):
        return term
    if isinstance(term, Num):
        return Num(factor * term.value)
    if isinstance(term, Sum) and factor == -1:
        return Sum(tuple(neg(t) for t in term.terms))
    if isinstance(term, Product):
        return _product(factor * term.number, term.powers, term.tail)
    return _product(factor, *(((), term) if term.rank else (((term, 1),), None)))


def mul(*factors: Term) -> Term:
    """Product of scalars and at most one vector or matrix."""
    ratio, powers, tail = Fraction(1), dict[Term, int](), None
    for factor in factors:
        if is_zero(factor):
            return zero_of(next((f.rank for f in factors if f.rank), 0))
        if isinstance(factor, Num):
            ratio *= factor.value
            continue
        if isinstance(factor, Product):
            ratio *= factor.number
            pairs, end = factor.powers, factor.tail
        else:
            pairs, end = (((), factor)) if factor.rank else (((factor, 1),), None)
        for base, n in pairs:
            powers[base] = powers.get(base, 0) + n
        assert tail is None or end is None, "two vectors need a sign between them"
        tail = tail or end
    kept = tuple(sorted(((b, n) for b, n in powers.items() if n), key=lambda p: _place(p[0])))
    if not kept and tail is not None:
        return scaled(ratio, tail)
    if tail is None and ratio in (1, -1) and len(kept) == 1 and kept[0][1] == 1:
        return scaled(ratio, kept[0][0])
    return _product(ratio, kept, tail)


def _product(ratio: Fraction, powers: tuple[tuple[Term, int], ...], tail: Term | None) -> Term:
    if ratio == 0:
        return zero_of(tail.rank if tail else 0)
    if not powers and tail is None:
        return Num(ratio)
    if ratio == 1 and not powers and tail is not None:
        return tail
    if ratio == 1 and tail is None and len(powers) == 1 and powers[0][1] == 1:
        return powers[0][0]
    return Product(ratio, powers, tail)


def _place(term: Term) -> tuple[int, str]:
    """Order in a product: inertia, parameters, other scalars, sums, then inner products."""
    if isinstance(term, Name):
        if term.letter == "pi":
            return -1, ""
        if term.of:  # sines and cosines in the order of their angles
            return 2, f"{term.index}{term.letter}"
        given = (term.own and term.letter != "t") or (term.letter in CONSTANT and not term.mark)
        group = 0 if term.letter in INERTIA and not term.own else 1 if given else 2
        return group, f"{term.letter}{term.index}{term.mark}"
    return (5 if isinstance(term, Dot) else 4 if isinstance(term, Sum) else 3), str(term)


def power(base: Term, exponent: int) -> Term:
    """A whole power."""
    if isinstance(base, Num):
        return Num(base.value**exponent)
    return mul(*[base] * exponent) if exponent >= 0 else over(ONE, power(base, -exponent))


def over(a: Term, b: Term) -> Term:
    """a / b for a scalar b."""
    if isinstance(b, Num):
        return mul(Num(1 / b.value), a)
    if isinstance(b, Product) and not b.tail:
        return mul(Product(1 / b.number, tuple((p, -n) for p, n in b.powers)), a)
    return mul(Product(Fraction(1), ((b, -1),)), a)


def front(term: Term) -> tuple[Term, Term]:
    """The scalar factors of a vector or matrix, and the rest."""
    if isinstance(term, Product) and term.tail is not None:
        return _product(term.number, term.powers, None), term.tail
    return ONE, term


def _signed(term: Term) -> tuple[Term, Term]:
    """As `front`; a sum of negative terms gives up its sign."""
    if isinstance(term, Sum) and all(split(t)[0] < 0 for t in term.terms):
        return neg(ONE), neg(term)
    return front(term)


def dot(a: Term, b: Term) -> Term:
    """a . b."""
    if is_zero(a) or is_zero(b):
        return ZERO
    (s, a), (t, b) = _signed(a), _signed(b)
    return mul(s, t, Dot(a, b))


def cross(a: Term, b: Term) -> Term:
    """a x b."""
    if is_zero(a) or is_zero(b):
        return Null(COLUMN)
    (s, a), (t, b) = _signed(a), _signed(b)
    return mul(s, t, Cross(a, b))


def components(*parts: Term) -> Term:
    """A vector by components."""
    return Null(COLUMN) if all(is_zero(p) for p in parts) else Components(tuple(parts))


def call(function: str, *parts: Term) -> Call:
    """A function of scalars."""
    return Call(tuple(parts), function)


def tilde(s: Term) -> Term:
    """Cross product matrix."""
    return Null(MATRIX) if is_zero(s) else Tilde((s,))


def transpose(term: Term) -> Term:
    """Transposed; scalars stay in front."""
    scalars, core = front(term)
    if core.rank == 0 or isinstance(core, Identity) or _is_symmetric(core):
        return term
    if isinstance(core, Null):
        return Null(ROW if core.rank == COLUMN else core.rank)
    if isinstance(core, Sum):
        return add(*(transpose(t) for t in core.terms)) if core.rank == MATRIX else Transpose((core,))
    return mul(scalars, core.items[0] if isinstance(core, Transpose) else Transpose((core,)))


def _is_symmetric(term: Term) -> bool:
    """Whether it is a matrix of inertia."""
    return isinstance(term, Name) and term.letter == "J" and term.kind == MATRIX


def chain(*factors: Term) -> Term:
    """Product of matrices and vectors; units drop out, scalars go to the front."""
    scalars: list[Term] = []
    items: list[Term] = []
    for factor in factors:
        scalar, core = front(factor)
        scalars.append(scalar)
        if isinstance(core, Chain):
            items.extend(core.items)
        elif not isinstance(core, Identity):
            items.append(core)
    if any(is_zero(i) for i in items):
        return zero_of(Chain(tuple(i for i in items)).rank)
    core = Chain(tuple(items)) if len(items) > 1 else items[0] if items else IDENTITY
    return mul(*scalars, core)
