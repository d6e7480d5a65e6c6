"""Close all loops and show where the mechanism stands.

Guessed start values move as needed, and it is said how far; fixed ones never move.

Example: sarrus assemble four-bar.yaml
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.assembly.pose import Assembly
    from sarrus.analysis.options import At, Strict
    from sarrus.model import Mechanism


@verb
def assemble(mechanism: Mechanism, *, at: At = 0.0, strict: Strict = True) -> Assembly:
    """Find a pose that closes all loops, and speeds that fit it.

    Args:
        mechanism: what to assemble; its guesses are moved, its fixed start values are not.
        at: time at which drivers are read [s], or a text with its unit.
        strict: raise when it cannot be assembled, instead of returning a failed answer.
    """
    from sarrus.analysis.assembly.pose import describe
    from sarrus.analysis.assembly.start import failure_of, find_start
    from sarrus.model import snapshot_of

    found = find_start(snapshot_of(mechanism), float(at))
    answer = describe(found)
    if strict and not answer.ok:
        raise failure_of(found.status, answer.status.text, answer)
    return answer
