"""Several runs in one plot: which there are, and what tells them apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sarrus.errors import UsageError
from sarrus.model.names import seen
from sarrus.results import Result
from sarrus.views.plots.choice import model_of

__all__ = ["labelled"]

LONGEST = 3
"""Values that a label tells."""


def labelled(runs: Any) -> dict[str, Result]:
    """Runs by the labels of their lines; that of a single one is empty.

    Args:
        runs: a result, several of them in a list, or by their labels.

    Raises:
        UsageError: it is none of these.
    """
    if isinstance(runs, Result):
        return {"": runs}
    named = runs if isinstance(runs, Mapping) else {}
    found = list(named.values()) if named else list(runs) if isinstance(runs, Sequence) else []
    if not found or not all(isinstance(run, Result) for run in found):
        wrong = next((run for run in found if not isinstance(run, Result)), runs)
        raise UsageError(
            f"plot: {seen(wrong)} is not a run over time. Give one, a list of them, or a dict with their labels: "
            "sarrus.plot({'light': run, 'heavy': other}, 'A.theta')."
        )
    if named:
        return {str(label): run for label, run in named.items()}
    return {"": found[0]} if len(found) == 1 else dict(zip(_labels(found), found, strict=True))


def _labels(runs: list[Result]) -> list[str]:
    """What differs between runs: numbers of their models, else their mechanisms or analyses; a number where that tells too little."""
    facts = [dict(_facts(run)) for run in runs]
    names = list(dict.fromkeys(name for of_run in facts for name in of_run))
    differing = [name for name in names if len({of_run.get(name) for of_run in facts}) > 1]
    told = [
        ", ".join(of_run[name] for name in differing if name in of_run) if len(differing) <= LONGEST else ""
        for of_run in facts
    ]
    return [
        text if text and told.count(text) == 1 else f"run {k + 1}{text and ', '}{text}"
        for k, text in enumerate(told)
    ]


def _facts(run: Result) -> Iterator[tuple[str, str]]:
    """What may tell a run apart: a name, and a phrase."""
    yield "mechanism", run.mechanism
    yield "analysis", run.analysis
    model = model_of(run)
    if model is None:
        return
    for name, value in model.numbers.items():
        yield f"parameter {name}", f"{name} = {value:.6g}"
    for name, written in {**model.inputs, **model.fixed}.items():
        yield (
            f"start {name}",
            f"{name} = {written:.6g}" if isinstance(written, float) else f"{name} = {written}",
        )
