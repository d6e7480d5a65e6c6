"""The kernels of a formulation: which arrays each is given and fills, and how they are made of what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from sarrus.mechanics.base import Pattern
from sarrus.mechanics.infos import ActingInfo, ChannelInfo
from sarrus.mechanics.orchestration import Mechanics
from sarrus.mechanics.parameters import Parameters
from sarrus.mechanics.signatures import KERNELS, ON_AIMS, ON_LOADS, ON_TREES, WHEN_ASKED
from sarrus.mechanics.straight import Straight
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.kernel import Group, Interpreter, Kernel
from sarrus.scalar.rewrite import Hoisting, substitute
from sarrus.scalar.tables import block, laid_out

if TYPE_CHECKING:
    from sarrus.mechanics.constants import ParameterPass


def sizes_of(mechanics: Mechanics) -> dict[str, int]:
    """How long the arrays are that kernels are given."""
    layout = mechanics.layout
    rows, inputs = len(mechanics.row_infos), len(mechanics.inputs)
    return {
        "t": 1,
        "x": len(mechanics.states),
        "vdot": layout.nv,
        "lam": rows + len(mechanics.pushes),
        "step": layout.nv,
        "tau": layout.nv,
        "u": inputs,
    }


class StraightTables(Mapping[str, Kernel]):
    """Kernels as straight-line code by name, and what belongs to them.

    Constant work is moved into the parameter pass, which all kernels share.
    """

    work = 0
    plan: tuple[int, ...] = ()
    is_straight = True

    def __init__(self, mechanics: Mechanics, rec: Straight, parameters: Parameters) -> None:
        self.mechanics, self._rec, self._parameters = mechanics, rec, parameters
        self._given = {array: rec.symbols(array, 0, size) for array, size in sizes_of(mechanics).items()}
        self._known: dict[Node, Node] = {}
        self._hoist = Hoisting({s for symbols in self._given.values() for s in symbols}, self._known)
        self._constants: tuple[int, tuple[float, ...]] = (-1, ())
        self._names = [name for name in KERNELS if name not in ON_TREES]
        if not mechanics.pushes:
            self._names = [name for name in self._names if name not in ON_LOADS]
        if not mechanics.aimed:
            self._names = [name for name in self._names if name not in ON_AIMS]
        names = [name for name in self._names if name not in WHEN_ASKED]
        filled = self._filled([array for name in names for array in KERNELS[name][1]])
        self.patterns: dict[str, Pattern] = {}
        matrices = [
            ("M", mechanics.M),
            ("G", mechanics.G),
            ("gap", mechanics.gap_slopes),
            ("measure", mechanics.measured_slopes),
        ]
        matrices += [("aims", mechanics.aim_slopes)] if mechanics.aimed else []
        for name, sparse in matrices:
            self.patterns[name], filled[sparse.array] = _without_zeros(
                sparse.pattern, filled[sparse.array], name
            )
        if mechanics.pushes:
            self.patterns["H"] = tuple(mechanics.H.pattern)
        # all are hoisted before one is made: each is given all constants
        hoisted = {name: self._hoisted(name, filled) for name in names}
        self._made = {name: self._kernel(name, outputs) for name, outputs in hoisted.items()}

    def _filled(self, arrays: Sequence[str]) -> dict[str, list[Node]]:
        """Expressions of output arrays."""
        once = list(dict.fromkeys(arrays))
        for array in once:
            self.mechanics.size(array)
        return {array: self._rec.nodes(array) for array in once}

    def _hoisted(self, name: str, filled: Mapping[str, Sequence[Node]]) -> tuple[Group, ...]:
        """The outputs of a kernel without constant work."""
        return tuple((array, tuple(self._hoist(filled[array]))) for array in KERNELS[name][1])

    def _kernel(self, name: str, outputs: tuple[Group, ...]) -> Kernel:
        memory: tuple[Group, ...] = (("c", tuple(self._known.values())), ("work", ()), ("plan", ()))
        inputs = (*((array, self._given[array]) for array in KERNELS[name][0]), *memory)
        return Kernel(name, inputs, outputs)

    @property
    def kernels(self) -> Mapping[str, Kernel]:
        """By name."""
        return self

    @property
    def recorded(self) -> Straight:
        """The expressions that kernels are made of."""
        return self._rec

    @property
    def number_values(self) -> Mapping[Node, float]:
        """Values of the symbols of the model's numbers."""
        return self._parameters.values

    def __getitem__(self, name: str) -> Kernel:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            filled = self._filled(KERNELS[name][1])
            self._made[name] = self._kernel(name, self._hoisted(name, filled))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @cached_property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes."""
        return self.mechanics.channels

    @property
    def sides(self) -> tuple[int, ...]:
        """For each load whose absolute value counts in laws of loads, the number of its effort."""
        return self.mechanics.sides

    @property
    def acting(self) -> tuple[ActingInfo, ...]:
        """What the kernel "acting" tells."""
        return self.mechanics.acting

    @property
    def numbers(self) -> Parameters:
        """The numbers of the model, which `in_full` speaks of."""
        return self._parameters

    def in_full(self, kernel: Kernel) -> dict[str, list[Node]]:
        """What a kernel fills, as expressions of the numbers of the model and of what varies, constant work among it.

        Args:
            kernel: one of these, or a derivative of one.
        """
        back = {symbol: part for part, symbol in self._known.items()}
        return {array: substitute(nodes, back) for array, nodes in kernel.outputs}

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the kernels made so far."""
        if self._constants[0] != len(self._known):
            found = parameter_pass(self._rec.graph, self._parameters.values, list(self._known))
            self._constants = len(self._known), found
        return self._constants[1]

    @property
    def parameter_pass(self) -> ParameterPass:
        """How those follow from the numbers of the model."""
        from sarrus.mechanics.constants import ConstantBlock, ParameterPass  # most runs need none

        graph, parts = self._rec.graph, list(self._known)
        rows = graph.lookups
        places, at = {}, len(parts)
        for symbol in rows:
            places[symbol] = at
            at += len(block(rows[symbol]))
        tables = {places[symbol]: rows[symbol] for symbol in rows}
        symbols = list(self._parameters.values)
        numbers: tuple[Scalar, ...] = (*symbols, *(float(places[s]) for s in rows))
        constants = ConstantBlock([*symbols, *rows], parts, [numbers], [0])
        return ParameterPass(self._parameters, [constants], tables, at)


