"""The steps of a kernel of loops, one by one, and kernels made of such steps and of others about their derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from sarrus.scalar.differentials.groups import before_memory
from sarrus.scalar.differentials.hoisting import hoisted
from sarrus.scalar.graph import Graph, order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.plan_memory import PlanMemory
from sarrus.scalar.rolled import Blocks, Cell, Rolled, Sines, Sweep

Range = tuple[str, int, int]
"""Numbers in an array: its name, the first of them, how many."""


@dataclass(frozen=True)
class FlatStep:
    """One run of a cell.

    Attributes:
        cell: the code.
        reads, writes: where its groups lie.
        is_sine: whether it is one of many sines and cosines that are found together.
    """

    cell: Cell
    reads: tuple[Range, ...]
    writes: tuple[Range, ...]
    sweep: int
    is_sine: bool = False

    @property
    def places(self) -> tuple[int, ...]:
        """Where its groups begin."""
        return tuple(at for _, at, _ in (*self.reads, *self.writes))


@cache
def sine_cell() -> Cell:
    """Sine and cosine of an angle in the state."""
    graph = Graph()
    x = graph.symbol("x")
    results = (graph.unary("sin", x), graph.unary("cos", x))
    return Cell(Kernel("cell", (("r0", (x,)),), (("w0", results),), fused=True), ("x", "work"))


def flat_steps(kernel: Rolled) -> list[FlatStep]:
    """All steps of a kernel in order."""
    found: list[FlatStep] = []
    for k, sweep in enumerate(kernel.sweeps):
        if isinstance(sweep, Sines):
            for angle, at in sweep.steps:
                found.append(FlatStep(sine_cell(), (("x", angle, 1),), (("work", at, 2),), k, is_sine=True))
            continue
        for number, places in sweep.steps:
            cell = sweep.cells[number]
            inputs, outputs = cell.kernel.inputs, cell.kernel.outputs
            ranges = [
                (array, at, len(nodes) * (cell.kernel.lanes if name in cell.kernel.wide else 1))
                for array, at, (name, nodes) in zip(cell.arrays, places, (*inputs, *outputs), strict=True)
            ]
            found.append(FlatStep(cell, tuple(ranges[: len(inputs)]), tuple(ranges[len(inputs) :]), k))
    return found


Flags = dict[str, bytearray]
"""For every number of some arrays, whether something is true of it."""


def flags_for(kernel: Rolled, steps: Sequence[FlatStep]) -> Flags:
    """Flags for all numbers that a kernel touches, none of them set."""
    sizes = {name: len(places) for name, places in (*kernel.inputs, *kernel.outputs)}
    for step in steps:
        for array, at, n in (*step.reads, *step.writes):
            sizes[array] = max(sizes.get(array, 0), at + n)
    return {array: bytearray(size) for array, size in sizes.items()}


@dataclass(frozen=True)
class ShadowStep:
    """One run of a cell about derivatives.

    Attributes:
        code: the cell.
        used: ranges of the kernel's own numbers that it reads.
        shadowed: ranges whose shadows it reads.
        written: ranges whose shadows it writes.
    """

    code: Cell
    used: tuple[Range, ...]
    shadowed: tuple[Range, ...]
    written: tuple[Range, ...]


@dataclass
class Placing:
    """Where numbers and their shadows lie.

    Shadows of inputs and outputs lie in arrays of their own, those of work behind it. What the kernel itself fills is kept in
    work as well, if something is to be known of it.

    Attributes:
        between: arrays whose shadows pass from one kernel to another, and where in work these lie.
        first: where in work shadows begin.
    """

    kernel: Rolled
    prefix: str
    lanes: int
    between: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.first = len(self.kernel.memory.work)
        self._first: dict[str, int] = {}
        for name, places in self.kernel.outputs:
            self._first[name] = self.first
            self.first += len(places)
        self.first = (
            -(-self.first // self.lanes) * self.lanes
        )  # lanes that cross a line of memory are read twice
        self._rank: dict[int, int] = {}

    def keep(self, name: str, count: int) -> int:
        """Let an array of so many numbers lie in work, before all shadows; where it begins."""
        self._first[name] = self.first
        self.first = -(-(self.first + count) // self.lanes) * self.lanes
        return self._first[name]

    def own_array(self, name: str) -> str:
        """The array in which a number itself lies."""
        return "work" if name in self._first else name

    def own_place(self, spot: Range) -> int:
        """Where a range itself begins."""
        return self._first.get(spot[0], 0) + spot[1]

    def gather(self, instances: Sequence[ShadowStep], first: int) -> None:
        """Give every number of work that has a shadow a place, without gaps.

        Args:
            instances: steps about shadows.
            first: where in work there is room.
        """
        self.first = first
        touched = bytearray(len(self.kernel.memory.work))
        for instance in instances:
            for array, at, n in (*instance.shadowed, *instance.written):
                if array == "work":
                    touched[at : at + n] = b"\1" * n
        self._rank = {at: k for k, at in enumerate(i for i, flag in enumerate(touched) if flag)}

    @property
    def size(self) -> int:
        """Room for work and its shadows."""
        return self.first + len(self._rank) * self.lanes

    def array(self, name: str) -> str:
        """The array in which shadows lie."""
        return "work" if name == "work" or name in self.between else f"{self.prefix}.{name}"

    def place(self, spot: Range) -> int:
        """Where the shadow of a range begins."""
        array, at, n = spot
        if array in self.between:
            return self.between[array] + at * self.lanes
        if array != "work" or not n:
            return at * self.lanes
        return self.first + self._rank[at] * self.lanes


@cache
def nothing(array: str, lanes: int) -> Cell:
    """Zero in an array, for one number."""
    graph = Graph()
    wide = frozenset({"w0"}) if lanes > 1 else frozenset()
    kernel = Kernel("cell", (), (("w0", (graph.zero,)),), wide=wide, lanes=lanes)
    return Cell(kernel, (array,))


@cache
def negated(array: str, lanes: int) -> Cell:
    """A number of an array into work, with the other sign."""
    graph = Graph()
    x = graph.symbol("x")
    wide = frozenset({"r0", "w0"}) if lanes > 1 else frozenset()
    kernel = Kernel("cell", (("r0", (x,)),), (("w0", (-x,)),), wide=wide, lanes=lanes)
    return Cell(kernel, (array, "work"))


@dataclass
class Derivation:
    """A kernel about shadows of another one's numbers, as it is put together.

    Attributes:
        kernel: the other one.
        steps: all of its steps.
        parts: steps about shadows, in order, and where these lie.
        before: what comes before everything else.
    """

    kernel: Rolled
    steps: Sequence[FlatStep]
    parts: Sequence[tuple[Placing, Sequence[ShadowStep]]]
    before: Sequence[Sweep] = ()

    def rolled(
        self,
        name: str,
        inputs: Sequence[tuple[str, range]],
        outputs: Sequence[tuple[str, range]],
        times: int = 1,
    ) -> Rolled:
        """The kernel, which computes what it needs of the other one's numbers, then shadows.

        Args:
            name: of the new kernel.
            inputs, outputs: its arrays of shadows, for one time.
            times: how often shadows are computed, each time for the next part of those arrays.
        """
        room = self.parts[0][0].first
        for placing, steps in self.parts:
            placing.gather(steps, room)
            room = placing.size
        every = [step for _, steps in self.parts for step in steps]
        sweeps = [*self.before, *own_sweeps(self.kernel, self.steps, every, self.parts[0][0])]
        derived = self._sweep(outputs)
        if times > 1:
            derived, before, room = hoisted(derived, room)
            sweeps.append(before)
        strides = {n: len(places) for n, places in (*inputs, *outputs)}
        blocks = Blocks(len(sweeps), times, strides) if times > 1 else None
        memory = PlanMemory()
        memory.add(0, [*sweeps, derived, *([blocks] if blocks else [])], room)
        given, filled = (
            tuple((n, range(len(places) * times)) for n, places in groups) for groups in (inputs, outputs)
        )
        lanes = self.parts[0][0].lanes
        whole = before_memory(self.kernel.inputs, given)
        return Rolled(name, whole, filled, (*sweeps, derived), memory, lanes, blocks)

    def _sweep(self, outputs: Sequence[tuple[str, range]]) -> Sweep:
        """All steps about shadows; what of the outputs none of them writes is zero."""
        derived = Sweep()
        numbers: dict[int, int] = {}
        lanes = self.parts[0][0].lanes
        written = {array: bytearray(len(places) // lanes) for array, places in outputs}
        for placing, steps in self.parts:
            for step in steps:
                cell = numbers.setdefault(id(step.code), len(derived.cells))
                if cell == len(derived.cells):
                    derived.cells.append(step.code)
                own = [placing.own_place(spot) for spot in step.used]
                shadows = [placing.place(spot) for spot in (*step.shadowed, *step.written)]
                derived.steps.append((cell, (*own, *shadows)))
                for array, at, n in step.written:
                    if placing.array(array) in written:
                        written[placing.array(array)][at : at + n] = b"\1" * n
        for array, flags in written.items():
            missing = [i for i, flag in enumerate(flags) if not flag]
            if missing:
                derived.cells.append(nothing(array, lanes))
                derived.steps += [(len(derived.cells) - 1, (i * lanes,)) for i in missing]
        return derived


def own_sweeps(
    kernel: Rolled, steps: Sequence[FlatStep], instances: Sequence[ShadowStep], placing: Placing
) -> list[Sweep | Sines]:
    """The steps of a kernel that others about derivatives need something of, in sweeps as before, and no more of each."""
    needed = flags_for(kernel, steps)
    for instance in instances:
        for array, at, n in instance.used:
            needed[array][at : at + n] = b"\1" * n
    known: dict[tuple[int, tuple[int, ...]], TrimmedCell] = {}
    kept: list[tuple[FlatStep, TrimmedCell]] = []
    for step in reversed(steps):
        wanted = tuple(k for k, (array, at, n) in enumerate(step.writes) if any(needed[array][at : at + n]))
        if wanted:
            key = (id(step.cell), wanted)
            if key not in known:
                known[key] = TrimmedCell(step.cell, wanted, placing)
            kept.append((step, known[key]))
            for k in known[key].reads:
                array, at, n = step.reads[k]
                needed[array][at : at + n] = b"\1" * n
    found: dict[int, Sweep | Sines] = {}
    numbers: dict[tuple[int, int], int] = {}
    for step, trimmed in reversed(kept):
        if step.is_sine:
            sines = found.setdefault(step.sweep, Sines())
            assert isinstance(sines, Sines)
            sines.steps.append((step.reads[0][1], step.writes[0][1]))
            continue
        sweep = found.setdefault(step.sweep, Sweep())
        assert isinstance(sweep, Sweep)
        number = numbers.setdefault((step.sweep, id(trimmed)), len(sweep.cells))
        if number == len(sweep.cells):
            sweep.cells.append(trimmed.code)
        spots = (*(step.reads[k] for k in trimmed.reads), *(step.writes[k] for k in trimmed.writes))
        sweep.steps.append((number, tuple(map(placing.own_place, spots))))
    return list(found.values())


class TrimmedCell:
    """A cell with some of its outputs only; those that the kernel fills go to work."""

    def __init__(self, cell: Cell, writes: tuple[int, ...], placing: Placing) -> None:
        kernel = cell.kernel
        outputs = tuple(kernel.outputs[k] for k in writes)
        nodes = order(n for _, group in outputs for n in group)
        used, has_tables = {n.index for n in nodes}, any(n.op == "row" for n in nodes)
        self.reads = tuple(
            k
            for k, (name, symbols) in enumerate(kernel.inputs)
            if any(s.index in used for s in symbols) or (has_tables and name == kernel.numbers)
        )
        self.writes = writes
        count = len(kernel.inputs)
        arrays = (*(cell.arrays[k] for k in self.reads), *(cell.arrays[count + k] for k in writes))
        trimmed = replace(kernel, inputs=tuple(kernel.inputs[k] for k in self.reads), outputs=outputs)
        self.code = Cell(trimmed, tuple(map(placing.own_array, arrays)))
