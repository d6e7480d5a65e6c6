"""Several drawings on one sheet, in rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, sqrt

import numpy as np

from sarrus.views.drawing.look import Look
from sarrus.views.drawing.shapes import DrawnShape, Label, Picture, plain
from sarrus.views.textbook.placing import formula_width

__all__ = ["cropped", "sheet_of"]

FOOT, LINE = 12.0, 18.0
"""Of the sentences at the foot: size of the letters, and from one to the next."""
AROUND = 8.0
"""Room that is left about a drawing that is cropped."""
NAME = 0.62
"""Width of a letter of a name, in heights."""
LETTER = 0.56
"""Width of a letter of a sentence, in heights; an estimate."""


def sheet_of(pictures: Sequence[Picture], look: Look, title: str, told: str, notes: Sequence[str]) -> Picture:
    """Drawings of one size side by side, a title above and sentences below them."""
    columns = max(1, ceil(sqrt(len(pictures))))
    rows = ceil(len(pictures) / columns)
    width, height = (pictures[0].width, pictures[0].height) if pictures else (440.0, 60.0)
    lines = [line for note in notes for line in wrapped(note, (columns * width - 28.0) / (LETTER * FOOT))]
    below, above = LINE * len(lines) + (14.0 if lines else 0.0), 34.0 if title else 0.0
    full = columns * width, below + rows * height + above
    shapes: list[DrawnShape] = []
    labels: list[Label] = []
    for k, picture in enumerate(pictures):
        shift = np.array([k % columns * width, below + (rows - 1 - k // columns) * height])
        shapes += (replace(shape, points=shape.points + shift) for shape in picture.shapes)
        labels += (replace(l, x=l.x + shift[0], y=l.y + shift[1]) for l in picture.labels)
    shapes += _rules(columns, rows, len(pictures), width, height, below, look)
    if title:
        labels.append(Label(full[0] / 2, full[1] - 20.0, plain(title, 80), look.ink, 17.0, "center"))
    for k, line in enumerate(lines):
        labels.append(Label(14.0, below - 14.0 - LINE * k, line, look.muted, FOOT))
    return Picture(*full, look.paper, plain(told, 2000), tuple(shapes), tuple(labels))


def cropped(picture: Picture) -> Picture:
    """The picture without the free room about what is on it."""
    boxes = [label_box(label) for label in picture.labels]
    corners = [shape.points for shape in picture.shapes] + [np.array([b[:2], b[2:]]) for b in boxes]
    if not corners:
        return picture
    points = np.vstack(corners)
    low = np.maximum(points.min(axis=0) - AROUND, 0.0)
    high = np.minimum(points.max(axis=0) + AROUND, [picture.width, picture.height])
    return replace(
        picture,
        width=float(high[0] - low[0]),
        height=float(high[1] - low[1]),
        shapes=tuple(replace(s, points=s.points - low) for s in picture.shapes),
        labels=tuple(replace(l, x=l.x - low[0], y=l.y - low[1]) for l in picture.labels),
    )


def label_box(label: Label) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a label; an estimate."""
    width = (
        formula_width(label.text, label.height) if label.is_formula else NAME * label.height * len(label.text)
    )
    left = label.x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[label.align]
    return left, label.y - 0.7 * label.height, left + width, label.y + 0.6 * label.height


def _rules(
    columns: int, rows: int, count: int, width: float, height: float, below: float, look: Look
) -> list[DrawnShape]:
    """Thin lines between drawings."""
    top = below + rows * height
    found = []
    for column in range(1, columns):
        last = top - height * sum(row * columns + column < count for row in range(rows))
        found.append(np.array([[column * width, last + 8.0], [column * width, top - 8.0]]))
    for row in range(1, rows):
        right = width * min(columns, count - row * columns)
        found.append(np.array([[8.0, top - row * height], [max(right, width) - 8.0, top - row * height]]))
    return [DrawnShape(line, line=look.muted, width=0.6, strength=0.6) for line in found]


def wrapped(text: str, most: float) -> list[str]:
    """A sentence in lines of at most so many letters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [plain(line, 300) for line in lines if line]
