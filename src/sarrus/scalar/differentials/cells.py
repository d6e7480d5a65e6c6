"""One cell differentiated: along directions of some of its numbers, or backwards from weights of its results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sarrus.errors import CompileError
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.differentials.plans import FlatStep, ShadowStep, Placing, Range
from sarrus.scalar.graph import Graph, Node, order
from sarrus.scalar.kernel import Group, Kernel
from sarrus.scalar.rolled import Cell
from sarrus.scalar.tables import entry_in, entry_of

Masks = tuple[bytes, ...]
"""For every number of every group, whether something is true of it."""
Which = tuple[int, bool]
"""A group of a cell: its number among the inputs, or among the outputs where the flag is set."""


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
        self.own: list[Which] = []
        self.reads: list[Which] = []
        self.writes: list[Which] = []

    def graph(self) -> Graph:
        """Where the expressions live."""
        return (known_sine() if self.is_sine else self.kernel).results[0].graph

    def shadow(self, name: str, count: int) -> Group:
        """A group of shadows."""
        prefix = self.placing.prefix
        return f"{prefix}.{name}", tuple(self.graph().symbol(f"{prefix}.{name}.{i}") for i in range(count))

    def put_together(self, read: Sequence[Group], results: Sequence[Group]) -> None:
        """Make the cell, with those groups only that its results need."""
        nodes = order(n for _, group in results for n in group)
        needed = {n.index for n in nodes}
        has_tables = any(n.op == "row" or (n.op == "entry" and not entry_of(n)[1]) for n in nodes)
        own: list[Group] = []
        if self.is_sine:
            own, self.own = [known_sine().inputs[0]], [(0, True)]
        else:
            for k, (name, symbols) in enumerate(self.kernel.inputs):
                if any(s.index in needed for s in symbols) or (has_tables and name == self.kernel.numbers):
                    own.append((name, symbols))
                    self.own.append((k, False))
        kept = [i for i, (_, ws) in enumerate(read) if not ws or any(w.index in needed for w in ws)]
        self.reads, read = [self.reads[i] for i in kept], [read[i] for i in kept]
        lanes = self.placing.lanes
        wide = frozenset(name for name, _ in (*read, *results)) if lanes > 1 else frozenset()
        numbers = self.kernel.numbers
        kernel = Kernel("cell", (*own, *read), tuple(results), self.kernel.fused, numbers, wide, lanes)
        arrays = [self.placing.own_array(self._array(which)) for which in self.own]
        arrays += [self.placing.array(self._array(which)) for which in (*self.reads, *self.writes)]
        self.code = Cell(kernel, tuple(arrays))

    def _array(self, which: Which) -> str:
        k, is_output = which
        return self.arrays[k + len(self.kernel.inputs) * is_output]

    def instance(self, step: FlatStep) -> ShadowStep:
        """Its run for one step."""

        def spots(all_which: Sequence[Which]) -> tuple[Range, ...]:
            return tuple((step.writes if is_output else step.reads)[k] for k, is_output in all_which)

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
        for k, ((name, symbols), mask) in enumerate(zip(self.kernel.inputs, masks, strict=True)):
            if any(mask):
                read.append(self.shadow(name, len(symbols)))
                self.reads.append((k, False))
                direction |= {s: d for s, d, on in zip(symbols, read[-1][1], mask, strict=True) if on}
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
        for k, (name, nodes) in enumerate(self.kernel.outputs):
            found = tuple(next(waiting) for _ in nodes)
            self.moving.append(bytes(n is not zero for n in found))
            if any(self.moving[-1]) and not self._is_kept(step, k, found, direction):
                results.append((f"{placing.prefix}.to.{name}", found))
                self.writes.append((k, True))
        self.put_together(read, results)

    def _is_kept(
        self, step: FlatStep, k: int, rates: Sequence[Node], direction: dict[Node, Node | float]
    ) -> bool:
        """Whether what an output is added to is all that moves: then nothing is to be done."""
        zero = self.graph().zero
        for spot, (_, symbols) in zip(step.reads, self.kernel.inputs, strict=True):
            if spot == step.writes[k]:
                return all(n is direction.get(s, zero) for n, s in zip(rates, symbols, strict=True))
        return False

    def _look_up(self, masks: Masks, direction: dict[Node, Node | float], read: list[Group]) -> None:
        """Numbers of tables move where constants do."""
        kernel = self.kernel
        names = [name for name, _ in kernel.inputs]
        entries = [n for n in order(kernel.results) if n.op == "entry" and not entry_of(n)[1]]
        if entries and kernel.numbers in names and any(masks[names.index("c")]):
            group = f"{self.placing.prefix}.{kernel.numbers}"
            direction |= {n: entry_in(n, group) for n in entries}
            read.append((group, ()))
            self.reads.append((names.index(kernel.numbers), False))


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
        for k, ((name, nodes), mask) in enumerate(zip(self.kernel.outputs, weighted, strict=True)):
            if any(mask):
                read.append(self.shadow(name, len(nodes)))
                self.reads.append((k, True))
                if not self.is_sine:
                    for w, n, on in zip(read[-1][1], nodes, mask, strict=True):
                        total = total + w * n if on else total
        if self.is_sine:
            sine, cosine = known_sine().inputs[0][1]
            by_sine, by_cosine = read[0][1]
            slopes = [cosine * by_sine - sine * by_cosine]
        else:
            slopes = gradient(total, [s for _, symbols in self.kernel.inputs for s in symbols])
        waiting = iter(slopes)
        results: list[Group] = []
        for k, ((name, symbols), mask, old) in enumerate(zip(self.kernel.inputs, wanted, begun, strict=True)):
            found = [
                n if on else graph.zero for n, on in zip((next(waiting) for _ in symbols), mask, strict=True)
            ]
            if all(n is graph.zero for n in found):
                continue
            if any(old):
                read.append(self.shadow(name, len(symbols)))
                self.reads.append((k, False))
                found = [n + b if on else n for n, b, on in zip(found, read[-1][1], old, strict=True)]
            results.append((f"{placing.prefix}.to.{name}", tuple(found)))
            self.writes.append((k, False))
        self.put_together(read, results)


def refuse_tables(kernel: Kernel) -> None:
    """Weights of the numbers of tables are not collected."""
    if any(n.op == "entry" for n in order(kernel.results)):
        raise CompileError(
            f"kernel '{kernel.name}' looks numbers up in tables; adjoints with respect to those are not made. "
            "Take tangents along them."
        )
