"""Derivatives of formulas: in time, and by the speeds.

The rules for names (a unit vector turns, a point moves with its body) come with the frames; here stand the rules for
sums and products only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sarrus.mechanics.readable.algebra.build import (
    IDENTITY,
    add,
    chain,
    components,
    cross,
    dot,
    front,
    mul,
    neg,
    number,
    power,
    transpose,
    zero_of,
)
from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    Chain,
    Components,
    Cross,
    Dot,
    Identity,
    Name,
    Product,
    Sum,
    Term,
    Tilde,
    Transpose,
)
from sarrus.mechanics.readable.algebra.trees import names_in

Rates = Mapping[Name, Term]
"""Name -> its rate; a name that is missing stands still."""
Slopes = Mapping[Name, Mapping[Name, Term]]
"""Name -> speed -> how the speed changes it: a number, a vector or a matrix."""


def rate(term: Term, rules: Rates) -> Term:
    """Derivative in time."""
    match term:
        case Name():
            return rules.get(term, zero_of(term.rank))
        case Sum(terms):
            return add(*(rate(t, rules) for t in terms))
        case Product(value, powers, tail):
            shares = []
            for k, (base, n) in enumerate(powers):
                others = [power(b, m) for j, (b, m) in enumerate(powers) if j != k]
                end = [tail] if tail else []
                weight = mul(number(value * n), power(base, n - 1), *others, *end)
                change = rate(base, rules)
                shares.append(mul(weight, change) if tail else spread(weight, change))
            if tail is not None:
                shares.append(
                    spread(mul(number(value), *(power(b, n) for b, n in powers)), rate(tail, rules))
                )
            return add(*shares)
        case Dot(left, right):
            return add(dot(rate(left, rules), right), dot(left, rate(right, rules)))
        case Cross(left, right):
            return add(cross(rate(left, rules), right), cross(left, rate(right, rules)))
        case Chain(items):
            shares = [chain(*items[:k], rate(item, rules), *items[k + 1 :]) for k, item in enumerate(items)]
            return add(*shares)
        case Transpose((item,)):
            return flipped(rate(item, rules))
        case Components(items):
            return components(*(rate(item, rules) for item in items))
    if names_in(term).isdisjoint(rules):
        return zero_of(term.rank)
    raise ValueError(f"no rule to differentiate {type(term).__name__}")


def flipped(matrix: Term) -> Term:
    """A product of matrices, transposed: its factors backward; a cross product matrix changes its sign."""
    weight, core = front(matrix)
    items = core.items if isinstance(core, Chain) else (core,)
    back = [neg(i) if isinstance(i, Tilde) else transpose(i) for i in reversed(items)]
    return mul(weight, chain(*back))


def spread(weight: Term, term: Term) -> Term:
    """A scalar times each term of a sum."""
    return add(*(mul(weight, t) for t in term.terms)) if isinstance(term, Sum) else mul(weight, term)


def slopes(term: Term, rules: Slopes) -> dict[Name, Term]:
    """How each speed changes a formula: the entries of its row of the Jacobian."""
    match term:
        case Name():
            return dict(rules.get(term, {}))
        case Sum(terms):
            return gathered(*(slopes(t, rules) for t in terms))
        case Product(value, powers, tail):
            found = []
            for k, (base, n) in enumerate(powers):
                others = [power(b, m) for j, (b, m) in enumerate(powers) if j != k]
                inner = slopes(base, rules)
                assert not inner or tail is None, "a scalar before a vector is constant"
                weight = mul(number(value * n), power(base, n - 1), *others)
                found.append({speed: mul(weight, s) for speed, s in inner.items()})
            if tail is not None:
                weight = mul(number(value), *(power(b, n) for b, n in powers))
                found.append({speed: mul(weight, s) for speed, s in slopes(tail, rules).items()})
            return gathered(*found)
        case Dot(left, right):
            one = {speed: _on_left(s, right) for speed, s in slopes(left, rules).items()}
            two = {speed: _on_right(left, s) for speed, s in slopes(right, rules).items()}
            return gathered(one, two)
    if names_in(term).isdisjoint(rules):
        return {}
    raise ValueError(f"no rule to differentiate {type(term).__name__}")


def gathered(*shares: Mapping[Name, Term]) -> dict[Name, Term]:
    """Shares added speed by speed."""
    found: dict[Name, Term] = {}
    for share in shares:
        for speed, s in share.items():
            found[speed] = add(found[speed], s) if speed in found else s
    return found


def _on_left(s: Term, b: Term) -> Term:
    """(s u) . b for a speed u: dot product for one number u, else the row b^T s."""
    if s.rank == COLUMN:
        return dot(s, b)
    return _each(s, lambda weight, core: mul(weight, _row(core, b, True)))


def _on_right(a: Term, s: Term) -> Term:
    """a . (s u) for a speed u."""
    if s.rank == COLUMN:
        return dot(a, s)
    return _each(s, lambda weight, core: mul(weight, _row(core, a, False)))


def _each(s: Term, change: Callable[[Term, Term], Term]) -> Term:
    terms = s.terms if isinstance(s, Sum) else (s,)
    return add(*(change(*front(t)) for t in terms))


def _row(core: Term, b: Term, left: bool) -> Term:
    """b^T core. With a turning axis, b^T x~ A = (b x x)^T A; the order of the factors stays that of the product."""
    if isinstance(core, Identity):
        return transpose(b)
    first = core.items[0] if isinstance(core, Chain) else core
    if isinstance(first, Tilde):
        axis = first.items[0]
        arm = neg(cross(axis, b)) if left else cross(b, axis)
        return chain(transpose(arm), *(core.items[1:] if isinstance(core, Chain) else ()))
    return chain(transpose(b), core)


def transposed(s: Term, multiplier: Term) -> Term:
    """s^T multiplier: what a multiplier does to a speed."""
    if isinstance(s, Sum):
        return add(*(transposed(t, multiplier) for t in s.terms))
    weight, core = front(s)
    if core.rank == 0:
        return mul(s, multiplier)
    if core.rank == COLUMN:
        return mul(weight, dot(core, multiplier))
    if isinstance(core, Identity):
        return mul(weight, multiplier)
    items = core.items if isinstance(core, Chain) else (core,)
    flipped: list[Term] = []
    for item in reversed(items):
        if isinstance(item, Tilde):
            weight = neg(weight)
            flipped.append(item)
        else:
            flipped.append(transpose(item))
    if multiplier.rank:
        return mul(weight, chain(*flipped, multiplier))
    return mul(weight, multiplier, chain(*flipped))


def turning(axis: Name, attitude: Term = IDENTITY) -> Term:
    """How an angular velocity in the components of `attitude` changes an axis: w x axis = - axis~ A w."""
    return neg(chain(Tilde((axis,)), attitude))
