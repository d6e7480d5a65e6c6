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

from sarrus.errors import CompileError
from sarrus.mechanics.parameters import Parameters
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import along
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.rewrite import substitute
from sarrus.scalar.tables import block
from sarrus.scalar.vectors import Floats, evaluate_all

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


class NumberMap:
    """Expressions of the numbers of a model that a user may change, for any of these, with derivatives.

    Args:
        parameters: of which they are expressions; None where there are none.
        nodes: the expressions.
    """

    def __init__(self, parameters: Parameters | None, nodes: Sequence[Node]) -> None:
        self._parameters, self._nodes = parameters, nodes

    @cached_property
    def symbols(self) -> list[Node]:
        """What a user may change."""
        return self._parameters.numbers() if self._parameters else []

    @cached_property
    def numbers(self) -> tuple[NumberInfo, ...]:
        """The same with paths, present values and units."""
        p = self._parameters
        return tuple(NumberInfo(s.name, p.values[s], p.units.get(s, "")) for s in self.symbols) if p else ()

    def values(self, p: Floats | None = None) -> Floats:
        """The expressions for the present numbers, or for others."""
        if self._parameters is None:
            return np.zeros(0)
        return np.array(self._evaluated(self._given(p)), dtype=float)

    def slopes(self, p: Floats | None = None) -> SparseSlopes:
        """Their derivatives by the numbers."""
        rows, columns, evaluated = self._entries
        found = np.array(evaluated(self._given(p)), dtype=float)
        return SparseSlopes(rows, columns, found, (len(self._nodes), len(self.symbols)))

    def _given(self, p: Floats | None) -> list[float]:
        given = [n.value for n in self.numbers] if p is None else np.asarray(p, dtype=float).tolist()
        if len(given) != len(self.symbols):
            raise ValueError(f"{len(given)} numbers are given; the model has {len(self.symbols)}")
        return [*given, *self._written[2]]

    @cached_property
    def _written(self) -> tuple[list[Node], list[Node], list[float]]:
        """The expressions without derived parameters; literals in them, and their values."""
        p = self._parameters
        if p is None:
            return [], [], []
        derived, free = p.derived(), set(self.symbols)
        fixed = [s for s in p.values if s not in free and s not in derived]
        return substitute(self._nodes, derived), fixed, [p.values[s] for s in fixed]

    @cached_property
    def _evaluated(self) -> Interpreter:
        nodes, fixed, _ = self._written
        return Interpreter([*self.symbols, *fixed], nodes)

    @cached_property
    def _entries(self) -> tuple[Ints, Ints, Interpreter]:
        nodes, fixed, _ = self._written
        entries = [
            (i, j, rate)
            for j, s in enumerate(self.symbols)
            for i, rate in enumerate(along(nodes, {s: 1.0}))
            if rate is not rate.graph.zero
        ]
        rows, columns = (np.array([entry[k] for entry in entries], dtype=np.int64) for k in range(2))
        return rows, columns, Interpreter([*self.symbols, *fixed], [rate for _, _, rate in entries])


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
        nodes = list(dict.fromkeys(every))
        place = {n: k for k, n in enumerate(nodes)}
        self._elements = NumberMap(parameters, nodes)
        self._inside_at = np.array([place[x] for _, x in inside], dtype=np.int64)
        self._gathered = [_Gathered(b, place) for b in blocks]

    @property
    def numbers(self) -> tuple[NumberInfo, ...]:
        """What a user may change."""
        return self._elements.numbers

    @property
    def values(self) -> Floats:
        """Present values of these."""
        return np.array([n.value for n in self.numbers])

    @cached_property
    def start(self) -> dict[str, NumberMap]:
        """How fixed and guessed start values follow from them, by coordinate."""
        p = self._parameters
        return {name: NumberMap(p, [node]) for name, node in p.start().items()} if p else {}

    @cached_property
    def masses(self) -> NumberMap:
        """How the masses of all bodies follow from them [kg]."""
        return NumberMap(self._parameters, self._parameters.masses() if self._parameters else [])

    def constants(self, p: Floats | None = None) -> Floats:
        """Constants for the present numbers, or for others."""
        n = self._elements.values(p)
        c = self._tables.copy()
        c[self._inside] = n[self._inside_at]
        for b, g in zip(self._blocks, self._gathered, strict=True):
            c[g.places] = evaluate_all(b.symbols, g.given(n), b.constants, c).T
        return c

    def tangent(self, p: Floats | None, d: Floats) -> Floats:
        """Rates of the constants along directions of the numbers, one in each column of d."""
        return self._by_elements(p).times(self._elements.slopes(p).times(d))

    def adjoint(self, p: Floats | None, w: Floats) -> Floats:
        """Weights of the constants carried back to the numbers."""
        return self._elements.slopes(p).backwards(self._by_elements(p).backwards(w))

    def _by_elements(self, p: Floats | None) -> SparseSlopes:
        """Derivatives of the constants by the numbers of elements."""
        n, c = self._elements.values(p), self.constants(p)
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
