"""Draw series over time or against each other, of a model or of saved results.

A model is run first. Without names, what is driven, measured and given at the start comes first, then the joint coordinates,
loads and energies. Several files are drawn over each other. With --output the picture is written; without, it is shown in a
window.

Example: sarrus plot four-bar.yaml A.theta C.reaction --until 5 --output run.png
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sarrus.analysis.verb import view
from sarrus.views import options

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sarrus.results import Result
    from sarrus.views.options import Against, Degrees, Picture, Title, Window, Wrap

__all__ = ["plot"]


@view(options)
def plot(
    runs: Result | Sequence[Result] | Mapping[str, Result],
    *names: str,
    against: Against = "",
    degrees: Degrees = False,
    wrap: Wrap = False,
    title: Title = "",
    show: Window = None,
    path: Picture = None,
) -> Figure:
    """Draw series of one run, or of several over each other.

        sarrus.plot(run, "slide.s", against="A.theta", degrees=True)
        sarrus.plot([light, heavy], "A.theta")
        sarrus.plot({"measured": one, "computed": other}, "slide.s", path="both.pdf")

    Quantities with one unit share one diagram. Runs in a list are told apart by the parameters in which they differ.

    Args:
        runs: a result, several in a list, or by their labels.
        names: series, e.g. "A.theta", "C.reaction", "foot.p3". Without names, what is driven, measured and given at the
            start comes first, then the joint coordinates, loads and energies. "efforts" of a result of `inverse` are bars
            of the peak and the root mean square of every effort.
        against: series along the horizontal axis instead of time; two lengths have one scale.
        degrees: whether to show angles in degrees.
        wrap: whether to show angles within one turn, -180 to 180 degrees; curves break where they jump.
        title: text on top; the mechanism and the analysis when left out.
        show: whether to open a window. None: when there is a display and no path is given.
        path: picture to write, .png, .svg or .pdf; it is complete or absent.

    Returns:
        The figure of Matplotlib, for changes of your own. A notebook shows it by itself.

    Raises:
        UsageError: a name is unknown, there is nothing to draw, no window can be opened, or the picture cannot be written.
    """
    from sarrus.errors import UsageError
    from sarrus.views.effort_bars import EFFORTS, effort_bars, has_effort_bars
    from sarrus.views.plots.choice import first_plots, model_of
    from sarrus.views.plots.curves import Axes, diagrams_of
    from sarrus.views.plots.figure import check_picture, draw_diagrams
    from sarrus.views.plots.runs import labelled

    if path is not None:
        check_picture(path)
    found = labelled(runs)
    results = list(found.values())
    if names == (EFFORTS,) and len(results) == 1 and has_effort_bars(results[0]):
        return effort_bars(results[0], title=title, show=show, path=path)
    if names:
        groups: Sequence[Sequence[str]] = [names]
    else:
        first = results[0]
        chosen = [first.sought] if first.sought else first_plots(first, model_of(first))
        in_all = [[n for n in group if n != against and all(n in r for r in results)] for group in chosen]
        groups = [group for group in in_all if group]
    empty = next((run for run in results if not len(run)), None)
    if empty is not None or not groups:
        run = empty or results[0]
        raise UsageError(f"There is nothing to plot: the result has {len(run)} rows. {run.status}")
    diagrams = diagrams_of(results, groups, Axes(against, degrees, wrap))
    return draw_diagrams(diagrams, found, against=against, title=title, show=show, path=path)
