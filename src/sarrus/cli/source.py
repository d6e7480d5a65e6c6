"""What a view is made of: a saved result, or a model that is run first."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import sarrus
from sarrus.cli.output import complain
from sarrus.cli.targets import load
from sarrus.errors import Interrupted, NumericalError, UsageError
from sarrus.results.contents import PART
from sarrus.results.saving import ENDINGS

if TYPE_CHECKING:
    from sarrus.elements.base import Element
    from sarrus.model import Mechanism

__all__ = ["ANALYSES", "Failure", "is_result", "rows_for", "run_of"]

Failure = NumericalError | Interrupted | None

RESULTS = (*ENDINGS, PART)
MODELS = (".yaml", ".yml", ".json")
ANALYSES = ("simulate", "kinematics")
FRAMES = 60
LEAST_ROWS, MOST_ROWS = 301, 2000


def is_result(source: str) -> bool:
    """Whether a file is a saved result, by its ending; all others are models."""
    return os.path.splitext(source)[1].lower() in RESULTS


def rows_for(until: float) -> int:
    """Rows that make a smooth picture: 60 for each second, but neither few nor very many."""
    if not 0 < until < math.inf:
        return LEAST_ROWS  # the analysis says what is wrong with such a time
    return int(min(max(FRAMES * until + 1, LEAST_ROWS), MOST_ROWS))


def run_of(
    source: str,
    until: float | None,
    *,
    rows: int | None = None,
    analysis: str = ANALYSES[0],
    elements: Sequence[type[Element]] = (),
    check: Callable[[Mechanism], None] | None = None,
) -> tuple[Any, Failure]:
    """The result of a source, whole or not, and why it is not whole.

    Args:
        source: model file, or result file (.h5; .h5.part of a run that goes on or was killed).
        until: end time of the run of a model [s].
        rows: output rows of such a run; the number that the analysis takes when left out.
        analysis: how a model is run.
        elements: classes of the user's own that the model may have.
        check: refuses a mechanism before it is run.
    """
    if is_result(source):
        return _saved(source, until, elements), None
    if analysis not in ANALYSES:
        raise UsageError(f"analysis '{analysis}' is unknown. Allowed: {', '.join(ANALYSES)}.")
    if not os.path.isfile(source):
        load(source)  # says what to do about a file that is not there, or about a folder
    if not _may_be_model(source, is_told_to_run=until is not None):
        raise UsageError(
            f"{source} is neither a model ({', '.join(MODELS)}) nor a result (.h5), by its ending. Give one of these."
        )
    if until is None:
        verb = {"simulate": "simulated"}.get(analysis, "run")
        raise UsageError(f"{source} is a model, which is {verb} first. Give the end time: --until 5.")
    mechanism = load(source, elements)
    if check is not None:
        check(mechanism)
    options: dict[str, Any] = {} if rows is None else {"rows": rows}
    from sarrus.cli.progress import Bar

    try:
        with Bar() as bar:
            return getattr(sarrus, analysis)(mechanism, until, progress=bar, **options), None
    except (NumericalError, Interrupted) as error:
        return error.result, error


def _may_be_model(source: str, *, is_told_to_run: bool) -> bool:
    """Whether to try: what is told to run may have any ending, except that of a report."""
    ending = os.path.splitext(source)[1].lower()
    if ending in MODELS or not is_told_to_run:
        return ending in MODELS
    from sarrus.views.report import ENDINGS as PAGES

    return ending not in PAGES


def _saved(source: str, until: float | None, elements: Sequence[type[Element]]) -> Any:
    from sarrus.results import load_result

    if until is not None:
        raise UsageError(f"{source} is a result, which has its end time. Leave out --until.")
    result = load_result(source, elements=elements)
    if not result.ok:
        complain(f"{source}: {result.status.text}")
    return result
