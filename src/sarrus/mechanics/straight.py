"""Straight-line kernels: every cell runs at once, on the expressions of one graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sarrus.mechanics.recorder import Argument, Cell, Into
from sarrus.mechanics.slots import Given, Kind, Picked, Slot
from sarrus.scalar import Graph, Node


class Straight:
    """Values of all slots as expressions.

    Args:
        graph: where they live.
        inputs: for the arrays that kernels are given, how their numbers are called.
    """

    def __init__(self, graph: Graph, inputs: Mapping[str, Callable[[int], str]]) -> None:
        self.graph = graph
        self._inputs = inputs
        self.values: dict[tuple[str, int], Any] = {}
        self.slots: dict[str, list[Slot]] = {}
        self._room = 0
        self._looked: tuple[Any, tuple[Any, ...]] = (None, ())

    def reserve(self, kind: Kind[Any]) -> Slot:
        """Room for a value; sizes do not matter here."""
        self._room += 1
        return Slot(kind, "work", self._room)

    def sweep(self) -> None:
        """There are no loops."""

    def symbols(self, array: str, at: int, size: int) -> tuple[Node, ...]:
        """Some numbers that kernels are given."""
        return self.graph.symbols(map(self._inputs[array], range(at, at + size)))

    def value(self, argument: Argument) -> Any:
        """What a cell is given."""
        if isinstance(argument, Slot):
            kind, array, at = argument
            if array in self._inputs:
                return kind.read(self.symbols(array, at, kind.size))
            return self.values[array, at] if kind.size else kind.read(())
        if isinstance(argument, Given):
            return argument.read(self.graph, ())
        return None if argument is None else tuple(map(self.value, argument))

    def look(self, cell: Cell, *arguments: Argument, **words: Any) -> tuple[Any, ...]:
        """Results of a cell; they are kept until the next one, which is mostly a run of the same."""
        asked = (cell, arguments, words)
        if self._looked[0] != asked:
            self._looked = asked, cell(self.graph, *map(self.value, arguments), **words)
        return self._looked[1]

    def run(self, cell: Cell, *arguments: Argument, into: Into = (), onto: Into = (), **words: Any) -> None:
        """Write the results of a cell into slots, add others onto slots."""
        results = self.look(cell, *arguments, **words)
        for target, result in zip(into, results, strict=False):
            if target is not None:
                slot, value = picked(target, result)
                if not slot.kind.size:
                    continue
                if (slot.array, slot.at) in self.values:
                    raise ValueError(f"a slot of {slot.array} is written twice")
                self._put(slot, value)
        for target, result in zip(onto, results[len(into) :], strict=False):
            if target is not None:
                slot, value = picked(target, result)
                before = slot.kind.flat(self.values[slot.array, slot.at])
                both = zip(before, slot.kind.flat(value), strict=True)
                self._put(slot, slot.kind.read([a + b for a, b in both]))

    def _put(self, slot: Slot, value: Any) -> None:
        if slot.array != "work" and (slot.array, slot.at) not in self.values:
            self.slots.setdefault(slot.array, []).append(slot)
        self.values[slot.array, slot.at] = value

    def nodes(self, array: str) -> list[Node]:
        """An output array, in the order of its places."""
        found: list[Node] = []
        for slot in sorted(self.slots.get(array, []), key=lambda slot: slot.at):
            assert slot.at == len(found), f"{array} has a hole at {len(found)}"
            found += [self.graph.lift(x) for x in slot.kind.flat(self.values[slot.array, slot.at])]
        return found


def picked(target: Slot | Picked, result: Any) -> tuple[Slot, Any]:
    """A slot, and what of a result goes there."""
    if isinstance(target, Picked):
        return target.slot, [result[k] for k in target.which]
    return target, result
