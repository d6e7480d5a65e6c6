"""Where the rows of a run go while it lasts: into memory, or to a file on disk."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from sarrus.errors import UsageError
from sarrus.files import Path, reason_of, shown_path, sync_folder, whole_binary_file
from sarrus.quiet import no_collection
from sarrus.results.answer import Outcome
from sarrus.results.columns import ResultRows, width
from sarrus.results.contents import PART, Contents
from sarrus.results.facts import Facts
from sarrus.results.journal import FACTS, ROWS, Header, Journal
from sarrus.results.result import Result
from sarrus.results.saving import check_ending, version_of
from sarrus.results.series import Array
from sarrus.results.tables import needed

__all__ = ["LARGEST_IN_MEMORY", "Recording", "recording"]

LARGEST_IN_MEMORY = 2_000_000_000
"""Bytes of a result that is not written to disk."""
FLUSH_AFTER = 1.0
"""Seconds after which rows are written, so that no more are lost when the process is killed."""


class Recording(Protocol):
    """Takes the rows of a run, in order."""

    @property
    def rows(self) -> int:
        """Rows taken."""

    @property
    def kept_in(self) -> str:
        """Where the result is found at the end, after "are kept": "" or " in run.h5"."""

    def is_due(self) -> bool:
        """Whether rows should be handed over now, though more could be collected."""

    def append(self, block: Array, facts: Facts) -> None:
        """Take rows, shape (rows, width): the time, then every series; and what is known by now."""

    def finish(self, facts: Facts, outcome: Outcome) -> Result:
        """The run is over, well or not."""


@contextmanager
def recording(header: Header, save: Path | None) -> Iterator[Recording]:
    """A place for the rows of a run that is about to begin.

    Raises:
        UsageError: the rows are too many, or the file cannot be written.
    """
    size = 8 * width(header.columns) * header.rows
    if save is None:
        _refuse_size(size, header.rows)
        yield _InMemory(header)
        return
    check_ending(save)
    _refuse_size(8 * header.rows, header.rows)  # the times are held in memory all the while
    target = os.path.realpath(save)
    _refuse_target(save, target, size)
    record = _OnDisk(header, save, target)
    try:
        yield record
    finally:
        record.close()


class _InMemory:
    def __init__(self, header: Header) -> None:
        self._header = header
        self._rows = ResultRows(header.columns, header.rows)

    @property
    def rows(self) -> int:
        return self._rows.rows

    @property
    def kept_in(self) -> str:
        return ""

    def is_due(self) -> bool:
        return False

    def append(self, block: Array, facts: Facts) -> None:
        self._rows.append(block)

    def finish(self, facts: Facts, outcome: Outcome) -> Result:
        return _result(self._header, self._rows, facts, outcome)


class _OnDisk:
    """Rows go to a journal beside the target; the target is made of it at the end, and the journal removed."""

    def __init__(self, header: Header, save: Path, target: str) -> None:
        self._h5py = needed("h5py", "save=")
        self._header, self._save, self._target = header, save, target
        self._t, self._written = 0.0, 0
        versions = {name: version_of(name) for name in ("sarrus", "numpy", "llvmlite")}
        try:
            line = header.line({"python": sys.version.split()[0], **versions})
            self._journal: Journal | None = Journal.open(target + PART, line)
        except OSError as error:
            raise UsageError(
                f"{shown_path(save)}: the file cannot be written: {reason_of(error)}."
            ) from error
        self._flushed = time.monotonic()

    @property
    def rows(self) -> int:
        return self._written if self._journal is None else self._journal.rows

    @property
    def kept_in(self) -> str:
        path = self._save if self._journal is None else self._journal.path
        return f" in {shown_path(path)}"

    def is_due(self) -> bool:
        return time.monotonic() - self._flushed >= FLUSH_AFTER

    def append(self, block: Array, facts: Facts) -> None:
        assert self._journal is not None
        try:
            self._journal.append((ROWS, block.tobytes()), (FACTS, facts.text()), rows=len(block))
        except OSError as error:
            raise self._stopped(error) from error
        self._t = float(block[-1, 0])
        self._flushed = time.monotonic()

    def finish(self, facts: Facts, outcome: Outcome) -> Result:
        journal = self._journal
        assert journal is not None
        if not self.rows:
            return _result(self._header, ResultRows(self._header.columns, 0), facts, outcome)
        try:
            journal.append((FACTS, Facts(facts.evidence, facts.not_unique, outcome).text()))
            journal.sync()
        except OSError as error:
            raise self._stopped(error) from error
        try:
            with journal.read() as file, whole_binary_file(self._save, f"{journal.path}.new") as target:
                found = Contents.read(file)
                places = found.write(self._h5py, self._save, file, target)
        except UsageError as error:
            kept = shown_path(journal.path)
            raise UsageError(
                f"{error} Nothing is lost: the {self.rows} rows are kept in {kept}. Read it with "
                f"sarrus.load_result({kept!r}), whose save() makes the file that failed."
            ) from error
        sync_folder(os.path.dirname(self._target))
        self._written, self._journal = journal.rows, None
        journal.remove()
        with open(self._target, "rb") as file:
            # what was run is still at hand, and need not be read from its text
            return replace(found.stored(file, places), described=self._header.described)

    def close(self) -> None:
        """Keep a journal that became no result, unless it is empty."""
        if self._journal is None:
            return
        if self._journal.rows:
            self._journal.close()
        else:
            self._journal.remove()

    def _stopped(self, error: OSError) -> UsageError:
        assert self._journal is not None
        part = shown_path(self._journal.path)
        kept = (
            f"{self.rows} rows up to t = {self._t:.6g} s are kept in it: read it with sarrus.load_result({part!r})."
            if self.rows
            else "No row was written yet."
        )
        return UsageError(
            f"{part}: the run stopped, because the file cannot be written: {reason_of(error)}. {kept}"
        )


@no_collection()
def _result(header: Header, kept: ResultRows, facts: Facts, outcome: Outcome) -> Result:
    about = header.mechanism, header.analysis
    return Result(
        *about, *kept.cut(), outcome, facts.evidence, facts.not_unique, header.described, header.foreign
    )


def _refuse_size(size: int, rows: int) -> None:
    """Refuse what would fill the memory, before it does."""
    if size > LARGEST_IN_MEMORY:
        raise UsageError(
            f"{rows} rows take {_shown(size)} of memory. Up to {_shown(LARGEST_IN_MEMORY)} are allowed. Ask for fewer "
            "rows, or write them to a file as they come: save='run.h5' (--save run.h5)."
        )


def _refuse_target(save: Path, target: str, size: int) -> None:
    """Refuse a file that cannot be replaced, or for which there is no room."""
    import shutil  # loads what reads and writes archives

    try:
        if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
            raise UsageError(f"{shown_path(save)}: is not a plain file. Choose another name.")
        free = shutil.disk_usage(os.path.dirname(target)).free
    except (OSError, ValueError) as error:
        raise UsageError(f"{shown_path(save)}: the file cannot be written: {reason_of(error)}.") from error
    if 2 * size > free:
        raise UsageError(
            f"{shown_path(save)}: the rows take {_shown(2 * size)} on the disk, where {_shown(free)} are free (they are "
            "there twice for a moment at the end). Ask for fewer rows, or choose another disk."
        )


def _shown(size: int) -> str:
    number, unit = (size / 1e9, "GB") if size >= 1e9 else (size / 1e6, "MB")
    return f"{number:.3g} {unit}" if number < 1000 else f"{number:.0f} {unit}"