def _without_zeros(
    pattern: list[tuple[int, int]], nodes: list[Node], name: str
) -> tuple[Pattern, list[Node]]:
    """Entries that are not zero by structure, row by row; those of M along each row in the order in which they were found."""
    kept = [(p, n) for p, n in zip(pattern, nodes, strict=True) if n is not n.graph.zero]
    kept.sort(key=lambda entry: entry[0][:1] if name == "M" else entry[0])
    return tuple(p for p, _ in kept), [n for _, n in kept]


def parameter_pass(graph: Graph, numbers: Mapping[Node, float], parts: list[Node]) -> tuple[float, ...]:
    """Values of the constant parts, with the tables that kernels look into behind them.

    Args:
        graph: where they live.
        numbers: values of the parameters.
        parts: expressions of these, and of the places of tables.
    """
    given, values = list(numbers), list(numbers.values())
    inside = [x for rows in graph.lookups.values() for row in rows for x in row if isinstance(x, Node)]
    computed = dict(zip(inside, Interpreter(given, inside)(values), strict=True)) if inside else {}
    places, tables = laid_out(graph, len(parts), computed)
    # what is looked up once and for all is looked up in the tables where they will lie
    found = Interpreter([*given, *places], parts)(
        [*values, *places.values()], [*([0.0] * len(parts)), *tables]
    )
    return (*found, *tables)
