"""Model files as text, read with limits and clear refusals."""

from __future__ import annotations

import os
import stat

from sarrus.errors import ModelError, quote, suggest
from sarrus.files import Path, shown_path
from sarrus.io.located import MOST_BYTES

__all__ = ["read_text"]

MOST_SHOWN = 5
LONGEST_SHOWN = 1000
ENDINGS = (".yaml", ".yml", ".json")


def read_text(path: Path) -> str:
    """The content of a UTF-8 file.

    Raises:
        ModelError: there is no such file, it cannot be read, it is too large, or it is not text.
    """
    where = shown_path(path)
    where = where if len(where) <= LONGEST_SHOWN else quote(where)
    try:
        mode = os.stat(path).st_mode  # before opening: a pipe would wait for a writer
        if stat.S_ISDIR(mode):
            raise ModelError.one(where, "is a folder, not a model file", "", _files_in(path))
        if not stat.S_ISREG(mode):
            raise ModelError.one(where, "is a device or a pipe", "A model is read from a plain file")
        if where.lower().endswith(".py"):
            hint = f"Run it: python {where}"
            raise ModelError.one(
                where, "is a Python file, not a model file", "A model file is YAML or JSON", hint
            )
        with open(path, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _missing(path, where) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ModelError.one(where, f"the file cannot be read: {reason}") from None
    if len(content) > MOST_BYTES:
        too_large = f"At most {MOST_BYTES // 1000} kB are allowed"
        raise ModelError.one(f"{where}:1:1", "the file is too large", too_large)
    if b"\0" in content:
        raise ModelError.one(
            f"{where}:{_place(content, content.index(0))}",
            "the file is not text",
            "A model file is UTF-8 text",
            "Save it as UTF-8, without zero bytes",
        )
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise ModelError.one(
            f"{where}:{_place(content, error.start)}",
            f"the byte 0x{content[error.start]:02X} is not UTF-8",
            "A model file is UTF-8 text",
            "Save it with that encoding",
        ) from None


def _place(content: bytes, position: int) -> str:
    """Line and column of a byte."""
    line, start = content.count(b"\n", 0, position) + 1, content.rfind(b"\n", 0, position)
    return f"{line}:{position - start}"


def _missing(path: Path, where: str) -> ModelError:
    folder, name = os.path.split(os.fsdecode(path))
    if not os.path.isdir(folder or os.curdir):
        return ModelError.one(where, f"there is no folder {quote(folder)}")
    near = suggest(name, _listing(folder))
    return ModelError.one(where, "there is no such file", "", near or _files_in(folder))


def _files_in(folder: Path) -> str:
    names = [name for name in _listing(folder) if name.endswith(ENDINGS)]
    shown = ", ".join(names[:MOST_SHOWN]) + (", ..." if len(names) > MOST_SHOWN else "")
    return f"Model files there: {shown}" if names else ""


def _listing(folder: Path) -> list[str]:
    try:
        names = sorted(os.listdir(os.fsdecode(folder) or os.curdir))
    except OSError:
        return []
    return [name for name in names if name.isprintable()][:1000]
