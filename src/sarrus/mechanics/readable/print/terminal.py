"""Pages in plain text, at most 110 columns wide."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from sarrus.mechanics.readable.print.document import (
    Display,
    Document,
    Equation,
    Grid,
    Heading,
    Paragraph,
    Pattern,
    Sentence,
    Tabular,
)
from sarrus.mechanics.readable.print.plain import Plain, width

COLUMNS = 110
BREAK = re.compile(r"(?<= )(?=[+−] )|(?<=, )")
NEXT_ROW = " ;  "


def text(document: Document) -> str:
    """The page for a terminal."""
    plain = Plain(document.cuts)

    def words(parts: Sentence) -> str:
        return "".join(_part(plain, p) for p in parts).replace("`", "")

    blocks = []
    for block in document.blocks:
        match block:
            case Heading(level, parts):
                title = words(parts)
                blocks.append(f"{title}\n{'=-'[min(level, 2) - 1] * width(title)}")
            case Paragraph(parts):
                blocks.append("\n".join(textwrap.wrap(words(parts), COLUMNS)))
            case Tabular(head, rows):
                blocks.append(_table([head, *([words(cell) for cell in row] for row in rows)]))
            case Display():
                blocks.append(_display(plain, block))
            case Grid():
                blocks.append(_grid(plain, block))
            case Pattern():
                blocks.append(
                    "\n".join(f"    {line}".rstrip()[:COLUMNS] for line in block.text().splitlines())
                )
    return "\n\n".join(blocks) + "\n"


def _part(plain: Plain, part: object) -> str:
    if isinstance(part, Equation):
        return f"{plain.term(part.left)} = {plain.term(part.right)}"
    return part if isinstance(part, str) else plain.term(part)  # type: ignore[arg-type]


def _pad(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def _display(plain: Plain, display: Display) -> str:
    """Equations aligned at their equals signs, column by column; too wide a line is broken before a sign."""
    sides = [[(plain.term(e.left), plain.term(e.right)) for e in line] for line in display.lines]
    lefts, rights = _widths(sides)
    if len({len(line) for line in sides}) > 1 or sum(lefts) + sum(rights) + 8 * len(lefts) > COLUMNS:
        sides = [[pair] for line in sides for pair in line]
        lefts, rights = _widths(sides)
    lines = []
    for line in sides:
        cells = [f"{_pad(l, lefts[k])} = {_pad(r, rights[k])}" for k, (l, r) in enumerate(line)]
        lines.append("    " + "     ".join(cells).rstrip())
    return "\n".join(_broken(line, 4 + lefts[0] + 3) for line in lines)


def _widths(sides: list[list[tuple[str, str]]]) -> tuple[list[int], list[int]]:
    """The widest left and right side of each column."""
    columns = range(min(map(len, sides)))
    lefts, rights = ([max(width(line[k][side]) for line in sides) for k in columns] for side in (0, 1))
    return lefts, rights


def _broken(line: str, indent: int) -> str:
    """A line cut where a row, a term or a component begins."""
    if width(line) <= COLUMNS:
        return line
    if NEXT_ROW in line:
        first, *others = line.split(NEXT_ROW)
        rows = [first, *(" " * (indent + 2) + row for row in others)]
        return "\n".join(_broken(f"{row} ;" if row is not rows[-1] else row, indent + 4) for row in rows)
    found = []
    while width(line) > COLUMNS:
        places = [m.start() for m in BREAK.finditer(line) if indent < width(line[: m.start()]) <= COLUMNS]
        if not places:
            break
        found.append(line[: places[-1]].rstrip())
        line = " " * indent + line[places[-1] :].lstrip()
    return "\n".join([*found, line])


def _table(rows: list[Sequence[str]]) -> str:
    """Cells in columns, wrapped where the line is too short for them."""
    count = len(rows[0])
    widths = [max(width(row[k]) for row in rows) for k in range(count)]
    while sum(w + 2 for w in widths) > COLUMNS:  # the widest column gives way
        widths[widths.index(max(widths))] -= 1
    lines = []
    for number, row in enumerate(rows):
        wrapped = [_wrapped(cell, w) for cell, w in zip(row, widths, strict=True)]
        for k in range(max(map(len, wrapped))):
            cells = [_pad(c[k] if k < len(c) else "", w) for c, w in zip(wrapped, widths, strict=True)]
            lines.append(("  " + "  ".join(cells)).rstrip())
        if number == 0:
            lines.append("  " + "  ".join("-" * w for w in widths))
    return "\n".join(lines)


def _wrapped(cell: str, columns: int) -> list[str]:
    if width(cell) <= columns:  # marks over letters take no room, which textwrap does not know
        return [cell]
    return textwrap.wrap(cell, columns, break_on_hyphens=False) or [""]


def _grid(plain: Plain, grid: Grid) -> str:
    """A table; where it is too wide, a line per block."""
    head = ["", *(plain.term(c) for c in grid.columns)]
    rows = [
        [plain.row_label(label), *("·" if c is None else plain.term(c) for c in cells)]
        for label, cells in grid.rows
    ]
    widths = [max(width(row[k]) for row in [head, *rows]) for k in range(len(head))]
    if sum(w + 2 for w in widths) + 8 > COLUMNS:
        return _list(plain, grid)
    lines = []
    for row in [head, *rows]:
        cells = [_pad(cell, w) for cell, w in zip(row, widths, strict=True)]
        pairs = ["  ".join(cells[k : k + grid.bars]) for k in range(1, len(cells), grid.bars)]
        lines.append("    " + cells[0] + " | " + " | ".join(pairs))
    lines.insert(1, "    " + "-" * (width(lines[0]) - 4))
    lines[0] = f"{plain.term(grid.letter)} =".ljust(4) + lines[0][4:]
    return "\n".join(line.rstrip() for line in lines)


def _list(plain: Plain, grid: Grid) -> str:
    lines = []
    for label, cells in grid.rows:
        shown = [
            (plain.term(s), plain.term(c)) for s, c in zip(grid.columns, cells, strict=True) if c is not None
        ]
        for k, (speed, cell) in enumerate(shown):
            owner = plain.row_label(label) if k == 0 else ""
            lines.append(_broken(f"    {owner:<14} {_pad(speed, 14)} {cell}", 34))
    return f"{plain.term(grid.letter)}: blocks by row and speed, all others are zero\n" + "\n".join(lines)
