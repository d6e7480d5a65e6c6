"""Formulas made again from changed parts: names replaced, products of unit vectors computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sarrus.mechanics.readable.algebra.build import (
    ZERO,
    add,
    chain,
    components,
    cross,
    dot,
    front,
    is_zero,
    mul,
    neg,
    number,
    power,
    transpose,
)
from sarrus.mechanics.readable.algebra.terms import (
    Chain,
    Components,
    Cross,
    Dot,
    Name,
    Null,
    Perp,
    Product,
    Sum,
    Term,
    Tilde,
    Transpose,
)

__all__ = ["expanded", "merged", "perp", "put", "rebuilt", "terms_of"]


def rebuilt(term: Term, change: Callable[[Term], Term]) -> Term:
    """The tree with every leaf and branch changed, leaves first, and made tidy again."""
    if not term.parts:
        return change(term)
    parts = [rebuilt(p, change) for p in term.parts]
    return change(_made(term, parts))


def merged(term: Term) -> Term:
    """A formula in which vectors that are added by components are one."""

    def change(t: Term) -> Term:
        if not isinstance(t, (Sum, Product)):
            return t
        rest: list[Term] = []
        found: list[list[Term]] = []
        for part in terms_of(t):
            weight, core = front(part)
            if isinstance(core, Components):
                found.append([mul(weight, c) for c in core.items])
            else:
                rest.append(part)
        if not found or (len(found) == 1 and isinstance(t, Sum)):
            return t
        return add(components(*(add(*parts) for parts in zip(*found, strict=True))), *rest)

    return rebuilt(term, change)


def put(term: Term, values: Mapping[Name, Term]) -> Term:
    """The formula with others in the place of names."""
    return rebuilt(term, lambda t: values.get(t, t) if isinstance(t, Name) else t) if values else term


def _made(term: Term, parts: list[Term]) -> Term:
    match term:
        case Sum():
            return add(*parts)
        case Product(ratio, powers, tail):
            bases = parts[: len(powers)]
            scalars = [power(b, n) for b, (_, n) in zip(bases, powers, strict=True)]
            return mul(number(ratio), *scalars, *([parts[-1]] if tail is not None else []))
        case Dot():
            return dot(*parts)
        case Cross():
            return cross(*parts)
        case Chain():
            return chain(*parts)
        case Transpose():
            return transpose(parts[0])
        case Tilde():
            return Null(2) if is_zero(parts[0]) else Tilde((parts[0],))
        case Components():
            return components(*parts)
        case Perp():
            return Null() if is_zero(parts[0]) else Perp((parts[0],))
    return term.made_of(parts)


def terms_of(term: Term) -> tuple[Term, ...]:
    """The terms of a sum; anything else is one."""
    return term.terms if isinstance(term, Sum) else () if is_zero(term) else (term,)


def expanded(term: Term, product: Callable[[Term, Term], Term]) -> Term:
    """Inner products of sums multiplied out, each inner product of two vectors by `product`; scalars over sums, too."""

    def change(t: Term) -> Term:
        if isinstance(t, Dot):
            found = []
            for a in terms_of(t.left):
                for b in terms_of(t.right):
                    (s, a_core), (r, b_core) = front(a), front(b)
                    found.append(mul(s, r, product(a_core, b_core)))
            return add(ZERO, *found)
        if isinstance(t, Product) and t.tail is None:
            return _spread(t)
        return t

    return rebuilt(term, change)


def _spread(t: Product) -> Term:
    """A product with a sum among its factors, multiplied out."""
    k = next((k for k, (b, n) in enumerate(t.powers) if isinstance(b, Sum) and n > 0), None)
    if k is None:
        return t
    base, n = t.powers[k]
    assert isinstance(base, Sum)
    rest = [power(b, m) for j, (b, m) in enumerate(t.powers) if j != k]
    found = []
    for part in base.terms:
        one = mul(number(t.number), *rest, *([power(base, n - 1)] if n > 1 else []), part)
        found.append(_spread(one) if isinstance(one, Product) else one)
    return add(*found)


def perp(vector: Term, axes: Mapping[Term, Term]) -> Term:
    """A vector of the plane turned by 90 degrees, by its axes where it is made of them."""
    found: list[Term] = []
    others: list[Term] = []
    for part in terms_of(vector):
        weight, core = front(part)
        if core in axes:
            found.append(mul(weight, axes[core]))
        elif isinstance(core, Components):
            x, y = core.items
            found.append(mul(weight, components(neg(y), x)))
        else:
            others.append(part)
    return add(Null(), *found, *([Perp((add(*others),))] if others else []))
