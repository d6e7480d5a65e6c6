"""One cell differentiated: along directions of some of its numbers, or backwards from weights of its results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from sarrus.errors import CompileError
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.differentials.plans import FlatStep, Placing, Range, ShadowStep
from sarrus.scalar.graph import Graph, Node, order
from sarrus.scalar.kernel import Group, Kernel
from sarrus.scalar.rolled import Cell
from sarrus.scalar.tables import entry_in, entry_of

Masks = tuple[bytes, ...]
"""For every number of every group, whether something is true of it."""


class GroupPart(NamedTuple):
    """Some neighbouring numbers of a group of a cell: that of this number among its inputs, or among its outputs."""

    group: int
    is_output: bool
    first: int
    size: int


def runs(flags: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Neighbours for which something is true: the first of them, and how many."""
    at = 0
    for is_set, group in groupby(flags, bool):
        n = len(list(group))
        if is_set:
            yield at, n
        at += n


@cache
def known_sine() -> Kernel:
    """Sine and cosine where they are known: as functions of nothing else."""
    graph = Graph()
    pair = graph.symbols(("s", "c"))
    return Kernel("cell", (("sc", pair),), (("w0", pair),), fused=True)


class Shadowing:
    """A cell about the shadows of another one's numbers.

    Attributes:
        own: which groups of the other cell it needs; of a sine what it has written.
        reads, writes: the groups whose shadows it reads and writes.
        code: the cell itself.
    """

    code: Cell

    def __init__(self, step: FlatStep, placing: Placing) -> None:
        self.kernel, self.arrays, self.is_sine = step.cell.kernel, step.cell.arrays, step.is_sine
        self.placing = placing
        self.own: list[GroupPart] = []
        self.reads: list[GroupPart] = []
        self.writes: list[GroupPart] = []

    def graph(self) -> Graph:
        """Where the expressions live."""
        return (known_sine() if self.is_sine else self.kernel).results[0].graph

    def shadows(self, k: int, is_output: bool, mask: bytes, read: list[Group]) -> list[Node]:
        """Shadows of the numbers of a group, read where a mask is set."""
        prefix, side = self.placing.prefix, "out" if is_output else "in"
        found = [self.graph().symbol(f"{prefix}.{side}{k}.{i}") for i in range(len(mask))]
        for first, n in runs(map(bool, mask)):
            read.append((f"{prefix}.{side}{k}.{first}", tuple(found[first : first + n])))
            self.reads.append(GroupPart(k, is_output, first, n))
        return found

    def results(self, k: int, is_output: bool, nodes: Sequence[Node], flags: Iterable[bool]) -> list[Group]:
        """What is written into the shadows of a group, where flags are set."""
        found: list[Group] = []
        for first, n in runs(flags):
            found.append((f"{self.placing.prefix}.to{k}.{first}", tuple(nodes[first : first + n])))
            self.writes.append(GroupPart(k, is_output, first, n))
        return found

    def put_together(self, read: Sequence[Group], results: Sequence[Group]) -> None:
        """Make the cell, with those groups only that its results need."""
        nodes = order(n for _, group in results for n in group)
        needed = {n.index for n in nodes}
        has_tables = any(n.op == "row" or (n.op == "entry" and not entry_of(n)[1]) for n in nodes)
        own: list[Group] = []
        if self.is_sine:
            own, self.own = [known_sine().inputs[0]], [GroupPart(0, True, 0, 2)]
        else:
            for k, (name, symbols) in enumerate(self.kernel.inputs):
                if any(s.index in needed for s in symbols) or (has_tables and name == self.kernel.numbers):
                    own.append((name, symbols))
                    self.own.append(GroupPart(k, False, 0, len(symbols)))
        kept = [i for i, (_, ws) in enumerate(read) if not ws or any(w.index in needed for w in ws)]
        self.reads, read = [self.reads[i] for i in kept], [read[i] for i in kept]
        lanes = self.placing.lanes
        wide = frozenset(name for name, _ in (*read, *results)) if lanes > 1 else frozenset()
        numbers = self.kernel.numbers
        kernel = Kernel("cell", (*own, *read), tuple(results), self.kernel.fused, numbers, wide, lanes)
        arrays = [self.placing.own_array(self._array(part)) for part in self.own]
        arrays += [self.placing.array(self._array(part)) for part in (*self.reads, *self.writes)]
        self.code = Cell(kernel, tuple(arrays))

    def _array(self, part: GroupPart) -> str:
        return self.arrays[part.group + len(self.kernel.inputs) * part.is_output]

    def instance(self, step: FlatStep) -> ShadowStep:
        """Its run for one step."""

        def spots(parts: Sequence[GroupPart]) -> tuple[Range, ...]:
            found = []
            for part in parts:
                array, at, _ = (step.writes if part.is_output else step.reads)[part.group]
                found.append((array, at + part.first, part.size))
            return tuple(found)

        return ShadowStep(self.code, spots(self.own), spots(self.reads), spots(self.writes))


