"""Tables of words and numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.views.page.panels.base import Panel, panel

__all__ = ["Sheet", "sheet_data", "tables_panel"]

Cell = str | float | None


@dataclass(frozen=True)
class Sheet:
    """A table; columns in which all cells are numbers are set as numbers.

    Attributes:
        title: above it; "" for none.
        head: of the columns, with units: "damping [1]".
        rows: of cells, as many as the head has; None and NaN are numbers that there are none of.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def tables_panel(title: str, *tables: Sheet) -> Panel:
    """Tables one below the other."""
    return panel("tables", title, tables=[sheet_data(table) for table in tables])


def sheet_data(table: Sheet) -> dict[str, Any]:
    """A table as a page reads it."""
    head = list(table.head)
    rows = [[_cell(value) for value in row] for row in table.rows]
    assert all(len(row) == len(head) for row in rows), "a row of a table has as many cells as its head"
    return {"title": table.title, "head": head, "rows": rows}


def _cell(value: Cell) -> Cell:
    if value is None or isinstance(value, str):
        return value
    number = float(value)
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return None if math.isnan(number) else number
