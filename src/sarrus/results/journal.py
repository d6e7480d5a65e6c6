"""The journal of a run: rows on disk as they are computed, readable up to the last whole block whatever happens.

    a line of JSON      {"sarrus journal": 1, mechanism, analysis, until, rows, columns with units, versions, files}
    blocks, each        index u64 | length u32 | CRC-32 u32 | kind, 8 letters | content       (little-endian)

The index counts blocks from 0; the length is that of kind and content, and the CRC is over all but itself. Kinds:

    rows      float64, row after row: the time, then every series
    facts     JSON: evidence so far, components that are not unique; at the end of the run, its outcome

A block of another kind is passed over: there is room for the state of an integrator, from which a run can be resumed.
A reader stops at the first block that is cut short or damaged.

The file is locked while its writer lives. Blocks are written at a known place, so a write that was cut short by an
interruption or a full disk is written over or cut off, never followed.
"""

from __future__ import annotations

import json
import os
import stat
import struct
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from sarrus.errors import UsageError
from sarrus.files import NEW_FILE, Path, reason_of, shown_path, write_at
from sarrus.results.columns import Column, width
from sarrus.results.described import Described, Files, files_of

__all__ = ["FACTS", "ROWS", "Header", "Journal", "is_journal", "is_locked", "read_blocks", "read_header"]

FORMAT = 1
START = b'{"sarrus journal": '
ROWS, FACTS = b"rows    ", b"facts   "
LONGEST_HEADER = 1 << 24
LARGEST_BLOCK = 1 << 28
SYNC_AFTER = 30.0
"""Seconds after which what was written is brought to the disk itself."""

_HEAD = struct.Struct("<QII")


@dataclass(frozen=True)
class Header:
    """What a journal is of.

    Attributes:
        mechanism: its name.
        analysis: the verb.
        until: end time asked for [s].
        rows: rows asked for.
        columns: the series.
        described: the mechanism, as in `Result`.
        foreign: kinds of elements that are not of the catalogue, as in `Result`.
    """

    mechanism: str
    analysis: str
    until: float
    rows: int
    columns: tuple[Column, ...]
    described: Described = field(default_factory=dict, repr=False)
    foreign: tuple[str, ...] = ()

    def line(self, versions: Mapping[str, str]) -> bytes:
        """As it stands in the file."""
        content = {
            "sarrus journal": FORMAT,
            "mechanism": self.mechanism,
            "analysis": self.analysis,
            "until": self.until,
            "rows": self.rows,
            "columns": [[c.name, c.unit, c.size] for c in self.columns],
            "versions": dict(versions),
            "files": dict(files_of(self.described)),
            **({"foreign": list(self.foreign)} if self.foreign else {}),
        }
        return json.dumps(content).encode() + b"\n"


@dataclass(frozen=True)
class _End:
    """Where a journal ends."""

    size: int = 0
    blocks: int = 0
    rows: int = 0


class Journal:
    """A journal that is being written; `open` makes it.

    Attributes:
        path: of the file.
    """

    def __init__(self, path: str, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._end = _End()
        self._synced = time.monotonic()

    @property
    def rows(self) -> int:
        """Rows in it."""
        return self._end.rows

    @classmethod
    def open(cls, path: str, line: bytes) -> Journal:
        """A new journal with its first line, locked.

        Raises:
            UsageError: another run writes to it, or one that was killed has left rows in it.
            OSError: the file cannot be written.
        """
        journal = cls(path, _claim(path))
        try:
            os.ftruncate(journal._handle, 0)
            write_at(journal._handle, 0, line)
        except BaseException:
            journal.remove()
            raise
        journal._end = _End(len(line))
        return journal

    def append(self, *blocks: tuple[bytes, bytes | memoryview], rows: int = 0) -> None:
        """Add blocks, each a kind and its content: all of them, or none.

        Args:
            blocks: to be added.
            rows: how many rows are in them.

        Raises:
            OSError: they cannot be written; what was written of them does not count, and `close` cuts it off.
        """
        data, end = bytearray(), self._end
        for i, (kind, content) in enumerate(blocks):
            index, length = end.blocks + i, len(kind) + memoryview(content).nbytes
            data += _HEAD.pack(index, length, _checksum(index, length, kind, content)) + kind + content
        write_at(self._handle, end.size, memoryview(data))
        # One assignment: an interruption comes before it, and the rows are not there, or after it.
        self._end = _End(end.size + len(data), end.blocks + len(blocks), end.rows + rows)
        if time.monotonic() - self._synced > SYNC_AFTER:
            self.sync()

    def sync(self) -> None:
        """Bring everything to the disk itself."""
        os.fsync(self._handle)
        self._synced = time.monotonic()

    def read(self) -> BinaryIO:
        """The journal from its beginning, as it is now."""
        return open(self.path, "rb")

    def close(self) -> None:
        """End writing and keep the file."""
        with suppress(OSError):
            os.ftruncate(self._handle, self._end.size)
            os.fsync(self._handle)
        os.close(self._handle)

    def remove(self) -> None:
        """End writing and remove the file, which is locked until it is gone."""
        with suppress(OSError):
            os.unlink(self.path)
        os.close(self._handle)


def is_journal(beginning: bytes) -> bool:
    """Whether a file that begins so is a journal."""
    return beginning.startswith(START)


def read_header(file: BinaryIO) -> Header:
    """The first line of a journal, checked; the file stands at the first block then.

    Raises:
        ValueError: it is not as a run writes it.
    """
    line = file.readline(LONGEST_HEADER)
    if not line.endswith(b"\n"):
        raise ValueError("its first line is incomplete")
    try:
        content = json.loads(line)
        columns = tuple(Column(str(name), str(unit), int(size)) for name, unit, size in content["columns"])
        found = Header(
            str(content["mechanism"]),
            str(content["analysis"]),
            float(content["until"]),
            int(content["rows"]),
            columns,
            _files(content.get("files", {})),
            tuple(map(str, content.get("foreign", ()))),
        )
        version = int(content["sarrus journal"])
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"its first line cannot be understood: {error}") from error
    if version > FORMAT:
        raise ValueError(f"it has journal format {version}, and this version reads formats up to {FORMAT}")
    if any(c.size < 1 for c in columns) or 8 * width(columns) > LARGEST_BLOCK:
        raise ValueError("a series in it has an impossible size")
    if len({c.name for c in columns}) < len(columns):
        raise ValueError("two series in it have one name")
    return found


