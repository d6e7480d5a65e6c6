"""Where a mechanism stands: a drawing without time, and the values there."""

from __future__ import annotations

from sarrus.results import Result
from sarrus.scalar.units import raised
from sarrus.views.page.answers.base import Shown, Viewed
from sarrus.views.page.panels import NamedPose, Sheet, pose_panel
from sarrus.views.page.scene_data import scene_data
from sarrus.views.plot import joint_coordinates
from sarrus.views.scene import scene_of
from sarrus.views.standing import standing

__all__ = ["pose_page"]

HEAD = ("coordinate", "value", "unit")


def pose_page(asked: Viewed) -> Shown:
    """The page of an answer that is a pose, or of a result whose rows are poses of their own."""
    run = asked.answer if isinstance(asked.answer, Result) else standing(asked.answer, asked.mechanism)
    poses = [NamedPose(f"pose {row + 1}", values_of(run, row)) for row in range(len(run))]
    return Shown(
        panels=[pose_panel("Pose", poses), *asked.about()],
        scene=scene_data(scene_of(asked.model, run), is_timed=False),
        series=asked.series(run),
    )


def values_of(run: Result, row: int) -> Sheet:
    """Joint coordinates and their rates in a row."""
    names = [name for c in joint_coordinates(run) for name in (c, f"{c}_dot") if name in run]
    columns = [
        (name, s.unit, values) for s in map(run.__getitem__, names) for name, values in s.columns.items()
    ]
    return Sheet("", HEAD, [(name, float(values[row]), raised(unit)) for name, unit, values in columns])
