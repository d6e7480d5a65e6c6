"""How do roots of small motions move when a number of the model does?

The root locus: when does it begin to swing, when does it become unstable, how stiff or fast may it be?

Example: sarrus roots four-bar.yaml --over a=0.2:0.4
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.locus.answer import RootLocus
    from sarrus.analysis.options import Formulation, LinearStates, RangeOver, TurnFrame, Where
    from sarrus.model import Mechanism


@verb
def roots(
    mechanism: Mechanism,
    over: RangeOver,
    *,
    at: Where = "equilibrium",
    states: LinearStates = (),
    frame: TurnFrame = "auto",
    formulation: Formulation = "auto",
) -> RootLocus:
    """Roots of small motions over a number, as branches; where they cross the imaginary axis, and where they meet.

        locus = sarrus.roots(m, {"c": (0, 5)})
        locus.roots, locus.crossings

    Args:
        mechanism: what moves.
        over: a number of the model by its path, with its range and, if you like, how many values are told (200 else):
            {"c": (0, 5)}, {"c": (0, 5, 1000)} or "c=0:5:1000".
        at: "equilibrium": that which moves with the number; "start": the start for each value, at rest or in steady
            motion; or a time at which drivers are read.
        states: coordinates that become states; none: a choice that suits.
        frame: in which small turns of ball joints are seen: "base", "axis", "body", or "auto": the first in which the motion is steady.
        formulation: "relative", "absolute" or "auto": the same roots.

    Raises:
        UsageError: there is no such number, or the mechanism neither rests nor moves steadily there.
        NumericalError: there is no such point at the first value.
    """
    from sarrus.analysis.locus.making import root_locus

    assert isinstance(over, Mapping)
    ((path, ends),) = over.items()
    points = int(ends[2]) if len(ends) > 2 else 200
    return root_locus(
        mechanism,
        path,
        (ends[0], ends[1]),
        points,
        at,
        tuple(states),
        "" if frame == "auto" else frame,
        formulation,
    )
