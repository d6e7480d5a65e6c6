"""What questions about small motions make of a mechanism, kept with it for the next such question.

Equations, their derivatives and the assembled start take most of the time of a question, and follow from the mechanism alone.
The mechanism keeps those of the last question; they serve the next one, if nothing in the mechanism has changed since.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sarrus.analysis.assembly.start import Start, failure_of, start_from
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.formulate import MOST_UNROLLED
from sarrus.model import Mechanism, Snapshot, snapshot_of
from sarrus.model.sameness import is_same
from sarrus.quiet import no_collection
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["Prepared", "as_loops", "prepared"]


@dataclass
class Prepared:
    """A mechanism, and what was made of it so far.

    Attributes:
        model: the mechanism, which does not change.
        last: the start that was asked for last, and its time.
        rests: stable equilibria at time 0 by formulation, each with the equations whose state it is.
    """

    model: Snapshot
    last: tuple[float, Start] | None = None
    rests: dict[str, tuple[Equations, Floats]] = field(default_factory=dict, repr=False)
    _equations: dict[tuple[str, bool], Equations] = field(default_factory=dict, repr=False)

    def equations(self, formulation: str, loops: bool = False) -> Equations:
        """The equations in a formulation, as they are made by default or as loops."""
        key = formulation, loops
        if key not in self._equations:
            self._equations[key] = formulate(self.model, formulation, rolled=True if loops else None)
        return self._equations[key]

    def quick(self, formulation: str) -> Equations:
        """The equations in the form whose derivatives are made in the least time.

        Derivatives of straight-line code grow fast in space; loops of cells are differentiated cell by cell.
        """
        e = self.equations(formulation)
        return self.equations(formulation, loops=True) if as_loops(e) else e

    def start(self, t: float) -> Start:
        """The start at a time, whether it could be assembled or not."""
        if self.last is None or self.last[0] != t:
            with no_collection():
                found = start_from(self.equations("relative"), t)
            self.last = t, found
        return self.last[1]

    def assembled(self, t: float) -> Start:
        """The assembled start at a time.

        Raises:
            NumericalError: it cannot be assembled.
        """
        found = self.start(t)
        if found.status is not Status.OK:
            raise failure_of(found.status, found.message or found.status.text)
        return found


def as_loops(e: Equations) -> bool:
    """Whether derivatives of these equations are made in less time as loops."""
    small = e.model.planar and len(e.model.bodies) <= MOST_UNROLLED
    return e.is_straight and not small


@contextmanager
def prepared(mechanism: Mechanism) -> Iterator[Prepared]:
    """What is known of a mechanism as it is now. It is lent: who asks meanwhile, on another thread, makes their own."""
    model = snapshot_of(mechanism)
    kept = mechanism.taken()
    found = kept if isinstance(kept, Prepared) and is_same(kept.model, model) else Prepared(model)
    yield found
    mechanism.keep(found)
