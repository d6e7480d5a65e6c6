"""Rows of the table, and the table itself as text, Markdown and JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.causes import CAUSES

HEAD = ("what", "ours", "error", "peer", "its", "its error", "ratio", "bar", "")
UNKNOWN = "cause not examined yet"


@dataclass(frozen=True)
class Row:
    """One line of the table. Times are in seconds; other numbers have their unit.

    Attributes:
        what: the question.
        ours, theirs: numbers, None where there is none.
        unit: of both.
        error, their_error: beside them, None where an error means nothing.
        peer: whose number it is, or why there is none.
        bar: the promise in words, "" where none was made.
        is_met: whether it is kept; None without a bar, or where it cannot be told.
        note: how the numbers were made, for the list below the table.
    """

    what: str
    ours: float | None
    unit: str = "s"
    error: float | None = None
    peer: str = ""
    theirs: float | None = None
    their_error: float | None = None
    bar: str = ""
    is_met: bool | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Theirs over ours."""
        return self.theirs / self.ours if self.theirs and self.ours else None

    @property
    def verdict(self) -> str:
        """ "met", "missed" with its cause, or what else there is to say."""
        if not self.bar:
            return ""
        if self.is_met is None:
            return "not measured"
        return "met" if self.is_met else "missed"

    @property
    def cause(self) -> str:
        """Why a bar is missed, as far as it is known."""
        return CAUSES.get(self.what, UNKNOWN) if self.bar and self.is_met is False else ""

    def cells(self) -> tuple[str, ...]:
        """The line, as text."""
        return (
            self.what,
            quantity(self.ours, self.unit),
            small(self.error),
            self.peer,
            quantity(self.theirs, self.unit),
            small(self.their_error),
            f"{self.ratio:.3g}x" if self.ratio else "",
            self.bar,
            self.verdict,
        )


def quantity(value: float | None, unit: str) -> str:
    """A number with its unit; times with the prefix that suits them."""
    if value is None or not math.isfinite(value):
        return "-" if value is None else "not reached"
    if unit != "s":
        return f"{value:.3g} {unit}".strip()
    for size, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= size:
            return f"{value / size:.3g} {name}"
    return f"{value / 1e-9:.3g} ns"


def small(value: float | None) -> str:
    """An error with one digit after the point."""
    return "" if value is None else f"{value:.1e}"


def as_text(rows: Sequence[Row]) -> str:
    """The table for a terminal."""
    lines = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(HEAD))]
    padded = ["  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([padded[0], "-" * len(padded[0]), *padded[1:], *_below(rows, "  {}: {}".format)])


def as_markdown(rows: Sequence[Row]) -> str:
    """The table for the documentation page."""
    lines = [HEAD, ("---",) * len(HEAD), *(row.cells() for row in rows)]
    table = [f"| {' | '.join(c.replace('|', '/') for c in line)} |" for line in lines]
    return "\n".join([*table, *_below(rows, "- {}: {}".format)])


def _below(rows: Sequence[Row], show: Callable[[str, str], str]) -> list[str]:
    missed = [show(row.what, row.cause) for row in rows if row.cause]
    notes = [show(row.what, row.note) for row in rows if row.note]
    return [
        *(["", "Missed, and why:", "", *missed] if missed else []),
        *(["", "How:", "", *dict.fromkeys(notes)] if notes else []),
    ]


def write_json(path: Path, protocol: Sequence[str], rows: Sequence[Row]) -> None:
    """Everything, for a program to read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "protocol": list(protocol),
        "rows": [
            {**asdict(row), "ratio": row.ratio, "verdict": row.verdict, "cause": row.cause} for row in rows
        ],
    }
    path.write_text(json.dumps(content, indent=1, default=str) + "\n", encoding="utf-8")


def write_docs(page: Path, protocol: Sequence[str], rows: Sequence[Row]) -> None:
    """Put the table between the markers of the documentation page."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition("<!-- table: begin -->\n")
    _, end, after = rest.partition("<!-- table: end -->")
    if not (begin and end):
        raise SystemExit(f"{page} has no markers '<!-- table: begin -->' and '<!-- table: end -->'.")
    shown = "\n".join(f"- {line}" for line in protocol)
    page.write_text(f"{before}{begin}{shown}\n\n{as_markdown(rows)}\n{end}{after}", encoding="utf-8")