def _files(found: Any) -> Files:
    """Texts by name; an early version wrote none."""
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError("the files of the model are not texts")
    return files_of(found)


def read_blocks(file: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of every block from where the file stands, up to the first that is cut short or damaged."""
    index = 0
    left = os.fstat(file.fileno()).st_size - file.tell()
    while left >= _HEAD.size:
        head = file.read(_HEAD.size)
        if len(head) < _HEAD.size:
            return
        number, length, checksum = _HEAD.unpack(head)
        left -= _HEAD.size + length
        if number != index or not 8 <= length <= LARGEST_BLOCK or left < 0:
            return
        data = file.read(length)
        if len(data) < length or _checksum(number, length, data) != checksum:
            return
        yield data[:8], data[8:]
        index += 1


def is_locked(file: BinaryIO) -> bool:
    """Whether the writer of a journal lives."""
    lock = _locking()
    if lock is None:
        return False
    try:
        lock.flock(file, lock.LOCK_SH | lock.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # a file system without locks
        return False
    lock.flock(file, lock.LOCK_UN)
    return False


def refusal(path: Path, why: str) -> UsageError:
    """What is said to a run that wants the name of a journal that is there."""
    shown = shown_path(path)
    return UsageError(
        f"{shown}: {why}. Read it with sarrus.load_result({shown!r}) or 'sarrus plot {shown}', "
        "move or remove it, and run again; or save under another name."
    )


def _checksum(index: int, length: int, *data: bytes | memoryview) -> int:
    total = zlib.crc32(struct.pack("<QI", index, length))
    for part in data:
        total = zlib.crc32(part, total)
    return total


def _locking() -> Any:
    """The module that locks files; None where there is none (Windows)."""
    try:
        import fcntl
    except ImportError:
        return None
    return fcntl


def _claim(path: str) -> int:
    """A locked handle of a journal that is new, or holds nothing that could be lost."""
    while True:
        try:
            handle, is_new = os.open(path, NEW_FILE | os.O_EXCL, 0o666), True
        except FileExistsError:
            try:
                handle, is_new = os.open(path, NEW_FILE & ~os.O_CREAT), False
            except FileNotFoundError:
                continue  # removed in between
            except OSError as error:
                raise refusal(
                    path, f"something is there that cannot be opened: {reason_of(error)}"
                ) from error
        try:
            if _lock(path, handle, is_new):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _lock(path: str, handle: int, is_new: bool) -> bool:
    """Lock a journal; False when it was removed by its writer meanwhile."""
    lock = _locking()
    try:
        if lock is not None:
            lock.flock(handle, lock.LOCK_EX | lock.LOCK_NB)
    except BlockingIOError as error:
        raise UsageError(
            f"{shown_path(path)}: another run is writing to this file. Wait for its end, or save under another name."
        ) from error
    except OSError:  # a file system without locks: only a new file is safe
        lock = None
    try:
        if not os.path.samestat(os.stat(path), os.fstat(handle)):
            return False
    except FileNotFoundError:
        return False
    if not is_new:
        _refuse_rows(path, handle, is_alone=lock is not None)
    return True


def _refuse_rows(path: str, handle: int, is_alone: bool) -> None:
    """Refuse what is there already, unless it is a journal in which nothing could be lost."""
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        raise refusal(path, "something is there that is not a plain file")
    with open(os.dup(handle), "rb") as file:
        line = file.readline(LONGEST_HEADER)
        if not (is_journal(line) or START.startswith(line)):
            raise refusal(path, "a file is there that is no journal of Sarrus")
        is_empty = not line.endswith(b"\n") or not any(kind == ROWS for kind, _ in read_blocks(file))
    if not (is_alone and is_empty):
        raise refusal(path, "it holds the rows of a run that did not end")
