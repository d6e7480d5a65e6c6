"""A curve drawn with characters."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["sketch"]

# Dots of a Braille character, which is two wide and four high: bit of each dot, top row first.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def sketch(
    t: Sequence[float],
    values: Sequence[float],
    *,
    columns: int = 64,
    lines: int = 10,
    plain: bool | None = None,
) -> str:
    """A curve over time as lines of text, with the range of both axes.

    Args:
        t: times, rising [s].
        values: one for each time.
        columns: width of the drawing in characters.
        lines: its height in characters.
        plain: stars instead of Braille dots; when left out, what the output can show decides.
    """
    stars = not _can_show_dots() if plain is None else plain
    wide, high = (columns, lines) if stars else (2 * columns, 4 * lines)
    low, top = min(values), max(values)
    if top == low:
        low, top = low - 1.0, top + 1.0
    cells: dict[tuple[int, int], int] = {}
    before: int | None = None
    for x in range(wide):
        time = t[0] + (t[-1] - t[0]) * x / (wide - 1)
        y = round((top - _between(t, values, time)) / (top - low) * (high - 1))
        # a steep curve fills the column up to half way to its neighbour's height
        start = y if before is None else before + (0 if y == before else 1 if y > before else -1)
        for k in range(min(start, y), max(start, y) + 1):
            place = (x, k) if stars else (x // 2, k // 4)
            cells[place] = cells.get(place, 0) | (1 if stars else _DOTS[k % 4][x % 2])
        before = y
    labels = {0: f"{top:.3g}", lines - 1: f"{low:.3g}"}
    margin = max(map(len, labels.values()))
    edge = "|" if stars else "┤"
    drawn = []
    for line in range(lines):
        marks = (cells.get((column, line), 0) for column in range(columns))
        row = "".join(" " if not m else "*" if stars else chr(0x2800 + m) for m in marks)
        drawn.append(
            f"{labels.get(line, '').rjust(margin)} {edge if line in labels else '|' if stars else '│'}{row}".rstrip()
        )
    end = f"{t[-1]:g} s"
    first = f"{t[0]:g} s"
    drawn.append(" " * (margin + 2) + first + end.rjust(columns - len(first)))
    return "\n".join(drawn)


def _between(t: Sequence[float], values: Sequence[float], time: float) -> float:
    """Value at a time, on the straight line between its neighbours."""
    from bisect import bisect_right

    i = min(max(bisect_right(t, time), 1), len(t) - 1)
    part = (time - t[i - 1]) / (t[i] - t[i - 1])
    return values[i - 1] + part * (values[i] - values[i - 1])


def _can_show_dots() -> bool:
    try:
        "⣿┤│".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
