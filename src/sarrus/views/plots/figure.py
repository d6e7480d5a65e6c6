"""Diagrams with Matplotlib: curves stacked by unit over one axis, told apart without colour, in a window or a file."""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import UsageError
from sarrus.files import Path, given_ending, shown_path, write_bytes
from sarrus.results import Result
from sarrus.scalar.units import raised
from sarrus.views.plots.curves import PlottedCurve, PlottedDiagram

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["check_picture", "cut", "draw_diagrams", "picture_style", "shown_figure"]

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito (2008), without yellow, which is too pale on white: told apart with any colour vision."""
NOTE = "#9E3D00"
DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)))
"""Line styles, for prints without colour. Seven colours and four styles give 28 different lines."""
ROWS = 40
"""Most names below each other."""
WIDE = 6.5
"""Inches of a diagram across."""
QUANTITIES = {
    "rad": "angle",
    "rad/s": "angular speed",
    "rad/s^2": "angular acceleration",
    "deg": "angle",
    "deg/s": "angular speed",
    "deg/s^2": "angular acceleration",
    "m": "length",
    "m/s": "speed",
    "m/s^2": "acceleration",
    "N": "force",
    "N m": "torque",
    "J": "energy",
    "W": "power",
}
FORMATS: dict[str, dict[str, Any]] = {
    ".png": {"dpi": 160},
    ".svg": {"metadata": {"Date": None}},
    ".pdf": {"metadata": {"CreationDate": None}},
}
STYLE: Any = {
    "font.size": 11,
    "axes.titlesize": 13,
    "axes.labelsize": 11,
    "legend.fontsize": 10,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "lines.linewidth": 1.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "axes.formatter.limits": (-3, 4),
    # a name is text: neither TeX nor "$...$" in it is read
    "text.usetex": False,
    "text.parse_math": False,
    "svg.hashsalt": "sarrus",  # the same result gives the same file
}


def draw_diagrams(
    diagrams: Sequence[PlottedDiagram],
    runs: Mapping[str, Result],
    *,
    against: str = "",
    title: str = "",
    show: bool | None = None,
    path: Path | None = None,
) -> Figure:
    """Draw diagrams, one below the other.

    Args:
        diagrams: what is drawn.
        runs: by the labels of their curves.
        against: what is along the horizontal axis; "" for time.
        title: text on top; the mechanism and the analysis when left out.
        show: whether to open a window. None: when there is a display and no path is given.
        path: picture to write.

    Raises:
        UsageError: no window can be opened, or the picture cannot be written.
    """
    kind = check_picture(path) if path is not None else ""
    with picture_style():
        wants_window = path is None if show is None else show
        window = _window(is_required=bool(show)) if wants_window else None
        figure = _figure(window, diagrams)
        _draw(figure, diagrams, runs, against, title)
        if path is not None:
            picture = BytesIO()
            with warnings.catch_warnings():  # a letter that the font lacks is drawn as a box
                warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
                figure.savefig(picture, format=kind[1:], **FORMATS[kind])
            write_bytes(path, picture.getbuffer())
        if window is not None:
            window.show()
    return figure


def shown_figure(figure: Figure, show: bool | None, path: Path | None) -> Figure:
    """A finished drawing; in a window where that is wanted and possible."""
    wants_window = path is None if show is None else show
    window = _window(is_required=bool(show)) if wants_window else None
    if window is not None:
        copy = window.figure(figsize=figure.get_size_inches())
        copy.figimage(_pixels(figure))
        window.show()
    return figure


def _pixels(figure: Figure) -> Any:
    """A figure as red, green, blue and opacity of each pixel."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


def check_picture(path: Path) -> str:
    """The ending of a picture's name.

    Raises:
        UsageError: it is none that can be written.
    """
    ending = given_ending(path)
    if ending not in FORMATS:
        raise UsageError(
            f"{shown_path(path)}: a picture cannot have the ending '{ending}'. Allowed are: {', '.join(FORMATS)}. "
            "Choose one of them; .svg and .pdf stay sharp at any size."
        )
    return ending


def picture_style() -> AbstractContextManager[None]:
    """Letters and lines of all diagrams.

    Raises:
        UsageError: there is no Matplotlib.
    """
    try:
        import matplotlib
    except ImportError as error:
        raise UsageError(
            f"plot() needs the package 'matplotlib', which cannot be imported: {error}. "
            "Install it with 'pip install matplotlib'."
        ) from error
    return matplotlib.rc_context(STYLE)


def _window(*, is_required: bool) -> Any:
    """The module that opens windows, or None where there is no display; the choice of a backend stays Matplotlib's."""
    from matplotlib import pyplot

    name = pyplot.get_backend().lower()
    if name in ("agg", "cairo", "pdf", "pgf", "ps", "svg", "template"):
        if is_required:
            raise UsageError(
                f"A plot cannot be shown: there is no display (Matplotlib uses '{name}'). "
                "Write a picture with path='run.png'."
            )
        return None
    if "inline" in name and not is_required:
        # this loads the backend: from then on the notebook shows the figure that is returned
        pyplot.close(pyplot.figure())
        return None
    return pyplot


def _figure(window: Any, diagrams: Sequence[PlottedDiagram]) -> Figure:
    """An empty figure, high enough for the names beside each diagram, and for places as high as they are wide."""
    from matplotlib.figure import Figure

    heights = [max(2.6, 0.4 + 0.22 * min(len(d.curves), ROWS), _height(d)) for d in diagrams]
    options: dict[str, Any] = {"figsize": (9.0, 1.3 + sum(heights)), "layout": "constrained"}
    try:
        figure: Figure = window.figure(**options) if window is not None else Figure(**options)
    except ImportError as error:
        raise UsageError(f"A plot cannot be shown: {error}. Write a picture with path='run.png'.") from error
    engine: Any = figure.get_layout_engine()
    engine.set(w_pad=0.08, h_pad=0.08)
    # a diagram of places chooses its own range, so that both its axes have one scale
    is_shared = not any(d.is_place for d in diagrams)
    figure.subplots(len(heights), 1, sharex=is_shared, squeeze=False, height_ratios=heights)
    return figure


