"""Answers in words: a check, equations, and what has no panels of its own. The mechanism is drawn where it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sarrus.errors import SarrusError
from sarrus.scalar.units import raised
from sarrus.views.page.answers.base import Shown, Viewed
from sarrus.views.page.facts import equations_data
from sarrus.views.page.panels import Panel, Sheet, tables_panel
from sarrus.views.page.panels.base import panel
from sarrus.views.page.scene_data import scene_data
from sarrus.views.scene import scene_of
from sarrus.views.standing import standing

__all__ = ["check_page", "equations_page", "outputs_page", "standing_scene", "words_page"]


def check_page(asked: Viewed) -> Shown:
    """The check first."""
    return _page(asked, "check")


def equations_page(asked: Viewed) -> Shown:
    """The equations first, in the form that was asked for."""
    page, answer = _page(asked, "equations"), asked.answer
    if answer.linear is not None:
        told = {"blocks": answer.blocks(), "latex": answer.latex()}
    else:
        how = {name: getattr(answer, name) for name in ("form", "index", "general", "complete")}
        told = equations_data(asked.model, **how)
    return replace(page, panels=[panel("equations", "Equations", **told), *page.panels[1:]])


def outputs_page(asked: Viewed) -> Shown:
    """The list first."""
    page = _page(asked, "evidence")
    rows = [(o.name, raised(o.unit), o.meaning) for o in asked.answer.offers]
    return replace(
        page, panels=[tables_panel("Outputs", Sheet("", ("name", "unit", "meaning"), rows)), *page.panels]
    )


def words_page(asked: Viewed) -> Shown:
    """The page of an answer that has no panels of its own."""
    return _page(asked, "evidence")


def _page(asked: Viewed, first: str) -> Shown:
    panels: list[Panel] = asked.about(has_parts=False)
    panels.sort(key=lambda one: one["kind"] != first)
    return Shown(panels, scene=standing_scene(asked))


def standing_scene(asked: Viewed) -> dict[str, Any] | None:
    """Where the mechanism stands; nothing where it does not close."""
    try:
        return scene_data(scene_of(asked.model, standing(asked.answer, asked.mechanism)), is_timed=False)
    except SarrusError:
        return None
