"""Pages as an HTML fragment: formulas in MathML, no script, nothing to load."""

from __future__ import annotations

import re
from html import escape

from sarrus.mechanics.readable.algebra.terms import Sum
from sarrus.mechanics.readable.print.document import (
    WIDEST,
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
    equation_width,
)
from sarrus.mechanics.readable.print.mathml import MathMl, sign
from sarrus.mechanics.readable.print.plain import Plain

STYLE = """
.sarrus-equations { max-width: 60em; line-height: 1.5; }
.sarrus-equations .bold { font-weight: bold; }
.sarrus-equations .display { margin: 0.8em 0; padding: 0.3em 0; overflow-x: auto; overflow-y: hidden; }
.sarrus-equations math { font-size: 1.05em; }
.sarrus-equations table { border-collapse: collapse; margin: 0.8em 0; }
.sarrus-equations th, .sarrus-equations td { border: 1px solid #999; padding: 0.25em 0.6em; text-align: left; }
.sarrus-equations .wide { overflow-x: auto; }
.sarrus-equations mtd.left { text-align: right; padding-right: 0; }
.sarrus-equations mtd.right { text-align: left; padding-left: 0; }
.sarrus-equations mtd.bar { border-left: 1px solid; }
.sarrus-equations mtr.head mtd { border-bottom: 1px solid; }
.sarrus-equations mtable.bracket, .sarrus-equations mtable.cases { margin: 0 0.15em; }
.sarrus-equations mtable.align { math-style: normal; }
.sarrus-equations mtable.lines mtd { text-align: left; }
.sarrus-equations mtable.cases { border-left: 1.5px solid; }
.sarrus-equations mtable.bracket { border-left: 1.5px solid; border-right: 1.5px solid; background:
  linear-gradient(currentcolor, currentcolor) left top / 0.3em 1.5px no-repeat,
  linear-gradient(currentcolor, currentcolor) left bottom / 0.3em 1.5px no-repeat,
  linear-gradient(currentcolor, currentcolor) right top / 0.3em 1.5px no-repeat,
  linear-gradient(currentcolor, currentcolor) right bottom / 0.3em 1.5px no-repeat; }
.sarrus-equations mtable.grid mtd { padding: 0.25em 0.5em; }
.sarrus-equations pre { line-height: 1.1; }
""".strip()


class Hypertext:
    """Writes the blocks of a page."""

    def __init__(self, cuts: dict[str, str]) -> None:
        self.math, self.plain = MathMl(cuts), Plain(cuts)

    def words(self, parts: Sentence) -> str:
        """A sentence; names of the model in typewriter type."""
        return "".join(self._part(part) for part in parts)

    def _part(self, part: Part) -> str:
        if isinstance(part, str):
            return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(part))
        if isinstance(part, Equation):
            return f"<math><mrow>{self.equation(part)}</mrow></math>"
        return f"<math><mrow>{self.math.term(part)}</mrow></math>"

    def equation(self, e: Equation) -> str:
        """left = right."""
        return self.math.term(e.left) + sign("=") + self.math.term(e.right)

    def display(self, display: Display) -> str:
        """Equations aligned at their equals signs, broken before + and - where they are too long."""
        uneven = len({len(line) for line in display.lines}) > 1
        rows = []
        for line in display.lines:
            if uneven:
                parts = [f"<mrow>{self.equation(e)}</mrow>" for e in line]
                rows.append(f'<mtr><mtd class="right">{_spaced(parts)}</mtd></mtr>')
                continue
            if len(line) == 1:
                rows += self._broken(line[0])
                continue
            cells = []
            for k, e in enumerate(line):
                comma = "" if k == len(line) - 1 else '<mo>,</mo><mspace width="1.5em"></mspace>'
                cells.append(_pair(self.math.term(e.left), sign("=") + self.math.term(e.right) + comma))
            rows.append(f"<mtr>{''.join(cells)}</mtr>")
        return _block(f'<mtable class="align">{"".join(rows)}</mtable>')

    def _broken(self, e: Equation) -> list[str]:
        """Rows of one equation."""
        pieces = [self.math.term(e.right)]
        if isinstance(e.right, Sum) and equation_width(e, self.plain) > WIDEST:
            room = WIDEST - equation_width(Equation(e.left, e.left), self.plain) / 2
            pieces, used = [], room + 1
            for part, text in zip(e.right.terms, self.math.pieces(e.right), strict=True):
                wide = equation_width(Equation(part, part), self.plain) / 2
                if used + wide > room:
                    pieces.append("")
                    used = 0.0
                pieces[-1] += text
                used += wide
        first = _pair(self.math.term(e.left), sign("=") + pieces[0])
        rest = [_pair("", f'<mspace width="2em"></mspace>{piece}') for piece in pieces[1:]]
        return [f"<mtr>{row}</mtr>" for row in (first, *rest)]

    def grid(self, grid: Grid) -> str:
        """A matrix with named rows and columns."""

        def line(label: str, cells: list[str], head: bool) -> str:
            found = [f"<mtd>{label}</mtd>"]
            for k, cell in enumerate(cells):
                bar = ' class="bar"' if k % grid.bars == 0 else ""
                found.append(f"<mtd{bar}>{cell}</mtd>")
            kind = ' class="head"' if head else ""
            return f"<mtr{kind}>{''.join(found)}</mtr>"

        rows = [line("", [self.math.term(c) for c in grid.columns], True)]
        for label, cells in grid.rows:
            shown = [sign("·") if c is None else self.math.term(c) for c in cells]
            rows.append(line(self.math.row_label(label), shown, False))
        left = self.math.term(grid.letter) + sign("=")
        return _block(f'<mrow>{left}<mtable class="grid">{"".join(rows)}</mtable></mrow>')

    def table(self, table: Tabular) -> str:
        """A table of words and formulas."""
        head = "".join(f"<th>{escape(word)}</th>" for word in table.head)
        rows = ("".join(f"<td>{self.words(cell)}</td>" for cell in row) for row in table.rows)
        body = "\n".join(f"<tr>{row}</tr>" for row in rows)
        return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def _block(inside: str) -> str:
    return f'<div class="display"><math display="block">{inside}</math></div>'


def _pair(left: str, right: str) -> str:
    return f'<mtd class="left">{left}</mtd><mtd class="right">{right}</mtd>'


def _spaced(parts: list[str]) -> str:
    return '<mo>,</mo><mspace width="1.5em"></mspace>'.join(parts)


def html(document: Document) -> str:
    """The page as a fragment of HTML that is also well-formed XML."""
    write = Hypertext(document.cuts)
    blocks = []
    for block in document.blocks:
        match block:
            case Heading(level, parts):
                blocks.append(f"<h{level + 1}>{write.words(parts)}</h{level + 1}>")
            case Paragraph(parts):
                blocks.append(f"<p>{write.words(parts)}</p>")
            case Tabular():
                blocks.append(write.table(block))
            case Display():
                blocks.append(write.display(block))
            case Grid():
                blocks.append(write.grid(block))
            case Pattern():
                blocks.append(f"<pre>{escape(block.text())}</pre>")
    body = "\n".join(blocks)
    return f'<section class="sarrus-equations">\n<style>\n{STYLE}\n</style>\n{body}\n</section>\n'
