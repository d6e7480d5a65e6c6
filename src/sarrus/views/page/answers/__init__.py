"""What a page shows of an answer: a line for each verb.

A new verb has a file here, or takes one that is there, and a line in `PAGES`. Nothing else of the page knows it.
"""

from __future__ import annotations

from typing import Any

from sarrus.results import Result
from sarrus.views.page.answers.base import AnswerPage, Shown, Viewed
from sarrus.views.page.answers.linear import floquet_page, linear_page, modes_page, roots_page
from sarrus.views.page.answers.motion import motion_page
from sarrus.views.page.answers.pose import pose_page, rest_page
from sarrus.views.page.answers.words import check_page, equations_page, outputs_page, words_page

__all__ = ["PAGES", "AnswerPage", "Shown", "Viewed", "page_of"]

PAGES: dict[str, AnswerPage] = {
    "simulate": AnswerPage("Simulation", motion_page),
    "kinematics": AnswerPage("Kinematics", motion_page),
    "inverse": AnswerPage("Efforts", motion_page),
    "assemble": AnswerPage("Assembled pose", pose_page),
    "equilibrium": AnswerPage("Equilibrium", rest_page),
    "reach": AnswerPage("Reached pose", pose_page),
    "check": AnswerPage("Check", check_page),
    "linearize": AnswerPage("Linear model", linear_page, is_drawn=True),
    "modes": AnswerPage("Modes", modes_page, is_drawn=True),
    "roots": AnswerPage("Roots", roots_page, is_drawn=True),
    "floquet": AnswerPage("Multipliers", floquet_page, is_drawn=True),
    "verify": AnswerPage("Verification", words_page),
    "outputs": AnswerPage("Outputs", outputs_page),
    "equations": AnswerPage("Equations", equations_page),
    "export": AnswerPage("Source code", words_page),
}
"""By the verb that an answer names."""


def page_of(answer: Any) -> AnswerPage:
    """How an answer is shown; one whose verb is not known, by what it is."""
    known = PAGES.get(answer.analysis)
    return known or AnswerPage(answer.analysis, motion_page if isinstance(answer, Result) else words_page)
