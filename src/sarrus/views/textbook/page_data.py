"""Drawings as data for the page: one geometry, and the colours of both themes."""

from __future__ import annotations

from typing import Any

from sarrus.model import Snapshot
from sarrus.phrases import first_of
from sarrus.results import Result
from sarrus.views.drawing.look import look_of
from sarrus.views.drawing.shapes import DASH, GAP, HALO, INDEX_DROP, INDEX_HEIGHT, Label, Picture, plain
from sarrus.views.drawing.svg import ANCHORS, baseline, path_data
from sarrus.views.textbook.body_picture import body_picture
from sarrus.views.textbook.free_body import free_bodies
from sarrus.views.textbook.network import network_of
from sarrus.views.textbook.network_picture import network_picture
from sarrus.views.textbook.tiles import cropped

__all__ = ["bodies_data", "network_data"]

MOST_BODIES = 24
"""Drawings that a page holds; a sheet written by `draw` holds all."""
LARGEST_NETWORK = 60
SIZE = 350.0, 300.0
"""Of the drawing of a body, in units: a page is narrow."""

Data = dict[str, Any]


def bodies_data(model: Snapshot, run: Result) -> Data:
    """Free bodies where the first row of a result has them."""
    found = free_bodies(model, run)
    looks = [look_of(theme) for theme in ("light", "dark")]
    drawings = []
    for body in found.bodies[:MOST_BODIES]:
        light, dark = (body_picture(found, body, look, SIZE, is_named=False) for look in looks)
        drawings.append(drawing_data(body.name, light, dark, body.note))
    left = [body.name for body in found.bodies[MOST_BODIES:]]
    more = (
        [f"Not on this page: {first_of(left)}. draw(..., what='bodies') draws all of them."] if left else []
    )
    return {"drawings": drawings, "notes": [*found.notes, *more]}


def network_data(model: Snapshot) -> Data:
    """The network of bodies and joints."""
    network = network_of(model)
    if len(network.bodies) > LARGEST_NETWORK:
        said = f"The network of {len(network.bodies)} bodies is too large for this page; draw(..., what='network') draws it."
        return {"drawings": [], "notes": [said]}
    light, dark = (network_picture(network, look_of(theme)) for theme in ("light", "dark"))
    return {"drawings": [drawing_data("", light, dark, "")], "notes": network.notes}


def drawing_data(name: str, light: Picture, dark: Picture, note: str) -> Data:
    """A picture in both themes, which differ in their colours alone; without free room about it."""
    light, dark = cropped(light), cropped(dark)
    colors: dict[tuple[str, str], int] = {}

    def color(one: str, two: str) -> int:
        """Number of a pair of colours; -1 for none."""
        return colors.setdefault((one, two), len(colors)) if one else -1

    shapes = [
        {
            "d": path_data(a, light.height),
            "fill": color(a.fill, b.fill),
            "line": color(a.line, b.line),
            "width": round(a.width, 2),
            "dash": [round(DASH * a.width, 2), round(GAP * a.width, 2)] if a.dashed else [],
            "strength": round(a.strength, 2),
        }
        for a, b in zip(light.shapes, dark.shapes, strict=True)
    ]
    labels = [
        _label(a, light.height, color(a.color, b.color))
        for a, b in zip(light.labels, dark.labels, strict=True)
    ]
    paper = color(light.paper, dark.paper)
    return {
        "name": plain(name, 80),
        "told": light.title,
        "note": note,
        "width": round(light.width, 2),
        "height": round(light.height, 2),
        "shapes": shapes,
        "labels": labels,
        "paper": paper,
        "halo": HALO,
        "colors": [list(pair) for pair in colors],
    }


def _label(label: Label, height: float, color: int) -> Data:
    """A text in runs: the text, how far it goes down from the line, and its size."""
    runs = [
        [
            text,
            round(INDEX_DROP * label.height * low, 2),
            round(label.height * (INDEX_HEIGHT if low else 1.0), 2),
        ]
        for text, low in label.runs
    ]
    return {
        "x": round(label.x, 2),
        "y": round(baseline(label, height), 2),
        "anchor": ANCHORS[label.align],
        "color": color,
        "runs": runs,
    }
