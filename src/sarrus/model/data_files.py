"""Tables of numbers that a model keeps in files beside it.

A model may come from a stranger. It names files inside its own folder only, and these are plain files of numbers: no
absolute path, no way out through `..` or a link, no device, no pipe.
"""

from __future__ import annotations

import copy
import io
import math
import os
import re
import stat
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TypeAlias, TypeVar

from sarrus.elements.base import DataFile, Element, Shape
from sarrus.errors import ModelError, Problem, quote
from sarrus.files import shown_path

__all__ = ["DataFolder", "read_rows", "with_data"]

MOST_BYTES = 10_000_000
MOST_LINES = 200_000
LONGEST_CELL = 1000
MOST_PROBLEMS = 100
LONGEST_PATH = 1000
MOST_ROWS = 100_000

E = TypeVar("E", bound=Element)
Rows: TypeAlias = tuple[tuple[float, ...], ...]
_LINE = re.compile(r":\d+$")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


class DataFolder:
    """The folder of a model, from which each file is read once.

    Args:
        folder: in which the files lie; None where no file may be read.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._tables: dict[tuple[str, int], Rows | ModelError] = {}
        self._size = 0

    def rows(self, written: str, columns: int) -> Rows:
        """The rows of the file at a written path.

        Raises:
            ModelError: it is not in the folder, cannot be read, or is no table.
        """
        path = _inside(written, self.folder)
        if (path, columns) not in self._tables:
            try:
                self._tables[path, columns] = self._read(path, written, columns)
            except ModelError as error:
                self._tables[path, columns] = error
        found = self._tables[path, columns]
        if isinstance(found, ModelError):
            raise found
        return found

    def _read(self, path: str, written: str, columns: int) -> Rows:
        shown = shown_path(os.path.join(self.folder or "", written))
        text = _text(path, shown)
        self._size += len(text)
        if self._size > MOST_BYTES:
            raise ModelError.one(
                shown,
                "the data files up to this one are too large",
                f"At most {MOST_BYTES // 1_000_000} MB are allowed for all together",
            )
        return read_rows(text, shown, columns)


def with_data(element: E, data: DataFolder, where: str, problems: list[Problem]) -> E:
    """The element with the rows of its files; itself where it has none.

    Args:
        element: as the user described it.
        data: from where its files are read.
        where: place of the element in a model file, for messages.
        problems: takes what is wrong with the files.
    """
    files = {key: p for key, p in element.params.items() if p.shape is Shape.FILE}
    if not files or len(problems) >= MOST_PROBLEMS:
        return element
    read = copy.copy(element)
    for key, p in files.items():
        file: DataFile = getattr(element, key)
        try:
            setattr(read, key, DataFile(file.path, data.rows(file.path, len(p.unit.split(",")))))
        except ModelError as error:
            subject = f"{element.keyword} '{element.name}'"
            problems += [_placed(found, where, subject, file) for found in error.problems]
    return read


def _placed(found: Problem, where: str, subject: str, file: DataFile) -> Problem:
    """A problem at its line in the file, or where the model names the file."""
    if not found.where:
        return replace(found, where=where, what=f"{subject} {found.what}")
    if where and not _LINE.search(found.where):
        return replace(found, where=where, what=f"{subject} reads {quote(file.path)}: {found.what}")
    return found


def _inside(written: str, folder: Path | None) -> str:
    """The real path of a file in the folder."""
    reads = f"reads {quote(written)}"
    allowed = "A data file lies in the folder of the model, and its path is relative to that"
    if folder is None:
        raise ModelError.one("", f"{reads}, but this mechanism has no folder", "", "Load it from a file")
    is_absolute = PurePosixPath(written).is_absolute() or PureWindowsPath(written).anchor
    if not written or len(written) > LONGEST_PATH or is_absolute or not written.isprintable():
        raise ModelError.one("", reads, allowed)
    root = os.path.realpath(folder)
    path = os.path.realpath(os.path.join(root, written))
    if os.path.commonpath([root, path]) != root or path == root:
        raise ModelError.one("", f"{reads}, which is outside of {quote(str(folder))}", allowed)
    return path


def _text(path: str, shown: str) -> str:
    # a pipe would wait for its writer, and a link may have been laid since the path was resolved
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        handle = os.open(path, flags | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise ModelError.one(shown, "is not a plain file", "A table is read from a plain file")
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ModelError.one(shown, f"the file cannot be read: {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise ModelError.one(
            shown, "the file is too large", f"At most {MOST_BYTES // 1_000_000} MB are allowed"
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ModelError.one(
            f"{shown}:{line}", "is not text", "A table is UTF-8 text with numbers in it"
        ) from None


def read_rows(text: str, shown: str, columns: int) -> Rows:
    r"""The rows of a table; the numbers of the first column ascend.

    Args:
        text: lines of numbers with commas between them; empty lines and those that begin with # are left out.
        shown: name of the file, for messages.
        columns: how many numbers a row has.

    Raises:
        ModelError: with file and line of the first thing that is wrong.

    Example:
        >>> read_rows("# s, rad\n0, 0\n1, 0.5\n", "angle.csv", 2)
        ((0.0, 0.0), (1.0, 0.5))
    """
    rows: list[tuple[float, ...]] = []
    for number, line in enumerate(io.StringIO(text, newline=None), 1):  # as far as needed, not all at once
        if number > MOST_LINES:
            raise ModelError.one(f"{shown}:{number}", f"the file has more than {MOST_LINES} lines")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        row = _row(line, f"{shown}:{number}", columns)
        if rows and not rows[-1][0] < row[0]:
            raise ModelError.one(
                f"{shown}:{number}", f"{row[0]:g} follows {rows[-1][0]:g}", "The first column ascends"
            )
        rows.append(row)
        if len(rows) > MOST_ROWS:
            raise ModelError.one(
                f"{shown}:{number}",
                f"the table has more than {MOST_ROWS} rows",
                "",
                "Keep fewer: the curve between them is smooth",
            )
    if len(rows) < 2:
        raise ModelError.one(
            shown, f"the table has {len(rows) or 'no'} row{'s' if not rows else ''}", "It needs two or more"
        )
    return tuple(rows)


def _row(line: str, where: str, columns: int) -> tuple[float, ...]:
    found = line.count(",") + 1
    if found != columns:
        raise ModelError.one(
            where,
            f"the row has {found} column{'s' if found > 1 else ''}",
            f"It needs {columns} numbers with commas between them",
        )
    cells = [cell.strip() for cell in line.split(",")]
    for cell in cells:
        if len(cell) > LONGEST_CELL or not _NUMBER.fullmatch(cell) or not math.isfinite(float(cell)):
            raise ModelError.one(
                where,
                f"{quote(cell)} is not a number",
                "Numbers are written like 0.25 or 1e-3, without units",
            )
    return tuple(float(cell) for cell in cells)
