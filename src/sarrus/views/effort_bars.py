"""Bars of efforts: how much each actuator of an inverse result has to give, at its peak and on average."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from sarrus.files import Path, write_bytes
from sarrus.results import Result, Series
from sarrus.scalar.units import raised
from sarrus.views.plots.figure import COLORS, FORMATS, check_picture, picture_style, shown_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["EFFORTS", "effort_bars", "has_effort_bars"]

EFFORTS = "efforts"
"""What the picture is called among the names of series."""


def has_effort_bars(run: Result) -> bool:
    """Whether a result is of efforts that somebody looked for."""
    return run.analysis == "inverse" and len(run) > 0 and EFFORTS not in run.series and bool(_efforts(run))


def effort_bars(
    run: Result, *, title: str = "", show: bool | None = None, path: Path | None = None
) -> Figure:
    """Draw the peak and the root mean square of every effort, a diagram for each unit.

    Args:
        run: what `inverse` gave.
        title: text on top; the mechanism when left out.
        show: whether to open a window. None: when there is a display and no path is given.
        path: picture to write.
    """
    from matplotlib.figure import Figure

    found = _efforts(run)
    units = list(dict.fromkeys(s.unit for s in found.values()))
    groups = [[(name, s) for name, s in found.items() if s.unit == unit] for unit in units]
    with picture_style():
        figure = Figure(figsize=(7.5, 1.4 + 0.6 * len(found) + 0.6 * len(units)), layout="constrained")
        ratios = [len(group) + 1 for group in groups]
        rows = figure.subplots(len(groups), 1, squeeze=False, gridspec_kw={"height_ratios": ratios})[:, 0]
        for axes, group, unit in zip(rows, groups, units, strict=True):
            places = np.arange(len(group), 0, -1.0)
            peaks = [float(np.abs(s.values).max()) for _, s in group]
            means = [float(np.sqrt(np.mean(s.values**2))) for _, s in group]
            for offset, values, color, label in (
                (0.2, peaks, COLORS[0], "peak"),
                (-0.2, means, COLORS[4], "RMS"),
            ):
                bars = axes.barh(places + offset, values, 0.36, color=color, label=label)
                axes.bar_label(bars, [f"{value:.4g}" for value in values], padding=3, fontsize=9)
            axes.set_yticks(places, [name for name, _ in group])
            axes.margins(x=0.12)
            axes.set_xlabel(f"effort [{raised(unit)}]")
        rows[0].legend(frameon=False, ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))
        figure.suptitle(
            title or f"{run.mechanism}: efforts", fontsize=13, fontweight="bold", x=0.02, ha="left"
        )
        if path is not None:
            kind, picture = check_picture(path), BytesIO()
            figure.savefig(picture, format=kind[1:], **FORMATS[kind])
            write_bytes(path, picture.getbuffer())
    return shown_figure(figure, show, path)


def _efforts(run: Result) -> dict[str, Series]:
    """Series of efforts by the name of the actuator."""
    named = run.evidence.get("actuators", ())
    of = {name: run.series.get(f"{name}.effort", run.series.get(name)) for name in named}
    return {name: series for name, series in of.items() if series is not None}
