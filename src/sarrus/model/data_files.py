"""Tables of numbers that a model keeps in files beside it.

A model may come from a stranger. It names files inside its own folder only, and these are plain files of numbers: no
absolute path, no way out through `..` or a link, no device, no pipe.
"""

from __future__ import annotations

import copy
import math
import os
import re
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TypeVar

from sarrus.elements.base import DataFile, Element, Param, Shape
from sarrus.errors import ModelError, Problem, quote
from sarrus.files import shown_path

__all__ = ["read_rows", "with_data"]

MOST_BYTES = 10_000_000
MOST_ROWS = 500
"""Every row becomes a piece of the compiled program."""

E = TypeVar("E", bound=Element)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def with_data(element: E, folder: Path | None, where: str, problems: list[Problem]) -> E:
    """The element with the rows of its files; itself where it has none.

    Args:
        element: as the user described it.
        folder: in which its files lie; None where no file may be read.
        where: place of the element in a model file, for messages.
        problems: takes what is wrong with the files.
    """
    files = {key: p for key, p in element.params.items() if p.shape is Shape.FILE}
    if not files:
        return element
    read = copy.copy(element)
    for key, p in files.items():
        try:
            setattr(read, key, _read(getattr(element, key), p, folder))
        except ModelError as error:
            subject = f"{element.keyword} '{element.name}'"
            problems += [
                found if found.where else Problem(where, f"{subject} {found.what}", found.allowed, found.try_)
                for found in error.problems
            ]
    return read


def _read(file: DataFile, p: Param, folder: Path | None) -> DataFile:
    path = _inside(file.path, folder)
    shown = shown_path(os.path.join(folder or "", file.path))
    return DataFile(file.path, read_rows(_text(path, shown), shown, len(p.unit.split(","))))


def _inside(written: str, folder: Path | None) -> str:
    """The real path of a file in the folder."""
    reads = f"reads {quote(written)}"
    allowed = "A data file lies in the folder of the model, and its path is relative to that"
    if folder is None:
        raise ModelError.one("", f"{reads}, but this mechanism has no folder", "", "Load it from a file")
    is_absolute = PurePosixPath(written).is_absolute() or PureWindowsPath(written).anchor
    if not written or is_absolute or not written.isprintable():
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


def read_rows(text: str, shown: str, columns: int) -> tuple[tuple[float, ...], ...]:
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
    for number, line in enumerate(text.splitlines(), 1):
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
    cells = [cell.strip() for cell in line.split(",")]
    if len(cells) != columns:
        raise ModelError.one(
            where,
            f"the row has {len(cells)} column{'s' if len(cells) > 1 else ''}",
            f"It needs {columns} numbers with commas between them",
        )
    for cell in cells:
        if not _NUMBER.fullmatch(cell) or not math.isfinite(float(cell)):
            raise ModelError.one(
                where,
                f"{quote(cell)} is not a number",
                "Numbers are written like 0.25 or 1e-3, without units",
            )
    return tuple(float(cell) for cell in cells)
