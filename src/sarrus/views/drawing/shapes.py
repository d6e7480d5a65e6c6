"""The few flat things a picture is made of; every kind of file shows exactly these."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sarrus.views.scene.base import Array

NORMAL = 2.0
"""Width of a normal line, in units of a picture."""
HALO = 3.0
"""Width of the line of paper around letters, so that they can be read on lines."""
TRACE = 0.75
"""Weight of the line of a trace."""
INDEX_HEIGHT, INDEX_DROP = 0.74, 0.26
"""Of the letters of an index, and how far they stand below the line; in heights of the font."""
DASH, GAP = 4.0, 3.0
"""Of a broken line, in multiples of its width."""


@dataclass(frozen=True, eq=False)
class DrawnShape:
    """A line or an area.

    Attributes:
        points: in units of the picture, right and up, shape (n, 2).
        closed: whether the last point is joined to the first.
        fill: colour of the area, "" for none.
        line: colour of the line, "" for none.
        width: of the line.
        dashed: whether the line is broken.
        curved: whether points are those of cubic Bezier curves that share their ends: p, c, c, p, c, c, p...
        strength: 1 for opaque, less for faint.
    """

    points: Array
    closed: bool = False
    fill: str = ""
    line: str = ""
    width: float = NORMAL
    dashed: bool = False
    curved: bool = False
    strength: float = 1.0


@dataclass(frozen=True)
class Label:
    """A line of text whose middle height is at y.

    Attributes:
        x, y: where, in units of the picture.
        text: as it is shown; nothing in it is markup.
        color: of the letters.
        height: of the font.
        align: "left", "center" or "right": which part of the text is at x.
        is_formula: whether what stands behind a "_" is an index: "m_crank γ", "λ_A,x".
    """

    x: float
    y: float
    text: str
    color: str
    height: float = 13.0
    align: str = "left"
    is_formula: bool = False

    @property
    def runs(self) -> list[tuple[str, bool]]:
        """The text in pieces, each with whether it is an index."""
        return runs_of(self.text) if self.is_formula else [(self.text, False)]


@dataclass(frozen=True)
class Picture:
    """Shapes and labels, the later ones above, on paper.

    Attributes:
        width, height: in units; lines and letters have the same size in them, whatever the number of pixels.
        paper: colour of the background.
        title: for readers who cannot see it.
        shapes, labels: what is on it.
    """

    width: float
    height: float
    paper: str
    title: str
    shapes: tuple[DrawnShape, ...]
    labels: tuple[Label, ...]


def runs_of(formula: str) -> list[tuple[str, bool]]:
    """A formula in plain text in pieces: what stands on the line, and indices."""
    pieces = re.split(r"_([\w.,-]+)", formula)
    return [(piece, k % 2 == 1) for k, piece in enumerate(pieces) if piece]


def plain(text: str, longest: int = 40) -> str:
    """A user's text on one line: short enough, and nothing in it that a file could not hold."""
    text = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[: longest + 1]
    )
    return text if len(text) <= longest else text[: longest - 1] + "…"
