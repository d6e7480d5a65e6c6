"""What commands share: a model from its file, a run over time shown whole or not, targets refused in time."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sarrus
from sarrus.cli.output import say
from sarrus.errors import Interrupted, ModelError, NumericalError, SarrusError, UsageError

if TYPE_CHECKING:
    from sarrus.elements.base import Element
    from sarrus.model import Mechanism
    from sarrus.results import Result

DEFAULT_ROWS = 501
CSV_ENDINGS = (".csv", ".txt", ".dat")

__all__ = ["DEFAULT_ROWS", "Wanted", "check_target", "load", "run_over_time"]


def load(path: str, elements: Sequence[type[Element]] = ()) -> Mechanism:
    """The mechanism in a model file, which may have these classes of elements beside the catalogue.

    Raises:
        ModelError: everything that is wrong with it; for a file that is not there, what to do instead.
    """
    try:
        return sarrus.load(path, elements=elements)
    except ModelError as error:
        if os.path.lexists(path):
            raise
        problem = error.problems[0]
        raise ModelError.one(
            problem.where,
            problem.what,
            problem.allowed or "A model is a file in YAML or JSON",
            problem.try_ or "Check the path, or run 'sarrus new NAME', which writes a model",
        ) from None


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a result.

    Args:
        csv: table to write.
        save: result file to write.
        report: report to write.
        show: words of --show.
        json: whether the answer is a document for programs.
        rows: number of output rows; None: the user gave none.
        elements: classes of the user's own that the model may have.
    """

    csv: str | None = None
    save: str | None = None
    report: str | None = None
    show: list[str] | None = None
    json: bool = False
    rows: int | None = None
    elements: tuple[type[Element], ...] = ()

    @property
    def output_rows(self) -> int:
        """Rows to compute."""
        return DEFAULT_ROWS if self.rows is None else self.rows


def run_over_time(
    model: str, wanted: Wanted, analysis: Callable[[Mechanism, Callable[[float, float], None]], Result]
) -> None:
    """Run an analysis over time, which writes the result file itself, and show its result, whole or not."""
    from sarrus.cli.progress import Bar
    from sarrus.cli.show import check_names, refuse_unknown, show_result, split_names

    names = split_names(wanted.show or ())
    _check_endings(wanted)
    targets = [target for target in (wanted.csv, wanted.save, wanted.report) if target]
    for target in targets:
        check_target(target, model)
    if len({os.path.realpath(target) for target in targets}) < len(targets):
        raise UsageError("Two of --csv, --save and --report name one file. Give each its own.")
    if wanted.csv:
        check_text_ending(wanted.csv, CSV_ENDINGS, "a table is written as text with commas")
    mechanism = load(model, wanted.elements)
    check_names(mechanism, names)
    failure: NumericalError | Interrupted | None = None
    try:
        with Bar() as bar, termination_as_interruption():
            result: Any = analysis(mechanism, bar)
    except (NumericalError, Interrupted) as error:
        failure, result = error, error.result
    is_filled = result is not None and len(result) > 0
    written = [str(path) for path in _write(result, wanted)] if is_filled else []
    if wanted.json:
        _tell_programs(result if is_filled else None, names, written, failure)
        return
    if result is not None:
        show_result(result, mechanism, names, wanted.rows)
    for path in written:
        say(f"\nWritten: {path} ({len(result)} rows, {len(result.series)} series)")
    if failure:
        raise failure
    refuse_unknown(result, names)


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


def _write(result: Result, wanted: Wanted) -> Iterator[Any]:
    if wanted.csv:
        yield result.to_csv(wanted.csv)
    if wanted.save:
        yield wanted.save
    if wanted.report:
        yield result.report(wanted.report)


def _tell_programs(
    result: Any, names: list[str], written: list[str], failure: NumericalError | Interrupted | None
) -> None:
    """The document of a run, with what went wrong in it; ends the command with its exit code."""
    import typer

    from sarrus.cli.document import emit, of_error, of_result
    from sarrus.cli.show import refuse_unknown

    document = of_result(result, names, written) if result is not None else {}
    error: SarrusError | None = failure
    try:
        if failure is None:
            refuse_unknown(result, names)
    except UsageError as unknown:
        error = unknown
    told = of_error(error) if error else {}
    emit({**document, **told})
    raise typer.Exit(told.get("exit_code", 0))


def _check_endings(wanted: Wanted) -> None:
    """Refuse a file under whose name nobody would look for what is in it."""
    if wanted.save:
        from sarrus.results import saving

        saving.check_ending(wanted.save)
    if wanted.report:
        from sarrus.views import report

        report.check_ending(wanted.report)


def check_text_ending(path: str, endings: Sequence[str], what: str, hint: str = "") -> None:
    """Refuse a name whose ending says something else than what will be written; one without an ending says nothing.

    Args:
        path: file to write.
        endings: that its text may have.
        what: is written, as the beginning of a sentence.
        hint: what to do else.
    """
    ending = os.path.splitext(path)[1].lower()
    if ending and ending not in endings:
        raise UsageError(f"'{path}': {what}, with the ending {' or '.join(endings)}. {hint}".rstrip())


def check_target(path: str | None, model: str = "") -> None:
    """Refuse a file that cannot be written before anything is computed for it."""
    if path is None:
        return
    folder = os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        raise UsageError(f"'{path}' cannot be written: there is no folder '{folder}'. Create it first.")
    if os.path.lexists(path) and not os.path.isfile(path):
        raise UsageError(f"'{path}' cannot be written: it is not a plain file. Give the name of a file.")
    if os.path.exists(path) and os.path.exists(model) and os.path.samefile(path, model):
        raise UsageError(f"'{path}' is the model itself. Give another name.")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise UsageError(f"'{path}' cannot be written: permission denied. Choose another folder.")
