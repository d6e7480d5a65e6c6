"""What cannot be taken away as source code, told by name."""

from __future__ import annotations

from sarrus.errors import UsageError
from sarrus.mechanics.base import Equations
from sarrus.mechanics.infos import StateKind
from sarrus.model import Snapshot
from sarrus.phrases import listed

__all__ = ["MOST_BODIES", "MOST_OPERATIONS", "refuse_large", "refuse_long", "refuse_unknown"]

MOST_BODIES = 60
MOST_OPERATIONS = 60_000
"""Sizes up to which code is written out; beyond, nobody would read it, and compilers would take minutes."""
KNOWN = (StateKind.COORDINATE, StateKind.SPEED, StateKind.INTERNAL, StateKind.WORK, StateKind.TURN)


def refuse_large(model: Snapshot) -> None:
    """Refuse, before anything is derived, a mechanism whose code would be endless.

    Raises:
        UsageError: it is too large.
    """
    if len(model.bodies) > MOST_BODIES:
        raise UsageError(
            f"mechanism '{model.name}' has {len(model.bodies)} bodies. Source code is written out body by body, for up to "
            f"{MOST_BODIES}. For larger ones use simulate, whose program runs over tables; --save and --csv hand on its results."
        )


def refuse_long(name: str, operations: int) -> None:
    """Refuse code that nobody could read or compile.

    Raises:
        UsageError: it is too long.
    """
    if operations > MOST_OPERATIONS:
        raise UsageError(
            f"the code of mechanism '{name}' would have {operations} operations; at most {MOST_OPERATIONS} are written. "
            "Take less along: only=['A.theta'] (--only A.theta) leaves all other outputs out."
        )


def refuse_unknown(e: Equations) -> None:
    """Refuse what the code around the functions does not know: it would be left out.

    Raises:
        UsageError: with the names.
    """
    where = f"mechanism '{e.model.name}' cannot be exported"
    inertial = sorted({name for name, is_inertial in zip(e.pushes, e.inertial, strict=True) if is_inertial})
    if inertial:
        raise UsageError(
            f"{where}: the efforts of {listed(inertial)} follow from accelerations, and the code does not search for them. "
            "Leave the element out, or use simulate."
        )
    sharing = [force.name for force in e.model.forces if force.shares_load]
    if sharing:
        raise UsageError(
            f"{where}: the least loads of joints that repeat each other are what {listed(sharing)} feel, and the code does not "
            "search for them. Leave 'share: minimum-norm' out, give friction a load of its own, such as 'normal: 20 N', or use simulate."
        )
    strange = [s.name for s in e.states if s.kind not in KNOWN]
    if strange:
        raise UsageError(
            f"{where}: the states {listed(strange)} change by jumps. Leave their elements out, or use simulate."
        )
    switching = sorted({r.owner for r in e.rows if r.one_sided or r.modes})
    if switching:
        raise UsageError(
            f"{where}: rows of {listed(switching)} act at some times only, and the code does not switch. Leave the element out, or "
            "use simulate."
        )
