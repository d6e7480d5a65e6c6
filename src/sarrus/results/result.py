"""What an analysis returns: named series with units, a status, and the evidence to judge them by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sarrus.errors import UsageError, suggest
from sarrus.files import Path, whole_file

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Series:
    """One quantity over time: values of shape (n,) or (n, components), with a unit.

    NumPy functions take it as an array.
    """

    name: str
    unit: str
    values: Array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.asarray(self.values, dtype=dtype)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __repr__(self) -> str:
        if not len(self):
            return f"{self.name} [{self.unit}]: empty"
        return f"{self.name} [{self.unit}]: {len(self)} values, {self.values.min():.6g} to {self.values.max():.6g}"


@dataclass(frozen=True)
class Outcome:
    """How an analysis ended: a word for programs, a sentence for people."""

    word: str
    text: str

    @property
    def ok(self) -> bool:
        """Whether it did what was asked."""
        return self.word == "ok"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Result:
    """Series over time, how the run ended, and its evidence.

    Attributes:
        mechanism: name of the mechanism.
        analysis: the verb that made it.
        t: time of each row [s].
        series: quantities by name.
        status: how it ended.
        evidence: facts to judge the numbers by; see `evidence_text`.
        not_unique: reaction components that the equations do not determine, e.g. "C.reaction.z".
    """

    mechanism: str
    analysis: str
    t: Array
    series: Mapping[str, Series]
    status: Outcome
    evidence: Mapping[str, Any] = field(default_factory=dict)
    not_unique: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the analysis reached its end."""
        return self.status.ok

    def __getitem__(self, name: str) -> Series:
        if name not in self.series:
            raise UsageError(
                f"'{name}' is not a series of this result. {suggest(name, self.series)} "
                f"There are {len(self.series)} series; list(run) names them.".replace("  ", " ")
            )
        return self.series[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.series)

    def __len__(self) -> int:
        return len(self.t)

    def __contains__(self, name: object) -> bool:
        return name in self.series

    def columns(self, names: Sequence[str] = ()) -> tuple[list[str], Array]:
        """Headings with units and a matrix, time first; components are named .x .y .z (or .w .x .y .z)."""
        headings, parts = ["t [s]"], [self.t.reshape(-1, 1)]
        for name in names or self.series:
            s = self[name]
            values = s.values.reshape(len(self.t), -1)
            count = values.shape[1]
            axes = (
                [""] if s.values.ndim == 1 else [f".{a}" for a in ("wxyz" if count == 4 else "xyz")[:count]]
            )
            headings += [f"{name}{axis} [{s.unit}]" for axis in axes]
            parts.append(values)
        return headings, np.hstack(parts)

    def table(self, *names: str, rows: int = 12) -> str:
        """A few rows as aligned text."""
        headings, values = self.columns(names)
        picked = np.unique(np.linspace(0, len(values) - 1, min(rows, len(values))).round().astype(int))
        cells = [[f"{a:.6g}" for a in values[i]] for i in picked]
        widths = [
            max(len(h), *(len(c[k]) for c in cells)) if cells else len(h) for k, h in enumerate(headings)
        ]
        lines = ["  ".join(h.rjust(w) for h, w in zip(headings, widths, strict=True))]
        lines += ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
        return "\n".join(lines)

    def to_csv(self, path: Path, *names: str) -> Path:
        """Write series as CSV with full precision; the file is complete or absent."""
        headings, values = self.columns(names)
        with whole_file(path, newline="\r\n") as file:
            file.write(",".join(f'"{_safe(h)}"' for h in headings) + "\n")
            for row in values:
                file.write(",".join(map(repr, row.tolist())) + "\n")
        return path

    def evidence_text(self) -> str:
        """The evidence as lines."""
        width = max((len(k) for k in self.evidence), default=0)
        lines = [f"{k.ljust(width)}  {_plain(v)}" for k, v in self.evidence.items()]
        if self.not_unique:
            lines.append(f"{'not unique'.ljust(width)}  {', '.join(self.not_unique)}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Result({self.analysis} of '{self.mechanism}': {len(self)} rows, {len(self.series)} series; {self.status})"


def _safe(text: str) -> str:
    """A heading that no spreadsheet takes for a formula."""
    return text.replace('"', '""') if text[:1] not in "=+-@" else "'" + text.replace('"', '""')


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value)
