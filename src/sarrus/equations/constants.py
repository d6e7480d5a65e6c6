"""The parameter pass: numbers of a model to the constants of its kernels, for any numbers, with derivatives.

p   numbers that a user may change, each known by its path
n   numbers as elements, bodies and frames have them: expressions of p
c   constants: what of the kernels' work does not vary, as expressions of n; tables lie among them
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from sarrus.equations.parameters import Parameters
from sarrus.errors import CompileError
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import along
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.rewrite import substitute
from sarrus.scalar.tables import block
from sarrus.scalar.vectors import evaluate_all

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


class ConstantBlock(NamedTuple):
    """Constants of all instances of a cell.

    Attributes:
        symbols: the numbers of an instance.
        constants: expressions of them.
        numbers: of every instance.
        starts: where the constants of every instance begin.
    """

    symbols: Sequence[Node]
    constants: Sequence[Node]
    numbers: Sequence[tuple[Scalar, ...]]
    starts: Sequence[int]


class NumberInfo(NamedTuple):
    """A number that a user may change: its path, its present value in SI, its unit ("" of a named parameter)."""

    path: str
    value: float
    unit: str


@dataclass(frozen=True)
class SparseSlopes:
    """Entries of a sparse matrix: (row, column, value)."""

    rows: Ints
    columns: Ints
    values: Floats
    shape: tuple[int, int]

    def times(self, x: Floats) -> Floats:
        """The matrix times vectors, one in each column of x."""
        found = np.zeros((self.shape[0], *x.shape[1:]))
        np.add.at(found, self.rows, (x[self.columns].T * self.values).T)
        return found

    def backwards(self, x: Floats) -> Floats:
        """The transposed matrix times vectors."""
        return SparseSlopes(self.columns, self.rows, self.values, self.shape[::-1]).times(x)


class ParameterPass:
    """How the constants of kernels follow from the numbers of a model.

    Args:
        parameters: of which numbers are expressions; None where all of them are plain.
        blocks: constants by cell.
        tables: by place, the rows of a table.
        size: how many constants there are, tables included.
    """

    def __init__(
        self,
        parameters: Parameters | None,
        blocks: Sequence[ConstantBlock],
        tables: Mapping[int, Sequence[Sequence[Scalar]]],
        size: int,
    ) -> None:
        self._parameters, self._blocks, self.size = parameters, blocks, size
        self._tables = np.zeros(size)
        inside: list[tuple[int, Node]] = []
        for at, rows in tables.items():
            for k, x in enumerate(block(rows), at):
                if isinstance(x, Node):
                    inside.append((k, x))
                else:
                    self._tables[k] = x
        self._inside = np.array([k for k, _ in inside], dtype=np.int64)
        every = [x for _, x in inside]
        if parameters:
            every += [x for b in blocks for numbers in b.numbers for x in numbers if isinstance(x, Node)]
        self._nodes = list(dict.fromkeys(every))
        place = {n: k for k, n in enumerate(self._nodes)}
        self._inside_at = np.array([place[x] for _, x in inside], dtype=np.int64)
        self._gathered = [_Gathered(b, place) for b in blocks]

    @cached_property
    def numbers(self) -> tuple[NumberInfo, ...]:
        """What a user may change."""
        p = self._parameters
        return tuple(NumberInfo(s.name, p.values[s], p.units.get(s, "")) for s in self._symbols) if p else ()

    @property
    def values(self) -> Floats:
        """Present values of the numbers."""
        return np.array([n.value for n in self.numbers])

    @cached_property
    def _symbols(self) -> list[Node]:
        return self._parameters.numbers() if self._parameters else []

    @cached_property
    def _expressions(self) -> tuple[list[Node], list[Node], list[float]]:
        """Numbers of elements as expressions of those that a user may change; literals, and their values."""
        p = self._parameters
        if p is None:
            return [], [], []
        derived = p.derived()
        free = set(self._symbols)
        fixed = [s for s in p.values if s not in free and s not in derived]
        return substitute(self._nodes, derived), fixed, [p.values[s] for s in fixed]

    @cached_property
    def _evaluate(self) -> Interpreter:
        nodes, fixed, _ = self._expressions
        return Interpreter([*self._symbols, *fixed], nodes)

    def _numbers_at(self, p: Floats | None) -> Floats:
        """Numbers of elements."""
        given = self.values if p is None else np.asarray(p, dtype=float)
        return np.array(self._evaluate([*given.tolist(), *self._expressions[2]]), dtype=float)

    def constants(self, p: Floats | None = None) -> Floats:
        """Constants for the present numbers, or for others."""
        n = self._numbers_at(p)
        c = self._tables.copy()
        c[self._inside] = n[self._inside_at]
        for b, g in zip(self._blocks, self._gathered, strict=True):
            c[g.places] = evaluate_all(b.symbols, g.given(n), b.constants, c).T
        return c

    def tangent(self, p: Floats | None, d: Floats) -> Floats:
        """Rates of the constants along directions of the numbers, one in each column of d."""
        return self._constants_by_numbers(p).times(self._numbers_by_parameters(p).times(d))

    def adjoint(self, p: Floats | None, w: Floats) -> Floats:
        """Weights of the constants carried back to the numbers."""
        return self._numbers_by_parameters(p).backwards(self._constants_by_numbers(p).backwards(w))

    @cached_property
    def _number_slopes(self) -> tuple[list[int], list[int], Interpreter]:
        nodes, fixed, _ = self._expressions
        entries = [
            (i, j, rate)
            for j, s in enumerate(self._symbols)
            for i, rate in enumerate(along(nodes, {s: 1.0}))
            if rate is not rate.graph.zero
        ]
        slopes = Interpreter([*self._symbols, *fixed], [rate for _, _, rate in entries])
        return [i for i, _, _ in entries], [j for _, j, _ in entries], slopes

    def _numbers_by_parameters(self, p: Floats | None) -> SparseSlopes:
        given = self.values if p is None else np.asarray(p, dtype=float)
        rows, columns, slopes = self._number_slopes
        found = np.array(slopes([*given.tolist(), *self._expressions[2]]), dtype=float)
        shape = (len(self._nodes), len(self._symbols))
        return SparseSlopes(np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64), found, shape)

    def _constants_by_numbers(self, p: Floats | None) -> SparseSlopes:
        n, c = self._numbers_at(p), self.constants(p)
        rows, columns, values = [self._inside], [self._inside_at], [np.ones(len(self._inside))]
        for b, g in zip(self._blocks, self._gathered, strict=True):
            if len(self._inside) and any(x.op == "entry" for x in order(b.constants)):
                raise CompileError(
                    "a constant is looked up in a table that parameters stand in; it is not differentiated"
                )
            entries = g.slopes
            found = evaluate_all(b.symbols, g.given(n), [rate for _, _, rate in entries], c)
            for (i, j, _), value in zip(entries, found, strict=True):
                alive = g.at[:, j] >= 0
                rows.append(g.places[alive, i])
                columns.append(g.at[alive, j])
                values.append(value[alive])
        return SparseSlopes(
            np.concatenate(rows), np.concatenate(columns), np.concatenate(values), (self.size, len(n))
        )


class _Gathered:
    """Where the numbers of all instances of a block come from.

    Attributes:
        at: for every number of every instance its place among those that follow from parameters; -1 where it is plain.
        plain: the plain ones.
        places: of its constants.
    """

    def __init__(self, of: ConstantBlock, place: Mapping[Node, int]) -> None:
        shape = (len(of.numbers), len(of.symbols))
        self.block = of
        self.places: Ints = np.array(of.starts, dtype=np.int64)[:, None] + np.arange(len(of.constants))
        if not place:  # all of them are plain
            self.at: Ints = np.full(shape, -1)
            self.plain: Floats = np.array(of.numbers, dtype=float).reshape(shape)
            return
        flat = [x for numbers in of.numbers for x in numbers]
        self.at = np.array([place[x] if isinstance(x, Node) else -1 for x in flat], np.int64).reshape(shape)
        self.plain = np.array([0.0 if isinstance(x, Node) else x for x in flat], dtype=float).reshape(shape)

    def given(self, n: Floats) -> Floats:
        """Numbers of all instances, one in each column."""
        if not len(n):
            return self.plain.T
        return np.where(self.at >= 0, n[self.at], self.plain).T

    @cached_property
    def slopes(self) -> list[tuple[int, int, Node]]:
        """Derivatives of the constants by the numbers of an instance that are not zero by structure."""
        return [
            (i, j, rate)
            for j, s in enumerate(self.block.symbols)
            if (self.at[:, j] >= 0).any()
            for i, rate in enumerate(along(self.block.constants, {s: 1.0}))
            if rate is not rate.graph.zero
        ]
