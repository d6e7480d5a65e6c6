"""Pictures of series: from saved results, or from models that are run first."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sarrus.analysis.options import split_names
from sarrus.cli.output import complain, say
from sarrus.cli.show import check_names, refuse_unknown
from sarrus.cli.source import Failure, RunSource, is_source, result_of
from sarrus.cli.targets import check_target
from sarrus.errors import UsageError

if TYPE_CHECKING:
    from sarrus.results import Answer

__all__ = ["draw"]


def draw(source: RunSource, words: Sequence[str], output: str | None, told: Mapping[str, Any]) -> None:
    """Draw series of models or results.

    Args:
        source: the first of them.
        words: further files, which are drawn over the first, and names of series.
        output: picture to write; a window is opened without.
        told: options of the plot.
    """
    sources = [source, *(replace(source, path=word) for word in words if is_source(word))]
    names = split_names([word for word in words if not is_source(word)])
    for one in sources:
        check_target(output, one.path)
    if output is not None:
        from sarrus.views.plots.figure import check_picture

        check_picture(output)
    asked = [*names, *filter(None, [told.get("against", "")])]
    results: list[Answer] = []
    failures: list[Failure] = []
    for one in sources:
        result, failure = result_of(one, check=lambda mechanism: check_names(mechanism, asked, "plot"))
        _refuse_empty(one.path, result, failure)
        if not _are_bars(result, names):
            refuse_unknown(result, asked, "plot")
        results.append(result)
        failures += [failure] if failure else []
    try:
        _plot(dict(zip(_labels(sources), results, strict=True)), names, output, told)
    except UsageError as error:
        raise UsageError(str(error).replace("path='run.png'", "--output run.png")) from error
    if output is not None:
        say(f"Written: {output}")
    if failures and failures[0]:
        complain("The plot shows the run as far as it got.")
        raise failures[0]


def _are_bars(result: Any, names: Sequence[str]) -> bool:
    """Whether the bars of efforts are asked for, of a result that has them."""
    from sarrus.results import Result
    from sarrus.views.effort_bars import EFFORTS, has_effort_bars

    return list(names) == [EFFORTS] and isinstance(result, Result) and has_effort_bars(result)


def _refuse_empty(path: str, result: Any, failure: Failure) -> None:
    from sarrus.results import Result

    if result is None or (isinstance(result, Result) and not len(result)):
        raise failure or UsageError(f"{path}: there is nothing to plot.")


def _plot(runs: Mapping[str, Any], names: Sequence[str], output: str | None, told: Mapping[str, Any]) -> None:
    from sarrus.results import Result
    from sarrus.views.plot import plot

    first = next(iter(runs.values()))
    if len(runs) == 1 and not isinstance(first, Result):
        given = [f"--{name}" for name, value in told.items() if value]
        if given:
            raise UsageError(
                f"The answer of {first.analysis} is no run over time. Leave out {', '.join(given)}."
            )
        first.plot(*names, path=output, show=output is None)
        return
    plot(runs if len(runs) > 1 else first, *names, path=output, show=output is None, **told)


def _labels(sources: Sequence[RunSource]) -> list[str]:
    """Names of files without their endings, or their whole paths where these are the same."""
    paths = [source.path for source in sources]
    stems = [os.path.splitext(os.path.basename(path).removesuffix(".part"))[0] for path in paths]
    if len(set(paths)) < len(paths):
        raise UsageError("A file is named twice. Name each once.")
    return stems if len(set(stems)) == len(stems) else paths
