"""The report and the drawings of a run: from a saved result, or from a model that is run first."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sarrus.cli.output import complain, say
from sarrus.cli.source import ANALYSES, Failure, is_result, rows_for, run_of
from sarrus.cli.targets import check_target, load
from sarrus.errors import UsageError
from sarrus.phrases import count
from sarrus.results.contents import PART

if TYPE_CHECKING:
    from sarrus.elements.base import Element
    from sarrus.model import Mechanism
    from sarrus.results import Result

__all__ = ["ViewAsked", "draw", "report"]


@dataclass(frozen=True)
class ViewAsked:
    """What is to be shown.

    Args:
        source: model file, or result file.
        until: end time of the run of a model [s].
        rows: of that run.
        analysis: how a model is run; the first of `ANALYSES` when left out.
        model: model file of a result that does not know its own.
        elements: classes of the user's own that the model may have.
    """

    source: str
    until: float | None = None
    rows: int | None = None
    analysis: str | None = None
    model: str | None = None
    elements: tuple[type[Element], ...] = ()


def report(asked: ViewAsked, output: str | None, *, is_opened: bool) -> None:
    """Write the report of a run, and open it if that is wanted."""
    from sarrus.views.report import check_ending

    target = output or _beside(asked.source)
    check_ending(target)
    result, failure = _run(asked, target)
    result.report(target, model=_model(asked))
    from sarrus.results import Result

    rows = f"{count(len(result), 'row')}, " if isinstance(result, Result) else ""
    say(f"Written: {target} ({rows}{os.path.getsize(target) / 1e6:.1f} MB)")
    if is_opened:
        _open(target)
    _end(failure, "The report")


def draw(asked: ViewAsked, output: str, at: float | None, theme: str, speed: float) -> None:
    """Draw the mechanism of a run to a file."""
    from sarrus.cli.progress import Bar
    from sarrus.views.draw import ending_of

    ending_of(output)  # before anything is computed for it
    result, failure = _run(asked, output)
    _refuse_drawing(asked.source, result)
    model = _model(asked)
    with Bar("picture {task.fields[at]} of {task.total:g}") as bar:
        result.draw(output, at, theme=theme, speed=speed, progress=bar, model=model)
    say(f"Written: {output}")
    _end(failure, "The drawing")


def _refuse_drawing(source: str, result: object) -> None:
    from sarrus.results import Result

    if not isinstance(result, Result):
        raise UsageError(f"{source} holds no motion. 'sarrus plot {source}' draws what it holds.")


def _model(asked: ViewAsked) -> Mechanism | None:
    return load(asked.model, asked.elements) if asked.model else None


def _beside(source: str) -> str:
    """The name of the source with another ending, in the current folder."""
    from sarrus.views.report import report_name

    stem = os.path.basename(source).removesuffix(PART)
    return report_name(os.path.splitext(stem)[0])


def _run(asked: ViewAsked, target: str) -> tuple[Result, Failure]:
    """The result that is to be shown; a model is read before its target is looked at, and run after that."""
    if is_result(asked.source):
        _refuse_options_of_a_run(asked)
        check_target(target, asked.source)
    elif asked.model:
        raise UsageError(f"{asked.source} is not a result. --model belongs to a result; leave it out.")
    result, failure = run_of(
        asked.source,
        asked.until,
        rows=rows_for(asked.until) if asked.rows is None and asked.until is not None else asked.rows,
        analysis=ANALYSES[0] if asked.analysis is None else asked.analysis,
        elements=asked.elements,
        check=lambda _: check_target(target, asked.source),
    )
    from sarrus.results import Result

    if result is None or (isinstance(result, Result) and not len(result)):
        raise failure or UsageError(f"{asked.source}: there is nothing to show: the result has no rows.")
    return result, failure


def _refuse_options_of_a_run(asked: ViewAsked) -> None:
    given = (
        ("--rows", "rows", asked.rows),
        ("--analysis", "analysis", asked.analysis),
    )
    for option, what, value in given:
        if value is not None:
            raise UsageError(f"{asked.source} is a result, which has its {what}. Leave out {option}.")


def _open(path: str) -> None:
    from sarrus.views.report import open_page

    if not open_page(path):
        complain(f"No browser can be opened here. Open {path} in one.")


def _end(failure: Failure, what: str) -> None:
    if failure:
        complain(f"{what} shows the run as far as it got.")
        raise failure
