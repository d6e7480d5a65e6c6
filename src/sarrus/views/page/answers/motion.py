"""A run over time: the mechanism moves, and its series are plotted."""

from __future__ import annotations

from sarrus.views.page.answers.base import Shown, Viewed
from sarrus.views.page.panels import series_panel
from sarrus.views.page.scene_data import scene_data
from sarrus.views.page.series_data import series_data, zero_in_plane
from sarrus.views.page.thinning import thinned
from sarrus.views.plots.choice import first_plots, measured
from sarrus.views.scene import scene_of

__all__ = ["motion_page"]

STEPPED = "Rows are far apart for this motion, so it is shown row by row. More rows give a smooth picture."


def motion_page(asked: Viewed) -> Shown:
    """The page of a result over time, with as many rows and series as the file may hold."""
    model, run = asked.model, asked.answer
    drawn = len(model.bodies) * (3 if model.planar else 7) + 6 * len(model.elements)
    fitting = thinned(run, drawn, asked.most_numbers, measured(model))
    scene = scene_of(model, fitting.run)
    notes = [*fitting.notes, *([STEPPED] if scene.is_stepped else [])]
    left_out = zero_in_plane(model, fitting.series, scene.size)
    chosen = first_plots(fitting.run, model, fitting.series)
    plots = [kept for names in chosen if (kept := [name for name in names if name not in left_out])]
    extent = [("rows", f"{len(run)}, t = {run.t[0]:.6g} to {run.t[-1]:.6g} s")]
    return Shown(
        panels=[series_panel(plots), *asked.about(notes, extent)],
        scene=scene_data(scene),
        series=series_data(fitting.series, asked.owners, left_out),
    )
