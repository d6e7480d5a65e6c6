"""The contract between an answer and the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sarrus.model import Mechanism, Snapshot
from sarrus.results import Result
from sarrus.views.page.facts import Facts
from sarrus.views.page.panels import (
    Panel,
    check_panel,
    equations_panel,
    evidence_panel,
    model_panel,
    parts_panel,
)
from sarrus.views.page.series_data import series_data, zero_in_plane
from sarrus.views.page.thinning import MOST_NUMBERS
from sarrus.views.standing import standing

__all__ = ["AnswerPage", "Shown", "Viewed"]


@dataclass(frozen=True)
class Viewed:
    """An answer that is to be shown.

    Attributes:
        answer: what a verb returned.
        mechanism: as it was when the question was asked.
        most_numbers: that the file may hold.
    """

    answer: Any
    mechanism: Mechanism
    most_numbers: int = MOST_NUMBERS

    @cached_property
    def model(self) -> Snapshot:
        """The mechanism, checked and frozen."""
        return self.mechanism.snapshot()

    @property
    def owners(self) -> list[str]:
        """Bodies and elements, by which series are grouped."""
        return [*(body.name for body in self.model.bodies), *(e.name for e in self.model.elements)]

    def series(self, run: Result, size: float = 1.0) -> list[dict[str, Any]]:
        """All series of a result that are not always zero, for panels that read them.

        Args:
            run: the result.
            size: of the mechanism, see `zero_in_plane` [m].
        """
        found = list(run.series.values())
        return series_data(found, self.owners, zero_in_plane(self.model, found, size))

    def pose(self) -> Result:
        """A result whose first row is where the mechanism begins, or stands."""
        if isinstance(self.answer, Result) and len(self.answer):
            return self.answer
        return standing(self.answer, self.mechanism)

    def about(
        self, notes: Sequence[str] = (), extent: Facts | None = None, *, has_parts: bool = True
    ) -> list[Panel]:
        """The panels that stand last on most pages: details, model, check, equations, evidence.

        Args:
            notes: sentences about the page.
            extent: facts on how much there is of the answer.
            has_parts: whether there is a row in which parts have values.
        """
        return [
            *([parts_panel(self.model)] if has_parts else []),
            model_panel(self.model, self.mechanism),
            check_panel(self.mechanism),
            equations_panel(self.model, self.pose),
            evidence_panel(self.answer, notes, extent),
        ]


@dataclass(frozen=True)
class Shown:
    """What a page shows.

    Attributes:
        panels: in the order of their tabs.
        scene: as `scene_data` makes it; None for a page of panels alone.
        series: over the rows of the scene, as `Viewed.series` makes them.
    """

    panels: Sequence[Panel]
    scene: dict[str, Any] | None = None
    series: Sequence[dict[str, Any]] = ()


@dataclass(frozen=True)
class AnswerPage:
    """How answers of a verb are shown.

    Attributes:
        heading: what such an answer is called, beside the name of the mechanism.
        show: from the answer to the page.
        is_drawn: whether the page shows more than words can tell, so that a notebook shows it too.
    """

    heading: str
    show: Callable[[Viewed], Shown]
    is_drawn: bool = False
