"""The section of a page that says where the model holds, and what its symbols are."""

from __future__ import annotations

import numpy as np

from sarrus.analysis.linear_page.numbers import decimal
from sarrus.analysis.linear_page.record import LinearRecord, RecordedQuantity
from sarrus.analysis.linear_page.symbols import LinearSymbols
from sarrus.mechanics.readable.algebra.terms import COLUMN, Components, Name
from sarrus.mechanics.readable.page.runs import Cells, cut
from sarrus.mechanics.readable.print.document import Block, Heading, Paragraph, Sentence, Tabular
from sarrus.scalar.units import raised
from sarrus.solvers.arrays import Floats

__all__ = ["U", "X", "Y", "operating_point"]

X, U, Y = (Name(letter, kind=COLUMN) for letter in ("x", "u", "y"))
MOST_PLACES = 6
"""Bodies up to which their places are told."""


def operating_point(record: LinearRecord, symbols: LinearSymbols, complete: bool) -> list[Block]:
    """Which point it is, values of states, inputs and outputs there, and where the bodies are."""
    where = f" The point: {record.where}." if record.where else ""
    frame = f" Small turns are seen from the {record.frame} frame." if record.frame else ""
    rows: list[Cells] = []
    for letter, group in ((X, record.states), (U, record.inputs), (Y, record.outputs)):
        rows += [_line(letter, quantity, symbols) for quantity in group]
    head = ("name", "symbol", "in", "unit", "value there")
    found: list[Block] = [
        Heading(2, ("Operating point",)),
        Paragraph((f"{record.kind}{where}{frame}",)),
    ]
    if rows:
        found.append(Tabular(head, cut(rows, complete)))
    return [*found, *_places(record)]


def _line(letter: Name, quantity: RecordedQuantity, symbols: LinearSymbols) -> Cells:
    value: Sentence = (decimal(quantity.value) if quantity.value else "0",)
    return (f"`{quantity.name}`",), (symbols[quantity.name],), (letter,), (raised(quantity.unit),), value


def _places(record: LinearRecord) -> list[Block]:
    """Where bodies are, where states alone do not tell it: more bodies than coordinates that move."""
    if not record.configurations < len(record.bodies) <= MOST_PLACES:
        return []
    places = np.where(np.abs(record.places) > 1e-12 * np.abs(record.places).max(), record.places, 0.0)
    is_flat = not places[:, [2, 4, 5]].any()
    rows = tuple(_place(name, at, is_flat) for name, at in zip(record.bodies, places, strict=True))
    turn = "turn [rad]" if is_flat else "quaternion (w, x, y, z)"
    said = "The bodies there: places of their frames, in ground axes."
    return [Paragraph((said,)), Tabular(("body", "origin [m]", turn), rows)]


def _place(name: str, at: Floats, is_flat: bool) -> Cells:
    origin = Components(tuple(decimal(x) for x in at[: 2 if is_flat else 3]))
    if is_flat:
        return (f"`{name}`",), (origin,), (decimal(2.0 * np.arctan2(at[6], at[3])),)
    return (f"`{name}`",), (origin,), (Components(tuple(decimal(x) for x in at[3:])),)