def _height(diagram: PlottedDiagram) -> float:
    """Inches that a diagram of places needs."""
    if not diagram.is_place:
        return 0.0
    wide, high = (_extent([getattr(curve, axis) for curve in diagram.curves]) for axis in ("x", "y"))
    return float(np.clip(WIDE * high / wide, 2.6, WIDE)) if wide > 0.0 else WIDE


def _extent(parts: Sequence[Any]) -> float:
    values = np.concatenate(parts)
    finite = values[np.isfinite(values)]
    return float(np.ptp(finite)) if finite.size else 0.0


def _draw(
    figure: Figure, diagrams: Sequence[PlottedDiagram], runs: Mapping[str, Result], against: str, title: str
) -> None:
    labels = list(runs)
    for axes, diagram in zip(figure.axes, diagrams, strict=True):
        _diagram(axes, diagram, labels)
    top, bottom = figure.axes[0], figure.axes[-1]
    if against:
        named = figure.axes if any(d.is_place for d in diagrams) else [bottom]
        for axes in named:
            axes.set_xlabel(f"{cut(against, 40)} [{raised(diagrams[0].x_unit)}]")
            if diagrams[0].x_unit in ("rad", "deg"):
                axes.margins(x=0.0)
    else:
        bottom.set_xlabel("t [s]")
        first, last = (f(run.t[k] for run in runs.values() if len(run)) for f, k in ((min, 0), (max, -1)))
        if last > first:
            bottom.set_xlim(first, last)
    figure.align_ylabels()
    figure.suptitle(cut(title or _heading(list(runs.values())), 65), fontsize=13, fontweight="bold")
    told = [f"{label}{label and ': '}{run.status}" for label, run in runs.items() if not run.ok]
    if told:
        top.set_title(textwrap.fill(cut(" ".join(told), 300), 100), fontsize=10, color=NOTE, loc="left")


def _heading(runs: Sequence[Result]) -> str:
    """What was computed of what."""
    names = dict.fromkeys(run.mechanism for run in runs)
    verbs = dict.fromkeys(run.analysis for run in runs)
    return f"{', '.join(names)}: {', '.join(verbs)}"


def _diagram(axes: Axes, diagram: PlottedDiagram, labels: Sequence[str]) -> None:
    names = diagram.names
    for k, curve in enumerate(diagram.curves):
        color, dash = _look(curve, k, names, len(labels))
        axes.plot(
            curve.x,
            curve.y,
            color=color,
            linestyle=dash,
            marker="o" if len(curve.x) == 1 else "",
            label=_label(curve, names, labels),
        )
    quantity = QUANTITIES.get(diagram.unit, "") if len(names) > 1 else cut(names[0], 25)
    axes.set_ylabel(f"{quantity} [{raised(diagram.unit)}]".strip())
    axes.grid(color="#DDDDDD", linewidth=0.7)
    axes.set_axisbelow(True)
    if diagram.is_place:
        axes.set_aspect("equal", adjustable="datalim")
    else:
        _widen(axes, np.concatenate([curve.y for curve in diagram.curves]))
    _degrees_in_even_steps(axes, diagram)
    if len(diagram.curves) > 1 or not diagram.curves[0].is_unique:
        columns = 1 + (len(diagram.curves) - 1) // ROWS
        axes.legend(
            loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, frameon=False, ncols=columns
        )


def _look(curve: PlottedCurve, k: int, names: Sequence[str], runs: int) -> tuple[str, Any]:
    """Colour and dashes: one colour for each series and dashes for each run, where there are several of both."""
    if 1 < runs <= len(DASHES) and len(names) > 1:
        return COLORS[names.index(curve.name) % len(COLORS)], DASHES[curve.run]
    return COLORS[k % len(COLORS)], DASHES[k % len(DASHES)]


def _label(curve: PlottedCurve, names: Sequence[str], labels: Sequence[str]) -> str:
    """Name of a curve: its series, its run, or both, as far as they tell it from others."""
    run = labels[curve.run]
    parts = [part for part in (curve.name if len(names) > 1 or not run else "", run) if part]
    return cut(", ".join(parts), 40) + ("" if curve.is_unique else " (not unique)")


def _degrees_in_even_steps(axes: Axes, diagram: PlottedDiagram) -> None:
    """Marks at 30, 45, 60 or 90 degrees, not at 25 or 40."""
    from matplotlib.ticker import MaxNLocator

    for axis, unit in ((axes.xaxis, diagram.x_unit), (axes.yaxis, diagram.unit)):
        if unit == "deg":
            axis.set_major_locator(MaxNLocator(nbins=9, steps=[1, 1.5, 3, 4.5, 6, 9, 10]))


def cut(text: str, longest: int) -> str:
    """A name short enough to leave room for the lines; Matplotlib hides what begins with an underscore."""
    text = text if len(text) <= longest else text[: longest - 1] + "…"
    return "\u200b" + text if text.startswith("_") else text


def _widen(axes: Axes, values: Any) -> None:
    """Keep rounding errors of a constant from filling the diagram."""
    finite = values[np.isfinite(values)]
    if not finite.size:
        return
    low, high = float(finite.min()), float(finite.max())
    largest = max(abs(low), abs(high))
    if high - low < 1e-9 * largest:
        axes.set_ylim(low - 0.1 * largest, high + 0.1 * largest)
