"""Files written completely or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, TextIO

from sarrus.errors import UsageError, quote

__all__ = [
    "Path",
    "given_ending",
    "reason_of",
    "shown_path",
    "sync_folder",
    "whole_binary_file",
    "whole_file",
    "write_at",
    "write_bytes",
    "write_text",
]

Path = str | os.PathLike[str]

# O_BINARY exists on Windows only, where bytes would be changed without it; O_NOFOLLOW only elsewhere
NEW_FILE = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def shown_path(path: Path) -> str:
    """A path as it stands in messages."""
    text = os.fsdecode(path)
    return text if text.isprintable() else quote(text)


def given_ending(path: object) -> str:
    """The ending of a file that a caller names, in small letters.

    Raises:
        UsageError: it is no path, or one in bytes.
    """
    return os.path.splitext(_text_of(path))[1].lower()


def _text_of(path: object) -> str:
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    if not isinstance(text, str):
        raise UsageError(
            "The path of a file is a text, such as 'out/run.h5', or a pathlib.Path, not a value of the type "
            f"{type(text).__name__}."
        )
    return text


def reason_of(error: BaseException) -> str:
    """Why a file could not be read or written, in the words of the system."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


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
def whole_binary_file(path: Path, temporary: str | None = None) -> Iterator[BinaryIO]:
    """A file of bytes to write into, and to read back, which takes its name only when it is complete; see `whole_file`.

    Args:
        path: the name it takes.
        temporary: its name until then, in the same folder, for a caller who alone may use that name: what a killed
            process left there is replaced. When left out, one that nobody has.
    """
    with _replacing(path, temporary) as handle, open(handle, "w+b") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _replacing(path: Path, temporary: str | None = None) -> Iterator[int]:
    """The handle of a new temporary file; it must be closed inside the block, and takes the name at its end."""
    try:
        target = os.path.realpath(_text_of(path))
        part = temporary or os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")
        mode = os.stat(target).st_mode if os.path.exists(target) else None
        if mode is not None and not stat.S_ISREG(mode):
            raise UsageError(f"{shown_path(path)}: is not a plain file. Choose another name.")
        try:
            yield os.open(part, NEW_FILE | (os.O_TRUNC if temporary else os.O_EXCL), 0o666)
            if mode is not None:
                os.chmod(part, stat.S_IMODE(mode))
            os.replace(part, target)
        finally:
            if os.path.exists(part):
                os.unlink(part)
    except (OSError, ValueError) as error:
        raise UsageError(f"{shown_path(path)}: the file cannot be written: {reason_of(error)}.") from error


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file so that it is there completely, or as it was before."""
    with whole_file(path) as file:
        file.write(text)


def write_bytes(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file of bytes so that it is there completely, or as it was before."""
    with whole_binary_file(path) as file:
        for part in parts:
            file.write(part)


def write_at(handle: int, place: int, data: bytes | memoryview) -> None:
    """Write all of it at a place of a file, past every buffer of Python.

    Raises:
        OSError: the file cannot be written; a part of it may have been.
    """
    rest = memoryview(data).cast("B")
    while rest:
        written = os.pwrite(handle, rest, place)
        rest, place = rest[written:], place + written


def sync_folder(folder: str) -> None:
    """Bring a new name in a folder to the disk, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
