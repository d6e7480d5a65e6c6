"""An answer to a question on the command line: asked, shown whole or not, and written to the files that were named."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sarrus
from sarrus.analysis.options import split_names
from sarrus.analysis.verb import Question
from sarrus.cli.elements import classes_in
from sarrus.cli.output import complain, say
from sarrus.cli.targets import check_target, check_text_ending, load
from sarrus.errors import Interrupted, NumericalError, SarrusError, UsageError
from sarrus.solvers.status import Status

if TYPE_CHECKING:
    from sarrus.model import Mechanism
    from sarrus.results import Answer

__all__ = [
    "CSV_ENDINGS",
    "Wanted",
    "answer",
    "changed",
    "set_numbers",
    "termination_as_interruption",
    "written",
]

CSV_ENDINGS = (".csv", ".txt", ".dat")
Failure = NumericalError | Interrupted
NEAREST = frozenset({Status.UNREACHABLE.word})
"""Failures whose answers show what comes nearest to what was asked for."""


@dataclass(frozen=True)
class Wanted:
    """What is wanted of an answer.

    Args:
        model: file of the model.
        csv: table to write.
        save: result file to write.
        report: report to write.
        plot: picture to write.
        show: words of --show.
        elements: Python files with classes of the user's own.
        changes: words of --set.
        json: whether the answer is a document for programs.
        format: of a text.
        output: file for that text, or for code.
        standalone: whether a text in LaTeX is a document that compiles by itself.
    """

    model: str
    csv: str | None = None
    save: str | None = None
    report: str | None = None
    plot: str | None = None
    show: list[str] | None = None
    elements: list[str] | None = None
    changes: list[str] | None = None
    json: bool = False
    format: str | None = None
    output: str | None = None
    standalone: bool | None = None
    names: list[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", split_names(self.show or ()))

    def check_targets(self) -> None:
        """Refuse, before anything is computed, files that cannot be written or have names that mislead."""
        if self.save:
            from sarrus.results import saving

            saving.check_ending(self.save)
        if self.report:
            from sarrus.views import report

            report.check_ending(self.report)
        if self.plot:
            from sarrus.views.plots.figure import check_picture

            check_picture(self.plot)
        targets = [t for t in (self.csv, self.save, self.report, self.plot, self.output) if t]
        for target in targets:
            check_target(target, self.model)
        if len({os.path.realpath(target) for target in targets}) < len(targets):
            raise UsageError("Two of --csv, --save, --report and --plot name one file. Give each its own.")
        if self.csv:
            check_text_ending(self.csv, CSV_ENDINGS, "a table is written as text with commas")


def answer(known: Question, told: Mapping[str, Any], wanted: Wanted) -> None:
    """Ask a question and show its answer, whole or not."""
    from sarrus.cli.show import check_names, refuse_unknown, show_answer

    wanted.check_targets()
    given = known.read(told)
    check_text(known, given, wanted)
    mechanism = load(wanted.model, classes_in(wanted.elements))
    set_numbers(mechanism, wanted.changes)
    has_series = "until" in known.options
    if has_series:
        check_names(mechanism, wanted.names)
        given["outputs"] = (*given.get("outputs", ()), *filter(_is_derived, wanted.names))
    elif wanted.plot:
        _refuse_picture(known.name)
    failure: Failure | None = None
    try:
        found = asked(known, mechanism, given, wanted.save, wanted.output)
    except (NumericalError, Interrupted) as error:
        failure, found = error, error.result
    is_filled = found is not None and (not has_series or len(found) > 0)
    files = list(written(found, wanted, failure)) if is_filled else []
    if wanted.json:
        _tell_programs(found if is_filled else None, wanted, files, failure)
        return
    is_told = failure is None or (is_filled and (has_series or found.status.word in NEAREST))
    if found is not None and is_told:
        show_answer(found, mechanism, wanted, given.get("rows"))
    for path in files:
        say(f"\nWritten: {path}{_size(found)}")
    try:
        if is_filled or failure is None:
            refuse_unknown(found, wanted.names)
    except UsageError as unknown:
        if failure is None:
            raise
        complain(str(unknown))
    if failure:
        raise failure


def asked(
    known: Question, mechanism: Mechanism, given: Mapping[str, Any], save: str | None, path: str | None = None
) -> Any:
    """The answer; a run over time has a bar, and writes its file while it lasts. Code is named after its file."""
    from sarrus.cli.progress import Bar

    more: dict[str, Any] = {}
    if "save" in known.options:
        more["save"] = save
    if "path" in known.options:
        more["path"] = path
    with Bar() as bar, termination_as_interruption():
        if "progress" in known.options:
            more["progress"] = bar
        return getattr(sarrus, known.name)(mechanism, **given, **more)


def _is_derived(name: str) -> bool:
    from sarrus.analysis.outputs.derived import looks_derived

    return looks_derived(name)


def _refuse_picture(verb: str) -> None:
    """Say at once that an answer is a text."""
    from sarrus.views.pictures import PICTURES

    if verb not in PICTURES:
        raise UsageError(
            f"The answer of {verb} is a text and has no picture. Leave out --plot; --report shows it."
        )


def written(found: Answer, wanted: Wanted, failure: Failure | None = None) -> Iterator[str]:
    """Write the files that are wanted of an answer, and name them; of one that failed, those that can be made."""
    from sarrus.results import Result

    if wanted.output and found.analysis == "export":
        yield wanted.output
    if wanted.csv:
        yield str(found.to_csv(wanted.csv))
    if wanted.save:
        if not isinstance(found, Result):
            found.save(wanted.save)
        yield wanted.save
    try:
        if wanted.report:
            yield str(found.report(wanted.report))
        if wanted.plot:
            names = [name for name in wanted.names if name in found] if isinstance(found, Result) else ()
            found.plot(*names, path=wanted.plot, show=False)
            yield wanted.plot
    except UsageError:
        if failure is None:
            raise


def set_numbers(mechanism: Mechanism, changes: list[str] | None) -> None:
    """Give numbers of a model other values, as "a=0.25".

    Raises:
        UsageError: one has no such form, or there is no such number.
        ModelError: the mechanism is wrong with them.
    """
    from sarrus.model.put import put

    for change in changes or ():
        path, sign, value = change.partition("=")
        if not sign or not path.strip() or not value.strip():
            raise UsageError(
                f"--set {change}: it has the form PATH=VALUE, such as a=0.25 or 'crank.mass=300 g'."
            )
        put(mechanism, path.strip(), changed(value.strip()))
    if changes:
        mechanism.snapshot()


def changed(text: str) -> float | str:
    """A value as a file would have it."""
    try:
        return float(text)
    except ValueError:
        return text


def check_text(known: Question, given: Mapping[str, Any], wanted: Wanted) -> None:
    """Refuse a format that there is not, or the wrong ending for it."""
    if wanted.format is None and wanted.output is None and not wanted.standalone:
        return
    if "path" in known.options:  # the verb writes the file itself
        from sarrus.analysis.source_code import check_code_ending

        check_code_ending(given["to"], wanted.output or "")
        return
    from sarrus.cli.writing import check_format

    check_format(wanted.format, wanted.output, wanted.standalone)


def _size(found: Any) -> str:
    from sarrus.results import Result

    return f" ({len(found)} rows, {len(found.series)} series)" if isinstance(found, Result) else ""


@contextmanager
def termination_as_interruption() -> Iterator[None]:
    """Let a request to end (SIGTERM, or a terminal that is closed) keep the rows, as Ctrl-C does."""
    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        kind = getattr(signal, name, None)
        # what is ignored stays ignored (nohup), and only the main thread may ask
        if kind is not None and _is_main_thread() and signal.getsignal(kind) is signal.SIG_DFL:
            before[kind] = signal.signal(kind, signal.default_int_handler)
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _tell_programs(found: Any, wanted: Wanted, files: list[str], failure: Failure | None) -> None:
    """The document of an answer, with what went wrong in it; ends the command with its exit code."""
    import typer

    from sarrus.cli.document import emit, of_error
    from sarrus.cli.show import refuse_unknown

    document = {**found.document(wanted.names), "written": files} if found is not None else {}
    error: SarrusError | None = failure
    try:
        if failure is None:
            refuse_unknown(found, wanted.names)
    except UsageError as unknown:
        error = unknown
    told = of_error(error) if error else {}
    emit({**document, **told})
    raise typer.Exit(told.get("exit_code", 0))
