"""What a name may be: of an item, of a parameter, of the mechanism itself."""

from __future__ import annotations

import re

from sarrus.errors import quote

__all__ = ["HIDDEN", "IDENTIFIER", "LONGEST_TITLE", "NAME", "RESERVED", "hidden_in", "seen", "title_flaw"]

LONGEST_TITLE = 200

NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""Of bodies, elements, frames and parts."""

RESERVED = (
    "ground",
    "energy",
    "momentum",
    "load",
    "start",
    "parameters",
    "inputs",
    "signals",
    "per",
    "on",
)
"""Words that no body and no element is called: they begin names of results and of numbers (`energy.kinetic`, `start.A.theta`)."""

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
"""Of parameters, which stand in expressions."""

HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""Controls, line breaks other than \\n, surrogates, byte order marks, and marks that turn the direction of writing."""


def hidden_in(text: str) -> str:
    """The first character of a text that cannot be seen, in words; empty when there is none."""
    found = HIDDEN.search(text)
    return f"the invisible character U+{ord(found[0]):04X} is not allowed" if found else ""


def title_flaw(name: object) -> str:
    """What is wrong with the name of a mechanism, in words; empty where it is a line of text."""
    if not isinstance(name, str):
        return f"is of the type {type(name).__name__}"
    if not name.strip():
        return "is empty"
    if len(name) > LONGEST_TITLE:
        return f"has {len(name)} characters"
    if "\n" in name or "\t" in name:
        return "has more than one line, or a tab"
    return "has a character that cannot be seen" if HIDDEN.search(name) else ""


def seen(value: object) -> str:
    """Whatever was given, for a message: text in quotes and cut, of all else but small numbers the type."""
    if isinstance(value, str):
        return quote(value)
    is_small = value is None or (isinstance(value, int | float) and abs(value) < 1e300)
    return repr(value) if is_small else f"a value of the type {type(value).__name__}"
