"""Pictures of answers that are no series over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sarrus.analysis.statics.answer import Equilibrium
from sarrus.errors import UsageError
from sarrus.files import Path
from sarrus.results import Answer
from sarrus.views.diagrams.figure import diagram_figure
from sarrus.views.diagrams.load_path import load_path_diagrams
from sarrus.views.diagrams.locus import floquet_diagram, locus_diagram, locus_rows
from sarrus.views.diagrams.response import MOST_INPUTS, bode_diagrams, root_map
from sarrus.views.drawing.files import POSES, Choices, draw_scene, pose_scene, still_figure
from sarrus.views.mode_shapes import mode_shapes_figure
from sarrus.views.plots.figure import check_picture, shown_figure

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
    scene = pose_scene(answer)
    choices = Choices(title=answer.mechanism)
    if path is not None:
        draw_scene(scene, path, choices)
    return still_figure(scene, choices)


def _rest(answer: Answer, path: Path | None) -> Figure:
    """The mechanism where it rests, or the diagram of a load path."""
    if isinstance(answer, Equilibrium) and answer.over:
        rows = [[diagram] for diagram in load_path_diagrams(answer)]
        return diagram_figure(f"{answer.mechanism}: load path", rows, path)
    return _pose(answer, path)


def _linear(answer: Any, path: Path | None) -> Figure:
    """The response over frequency, a column for each input, and the plane of roots."""
    pairs = bode_diagrams(answer)
    rows = [list(row) for row in zip(*pairs, strict=True)]
    many = len(answer.inputs)
    more = f", the first {MOST_INPUTS} of {many} inputs" if pairs and many > MOST_INPUTS else ""
    return diagram_figure(f"{answer.mechanism}: linear model{more}", [*rows, [root_map(answer)]], path)


def _modes(answer: Any, path: Path | None) -> Figure:
    return mode_shapes_figure(answer, path)


def _roots(answer: Any, path: Path | None) -> Figure:
    """The locus, and roots over the number."""
    rows = [[locus_diagram(answer)], *([diagram] for diagram in locus_rows(answer))]
    return diagram_figure(f"{answer.mechanism}: roots over {answer.over}", rows, path)


def _floquet(answer: Any, path: Path | None) -> Figure:
    return diagram_figure(f"{answer.mechanism}: multipliers", [[floquet_diagram(answer)]], path)


PICTURES: dict[str, Drawing] = {
    **dict.fromkeys(POSES, _pose),
    "equilibrium": _rest,
    "linearize": _linear,
    "modes": _modes,
    "roots": _roots,
    "floquet": _floquet,
}
"""How answers are drawn, by their verb."""
