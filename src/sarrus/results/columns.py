"""Rows as they are computed, and the series that they become: what each column is called, and how rows are cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from sarrus.results.series import Array, Series

__all__ = ["Column", "ResultRows", "parts", "width"]

STRIP = 4_000_000
"""Bytes of neighbouring series that are kept together while rows come."""


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


def parts(columns: Sequence[Column], block: Array, first: int = 1) -> Iterator[tuple[Column, Array]]:
    """Each series' share of a block of rows, shape (rows, width).

    Args:
        columns: the series.
        block: of their values.
        first: where they begin: after the time, or at 0 in a block without it.
    """
    starts = accumulate((column.size for column in columns), initial=first)
    for column, start in zip(columns, starts, strict=False):
        part = block[:, start : start + column.size]
        yield column, part.reshape(column.shape(len(block)))


class ResultRows:
    """Rows in memory, until they are cut into series.

    They are kept in strips, each of some neighbouring series: few strips, so that taking rows costs nothing for each
    series, and narrow ones, because a strip that is being cut is there twice.

    Args:
        columns: the series.
        room: rows that there will be at most.

    Attributes:
        rows: how many came.
    """

    def __init__(self, columns: Sequence[Column], room: int) -> None:
        self.rows = 0
        self._t = np.empty(room)
        self._strips = [(some, np.empty((room, width(some) - 1))) for some in _neighbours(columns, room)]

    def append(self, block: Array) -> None:
        """Take rows, shape (rows, width)."""
        end, start = self.rows + len(block), 1
        self._t[self.rows : end] = block[:, 0]
        for _, strip in self._strips:
            strip[self.rows : end] = block[:, start : start + strip.shape[1]]
            start += strip.shape[1]
        self.rows = end  # last: rows that were taken by half do not count

    def cut(self) -> tuple[Array, dict[str, Series]]:
        """Time of each row, and the series, each in memory of its own; the rows are let go of."""
        series: dict[str, Series] = {}
        while self._strips:
            columns, strip = self._strips.pop(0)
            for c, values in parts(columns, strip[: self.rows], first=0):
                series[c.name] = Series(c.name, c.unit, _alone(values, strip))
        return _alone(self._t[: self.rows], self._t), series


def _neighbours(columns: Sequence[Column], room: int) -> list[list[Column]]:
    """The series in groups for strips, each of up to `STRIP` bytes or of one series."""
    found: list[list[Column]] = []
    left = 0
    for column in columns:
        size = 8 * room * column.size
        if not found or size > left:
            found.append([])
            left = STRIP
        found[-1].append(column)
        left -= size
    return found


def _alone(values: Array, of: Array) -> Array:
    """The values without the rest of the array that they are part of, so that its memory is given back."""
    return values if values.nbytes == of.nbytes else values.copy()
