"""What a journal holds, as a result: in memory, or as the file that `Result.save` would write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from sarrus.files import Path
from sarrus.results.answer import Outcome
from sarrus.results.columns import ResultRows, parts, width
from sarrus.results.facts import Facts
from sarrus.results.journal import FACTS, ROWS, Header, read_blocks, read_header
from sarrus.results.numbers import FileNumbers
from sarrus.results.result import Result
from sarrus.results.saving import lay_out, put, seal
from sarrus.results.series import Array, Series

__all__ = ["PART", "Contents"]

PART = ".part"
"""What is added to the name of a result for its journal."""
GATHERED = 8_000_000
"""Bytes of rows that are written to a result at once, unless a block has more."""


@dataclass(frozen=True)
class Contents:
    """The whole blocks of a journal.

    Attributes:
        header: what it is of.
        facts: the last that were written.
        outcome: how the run ended, as far as the journal tells.
        rows: number of rows.
    """

    header: Header
    facts: Facts
    outcome: Outcome
    rows: int

    @classmethod
    def read(cls, file: BinaryIO, is_written: bool = False) -> Contents:
        """Look through a journal.

        Args:
            file: from its beginning.
            is_written: whether its writer lives.

        Raises:
            ValueError: it is not as a run writes it.
        """
        header, facts, rows, t = read_header(file), Facts(), 0, None
        for kind, content in read_blocks(file):
            if kind == FACTS:
                facts = Facts.read(content)
            elif kind == ROWS and (block := _block(header, content)).size:
                rows, t = rows + len(block), float(block[-1, 0])
        return cls(header, facts, facts.outcome or _outcome(header, t, is_written), rows)

    def in_memory(self, file: BinaryIO) -> Result:
        """The result, from the journal it was read from."""
        kept = ResultRows(self.header.columns, self.rows)
        for block in self._blocks(file):
            kept.append(block)
        h, f = self.header, self.facts
        return Result(
            h.mechanism,
            h.analysis,
            *kept.cut(),
            self.outcome,
            f.evidence,
            f.not_unique,
            h.described,
            h.foreign,
        )

    def write(self, h5py: Any, path: Path, file: BinaryIO, target: BinaryIO) -> dict[str | None, int]:
        """Write the result as `Result.save` does, some blocks at a time.

        Args:
            h5py: the module.
            path: for messages.
            file: the journal it was read from.
            target: a new file, which can be read too.

        Returns:
            Where in it the numbers of each series begin, for `stored`.

        Raises:
            OSError: it cannot be written.
            UsageError: a name is too long.
        """
        h, f = self.header, self.facts
        times = np.broadcast_to(0.0, self.rows)  # only their number counts
        about = Result(
            h.mechanism,
            h.analysis,
            times,
            {},
            self.outcome,
            f.evidence,
            f.not_unique,
            h.described,
            h.foreign,
        )
        shapes = {c.name: (c.unit, c.shape(self.rows)) for c in h.columns}
        places = lay_out(h5py, path, target, about, shapes)
        row = 0
        for block in _gathered(self._blocks(file)):
            put(target, places[None], block[:, 0], row)
            for column, part in parts(h.columns, block):
                put(target, places[column.name], part, row)
            row += len(block)
        seal(target)
        return places

    def stored(self, target: BinaryIO, places: Mapping[str | None, int]) -> Result:
        """The result, with its numbers from the file that `write` made: HDF5 need not find each series again."""
        h, f, numbers = self.header, self.facts, FileNumbers(target)
        t = numbers.at(places[None], (self.rows,))
        series = {
            c.name: Series(c.name, c.unit, numbers.at(places[c.name], c.shape(self.rows))) for c in h.columns
        }
        about = h.mechanism, h.analysis
        return Result(*about, t, series, self.outcome, f.evidence, f.not_unique, h.described, h.foreign)

    def _blocks(self, file: BinaryIO) -> Iterator[Array]:
        """Rows again, and no more than were counted: the writer may have added some since."""
        file.seek(0)
        read_header(file)
        left = self.rows
        for kind, content in read_blocks(file):
            if kind == ROWS and left:
                block = _block(self.header, content)[:left]
                left -= len(block)
                yield block
        if left:
            raise ValueError("it was changed while it was read")


def _gathered(blocks: Iterator[Array]) -> Iterator[Array]:
    """The same rows in fewer blocks, because each block is written in as many pieces as there are series."""
    some: list[Array] = []
    size = 0
    for block in blocks:
        if some and size + block.nbytes > GATHERED:
            yield np.concatenate(some)
            some, size = [], 0
        some.append(block)
        size += block.nbytes
    if some:
        yield np.concatenate(some)


def _block(header: Header, content: bytes) -> Array:
    if len(content) % (8 * width(header.columns)):
        raise ValueError("a block holds parts of rows")
    return np.frombuffer(content, "<f8").reshape(-1, width(header.columns))


def _outcome(header: Header, t: float | None, is_written: bool) -> Outcome:
    """Of a run that has not said how it ended."""
    reached = "no row yet" if t is None else f"rows up to t = {t:.6g} s of {header.until:.6g} s"
    if is_written:
        return Outcome("running", f"The run is still going; its journal has {reached}.")
    return Outcome(
        "interrupted",
        f"The run was stopped from outside; its journal has {reached}. What came later is lost.",
    )
