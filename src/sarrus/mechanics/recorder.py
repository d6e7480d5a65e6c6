"""The contract between passes and what records them.

A pass says, for every element or body, which cell runs on which values and where its results go. A cell is a plain
function of typed values on a graph. Two recorders listen:

    Straight  calls the cell on the expressions themselves: straight-line code for one mechanism
    Tape      traces the cell once for all places that differ in numbers only: loops over tables

Every slot is written once, by `into`; adding to it is an operation of its own, `onto`, and comes before it is read. What
is recorded may be more than a kernel needs: each keeps what its outputs follow from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sarrus.mechanics.slots import Given, Kind, Picked, Slot

Argument = Slot | Given[Any] | tuple[Any, ...] | None
"""What a cell is given: the value in a slot, a part of the model, several of them, or nothing."""
Target = Slot | Picked | None
"""Where a result goes; None where nobody wants it."""
Into = Sequence[Target]
Cell = Callable[..., tuple[Any, ...]]
"""(graph, values of the arguments, words) -> results."""


class Recorder(Protocol):
    """Listens to the passes."""

    def reserve(self, kind: Kind[Any]) -> Slot:
        """Room for a value that is passed from cell to cell."""

    def sweep(self) -> None:
        """What comes next is a loop of its own."""

    def look(self, cell: Cell, *arguments: Argument, **words: Any) -> tuple[Any, ...]:
        """Results of a cell, to see what of them is zero by structure, and what they are called."""

    def run(self, cell: Cell, *arguments: Argument, into: Into = (), onto: Into = (), **words: Any) -> None:
        """Run a cell: its first results are written into slots, the others added onto slots.

        Args:
            cell: the function.
            arguments: what it is given.
            into: where results go.
            onto: what the results behind these are added to; a slot may stand here twice.
            words: what else there is to the cell; part of its structure.
        """


def clear(graph: Any, *, kind: Kind[Any]) -> tuple[Any, ...]:
    """Nothing yet: what an accumulator begins with."""
    return (kind.read([0.0] * kind.size),)
