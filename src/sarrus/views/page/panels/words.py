"""Words as they stand, in columns."""

from __future__ import annotations

from sarrus.views.page.panels.base import Panel, panel

__all__ = ["words_panel"]


def words_panel(title: str, text: str) -> Panel:
    """A text whose columns are kept, as the command line writes it."""
    return panel("words", title, text=text)
