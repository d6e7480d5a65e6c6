"""Texts that a command shows or writes: equations in a format, a schema."""

from __future__ import annotations

import os
from typing import Any

from sarrus.cli.output import say
from sarrus.cli.targets import check_text_ending
from sarrus.errors import UsageError, suggest

__all__ = ["FORMATS", "check_format", "format_of", "put", "text_in"]

FORMATS = ("text", "markdown", "latex", "html", "sympy")
ENDINGS = {
    "text": (".txt",),
    "markdown": (".md", ".markdown"),
    "latex": (".tex",),
    "html": (".html", ".htm"),
    "sympy": (".py", ".txt"),
}
"""Of files, by what is in them; the first format that has an ending is meant by it."""


def format_of(format: str | None, output: str | None) -> str:
    """The format that is asked for, or that the ending of a file means; text where it means none."""
    if format is not None:
        return format
    ending = os.path.splitext(output or "")[1].lower()
    return next((format for format, endings in ENDINGS.items() if ending in endings), "text")


def check_format(format: str | None, output: str | None, standalone: bool | None = None) -> None:
    """Refuse a format that there is not, a file whose ending says something else, or what only LaTeX can be."""
    chosen = format_of(format, output)
    if chosen not in FORMATS:
        meant = next((format for format, endings in ENDINGS.items() if f".{chosen}" in endings), "")
        near = f"Did you mean '{meant}'?" if meant else suggest(chosen, FORMATS)
        raise UsageError(f"format '{chosen}' is unknown. Allowed: {', '.join(FORMATS)}. {near}".rstrip())
    if standalone and chosen != "latex":
        raise UsageError(
            f"--standalone makes a document of LaTeX, and the format is {chosen}. Add --format latex, or leave it out."
        )
    if output is not None:
        check_text_ending(
            output,
            ENDINGS[chosen],
            f"equations in the format {chosen} are written as text",
            f"Other formats are: {', '.join(other for other in FORMATS if other != chosen)}. Outputs of the forms linear and "
            "transfer are named with --outputs.",
        )


def text_in(answer: Any, format: str, standalone: bool | None = None) -> str:
    """Equations in a format; in LaTeX perhaps as a document that compiles by itself."""
    if format == "latex":
        return str(answer.latex(standalone=bool(standalone)))
    text: str = answer.listing() if format == "sympy" else getattr(answer, format)()
    return text


def put(text: str, output: str | None) -> None:
    """To a file or to the terminal."""
    if output is None:
        say(text.rstrip("\n"))
        return
    from sarrus.files import write_text

    write_text(output, text if text.endswith("\n") else text + "\n")
    say(f"Written: {output}")
