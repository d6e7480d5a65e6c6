"""Problems collected while a model is checked, and the check of a single written value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sarrus.elements.base import Param, Shape
from sarrus.errors import ModelError, Problem
from sarrus.model.snapshot import Snapshot
from sarrus.scalar.expression import Expression

MOST = 99  # with the sentence that says so, a hundred


class TooMany(ModelError):
    """So many problems that looking further helps nobody."""


class Findings:
    """What is wrong with a model, each with its place."""

    def __init__(self, model: Snapshot) -> None:
        self.model = model
        self.problems: list[Problem] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Keep what is raised, and go on."""
        try:
            yield
        except TooMany:
            raise
        except ModelError as error:
            for p in error.problems:
                self._keep(p)

    def add(self, path: str, what: str, allowed: str = "", try_: str = "") -> None:
        """A problem with what stands at a path."""
        self._keep(Problem(self.model.at(path), what, allowed, try_))

    def _keep(self, problem: Problem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)
        if len(self.problems) >= MOST:
            raise TooMany(self.problems)

    def check_value(self, p: Param, value: Any, path: str, subject: str, unit: str = "") -> None:
        """A written parameter: how many numbers, whether constant, unit and range."""
        unit = unit or p.unit
        planar = self.model.planar
        problem = _size_problem(p, value, planar)
        if problem:
            self.add(path, f"{subject} {problem}")
            return
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Expression) and "t" in part.names() and not p.varies:
                self.add(path, f"{subject} depends on time t", "It must be constant")
                continue
            with self.collect():
                number = self.model.number(path, part, unit, 0.0 if p.varies else None)
                if not p.admits(number):
                    self.add(
                        path, f"{subject} is {number:g} {unit} ({p.meaning})", f"It must be {p.range_text()}"
                    )


def _size_problem(p: Param, value: Any, planar: bool) -> str:
    """What is wrong with the number of numbers, or an empty string."""
    wanted = p.shape.size(planar)
    parts = value if isinstance(value, tuple) else (value,)
    if any(isinstance(part, tuple) for part in parts):
        return f"is a list of lists, but needs {wanted} numbers"
    if p.shape is Shape.NUMBER and isinstance(value, tuple):
        return "must be one number, not a list"
    if len(parts) != wanted:
        return f"has {len(parts)} numbers, but {'in the plane' if planar else 'in space'} it needs {wanted}"
    return ""
