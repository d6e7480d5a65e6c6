"""Pictures of series: from a saved result, or from a model that is simulated first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.analysis.options import split_names
from sarrus.cli.output import complain, say
from sarrus.cli.show import check_names, refuse_unknown
from sarrus.cli.source import run_of
from sarrus.cli.targets import check_target
from sarrus.errors import UsageError

if TYPE_CHECKING:
    from sarrus.elements.base import Element

__all__ = ["draw"]


def draw(
    source: str,
    words: Sequence[str],
    until: float | None,
    output: str | None,
    elements: Sequence[type[Element]] = (),
) -> None:
    """Draw series of a model or a result.

    Args:
        source: model file, or result file (.h5; .h5.part of a run that goes on or was killed).
        words: names of series; those of the joint coordinates when there are none.
        until: end time of the simulation of a model [s].
        output: picture to write; a window is opened without.
        elements: classes of the user's own that the model may have.
    """
    names = split_names(words)
    check_target(output, source)
    result, failure = run_of(
        source, until, elements=elements, check=lambda mechanism: check_names(mechanism, names, "plot")
    )
    from sarrus.results import Result

    if result is None or (isinstance(result, Result) and not len(result)):
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
