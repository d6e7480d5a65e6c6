"""Words explained: elements from their docstrings and declarations, and the words around them."""

from __future__ import annotations

from collections.abc import Iterable

from sarrus.cli.explain.element import element_text, first_line
from sarrus.cli.explain.words import (
    EVIDENCE,
    RESULTS,
    command_text,
    commands,
    evidence_text,
    result_text,
    section_text,
    sections,
    status_text,
    statuses,
)
from sarrus.elements import SHELVES
from sarrus.elements.base import Element, keyword_of
from sarrus.errors import UsageError, quote, suggest

__all__ = ["everything", "explained", "one_liners"]


def explained(word: str) -> str:
    """What a word means: of an element all there is to say, of other words a few lines.

    Raises:
        UsageError: nobody knows the word; the message has the nearest one and the list.
    """
    asked = word.strip()
    found = _element(asked)
    parts = [element_text(found)] if found else []
    if not parts:
        tries = (command_text, section_text, result_text, evidence_text, status_text)
        parts = [text for text in (ask(asked) for ask in tries) if text]
    if parts:
        return "\n\n".join(parts)
    known = [
        *_keywords(),
        *(kind.__name__ for kind in _kinds()),
        *commands(),
        *sections(),
        *RESULTS,
        *EVIDENCE,
        *statuses(),
    ]
    elements = "\n".join(
        f"  {shelf}: {', '.join(k.keyword for k in items)}" for shelf, items in SHELVES.items()
    )
    raise UsageError(
        f"{quote(word)} is not a word of Sarrus. {suggest(asked, known)}".rstrip()
        + f"\nElements are:\n{elements}\nAlso commands ({', '.join(commands())}), sections of a file, names of "
        "results and statuses: 'sarrus explain' lists them."
    )


def everything() -> str:
    """Every word with a line on it, by shelf."""
    blocks = [f"{shelf}\n{one_liners(items)}" for shelf, items in SHELVES.items()]
    others = {
        "sections of a model file": {k: v for k, v in sections().items() if k not in SHELVES},
        "commands": commands(),
        "results (NAME.reaction, energy.balance)": RESULTS,
        "reports and evidence": EVIDENCE,
        "statuses": statuses(),
    }
    blocks += [f"{title}\n{_listed(words)}" for title, words in others.items()]
    return "\n\n".join(
        [*blocks, "'sarrus explain WORD' says more, for an element with its equations and an example."]
    )


def one_liners(kinds: Iterable[type[Element]]) -> str:
    """Elements with a line on each."""
    return _listed({kind.keyword: first_line(kind) for kind in kinds})


def _listed(words: dict[str, str]) -> str:
    width = max(len(word) for word in words)
    return "\n".join(f"  {word.ljust(width)}  {' '.join(text.split())}" for word, text in words.items())


def _kinds() -> list[type[Element]]:
    return [kind for items in SHELVES.values() for kind in items]


def _keywords() -> list[str]:
    return [kind.keyword for kind in _kinds()]


def _element(word: str) -> type[Element] | None:
    """The element that a keyword or a class name means, in any spelling of the two."""
    names = {word.lower().replace("_", "-"), keyword_of(word)}
    return next(
        (kind for kind in _kinds() if kind.keyword in names or kind.__name__.lower() == word.lower()), None
    )
