"""The report and the drawings of a run: from a saved answer, or from a model that is run first."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sarrus
from sarrus.cli.output import complain, say
from sarrus.cli.source import Failure, RunSource, is_result, model_of, result_of
from sarrus.cli.targets import check_target, load
from sarrus.errors import UsageError
from sarrus.phrases import count

if TYPE_CHECKING:
    from sarrus.model import Mechanism

__all__ = ["draw", "report"]


def report(source: RunSource, output: str | None, *, is_opened: bool) -> None:
    """Write the report of a run, and open it if that is wanted."""
    from sarrus.views.report import check_ending

    target = output or _beside(source.path)
    check_ending(target)
    result, failure = _run(source, target)
    result.report(target, model=_model(source))
    from sarrus.results import Result

    rows = f"{count(len(result), 'row')}, " if isinstance(result, Result) else ""
    say(f"Written: {target} ({rows}{os.path.getsize(target) / 1e6:.1f} MB)")
    if is_opened:
        _open(target)
    _end(failure, "The report")


def draw(source: RunSource, output: str, told: Mapping[str, Any]) -> None:
    """Draw the mechanism of a run to a file; of a model that is not told to run, where it starts.

    Args:
        source: what is drawn.
        output: file to write.
        told: options of the drawing.
    """
    from sarrus.cli.progress import Bar
    from sarrus.views.draw import draw as draw_answer
    from sarrus.views.drawing.files import FILMS, Choices, check_sheet, ending_of

    # before anything is computed for it
    ending = ending_of(output)
    read = draw_answer.question.read(told)  # type: ignore[attr-defined]
    check_sheet(output, Choices(**read))
    if is_result(source.path) or source.told or "at" in told or ending in FILMS:
        result, failure = _run(source, output)
    else:
        mechanism = model_of(source)
        check_target(output, source.path)
        # a network needs no pose: of a mechanism that does not close it shows why
        result, failure = sarrus.assemble(mechanism, strict=read.get("what") != "network"), None
    with Bar("picture {task.fields[at]} of {task.total:g}") as bar:
        result.draw(output, **read, progress=bar, model=_model(source))
    say(f"Written: {output}")
    _end(failure, "The drawing")


def _model(source: RunSource) -> Mechanism | None:
    return load(source.model, source.elements) if source.model else None


def _beside(path: str) -> str:
    """The name of the source with another ending, in the current folder."""
    from sarrus.results.contents import PART
    from sarrus.views.report import report_name

    stem = os.path.basename(path).removesuffix(PART)
    return report_name(os.path.splitext(stem)[0])


def _run(source: RunSource, target: str) -> tuple[Any, Failure]:
    """The result that is to be shown; a model is read before its target is looked at, and run after that."""
    if is_result(source.path):
        check_target(target, source.path)
    result, failure = result_of(source, check=lambda _: check_target(target, source.path))
    from sarrus.results import Result

    if result is None or (isinstance(result, Result) and not len(result)):
        raise failure or UsageError(f"{source.path}: there is nothing to show: the result has no rows.")
    return result, failure


def _open(path: str) -> None:
    from sarrus.views.report import open_page

    if not open_page(path):
        complain(f"No browser can be opened here. Open {path} in one.")


def _end(failure: Failure, what: str) -> None:
    if failure:
        complain(f"{what} shows the run as far as it got.")
        raise failure
