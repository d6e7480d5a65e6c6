"""Cells recorded over their instances, and what becomes of them: kernels, a plan, constants.

A cell is recorded with

    a structure   what must agree for two instances to share it,
    a function    from groups of symbols to groups of expressions, called once for each structure,
    reads, writes where this instance's groups lie,
    numbers       of this instance; what depends on them alone is computed once, by the parameter pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.rewrite import hoist
from sarrus.scalar.rolled import Cell, Memory, Rolled, Sines, Sweep
from sarrus.scalar.tables import block
from sarrus.scalar.vectors import evaluate_all

TABLES = "tables"
"""The group of a cell in which tables lie: all constants from the first on."""


class Place(NamedTuple):
    """A group of numbers in an array."""

    array: str
    at: int
    size: int

    def part(self, start: int, size: int) -> Place:
        """Some of them."""
        return Place(self.array, self.at + start, size)


Symbols = list[Node]
Function = Callable[[Graph, list[Symbols], Symbols], Sequence[Sequence[Scalar]]]
"""(graph, groups that are read, numbers) -> groups to write."""


@dataclass
class Traced:
    """A cell with its parameter pass.

    Attributes:
        cell: reads the groups of the instance, and its constants last.
        numbers: symbols of the instance's numbers.
        constants: what of them the cell needs, as expressions.
        filled: numbers of the instances so far, and where their constants lie.
    """

    cell: Cell
    numbers: Symbols
    constants: list[Node]
    filled: list[tuple[tuple[float, ...], int]] = field(default_factory=list)

    @property
    def has_tables(self) -> bool:
        """Whether the cell looks something up: behind its own constants it then reads all of them."""
        return self.cell.kernel.inputs[-1][0] == TABLES


class Tape:
    """Everything that is recorded of one mechanism in one formulation."""

    def __init__(self) -> None:
        self.room = 0
        self.memory = Memory()
        self._size = 0
        self._found: tuple[float, ...] = ()
        self._traced: dict[Any, Traced] = {}
        self._known: dict[tuple[int, tuple[float, ...]], int] = {}
        self._tables: dict[tuple[tuple[float, ...], ...], int] = {}

    def reserve(self, size: int) -> Place:
        """Room in the workspace."""
        self.room += size
        return Place("work", self.room - size, size)

    def traced(
        self, structure: Any, function: Function, reads: Sequence[Place], writes: Sequence[Place], count: int
    ) -> Traced:
        """The cell of a structure, traced when it is new."""
        arrays = tuple(p.array for p in (*reads, *writes))
        key = (structure, arrays, tuple(p.size for p in (*reads, *writes)), count)
        if key not in self._traced:
            self._traced[key] = _trace(function, reads, writes, count)
        return self._traced[key]

    def place_constants(self, traced: Traced, numbers: tuple[float, ...]) -> int:
        """Where an instance's constants lie; instances with the same numbers share them."""
        key = (id(traced), numbers)
        if key not in self._known:
            self._known[key] = self._size
            traced.filled.append((numbers, self._size))
            self._size += len(traced.constants)
        return self._known[key]

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
            numbers = block(rows)
            values[at : at + len(numbers)] = numbers
        for traced in self._traced.values():
            if not traced.constants or not traced.filled:
                continue
            given = np.array([numbers for numbers, _ in traced.filled]).T
            found = evaluate_all(traced.numbers, given, traced.constants, values)
            starts = np.array([at for _, at in traced.filled])
            values[starts[:, None] + np.arange(len(traced.constants))] = found.T
        self._found = tuple(values.tolist())
        return self._found


