"""The shelf of panels: what can stand behind a tab of the page, a function for each kind.

A panel is data: `{"kind": ..., "title": ..., ...}`. What is drawn of it is said in web/src/panels, a file for each kind;
web/src/data.ts describes the data. Which panels an answer brings stands in `views/page/answers`.
"""

from sarrus.views.page.panels.base import Panel
from sarrus.views.page.panels.diagram import Axis, Diagram, DiagramCurve, Marks, diagram_panel
from sarrus.views.page.panels.mechanism import (
    check_panel,
    equations_panel,
    evidence_panel,
    model_panel,
    parts_panel,
    series_panel,
)
from sarrus.views.page.panels.pose import NamedPose, pose_panel
from sarrus.views.page.panels.shapes import SwingShape, shapes_panel
from sarrus.views.page.panels.tables import Sheet, tables_panel
from sarrus.views.page.panels.words import words_panel

__all__ = [
    "Axis",
    "Diagram",
    "DiagramCurve",
    "Marks",
    "NamedPose",
    "Panel",
    "Sheet",
    "SwingShape",
    "check_panel",
    "diagram_panel",
    "equations_panel",
    "evidence_panel",
    "model_panel",
    "parts_panel",
    "pose_panel",
    "series_panel",
    "shapes_panel",
    "tables_panel",
    "words_panel",
]
