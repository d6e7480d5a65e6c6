"""What is written of a mechanism, whatever the language: numbers with names, functions, and what their arrays hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sarrus.scalar.graph import Node, order

__all__ = [
    "CodeFunction",
    "CodeNumber",
    "CodeOutput",
    "CodeTable",
    "FilledArray",
    "MechanismCode",
    "StateEntry",
]


@dataclass(frozen=True)
class CodeNumber:
    """A number of the model that stays a number with a name.

    Attributes:
        identifier: its name inside of functions.
        field: its name among the numbers, where users change it.
        path: its name in the model.
        value: at present, in SI.
        unit: "" where it is not known.
        node: its symbol.
    """

    identifier: str
    field: str
    path: str
    value: float
    unit: str
    node: Node


@dataclass(frozen=True)
class StateEntry:
    """An entry of the state, or of the inputs.

    Attributes:
        identifier: its name in the code.
        name: its name in the model.
        unit: of its values.
        what: it is, in words.
        rate: identifier of its rate, of a speed.
    """

    identifier: str
    name: str
    unit: str
    what: str
    rate: str = ""


@dataclass(frozen=True)
class CodeOutput:
    """A published number: its name in the model, its unit."""

    name: str
    unit: str


@dataclass(frozen=True)
class CodeTable:
    """A table that expressions look something up in.

    Attributes:
        identifier: its name in the code.
        rows: numbers, or expressions of the numbers of the model.
        node: the symbol of its place.
        is_plain: whether all are numbers.
    """

    identifier: str
    rows: tuple[tuple[Node | float, ...], ...]
    node: Node
    is_plain: bool


@dataclass(frozen=True)
class FilledArray:
    """An array that a function fills: a vector, or a matrix by its entries.

    Attributes:
        name: of the array.
        shape: its length, or rows and columns.
        places: of the entries; those that are left out are zero.
        nodes: expressions for them.
        is_symmetric: whether the entries are those on and below the diagonal of a symmetric matrix.
        length: name of its length in the code; of a matrix, that of its rows.
    """

    name: str
    shape: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    nodes: tuple[Node, ...]
    is_symmetric: bool = False
    length: str = ""

    def dense(self) -> list[list[Node | None]]:
        """The entries of a matrix row by row; None where there is none."""
        rows, columns = self.shape
        found: list[list[Node | None]] = [[None] * columns for _ in range(rows)]
        for (i, j), n in zip(self.places, self.nodes, strict=True):
            found[i][j] = n
            if self.is_symmetric:
                found[j][i] = n
        return found


@dataclass(frozen=True)
class CodeFunction:
    """A function of the code.

    Attributes:
        name: its identifier.
        meaning: a sentence or two.
        given: names of the arrays that it is given, besides the numbers of the model: t, x, vdot, lam, d_vdot, d_lam, u, step.
        filled: what it fills.
    """

    name: str
    meaning: str
    given: tuple[str, ...]
    filled: tuple[FilledArray, ...]

    @property
    def nodes(self) -> list[Node]:
        """All expressions."""
        return [n for array in self.filled for n in array.nodes]


@dataclass(frozen=True)
class MechanismCode:
    """A mechanism ready to be written in any language.

    Attributes:
        title: name of the mechanism, fit for a comment.
        identifier: made of it.
        version: of the program.
        numbers: living ones.
        left_out: paths of numbers that are zero and do not occur.
        states, inputs: what x and u hold.
        sizes: NQ, NV, NZ, NX, NR, NU, NY, NP.
        rows: names and units of the rows, those of positions first.
        positions: how many of the rows are rows of positions.
        outputs: what is published.
        tables: looked up in.
        functions: by name.
        arrays: symbols of what functions are given: (array, place) by node.
        start_inputs: values of the inputs where nothing else is said.
        held, held_speeds: speeds along which nothing moves while the start is closed, and whose own values stay.
        speed_sizes, row_sizes: usual sizes, for judging ranks and residuals.
        last_time: until when drivers have values, and the name of that which ends first; None: always.
        identifiers: that are taken.
    """

    title: str
    identifier: str
    version: str
    numbers: tuple[CodeNumber, ...]
    left_out: tuple[str, ...]
    states: tuple[StateEntry, ...]
    inputs: tuple[StateEntry, ...]
    sizes: Mapping[str, int]
    rows: tuple[CodeOutput, ...]
    positions: int
    outputs: tuple[CodeOutput, ...]
    tables: tuple[CodeTable, ...]
    functions: Mapping[str, CodeFunction]
    arrays: Mapping[Node, tuple[str, int]]
    start_inputs: tuple[float, ...]
    held: tuple[bool, ...]
    held_speeds: tuple[bool, ...]
    speed_sizes: tuple[float, ...]
    row_sizes: tuple[float, ...]
    last_time: tuple[float, str] | None
    identifiers: frozenset[str]

    def symbols(self) -> dict[Node, str]:
        """Identifiers of everything that is not computed."""
        found = {n.node: n.identifier for n in self.numbers}
        found |= {table.node: table.identifier for table in self.tables}
        by_array = {"x": [s.identifier for s in self.states], "u": [s.identifier for s in self.inputs]}
        for node, (array, place) in self.arrays.items():
            if array == "t":
                found[node] = "t"
            elif array in by_array:
                found[node] = by_array[array][place]
            elif array == "vdot":
                found[node] = self.states[self.sizes["NQ"] + place].rate
            else:
                found[node] = f"{array}_{place + 1}"
        return found

    @property
    def operations(self) -> int:
        """How many operations all functions have together, as they are written."""
        return sum(sum(bool(n.args) for n in order(f.nodes)) for f in self.functions.values())
