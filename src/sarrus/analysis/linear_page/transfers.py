"""The page of the form transfer: each output by each input, as polynomials and by zeros, poles and gain."""

from __future__ import annotations

from fractions import Fraction

from sarrus.analysis.linear_page.numbers import (
    coefficients,
    decimal,
    factored,
    in_powers,
    ratio,
    roots_sentence,
)
from sarrus.analysis.linear_page.point import operating_point
from sarrus.analysis.linear_page.record import LinearRecord, RecordedTransfer
from sarrus.analysis.linear_page.shown import as_shown
from sarrus.analysis.linear_page.symbols import LinearSymbols, symbols_of
from sarrus.mechanics.readable.algebra.terms import Chain, Function, Name, Product, Term
from sarrus.mechanics.readable.page.runs import Cells, cut
from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Document,
    Equation,
    Heading,
    Paragraph,
    Sentence,
    Tabular,
)
from sarrus.scalar.units import raised

__all__ = ["transfer_page"]

MOST_WRITTEN = 6
"""Poles up to which a transfer function is multiplied out; beyond, its coefficients say little and lose digits."""
DOUBTFUL = 1e-6
"""Part of its value beyond which a formula misses what the matrices give by more than the printed digits."""
HOPELESS = 1e-2
"""Part beyond which it is not written at all."""
MOST_DISPLAYED = 12
"""Transfer functions up to which each has a formula; all stand in the table."""


def transfer_page(mechanism: str, record: LinearRecord, complete: bool) -> Document:
    """The whole page."""
    record, symbols = as_shown(record), symbols_of(record)
    s = symbols.s
    blocks: list[Block] = [Heading(1, (mechanism,)), *operating_point(record, symbols, complete)]
    of_s = [Function((s,), Name(letter)) for letter in "YGU"]
    said: Sentence = (
        "Ratios of Laplace transforms of changes from the operating point, which begin from zero: ",
        Equation(of_s[0], Chain((of_s[1], of_s[2]))),
        ". Each is in lowest terms, and what cancels is said below it.",
    )
    blocks += [Heading(2, ("Transfer functions",)), Paragraph(said)]
    shown = record.transfers if complete else record.transfers[:MOST_DISPLAYED]
    for one in shown:
        blocks += _function(one, symbols)
    blocks.append(Heading(2, ("Zeros, poles and gains",)))
    rows = [_line(one, record, symbols) for one in record.transfers]
    head = ("output / input", "zeros [1/s]", "poles [1/s]", "gain", f"at {s.letter} = 0")
    blocks.append(Tabular(head, cut(rows, complete)))
    return Document(tuple(blocks), symbols.cuts)


def _quotient(one: RecordedTransfer, symbols: LinearSymbols) -> Term:
    """Output by input."""
    return Product(Fraction(1), ((symbols[one.output], 1), (symbols[one.input], -1)))


def _function(one: RecordedTransfer, symbols: LinearSymbols) -> list[Block]:
    """Polynomials where they are short, factors, and what cancels."""
    left, s = _quotient(one, symbols), symbols.s
    if one.doubt > HOPELESS:
        said = " is not written: its zeros are so ill conditioned that no digit of them is right. In Python, `response` of "
        return [Paragraph((left, said + "the linear model has its values over frequency."))]
    product = factored(one.gain, one.zeros, one.poles, s)
    lines = [Equation(left, product)]
    if len(one.poles) <= MOST_WRITTEN:
        above, below = (
            in_powers(coefficients(gain, roots), s)
            for gain, roots in ((one.gain, one.zeros), (1.0, one.poles))
        )
        whole = ratio(above, below)
        lines = [Equation(left, whole), *([Equation(left, product)] if product != whole else [])]
    found: list[Block] = [Display(tuple((e,) for e in lines))]
    reasons: list[Sentence] = []
    if one.unreached:
        reasons.append((*roots_sentence(one.unreached), f", which `{one.input}` does not reach"))
    if one.unseen:
        reasons.append((*roots_sentence(one.unseen), f", which `{one.output}` does not show"))
    for reason in reasons:
        found.append(Paragraph(("Cancelled: ", *reason, ".")))
    if one.doubt > DOUBTFUL:
        miss = f"{one.doubt:.1g}"
        said = f"Ill conditioned: it differs from what the matrices give by a part of {miss}, so that fewer digits are right."
        found.append(Paragraph((said,)))
    return found


def _line(one: RecordedTransfer, record: LinearRecord, symbols: LinearSymbols) -> Cells:
    units = {q.name: q.unit for q in (*record.inputs, *record.outputs)}
    if one.doubt > HOPELESS:
        return (_quotient(one, symbols),), ("ill conditioned",), roots_sentence(one.poles), ("",), ("",)
    unit, standing = _unit(units[one.output], units[one.input]), one.standing
    return (
        (_quotient(one, symbols),),
        roots_sentence(one.zeros),
        roots_sentence(one.poles),
        (decimal(one.gain) if one.gain else "0",),
        ("infinite",) if standing is None else (decimal(standing) if standing else "0", f" {unit}"),
    )


def _unit(above: str, below: str) -> str:
    """Of the value at s = 0."""
    if not below or below == "1":  # nobody said what the input is
        return raised(f"{above} per unit")
    divisor = f"({below})" if any(c in below for c in " /*") else below
    return raised(f"{f'({above})' if '/' in above else above or '1'}/{divisor}")
