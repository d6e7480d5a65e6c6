"""Pictures of answers that are no series over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import UsageError
from sarrus.files import Path
from sarrus.results import Answer
from sarrus.views.draw import Choices, draw_scene, still_figure
from sarrus.views.plot import check_picture, shown_figure
from sarrus.views.scene import scene_of
from sarrus.views.standing import standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["picture"]

Drawing = Callable[[Answer, Path | None], "Figure"]


def picture(
    answer: Answer, names: Sequence[str], *, show: bool | None = None, path: Path | None = None
) -> Figure:
    """See `Answer.plot`.

    Raises:
        UsageError: the answer has no picture, or it cannot be made.
    """
    if answer.analysis not in PICTURES:
        raise UsageError(f"The answer of {answer.analysis} is a text and has no picture. report() shows it.")
    if names:
        raise UsageError(
            f"The answer of {answer.analysis} is drawn as a whole: leave the names out. table({', '.join(map(repr, names))}) "
            "shows their values."
        )
    if path is not None:
        check_picture(path)
    return shown_figure(PICTURES[answer.analysis](answer, path), show, path)


def _pose(answer: Answer, path: Path | None) -> Figure:
    """The mechanism where it stands."""
    with mechanism_of(answer) as mechanism:
        scene = scene_of(mechanism.snapshot(), standing(answer, mechanism))
    choices = Choices(title=answer.mechanism)
    if path is not None:
        draw_scene(scene, path, choices)
    return still_figure(scene, choices)


PICTURES: dict[str, Drawing] = {"check": _pose, "assemble": _pose}
"""How answers are drawn, by their verb."""
