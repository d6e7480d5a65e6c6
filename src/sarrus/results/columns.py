"""Series that grow row by row: what each column is called, and rows as they are computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from sarrus.results.series import Array, Series

__all__ = ["Column", "Rows", "parts", "width"]


@dataclass(frozen=True)
class Column:
    """A series before it has values.

    Attributes:
        name: of the series.
        unit: of its values.
        size: number of components; 1 for a single quantity.
    """

    name: str
    unit: str
    size: int = 1

    def shape(self, rows: int) -> tuple[int, ...]:
        """Shape of its values."""
        return (rows,) if self.size == 1 else (rows, self.size)


def width(columns: Sequence[Column]) -> int:
    """Numbers in a row: the time, then each series."""
    return 1 + sum(column.size for column in columns)


def parts(columns: Sequence[Column], block: Array) -> Iterator[tuple[Column, Array]]:
    """Each series' share of a block of rows, shape (rows, width); the time, its first column, is not among them."""
    ends = accumulate((column.size for column in columns), initial=1)
    for column, start in zip(columns, ends, strict=False):
        part = block[:, start : start + column.size]
        yield column, part.reshape(column.shape(len(block)))


class Rows:
    """Rows in memory, each series in one piece.

    Args:
        columns: the series.
        room: rows that there will be at most.
    """

    def __init__(self, columns: Sequence[Column], room: int) -> None:
        self._columns = tuple(columns)
        self._t = np.empty(room)
        self._values = {column.name: np.empty(column.shape(room)) for column in columns}
        self.rows = 0

    def append(self, block: Array) -> None:
        """Take rows, shape (rows, width)."""
        end = self.rows + len(block)
        self._t[self.rows : end] = block[:, 0]
        for column, part in parts(self._columns, block):
            self._values[column.name][self.rows : end] = part
        self.rows = end  # last: rows that were taken by half do not count

    def t(self) -> Array:
        """Time of each row."""
        return self._cut(self._t)

    def series(self) -> dict[str, Series]:
        """What has come so far."""
        return {c.name: Series(c.name, c.unit, self._cut(self._values[c.name])) for c in self._columns}

    def _cut(self, values: Array) -> Array:
        # a copy, so that room for rows that never came is given back
        return values if len(values) == self.rows else values[: self.rows].copy()
