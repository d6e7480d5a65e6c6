"""Outputs that a run was asked for: series computed from its rows, and kept with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sarrus.errors import UsageError, quote
from sarrus.files import Path
from sarrus.model import Mechanism
from sarrus.results import Result

__all__ = ["run_with_outputs"]


def run_with_outputs(
    mechanism: Mechanism,
    names: Sequence[str],
    coordinates: Sequence[str],
    save: Path | None,
    run: Callable[[], Result],
) -> Result:
    """A run with further series.

    Args:
        mechanism: what is run.
        names: of the series.
        coordinates: independent ones, in which partial velocities and generalised forces are told.
        save: file that the run writes; it is written again with them.
        run: makes the run.

    Raises:
        UsageError: a name is none of an output; before the run where that can be told.
    """
    if not names and not coordinates:
        return run()
    # most runs are asked for no more than their rows, and load none of this
    from sarrus.analysis.outputs.derived import CHOSEN, looks_derived, with_outputs

    if not names:
        found = run()
        found.derived[CHOSEN] = tuple(coordinates)
        return found
    known = mechanism.names()
    for name in names:
        if not looks_derived(name) and name.partition(".")[0] not in (*known, "energy"):
            raise UsageError(
                f"outputs: nothing in the mechanism is named {quote(name)}. 'sarrus outputs MODEL' lists them."
            )
    found = run()
    if not len(found):
        return found
    whole = with_outputs(found, names, coordinates=coordinates)
    if coordinates:
        whole.derived[CHOSEN] = tuple(coordinates)
    if save is not None and whole is not found:
        whole.save(save)
    return whole
