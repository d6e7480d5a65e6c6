"""What a page shows of an answer: a line for each verb.

A new verb has a file here, or takes one that is there, and a line in `PAGES`. Nothing else of the page knows it.
"""

from __future__ import annotations

from typing import Any

from sarrus.results import Result
from sarrus.views.page.answers.base import Page, Shown, Viewed
from sarrus.views.page.answers.motion import motion_page
from sarrus.views.page.answers.pose import pose_page
from sarrus.views.page.answers.words import check_page, equations_page, words_page

__all__ = ["PAGES", "Page", "Shown", "Viewed", "page_of"]

PAGES: dict[str, Page] = {
    "simulate": Page("Simulation", motion_page),
    "kinematics": Page("Kinematics", motion_page),
    "assemble": Page("Assembled pose", pose_page),
    "check": Page("Check", check_page),
    "equations": Page("Equations", equations_page),
}
"""By the verb that an answer names."""


def page_of(answer: Any) -> Page:
    """How an answer is shown; one whose verb is not known, by what it is."""
    known = PAGES.get(answer.analysis)
    return known or Page(answer.analysis, motion_page if isinstance(answer, Result) else words_page)
