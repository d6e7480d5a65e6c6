"""The kernels of a formulation: which arrays each is given and fills, and how they are made of what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sarrus.equations.base import Pattern
from sarrus.equations.infos import ChannelInfo
from sarrus.equations.mechanics import Mechanics
from sarrus.equations.straight import Straight
from sarrus.equations.tape import Tape
from sarrus.scalar import Graph, Node
from sarrus.scalar.kernel import Group, Interpreter, Kernel
from sarrus.scalar.quiet import no_collection
from sarrus.scalar.rewrite import hoist
from sarrus.scalar.rolled import Rolled
from sarrus.scalar.tables import laid_out

KERNELS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rates": (("t", "x", "u"), ("qdot",)),
    "retract": (("x", "step"), ("q",)),
    "closure": (("t", "x", "u"), ("g", "G", "alpha", "sense")),
    "dynamics": (("t", "x", "u"), ("M", "f", "G", "beta")),
    "flows": (("t", "x", "vdot", "lam", "u"), ("rates",)),
    "output": (("t", "x", "vdot", "lam", "u"), ("row",)),
    "gap": (("t", "x", "u"), ("gap", "gap_J")),
    "measure": (("t", "x", "u"), ("value", "rate", "measure_J")),
    "forward": (("t", "x", "u"), ("a",)),
    "guards": (("t", "x", "u"), ("guard",)),
}
"""By name, the arrays that a kernel is given and those that it fills."""
MOST_ENTRIES = 50_000
"""Entries of the mass matrix of a tree beyond which it is not recorded as loops: the recursion needs none."""


def sizes_of(mechanics: Mechanics) -> dict[str, int]:
    """How long the arrays are that kernels are given."""
    layout = mechanics.layout
    rows, inputs = len(mechanics.row_infos), len(mechanics.inputs)
    return {
        "t": 1,
        "x": len(mechanics.states),
        "vdot": layout.nv,
        "lam": rows,
        "step": layout.nv,
        "u": inputs,
    }


@dataclass(frozen=True)
class StraightTables:
    """Kernels as straight-line code, and what belongs to them."""

    kernels: Mapping[str, Kernel]
    patterns: Mapping[str, Pattern]
    channels: tuple[ChannelInfo, ...]
    constants: tuple[float, ...]
    work: int = 0
    plan: tuple[int, ...] = ()
    is_straight: bool = True


def straight_kernels(mechanics: Mechanics, rec: Straight, numbers: Mapping[Node, float]) -> StraightTables:
    """Group expressions, and move constant work into the parameter pass."""
    names = [name for name in KERNELS if name != "forward"]
    arrays = {array for name in names for array in KERNELS[name][1]}
    for array in arrays:
        mechanics.size(array)
    filled = {array: rec.nodes(array) for array in arrays}
    patterns: dict[str, Pattern] = {}
    matrices = (
        ("M", mechanics.M),
        ("G", mechanics.G),
        ("gap", mechanics.gap_slopes),
        ("measure", mechanics.measured_slopes),
    )
    for name, sparse in matrices:
        patterns[name], filled[sparse.array] = _without_zeros(sparse.pattern, filled[sparse.array], name)
    given = {array: rec.symbols(array, 0, size) for array, size in sizes_of(mechanics).items()}
    varying = {s for symbols in given.values() for s in symbols}
    known: dict[Node, Node] = {}
    hoisted = {
        name: [(array, hoist(filled[array], varying, known)) for array in KERNELS[name][1]] for name in names
    }
    memory: tuple[Group, ...] = (("c", tuple(known.values())), ("work", ()), ("plan", ()))
    kernels = {
        name: Kernel(
            name,
            (*((array, given[array]) for array in KERNELS[name][0]), *memory),
            tuple((array, tuple(nodes)) for array, nodes in outputs),
        )
        for name, outputs in hoisted.items()
    }
    constants = parameter_pass(rec.graph, numbers, list(known))
    return StraightTables(kernels, patterns, mechanics.channels, constants)


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


class TapeTables(Mapping[str, Rolled]):
    """Kernels as loops over tables by name, each cut from the tape when it is first asked for; and what belongs to them."""

    is_straight = False

    def __init__(self, mechanics: Mechanics, tape: Tape) -> None:
        self.mechanics, self.tape = mechanics, tape
        self._cut: dict[str, Rolled] = {}
        self._names = [name for name in KERNELS if name != "forward"]
        if mechanics.on_tree and not mechanics.row_infos:
            self._names.append("forward")
            if mechanics.layout.mass_entries() > MOST_ENTRIES:
                self._names.remove("dynamics")

    @property
    def kernels(self) -> Mapping[str, Rolled]:
        """By name."""
        return self

    @no_collection()
    def __getitem__(self, name: str) -> Rolled:
        if name not in self._cut:
            if name not in self._names:
                raise KeyError(name)
            sizes = sizes_of(self.mechanics)
            inputs, outputs = KERNELS[name]
            filled = [(array, self._size(array)) for array in outputs]
            given = [(array, sizes[array]) for array in inputs]
            self._cut[name] = self.tape.kernel(name, list(KERNELS).index(name), given, filled)
        return self._cut[name]

    def _size(self, array: str) -> int:
        if array != "a":
            return self.mechanics.size(array)
        from sarrus.equations.passes.articulated import accelerations

        accelerations(self.mechanics, self.tape)
        return self.mechanics.layout.nv

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Where entries stand; asking for one records what fills it."""
        return _Patterns(self)

    @property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes."""
        return self.mechanics.channels

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the kernels cut so far."""
        return self.tape.constants

    @property
    def work(self) -> int:
        """How many numbers the kernels keep between their own loops."""
        return self.tape.room

    @property
    def plan(self) -> tuple[int, ...]:
        """What those loops run over."""
        return tuple(self.tape.memory.plan.tolist())


class _Patterns(Mapping[str, Pattern]):
    """Patterns of matrices, each found when it is asked for."""

    def __init__(self, tables: TapeTables) -> None:
        self.tables = tables

    def __getitem__(self, name: str) -> Pattern:
        mechanics = self.tables.mechanics
        if name == "M":
            return tuple(mechanics.M.pattern) if "dynamics" in self.tables else ()
        found = {"G": "G", "gap": "gap_slopes", "measure": "measured_slopes"}[name]
        return tuple(getattr(mechanics, found).pattern)

    def __iter__(self) -> Iterator[str]:
        return iter(("M", "G", "gap", "measure"))

    def __len__(self) -> int:
        return 4
