"""Inner products of unit vectors of the plane, computed: cosines and sines of turns and of their differences.

e_i . e_j = n_i . n_j = cos(psi_i - psi_j)      e_i . n_j = sin(psi_i - psi_j)      e_i . e_i = 1, e_i . n_i = 0
"""

from __future__ import annotations

from collections.abc import Mapping

from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, call, dot, mul, neg, split, sub
from sarrus.mechanics.readable.algebra.rebuild import expanded, put, rebuilt, terms_of
from sarrus.mechanics.readable.algebra.terms import COLUMN, Call, Components, Dot, Name, Product, Sum, Term

__all__ = ["Folding", "TooLong"]

MOST = 120
"""Terms of a formula, multiplied out, up to which that is tried."""


class TooLong(Exception):
    """A formula has too many terms to be written out."""


class Folding:
    """Puts definitions into formulas of the plane and computes products of unit vectors.

    Args:
        turns: psi -> its definition, by coordinates.
        frames: owner and frame -> turn of a frame that is turned on its body.
        known: further definitions to put in: second derivatives, fields, inertias.
    """

    def __init__(
        self, turns: Mapping[Name, Term], known: Mapping[Name, Term], frames: Mapping[str, Term]
    ) -> None:
        self.frames = frames
        self.turns = {name: self._all(turns, value) for name, value in turns.items()}
        self.known = {name: self._all(known, value) for name, value in known.items()}

    @staticmethod
    def _all(values: Mapping[Name, Term], term: Term) -> Term:
        for _ in range(len(values) + 1):
            found = put(term, values)
            if found == term:
                break
            term = found
        return term

    def __call__(self, term: Term) -> Term:
        """The formula multiplied out, with products of unit vectors as cosines and sines.

        Raises:
            TooLong: it would have too many terms.
        """
        if self._count(term) > MOST:
            raise TooLong
        return self.shortest(expanded(put(term, self.known), self._product))

    def _count(self, term: Term) -> int:
        """Terms of a formula, multiplied out, before equal ones are gathered."""
        match term:
            case Name():
                return self._count(self.known[term]) if term in self.known else 1
            case Sum(terms):
                return sum(map(self._count, terms))
            case Product(powers=powers, tail=tail):
                found = 1 if tail is None else self._count(tail)
                for base, n in powers:
                    found = min(found * self._count(base) ** max(n, 0), 10 * MOST)
                return found
            case Dot(left, right):
                return min(self._count(left) * self._count(right), 10 * MOST)
        return 1

    def shortest(self, term: Term) -> Term:
        """Turns that are a single coordinate by that; sines and cosines of these with a plain argument."""
        short = {psi: value for psi, value in self.turns.items() if isinstance(value, Name)}
        return rebuilt(put(term, short), _signs)

    def _product(self, a: Term, b: Term) -> Term:
        """a . b for single vectors."""
        one, two = self._axis(a), self._axis(b)
        if one and two:
            (k, psi), (n, phi) = one, two
            angle = self.difference(psi, phi)
            if k == n:
                return call("cos", angle) if angle != ZERO else ONE
            if angle == ZERO:
                return ZERO
            return call("sin", angle if k == "e" else neg(angle))
        if isinstance(a, Components) and isinstance(b, Components):
            return add(ZERO, *(mul(x, y) for x, y in zip(a.items, b.items, strict=True)))
        for axis, vector in ((one, b), (two, a)):
            if axis and isinstance(vector, Components):
                (k, psi), (x, y) = axis, vector.items
                cos, sin = call("cos", psi), call("sin", psi)
                return add(mul(x, cos), mul(y, sin)) if k == "e" else sub(mul(y, cos), mul(x, sin))
        return dot(a, b)

    def _axis(self, a: Term) -> tuple[str, Term] | None:
        if isinstance(a, Name) and a.rank == COLUMN and not a.mark and a.letter in "en" and a.index:
            return a.letter, self.frames.get(a.index[0], Name("psi", a.index))
        return None

    def difference(self, psi: Term, phi: Term) -> Term:
        """The difference of two turns, by coordinates where that is shorter."""
        if psi == phi:
            return ZERO
        plain = sub(psi, phi)
        by_coordinates = put(plain, self.turns)
        return by_coordinates if len(terms_of(by_coordinates)) < 2 else plain


def _signs(term: Term) -> Term:
    """A sine or cosine without a minus in front of its argument."""
    if isinstance(term, Call) and term.function in ("sin", "cos"):
        (angle,) = term.items
        parts = terms_of(angle)
        negative = sum(split(p)[0] < 0 for p in parts)
        if parts and negative > len(parts) - negative:
            found = call(term.function, neg(angle))
            return found if term.function == "cos" else neg(found)
        if not parts:
            return ONE if term.function == "cos" else ZERO
    return term
