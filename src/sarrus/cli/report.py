"""The report and the drawings of a run: from a saved result, or from a model that is run first."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sarrus.cli.output import complain, say
from sarrus.cli.run import check_ending, check_target, load
from sarrus.cli.source import ANALYSES, Failure, is_result, rows_for, run_of
from sarrus.errors import UsageError

if TYPE_CHECKING:
    from sarrus.results import Result

__all__ = ["Asked", "draw", "report"]


@dataclass(frozen=True)
class Asked:
    """What is to be shown.

    Args:
        source: model file, or result file.
        until: end time of the run of a model [s].
        rows: of that run.
        analysis: how a model is run.
        model: model file of a result that does not know its own.
    """

    source: str
    until: float | None = None
    rows: int | None = None
    analysis: str = ANALYSES[0]
    model: str | None = None


def report(asked: Asked, output: str | None, *, is_opened: bool) -> None:
    """Write the report of a run, and open it if that is wanted."""
    target = output or _beside(asked.source)
    check_ending(target)
    check_target(target, asked.source)
    result, failure = _run(asked)
    result.report(target, model=load(asked.model) if asked.model else None)
    say(f"Written: {target} ({len(result)} rows, {os.path.getsize(target) / 1e6:.1f} MB)")
    if is_opened:
        _open(target)
    _end(failure, "The report")


def draw(asked: Asked, output: str, at: float | None, theme: str, speed: float) -> None:
    """Draw the mechanism of a run to a file."""
    from sarrus.cli.progress import Bar
    from sarrus.views.draw import ending_of

    ending_of(output)  # before anything is computed for it
    check_target(output, asked.source)
    result, failure = _run(asked)
    model = load(asked.model) if asked.model else None
    with Bar("picture {task.fields[at]} of {task.total:g}") as bar:
        result.draw(output, at, theme=theme, speed=speed, progress=bar, model=model)
    say(f"Written: {output}")
    _end(failure, "The drawing")


def _beside(source: str) -> str:
    """The name of the source with another ending, in the current folder."""
    stem = os.path.basename(source).removesuffix(".part")
    return os.path.splitext(stem)[0] + ".html"


def _run(asked: Asked) -> tuple[Result, Failure]:
    if asked.model and not is_result(asked.source):
        raise UsageError(f"{asked.source} is a model. --model belongs to a result; leave it out.")
    if asked.rows is not None and is_result(asked.source):
        raise UsageError(f"{asked.source} is a result, which has its rows. Leave out --rows.")
    rows = rows_for(asked.until) if asked.rows is None and asked.until is not None else asked.rows
    result, failure = run_of(asked.source, asked.until, rows=rows, analysis=asked.analysis)
    if result is None or not len(result):
        raise failure or UsageError(f"{asked.source}: there is nothing to show: the result has no rows.")
    return result, failure


def _open(path: str) -> None:
    from sarrus.views.report import open_page

    if not open_page(path):
        complain(f"No browser can be opened here. Open {path} in one.")


def _end(failure: Failure, what: str) -> None:
    if failure:
        complain(f"{what} shows the run as far as it got.")
        raise failure
