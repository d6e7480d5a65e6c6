"""Derivatives of scalar formulas by vectors: momenta from energies.

A formula is walked backward with what its value is worth. So the derivative of m/2 rdot . rdot by rdot is m rdot, as a
lecturer writes it, and no component is ever written out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sarrus.mechanics.readable.algebra.build import (
    ONE,
    chain,
    cross,
    dot,
    mul,
    number,
    power,
    transpose,
    zero_of,
)
from sarrus.mechanics.readable.algebra.rates import gathered
from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    Chain,
    Cross,
    Dot,
    Name,
    Product,
    Sum,
    Term,
    Transpose,
)
from sarrus.mechanics.readable.algebra.trees import names_in

__all__ = ["gradient"]


def gradient(term: Term, by: Collection[Name], turns: Mapping[Name, Name] | None = None) -> dict[Name, Term]:
    """Slopes of a scalar formula.

    Args:
        term: the formula.
        by: scalars and vectors.
        turns: matrices of attitude, each with the small turn (in the axes of the attitude) by which it is differentiated:
            a small turn changes A x by A (turn x x).
    """
    found = _worth(term, ONE, frozenset(by), turns or {})
    nothing = {name: zero_of(name.rank) for name in (*by, *(turns or {}).values())}
    return {**nothing, **found}


def _worth(term: Term, seed: Term, by: frozenset[Name], turns: Mapping[Name, Name]) -> dict[Name, Term]:
    if names_in(term).isdisjoint(by | turns.keys()):
        return {}
    match term:
        case Name():
            return {term: seed}
        case Sum(terms):
            return gathered(*(_worth(t, seed, by, turns) for t in terms))
        case Product(value, powers, tail):
            found = []
            for k, (base, n) in enumerate(powers):
                others = [power(b, m) for j, (b, m) in enumerate(powers) if j != k]
                worth = seed if tail is None else dot(seed, tail)
                weight = mul(number(value * n), power(base, n - 1), *others, worth)
                found.append(_worth(base, weight, by, turns))
            if tail is not None:
                weight = mul(number(value), *(power(b, n) for b, n in powers), seed)
                found.append(_worth(tail, weight, by, turns))
            return gathered(*found)
        case Dot(left, right):
            one, two = _worth(left, mul(seed, right), by, turns), _worth(right, mul(seed, left), by, turns)
            return gathered(one, two)
        case Cross(left, right):
            one = _worth(left, cross(right, seed), by, turns)
            return gathered(one, _worth(right, cross(seed, left), by, turns))
        case Chain(items) if items[-1].rank == COLUMN:
            return _of_chain(items, seed, by, turns)
    raise ValueError(f"no rule to differentiate {type(term).__name__}")


def _of_chain(
    items: tuple[Term, ...], seed: Term, by: frozenset[Name], turns: Mapping[Name, Name]
) -> dict[Name, Term]:
    """Matrices in front of a vector: each hands what it is worth on, transposed."""
    found: list[dict[Name, Term]] = []
    for k, item in enumerate(items[:-1]):
        rest = chain(*items[k + 1 :])
        inner = item.items[0] if isinstance(item, Transpose) else item
        if isinstance(inner, Name) and inner in turns:
            # A x: turn . (x x A^T w);   A^T x: turn . (w' x ... ) with the roles changed
            arm = (
                cross(rest, chain(transpose(item), seed)) if inner is item else cross(seed, chain(item, rest))
            )
            found.append({turns[inner]: arm})
        elif not names_in(item).isdisjoint(by | turns.keys()):
            raise ValueError(f"no rule to differentiate a product by the matrix {type(item).__name__}")
        seed = chain(transpose(item), seed)
    found.append(_worth(items[-1], seed, by, turns))
    return gathered(*found)
