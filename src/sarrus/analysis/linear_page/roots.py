"""Roots of a linear model in a table: what each means for the motion."""

from __future__ import annotations

from fractions import Fraction
from math import pi

from sarrus.analysis.linear_page.numbers import (
    coefficients,
    decimal,
    in_powers,
    root_sentence,
    roots_sentence,
)
from sarrus.analysis.linear_page.record import LinearRecord
from sarrus.mechanics.readable.algebra.terms import MATRIX, Call, Identity, Name, Product, Sum
from sarrus.mechanics.readable.page.runs import Cells
from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Equation,
    Heading,
    Paragraph,
    Sentence,
    Tabular,
)

__all__ = ["roots_of"]

MOST_WRITTEN = 6
"""Roots up to which their polynomial is written."""
ILL = 1e7
"""Condition of a root beyond which few of its digits are right, and few are printed."""
EMPTY: Sentence = ("",)


def roots_of(record: LinearRecord, s: Name) -> list[Block]:
    """The polynomial where it is short, the table, what follows for stability, and roots that nothing reaches or shows."""
    if not record.is_steady:
        said = "They change along the motion, and tell nothing of stability: "
        return [
            Heading(2, ("Roots of A at this point",)),
            Paragraph((said, *roots_sentence(record.roots), ".")),
        ]
    rows: list[Cells] = []
    zeros = sum(record.chains)
    if zeros:
        often = f"{zeros} times; " if zeros > 1 else ""
        rows.append((("0",), EMPTY, EMPTY, (f"{often}{_drift(record.chains)}",)))
    for k, (root, condition) in enumerate(zip(record.roots, record.conditions, strict=True)):
        if k >= zeros and root[1] >= 0.0:
            rows.append(_line(root, condition))
    found: list[Block] = [
        Heading(2, ("Roots of the characteristic equation",)),
        *_characteristic(record, s),
        Tabular(("root [1/s]", "frequency", "damping ratio", "what it does"), tuple(rows)),
    ]
    found.append(Paragraph((_verdict(record),)))
    for missed, said in (
        (record.uncontrollable, "No input reaches: "),
        (record.unobservable, "No output shows: "),
    ):
        if missed:
            found.append(Paragraph((said, *roots_sentence(missed), ".")))
    return found


def _characteristic(record: LinearRecord, s: Name) -> list[Block]:
    """det(s I - A), multiplied out."""
    if len(record.roots) > MOST_WRITTEN:
        return []
    inside = Sum(
        (Product(Fraction(1), ((s, 1),), Identity()), Product(Fraction(-1), (), Name("A", kind=MATRIX)))
    )
    whole = in_powers(coefficients(1.0, record.roots), s)
    return [Display(((Equation(Call((inside,), "det"), whole),),))]


def _verdict(record: LinearRecord) -> str:
    """What roots say of stability, and what they leave open."""
    sides = [0.0 if abs(re) <= 1e-12 * abs(complex(re, im)) else re for re, im in record.roots]
    if max(sides) > 0.0:
        return "Unstable: a root has a positive real part."
    if max(sides) < 0.0:
        return "Asymptotically stable: every root has a negative real part."
    return "On the border: roots without real part neither grow nor decay here; the linear model does not decide on stability."


def _line(s: tuple[float, float], condition: float) -> Cells:
    size = abs(complex(*s))
    digits = 4 if condition > ILL else 6
    few = "; nearly a double root, few digits are right" if condition > ILL else ""
    still = abs(s[0]) <= 1e-12 * size
    root = root_sentence(s, digits)
    if not s[1]:
        word = "decays" if s[0] < 0.0 else "grows"
        return root, EMPTY, EMPTY, (f"{word}, time constant ", decimal(1.0 / size, 4), f" s{few}")
    swings = "swings on" if still else "swings and decays" if s[0] < 0.0 else "swings and grows"
    frequency = (decimal(size / (2.0 * pi)), " Hz = ", decimal(size), " rad/s")
    return root, frequency, ("0",) if still else (decimal(-s[0] / size, 4),), (swings + few,)


def _drift(chains: tuple[int, ...]) -> str:
    """What zeros mean."""
    longest = max(chains)
    if longest == 1:
        return "rests anywhere along it"
    return "moves on at constant speed" if longest == 2 else f"grows like t^{longest - 1}"
