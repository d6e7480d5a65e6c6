"""Problems collected while a model is checked, and the check of a single written value."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sarrus.elements.base import Param, Shape
from sarrus.errors import ModelError, Problem, quote, suggest
from sarrus.model.reads import TIME
from sarrus.model.snapshot import Snapshot
from sarrus.phrases import count
from sarrus.scalar.expression import CONSTANTS, Expression

MOST_ENTRIES = 500
"""Of a list, whose length is structure: each entry becomes a piece of the compiled program."""
MOST_POINTS = 5_000
"""Rows of a table in a model file: it must stay readable. Longer ones are kept in files of their own."""
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

    def check_value(
        self, p: Param, value: Any, path: str, subject: str, unit: str = "", planar: bool | None = None
    ) -> None:
        """A written parameter: how many numbers, whether constant, unit and range.

        Args:
            p: what is declared of it.
            value: what is written.
            path, subject: for messages.
            unit: where it is not the declared one.
            planar: whether it is written as in the plane; None: as the mechanism is.
        """
        if p.shape is Shape.FILE:
            return  # whoever reads the file checks its rows
        unit = unit or p.unit
        if planar is None:
            # Where some bodies of a mechanism with a plane leave it, vectors may be written in either way.
            either = self.model.plane is not None and not _size_problem(p, value, planar=True)
            planar = self.model.planar or either
        problem = _size_problem(p, value, planar)
        if problem:
            self.add(path, f"{subject} {problem}", "", _size_hint(p, value, planar))
            return
        for part, unit_of in _parts(p, value, unit):
            if type(part) is float and math.isfinite(part) and p.admits(part):
                continue  # fast path
            if isinstance(part, Expression) and not p.varies and self._varies(part, path, subject):
                continue
            if p.words and isinstance(part, Expression) and (near := self._near_word(p, part)):
                self.add(
                    path,
                    f"{subject} is {quote(str(part))}, which has no value",
                    f"It is {p.range_text()}",
                    near,
                )
                continue
            with self.collect():
                number = self.model.number(path, part, unit_of, 0.0 if p.varies else None)
                if not (p.admits(number) or math.isnan(number)):  # not known before there is a motion
                    meaning = "" if subject.startswith(p.meaning) else f" ({p.meaning})"
                    shown = f"{number:g}" if unit_of == "1" else f"{number:g} {unit_of}"
                    self.add(path, f"{subject} is {shown}{meaning}", f"It must be {p.range_text()}")
        if p.shape is Shape.TABLE:
            self._check_ascending(value, unit, path, subject)

    def _near_word(self, p: Param, value: Expression) -> str:
        """The word that a name without a value is near to, as a question."""
        name, model = str(value), self.model
        known = {*CONSTANTS, *model.parameters, *model.inputs, *model.signals}
        return "" if name in known or list(value.names()) != [name] else suggest(name, p.words)

    def _varies(self, value: Expression, path: str, subject: str) -> bool:
        """Whether a number that must be constant is none."""
        model = self.model
        found = model.varying_in(value)
        if found:
            where = (
                "" if found == TIME else ". Inputs and signals may stand in forces, conditions and sensors"
            )
            self.add(path, f"{subject} depends on {model.in_words(found)}", f"It must be constant{where}")
        return bool(found)

    def _check_ascending(self, table: Any, unit: str, path: str, subject: str) -> None:
        with self.collect():
            first = [self.model.number(path, row[0], unit.split(",")[0].strip()) for row in table]
            for i, (a, b) in enumerate(itertools.pairwise(first)):
                if not a < b:
                    self.add(path, f"{subject} does not ascend: {a:g} is followed by {b:g} in row {i + 2}")
                    return


def _parts(p: Param, value: Any, unit: str) -> Iterator[tuple[Any, str]]:
    """The numbers of a written parameter, each with its unit."""
    if p.shape is Shape.TABLE:
        units = [u.strip() for u in unit.split(",")]
        for row in value:
            yield from zip(row, units, strict=True)
    elif p.shape is Shape.POINTS:
        for point in value:
            for part in point:
                yield part, unit
    else:
        for part in value if isinstance(value, tuple) else (value,):
            yield part, unit


def _size_problem(p: Param, value: Any, planar: bool) -> str:
    """What is wrong with the number of numbers, or an empty string."""
    if p.shape in (Shape.LIST, Shape.TABLE):
        return _list_problem(p, value)
    if p.shape is Shape.POINTS:
        each = 2 if planar else 3
        is_whole = isinstance(value, tuple) and all(isinstance(v, tuple) and len(v) == each for v in value)
        if not value or not is_whole:
            return f"must be a list of points of {each} numbers each"
        return _length_problem(value)
    wanted = p.shape.size(planar)
    parts = value if isinstance(value, tuple) else (value,)
    if any(isinstance(part, tuple) for part in parts):
        return f"is a list of lists, but needs {count(wanted, 'number')}"
    if p.shape is Shape.NUMBER and isinstance(value, tuple):
        return "must be one number, not a list"
    if len(parts) != wanted:
        has = count(len(parts), "number")
        return f"has {has}, but {'in the plane' if planar else 'in space'} it needs {wanted}"
    return ""


def _size_hint(p: Param, value: Any, planar: bool) -> str:
    """What to write where a vector has the numbers of another."""
    if p.shape is not Shape.VECTOR:
        return ""
    if isinstance(value, tuple):
        is_flat = not planar and len(value) == 2 and not any(isinstance(v, tuple) for v in value)
        return "Give the third, or add 'plane: xy' for a mechanism in the plane" if is_flat else ""
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return f"Write its components, such as [0, {shown}{'' if planar else ', 0'}]"


def _list_problem(p: Param, value: Any) -> str:
    """What is wrong with the shape of a list or a table, or an empty string."""
    if value == () == p.default:
        return ""
    if not isinstance(value, tuple) or not value:
        return f"must be a {p.shape.value[0]}"
    most = MOST_POINTS if p.is_table else MOST_ENTRIES
    if len(value) > most:
        try_ = ". Keep long tables in a file of their own" if p.is_table else ""
        return _length_problem(value, most) + try_
    if p.shape is Shape.LIST:
        return (
            "" if not any(isinstance(v, tuple) for v in value) else "must be a list of numbers, not of lists"
        )
    columns = len(p.unit.split(","))
    if any(not isinstance(row, tuple) or len(row) != columns for row in value):
        return f"must be a table of {columns} columns: [[..., ...], [..., ...], ...]"
    return "" if len(value) > 1 else "needs at least two rows"


def _length_problem(value: tuple[Any, ...], most: int = MOST_ENTRIES) -> str:
    return f"has {len(value)} entries, but at most {most} are allowed" if len(value) > most else ""