def _trace(function: Function, reads: Sequence[Place], writes: Sequence[Place], count: int) -> Traced:
    graph = Graph()
    groups = [list(graph.symbols(f"r{k}.{i}" for i in range(p.size))) for k, p in enumerate(reads)]
    numbers = list(graph.symbols(f"n.{i}" for i in range(count)))
    written = function(graph, groups, numbers)
    results = [[graph.lift(x) for x in group] for group in written if group]
    if [len(r) for r in results] != [p.size for p in writes]:
        raise ValueError(f"a cell writes {[len(r) for r in results]} numbers, not {[p.size for p in writes]}")
    known: dict[Node, Node] = {}
    varying = {s for group in groups for s in group}
    moved = [hoist(group, varying, known) for group in results]
    inputs = [(f"r{k}", tuple(g)) for k, g in enumerate(groups)]
    inputs.append(("c", tuple(known.values())))
    outputs = [(f"w{k}", tuple(g)) for k, g in enumerate(moved)]
    arrays = [*(p.array for p in reads), "c"]
    if any(n.op == "row" for n in order(n for group in moved for n in group)):
        inputs.append((TABLES, ()))
        arrays.append("c")
    arrays += [p.array for p in writes]
    kernel = Kernel("cell", tuple(inputs), tuple(outputs), fused=True, numbers=TABLES)
    return Traced(Cell(kernel, tuple(arrays)), numbers, list(known))


class Recorder:
    """One kernel being recorded: sweeps in order."""

    def __init__(
        self,
        tape: Tape,
        name: str,
        number: int,
        inputs: Sequence[tuple[str, int]],
        outputs: Sequence[tuple[str, int]],
    ) -> None:
        self.tape = tape
        self.name = name
        self.number = number
        self.inputs = (*inputs, ("c", 0), ("work", 0), ("plan", 0))
        self.outputs = tuple(outputs)
        self.sweeps: list[Sweep | Sines] = []
        self._cells: dict[int, int] = {}

    def sweep(self) -> None:
        """Begin a new loop: what comes needs what was written so far."""
        if not self.sweeps or self.sweeps[-1].steps:
            self.sweeps.append(Sweep())
            self._cells = {}

    def sines(self, steps: Sequence[tuple[Place, Place]]) -> None:
        """Sine and cosine of coordinates, several at a time: (the angle in the state, where its sine and cosine go)."""
        if steps:
            self.sweeps.append(Sines(steps=[(angle.at, to.at) for angle, to in steps]))

    def run(
        self,
        structure: Any,
        function: Function,
        reads: Sequence[Place],
        writes: Sequence[Place],
        numbers: Sequence[float] = (),
    ) -> None:
        """One instance of a cell."""
        writes = [w for w in writes if w.size]
        if not writes:
            return
        traced = self.tape.traced(structure, function, reads, writes, len(numbers))
        at = self.tape.place_constants(traced, tuple(numbers))
        sweep = self.sweeps[-1]
        assert isinstance(sweep, Sweep)
        number = self._cells.setdefault(id(traced), len(sweep.cells))
        if number == len(sweep.cells):
            sweep.cells.append(traced.cell)
        places = (*(p.at for p in reads), at, *((0,) if traced.has_tables else ()), *(p.at for p in writes))
        sweep.steps.append((number, places))

    def is_idle(
        self,
        structure: Any,
        function: Function,
        reads: Sequence[Place],
        writes: Sequence[Place],
        numbers: Sequence[float] = (),
    ) -> bool:
        """Whether the instance would write back what it reads, and nothing else."""
        kernel = self.tape.traced(structure, function, reads, writes, len(numbers)).cell.kernel
        given = {place: symbols for place, (_, symbols) in zip(reads, kernel.inputs, strict=False)}
        return all(given.get(w) == nodes for w, (_, nodes) in zip(writes, kernel.outputs, strict=True))

    def kernel(self) -> Rolled:
        """What was recorded."""
        sweeps = [s for s in self.sweeps if s.steps]
        self.tape.memory.add(self.number, sweeps, self.tape.room)
        inputs = tuple((name, range(size)) for name, size in self.inputs)
        outputs = tuple((name, range(size)) for name, size in self.outputs)
        return Rolled(self.name, inputs, outputs, tuple(sweeps), self.tape.memory)
