"""Parameters drawn from their declarations: a new element needs no line here."""

from __future__ import annotations

import atexit
import copy
import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from sarrus.elements.base import DataFile, Element, Param, Shape
from sarrus.elements.closing import Closing
from sarrus.scalar.expression import evaluate_value
from sarrus.spatial import Pose, Vec3, from_bryant, rot_z

T = TypeVar("T")
E = TypeVar("E", bound=Element)


@cache
def folder() -> Path:
    """Where drawn data files lie, until the program ends."""
    path = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def bound(element: E, planar: bool, t: float = 0.0) -> E:
    """An element on plain numbers, with its files read and its expressions at a time."""
    read = copy.copy(element)
    for key, p in element.params.items():
        if p.shape is Shape.FILE:
            path = getattr(element, key).path
            lines = (folder() / path).read_text(encoding="utf-8").splitlines()
            rows = tuple(tuple(map(float, line.split(","))) for line in lines)
            setattr(read, key, DataFile(path, rows))
    return read.bind(lambda path, value, unit: evaluate_value(value, {"t": t}), planar)


def _words(kind: type[Element]) -> list[tuple[str, ...]]:
    """What can be chosen, for each choice."""
    return [choice.words for choice in kind.choices.values()]


class Draw:
    """Random numbers of one seed, written with few digits so that a failing case can be copied."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = np.random.default_rng(seed)
        self.files = 0

    def chance(self, probability: float) -> bool:
        """True now and then."""
        return bool(self.random.random() < probability)

    def count(self, *weights: float) -> int:
        """0, 1, 2, ... with these weights."""
        p = np.array(weights)
        return int(self.random.choice(len(p), p=p / p.sum()))

    def below(self, end: int, first: int = 0) -> int:
        """A whole number."""
        return int(self.random.integers(first, end))

    def pick(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[self.below(len(items))]

    def uniform(self, low: float, high: float) -> float:
        """A number."""
        return round(float(self.random.uniform(low, high)), 3)

    def numbers(self, count: int, reach: float = 0.9) -> tuple[float, ...]:
        """Several, of either sign."""
        return tuple(self.uniform(-reach, reach) for _ in range(count))

    def pose(self, planar: bool, reach: float = 1.0) -> Pose:
        """Anywhere."""
        x, y, z, a, b, c = self.numbers(6, reach)
        if planar:
            return Pose(rot_z(3.0 * a), Vec3(x, y, 0.0))
        return Pose(from_bryant(3.0 * a, 1.4 * b, 3.0 * c), Vec3(x, y, z))

    def values(self, kind: type[Element], planar: bool, unit: str = "rad") -> dict[str, Any]:
        """Parameters within their ranges; those with a default are left out now and then.

        Samples of an element whose parameters must fit together are those that depend on no load, since rows may share
        loads, and have no states, which the independent reference does not know.
        """
        if kind.sample(unit, 1):
            return kind.sample(unit, 1 + 2 * self.below(2))
        asked = ((key, p) for key, p in kind.params.items() if p.default != ())  # depends on what was chosen
        found = {key: self.value(p, planar) for key, p in asked if p.required or not self.chance(0.2)}
        if issubclass(kind, Closing) and kind.choices:
            every = (dict(zip(kind.choices, w, strict=True)) for w in product(*_words(kind)))
            ends = ["x" for _ in kind.ends]
            fitting = [
                w for w in every if not planar or kind("c", *ends, **found, **w).misfit_in_plane() is None
            ]
            found |= self.pick(fitting)
        return found

    def value(self, p: Param, planar: bool) -> Any:
        """What a user would write for a parameter of this shape."""
        if p.shape in (Shape.TABLE, Shape.FILE):
            rows = self._table(len(p.unit.split(",")))
            return rows if p.shape is Shape.TABLE else self._file(rows)
        if p.shape is Shape.POINTS:
            return tuple(self.numbers(2 if planar else 3) for _ in range(self.below(5, 2)))
        count = self.below(5, 1) if p.shape is Shape.LIST else p.shape.size(planar)
        written = tuple(self._number(p) for _ in range(count))
        return written[0] if p.shape is Shape.NUMBER or (p.shape is Shape.AXIAL and planar) else written

    def _number(self, p: Param) -> float | str:
        """A number in range, away from zero; an expression of time where that is allowed."""
        low = next((bound for bound in (p.gt, p.ge) if bound is not None), None)
        size = self.uniform(0.2, 2.0)
        number = low + size if low is not None else size if self.chance(0.5) else -size
        if p.lt is not None:
            number = min(number, p.lt - 0.2)
        if not p.varies:
            return number
        rate, bend = self.numbers(2, 2.0)
        return f"{number} + {rate}*t + {bend}*sin(1.3*t + 0.4)"

    def _table(self, columns: int) -> tuple[tuple[float, ...], ...]:
        """Rows whose first column ascends across zero."""
        first, rows = self.uniform(-1.2, -0.3), []
        for _ in range(self.below(6, 2)):
            rows.append((round(first, 3), *self.numbers(columns - 1)))
            first += self.uniform(0.5, 1.0)
        return tuple(rows)

    def _file(self, rows: tuple[tuple[float, ...], ...]) -> str:
        """A file with these rows; its path as a model would write it."""
        self.files += 1
        path = folder() / f"seed{self.seed}-{self.files}.csv"
        path.write_text("\n".join(", ".join(map(repr, row)) for row in rows), encoding="utf-8")
        return path.name
