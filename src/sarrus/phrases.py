"""Lists and numbers as parts of sentences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["SHOWN", "around", "count", "first_of", "joined", "listed"]

SHOWN = 40
"""Names that a sentence lists at most."""


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them: A, B and C."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names in quotes: 'A', 'B' and 'C'; of many the first ones and how many more there are."""
    quoted = [f"'{name}'" for name in names]
    return first_of(quoted) if len(quoted) > SHOWN else joined(quoted, last)


def first_of(shown: Sequence[str], separator: str = ", ") -> str:
    """Items of a list; of many the first ones and how many more there are."""
    text = separator.join(shown[:SHOWN])
    return text if len(shown) <= SHOWN else f"{text} and {len(shown) - SHOWN} more"


def around(loop: Sequence[str]) -> str:
    """The joints of a loop; of many the first ones and the last."""
    if len(loop) <= SHOWN + 1:
        return "-".join(loop)
    return f"{'-'.join(loop[:SHOWN])}-...-{loop[-1]} ({len(loop)} joints)"
