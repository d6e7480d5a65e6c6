"""The contract of a family of derived series, and what all families share of one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from sarrus.analysis.outputs.coordinates import Independent
from sarrus.analysis.outputs.history import History, history_of
from sarrus.analysis.outputs.loads import FoundLoads
from sarrus.analysis.outputs.motions import Motions
from sarrus.analysis.outputs.single import SingleForces
from sarrus.model import Snapshot
from sarrus.results import Result
from sarrus.results.series import Series

__all__ = ["AskedRun", "Family", "Offer"]


@dataclass(frozen=True)
class Offer:
    """Something that can be asked for.

    Attributes:
        name: of the series; with words in capitals, a pattern.
        unit: of its values.
        meaning: a phrase.
        example: a name that fits a pattern; empty for a single series.
        size: number of components.
        derived: whether it is computed when it is asked for.
    """

    name: str
    unit: str
    meaning: str
    example: str = ""
    size: int = 1
    derived: bool = True

    @property
    def asked(self) -> str:
        """A name that can be asked for."""
        return self.example or self.name


class Family(Protocol):
    """Series of one kind that are computed from the rows of a finished run."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """What there is of it in a mechanism."""

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """The series of a name; None where the name is not of this family.

        Raises:
            UsageError: the name is of this family, and cannot be computed.
        """


class AskedRun:
    """What families compute from: the run as states, its free motions, its forces. Each is found when it is first needed.

    Args:
        run: the result.
        coordinates: independent coordinates; none: a choice that suits.
        like: another question about the same run.
    """

    def __init__(self, run: Result, coordinates: Sequence[str] = (), like: AskedRun | None = None) -> None:
        self.run, self._coordinates = run, tuple(coordinates)
        self._like = like

    @cached_property
    def history(self) -> History:
        """The run as states."""
        return self._like.history if self._like else history_of(self.run)

    @cached_property
    def motions(self) -> Motions:
        """Its free motions."""
        return self._like.motions if self._like else Motions(self.history)

    @cached_property
    def independent(self) -> Independent:
        """Choices of coordinates."""
        return Independent(self.motions, self._coordinates)

    @cached_property
    def row_loads(self) -> FoundLoads:
        """Multipliers of its rows, and efforts that depend on loads."""
        return self._like.row_loads if self._like else FoundLoads(self.history)

    @cached_property
    def forces(self) -> SingleForces:
        """Its forces, each by itself."""
        return self._like.forces if self._like else SingleForces(self.history, lambda: self.row_loads)
