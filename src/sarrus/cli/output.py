"""Words to the terminal: whatever a name contains, wherever the output goes."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import unicodedata
from typing import TextIO

from sarrus.errors import UsageError

__all__ = ["complain", "finish", "hush", "prepare", "printable", "say", "title", "width"]

# Controls (a name must not move the cursor), invisible marks, line ends other than \n, halves of characters.
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Words at the beginning of a line; warnings are yellow, the others red.
_ALARMS = re.compile(r"^(?:(warning)|error|internal error|numerical failure):", re.MULTILINE | re.IGNORECASE)


def prepare() -> None:
    """Let a stream that cannot show a character show its code instead, and one that is closed take it all."""
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def printable(text: str) -> str:
    r"""Text in which characters that act on a terminal instead of standing there are escaped.

    Example:
        >>> print(printable(chr(27) + "[2J"))
        \x1b[2J
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(
        c.encode("unicode_escape").decode() if unicodedata.category(c) in _ESCAPED and c != "\n" else c
        for c in text
    )


def say(text: str = "") -> None:
    """A line, or several, of output."""
    _write(sys.stdout, _colored(printable(text), sys.stdout) + "\n")


def title(text: str) -> None:
    """An empty line and a heading; bold on a terminal."""
    shown = printable(text)
    _write(sys.stdout, f"\n\x1b[1m{shown}\x1b[0m\n" if _shows_colors(sys.stdout) else f"\n{shown}\n")


def complain(text: str) -> None:
    """A message on the error stream, after what was said so far."""
    finish()
    try:
        _write(sys.stderr, _colored(printable(text), sys.stderr) + "\n")
        sys.stderr.flush()
    except (OSError, UsageError):
        return  # nobody is left to tell


def finish() -> None:
    """Bring everything said so far to where it goes."""
    _write(sys.stdout, "")


def width() -> int:
    """Columns of the terminal; 100 when there is none."""
    return max(40, shutil.get_terminal_size((100, 24)).columns)


def _shows_colors(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose user has nothing against colours."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _colored(text: str, stream: TextIO) -> str:
    """Text in which the words before warnings and failures have a colour, on a terminal."""
    if not _shows_colors(stream):
        return text
    return _ALARMS.sub(lambda found: f"\x1b[1;{33 if found[1] else 31}m{found[0]}\x1b[0m", text)


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        # The reader has seen enough (`| head`). The command goes on, for its files and its exit code.
        hush(stream)
    except OSError as error:
        hush(stream)
        raise UsageError(f"the output cannot be written: {error.strerror}.") from error


def hush(stream: TextIO) -> None:
    """Send nowhere what a stream still holds, and what follows."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
