"""Pictures in pixels and as PDF, painted by Matplotlib without any window."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from itertools import chain
from typing import Any

import numpy as np

from sarrus.errors import UsageError
from sarrus.views.drawing.look import rgb
from sarrus.views.drawing.shapes import DASH, GAP, HALO, INDEX_DROP, INDEX_HEIGHT, DrawnShape, Label, Picture

DPI = 128.0
"""A power of two: no size in pixels is changed by rounding."""
POINTS = 72.0
STYLE: Any = {
    "font.family": "DejaVu Sans",  # comes with Matplotlib: the same file on every machine
    # a name is text: neither TeX nor "$...$" in it is read
    "text.usetex": False,
    "text.parse_math": False,
}


class Canvas:
    """A figure whose picture can be changed, for films.

    Args:
        picture: the first one; all have its size.
        size: pixels of a picture.
    """

    def __init__(self, picture: Picture, size: tuple[int, int]) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.figure = Figure(figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI)
        self.agg: Any = FigureCanvasAgg(self.figure)
        self.axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.axes.set_axis_off()
        self.axes.set_xlim(0.0, picture.width)
        self.axes.set_ylim(0.0, picture.height)
        self.points = POINTS * size[0] / DPI / picture.width
        """Points of a printer per unit of the picture."""
        self.show(picture)

    def show(self, picture: Picture) -> None:
        """Change the picture."""
        from matplotlib.patheffects import withStroke

        self.figure.set_facecolor(picture.paper)
        for artist in [*self.axes.collections, *self.axes.texts]:
            artist.remove()
        self.axes.add_collection(collection(picture.shapes, self.points), autolim=False)
        halo = [withStroke(linewidth=HALO * self.points, foreground=picture.paper)]
        for label in chain.from_iterable(map(pieces_of, picture.labels)):
            self.axes.text(
                label.x,
                label.y,
                label.text,
                color=label.color,
                fontsize=label.height * self.points,
                horizontalalignment=label.align,
                verticalalignment="baseline" if label.is_formula else "center_baseline",
                path_effects=halo,
            )

    def pixels(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Red, green, blue and opacity of each pixel, shape (height, width, 4)."""
        self.agg.draw()
        return np.asarray(self.agg.buffer_rgba())

    def file(self, kind: str) -> bytes:
        """A picture of a kind that Matplotlib writes, without a date."""
        file = BytesIO()
        metadata = {"CreationDate": None} if kind == "pdf" else {"Software": None}
        self.figure.savefig(file, format=kind, dpi=DPI, metadata=metadata)
        return file.getvalue()


@contextmanager
def painting() -> Iterator[None]:
    """What has to hold while a canvas is used.

    Raises:
        UsageError: there is no Matplotlib.
    """
    try:
        import matplotlib
    except ImportError as error:
        raise UsageError(
            f"Pictures other than .svg and .glb need the package 'matplotlib', which cannot be imported: {error}. "
            "Install it with 'pip install matplotlib', or write .svg."
        ) from error
    with matplotlib.rc_context(STYLE), warnings.catch_warnings():
        # a letter that the font lacks is drawn as a box
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        yield


def pieces_of(label: Label) -> list[Label]:
    """A label as it is painted: a formula in pieces side by side, which stand on their baseline."""
    if not label.is_formula:
        return [label]
    heights = [label.height * (INDEX_HEIGHT if is_index else 1.0) for _, is_index in label.runs]
    widths = [advance(text, height) for (text, _), height in zip(label.runs, heights, strict=True)]
    x = label.x - sum(widths) * {"left": 0.0, "center": 0.5, "right": 1.0}[label.align]
    found = []
    for (text, is_index), height, width in zip(label.runs, heights, widths, strict=True):
        low = (0.35 + (INDEX_DROP if is_index else 0.0)) * label.height
        found.append(replace(label, x=x, y=label.y - low, text=text, height=height, align="left"))
        x += width
    return found


def advance(text: str, height: float) -> float:
    """How far a text takes the pen, in the units of its height."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties(family=STYLE["font.family"])))
    font.set_size(100.0, POINTS)
    return height / 100.0 * sum(font.load_char(ord(letter)).linearHoriAdvance / 65536.0 for letter in text)


def collection(shapes: Sequence[DrawnShape], points: float, *, clip_on: bool = False) -> Any:
    """All shapes in their order: far faster than an artist for each.

    Args:
        shapes: what is painted.
        points: of a printer, per unit of the picture.
        clip_on: whether nothing is painted outside of the axes.
    """
    from matplotlib.collections import PathCollection

    strengths = [shape.strength for shape in shapes]
    return PathCollection(
        [_path(shape) for shape in shapes],
        facecolors=_colors([shape.fill for shape in shapes], strengths),
        edgecolors=_colors([shape.line for shape in shapes], strengths),
        linewidths=[shape.width * points if shape.line else 0.0 for shape in shapes],
        # dashes are multiples of the width
        linestyles=[(0, (DASH, GAP)) if shape.dashed else "solid" for shape in shapes],
        capstyle="round",
        joinstyle="round",
        clip_on=clip_on,
    )


def _path(shape: DrawnShape) -> Any:
    from matplotlib.path import Path

    count = len(shape.points)
    codes = np.full(count + shape.closed, Path.CURVE4 if shape.curved else Path.LINETO, Path.code_type)
    codes[0] = Path.MOVETO
    places = np.zeros((len(codes), 2))
    places[:count] = shape.points
    if shape.closed:
        codes[-1] = Path.CLOSEPOLY
    return Path(places, codes)


def _colors(colors: Sequence[str], strengths: Sequence[float]) -> Any:
    """Red, green, blue and opacity; all zero for no colour."""
    rows = [
        (*rgb(color), strength) if color else (0.0,) * 4
        for color, strength in zip(colors, strengths, strict=True)
    ]
    return np.array(rows).reshape(-1, 4)
