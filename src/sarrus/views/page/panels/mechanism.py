"""Panels on the mechanism of an answer, and on how far the answer can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sarrus.io import dumps
from sarrus.model import Mechanism, Snapshot
from sarrus.results import Result
from sarrus.views.page.facts import (
    Facts,
    check_data,
    drawings_data,
    equations_data,
    evidence_data,
    failure_text,
)
from sarrus.views.page.model_tables import model_tables
from sarrus.views.page.neighbours import neighbours
from sarrus.views.page.panels.base import Panel, panel

__all__ = [
    "check_panel",
    "equations_panel",
    "evidence_panel",
    "model_panel",
    "parts_panel",
    "series_panel",
]


def series_panel(diagrams: Sequence[Sequence[str]], title: str = "Plots") -> Panel:
    """Diagrams of series over time, in which readers choose.

    Args:
        diagrams: names of the series shown at first, a list for each diagram.
        title: of the tab.
    """
    return panel("series", title, diagrams=[list(names) for names in diagrams])


def parts_panel(model: Snapshot, title: str = "Details") -> Panel:
    """What was picked, and all its values in the row that is shown."""
    return panel("parts", title, neighbours=neighbours(model))


def model_panel(model: Snapshot, mechanism: Mechanism, title: str = "Model") -> Panel:
    """The model as tables and as text."""
    try:
        return panel("model", title, tables=model_tables(model), text=dumps(mechanism))
    except Exception as error:
        return panel("model", title, tables=[], text=failure_text("tables of the model", error))


def check_panel(mechanism: Mechanism, title: str = "Check") -> Panel:
    """What `check` finds."""
    return panel("check", title, **check_data(mechanism))


def equations_panel(model: Snapshot, pose: Callable[[], Result], title: str = "Equations") -> Panel:
    """The equations of motion, and the drawings that belong to them.

    Args:
        model: the mechanism.
        pose: makes a result in whose first row bodies are drawn.
        title: of the tab.
    """
    found = equations_data(model)
    if "failure" not in found:
        found["groups"] = drawings_data(model, pose)
    return panel("equations", title, **found)


def evidence_panel(
    answer: Any, notes: Sequence[str] = (), extent: Facts | None = None, title: str = "Evidence"
) -> Panel:
    """How the answer ended and what it can be judged by.

    Args:
        answer: with `status`, `evidence_facts()`, and `not_unique` where it has reactions.
        notes: sentences about the page.
        extent: facts on how much there is of it.
        title: of the tab.
    """
    return panel("evidence", title, **evidence_data(answer, extent), notes=list(notes))
