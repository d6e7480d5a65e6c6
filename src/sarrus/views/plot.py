"""Series over time, one diagram for each unit."""

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

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Lines = dict[str, Any]
"""Values by the name of the line."""

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito (2008), without yellow, which is too pale on white: told apart with any colour vision."""
NOTE = "#9E3D00"
DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)))
"""Line styles, for prints without colour. Seven colours and four styles give 28 different lines."""
ROWS = 40
"""Most names below each other."""
JUMP = 3.0
"""An angle between -pi and pi that changes by more than this between rows has come out at the other end [rad]."""
QUANTITIES = {
    "rad": "angle",
    "rad/s": "angular speed",
    "rad/s^2": "angular acceleration",
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


def plot(
    result: Result, names: Sequence[str] = (), *, show: bool | None = None, path: Path | None = None
) -> Figure:
    """Draw series over time, stacked by unit over one time axis; see `Result.plot`.

    Raises:
        UsageError: a name is unknown, there is nothing to draw, no window can be opened, or the picture cannot be written.
    """
    kind = check_picture(path) if path is not None else ""
    chosen = [result[name] for name in names or joint_coordinates(result)]
    if not len(result) or not chosen:
        raise UsageError(f"There is nothing to plot: the result has {len(result)} rows. {result.status}")
    lines: dict[str, Lines] = {}
    for series in chosen:
        lines.setdefault(series.unit, {}).update(series.columns)
    with _style():
        wants_window = path is None if show is None else show
        window = _window(is_required=bool(show)) if wants_window else None
        figure = _figure(window, lines)
        _draw(figure, result, lines)
        if path is not None:
            picture = BytesIO()
            with warnings.catch_warnings():  # a letter that the font lacks is drawn as a box
                warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
                figure.savefig(picture, format=kind[1:], **FORMATS[kind])
            write_bytes(path, picture.getbuffer())
        if window is not None:
            window.show()
    return figure


def joint_coordinates(result: Result) -> list[str]:
    """Coordinates of joints: those with a rate whose joint has a reaction; else all with a rate, else everything."""
    moving = [name for name in result if name + "_dot" in result]
    of_joints = [name for name in moving if name.rpartition(".")[0] + ".reaction" in result]
    return of_joints or moving or list(result)


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


def _style() -> AbstractContextManager[None]:
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


def _figure(window: Any, lines: Mapping[str, Lines]) -> Figure:
    """An empty figure, high enough for the names beside each diagram."""
    from matplotlib.figure import Figure

    heights = [max(2.6, 0.4 + 0.22 * min(len(part), ROWS)) for part in lines.values()]
    options: dict[str, Any] = {"figsize": (9.0, 1.3 + sum(heights)), "layout": "constrained"}
    try:
        figure: Figure = window.figure(**options) if window is not None else Figure(**options)
    except ImportError as error:
        raise UsageError(f"A plot cannot be shown: {error}. Write a picture with path='run.png'.") from error
    engine: Any = figure.get_layout_engine()
    engine.set(w_pad=0.08, h_pad=0.08)
    figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)
    return figure


def _draw(figure: Figure, result: Result, lines: Mapping[str, Lines]) -> None:
    for axes, (unit, part) in zip(figure.axes, lines.items(), strict=True):
        _diagram(axes, result, unit, part)
    top, bottom = figure.axes[0], figure.axes[-1]
    bottom.set_xlabel("t [s]")
    if result.t[-1] > result.t[0]:
        bottom.set_xlim(result.t[0], result.t[-1])
    figure.align_ylabels()
    figure.suptitle(_cut(f"{result.mechanism}: {result.analysis}", 65), fontsize=13, fontweight="bold")
    if not result.ok:
        top.set_title(textwrap.fill(_cut(str(result.status), 300), 100), fontsize=10, color=NOTE, loc="left")


def _diagram(axes: Axes, result: Result, unit: str, lines: Lines) -> None:
    for k, (label, values) in enumerate(lines.items()):
        axes.plot(
            *(_broken(result.t, values) if unit == "rad" else (result.t, values)),
            color=COLORS[k % len(COLORS)],
            linestyle=DASHES[k % len(DASHES)],
            marker="o" if len(result) == 1 else "",
            label=_cut(label, 40) + (" (not unique)" if label in result.not_unique else ""),
        )
    quantity = QUANTITIES.get(unit, "") if len(lines) > 1 else _cut(next(iter(lines)), 25)
    axes.set_ylabel(f"{quantity} [{raised(unit)}]".strip())
    axes.grid(color="#DDDDDD", linewidth=0.7)
    axes.set_axisbelow(True)
    _widen(axes, np.array(list(lines.values())))
    columns = 1 + (len(lines) - 1) // ROWS
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, frameon=False, ncols=columns)


def _broken(t: Any, angles: Any) -> tuple[Any, Any]:
    """A gap where an angle jumps from one end of its range, -pi to pi, to the other."""
    within = np.abs(angles) < np.pi + 1e-6
    jumps = np.abs(np.diff(angles)) > JUMP
    after = np.flatnonzero(jumps & within[1:] & within[:-1]) + 1
    return np.insert(t, after, t[after]), np.insert(angles, after, np.nan)


def _cut(text: str, longest: int) -> str:
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
