"""The page of the form linear: matrices with named rows and columns, the equations written out, and the roots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.analysis.linear_page.numbers import decimal, summed, times
from sarrus.analysis.linear_page.point import U, X, Y, operating_point
from sarrus.analysis.linear_page.record import LinearRecord, RecordedQuantity
from sarrus.analysis.linear_page.roots import roots_of
from sarrus.analysis.linear_page.shown import as_shown
from sarrus.analysis.linear_page.symbols import LinearSymbols, symbols_of
from sarrus.mechanics.readable.algebra.build import chain
from sarrus.mechanics.readable.algebra.terms import COLUMN, MATRIX, Listing, Name, Null, Sum
from sarrus.mechanics.readable.page.asked import COMMAND
from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Document,
    Equation,
    Grid,
    Heading,
    Paragraph,
    Part,
    Pattern,
)
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.solvers.arrays import Floats

__all__ = ["state_space_page"]

MOST_COLUMNS = 12
"""States up to which matrices are printed; larger ones are shown by where they are not zero."""
MOST_WRITTEN_OUT = 6
"""States up to which the equations are written out, too."""
DELTA = Name("delta")


def state_space_page(mechanism: str, record: LinearRecord, complete: bool) -> Document:
    """The whole page."""
    record, symbols = as_shown(record), symbols_of(record)
    blocks: list[Block] = [Heading(1, (mechanism,))]
    if not record.states:
        said = "Nothing can move: there are no states."
        return Document(
            (*blocks, *operating_point(record, symbols, complete), Paragraph((said,))), symbols.cuts
        )
    blocks += operating_point(record, symbols, complete)
    blocks += _matrices(record, symbols, complete)
    if len(record.states) <= MOST_WRITTEN_OUT or complete:
        blocks += _written_out(record, symbols)
    return Document((*blocks, *roots_of(record, symbols.s)), symbols.cuts)


def _matrices(record: LinearRecord, symbols: LinearSymbols, complete: bool) -> list[Block]:
    rates = [symbols.rate(q.name) for q in record.states]
    outputs = [symbols[q.name] for q in record.outputs]
    groups = ((X, record.states), (U, record.inputs), (Y, record.outputs))
    lists = [
        Equation(letter, Listing(tuple(symbols[q.name] for q in found))) for letter, found in groups if found
    ]
    said: list[Part] = []
    for k, e in enumerate(lists):
        said += [" and " if k and k == len(lists) - 1 else ", " if k else "", e]
    blocks: list[Block] = [Heading(2, ("State space",)), _law(record)]
    is_small = len(record.states) <= MOST_COLUMNS
    counted = (
        "All count from the operating point. " if len(lists) > 1 else "It counts from the operating point. "
    )
    digits = "Entries are numbers, to six digits: derivatives of the equations of motion at that point; a dot is zero, or less than 1e-12 of its neighbours."
    told = (counted + digits,) if not is_small else (*said, ". " + counted + digits)
    blocks.append(Paragraph((*(part for part in told if part != ""),)))
    for letter, rows, columns in (
        ("A", rates, record.states),
        ("B", rates, record.inputs),
        ("C", outputs, record.states),
        ("D", outputs, record.inputs),
    ):
        if rows and columns and getattr(record, letter).any():
            bars = record.configurations if columns is record.states else len(columns)
            blocks += _matrix(letter, getattr(record, letter), rows, columns, symbols, bars)
    if not is_small and not complete:
        numbers = f"The numbers: `{COMMAND}`, or `sarrus linearize MODEL --json`."
        blocks.append(Paragraph((numbers,)))
    return blocks


def _law(record: LinearRecord) -> Display:
    """The equations by their matrices, without those that are empty or zero."""
    moved = [chain(Name("A", kind=MATRIX), X)]
    moved += [chain(Name("B", kind=MATRIX), U)] if record.inputs and record.B.any() else []
    law = [Equation(X.marked("dot"), Sum(tuple(moved)) if len(moved) > 1 else moved[0])]
    if record.outputs:
        told = [chain(Name("C", kind=MATRIX), X)] if record.C.any() else []
        told += [chain(Name("D", kind=MATRIX), U)] if record.inputs and record.D.any() else []
        law.append(Equation(Y, Sum(tuple(told)) if len(told) > 1 else told[0] if told else Null(COLUMN)))
    return Display((tuple(law),))


def _matrix(
    letter: str,
    matrix: Floats,
    rows: Sequence[Name],
    columns: Sequence[RecordedQuantity],
    symbols: LinearSymbols,
    bars: int,
) -> list[Block]:
    """A matrix as a table; a large one by where it is not zero."""
    name = Name(letter, kind=MATRIX)
    if len(columns) > MOST_COLUMNS or len(rows) > 2 * MOST_COLUMNS:
        plain = Plain(symbols.cuts)
        lines = (
            (plain.term(row), "".join("#" if x else "." for x in line))
            for row, line in zip(rows, matrix, strict=True)
            if line.any()
        )
        said = f" is {len(rows)} by {len(columns)}; # is an entry that is not zero, columns in the order of the table."
        said += "" if matrix.any(axis=1).all() else " Rows without one are left out."
        return [Paragraph((name, said)), Pattern(tuple(lines))]
    cells = tuple(
        (row, tuple(decimal(x) if x else None for x in line)) for row, line in zip(rows, matrix, strict=True)
    )
    return [Grid(name, tuple(symbols[q.name] for q in columns), cells, max(bars, 1))]


def _written_out(record: LinearRecord, symbols: LinearSymbols) -> list[Block]:
    """Rows of A and B as equations of small changes; that a rate is a rate is not repeated."""
    names = [q.name for q in (*record.states, *record.inputs)]
    whole = np.hstack([record.A, record.B]) if record.inputs else record.A
    lines = []
    for q, row in zip(record.states, whole, strict=True):
        felt = np.flatnonzero(row)
        if (
            len(felt) == 1
            and abs(row[felt[0]] - 1.0) < 1e-12
            and symbols[names[felt[0]]] == symbols.rate(q.name)
        ):
            continue
        terms = [times(row[k], (DELTA, 1), (symbols[names[k]], 1)) for k in felt]
        lines.append((Equation(times(1.0, (DELTA, 1), (symbols.rate(q.name), 1)), summed(terms)),))
    if not lines:
        return []
    said: list[Part] = ["Written out, with ", DELTA, " for a change from the operating point:"]
    return [Paragraph(tuple(said)), Display(tuple(lines))]
