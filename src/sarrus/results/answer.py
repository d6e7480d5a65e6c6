"""What any verb returns: how it ended, values by name, and the evidence to judge them by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sarrus.errors import UsageError, suggest
from sarrus.files import Path
from sarrus.results.described import Described, Files, files_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Answer", "AnswerWithValues", "Outcome", "aligned"]

MOST_NAMED = 40
"""Names of values that a message lists."""


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


class Answer:
    """The contract of an answer; classes of answers are frozen dataclasses with these attributes.

    Attributes:
        mechanism: name of the mechanism.
        analysis: the verb that made it.
        status: how it ended.
        evidence: facts to judge the values by; see `evidence_text`.
        described: the mechanism as it was when the question was asked; see `files`.
        foreign: keywords of the kinds of elements in the mechanism that are not of the catalogue.
        elements: classes of such kinds, for views that read the mechanism again.
    """

    mechanism: str
    analysis: str
    status: Outcome
    evidence: Mapping[str, Any]
    described: Described
    foreign: tuple[str, ...]
    elements: tuple[type, ...]

    # What a class of answers says for itself.

    def names(self) -> list[str]:
        """What can be asked for by name."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        raise NotImplementedError

    def table(self, *names: str) -> str:
        """Values by name, as aligned text."""
        raise NotImplementedError

    def text(self) -> str:
        """The answer as lines, as the command line shows it."""
        raise NotImplementedError

    def to_csv(self, path: Path, *names: str) -> Path:
        """Write values as CSV with full precision; the file is complete or absent."""
        raise NotImplementedError

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The answer as plain data for programs, with the values of some names."""
        raise NotImplementedError

    # What all have.

    @property
    def ok(self) -> bool:
        """Whether it did what was asked."""
        return self.status.ok

    @cached_property
    def files(self) -> Files:
        """The model file that the answer can be found from, and then the data files it reads: texts by name.

        Empty for an answer that was put together by hand, or saved by an early version.
        """
        return files_of(self.described)

    @property
    def model_text(self) -> str:
        """The mechanism as it was when the question was asked, as the text of a model file; "" where it is not known."""
        return next(iter(self.files.values()), "")

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        """One line: what was asked of what, how much there is, and how it ended."""
        return f"{type(self).__name__}({self.analysis} of '{self.mechanism}': {self._size()}; {self.status.text})"

    def _size(self) -> str:
        many = len(self.names())
        return f"{many} value{'' if many == 1 else 's'}"

    def _ipython_key_completions_(self) -> list[str]:
        """What a notebook offers behind `answer["`."""
        return self.names()

    def plot(self, *names: str, show: bool | None = None, path: Path | None = None) -> Figure:
        """Draw the answer.

        Args:
            names: what to draw; a choice of its own when there are none.
            show: whether to open a window. None: when there is a display and no path is given.
            path: picture to write, .png, .svg or .pdf; it is complete or absent.

        Returns:
            The figure of Matplotlib, for changes of your own. A notebook shows it by itself.
        """
        from sarrus.views.pictures import picture  # loads Matplotlib

        return picture(self, names, show=show, path=path)

    def draw(
        self,
        path: Path,
        at: float | str | None = None,
        *,
        what: str = "mechanism",
        theme: str = "light",
        arrows: bool = True,
        traces: bool = True,
        title: str = "",
        size: tuple[int, int] | str = (800, 600),
        fps: float = 30.0,
        speed: float = 1.0,
        progress: Callable[[int, int], None] | None = None,
        model: Any = None,
    ) -> Path:
        """Draw the mechanism: a still (.png, .svg, .pdf), a film (.gif, .mp4) or a scene with its motion (.glb).

        An assembly or a check is drawn where the mechanism starts: `sarrus.assemble(m).draw("start.png")`.

        Args:
            path: file to write; its ending says what it becomes. It is complete or absent.
            at: time of a still [s]; the beginning when left out.
            what: "mechanism"; "bodies" for free-body diagrams by the symbols of the equations; "network" for the graph of bodies and joints.
            theme: "light" or "dark".
            arrows: whether to draw forces and torques.
            traces: whether to draw the curves of traced points.
            title: text on top.
            size: pixels, width and height, or "800x600".
            fps: pictures of a film per second.
            speed: of a film; 1 is real time, 2 twice as fast.
            progress: called with the number of pictures done and of all, while a film is made.
            model: the mechanism, for an answer that does not know it.

        Returns:
            The path.
        """
        from sarrus.views.draw import draw

        return draw(
            self,
            path,
            at=at,
            what=what,
            theme=theme,
            arrows=arrows,
            traces=traces,
            title=title,
            size=size,
            fps=fps,
            speed=speed,
            progress=progress,
            model=model,
        )

    def report(self, path: Path | None = None, *, model: Any = None) -> Path:
        """Write one HTML file that shows the mechanism and the answer.

        It opens by a double click, needs no network, and can be sent to anyone. It is complete or absent.

        Args:
            path: file to write, e.g. "run.html"; when left out, the name of the mechanism with .html, in the current
                folder. A file that is there is replaced.
            model: the mechanism, for an answer that does not know it; see `model_text`.

        Returns:
            The path.

        Raises:
            UsageError: the ending is not .html, there is nothing to show, the mechanism is not known, or the file cannot be
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

    def save(self, path: Path) -> Path:
        """Write everything to an HDF5 file, which `load_result` reads exactly; it is complete or absent.

        Evidence keeps bool, int, float and str, and lists of one of these; anything else is kept as its text.

        Raises:
            UsageError: the ending is neither .h5 nor .hdf5, or the file cannot be written.
        """
        from sarrus.results.saving import save_answer

        save_answer(self, path)
        return path

    def _repr_html_(self) -> str:
        """What a notebook shows: the report, or a table where there is none."""
        from sarrus.views.notebook import notebook_html

        return notebook_html(self)

    def evidence_facts(self) -> list[tuple[str, str]]:
        """The evidence as names and texts."""
        return [(name, _plain(value)) for name, value in self.evidence.items()]

    def evidence_text(self) -> str:
        """The evidence as lines."""
        width = max((len(k) for k in self.evidence), default=0)
        return "\n".join(f"{name.ljust(width)}  {text}" for name, text in self.evidence_facts())


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class AnswerWithValues(Answer):
    """An answer whose values are numbers or words, each with its unit, and no series over time."""

    mechanism: str
    status: Outcome
    evidence: Mapping[str, Any] = field(default_factory=dict)
    described: Described = field(default_factory=dict, repr=False)
    foreign: tuple[str, ...] = ()
    elements: tuple[type, ...] = field(default=(), repr=False)

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Values by name, each with its unit; "" where it has none."""
        raise NotImplementedError

    def names(self) -> list[str]:
        """What can be asked for by name."""
        return list(self.quantities())

    def __getitem__(self, name: str) -> Any:
        found = self.quantities()
        if not isinstance(name, str) or name not in found:
            near = suggest(name, found) if isinstance(name, str) else ""
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            raise UsageError(
                f"{name!r} is not a value of this answer. {near} "
                f"Its values are: {', '.join([*found][:MOST_NAMED])}{more}.".replace("  ", " ")
            )
        return found[name][0]

    def _rows(self, names: Sequence[str]) -> list[tuple[str, Any, str]]:
        return [(name, self[name], self.quantities()[name][1]) for name in names or self.names()]

    def table(self, *names: str) -> str:
        """Values by name, as aligned text."""
        return aligned(["name", "value", "unit"], [(n, _exact(v), u) for n, v, u in self._rows(names)])

    def to_csv(self, path: Path, *names: str) -> Path:
        """Write values as CSV with full precision: name, value, unit; the file is complete or absent."""
        from sarrus.results.tables import write_rows

        write_rows(path, ("name", "value", "unit"), self._rows(names))
        return path

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The answer as plain data for programs."""
        return {
            "ok": self.ok,
            "command": self.analysis,
            "mechanism": self.mechanism,
            "status": {"word": self.status.word, "text": self.status.text},
            "evidence": dict(self.evidence),
            "values": {name: {"value": value, "unit": unit} for name, value, unit in self._rows(names)},
        }


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]], *, is_right: bool = False) -> str:
    """Cells in columns.

    Args:
        headings: of the columns.
        rows: of cells.
        is_right: whether cells stand at the right of their columns, as numbers do.
    """
    cells = [headings, *rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(headings))]
    lines = (
        "  ".join(c.rjust(w) if is_right else c.ljust(w) for c, w in zip(row, widths, strict=True))
        for row in cells
    )
    return "\n".join(line.rstrip() for line in lines)


def _exact(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, float) else _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value)
