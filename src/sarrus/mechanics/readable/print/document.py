"""A page of equations, before it is decided how it is written down: headings, sentences, tables, displays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.mechanics.readable.algebra.terms import Components, Stack, Sum, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.print.layout import Lines
from sarrus.mechanics.readable.print.plain import Plain, glyphs

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
class Tabular:
    """Cells of words and formulas."""

    head: tuple[str, ...]
    rows: tuple[tuple[Sentence, ...], ...]


@dataclass(frozen=True)
class Display:
    """Equations on lines of their own; lines of equally many are aligned in columns."""

    lines: tuple[tuple[Equation, ...], ...]


@dataclass(frozen=True)
class Grid:
    """A matrix with named columns and rows, these by names of the model or by a formula; None is a zero block."""

    letter: Term
    columns: tuple[Term, ...]
    rows: tuple[tuple[tuple[str, ...] | Term, tuple[Term | None, ...]], ...]
    bars: int = 2


@dataclass(frozen=True)
class Pattern:
    """Which blocks of a matrix are not zero: a line of letters and dots per row, behind its label."""

    lines: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """The lines, dots under dots."""
        wide = max((len(label) for label, _ in self.lines), default=0)
        return "\n".join(f"{label:<{wide}}  {dots}" for label, dots in self.lines)


Block = Heading | Paragraph | Tabular | Display | Grid | Pattern


@dataclass(frozen=True)
class Document:
    """The page, and the names that are cut short on it."""

    blocks: tuple[Block, ...]
    cuts: dict[str, str]


def equations(definitions: Sequence[Definition]) -> list[Equation]:
    """Definitions as equations."""
    return [Equation(d.name, d.value) for d in definitions]


def fitted(e: Equation, printer: Plain) -> Equation:
    """An equation with the long sums in its columns broken; long vectors by components become columns."""
    if equation_width(e, printer) <= WIDEST:
        return e
    room = WIDEST - glyphs(e.left, printer) - 4

    def broken(term: Term) -> Term:
        if isinstance(term, Components):
            term = Stack(term.items)
        if type(term) is Stack:
            return Stack(tuple(_on_lines(item, room, printer) for item in term.items))
        if isinstance(term, Sum):
            return Sum(tuple(broken(t) for t in term.terms))
        return term

    return Equation(e.left, broken(e.right))


def _on_lines(term: Term, room: float, printer: Plain) -> Term:
    if not isinstance(term, Sum) or glyphs(term, printer) <= room:
        return term
    lines: list[list[Term]] = []
    used = room
    for part in term.terms:
        wide = glyphs(part, printer) + 1
        if not lines or used + wide > room:
            lines.append([])
            used = 0.0
        lines[-1].append(part)
        used += wide
    if len(lines) == 1:
        return term
    return Lines(tuple(line[0] if len(line) == 1 else Sum(tuple(line)) for line in lines))


def packed(found: Sequence[Equation], printer: Plain) -> Display:
    """Short equations side by side, as many as fit on a line."""
    found = [fitted(e, printer) for e in found]
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
