"""The kernels of a formulation: which arrays each is given and fills, and how they are made of what was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sarrus.equations.base import KERNELS, Pattern
from sarrus.equations.infos import ChannelInfo
from sarrus.equations.mechanics import Mechanics
from sarrus.equations.straight import Straight
from sarrus.scalar import Graph, Node
from sarrus.scalar.kernel import Group, Interpreter, Kernel
from sarrus.scalar.rewrite import Hoisting
from sarrus.scalar.tables import laid_out


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
    arrays = list(dict.fromkeys(array for name in names for array in KERNELS[name][1]))
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
    hoist = Hoisting(varying, known)
    hoisted = {name: [(array, hoist(filled[array])) for array in KERNELS[name][1]] for name in names}
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
