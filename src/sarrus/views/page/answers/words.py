"""An answer that is no motion and no pose: what it can be judged by, and the mechanism that it is of."""

from __future__ import annotations

from sarrus.views.page.answers.base import Asked, Shown

__all__ = ["words_page"]


def words_page(asked: Asked) -> Shown:
    """The page of an answer that has no panels of its own."""
    *others, evidence = asked.about(has_parts=False)
    return Shown(panels=[evidence, *others])
