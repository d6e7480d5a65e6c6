"""Pages as plain data, for a page that renders the formulas itself: dictionaries, lists and LaTeX that KaTeX reads.

    {"block": "heading", "level": 1, "pieces": [...]}       {"block": "display", "math": "..."}
    {"block": "paragraph", "pieces": [...]}                 {"block": "pattern", "text": "..."}
    {"block": "table", "head": [[...]], "rows": [[[...]]]}

A piece is {"text": words}, {"name": a name of the model} or {"math": LaTeX}.
"""

from __future__ import annotations

import re
from enum import StrEnum, auto
from typing import Any

from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Document,
    Equation,
    Grid,
    Heading,
    Paragraph,
    Part,
    Pattern,
    Sentence,
    Tabular,
)
from sarrus.mechanics.readable.print.typeset import Formulas

__all__ = ["blocks"]

Piece = dict[str, str]


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = auto()
    PARAGRAPH = auto()
    DISPLAY = auto()
    TABLE = auto()
    PATTERN = auto()


_NAME = re.compile(r"`([^`]*)`")


def blocks(document: Document) -> list[dict[str, Any]]:
    """The page, block by block."""
    formulas = Formulas(document.cuts)
    return [_block(block, formulas) for block in document.blocks]


def _block(block: Block, formulas: Formulas) -> dict[str, Any]:
    match block:
        case Heading(level, parts):
            return {"block": BlockKind.HEADING, "level": level, "pieces": _pieces(parts, formulas)}
        case Paragraph(parts):
            return {"block": BlockKind.PARAGRAPH, "pieces": _pieces(parts, formulas)}
        case Tabular(head, rows):
            cells = [[_pieces(cell, formulas) for cell in row] for row in rows]
            return {"block": BlockKind.TABLE, "head": [_words(word) for word in head], "rows": cells}
        case Display():
            return {"block": BlockKind.DISPLAY, "math": formulas.display(block)}
        case Grid():
            return {"block": BlockKind.DISPLAY, "math": formulas.grid(block)}
        case Pattern():
            return {"block": BlockKind.PATTERN, "text": block.text()}


def _pieces(parts: Sentence, formulas: Formulas) -> list[Piece]:
    return [piece for part in parts for piece in _piece(part, formulas)]


def _piece(part: Part, formulas: Formulas) -> list[Piece]:
    if isinstance(part, str):
        return _words(part)
    if isinstance(part, Equation):
        return [{"math": formulas.equation(part)}]
    return [{"math": formulas.latex.term(part)}]


def _words(text: str) -> list[Piece]:
    """Words, and names of the model between backticks."""
    found = _NAME.split(text)  # words and names by turns
    return [{"name" if k % 2 else "text": word} for k, word in enumerate(found) if word]