class CellTangent(Shadowing):
    """Rates of a cell's results.

    Args:
        step: one of its steps.
        masks: which numbers of its inputs move.
        placing: where shadows lie.

    Attributes:
        moving: which numbers of its outputs move.
    """

    def __init__(self, step: FlatStep, masks: Masks, placing: Placing) -> None:
        super().__init__(step, placing)
        read: list[Group] = []
        direction: dict[Node, Node | float] = {}
        for k, ((_, symbols), mask) in enumerate(zip(self.kernel.inputs, masks, strict=True)):
            if any(mask):
                ds = self.shadows(k, False, mask, read)
                direction |= {s: d for s, d, on in zip(symbols, ds, mask, strict=True) if on}
        if self.is_sine:
            (d,) = read[0][1]
            sine, cosine = known_sine().inputs[0][1]
            rates = [cosine * d, -(sine * d)]
        else:
            self._look_up(masks, direction, read)
            rates = along(self.kernel.results, direction)
        waiting, zero = iter(rates), self.graph().zero
        results: list[Group] = []
        self.moving: list[bytes] = []
        for k, (_, nodes) in enumerate(self.kernel.outputs):
            found = [next(waiting) for _ in nodes]
            self.moving.append(bytes(n is not zero for n in found))
            same = self._added_to(step, k, direction)
            results += self.results(
                k, True, found, (n is not zero and n is not b for n, b in zip(found, same, strict=True))
            )
        self.put_together(read, results)

    def _added_to(self, step: FlatStep, k: int, direction: dict[Node, Node | float]) -> list[Node | float]:
        """Shadows of what an output is added to; where nothing else moves, nothing is to be done."""
        for spot, (_, symbols) in zip(step.reads, self.kernel.inputs, strict=True):
            if spot == step.writes[k]:
                return [direction.get(s, math.nan) for s in symbols]
        return [math.nan] * step.writes[k][2]

    def _look_up(self, masks: Masks, direction: dict[Node, Node | float], read: list[Group]) -> None:
        """Numbers of tables move where constants do."""
        kernel = self.kernel
        names = [name for name, _ in kernel.inputs]
        entries = [n for n in order(kernel.results) if n.op == "entry" and not entry_of(n)[1]]
        if entries and kernel.numbers in names and any(masks[names.index("c")]):
            group = f"{self.placing.prefix}.{kernel.numbers}"
            direction |= {n: entry_in(n, group) for n in entries}
            read.append((group, ()))
            self.reads.append(GroupPart(names.index(kernel.numbers), False, 0, 0))


class CellAdjoint(Shadowing):
    """Weights of a cell's inputs, from those of its results.

    Args:
        step: one of its steps.
        weighted: which numbers of its outputs have a weight.
        wanted: which numbers of its inputs are asked for theirs.
        begun: which of them have some already.
        placing: where shadows lie.
    """

    def __init__(
        self, step: FlatStep, weighted: Masks, wanted: Masks, begun: Masks, placing: Placing
    ) -> None:
        super().__init__(step, placing)
        graph = self.graph()
        read: list[Group] = []
        total = graph.zero
        for k, ((_, nodes), mask) in enumerate(zip(self.kernel.outputs, weighted, strict=True)):
            if any(mask):
                ws = self.shadows(k, True, mask, read)
                if not self.is_sine:
                    for w, n, on in zip(ws, nodes, mask, strict=True):
                        total = total + w * n if on else total
        if self.is_sine:
            (sine, cosine), zero = known_sine().inputs[0][1], graph.zero
            by_sine, by_cosine = (w if on else zero for w, on in zip(ws, weighted[0], strict=True))
            slopes = [cosine * by_sine - sine * by_cosine]
        else:
            slopes = gradient(total, [s for _, symbols in self.kernel.inputs for s in symbols])
        waiting = iter(slopes)
        results: list[Group] = []
        weights = {n for _, group in read for n in group}
        for k, ((_, symbols), mask, old) in enumerate(zip(self.kernel.inputs, wanted, begun, strict=True)):
            found = [next(waiting) for _ in symbols]
            if symbols and step.reads[k] in step.writes and not {*found} <= {*weights, graph.zero}:
                raise CompileError(
                    "a cell changes a number in another way than by adding to it; it cannot be turned round"
                )
            flags = [on != 0 and n is not graph.zero for n, on in zip(found, mask, strict=True)]
            before = self.shadows(k, False, bytes(a and b for a, b in zip(flags, old, strict=True)), read)
            sums = [n + b if on else n for n, b, on in zip(found, before, old, strict=True)]
            results += self.results(k, False, sums, flags)
        self.put_together(read, results)


def refuse_tables(kernel: Kernel) -> None:
    """Weights of the numbers of tables are not collected."""
    if any(n.op == "entry" for n in order(kernel.results)):
        raise CompileError(
            f"kernel '{kernel.name}' looks numbers up in tables; adjoints with respect to those are not made. "
            "Take tangents along them."
        )
