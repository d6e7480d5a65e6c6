"""A page of equations, before it is decided how it is written down: headings, sentences, tables, displays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.equations.readable.plain import Plain, glyphs
from sarrus.equations.readable.terms import Term
from sarrus.equations.readable.trees import Definition

WIDEST = 80.0
"""Glyph widths on a line."""


@dataclass(frozen=True)
class Equation:
    """left = right."""

    left: Term
    right: Term


Part = str | Term | Equation
"""Words (names of the model in backticks), or a formula."""
Sentence = tuple[Part, ...]


@dataclass(frozen=True)
class Heading:
    """A title; level 1 is the mechanism."""

    level: int
    parts: Sentence


@dataclass(frozen=True)
class Paragraph:
    """A sentence or two."""

    parts: Sentence


@dataclass(frozen=True)
class Table:
    """Cells of words and formulas."""

    head: tuple[str, ...]
    rows: tuple[tuple[Sentence, ...], ...]


@dataclass(frozen=True)
class Display:
    """Equations on lines of their own; lines of equally many are aligned in columns."""

    lines: tuple[tuple[Equation, ...], ...]


@dataclass(frozen=True)
class Grid:
    """A matrix with named columns and rows; None is a zero block."""

    letter: Term
    columns: tuple[Term, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[Term | None, ...]], ...]
    bars: int = 2


Block = Heading | Paragraph | Table | Display | Grid


@dataclass(frozen=True)
class Document:
    """The page, and the names that are cut short on it."""

    blocks: tuple[Block, ...]
    cuts: dict[str, str]


def equations(definitions: Sequence[Definition]) -> list[Equation]:
    """Definitions as equations."""
    return [Equation(d.name, d.value) for d in definitions]


def packed(found: Sequence[Equation], printer: Plain) -> Display:
    """Short equations side by side, as many as fit on a line."""
    if any(equation_width(e, printer) > WIDEST for e in found):  # to be broken: each for itself
        return Display(tuple((e,) for e in found))
    lines: list[list[Equation]] = []
    room = 0.0
    for e in found:
        wide = equation_width(e, printer)
        if not lines or room + wide > WIDEST:
            lines.append([])
            room = 0.0
        lines[-1].append(e)
        room += wide + 2
    return Display(tuple(map(tuple, lines)))


def paired(first: Sequence[Equation], second: Sequence[Equation], printer: Plain) -> Display:
    """Two equations a line where all such lines fit, else one under the other."""
    pairs = list(zip(first, second, strict=True))
    if all(equation_width(a, printer) + equation_width(b, printer) < WIDEST for a, b in pairs):
        return Display(tuple(pairs))
    return Display(tuple((e,) for pair in pairs for e in pair))


def columns(lines: Sequence[Sequence[Equation]], printer: Plain) -> Display:
    """Lines of several equations if they fit, else transposed, else one equation a line."""
    for layout in (list(lines), list(zip(*lines, strict=True))):
        if len(layout[0]) <= 4 and all(
            sum(equation_width(e, printer) for e in line) < WIDEST for line in layout
        ):
            return Display(tuple(map(tuple, layout)))
    return Display(tuple((e,) for line in lines for e in line))


def equation_width(e: Equation, printer: Plain) -> float:
    """Glyph widths of an equation."""
    return glyphs(e.left, printer) + 1 + glyphs(e.right, printer)
