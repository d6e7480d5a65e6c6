"""Where a mechanism stands: a drawing without time, and the values there."""

from __future__ import annotations

from dataclasses import replace

from sarrus.results import Result
from sarrus.scalar.units import raised
from sarrus.views.diagrams.load_path import load_path_diagrams
from sarrus.views.page.answers.base import Shown, Viewed
from sarrus.views.page.panels import NamedPose, Sheet, diagram_panel, pose_panel
from sarrus.views.page.scene_data import scene_data
from sarrus.views.plots.choice import joint_coordinates
from sarrus.views.scene import scene_of
from sarrus.views.standing import along_path, standing

__all__ = ["pose_page"]

HEAD = ("coordinate", "value", "unit")


def pose_page(asked: Viewed) -> Shown:
    """The page of an answer that is a pose, or of a result whose rows are poses of their own."""
    run = asked.answer if isinstance(asked.answer, Result) else standing(asked.answer, asked.mechanism)
    return _page(asked, run, len(run))


def _page(asked: Viewed, run: Result, many: int) -> Shown:
    """Args: many: rows that are poses to be chosen, the first ones."""
    poses = [NamedPose(f"pose {row + 1}", values_of(run, row)) for row in range(many)]
    return Shown(
        panels=[pose_panel("Pose", poses), *asked.about()],
        scene=scene_data(scene_of(asked.model, run), is_timed=False),
        series=asked.series(run),
    )


def rest_page(asked: Viewed) -> Shown:
    """The page of an equilibrium; of a load path, its diagram first."""
    if not getattr(asked.answer, "over", ""):
        return pose_page(asked)
    poses = along_path(asked.answer, asked.model)
    page = pose_page(asked) if poses is None else _page(asked, poses, 1)
    path = diagram_panel("Load path", *load_path_diagrams(asked.answer, None if poses is None else 1))
    return replace(page, panels=[path, *page.panels])


def values_of(run: Result, row: int) -> Sheet:
    """Joint coordinates and their rates in a row."""
    names = [name for c in joint_coordinates(run) for name in (c, f"{c}_dot") if name in run]
    columns = [
        (name, s.unit, values) for s in map(run.__getitem__, names) for name, values in s.columns.items()
    ]
    return Sheet("", HEAD, [(name, float(values[row]), raised(unit)) for name, unit, values in columns])
