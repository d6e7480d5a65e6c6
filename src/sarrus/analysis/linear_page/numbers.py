"""Numbers that were computed, and polynomials of them, as formulas: six digits, never a fraction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sarrus.analysis.linear_page.record import PlainRoots
from sarrus.mechanics.readable.algebra.build import ONE, ZERO
from sarrus.mechanics.readable.algebra.terms import Name, Num, Product, Sum, Term
from sarrus.mechanics.readable.print.document import Sentence
from sarrus.mechanics.readable.print.layout import Rounded

__all__ = [
    "coefficients",
    "decimal",
    "factored",
    "in_powers",
    "ratio",
    "root_sentence",
    "roots_sentence",
    "summed",
    "times",
]

DIGITS = 6
NOTHING = 1e-13
"""Part of the largest coefficient, or of a root, up to which another is rounding."""


def decimal(value: float, digits: int = DIGITS) -> Term:
    """A number to some digits."""
    return times(value, digits=digits)


def times(value: float, *powers: tuple[Term, int], digits: int = DIGITS) -> Term:
    """A number times powers; a factor 1 is left out, and the sign stands in front."""
    text = f"{abs(value):.{digits}g}"
    if text == "0":
        return ZERO
    sign = Fraction(-1 if value < 0.0 else 1)
    if text == "1":
        if not powers:
            return Num(sign)
        return powers[0][0] if sign == 1 and powers == ((powers[0][0], 1),) else Product(sign, powers)
    number = Rounded(text)
    return number if sign == 1 and not powers else Product(sign, ((number, 1), *powers))


def summed(terms: Sequence[Term]) -> Term:
    """A sum of terms that stay as they are."""
    kept = tuple(term for term in terms if term != ZERO)
    return ZERO if not kept else kept[0] if len(kept) == 1 else Sum(kept)


def coefficients(gain: float, roots: PlainRoots) -> list[float]:
    """gain (s - s_1) (s - s_2) ... multiplied out, highest power first; what is rounding is 0."""
    found = gain * np.real(np.atleast_1d(np.poly([complex(*s) for s in roots])))
    size = float(np.abs(found).max(initial=0.0))
    return [float(c) if abs(c) > NOTHING * size else 0.0 for c in found]


def in_powers(found: Sequence[float], s: Name) -> Term:
    """A polynomial, from its coefficients, highest power first."""
    order = len(found) - 1
    return summed([times(c, *([(s, order - k)] if k < order else [])) for k, c in enumerate(found)])


def factored(gain: float, zeros: PlainRoots, poles: PlainRoots, s: Name) -> Term:
    """gain times factors over factors; a pair is one quadratic factor, equal factors are one power."""
    kept: list[tuple[Term, int]] = []
    for roots, step in ((zeros, 1), (poles, -1)):
        powers: dict[Term, int] = {}
        for factor in _factors(roots, s):
            powers[factor] = powers.get(factor, 0) + step
        kept += powers.items()
    return times(gain, *kept)


def ratio(above: Term, below: Term) -> Term:
    """A quotient, its number and sign in front."""
    if below == ONE:
        return above
    match above:
        case Num(value):
            return Product(value, ((below, -1),))
        case Product(number, powers):
            return Product(number, (*powers, (below, -1)))
    return Product(Fraction(1), ((above, 1), (below, -1)))


def _factors(roots: PlainRoots, s: Name) -> list[Term]:
    found: list[Term] = []
    for re, im in map(_plain, roots):
        if im > 0.0:
            found.append(in_powers([1.0, -2.0 * re, re * re + im * im], s))
        elif im == 0.0:
            found.append(in_powers([1.0, -re], s) if re else s)
    return found


def _plain(s: tuple[float, float]) -> tuple[float, float]:
    """A root; what is rounding beside it is 0."""
    size = abs(complex(*s))
    re, im = (part if abs(part) > 1e-12 * size else 0.0 for part in s)
    return re, im


def root_sentence(s: tuple[float, float], digits: int = DIGITS) -> Sentence:
    """A root, or a pair."""
    re, im = _plain(s)
    if not im:
        return (decimal(re, digits),)
    front = (decimal(re, digits), " ± ") if re else ("± ",)
    return (*front, decimal(abs(im), digits), " i")


def roots_sentence(roots: PlainRoots) -> Sentence:
    """Roots with commas between them, pairs once."""
    found: list[str | Term] = []
    for s in roots:
        if s[1] >= 0.0:
            found += [*([", "] if found else []), *root_sentence(s)]  # type: ignore[list-item]
    return tuple(found) or ("none",)
