"""Diagrams with Matplotlib: the same that a page shows."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.files import Path, write_bytes
from sarrus.scalar.units import raised
from sarrus.views.page.panels import Axis, Diagram, DiagramCurve, Marks
from sarrus.views.plots.figure import COLORS, DASHES, FORMATS, check_picture, cut, picture_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["diagram_figure", "write_figure"]

SIGNS: dict[str, dict[str, Any]] = {
    "cross": {"marker": "x", "markeredgewidth": 2.0},
    "circle": {"marker": "o", "markerfacecolor": "none", "markeredgewidth": 1.8},
    "dot": {"marker": "o"},
    "square": {"marker": "s", "markerfacecolor": "none", "markeredgewidth": 1.8},
}
SHADE, GRID = "#7A828E", "#DDDDDD"
FAR = 1e12
WIDE, LOW, TALL = 6.4, 2.7, 4.6
"""Inches of a diagram: across, and its height; of one whose axes have one scale."""
MOST_LISTED = 10
"""Names in a legend."""


def diagram_figure(title: str, rows: Sequence[Sequence[Diagram]], path: Path | None) -> Figure:
    """Draw diagrams in rows and columns, and write them to a file where one is named.

    Args:
        title: on top.
        rows: of diagrams; a shorter row leaves its last places empty.
        path: picture to write.
    """
    from matplotlib.figure import Figure

    columns = max(map(len, rows))
    heights = [max(TALL if d.is_equal else LOW for d in row) for row in rows]
    with picture_style():
        size = (1.0 + WIDE * columns if columns == 1 else 5.0 * columns, 0.7 + sum(heights))
        figure = Figure(figsize=size, layout="constrained")
        grid = figure.add_gridspec(len(rows), columns, height_ratios=heights)
        for i, row in enumerate(rows):
            for j, diagram in enumerate(row):
                # a row of one takes the whole width
                axes = figure.add_subplot(grid[i, :] if len(row) == 1 else grid[i, j])
                draw_diagram(axes, diagram)
        figure.align_ylabels()
        figure.suptitle(cut(title, 65), fontsize=13, fontweight="bold")
        if path is not None:
            write_figure(figure, path)
    return figure


def write_figure(figure: Figure, path: Path) -> None:
    """Write a figure; the file is complete or absent."""
    kind, picture = check_picture(path), BytesIO()
    with picture_style(), warnings.catch_warnings():  # a letter that the font lacks is drawn as a box
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure.savefig(picture, format=kind[1:], **FORMATS[kind])
    write_bytes(path, picture.getbuffer())


def draw_diagram(axes: Axes, diagram: Diagram) -> None:
    """Draw a diagram on axes."""
    from matplotlib.patheffects import withStroke

    lines: list[DiagramCurve | Marks] = [*diagram.curves, *diagram.marks]
    listed = set[str]()
    for k, line in enumerate(lines):
        name = "_" if line.name in listed else cut(line.name, 40)
        listed.add(line.name)
        place = k if line.color is None else line.color
        color = COLORS[place % len(COLORS)]
        if isinstance(line, Marks):
            axes.plot(line.x, line.y, linestyle="", markersize=7, color=color, label=name, **SIGNS[line.sign])
            for x, y, text in zip(line.x, line.y, line.labels, strict=False):
                words = axes.annotate(cut(text, 40), (x, y), (6, 6), textcoords="offset points", fontsize=9)
                words.set_path_effects([withStroke(linewidth=3.0, foreground="white")])
        else:
            dashes = place % len(DASHES) if line.is_dashed is None else int(line.is_dashed)
            axes.plot(line.x, line.y, color=color, linestyle=DASHES[dashes], label=name)
    _scales(axes, diagram)
    if diagram.title:
        axes.set_title(cut(diagram.title, 60), fontsize=11)
    if 1 < len(listed) <= MOST_LISTED:
        axes.legend(frameon=True, framealpha=0.8, edgecolor="none", loc="best")


def _scales(axes: Axes, diagram: Diagram) -> None:
    from matplotlib.patches import Rectangle
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    for axis, about, is_upright in ((axes.xaxis, diagram.x, False), (axes.yaxis, diagram.y, True)):
        if about.is_log:
            (axes.set_yscale if is_upright else axes.set_xscale)("log")
            axis.set_major_formatter(FuncFormatter(power_words))
            axis.set_minor_formatter(NullFormatter())
        elif about.unit == "deg":
            axis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 1.5, 3, 4.5, 9, 10]))
        axis.set_label_text(axis_words(about))
    axes.grid(color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    if diagram.x.is_log:
        known = np.concatenate([np.asarray(c.x, dtype=float) for c in diagram.curves] or [np.ones(1)])
        known = known[np.isfinite(known) & (known > 0.0)]
        if known.size and known.min() < known.max():
            axes.set_xlim(known.min(), known.max())
    if diagram.is_equal:
        axes.margins(0.12)
        axes.set_aspect("equal", adjustable="datalim")
    if diagram.shaded:
        axes.axvline(0.0, color=SHADE, linewidth=1.0, zorder=1)
        axes.axhline(0.0, color=SHADE, linewidth=0.7, zorder=1)
        # an artist that is not data: it reaches as far as the axes, and does not move them
        half = Rectangle((0.0, 0.0), FAR, 1.0, transform=axes.get_xaxis_transform(), clip_on=True)
        half.set(facecolor=SHADE, alpha=0.14, linewidth=0.0, zorder=0)
        axes.add_artist(half)


def power_words(value: float, _: Any = None) -> str:
    """A number on a logarithmic axis, without markup: 0.01, 100, 10⁶."""
    power = round(float(np.log10(value))) if value > 0.0 else 0
    return f"{value:g}" if abs(power) <= 3 else raised(f"10^{power}")


def axis_words(about: Axis) -> str:
    """What stands along an axis."""
    return f"{cut(about.label, 40)} [{raised(about.unit)}]" if about.unit else cut(about.label, 40)
