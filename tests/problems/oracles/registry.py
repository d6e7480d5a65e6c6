"""The list of oracles: numbers known from elsewhere, each with the function that asks the program for the same number.

A problem declares its rows as data and computes them lazily, so that a page of references can be read without running
anything. Its function yields pairs (quantity, value), a quantity once per way of computing it (both formulations, say);
the worst of them counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from oracles.sources import Source

FORMULATIONS = ("relative", "absolute")
"""What `formulation` of a run may be."""
Value = float | tuple[float, ...]
Measure = Callable[[np.ndarray, np.ndarray], float]


def absolute(found: np.ndarray, reference: np.ndarray) -> float:
    """Largest difference."""
    return float(np.abs(found - reference).max())


def relative(found: np.ndarray, reference: np.ndarray) -> float:
    """Largest difference over the largest magnitude of the reference."""
    return float(np.abs(found - reference).max() / np.abs(reference).max())


def graded(found: np.ndarray, reference: np.ndarray) -> float:
    """Largest difference over max(1, |reference|), as spec 06 compares."""
    return float((np.abs(found - reference) / np.maximum(1.0, np.abs(reference))).max())


def rounded(value, digits: int = 12) -> Value:
    """A reference that is computed here, with the digits that do not depend on the machine."""
    numbers = [float(f"{a:.{digits}g}") for a in np.atleast_1d(np.asarray(value, float))]
    return numbers[0] if np.ndim(value) == 0 else tuple(numbers)


@dataclass(frozen=True)
class Row:
    """One number, or one short vector, with its tolerance."""

    quantity: str
    unit: str
    reference: Value
    tolerance: float
    by: Measure = absolute


@dataclass(frozen=True)
class Answer:
    """What the program gives for a row: the worst of all ways it was computed."""

    row: Row
    ours: Value
    error: float

    @property
    def is_met(self) -> bool:
        return self.error <= self.row.tolerance  # false for a NaN


@dataclass(frozen=True)
class Problem:
    """Rows that one computation answers.

    Attributes:
        where: the row of the specification, or the closed form.
        title: what is computed.
    """

    where: str
    title: str
    source: Source
    rows: tuple[Row, ...]
    compute: Callable[[], Iterable[tuple[str, object]]]

    @property
    def name(self) -> str:
        return f"{self.where}: {self.title}"


PROBLEMS: list[Problem] = []


def problem(where: str, title: str, source: Source, rows: Iterable[Row]) -> Callable:
    """Put a function on the list."""

    def register(compute: Callable[[], Iterator[tuple[str, object]]]) -> Callable:
        PROBLEMS.append(Problem(where, title, source, tuple(rows), compute))
        return compute

    return register


@cache
def answers(asked: Problem) -> tuple[Answer, ...]:
    """Compute a problem once.

    Raises:
        AssertionError: it yields a quantity that is not among its rows, or lacks one.
    """
    rows = {row.quantity: row for row in asked.rows}
    assert len(rows) == len(asked.rows), f"{asked.name}: a quantity stands twice"
    found: dict[str, Answer] = {}
    for quantity, value in asked.compute():
        assert quantity in rows, f"{asked.name}: no row for '{quantity}'"
        row = rows[quantity]
        ours, reference = np.asarray(value, float), np.asarray(row.reference, float)
        assert ours.shape == reference.shape, f"{asked.name}: '{quantity}' has shape {ours.shape}"
        error = row.by(np.atleast_1d(ours), np.atleast_1d(reference))
        worst = found[quantity].error if quantity in found else -1.0
        if not (error <= worst or worst != worst):  # a NaN is worse than anything, and stays
            found[quantity] = Answer(row, tuple(ours.tolist()) if ours.shape else float(ours), error)
    missing = [q for q in rows if q not in found]
    assert not missing, f"{asked.name}: nothing computed for {missing}"
    return tuple(found[q] for q in rows)
