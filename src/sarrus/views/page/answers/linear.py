"""Linear models: responses over frequency and roots in their plane; modes that swing; roots over a number or a period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.analysis.linear.model import LinearModel
from sarrus.errors import SarrusError
from sarrus.phrases import count
from sarrus.views.diagrams.locus import floquet_diagram, locus_diagram, locus_rows
from sarrus.views.diagrams.response import MOST_INPUTS, bode_diagrams, root_map
from sarrus.views.page.answers.base import Shown, Viewed
from sarrus.views.page.answers.words import standing_scene
from sarrus.views.page.panels import Panel, SwingShape, diagram_panel, shapes_panel, words_panel
from sarrus.views.page.scene_data import scene_data
from sarrus.views.scene import scene_of
from sarrus.views.swings import PHASES, Swings, pose_of

__all__ = ["floquet_page", "linear_page", "modes_page", "roots_page"]

MOST_MODES = 12
"""That swing on a page, the slowest."""
NUMBERS = 6 * (PHASES + 2)
"""Of a body in the shape of a mode."""
SWINGING = (
    "The size is chosen for the eye, and every swing takes equally long. "
    "Joints stay closed; what fades or grows is shown without that."
)
BACK = "Modes that do not swing go out to one side and back, slowly."
APART = "Joints come apart in {which}: no closed poses were found there, so bodies go along straight lines."


def modes_page(asked: Viewed) -> Shown:
    """The mechanism swings in the mode that is chosen."""
    answer = asked.answer
    try:
        swings = Swings(answer, asked.model)
        fitting = asked.most_numbers // max(NUMBERS * len(asked.model.bodies), 1)
        shown = [swings.swing(k) for k in range(1, min(len(answer), MOST_MODES, max(fitting, 1)) + 1)]
    except SarrusError as error:
        return _page(asked, _roots(answer.model), None, [f"Modes are not drawn. {error}"])
    notes = [SWINGING, *([] if all(s.is_swinging for s in shown) else [BACK])]
    torn = [f"mode {s.number}" for s in shown if s.closing is None]
    if torn:
        notes.append(APART.format(which=", ".join(torn)))
    if len(answer) > len(shown):
        notes.append(f"These are the slowest {len(shown)} of {count(len(answer), 'mode')}.")
    shapes = [SwingShape(f"mode {s.number}", s.text, s.motion, s.closing, s.is_swinging) for s in shown]
    panels = [shapes_panel("Modes", shapes, " ".join(notes)), *_roots(answer.model)]
    return _page(asked, panels, scene_data(swings.scene, is_timed=False))


def linear_page(asked: Viewed) -> Shown:
    """The response of outputs to inputs, and poles and zeros."""
    answer = asked.answer
    pairs, notes = bode_diagrams(answer), list[str]()
    if pairs and len(answer.inputs) > MOST_INPUTS:
        notes.append(f"Responses are drawn for the first {MOST_INPUTS} of {len(answer.inputs)} inputs.")
    panels = [diagram_panel("Response", *(one for pair in pairs for one in pair))] if pairs else []
    panels += _roots(answer)
    try:
        scene = scene_data(scene_of(asked.model, pose_of(answer, answer, asked.model)), is_timed=False)
    except SarrusError as error:
        scene = None
        notes.append(f"The mechanism is not drawn. {error}")
    return _page(asked, panels, scene, notes)


def roots_page(asked: Viewed) -> Shown:
    """Roots over a number, in their plane and one by one."""
    diagrams = [locus_diagram(asked.answer), *locus_rows(asked.answer)]
    return _page(asked, [diagram_panel("Roots", *diagrams)], standing_scene(asked))


def floquet_page(asked: Viewed) -> Shown:
    """Multipliers of a period in their plane."""
    return _page(asked, [diagram_panel("Multipliers", floquet_diagram(asked.answer))], standing_scene(asked))


def _roots(model: LinearModel) -> list[Panel]:
    """Poles and zeros, where something can move."""
    return [diagram_panel("Roots", root_map(model))] if model.states else []


def _page(
    asked: Viewed, panels: Sequence[Panel], scene: dict[str, Any] | None, notes: Sequence[str] = ()
) -> Shown:
    """Panels of its own, the words of the answer, and what stands on most pages."""
    words = words_panel("Words", asked.answer.text())
    return Shown([*panels, words, *asked.about(notes, has_parts=False)], scene=scene)
