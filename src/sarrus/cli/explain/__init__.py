"""Words explained: elements from their docstrings and declarations, and the words around them."""

from __future__ import annotations

from collections.abc import Iterable

from sarrus.cli.explain.element import element_text, first_line
from sarrus.cli.explain.equation_forms import form_text, form_words
from sarrus.cli.explain.pages import PAGES, page_text
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
from sarrus.elements.base import Element, keyword_of
from sarrus.elements.outside import Shelves, meant_by, shelves_with
from sarrus.errors import UsageError, quote, suggest

__all__ = ["everything", "explained", "one_liners"]


def explained(word: str, elements: Iterable[type[Element]] = ()) -> str:
    """What a word means: of an element all there is to say, of other words a few lines.

    Args:
        word: as the user wrote it.
        elements: classes of the user's own, beside the catalogue.

    Raises:
        UsageError: nobody knows the word; the message has the nearest one and the list.
    """
    asked, shelves = word.strip(), shelves_with(elements)
    found = _element(asked, shelves)
    parts = [element_text(found)] if found else []
    if not parts:
        told = (
            command_text(asked),
            section_text(asked, shelves),
            result_text(asked, shelves),
            evidence_text(asked),
            status_text(asked),
            form_text(asked),
        )
        parts = [text for text in told if text]
    parts += [page_text(asked)] if page_text(asked) else []
    if parts:
        return "\n\n".join(parts)
    known = [
        *(kind.keyword for kind in _kinds(shelves)),
        *(kind.__name__ for kind in _kinds(shelves)),
        *commands(),
        *sections(),
        *RESULTS,
        *EVIDENCE,
        *statuses(),
        *form_words(),
        *PAGES,
    ]
    listed = "\n".join(
        f"  {shelf}: {', '.join(k.keyword for k in items)}" for shelf, items in shelves.items()
    )
    near = meant_by(asked, [k for k in _kinds(shelves) if asked.lower() in k.also_called])
    raise UsageError(
        f"{quote(word)} is not a word of Sarrus. {near or suggest(asked, known)}".rstrip()
        + f"\nElements are:\n{listed}\nAlso commands ({', '.join(commands())}), pages ({', '.join(PAGES)}), sections of a "
        "file, names of results and statuses: 'sarrus explain' lists them."
    )


def everything(elements: Iterable[type[Element]] = ()) -> str:
    """Every word with a line on it, by shelf; classes of the user's own stand beside the catalogue."""
    shelves = shelves_with(elements)
    blocks = [f"{shelf}\n{one_liners(items)}" for shelf, items in shelves.items()]
    others = {
        "sections of a model file": {k: v for k, v in sections().items() if k not in shelves},
        "commands": commands(),
        "results (NAME.reaction, energy.balance)": RESULTS,
        "reports and evidence": EVIDENCE,
        "statuses": statuses(),
        "pages of the documentation": {title: page.told for title, page in PAGES.items()},
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


def _kinds(shelves: Shelves) -> list[type[Element]]:
    return [kind for items in shelves.values() for kind in items]


def _element(word: str, shelves: Shelves) -> type[Element] | None:
    """The element that a keyword or a class name means, in any spelling of the two."""
    names = {word.lower().replace("_", "-"), keyword_of(word)}
    return next(
        (kind for kind in _kinds(shelves) if kind.keyword in names or kind.__name__.lower() == word.lower()),
        None,
    )
