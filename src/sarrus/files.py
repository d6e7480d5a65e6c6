"""Files written completely or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from sarrus.errors import UsageError, quote

__all__ = ["Path", "shown_path", "whole_binary_file", "whole_file", "write_bytes", "write_text"]

Path = str | os.PathLike[str]


def shown_path(path: Path) -> str:
    """A path as it stands in messages."""
    text = os.fsdecode(path)
    return text if text.isprintable() else quote(text)


@contextmanager
def whole_file(path: Path, newline: str = "\n") -> Iterator[TextIO]:
    """A UTF-8 file to write into, which takes its name only when it is complete.

    The text goes to a temporary file in the same folder and reaches the disk first. A link stays a link; a device or a
    pipe is refused.

    Raises:
        UsageError: the file cannot be written there.
    """
    with _replacing(path) as handle, open(handle, "w", encoding="utf-8", newline=newline) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def whole_binary_file(path: Path) -> Iterator[BinaryIO]:
    """A file of bytes to write into, which takes its name only when it is complete; see `whole_file`."""
    with _replacing(path) as handle, open(handle, "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _replacing(path: Path) -> Iterator[int]:
    """The handle of a new temporary file; it must be closed inside the block, and takes the name at its end."""
    try:
        target = os.path.realpath(path)
        part = os.path.join(os.path.dirname(target), f".{secrets.token_hex(8)}.part")
        mode = os.stat(target).st_mode if os.path.exists(target) else None
        if mode is not None and not stat.S_ISREG(mode):
            raise UsageError(f"{shown_path(path)}: is not a plain file. Choose another name.")
        try:
            # O_BINARY exists on Windows only, where bytes would be changed without it
            yield os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
            if mode is not None:
                os.chmod(part, stat.S_IMODE(mode))
            os.replace(part, target)
        finally:
            if os.path.exists(part):
                os.unlink(part)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"{shown_path(path)}: the file cannot be written: {reason}.") from error


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file so that it is there completely, or as it was before."""
    with whole_file(path) as file:
        file.write(text)


def write_bytes(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file of bytes so that it is there completely, or as it was before."""
    with whole_binary_file(path) as file:
        for part in parts:
            file.write(part)
