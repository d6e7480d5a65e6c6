"""Which pose puts a point where it should be?

Joint coordinates are found that bring points, frames, angles of bodies or other coordinates to a target, near a guess and
within limits. Where that cannot be, the pose that comes nearest is shown, and how far away it is.

Example: sarrus reach arm.yaml --target tip.end.x=0.6 --target tip.end.y=0.3 --limits B.theta=0:2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import At, Guess, Limits, Strict, Target
    from sarrus.analysis.reaching.pose import Reached
    from sarrus.model import Mechanism


@verb
def reach(
    mechanism: Mechanism,
    target: Target,
    *,
    limits: Limits = None,
    guess: Guess = None,
    at: At = 0.0,
    strict: Strict = True,
) -> Reached:
    """Find the pose that reaches a target: points, frames, angles, coordinates.

        minimise |c - c_guess|      subject to      loops closed,   targets reached,   low <= c <= high

    c are the joint coordinates, lengths in units of the mechanism's. Of several poses it is the one next to the guess.

    Args:
        mechanism: what moves; its drivers stay where they are.
        target: by the name of a point (`tip.end.x`), an angle of a body (`tip.psi`) or a joint coordinate: the value [m or rad],
            or a text with its unit. By the name of a frame (`hand.tool`): {"at": place in ground, "turn": ...}, or one of
            these; turn is an angle in the plane, in space three angles as for frames, `sarrus.turn(...)` or its form in files.
        limits: by joint coordinate: a pair, of which None is no limit, or a number for both senses.
        guess: joint coordinates to be near; the others, near where the mechanism starts.
        at: time at which drivers are read [s].
        strict: raise when it cannot be reached, instead of returning the nearest pose.

    Raises:
        NumericalError: it cannot be reached ("unreachable"); `error.result` is the nearest pose, with its `distance`, and
            `distances` by unit.
    """
    from sarrus.analysis.reaching.pose import reached

    return reached(mechanism, target, limits, guess, float(at), strict)
