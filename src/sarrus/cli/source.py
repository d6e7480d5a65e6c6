"""What a view is made of: a saved answer, or a model that is run first."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sarrus
from sarrus.analysis.verb import Question, view
from sarrus.cli.output import complain
from sarrus.cli.targets import load
from sarrus.errors import Interrupted, NumericalError, UsageError
from sarrus.views import options

if TYPE_CHECKING:
    from sarrus.elements.base import Element
    from sarrus.model import Mechanism
    from sarrus.views.options import RunAnalysis, RunRows, RunUntil

__all__ = ["RUN", "Failure", "RunSource", "is_result", "is_source", "model_of", "result_of"]

Failure = NumericalError | Interrupted | None

MODELS = (".yaml", ".yml", ".json")
FRAMES = 60
LEAST_ROWS, MOST_ROWS = 301, 2000


@view(options)
def run_told(*, until: RunUntil = None, rows: RunRows = None, analysis: RunAnalysis = None) -> dict[str, Any]:
    """What the run of a model is told, by the declarations of the options."""
    return {"until": until, "rows": rows, "analysis": analysis}


RUN: Question = run_told.question  # type: ignore[attr-defined]
"""Options of the run of a model that is to be shown."""


@dataclass(frozen=True)
class RunSource:
    """What is to be shown.

    Args:
        path: model file, or result file (.h5; .h5.part of a run that goes on or was killed).
        told: what the run of a model is told; see `run_told`.
        model: model file of a result that does not know its own.
        elements: classes of the user's own that the model may have.
        changes: words of --set, for a model.
    """

    path: str
    told: Mapping[str, Any] = field(default_factory=dict)
    model: str | None = None
    elements: tuple[type[Element], ...] = ()
    changes: Sequence[str] = ()


def is_result(path: str) -> bool:
    """Whether a file is a saved answer, by its ending; all others are models."""
    from sarrus.results.contents import PART
    from sarrus.results.saving import ENDINGS

    return os.path.splitext(path)[1].lower() in (*ENDINGS, PART)


def is_source(path: str) -> bool:
    """Whether a word is a file to be shown, by its ending."""
    return is_result(path) or os.path.splitext(path)[1].lower() in MODELS


def rows_for(until: float) -> int:
    """Rows that make a smooth picture: 60 for each second, but neither few nor very many."""
    if not 0 < until < math.inf:
        return LEAST_ROWS  # the analysis says what is wrong with such a time
    return int(min(max(FRAMES * until + 1, LEAST_ROWS), MOST_ROWS))


def result_of(source: RunSource, check: Callable[[Mechanism], None] | None = None) -> tuple[Any, Failure]:
    """The answer of a source, whole or not, and why it is not whole.

    Args:
        source: what is to be shown.
        check: refuses a mechanism before it is run.
    """
    told = run_told(**source.told)
    if is_result(source.path):
        _refuse_options_of_a_model(source)
        return _saved(source), None
    if source.model:
        raise UsageError(f"{source.path} is not a result. --model belongs to a result; leave it out.")
    analysis = told["analysis"] or RUN.options["analysis"].allowed()[0]
    until = told["until"]
    _refuse_what_is_no_model(source.path, is_told_to_run=until is not None)
    if until is None:
        verb = {"simulate": "simulated"}.get(analysis, "run")
        raise UsageError(f"{source.path} is a model, which is {verb} first. Give the end time: --until 5.")
    mechanism = model_of(source)
    if check is not None:
        check(mechanism)
    rows = told["rows"] if told["rows"] is not None else rows_for(until)
    from sarrus.cli.progress import Bar

    try:
        with Bar() as bar:
            return getattr(sarrus, analysis)(mechanism, until, progress=bar, rows=rows), None
    except (NumericalError, Interrupted) as error:
        return error.result, error


def model_of(source: RunSource) -> Mechanism:
    """The mechanism of a model file, with the numbers that --set gives it."""
    from sarrus.cli.answering import set_numbers

    _refuse_what_is_no_model(source.path, is_told_to_run="until" in source.told)
    mechanism = load(source.path, source.elements)
    set_numbers(mechanism, list(source.changes))
    return mechanism


def _refuse_what_is_no_model(path: str, *, is_told_to_run: bool) -> None:
    if not os.path.isfile(path):
        load(path)  # says what to do about a file that is not there, or about a folder
    if not _may_be_model(path, is_told_to_run=is_told_to_run):
        raise UsageError(
            f"{path} is neither a model ({', '.join(MODELS)}) nor a result (.h5), by its ending. Give one of these."
        )


def _may_be_model(path: str, *, is_told_to_run: bool) -> bool:
    """Whether to try: what is told to run may have any ending, except that of a report."""
    ending = os.path.splitext(path)[1].lower()
    if ending in MODELS or not is_told_to_run:
        return ending in MODELS
    from sarrus.views.report import ENDINGS as PAGES

    return ending not in PAGES


def _refuse_options_of_a_model(source: RunSource) -> None:
    whole = {"until": "end time", "rows": "rows", "analysis": "analysis"}
    for name, what in whole.items():
        if name in source.told:
            raise UsageError(f"{source.path} is a result, which has its {what}. Leave out --{name}.")
    if source.changes:
        raise UsageError(f"{source.path} is a result, whose numbers are given. Leave out --set.")


def _saved(source: RunSource) -> Any:
    from sarrus.results import load_result

    result = load_result(source.path, elements=source.elements)
    if not result.ok:
        complain(f"{source.path}: {result.status.text}")
    return result
