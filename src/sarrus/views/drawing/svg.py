"""A picture as SVG: lines as lines and text as text, small enough to be edited by hand."""

from __future__ import annotations

from xml.sax.saxutils import escape

import numpy as np

from sarrus.views.drawing.shapes import DASH, GAP, HALO, INDEX_DROP, INDEX_HEIGHT, DrawnShape, Label, Picture

ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def svg_of(picture: Picture, size: tuple[int, int]) -> str:
    """The text of the file; the same picture gives the same text."""
    width, height = _number(picture.width), _number(picture.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {width} {height}" role="img" fill="none" stroke-linecap="round" stroke-linejoin="round" '
        'font-family="DejaVu Sans, Verdana, sans-serif">'
    )
    parts = [head, f"<title>{escape(picture.title)}</title>"]
    parts.append(f'<rect width="{width}" height="{height}" fill="{picture.paper}"/>')
    parts += (_path(shape, picture.height) for shape in picture.shapes)
    parts.append(f'<g stroke="{picture.paper}" stroke-width="{_number(HALO)}" paint-order="stroke">')
    parts += (_text(label, picture.height) for label in picture.labels)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def path_data(shape: DrawnShape, height: float) -> str:
    """What stands in `d` of a path, for a picture of this height."""
    places = shape.points * [1, -1] + [0, height]
    first, *rest = (f"{_number(x)} {_number(y)}" for x, y in places)
    return f"M{first}{'C' if shape.curved else 'L'}{' '.join(rest)}" + ("Z" if shape.closed else "")


def baseline(label: Label, height: float) -> float:
    """Where letters stand, downwards: a third of their height below the middle."""
    return height - label.y + 0.35 * label.height


def _path(shape: DrawnShape, height: float) -> str:
    data = path_data(shape, height)
    look = f' fill="{shape.fill}"' if shape.fill else ""
    if shape.line:
        look += f' stroke="{shape.line}" stroke-width="{_number(shape.width)}"'
        if shape.dashed:
            look += f' stroke-dasharray="{_number(DASH * shape.width)} {_number(GAP * shape.width)}"'
    if shape.strength < 1:
        look += f' opacity="{_number(shape.strength)}"'
    return f'<path d="{data}"{look}/>'


def _text(label: Label, height: float) -> str:
    x, y = _number(label.x), _number(baseline(label, height))
    look = f'font-size="{_number(label.height)}" fill="{label.color}" text-anchor="{ANCHORS[label.align]}"'
    return f'<text x="{x}" y="{y}" {look}>{_runs(label)}</text>'


def _runs(label: Label) -> str:
    """The text; an index is smaller and lower."""
    if not label.is_formula:
        return escape(label.text)
    parts, is_low = [], False
    for text, is_index in label.runs:
        drop = INDEX_DROP * label.height * (is_index - is_low)
        size = label.height * (INDEX_HEIGHT if is_index else 1.0)
        parts.append(f'<tspan dy="{_number(drop)}" font-size="{_number(size)}">{escape(text)}</tspan>')
        is_low = is_index
    return "".join(parts)


def _number(value: float) -> str:
    text = f"{np.round(value, 2) + 0.0:.2f}"  # + 0.0: no minus before a zero
    return text.rstrip("0").rstrip(".")
