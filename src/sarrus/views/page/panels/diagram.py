"""Curves and marks over any quantity: responses over frequency, roots in their plane, paths over a load."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sarrus.views.page.packing import doubles
from sarrus.views.page.panels.base import Panel, panel

__all__ = ["Axis", "Diagram", "DiagramCurve", "Marks", "diagram_panel"]

SIGNS = ("cross", "circle", "dot", "square")
SHADED = ("", "right")


@dataclass(frozen=True)
class Axis:
    """What is measured along an axis; on a logarithmic one numbers that are not positive have no place."""

    label: str
    unit: str = ""
    is_log: bool = False


@dataclass(frozen=True)
class DiagramCurve:
    """A line through points in their order; x need not rise, so that a curve may turn back. NaN leaves a gap.

    Attributes:
        name: in the legend, which lists the first of those that share one.
        x, y: its points.
        color: number of its colour, and of its dashes; None: by its place.
        is_dashed: whether it is broken; None: as its number says.
        rows: of the scene, one for each point: whoever reads the point sees that pose. None: it has none.
    """

    name: str
    x: Any
    y: Any
    color: int | None = field(default=None, kw_only=True)
    is_dashed: bool | None = field(default=None, kw_only=True)
    rows: Sequence[int] | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Marks:
    """Points of one meaning.

    Attributes:
        name: what they are: "poles".
        x, y: where they are; NaN leaves one out.
        sign: "cross", "circle", "dot" or "square".
        labels: words beside each of them, or none at all.
        color: number of their colour; None: by their place.
    """

    name: str
    x: Any
    y: Any
    sign: str = "dot"
    labels: Sequence[str] = ()
    color: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Diagram:
    """Curves and marks with one pair of axes.

    Attributes:
        x, y: the axes.
        curves, marks: what is drawn; each has its colour and its dashes or sign by its place in both lists, if it does not
            say otherwise.
        title: above it; "" for none.
        is_equal: whether both axes have one scale, as in a plane of complex numbers.
        shaded: "right" shades what is right of zero, as the half plane of roots that grow; "" for nothing.
    """

    x: Axis
    y: Axis
    curves: Sequence[DiagramCurve] = ()
    marks: Sequence[Marks] = ()
    title: str = ""
    is_equal: bool = field(default=False, kw_only=True)
    shaded: str = field(default="", kw_only=True)


def diagram_panel(title: str, *diagrams: Diagram) -> Panel:
    """Diagrams one below the other."""
    return panel("diagram", title, diagrams=[_diagram(diagram) for diagram in diagrams])


def _diagram(diagram: Diagram) -> dict[str, Any]:
    assert not (diagram.is_equal and (diagram.x.is_log or diagram.y.is_log)), "one scale is no logarithm"
    assert diagram.shaded in SHADED, f"shaded is one of {SHADED}"
    return {
        "title": diagram.title,
        "x": vars(diagram.x),
        "y": vars(diagram.y),
        "curves": [_curve(curve) for curve in diagram.curves],
        "marks": [_marks(marks) for marks in diagram.marks],
        "is_equal": diagram.is_equal,
        "shaded": diagram.shaded,
    }


def _curve(curve: DiagramCurve) -> dict[str, Any]:
    assert curve.rows is None or len(curve.rows) == np.size(curve.x), "each point has a row, or none has"
    rows = None if curve.rows is None else [int(row) for row in curve.rows]
    look = {"color": curve.color, "is_dashed": curve.is_dashed}
    return {"name": curve.name, **_points(curve), **look, "rows": rows}


def _marks(marks: Marks) -> dict[str, Any]:
    points = _points(marks)
    assert marks.sign in SIGNS, f"a sign is one of {SIGNS}"
    assert not marks.labels or len(marks.labels) == np.size(marks.x), "each mark has a label, or none has"
    about = {"name": marks.name, "sign": marks.sign, "labels": list(marks.labels), "color": marks.color}
    return {**about, **points}


def _points(line: DiagramCurve | Marks) -> dict[str, str]:
    x, y = np.asarray(line.x, dtype=float), np.asarray(line.y, dtype=float)
    assert x.ndim == 1 and x.shape == y.shape, "a curve has as many x as y"
    return {"x": doubles(x), "y": doubles(y)}
