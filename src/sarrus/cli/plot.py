"""Pictures of series: from a saved result, or from a model that is simulated first."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import sarrus
from sarrus.cli.output import complain, say
from sarrus.cli.run import check_target, load
from sarrus.cli.show import check_names, refuse_unknown, split_names
from sarrus.errors import Interrupted, NumericalError, UsageError

__all__ = ["draw"]

RESULTS = (".h5", ".part")


def draw(source: str, words: Sequence[str], until: float | None, output: str | None) -> None:
    """Draw series of a model or a result.

    Args:
        source: model file, or result file (.h5; .h5.part of a run that goes on or was killed).
        words: names of series; those of the joint coordinates when there are none.
        until: end time of the simulation of a model [s].
        output: picture to write; a window is opened without.
    """
    names = split_names(words)
    check_target(output, source)
    is_result = os.path.splitext(source)[1].lower() in RESULTS
    result, failure = _saved(source, until) if is_result else _simulated(source, names, until)
    if result is None or not len(result):
        raise failure or UsageError(f"{source}: there is nothing to plot.")
    refuse_unknown(result, names, "plot")
    try:
        result.plot(*names, path=output, show=output is None)
    except UsageError as error:
        raise UsageError(str(error).replace("path='run.png'", "--output run.png")) from error
    if output is not None:
        say(f"Written: {output}")
    if failure:
        complain("The plot shows the run as far as it got.")
        raise failure


def _saved(source: str, until: float | None) -> tuple[Any, NumericalError | Interrupted | None]:
    from sarrus.results import load_result

    if until is not None:
        raise UsageError(f"{source} is a result, which has its end time. Leave out --until.")
    result = load_result(source)
    if not result.ok:
        complain(f"{source}: {result.status.text}")
    return result, None


def _simulated(
    source: str, names: Sequence[str], until: float | None
) -> tuple[Any, NumericalError | Interrupted | None]:
    from sarrus.cli.progress import Bar

    if until is None:
        raise UsageError(f"{source} is a model, which is simulated first. Give the end time: --until 5.")
    mechanism = load(source)
    check_names(mechanism, names, "plot")
    try:
        with Bar() as bar:
            return sarrus.simulate(mechanism, until, progress=bar), None
    except (NumericalError, Interrupted) as error:
        return error.result, error
