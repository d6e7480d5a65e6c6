"""From equations to what is written of them: which numbers live, what everything is called, which functions there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sarrus.errors import UsageError, quote, suggest
from sarrus.languages.content import (
    CodeFunction,
    CodeNumber,
    CodeOutput,
    CodeTable,
    FilledArray,
    MechanismCode,
    StateEntry,
)
from sarrus.languages.names import KEYWORDS, FreshNames, in_comment
from sarrus.languages.numbers import LivingNumbers
from sarrus.languages.refusals import refuse_long, refuse_unknown
from sarrus.mechanics.base import Equations, Pattern
from sarrus.mechanics.infos import ChannelInfo, Level, StateKind
from sarrus.mechanics.kernels import StraightTables
from sarrus.mechanics.signatures import KERNELS
from sarrus.scalar.graph import Node, order
from sarrus.scalar.kernel import MEMORY, Kernel

__all__ = ["CodeStart", "code_of"]

AXES = {2: "xy", 3: "xyz", 4: "wxyz"}
WHAT = {
    StateKind.COORDINATE: "coordinate",
    StateKind.SPEED: "speed",
    StateKind.INTERNAL: "state of an element",
    StateKind.WORK: "energy since the start",
    StateKind.TURN: "counts the full turns of this angle",
}
MEANINGS = {
    "rates": "Rates of the coordinates, qdot = N(q) v.",
    "retract": "Coordinates moved by a small step of the speeds' kind; quaternions have length 1 afterwards.",
    "closure": "How far loops, constraints and drivers are from holding: g = 0 and G v = alpha where they hold.",
    "dynamics": "The terms of the equations of motion, M vdot = f + G^T lam and G vdot = beta.",
    "flows": "Rates of all that stands behind the speeds in x: states of elements, energies, angles.",
    "outputs": "Published quantities at a state with its accelerations and multipliers.",
    "pushes": "What speeds do to the coordinates of the efforts that follow from loads: f grows by H^T phi.",
    "law": "Those efforts, for loads that follow from vdot and lam; phi itself stands behind the multipliers in lam.",
    "law_rate": "Rates of these efforts while vdot and lam move along d_vdot and d_lam.",
    "start": "The start state as Sarrus found it, with the start values of the model put in.",
}


@dataclass(frozen=True)
class CodeStart:
    """Where the code starts.

    Attributes:
        x: the state.
        last_time: until when drivers have values, and the name of that which ends first; None: always.
    """

    x: Sequence[float]
    last_time: tuple[float, str] | None


def code_of(
    e: Equations, begin: CodeStart, version: str, *, general: bool = False, only: Sequence[str] = ()
) -> MechanismCode:
    """What is written of a mechanism.

    Args:
        e: its equations, as straight-line code.
        begin: where it starts.
        version: of the program.
        general: keep numbers that are zero.
        only: names of outputs; all when there are none.

    Raises:
        UsageError: something in it cannot be written, or an output is unknown.
    """
    refuse_unknown(e)
    tables = e.tables
    assert isinstance(tables, StraightTables)
    living = LivingNumbers(e.model, tables.numbers, general)
    kernels = _kernels(e)
    arrays = {
        node: (array.replace(".", "_"), k)
        for kernel in kernels.values()
        for array, nodes in kernel.inputs
        if array not in MEMORY
        for k, node in enumerate(nodes)
    }
    nodes = {
        name: {array: living.put_in(found) for array, found in tables.in_full(kernel).items()}
        for name, kernel in kernels.items()
    }
    channels = _chosen(e.channels, only)
    functions = _functions(e, nodes, channels)
    of_speed = _coordinates_of_speeds(e, nodes["rates"]["qdot"], arrays)
    held = _Held(e, of_speed)
    x0 = [tables.numbers.graph.const(float(a)) for a in begin.x]
    for place, name in held.told.items():
        x0[place] = living.start(name)
    functions["start"] = CodeFunction("start", MEANINGS["start"], (), (_vector("x", x0, "NX"),))
    names = FreshNames()
    states = _states(e, names, of_speed)
    inputs = tuple(StateEntry(names.new(i.name), i.name, i.unit, "input") for i in e.inputs)
    used = order([n for f in functions.values() for n in f.nodes])
    found = tuple(
        CodeTable(names.new("table_1"), rows, place, all(isinstance(a, float) for row in rows for a in row))
        for place, rows in living.tables(used)
    )
    fields = FreshNames(KEYWORDS)
    numbers = tuple(
        CodeNumber(names.new(info.path), fields.new(info.path), info.path, info.value, info.unit, node)
        for node, info in living.used(used, found)
    )
    code = MechanismCode(
        title=in_comment(e.model.name),
        identifier=FreshNames().new(e.model.name),
        version=version,
        numbers=numbers,
        left_out=living.left_out,
        states=states,
        inputs=inputs,
        sizes=_sizes(e, channels),
        rows=tuple(
            CodeOutput(r.name, r.unit if r.level is Level.POSITION else f"{r.unit}/s") for r in e.rows
        ),
        positions=sum(r.level is Level.POSITION for r in e.rows),
        outputs=tuple(_components(channels)),
        tables=found,
        functions=functions,
        arrays=arrays,
        start_inputs=tuple(i.start for i in e.inputs),
        held=held.moves,
        held_speeds=held.speeds,
        speed_sizes=e.speed_lengths,
        row_sizes=e.row_lengths,
        last_time=begin.last_time,
        identifiers=names.taken,
    )
    refuse_long(e.model.name, code.operations)
    return code


def _kernels(e: Equations) -> dict[str, Kernel]:
    """Kernels that the code is made of."""
    names = [
        "rates",
        "retract",
        "closure",
        "dynamics",
        "flows",
        "output",
        *(("pushes", "implied") if e.pushes else ()),
    ]
    found = {name: e.kernels[name] for name in names}
    if e.pushes:
        found["slopes"] = e.tangent("implied", ("vdot", "lam"))
    return {name: kernel for name, kernel in found.items() if isinstance(kernel, Kernel)}


def _sizes(e: Equations, channels: Sequence[ChannelInfo]) -> dict[str, int]:
    nq, nv = len(e.coordinates), len(e.speeds)
    return {
        "NQ": nq,
        "NV": nv,
        "NZ": e.size - nq - nv,
        "NX": e.size,
        "NR": len(e.rows),
        "NU": len(e.inputs),
        "NY": sum(c.size for c in channels),
        "NP": len(e.pushes),
    }


def _functions(
    e: Equations, nodes: Mapping[str, Mapping[str, Sequence[Node]]], channels: Sequence[ChannelInfo]
) -> dict[str, CodeFunction]:
    nr, nv = len(e.rows), len(e.speeds)
    G = _matrix("G", (nr, nv), e.jacobian_pattern, nodes["dynamics"]["G"], "NR")
    M = _matrix("M", (nv, nv), e.mass_pattern, nodes["dynamics"]["M"], "NV", is_symmetric=True)
    origins = dict(e.channel_origins)
    row = [n + origins[k] if k in origins else n for k, n in enumerate(nodes["output"]["row"])]
    published = [row[c.start + k] for c in channels for k in range(c.size)]
    filled = {
        "rates": [_vector("qdot", nodes["rates"]["qdot"], "NQ")],
        "retract": [_vector("q", nodes["retract"]["q"], "NQ")],
        "dynamics": [
            M,
            _vector("f", nodes["dynamics"]["f"], "NV"),
            G,
            _vector("beta", nodes["dynamics"]["beta"], "NR"),
        ],
        "closure": [
            _vector("g", nodes["closure"]["g"], "NR"),
            _matrix("G", (nr, nv), e.jacobian_pattern, nodes["closure"]["G"], "NR"),
            _vector("alpha", nodes["closure"]["alpha"], "NR"),
        ],
        "flows": [_vector("rate", nodes["flows"]["rates"], "NZ")],
        "outputs": [_vector("y", published, "NY")],
    }
    given = {name: KERNELS["output" if name == "outputs" else name][0] for name in filled}
    if e.pushes:
        filled |= {
            "pushes": [_matrix("H", (len(e.pushes), nv), e.push_pattern, nodes["pushes"]["H"], "NP")],
            "law": [_vector("phi", nodes["implied"]["phi"], "NP")],
            "law_rate": [_vector("rate", nodes["slopes"]["d.phi"], "NP")],
        }
        given |= {
            "pushes": KERNELS["pushes"][0],
            "law": KERNELS["implied"][0],
            "law_rate": ("t", "x", "vdot", "lam", "d_vdot", "d_lam", "u"),
        }
    return {
        name: CodeFunction(name, MEANINGS[name], given[name], tuple(arrays))
        for name, arrays in filled.items()
    }


def _vector(name: str, nodes: Sequence[Node], length: str) -> FilledArray:
    return FilledArray(
        name, (len(nodes),), tuple((k,) for k in range(len(nodes))), tuple(nodes), length=length
    )


def _matrix(
    name: str,
    shape: tuple[int, int],
    pattern: Pattern,
    nodes: Sequence[Node],
    length: str,
    *,
    is_symmetric: bool = False,
) -> FilledArray:
    kept = [(place, n) for place, n in zip(pattern, nodes, strict=True) if n is not n.graph.zero]
    return FilledArray(
        name, shape, tuple(p for p, _ in kept), tuple(n for _, n in kept), is_symmetric, length
    )


def _coordinates_of_speeds(
    e: Equations, qdot: Sequence[Node], arrays: Mapping[Node, tuple[str, int]]
) -> dict[int, int]:
    """For each speed that is the rate of a coordinate, that coordinate."""
    nq = len(e.coordinates)
    return {
        arrays[n][1] - nq: i
        for i, n in enumerate(qdot)
        if n in arrays and arrays[n][0] == "x" and arrays[n][1] >= nq
    }


def _states(e: Equations, names: FreshNames, of_speed: Mapping[int, int]) -> tuple[StateEntry, ...]:
    """What x holds; a speed that is the rate of a coordinate is named after it."""
    found, nq = [], len(e.coordinates)
    for k, s in enumerate(e.states):
        name, what, rate = s.name, WHAT[s.kind], ""
        if s.kind is StateKind.SPEED:
            at = of_speed.get(k - nq)
            owner, _, number = s.name.rpartition(".")
            name = f"{e.states[at].name}_dot" if at is not None else f"{owner}.v{number}"
            what = "its rate" if at is not None else f"speed {number} of '{owner}'"
            rate = names.new(f"{e.states[at].name}_ddot" if at is not None else f"{name}_dot")
        found.append(StateEntry(names.new(name), name, s.unit, what, rate))
    return tuple(found)


class _Held:
    """What the model fixes at the start.

    Attributes:
        told: places in x that start values fill, by the names of these.
        moves: for each speed, whether its coordinate stays where it is.
        speeds: for each speed, whether it stays as it is.
    """

    def __init__(self, e: Equations, of_speed: Mapping[int, int]) -> None:
        nq, fixed = len(e.coordinates), e.model.fixed
        self.told: dict[int, str] = {}
        moves, speeds = [False] * len(e.speeds), [False] * len(e.speeds)
        at = 0
        for owner in e.owners:
            for k in range(at, at + owner.freedoms):
                names = {f"{owner.name}.{c.name}" for c in owner.coordinates}
                rates = {f"{name}_dot" for name in names}
                if k in of_speed:
                    name = e.coordinates[of_speed[k]]
                    names, rates = {name}, {f"{name}_dot"}
                    self.told |= {of_speed[k]: name} if name in fixed else {}
                    self.told |= {nq + k: f"{name}_dot"} if f"{name}_dot" in fixed else {}
                moves[k], speeds[k] = names <= fixed.keys(), rates <= fixed.keys()
            at += owner.freedoms
        self.moves, self.speeds = tuple(moves), tuple(speeds)


def _chosen(channels: Sequence[ChannelInfo], only: Sequence[str]) -> list[ChannelInfo]:
    """Channels in the order of their numbers; some of them where somebody says which.

    Raises:
        UsageError: there is none of a name.
    """
    every = sorted(channels, key=lambda c: c.start)
    names = [c.name for c in every]
    for name in only:
        if name not in names:
            raise UsageError(
                f"only {quote(name)}: the mechanism publishes no such quantity. {suggest(name, names)} "
                "'sarrus outputs MODEL' lists them; what is computed on demand there is no part of the code.".replace(
                    "  ", " "
                )
            )
    return [c for c in every if c.name in only] if only else every


def _components(channels: Iterable[ChannelInfo]) -> Iterable[CodeOutput]:
    for c in channels:
        if c.size == 1:
            yield CodeOutput(c.name, c.unit)
        else:
            letters = AXES.get(c.size) or [str(k + 1) for k in range(c.size)]
            yield from (CodeOutput(f"{c.name}.{letter}", c.unit) for letter in letters)
