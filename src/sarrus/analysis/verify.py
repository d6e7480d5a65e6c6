"""Do all equations of a mechanism say the same?

The equations are derived in every form, each from its own principle, and in both numeric formulations. At random states on
the constraints all of them are solved for accelerations and reactions, and held against each other.

Example: sarrus verify four-bar.yaml --states 10
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import At, Seed, States, Strict
    from sarrus.analysis.verifying.answer import Verification
    from sarrus.model import Mechanism


@verb
def verify(
    mechanism: Mechanism,
    *,
    states: States = 5,
    seed: Seed = 0,
    at: At = 0.3,
    strict: Strict = True,
) -> Verification:
    """Hold all forms of the equations and both numeric formulations against each other.

    Compared are accelerations of bodies and joints, and those loads of joints that are determined, with the kernels in joint
    coordinates. A form that cannot say an element is listed with the reason.

    Args:
        mechanism: what moves.
        states: how many random states on the constraints.
        seed: other seeds choose other states.
        at: time at which they are [s].
        strict: raise when something disagrees by more than 1e-10, instead of returning the table.

    Raises:
        NumericalError: something disagrees ("disagreement"); `error.result` is the answer.
    """
    from sarrus.analysis.verifying.answer import verified

    return verified(mechanism, states, seed, float(at), strict)
