"""Equations whose numbers change: what a spring setting, a load or a length does to forces and rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.errors import UsageError, quote, suggest
from sarrus.mechanics import Equations
from sarrus.mechanics.constants import NumberInfo
from sarrus.phrases import first_of
from sarrus.scalar.kernel import Kernel
from sarrus.solvers.arrays import Floats

__all__ = ["Changing"]


class _Tables:
    """Tables of kernels with constants for other numbers."""

    def __init__(self, tables: Any, values: Floats) -> None:
        self._tables, self.values = tables, values
        self._kept: tuple[int, tuple[float, ...]] = (-1, ())
        self._pass: tuple[int, Any] = (-1, None)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tables, name)

    def put(self, place: int | slice, value: float | Floats) -> None:
        self.values = self.values.copy()
        self.values[place] = value
        self._kept = (-1, ())

    @property
    def parameter_pass(self) -> Any:
        size = len(self._tables.constants)
        if self._pass[0] != size:
            self._pass = size, self._tables.parameter_pass
        return self._pass[1]

    @property
    def constants(self) -> tuple[float, ...]:
        size = len(self._tables.constants)
        if self._kept[0] != size:
            self._kept = size, tuple(self.parameter_pass.constants(self.values).tolist())
        return self._kept[1]


class Changing:
    """Equations of which some numbers can be changed.

    Args:
        equations: as they are.
    """

    def __init__(self, equations: Equations) -> None:
        alive = equations.alive
        self.numbers: dict[str, NumberInfo] = {n.path: n for n in alive.parameters.numbers}
        self._places = {path: k for k, path in enumerate(self.numbers)}
        self._tables = _Tables(alive.tables, alive.parameters.values)
        self.equations = replace(alive, tables=self._tables, derived=alive.derived)

    def require(self, paths: Sequence[str], what: str) -> None:
        """Refuse paths that are no numbers of the model.

        Raises:
            UsageError: names the first.
        """
        for path in map(self.named, paths):
            if path not in self.numbers:
                known = [p for p in self.numbers if not p.startswith("start.")]
                raise UsageError(
                    f"{what}: there is no number {quote(path)} in {quote(self.equations.model.name)}. {suggest(path, known)} "
                    f"There are: {first_of(known)}.".replace("  ", " ")
                )

    def named(self, path: str) -> str:
        """The path of a number by any name it has: that of `crank.rod.mass` is `crank.mass`."""
        owner, _, rest = path.partition(".")
        keyword, _, last = rest.partition(".")
        body = next((b for b in self.equations.model.bodies if b.name == owner), None)
        is_of_solid = body is not None and body.solid is not None and body.solid.keyword == keyword
        return f"{owner}.{last}" if path not in self.numbers and is_of_solid else path

    def value(self, path: str) -> float:
        """Present value of a number."""
        return float(self._tables.values[self._places[path]])

    def put(self, path: str, value: float) -> None:
        """Give a number another value."""
        self._tables.put(self._places[path], value)

    def put_all(self, values: Floats) -> None:
        """Give all numbers other values, in the order of `numbers`."""
        self._tables.put(slice(None), values)

    def along(self, kernel: str, path: str, *groups: Any) -> list[Floats]:
        """Derivatives of all that a kernel fills by a number, where its arrays are given."""
        e = self.equations
        d = np.zeros(len(self._places))
        d[self._places[path]] = 1.0
        tangent = e.tangent(kernel, ("c",))
        along = e.tables.parameter_pass.tangent(self._tables.values, d)  # type: ignore[union-attr]
        size = _size(tangent)
        along = np.concatenate([along, np.zeros(max(0, size - len(along)))])[:size]
        return [np.array(part, dtype=float) for part in e.evaluate(tangent, *groups, along)]

    def slopes(self, path: str, t: float, x: Floats, lam: Floats) -> tuple[Floats, Floats]:
        """Derivatives of the residual of forces at rest, and of the rows, by a number."""
        still = np.zeros(len(self.equations.speeds))
        residual = self.along("residual", path, [t], x, still, lam)[0]
        return residual, self.along("closure", path, [t], x)[0][: len(self.equations.rows)]


def _size(kernel: Any) -> int:
    """How many constants a tangent is given directions of."""
    (given,) = (what for name, what in kernel.inputs if name == "d.c")
    return len(given) if isinstance(kernel, Kernel) else int(given)
