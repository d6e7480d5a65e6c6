"""What an analysis returns: named series with units, a status, and the evidence to judge them by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import UsageError, suggest
from sarrus.files import Path
from sarrus.phrases import count
from sarrus.results.answer import Answer, Outcome, aligned
from sarrus.results.described import Described
from sarrus.results.series import Array, Series, place_of, spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame
    from xarray import Dataset


FIRST = 6
"""Series of a table that nobody has chosen."""


@dataclass(frozen=True, eq=False, repr=False)
class Result(Answer):
    """Series over time, how the run ended, and its evidence.

    Attributes:
        mechanism: name of the mechanism.
        analysis: the verb that made it.
        t: time of each row [s].
        series: quantities by name.
        status: how it ended.
        evidence: facts to judge the numbers by; see `evidence_text`.
        not_unique: reaction components that the equations do not determine, e.g. "C.reaction.z".
        described: the mechanism as it was when the run began; see `files`.
        foreign: keywords of the kinds of elements in the mechanism that are not of the catalogue.
        elements: classes of such kinds, for views that read the mechanism again.
    """

    mechanism: str
    analysis: str
    t: Array
    series: Mapping[str, Series]
    status: Outcome
    evidence: Mapping[str, Any] = field(default_factory=dict)
    not_unique: tuple[str, ...] = ()
    described: Described = field(default_factory=dict, repr=False)
    foreign: tuple[str, ...] = ()
    elements: tuple[type, ...] = field(default=(), repr=False)

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """What was computed of it so far because somebody asked; see `sarrus.outputs`."""
        return {}

    def __getitem__(self, name: str) -> Series:
        if not isinstance(name, str):
            raise UsageError(
                f"A series is asked for by one name, not by a {type(name).__name__}: run['A.theta']. "
                "Several stand one after the other: run.plot('A.theta', 'B.theta')."
            )
        found = self._published(name)
        if found is None:
            from sarrus.analysis.outputs.derived import derived  # what is computed when it is asked for

            found = derived(self, name)
        if found is None:
            raise UsageError(
                f"'{name}' is not a series of this result. {suggest(name, self.series)} "
                f"There are {len(self.series)} series; list(run) names them.".replace("  ", " ")
            )
        return found

    def _published(self, name: str) -> Series | None:
        """A series, a component of one, or the place of a point, as it was published."""
        if name in self.series:
            return self.series[name]
        owner, _, component = name.rpartition(".")
        if owner in self.series and component in self.series[owner].components:
            whole = self.series[owner]
            return Series(name, whole.unit, whole.values[:, whole.components.index(component)])
        return place_of(self.series, name)

    @property
    def internal(self) -> dict[str, Array]:
        """Efforts that cancel each other where more actuators push than a motion needs, by actuator; {} where none do.

        Of `inverse`. Any multiple may be added to the efforts: the motion stays, reactions change.
        """
        ending = ".internal"
        return {n.removesuffix(ending): s.values for n, s in self.series.items() if n.endswith(ending)}

    @property
    def sought(self) -> list[str]:
        """Efforts that `inverse` was asked for; none of other runs."""
        told = self.evidence.get("actuators", ()) if self.analysis == "inverse" else ()
        names = [f"{name}.effort" if f"{name}.effort" in self.series else name for name in told]
        return [name for name in names if name in self.series]

    def names(self) -> list[str]:
        """The series that there are."""
        return list(self.series)

    def __len__(self) -> int:
        return len(self.t)

    def __contains__(self, name: object) -> bool:
        """Whether a name is published: as a series, as a component of one, or as a point with its coordinates."""
        return isinstance(name, str) and self._published(name) is not None

    def columns(self, names: Sequence[str] = (), rows: Any = slice(None)) -> tuple[list[str], Array]:
        """Headings with units and a matrix, time first; components are named .x .y .z (or .w .x .y .z).

        Args:
            names: series; all when there are none.
            rows: which rows, as an index of NumPy.
        """
        headings, parts = ["t [s]"], [self.t[rows]]
        for name in names or self.series:
            s = self[name]
            headings += [f"{column} [{s.unit}]" for column in s.columns]
            parts += (values[rows] for values in s.columns.values())
        return headings, np.column_stack(parts)

    def table(self, *names: str, rows: int = 12) -> str:
        """At most `rows` of the rows as aligned text, evenly spread, the first and the last among them."""
        headings, values = self.columns(names, spread(len(self), rows))
        cells = [[f"{a + 0.0:.6g}" for a in row] for row in values]  # + 0.0: no minus before a zero
        return aligned(headings, cells, is_right=True)

    def text(self, *names: str) -> str:
        """How it ended, a table of series, and the evidence.

        Args:
            names: series for the table; the first ones when there are none.
        """
        if not len(self):
            return f"{self.mechanism}: {self.status.text}"
        head = f"{self.mechanism}: {self.status.text} {len(self)} rows, t = 0 to {self.t[-1]:.6g} s."
        chosen = names or self.names()[:FIRST]
        return f"{head}\n\n{self.table(*chosen)}\n\n{self.evidence_text()}"

    def plot(
        self,
        *names: str,
        against: str = "",
        degrees: bool = False,
        wrap: bool = False,
        title: str = "",
        show: bool | None = None,
        path: Path | None = None,
    ) -> Figure:
        """Draw series over time, or against another one.

            run.plot("A.theta", "C.reaction", degrees=True)
            run.plot("foot.p3.y", against="foot.p3.x", path="path.svg")

        `sarrus.plot` draws several runs over each other.

        Args:
            names: series, e.g. "A.theta", "C.reaction", "foot.p3"; quantities with one unit share one diagram. Without
                names, what is driven, measured and given at the start comes first, then the joint coordinates, loads and
                energies.
            against: series along the horizontal axis instead of time; two lengths have one scale.
            degrees: whether to show angles in degrees.
            wrap: whether to show angles within one turn, -180 to 180 degrees; curves break where they jump.
            title: text on top; the mechanism and the analysis when left out.
            show: whether to open a window. None: when there is a display and no path is given.
            path: picture to write, .png, .svg or .pdf; it is complete or absent.

        Returns:
            The figure of Matplotlib, for changes of your own. A notebook shows it by itself.
        """
        from sarrus.views.plot import plot

        return plot(
            self, *names, against=against, degrees=degrees, wrap=wrap, title=title, show=show, path=path
        )

    def to_csv(self, path: Path, *names: str) -> Path:
        """Write series as CSV with full precision; the file is complete or absent."""
        from sarrus.results.tables import write_csv

        write_csv(self, path, names)
        return path

    def to_npz(self, path: Path, *names: str) -> Path:
        """Write series for NumPy: an array by each name, "t", and "names" with "units" beside it.

        The path is taken as it stands. Nothing in the file is a pickle.
        """
        from sarrus.results.tables import write_npz

        write_npz(self, path, names)
        return path

    def to_mat(self, path: Path, *names: str) -> Path:
        """Write series for MATLAB: "A.theta" as variable A_theta, and a struct `info` that lists names and units."""
        from sarrus.results.matlab import write_mat

        write_mat(self, path, names)
        return path

    def to_pandas(self, *names: str) -> DataFrame:
        """A table of pandas over t, a column for each component; units and status in its `attrs`."""
        from sarrus.results.tables import data_frame

        return data_frame(self, names)

    def to_xarray(self, *names: str) -> Dataset:
        """A dataset of xarray over t; each variable has the attribute `units`."""
        from sarrus.results.tables import dataset

        return dataset(self, names)

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """A run over time as plain data; values of the named series only, and of time with them."""
        known = [name for name in names if name in self]
        values = (
            {"t": self.t.tolist(), **{name: self[name].values.tolist() for name in known}} if known else {}
        )
        series = {
            name: {"unit": s.unit, "components": 1 if s.values.ndim == 1 else s.values.shape[1]}
            for name, s in self.series.items()
        }
        return {
            "ok": self.ok,
            "command": self.analysis,
            "mechanism": self.mechanism,
            "status": {"word": self.status.word, "text": self.status.text},
            "rows": len(self),
            "end": float(self.t[-1]) if len(self) else None,
            "evidence": dict(self.evidence),
            "not_unique": self.not_unique,
            "series": series,
            "values": values,
        }

    def evidence_text(self) -> str:
        """The evidence as lines."""
        lines = super().evidence_text()
        if not self.not_unique:
            return lines
        width = max((len(k) for k in self.evidence), default=0)
        return "\n".join([lines, f"{'not unique'.ljust(width)}  {', '.join(self.not_unique)}"])

    def __str__(self) -> str:
        return repr(self)

    def _size(self) -> str:
        return f"{count(len(self), 'row')}, {len(self.series)} series"

    def _ipython_key_completions_(self) -> list[str]:
        """Series, and their components behind them."""
        parts = (f"{name}.{c}" for name, s in self.series.items() for c in s.components)
        return [*self.names(), *parts]
