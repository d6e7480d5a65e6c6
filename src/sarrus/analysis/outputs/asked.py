"""Outputs that a run was asked for: series computed from its rows, and kept with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sarrus.files import Path
from sarrus.model import Mechanism
from sarrus.results import Result

__all__ = ["with_outputs"]


def with_outputs(
    mechanism: Mechanism, names: Sequence[str], save: Path | None, run: Callable[[], Result]
) -> Result:
    """A run with further series.

    Args:
        mechanism: what is run.
        names: of the series.
        save: file that the run writes; it is written again with them.
        run: makes the run.
    """
    found = run()
    if not names:
        return found
    more = {name: found[name] for name in names if not (name in found or name.rpartition(".")[0] in found)}
    if not more:
        return found
    whole = replace(found, series={**found.series, **more})
    if save is not None:
        whole.save(save)
    return whole
