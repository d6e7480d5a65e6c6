"""Pages in LaTeX: as Markdown with formulas between dollars, and as a LaTeX body."""

from __future__ import annotations

import re

from sarrus.mechanics.readable.algebra.terms import Sum
from sarrus.mechanics.readable.print.document import (
    WIDEST,
    Display,
    Document,
    Equation,
    Grid,
    Heading,
    Paragraph,
    Pattern,
    Sentence,
    Tabular,
    equation_width,
)
from sarrus.mechanics.readable.print.latex import Latex
from sarrus.mechanics.readable.print.plain import Plain

LEVELS = {1: "section*", 2: "subsection*", 3: "subsubsection*"}
SPECIAL = {
    **{c: rf"\{c}" for c in "_&%#${}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "±": r"$\pm$",
    "²": "$^2$",
    "³": "$^3$",
    "−": "$-$",
    "·": r"$\cdot$",
    "°": r"$^\circ$",
}


class Formulas:
    """Equations, displays and grids in LaTeX."""

    def __init__(self, cuts: dict[str, str]) -> None:
        self.latex, self.plain = Latex(cuts), Plain(cuts)

    def equation(self, e: Equation, align: bool = False) -> str:
        """left = right."""
        return f"{self.latex.term(e.left)}{'&' if align else ''}={self.latex.term(e.right)}"

    def display(self, display: Display) -> str:
        """One display."""
        lines = display.lines
        counts = {len(line) for line in lines}
        if len(lines) == 1 and not self._broken(lines[0]):
            return r",\quad ".join(self.equation(e) for e in lines[0])
        if len(counts) > 1:
            rows = [r",\quad ".join(self.equation(e) for e in line) for line in lines]
            return "\\begin{gathered}\n" + "\\\\\n".join(rows) + "\n\\end{gathered}"
        rows = [", &".join(self._pieces(e) for e in line) for line in lines]
        return "\\begin{aligned}\n" + "\\\\\n".join(rows) + "\n\\end{aligned}"

    def _broken(self, line: tuple[Equation, ...]) -> bool:
        return (
            len(line) == 1 and isinstance(line[0].right, Sum) and equation_width(line[0], self.plain) > WIDEST
        )

    def _pieces(self, e: Equation) -> str:
        """An equation broken before + and - at the outermost level where it is too long."""
        if not isinstance(e.right, Sum) or equation_width(e, self.plain) <= WIDEST:
            return self.equation(e, align=True)
        room = WIDEST - equation_width(Equation(e.left, e.left), self.plain) / 2
        lines, used = [""], 0.0
        for part, text in zip(e.right.terms, self.latex.pieces(e.right), strict=True):
            wide = equation_width(Equation(part, part), self.plain) / 2
            if used and used + wide > room:
                lines.append("")
                used = 0.0
            lines[-1] += text
            used += wide
        return f"{self.latex.term(e.left)}&=" + "\\\\\n&\\quad".join(lines)

    def grid(self, grid: Grid) -> str:
        """A matrix with named rows and columns."""
        pairs = [grid.columns[k : k + grid.bars] for k in range(0, len(grid.columns), grid.bars)]
        shape = "c|" + "|".join("c" * len(pair) for pair in pairs)
        head = "".join("&" + self.latex.term(c) for c in grid.columns)
        rows = []
        for label, cells in grid.rows:
            shown = [r"\cdot" if c is None else self.latex.term(c) for c in cells]
            rows.append(self.latex.row_label(label) + "".join("&" + s for s in shown))
        body = r"\\ ".join(rows)
        return rf"{self.latex.term(grid.letter)}=\begin{{array}}{{{shape}}}{head}\\\hline {body}\end{{array}}"


def markdown(document: Document) -> str:
    """The page as Markdown, formulas between dollars."""
    formulas = Formulas(document.cuts)

    def words(parts: Sentence) -> str:
        return "".join(p if isinstance(p, str) else f"${_inline(formulas, p)}$" for p in parts)

    blocks = []
    for block in document.blocks:
        match block:
            case Heading(level, parts):
                blocks.append("#" * (level + 2) + " " + words(parts))
            case Paragraph(parts):
                blocks.append(words(parts))
            case Tabular(head, rows):
                lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
                lines += [
                    "| " + " | ".join(words(cell).replace("|", r"\|") for cell in row) + " |" for row in rows
                ]
                blocks.append("\n".join(lines))
            case Display():
                blocks.append(f"$${formulas.display(block)}$$")
            case Grid():
                blocks.append(f"$${formulas.grid(block)}$$")
            case Pattern():
                blocks.append(f"```text\n{block.text()}\n```")
    return "\n\n".join(blocks) + "\n"


def latex(document: Document) -> str:
    """The page as a LaTeX body: needs amsmath, defines nothing."""
    formulas = Formulas(document.cuts)

    def words(parts: Sentence) -> str:
        return "".join(_escaped(p) if isinstance(p, str) else f"${_inline(formulas, p)}$" for p in parts)

    blocks = []
    for block in document.blocks:
        match block:
            case Heading(level, parts):
                blocks.append(rf"\{LEVELS[level]}{{{words(parts)}}}")
            case Paragraph(parts):
                blocks.append(words(parts))
            case Tabular(head, rows):
                shape = "l" * len(head)
                lines = [" & ".join(map(_escaped, head)) + r" \\ \hline"]
                lines += [" & ".join(words(cell) for cell in row) + r" \\" for row in rows]
                blocks.append(f"\\begin{{tabular}}{{{shape}}}\n" + "\n".join(lines) + "\n\\end{tabular}")
            case Display():
                blocks.append(f"\\[{formulas.display(block)}\\]")
            case Grid():
                blocks.append(f"\\[{formulas.grid(block)}\\]")
            case Pattern():
                blocks.append(f"\\begin{{verbatim}}\n{block.text()}\n\\end{{verbatim}}")
    return "\n\n".join(blocks) + "\n"


def _inline(formulas: Formulas, part: object) -> str:
    return formulas.equation(part) if isinstance(part, Equation) else formulas.latex.term(part)  # type: ignore[arg-type]


def _escaped(text: str) -> str:
    """Words for LaTeX; names in backticks in typewriter type."""
    text = "".join(SPECIAL.get(c, c) for c in text)
    return re.sub(r"`([^`]*)`", r"\\texttt{\1}", text)
