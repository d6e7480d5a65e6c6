"""What a panel is."""

from __future__ import annotations

from typing import Any

__all__ = ["Panel", "panel"]

Panel = dict[str, Any]
"""Data of a tab: its kind, its title, and what the renderer of that kind reads."""


def panel(kind: str, title: str, **data: Any) -> Panel:
    """A panel.

    Args:
        kind: names its renderer, see web/src/panels/index.ts.
        title: of the tab.
        data: what the renderer reads.
    """
    return {"kind": kind, "title": title, **data}
