"""Loops over tables: every cell is traced once, and run over all places that share it.

The tape holds steps: which cell, which slots it reads and writes, and the numbers of this instance. A kernel is cut out
of it: the steps that its outputs follow from, each with no more than is asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from sarrus.mechanics.constants import ConstantBlock, ParameterPass
from sarrus.mechanics.parameters import Parameters
from sarrus.mechanics.recorder import Argument, Cell, Into, Target
from sarrus.mechanics.slots import Given, Kind, Picked, Slot
from sarrus.mechanics.straight import picked
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.plan_memory import PlanMemory
from sarrus.scalar.rewrite import hoist
from sarrus.scalar.rolled import Cell as Code
from sarrus.scalar.rolled import Rolled, Sines, Sweep
from sarrus.scalar.tables import block

TABLES = "tables"
"""The group of a cell in which tables lie: all constants from the first on."""


class TracedCell:
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

    def _value(self, argument: Argument) -> Any:
        if isinstance(argument, Slot):
            return argument.kind.read(self.group(argument.kind.size))
        if isinstance(argument, Given):
            first = len(self.numbers)
            names = (f"n.{first + i}" for i in range(len(argument.numbers)))
            self.numbers += self.graph.symbols(names)
            return argument.read(self.graph, self.numbers[first:])
        return None if argument is None else tuple(map(self._value, argument))

    @cached_property
    def looks_up(self) -> bool:
        """Whether it looks into tables."""
        return any(n.op == "row" for n in self.graph.table.values())

    def group(self, size: int) -> tuple[Node, ...]:
        """Symbols of one more slot."""
        found = self.graph.symbols(f"r{len(self.groups)}.{i}" for i in range(size))
        self.groups.append(found)
        return found


class Wired:
    """A traced cell whose results are wanted in certain kinds of slots.

    Attributes:
        groups: symbols of the slots that it reads: its arguments, then what it adds to.
        arrays: where these lie.
        outputs: for every slot that it writes, the numbers that go there; None where it changes nothing.
        targets: where those lie; empty where there is nothing to write.
    """

    def __init__(
        self,
        traced: TracedCell,
        arguments: Sequence[Argument],
        into: Sequence[Target],
        onto: Sequence[Target],
        places: Sequence[int],
    ) -> None:
        graph, results = traced.graph, traced.results
        self.traced = traced
        self.groups = list(traced.groups)
        self.arrays = list(_arrays(arguments))
        self.outputs: list[list[Node] | None] = []
        self.targets: list[str] = []
        for target, result in zip(into, results, strict=False):
            if target is not None:
                slot, value = picked(target, result)
                self.outputs.append(_nodes(graph, slot, value))
                self.targets.append(slot.array if slot.kind.size else "")
        sums: dict[int, tuple[Slot, list[Node]]] = {}
        befores: dict[int, list[Node]] = {}
        for target, result, place in zip(onto, results[len(into) :], places, strict=False):
            if target is None:
                continue
            slot, value = picked(target, result)
            if place not in sums:
                names = (f"b{place}.{i}" for i in range(slot.kind.size))
                befores[place] = list(graph.symbols(names))
                sums[place] = slot, befores[place]
                self.groups.append(tuple(befores[place]))
                self.arrays.append(slot.array)
            more = _nodes(graph, slot, value)
            sums[place] = slot, [a + b for a, b in zip(sums[place][1], more, strict=True)]
        for place, (slot, total) in sums.items():
            self.outputs.append(None if total == befores[place] else total)
            self.targets.append(slot.array if slot.kind.size else "")
        if len(self.outputs) > MOST_OUTPUTS:
            raise ValueError(f"a cell writes {len(self.outputs)} slots, more than {MOST_OUTPUTS}")
        self._cuts: dict[int, Cut] = {}

    @cached_property
    def needs(self) -> list[list[tuple[int, str]]]:
        """For every output, which groups it depends on, and where these lie."""
        groups = {s.index: 1 << k for k, group in enumerate(self.groups) for s in group}
        read: list[
            int
        ] = []  # bit by bit, the groups that a node depends on; a node is younger than its operands
        for i, n in enumerate(self.traced.graph.table.values()):
            bits = groups.get(i, 0)
            for a in n.args:
                bits |= read[a.index]
            read.append(bits)
        found = []
        for nodes in self.outputs:
            bits = 0
            for n in nodes or ():
                bits |= read[n.index]
            found.append([(k, array) for k, array in enumerate(self.arrays) if bits >> k & 1])
        return found

    def cut(self, wanted: int) -> Cut:
        """The cell with some of its outputs only, told bit by bit."""
        found = self._cuts.get(wanted)
        if found is None:
            which = tuple(k for k in range(len(self.outputs)) if wanted >> k & 1)
            found = self._cuts[wanted] = Cut(self, which)
        return found


def _arrays(arguments: Iterable[Argument]) -> Iterator[str]:
    """Where the slots of arguments lie, in the order in which `Traced` meets them."""
    for argument in arguments:
        if isinstance(argument, Slot):
            yield argument.array
        elif isinstance(argument, tuple):
            yield from _arrays(argument)


def _nodes(graph: Graph, slot: Slot, value: Any) -> list[Node]:
    found = [graph.lift(x) for x in slot.kind.flat(value)]
    if len(found) != slot.kind.size:
        raise ValueError(f"a cell gives {len(found)} numbers for {slot.kind.name} of {slot.kind.size}")
    return found


class Cut:
    """A cell as one kernel needs it, and its parameter pass.

    Attributes:
        reads, writes: which groups it reads, and which outputs it writes.
        constants: what of the instance's numbers it needs, as expressions.
        code: to be compiled.
        filled: numbers of the instances so far, and where their constants lie.
    """

    def __init__(self, wired: Wired, wanted: tuple[int, ...]) -> None:
        needed = {k for w in wanted for k, _ in wired.needs[w]}
        self.reads, self.writes = tuple(sorted(needed)), wanted
        known: dict[Node, Node] = {}
        varying = {s for k in self.reads for s in wired.groups[k]}
        nodes = [wired.outputs[w] or [] for w in wanted]
        waiting = iter(hoist([n for group in nodes for n in group], varying, known))
        moved = [[next(waiting) for _ in group] for group in nodes]
        inputs = [(f"r{k}", wired.groups[k]) for k in self.reads]
        inputs.append(("c", tuple(known.values())))
        where = [*(wired.arrays[k] for k in self.reads), "c"]
        self.has_tables = wired.traced.looks_up and any(
            n.op == "row" for n in order(n for nodes in moved for n in nodes)
        )
        if self.has_tables:
            inputs.append((TABLES, ()))
            where.append("c")
        where += [wired.targets[w] for w in wanted]
        outputs = tuple((f"w{k}", tuple(nodes)) for k, nodes in zip(wanted, moved, strict=True))
        kernel = Kernel("cell", tuple(inputs), outputs, fused=True, numbers=TABLES)
        self.code = Code(kernel, tuple(where))
        self.symbols, self.constants = wired.traced.numbers, list(known)
        self.filled: list[tuple[tuple[Scalar, ...], int]] = []


class Step(NamedTuple):
    """One instance of a cell: the places of the slots that it reads and writes, and its numbers."""

    wired: Wired
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    numbers: tuple[Scalar, ...]
    sweep: int


class SineStep(NamedTuple):
    """Sines and cosines of coordinates, several at a time: (the angle in the state, where its sine and cosine go)."""

    pairs: tuple[tuple[int, int], ...]
    sweep: int


MOST_OUTPUTS = 64
"""Of a step; so that a step and one of its outputs are told by one number."""


@dataclass
class Tape:
    """Everything that is recorded of one mechanism in one formulation."""

    room: int = 0
    memory: PlanMemory = field(default_factory=PlanMemory)
    steps: list[Step | SineStep] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._sweep = 0
        self._size = 0
        self._found: tuple[float, ...] = ()
        self._traced: dict[Any, TracedCell] = {}
        self._wired: dict[Any, Wired] = {}
        self._makers: dict[str, dict[int, list[int]]] = {}
        self._known: dict[tuple[int, tuple[Scalar, ...]], int] = {}
        self._cuts: list[Cut] = []
        self._tables: dict[tuple[tuple[Scalar, ...], ...], int] = {}

    def reserve(self, kind: Kind[Any]) -> Slot:
        """Room in the workspace."""
        self.room += kind.size
        return Slot(kind, "work", self.room - kind.size)

    def sweep(self) -> None:
        """Begin a new loop."""
        self._sweep += 1

    def look(self, cell: Cell, *arguments: Argument, **words: Any) -> tuple[Any, ...]:
        """Results of a cell on symbols."""
        key: list[Any] = [cell, *words.items()]
        _spread(arguments, key, [], [])
        return self._trace(tuple(key), cell, arguments, words).results

    def _trace(
        self, key: tuple[Any, ...], cell: Cell, arguments: Sequence[Argument], words: dict[str, Any]
    ) -> TracedCell:
        found = self._traced.get(key)
        if found is None:
            found = self._traced[key] = TracedCell(cell, arguments, words)
        return found

    def run(self, cell: Cell, *arguments: Argument, into: Into = (), onto: Into = (), **words: Any) -> None:
        """One instance of a cell."""
        reads: list[int] = []
        numbers: list[Scalar] = []
        key: list[Any] = [cell, *words.items()]
        _spread(arguments, key, reads, numbers)
        asked = len(key)
        writes: list[int] = []
        for target in into:
            _aim(target, key, writes)
        key.append(None)
        added = [t.slot if type(t) is Picked else t for t in onto]
        places = [-1 if slot is None else added.index(slot) for slot in added]
        for k, target in enumerate(onto):
            key.append(places[k])
            if places[k] == k:
                _aim(target, key, writes)
                assert target is not None
                reads.append(writes[-1])
        whole = tuple(key)
        wired = self._wired.get(whole)
        if wired is None:
            traced = self._trace(whole[:asked], cell, arguments, words)
            wired = self._wired[whole] = Wired(traced, arguments, into, onto, places)
        self._keep(Step(wired, tuple(reads), tuple(writes), tuple(numbers), self._sweep), wired.targets)

    def sines(self, pairs: Iterable[tuple[Slot, Slot]]) -> None:
        """Sine and cosine of coordinates: (the angle in the state, where its sine and cosine go)."""
        self.sweep()
        number = len(self.steps)
        step = SineStep(tuple((angle.at, to.at) for angle, to in pairs), self._sweep)
        self.steps.append(step)
        makers = self._makers.setdefault("work", {})
        for _, at in step.pairs:
            makers.setdefault(at, []).append(number * MOST_OUTPUTS)
        self.sweep()

    def _keep(self, step: Step, targets: Sequence[str]) -> None:
        code = len(self.steps) * MOST_OUTPUTS
        self.steps.append(step)
        for k, (array, at) in enumerate(zip(targets, step.writes, strict=True)):
            if array:  # else nothing is written
                makers = self._makers.get(array)
                if makers is None:
                    makers = self._makers[array] = {}
                found = makers.get(at)
                if found is None:
                    makers[at] = [code + k]
                else:
                    found.append(code + k)

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
        asked = self._asked([array for array, _ in outputs], {array for array, _ in inputs})
        sweeps: list[Sweep | Sines] = []
        last = -1
        known: dict[int, int] = {}
        for i in sorted(asked):
            step = self.steps[i]
            if isinstance(step, SineStep):
                sweeps.append(Sines(steps=list(step.pairs)))
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

    def _asked(self, outputs: Sequence[str], given: set[str]) -> dict[int, int]:
        """The steps that outputs follow from: number -> which of its outputs are wanted, bit by bit."""
        found: dict[int, int] = {}
        steps = self.steps
        waiting = [
            code for array in outputs for codes in self._makers.get(array, {}).values() for code in codes
        ]
        seen: dict[str, set[int]] = {array: set(self._makers.get(array, ())) for array in outputs}
        while waiting:
            i, k = divmod(waiting.pop(), MOST_OUTPUTS)
            step = steps[i]
            if isinstance(step, SineStep):
                found[i] = 1
                continue
            if step.wired.outputs[k] is None:
                continue
            found[i] = found.get(i, 0) | 1 << k
            for g, array in step.wired.needs[k]:
                if array in given:
                    continue
                at, known = step.reads[g], seen.setdefault(array, set())
                if at not in known:
                    known.add(at)
                    waiting += self._makers[array][at]
        return found

    def _add(self, sweep: Sweep | Sines, step: Step, asked: int, known: dict[int, int]) -> None:
        assert isinstance(sweep, Sweep)
        cut = step.wired.cut(asked)
        if not cut.filled:
            self._cuts.append(cut)
        number = known.setdefault(id(cut), len(sweep.cells))
        if number == len(sweep.cells):
            sweep.cells.append(cut.code)
        reads, writes = step.reads, step.writes
        places = [reads[k] for k in cut.reads]
        places.append(self._place_constants(cut, step.numbers))
        if cut.has_tables:
            places.append(0)
        places += [writes[k] for k in cut.writes]
        sweep.steps.append((number, tuple(places)))

    def _place_constants(self, cut: Cut, numbers: tuple[Scalar, ...]) -> int:
        """Where an instance's constants lie; instances with the same numbers share them."""
        key = (id(cut), numbers)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._size
            cut.filled.append((numbers, found))
            self._size += len(cut.constants)
        return found

    def place_table(self, rows: Sequence[Sequence[Scalar]]) -> int:
        """Where a table lies among the constants; equal ones share their place."""
        key = tuple(map(tuple, rows))
        if key not in self._tables:
            self._tables[key] = self._size
            self._size += len(block(key))
        return self._tables[key]

    @property
    def constants(self) -> tuple[float, ...]:
        """The values of all constants recorded so far: the parameter pass."""
        if len(self._found) != self._size:
            self._found = tuple(self.parameter_pass(None).constants().tolist())
        return self._found

    def parameter_pass(self, parameters: Parameters | None) -> ParameterPass:
        """How constants follow from numbers, as far as they are recorded.

        Args:
            parameters: of which the numbers are expressions; None where they are numbers.
        """
        blocks = [
            ConstantBlock(c.symbols, c.constants, [n for n, _ in c.filled], [at for _, at in c.filled])
            for c in self._cuts
            if c.constants
        ]
        return ParameterPass(parameters, blocks, {at: rows for rows, at in self._tables.items()}, self._size)


def _spread(arguments: Iterable[Argument], key: list[Any], reads: list[int], numbers: list[Scalar]) -> None:
    """What must agree for instances to share a cell; the places and numbers of this one, as `Traced` meets them."""
    for argument in arguments:
        if type(argument) is Slot:
            kind, array, at = argument
            key.append(kind)
            key.append(array)
            reads.append(at)
        elif type(argument) is Given:
            key.append(argument.structure)
            numbers += argument.numbers
        elif argument is None:
            key.append(None)
        else:
            key.append(len(argument))  # type: ignore[arg-type]
            _spread(argument, key, reads, numbers)  # type: ignore[arg-type]


def _aim(target: Target, key: list[Any], writes: list[int]) -> None:
    """The same for a slot that is written."""
    if target is None:
        key.append(None)
        return
    if type(target) is Picked:
        key.append(target.which)
    kind, array, at = target.slot if type(target) is Picked else target  # type: ignore[misc]
    key.append(kind)
    key.append(array)
    writes.append(at)
