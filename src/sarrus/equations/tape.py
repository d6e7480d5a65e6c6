"""Loops over tables: every cell is traced once, and run over all places that share it.

The tape holds steps: which cell, which slots it reads and writes, and the numbers of this instance. A kernel is cut out
of it: the steps that its outputs follow from, each with no more than is asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.equations.recorder import Argument, Cell, Target
from sarrus.equations.slots import Given, Kind, Picked, Slot
from sarrus.equations.straight import picked
from sarrus.scalar import Graph, Node
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.rewrite import hoist
from sarrus.scalar.rolled import Cell as Code
from sarrus.scalar.rolled import Memory, Rolled, Sines, Sweep
from sarrus.scalar.tables import block
from sarrus.scalar.vectors import evaluate_all

TABLES = "tables"
"""The group of a cell in which tables lie: all constants from the first on."""
Place = tuple[str, int]
"""Where a slot begins."""


class Traced:
    """A cell on symbols.

    Attributes:
        groups: symbols of every slot that it is given.
        numbers: symbols of the numbers of every part of the model that it is given.
        results: what it returned.
    """

    def __init__(self, cell: Cell, arguments: Sequence[Argument], words: dict[str, Any]) -> None:
        self.graph = Graph()
        self.groups: list[tuple[Node, ...]] = []
        self.numbers: list[Node] = []
        self.results = cell(self.graph, *map(self._value, arguments), **words)
        self.wired: dict[Any, Wired] = {}

    def _value(self, argument: Argument) -> Any:
        if isinstance(argument, Slot):
            return argument.kind.read(self.group(argument.kind.size))
        if isinstance(argument, Given):
            first = len(self.numbers)
            names = (f"n.{first + i}" for i in range(len(argument.numbers)))
            self.numbers += self.graph.symbols(names)
            return argument.read(self.graph, self.numbers[first:])
        return None if argument is None else tuple(map(self._value, argument))

    def group(self, size: int) -> tuple[Node, ...]:
        """Symbols of one more slot."""
        found = self.graph.symbols(f"r{len(self.groups)}.{i}" for i in range(size))
        self.groups.append(found)
        return found


class Wired:
    """A traced cell whose results are wanted in certain kinds of slots.

    Attributes:
        groups: symbols of the slots that it reads: its arguments, then what it adds to.
        outputs: for every slot that it writes, the numbers that go there; None where it changes nothing.
    """

    def __init__(
        self, traced: Traced, into: Sequence[Target], onto: Sequence[Target], places: Sequence[int]
    ) -> None:
        graph, results = traced.graph, traced.results
        self.traced = traced
        self.groups = list(traced.groups)
        self.outputs: list[list[Node] | None] = []
        for target, result in zip(into, results, strict=False):
            if target is not None:
                slot, value = picked(target, result)
                self.outputs.append(_nodes(graph, slot, value))
        sums: dict[int, list[Node]] = {}
        befores: dict[int, list[Node]] = {}
        for target, result, place in zip(onto, results[len(into) :], places, strict=False):
            if target is None:
                continue
            slot, value = picked(target, result)
            if place not in sums:
                names = (f"b{place}.{i}" for i in range(slot.kind.size))
                befores[place] = sums[place] = list(graph.symbols(names))
                self.groups.append(tuple(befores[place]))
            more = _nodes(graph, slot, value)
            sums[place] = [a + b for a, b in zip(sums[place], more, strict=True)]
        for place, total in sums.items():
            self.outputs.append(None if total == befores[place] else total)
        self.cuts: dict[tuple[int, ...], Cut] = {}

    @cached_property
    def needs(self) -> list[set[int]]:
        """For every output, which groups it depends on."""
        owner = {s.index: k for k, group in enumerate(self.groups) for s in group}
        return [{owner[n.index] for n in order(nodes or ()) if n.index in owner} for nodes in self.outputs]

    def cut(self, wanted: tuple[int, ...], arrays: Sequence[str], targets: Sequence[str]) -> Cut:
        """The cell with some of its outputs only."""
        found = self.cuts.get(wanted)
        if found is None:
            found = self.cuts[wanted] = Cut(self, wanted, arrays, targets)
        return found


def _nodes(graph: Graph, slot: Slot, value: Any) -> list[Node]:
    found = [graph.lift(x) for x in slot.kind.flat(value)]
    if len(found) != slot.kind.size:
        raise ValueError(f"a cell gives {len(found)} numbers for {slot.kind.name} of {slot.kind.size}")
    return found


class Cut:
    """A cell as one kernel needs it, and its parameter pass.

    Attributes:
        reads: which groups it reads.
        constants: what of the instance's numbers it needs, as expressions.
        code: to be compiled.
        filled: numbers of the instances so far, and where their constants lie.
    """

    def __init__(
        self, wired: Wired, wanted: tuple[int, ...], arrays: Sequence[str], targets: Sequence[str]
    ) -> None:
        needed = {k for w in wanted for k in wired.needs[w]}
        self.reads = tuple(k for k in range(len(wired.groups)) if k in needed)
        known: dict[Node, Node] = {}
        varying = {s for k in self.reads for s in wired.groups[k]}
        moved = [hoist(wired.outputs[w] or [], varying, known) for w in wanted]
        inputs = [(f"r{k}", wired.groups[k]) for k in self.reads]
        inputs.append(("c", tuple(known.values())))
        where = [*(arrays[k] for k in self.reads), "c"]
        self.has_tables = any(n.op == "row" for n in order(n for nodes in moved for n in nodes))
        if self.has_tables:
            inputs.append((TABLES, ()))
            where.append("c")
        where += [targets[w] for w in wanted]
        outputs = tuple((f"w{k}", tuple(nodes)) for k, nodes in zip(wanted, moved, strict=True))
        kernel = Kernel("cell", tuple(inputs), outputs, fused=True, numbers=TABLES)
        self.code = Code(kernel, tuple(where))
        self.symbols, self.constants = wired.traced.numbers, list(known)
        self.filled: list[tuple[tuple[float, ...], int]] = []


@dataclass(frozen=True)
class Step:
    """One instance of a cell."""

    wired: Wired
    reads: tuple[Slot, ...]
    writes: tuple[Slot, ...]
    numbers: tuple[float, ...]
    sweep: int


@dataclass(frozen=True)
class SineStep:
    """Sines and cosines of coordinates, several at a time: (the angle in the state, where its sine and cosine go)."""

    pairs: tuple[tuple[Slot, Slot], ...]
    sweep: int


@dataclass
class Tape:
    """Everything that is recorded of one mechanism in one formulation."""

    room: int = 0
    memory: Memory = field(default_factory=Memory)
    steps: list[Step | SineStep] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._sweep = 0
        self._size = 0
        self._found: tuple[float, ...] = ()
        self._traced: dict[Any, Traced] = {}
        self._makers: dict[Place, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        self._known: dict[tuple[int, tuple[float, ...]], int] = {}
        self._cuts: list[Cut] = []
        self._tables: dict[tuple[tuple[float, ...], ...], int] = {}

    def reserve(self, kind: Kind[Any]) -> Slot:
        """Room in the workspace."""
        self.room += kind.size
        return Slot(kind, "work", self.room - kind.size)

    def sweep(self) -> None:
        """Begin a new loop."""
        self._sweep += 1

    def _trace(self, cell: Cell, arguments: Sequence[Argument], words: dict[str, Any]) -> Traced:
        key = (cell, *map(_structure, arguments), *words.items())
        found = self._traced.get(key)
        if found is None:
            found = self._traced[key] = Traced(cell, arguments, words)
        return found

    def look(self, cell: Cell, *arguments: Argument, **words: Any) -> tuple[Any, ...]:
        """Results of a cell on symbols."""
        return self._trace(cell, arguments, words).results

    def run(
        self,
        cell: Cell,
        *arguments: Argument,
        into: Sequence[Target] = (),
        onto: Sequence[Target] = (),
        **words: Any,
    ) -> None:
        """One instance of a cell."""
        traced = self._trace(cell, arguments, words)
        added = [t.slot if isinstance(t, Picked) else t for t in onto]
        places = [-1 if slot is None else added.index(slot) for slot in added]
        key = (*map(_target, into), None, *map(_target, onto), *places)
        wired = traced.wired.get(key)
        if wired is None:
            wired = traced.wired[key] = Wired(traced, into, onto, places)
        onto_slots = [s for k, s in enumerate(added) if s is not None and places[k] == k]
        writes = [t.slot if isinstance(t, Picked) else t for t in into if t is not None]
        slots: list[Slot] = []
        numbers: list[float] = []
        _spread(arguments, slots, numbers)
        step = Step(wired, (*slots, *onto_slots), (*writes, *onto_slots), tuple(numbers), self._sweep)
        self._keep(step, step.writes)

    def sines(self, pairs: Iterable[tuple[Slot, Slot]]) -> None:
        """Sine and cosine of coordinates: (the angle in the state, where its sine and cosine go)."""
        self.sweep()
        step = SineStep(tuple(pairs), self._sweep)
        self._keep(step, [to for _, to in step.pairs])
        self.sweep()

    def _keep(self, step: Step | SineStep, writes: Iterable[Slot]) -> None:
        number = len(self.steps)
        self.steps.append(step)
        for slot in writes:
            if slot.kind.size:
                place = (slot.array, slot.at)
                makers = self._makers.get(place)
                if makers is None:
                    self._makers[place] = [number]
                    if slot.array != "work":
                        self._ends.setdefault(slot.array, []).append(slot.at)
                else:
                    makers.append(number)

    def kernel(
        self,
        name: str,
        number: int,
        inputs: Sequence[tuple[str, int]],
        outputs: Sequence[tuple[str, int]],
    ) -> Rolled:
        """What some arrays follow from, as a kernel.

        Args:
            name: of the kernel.
            number: its place among all kernels.
            inputs: arrays that it is given, with their sizes.
            outputs: arrays that it fills.
        """
        given = {array for array, _ in inputs}
        asked = self._asked([array for array, _ in outputs], given)
        sweeps: list[Sweep | Sines] = []
        last = -1
        known: dict[int, int] = {}
        for i in sorted(asked):
            step = self.steps[i]
            if isinstance(step, SineStep):
                pairs = [(angle.at, to.at) for angle, to in step.pairs if (to.array, to.at) in asked[i]]
                sweeps.append(Sines(steps=pairs))
                last = step.sweep
                continue
            if step.sweep != last:
                sweeps.append(Sweep())
                known, last = {}, step.sweep
            self._add(sweeps[-1], step, asked[i], known)
        self.memory.add(number, sweeps, self.room)
        behind = (("c", 0), ("work", 0), ("plan", 0))
        return Rolled(
            name,
            tuple((array, range(size)) for array, size in (*inputs, *behind)),
            tuple((array, range(size)) for array, size in outputs),
            tuple(sweeps),
            self.memory,
        )

    def _asked(self, outputs: Sequence[str], given: set[str]) -> dict[int, Any]:
        """The steps that outputs follow from: number -> which of its slots are wanted."""
        found: dict[int, Any] = {}
        waiting: list[Place] = [(array, at) for array in outputs for at in self._ends.get(array, ())]
        seen = set(waiting)
        while waiting:
            place = waiting.pop()
            for i in self._makers[place]:
                step = self.steps[i]
                if isinstance(step, SineStep):
                    found.setdefault(i, set()).add(place)
                    continue
                k = next(k for k, w in enumerate(step.writes) if (w.array, w.at) == place and w.kind.size)
                if step.wired.outputs[k] is None:
                    continue
                found.setdefault(i, set()).add(k)
                for g in step.wired.needs[k]:
                    slot = step.reads[g]
                    read = (slot.array, slot.at)
                    if read not in seen and slot.array not in given:
                        seen.add(read)
                        waiting.append(read)
        return found

    def _add(self, sweep: Sweep | Sines, step: Step, asked: set[int], known: dict[int, int]) -> None:
        assert isinstance(sweep, Sweep)
        wanted = tuple(sorted(asked))
        cut = step.wired.cut(wanted, [s.array for s in step.reads], [s.array for s in step.writes])
        if not cut.filled:
            self._cuts.append(cut)
        number = known.setdefault(id(cut), len(sweep.cells))
        if number == len(sweep.cells):
            sweep.cells.append(cut.code)
        at = self._place_constants(cut, step.numbers)
        places = (
            *(step.reads[k].at for k in cut.reads),
            at,
            *((0,) if cut.has_tables else ()),
            *(step.writes[w].at for w in wanted),
        )
        sweep.steps.append((number, places))

    def _place_constants(self, cut: Cut, numbers: tuple[float, ...]) -> int:
        """Where an instance's constants lie; instances with the same numbers share them."""
        key = (id(cut), numbers)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._size
            cut.filled.append((numbers, found))
            self._size += len(cut.constants)
        return found

    def place_table(self, rows: Sequence[Sequence[float]]) -> int:
        """Where a table lies among the constants; equal ones share their place."""
        key = tuple(map(tuple, rows))
        if key not in self._tables:
            self._tables[key] = self._size
            self._size += len(block(key))
        return self._tables[key]

    @property
    def constants(self) -> tuple[float, ...]:
        """The values of all constants recorded so far: the parameter pass."""
        if len(self._found) == self._size:
            return self._found
        values = np.zeros(self._size)
        for rows, at in self._tables.items():
            found = block(rows)
            values[at : at + len(found)] = found
        for cut in self._cuts:
            if cut.constants:
                given = np.array([numbers for numbers, _ in cut.filled]).T
                evaluated = evaluate_all(cut.symbols, given, cut.constants, values)
                starts = np.array([at for _, at in cut.filled])
                values[starts[:, None] + np.arange(len(cut.constants))] = evaluated.T
        self._found = tuple(values.tolist())
        return self._found


def _structure(argument: Argument) -> Any:
    """What must agree for two instances to share a cell."""
    if isinstance(argument, Slot):
        return argument.kind, argument.array
    if isinstance(argument, Given):
        return argument.structure
    return None if argument is None else tuple(map(_structure, argument))


def _target(target: Target) -> Any:
    if isinstance(target, Picked):
        return target.slot.kind, target.slot.array, target.which
    return None if target is None else (target.kind, target.array)


def _spread(arguments: Iterable[Argument], slots: list[Slot], numbers: list[float]) -> None:
    """The slots and numbers of arguments, in the order in which `Traced` meets them."""
    for argument in arguments:
        if isinstance(argument, Slot):
            slots.append(argument)
        elif isinstance(argument, Given):
            numbers += argument.numbers
        elif argument is not None:
            _spread(argument, slots, numbers)
