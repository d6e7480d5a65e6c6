"""Is the model sound? Its freedom, its loops, what is redundant.

The mechanism is assembled, its freedom is counted and compared with the true one, and constraints that repeat
each other are named, with the reactions that are not unique because of them. Notes say what is allowed, but may
not be meant.

Example: sarrus check four-bar.yaml
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.check.report import Report
    from sarrus.analysis.options import Strict
    from sarrus.model import Mechanism

__all__ = ["check"]


@verb
def check(mechanism: Mechanism, *, strict: Strict = True) -> Report:
    """Check a mechanism: assemble it, find its freedom, what is redundant, and what is probably not meant.

    Args:
        mechanism: what to check.
        strict: raise when it cannot be assembled or contradicts itself, instead of returning the report as far as it goes.

    Raises:
        ModelError: the description itself is wrong.
        NumericalError: it cannot be assembled, or its drivers contradict each other; `error.result` is the report as far
            as it goes.
    """
    from sarrus.analysis.assembly.start import failure_of
    from sarrus.analysis.check.examine import checked

    report, status = checked(mechanism)
    if strict and not report.ok:
        raise failure_of(status, report.failure(), report)
    return report
