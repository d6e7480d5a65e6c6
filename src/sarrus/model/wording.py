"""How things of a model are called in messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sarrus.elements.base import Element
from sarrus.errors import suggest

MOST_LISTED = 40
MOST_COMPARED = 300  # a comparison takes some 10 microseconds, and there may be a hundred problems


def label(element: Element) -> str:
    """What an element is called in messages."""
    return f"{element.keyword} '{element.name}'"


def listed(names: Iterable[str]) -> str:
    """Names for a message; of many only the first."""
    known = tuple(names)
    return ", ".join(known[:MOST_LISTED]) + (
        f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    )


def nearest(word: str, names: Collection[str]) -> str:
    """A question with the name that is meant, or nothing where none is near or there are too many to compare."""
    return suggest(word, names) if len(names) <= MOST_COMPARED else ""
