"""Work that is the same every time is taken out of a loop over blocks: single numbers that lanes meet are computed once."""

from __future__ import annotations

from dataclasses import replace

from sarrus.scalar.graph import Node, order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.rewrite import substitute
from sarrus.scalar.rolled import Cell, Sweep
from sarrus.scalar.tables import entry_of

COEFFICIENTS = "k"
"""The group of a cell in which they are found again."""


def hoisted(sweep: Sweep, room: int) -> tuple[Sweep, Sweep, int]:
    """A sweep without the work that is the same every time; that work; and how much room there is now.

    Args:
        sweep: some of whose groups are wide.
        room: what work has so far. Coefficients are put behind it.
    """
    split = [SplitCell(cell) for cell in sweep.cells]
    left = Sweep(cells=[s.left for s in split])
    before = Sweep(cells=[s.before for s in split if s.before is not None])
    numbers = {id(s): k for k, s in enumerate(s for s in split if s.before is not None)}
    for number, places in sweep.steps:
        found = split[number]
        if found.before is None:
            left.steps.append((number, places))
            continue
        before.steps.append((numbers[id(found)], (*(places[k] for k in found.single), room)))
        left.steps.append((number, (*(places[k] for k in found.kept), room, *places[found.first :])))
        room += found.count
    return left, before, room


class SplitCell:
    """A cell as two: what single numbers it needs, and the rest.

    Attributes:
        before: computes coefficients; None where there is nothing to compute.
        left: the rest.
        single: which groups `before` reads.
        kept: which of the groups of single numbers the rest reads itself.
        first: where wide groups begin.
        count: how many coefficients there are.
    """

    def __init__(self, cell: Cell) -> None:
        kernel = cell.kernel
        wide = {s.index for name, group in kernel.inputs if name in kernel.wide for s in group}
        nodes = order(kernel.results)
        found: dict[Node, None] = {}
        for n in nodes:
            looks_up = n.op == "entry" and entry_of(n)[1] in kernel.wide
            if looks_up or any(a.index in wide for a in n.args):
                wide.add(n.index)
                found |= {a: None for a in n.args if a.index not in wide and a.args}
        self.before: Cell | None = None
        self.left, self.count = cell, len(found)
        if not found:
            return
        graph = kernel.results[0].graph
        symbols = graph.symbols(f"{COEFFICIENTS}.{i}" for i in range(len(found)))
        results = iter(substitute(kernel.results, dict(zip(found, symbols, strict=True))))
        outputs = tuple((name, tuple(next(results) for _ in group)) for name, group in kernel.outputs)
        self.first = sum(name not in kernel.wide for name, _ in kernel.inputs)
        self.single = self._needed(kernel, list(found))
        self.kept = self._needed(kernel, [n for _, group in outputs for n in group])
        inputs = [kernel.inputs[k] for k in self.single]
        coefficients = Kernel(
            "cell", tuple(inputs), ((COEFFICIENTS, tuple(found)),), kernel.fused, kernel.numbers
        )
        self.before = Cell(coefficients, (*(cell.arrays[k] for k in self.single), "work"))
        given = (
            *(kernel.inputs[k] for k in self.kept),
            (COEFFICIENTS, symbols),
            *kernel.inputs[self.first :],
        )
        arrays = (*(cell.arrays[k] for k in self.kept), "work", *cell.arrays[self.first :])
        self.left = Cell(replace(kernel, inputs=given, outputs=outputs), arrays)

    def _needed(self, kernel: Kernel, results: list[Node]) -> list[int]:
        """Which groups of single numbers some results need."""
        nodes = order(results)
        used, looks_up = {n.index for n in nodes}, any(n.op in ("row", "entry") for n in nodes)
        return [
            k
            for k, (name, symbols) in enumerate(kernel.inputs[: self.first])
            if any(s.index in used for s in symbols) or (looks_up and name == kernel.numbers)
        ]
