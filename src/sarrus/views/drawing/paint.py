"""Pictures in pixels and as PDF, painted by Matplotlib without any window."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import numpy as np

from sarrus.errors import UsageError
from sarrus.views.drawing.look import rgb
from sarrus.views.drawing.shapes import DASH, GAP, HALO, DrawnShape, Picture

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
        self.axes.add_collection(_collection(picture.shapes, self.points), autolim=False)
        halo = [withStroke(linewidth=HALO * self.points, foreground=picture.paper)]
        for label in picture.labels:
            self.axes.text(
                label.x,
                label.y,
                label.text,
                color=label.color,
                fontsize=label.height * self.points,
                horizontalalignment=label.align,
                verticalalignment="center_baseline",
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


def _collection(shapes: Sequence[DrawnShape], points: float) -> Any:
    """All shapes in their order: far faster than an artist for each."""
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
        clip_on=False,
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
