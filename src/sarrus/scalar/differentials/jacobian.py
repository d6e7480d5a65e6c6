"""Jacobians: those derivatives of the outputs of a kernel that are not zero by structure.

In straight-line code each entry is an expression. Of a kernel of loops, columns that share no row are found together, along
one direction (Curtis, Powell, Reid 1974), as many directions at a time as there are lanes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.scalar.derivative import along_each
from sarrus.scalar.differentials.groups import LANES, require_inputs
from sarrus.scalar.differentials.plans import FlatStep, flags_for, flat_steps
from sarrus.scalar.differentials.tangent import looped_tangent
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.lines import on_lines
from sarrus.scalar.rolled import Cell, Ints, Rolled
from sarrus.scalar.vectors import Floats

AT_ONCE = 256
"""Rows whose entries are looked for at a time."""


@dataclass(frozen=True)
class SparseJacobian:
    """The derivative of all outputs of a kernel, one behind the other, by some of its inputs, one behind the other.

    Attributes:
        kernel: fills the entries, or rates along directions.
        rows, columns: of the entries.
        shape: of the matrix.
        directions: for every array that moves, what the kernel is given; none where it fills the entries themselves.
        places: where each entry stands in what the kernel fills.
    """

    kernel: Kernel | Rolled
    rows: Ints
    columns: Ints
    shape: tuple[int, int]
    directions: tuple[Floats, ...]
    places: Ints

    def __call__(self, *groups: Any) -> Floats:
        """The entries.

        Args:
            groups: what the kernel itself is given, constants last.
        """
        *given, constants = groups
        make = self.kernel.arrays if isinstance(self.kernel, Rolled) else self.kernel
        found = make(*given, *self.directions, constants)
        return np.concatenate([np.asarray(g, dtype=float) for g in found] or [np.zeros(0)])[self.places]

    def dense(self, values: Floats) -> Floats:
        """The matrix with its zeros."""
        found = np.zeros(self.shape)
        found[self.rows, self.columns] = values
        return found


def jacobian(kernel: Kernel | Rolled, wrt: Sequence[str]) -> SparseJacobian:
    """The derivative of a kernel as a sparse matrix.

    Args:
        kernel: what is differentiated.
        wrt: names of the inputs by which.
    """
    require_inputs(kernel, wrt)
    return _straight(kernel, wrt) if isinstance(kernel, Kernel) else _looped(kernel, wrt)


def _straight(kernel: Kernel, wrt: Sequence[str]) -> SparseJacobian:
    given, results = dict(kernel.inputs), kernel.results
    symbols = [s for name in wrt for s in given[name]]
    columns = along_each(results, symbols)
    found = [
        (i, j, column[i])
        for i in range(len(results))
        for j, column in enumerate(columns)
        if column[i] is not column[i].graph.zero
    ]
    nodes = tuple(n for _, _, n in found)
    name = f"{kernel.name}.jacobian.{'.'.join(wrt)}"
    made = Kernel(name, kernel.inputs, (("J", nodes),), kernel.fused, kernel.numbers)
    rows, cols = (np.array([entry[k] for entry in found], dtype=np.int64) for k in range(2))
    return SparseJacobian(made, rows, cols, (len(results), len(symbols)), (), np.arange(len(found)))


def _looped(kernel: Rolled, wrt: Sequence[str]) -> SparseJacobian:
    steps = flat_steps(kernel)
    rows_of, sizes = dependence(kernel, wrt, steps)
    count = sum(sizes)
    colour = _colours(rows_of, count)
    lanes = LANES
    times = max(1, -(-(max(colour, default=0) + 1) // lanes))
    directions = []
    first = 0
    for size in sizes:
        seeds = np.zeros((times, size, lanes))
        own = np.array(colour[first : first + size], dtype=np.int64)
        seeds[own // lanes, np.arange(size), own % lanes] = 1.0
        directions.append(on_lines(seeds.ravel()))
        first += size
    made = looped_tangent(kernel, wrt, lanes, times, steps)
    rows, columns = _entries(rows_of, count)
    places = _places(kernel, rows, np.array(colour, dtype=np.int64)[columns], times, lanes)
    return SparseJacobian(made, rows, columns, (len(rows_of), count), tuple(directions), places)


def _places(kernel: Rolled, rows: Ints, colours: Ints, times: int, lanes: int) -> Ints:
    """Where entries stand: outputs one behind the other, each of them block by block, number by number, lane by lane."""
    sizes = np.array([len(group) for _, group in kernel.outputs], dtype=np.int64)
    firsts = np.cumsum(sizes) - sizes
    group = np.repeat(np.arange(len(sizes)), sizes)[rows]
    first, size = firsts[group], sizes[group]
    found: Ints = (first * times + colours // lanes * size + rows - first) * lanes + colours % lanes
    return found


def _entries(rows_of: Sequence[int], count: int) -> tuple[Ints, Ints]:
    """Rows and columns of the entries, row by row, of rows whose columns are told bit by bit."""
    size = -(-count // 8)
    rows, columns = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for first in range(0, len(rows_of), AT_ONCE):
        some = rows_of[first : first + AT_ONCE]
        packed = np.frombuffer(b"".join(bits.to_bytes(size, "little") for bits in some), np.uint8)
        at, column = np.nonzero(np.unpackbits(packed.reshape(len(some), size), axis=1, bitorder="little"))
        rows.append(first + at)
        columns.append(column)
    return np.concatenate(rows), np.concatenate(columns)


def dependence(
    kernel: Rolled, wrt: Sequence[str], steps: Sequence[FlatStep] | None = None
) -> tuple[list[int], list[int]]:
    """For every output of a kernel of loops, bit by bit, the inputs that it depends on; how many each input array has."""
    steps = flat_steps(kernel) if steps is None else steps
    bits: dict[str, list[int]] = {a: [0] * len(flags) for a, flags in flags_for(kernel, steps).items()}
    count, sizes = 0, []
    for name in wrt:
        sizes.append(len(bits[name]))
        bits[name] = [1 << (count + i) for i in range(sizes[-1])]
        count += sizes[-1]
    known: dict[int, list[list[tuple[int, int]]]] = {}
    for step in steps:
        if id(step.cell) not in known:
            known[id(step.cell)] = _reach(step.cell)
        _pass_on(step, known[id(step.cell)], bits)
    return [b for name, _ in kernel.outputs for b in bits[name]], sizes


def _reach(cell: Cell) -> list[list[tuple[int, int]]]:
    """For every result of a cell, the numbers that it depends on: (group, which)."""
    symbols = {
        s.index: (k, i) for k, (_, group) in enumerate(cell.kernel.inputs) for i, s in enumerate(group)
    }
    return [[symbols[n.index] for n in order([r]) if n.index in symbols] for r in cell.kernel.results]


def _pass_on(step: FlatStep, reach: list[list[tuple[int, int]]], bits: dict[str, list[int]]) -> None:
    waiting = iter(reach)
    found = []
    for array, at, n in step.writes:
        for i in range(n):
            total = 0
            for k, j in next(waiting):
                a, p, _ = step.reads[k]
                total |= bits[a][p + j]
            found.append((array, at + i, total))
    for array, at, total in found:
        bits[array][at] = total


def _colours(rows_of: Sequence[int], count: int) -> list[int]:
    """A colour for every column, such that no two columns of one colour share a row; the first that is free."""
    rows_in = _by_columns(rows_of, count)
    taken: list[int] = []  # the rows of all columns of a colour
    found = []
    for rows in rows_in:
        k = next((k for k, used in enumerate(taken) if not used & rows), len(taken))
        if k == len(taken):
            taken.append(0)
        taken[k] |= rows
        found.append(k)
    return found


def _by_columns(rows_of: Sequence[int], count: int) -> list[int]:
    """For every column, bit by bit, the rows that it has entries in."""
    rows, columns = _entries(rows_of, count)
    order = np.argsort(columns, kind="stable")
    ends = np.searchsorted(columns[order], np.arange(0, count + AT_ONCE, AT_ONCE))
    found: list[int] = []
    for k, first in enumerate(range(0, count, AT_ONCE)):
        some = order[ends[k] : ends[k + 1]]
        flags = np.zeros((min(AT_ONCE, count - first), len(rows_of)), np.uint8)
        flags[columns[some] - first, rows[some]] = 1
        packed = np.packbits(flags, axis=1, bitorder="little")
        found += [int.from_bytes(bits.tobytes(), "little") for bits in packed]
    return found
