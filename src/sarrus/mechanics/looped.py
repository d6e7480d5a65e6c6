"""Kernels as loops over tables, each cut from the tape when it is first asked for. Small mechanisms never need it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from sarrus.elements.closing import Closing
from sarrus.mechanics.base import Pattern
from sarrus.mechanics.constants import ParameterPass
from sarrus.mechanics.infos import ActingInfo, ChannelInfo
from sarrus.mechanics.kernels import sizes_of
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.numbers import TapeNumbers
from sarrus.mechanics.orchestration import Mechanics
from sarrus.mechanics.parameters import Parameters
from sarrus.mechanics.passes.articulated import Articulated, needed_efforts
from sarrus.mechanics.scales import Scales
from sarrus.mechanics.signatures import KERNELS, ON_AIMS, ON_LOADS, ON_TREES
from sarrus.mechanics.tape import Tape
from sarrus.model import Snapshot
from sarrus.quiet import no_collection
from sarrus.scalar import Graph
from sarrus.scalar.rolled import Rolled
from sarrus.topology import Tree

MOST_ENTRIES = 50_000
"""Entries of the mass matrix of a tree beyond which it is not recorded as loops: the recursion needs none."""


def record(
    model: Snapshot, tree: Tree, closed: Sequence[Closing], on_tree: bool, alive: bool = False
) -> tuple[Mechanics, TapeTables]:
    """A mechanism for loops over tables.

    Args:
        model: the mechanism.
        tree: what carries its bodies.
        closed: elements that are closed by rows.
        on_tree: whether the speeds are those of the joints.
        alive: whether constants are known as functions of the numbers of the model.
    """
    tape, graph = Tape(), Graph()
    parameters = Parameters(graph, model, graph.symbol("t")) if alive else None
    layout = Layout(TapeNumbers(model, Scales(model), tape.place_table, parameters), tree, tape)
    mechanics = Mechanics(layout, tape, closed, on_tree)
    return mechanics, TapeTables(mechanics, tape, parameters)


class TapeTables(Mapping[str, Rolled]):
    """Kernels as loops over tables by name, each cut from the tape when it is first asked for; and what belongs to them."""

    is_straight = False

    def __init__(self, mechanics: Mechanics, tape: Tape, parameters: Parameters | None) -> None:
        self.mechanics, self.tape, self._parameters = mechanics, tape, parameters
        self._cut: dict[str, Rolled] = {}
        self._names = [name for name in KERNELS if name not in ON_TREES]
        if not mechanics.pushes:
            self._names = [name for name in self._names if name not in ON_LOADS]
        if not mechanics.aimed:
            self._names = [name for name in self._names if name not in ON_AIMS]
        is_tree = mechanics.on_tree and not mechanics.row_infos and not mechanics.layout.owned
        if is_tree and not mechanics.pushes:
            self._names += ON_TREES
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
        if array == "a":
            self._articulated.accelerate("a")
        elif array == "driven":
            self._articulated.accelerate("driven", efforts="tau")
        elif array == "effort":
            needed_efforts(self._articulated, "effort")
        else:
            return self.mechanics.size(array)
        return self.mechanics.layout.nv

    @cached_property
    def _articulated(self) -> Articulated:
        return Articulated(self.mechanics, self.tape)

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
    def sides(self) -> tuple[int, ...]:
        """For each load whose absolute value counts in laws of loads, the number of its effort."""
        return self.mechanics.sides

    @property
    def acting(self) -> tuple[ActingInfo, ...]:
        """What the kernel "acting" tells."""
        return self.mechanics.acting

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the kernels cut so far."""
        found = self.parameter_pass
        return self.tape.constants if found is None else tuple(found.constants().tolist())

    @property
    def parameter_pass(self) -> ParameterPass | None:
        """How those follow from the numbers of the model; None where that is not known."""
        return self.tape.parameter_pass(self._parameters) if self._parameters else None

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
        found = {
            "G": "G",
            "H": "H",
            "gap": "gap_slopes",
            "measure": "measured_slopes",
            "aims": "aim_slopes",
        }[name]
        return tuple(getattr(mechanics, found).pattern)

    def __iter__(self) -> Iterator[str]:
        return iter(("M", "G", "H", "gap", "measure", "aims"))

    def __len__(self) -> int:
        return 6
