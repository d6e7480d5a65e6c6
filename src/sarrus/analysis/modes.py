"""How does it swing: frequencies, damping, and what moves in each mode?

Small motions near an equilibrium, a steady motion or the start, taken apart into modes.

Example: sarrus modes four-bar.yaml
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.linear.modes import Modes
    from sarrus.analysis.options import Formulation, LinearStates, TurnFrame, Where
    from sarrus.model import Mechanism


@verb
def modes(
    mechanism: Mechanism,
    *,
    at: Where = "equilibrium",
    states: LinearStates = (),
    frame: TurnFrame = "auto",
    formulation: Formulation = "auto",
) -> Modes:
    """Modes of small motions, the slowest first.

        found = sarrus.modes(m)
        found.frequency, found.damping, found.shape(1).coordinates

    Args:
        mechanism: what swings.
        at: "equilibrium" (found from the start), "start", a time at which drivers are read, or an answer: an equilibrium, an
            assembly, or a run, whose last row is taken; also the name of an analysis that the mechanism keeps.
        states: coordinates in which shapes are told; none: a choice that suits.
        frame: in which small turns of ball joints are seen: "base", "axis", "body", or "auto": the first in which the motion is steady.
        formulation: "relative", "absolute" or "auto": the same modes.

    Raises:
        UsageError: a name is unknown, or states do not describe small motions.
        NumericalError: there is no such point, or rows repeat each other there alone.
    """
    from sarrus.analysis.linearize import linearize

    return linearize(mechanism, at=at, states=states, frame=frame, formulation=formulation).modes()
