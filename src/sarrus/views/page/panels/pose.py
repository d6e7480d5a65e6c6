"""Poses that follow no time: where a mechanism stands, or all the places where it can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.views.page.panels.base import Panel, panel
from sarrus.views.page.panels.tables import Sheet, sheet_data

__all__ = ["NamedPose", "pose_panel"]


@dataclass(frozen=True)
class NamedPose:
    """A row of a scene without time, by its name, and the values that it has."""

    name: str
    values: Sheet


def pose_panel(title: str, poses: Sequence[NamedPose]) -> Panel:
    """A list of poses of which the chosen one is drawn, one for each row of the scene; a list of one is not shown."""
    return panel("pose", title, poses=[{"name": p.name, "values": sheet_data(p.values)} for p in poses])
