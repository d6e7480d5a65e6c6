"""Does a motion that repeats stay itself, and what becomes of small deviations from it?

The motion nearest to the start that repeats is found, then by what deviations grow in one period.

Example: sarrus floquet four-bar.yaml
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import Formulation, LinearStates, Period
    from sarrus.analysis.orbit.answer import Floquet
    from sarrus.model import Mechanism


@verb
def floquet(
    mechanism: Mechanism,
    *,
    period: Period = None,
    states: LinearStates = (),
    formulation: Formulation = "auto",
) -> Floquet:
    """Multipliers of a motion that repeats: by what small deviations grow in one period.

        found = sarrus.floquet(m, period="40 ms")
        found.multipliers, found.stability

    The start is taken as a guess of the motion and corrected until it repeats; whole turns count as coming back.

    Args:
        mechanism: what moves.
        period: of what drives it [s], or a text with its unit. Left out, where nothing depends on time: that of the motion
            itself, which is found.
        states: coordinates in which deviations are told; none: a choice that suits.
        formulation: "relative", "absolute" or "auto": the same multipliers.

    Raises:
        UsageError: the period must be given, or a name is unknown.
        NumericalError: no motion near the start repeats.
    """
    from sarrus.analysis.orbit.making import floquet_of

    return floquet_of(mechanism, period if period is None else float(period), tuple(states), formulation)
