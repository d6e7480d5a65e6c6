"""What an analysis returns: named series with units, a status, and the evidence to judge them by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import UsageError, suggest
from sarrus.files import Path
from sarrus.results.described import Described, Files, files_of
from sarrus.results.series import Array, Series, spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame
    from xarray import Dataset


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
    def files(self) -> Files:
        """The model file that the run can be made from, and then the data files it reads: texts by name.

        Empty for a result that was put together by hand, or saved by an early version.
        """
        return files_of(self.described)

    @property
    def model_text(self) -> str:
        """The mechanism as it was when the run began, as the text of a model file; "" where it is not known."""
        return next(iter(self.files.values()), "")

    @property
    def ok(self) -> bool:
        """Whether the analysis reached its end."""
        return self.status.ok

    def __getitem__(self, name: str) -> Series:
        if not isinstance(name, str):
            raise UsageError(
                f"A series is asked for by one name, not by a {type(name).__name__}: run['A.theta']. "
                "Several stand one after the other: run.plot('A.theta', 'B.theta')."
            )
        owner, _, component = name.rpartition(".")
        if name not in self.series and owner in self.series and component in self.series[owner].components:
            whole = self.series[owner]
            return Series(name, whole.unit, whole.values[:, whole.components.index(component)])
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
        widths = [
            max(len(h), *(len(c[k]) for c in cells)) if cells else len(h) for k, h in enumerate(headings)
        ]
        lines = ["  ".join(h.rjust(w) for h, w in zip(headings, widths, strict=True))]
        lines += ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
        return "\n".join(lines)

    def plot(self, *names: str, show: bool | None = None, path: Path | None = None) -> Figure:
        """Draw series over time; without names, the joint coordinates.

        Args:
            names: series, e.g. "A.theta", "C.reaction"; quantities with one unit share one diagram.
            show: whether to open a window. None: when there is a display and no path is given.
            path: picture to write, .png, .svg or .pdf; it is complete or absent.

        Returns:
            The figure of Matplotlib, for changes of your own. A notebook shows it by itself.
        """
        from sarrus.views.plot import plot  # loads Matplotlib

        return plot(self, names, show=show, path=path)

    def report(self, path: Path | None = None, *, model: Any = None) -> Path:
        """Write one HTML file that shows the mechanism moving, with plots, model, check, equations and evidence.

        It opens by a double click, needs no network, and can be sent to anyone. It is complete or absent.

        Args:
            path: file to write, e.g. "run.html"; when left out, the name of the mechanism with .html, in the current
                folder. A file that is there is replaced.
            model: the mechanism, for a result that does not know it; see `model_text`.

        Returns:
            The path.

        Raises:
            UsageError: the ending is not .html, there are no rows, the mechanism is not known, or the file cannot be
                written.
        """
        from sarrus.views.report import write_report

        return write_report(self, path, model)

    def show(self, *, model: Any = None) -> str:
        """Open the report in the browser, from a temporary file that stays; where there is none, say where it is.

        Returns:
            The path of the file.
        """
        from sarrus.views.report import show_report

        return show_report(self, model)

    def draw(self, path: Path, at: float | None = None, **options: Any) -> Path:
        """Draw the mechanism: a still (.png, .svg, .pdf), a film (.gif, .mp4) or a scene with its motion (.glb).

        Args:
            path: file to write; its ending says what it becomes.
            at: time of a still [s]; the beginning when left out.
            options: see `sarrus.views.draw.draw`.
        """
        from sarrus.views.draw import draw

        return draw(self, path, at=at, **options)

    def _repr_html_(self) -> str:
        """What a notebook shows: the report, or a table where the mechanism is not known."""
        from sarrus.views.notebook import notebook_html

        return notebook_html(self)

    def save(self, path: Path) -> Path:
        """Write everything to an HDF5 file, which `load_result` reads exactly; it is complete or absent.

        Evidence keeps bool, int, float and str, and lists of one of these; anything else is kept as its text.

        Raises:
            UsageError: the ending is neither .h5 nor .hdf5, or the file cannot be written.
        """
        from sarrus.results.saving import save_result

        save_result(self, path)
        return path

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
        """Write series for MATLAB: "A.theta" as variable A_theta, and a struct `info` that lists names and units.

        Needs SciPy.
        """
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

    def evidence_facts(self) -> list[tuple[str, str]]:
        """The evidence as names and texts."""
        return [(name, _plain(value)) for name, value in self.evidence.items()]

    def evidence_text(self) -> str:
        """The evidence as lines."""
        width = max((len(k) for k in self.evidence), default=0)
        lines = [f"{name.ljust(width)}  {text}" for name, text in self.evidence_facts()]
        if self.not_unique:
            lines.append(f"{'not unique'.ljust(width)}  {', '.join(self.not_unique)}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Result({self.analysis} of '{self.mechanism}': {len(self)} rows, {len(self.series)} series; {self.status})"


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value)
