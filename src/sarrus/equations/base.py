"""The contract between equations and analyses: a state, kernels over it, and their sparsity.

    state x = [q, v, z, quadratures]          qdot = N(q) v
    M vdot = f + G^T lam,   g = 0,   G v = alpha,   G vdot = beta

Kernels (groups of arrays in, groups out). c holds the constants of the parameter pass; behind it compiled kernels take two
more arrays, `work` and `plan`, that belong to the kernels themselves:

    rates     (t, x, c)            -> qdot
    retract   (x, step, c)         -> q moved by a small step of the speeds' kind, put back where it belongs
    closure   (t, x, c)            -> g, G, alpha, sense
    dynamics  (t, x, c)            -> M, f, G, beta
    flows     (t, x, vdot, lam, c) -> rates of z and of the quadratures
    output    (t, x, vdot, lam, c) -> published channels
    forward   (t, x, c)            -> vdot, in linear time (rolled trees without rows only; dynamics is then for looking
                                      at M, and is left out where M is large)
    gap       (t, x, c)            -> how far closed joints stand open, in a form fit for far starts, and its slopes
                                      (relative formulation only)
    measure   (t, x, c)            -> published joint coordinates, their rates and slopes
    guards    (t, x, c)            -> functions of the state whose signs tell which pieces of the forces' laws hold
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sarrus.model import Snapshot
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.rolled import Rolled
from sarrus.topology import Tree

Pattern = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class RowInfo:
    """A constraint row by name."""

    name: str
    owner: str
    unit: str


@dataclass(frozen=True)
class ChannelInfo:
    """A published quantity: where it begins in the output and how many components it has."""

    name: str
    unit: str
    start: int
    size: int


class Tables(Protocol):
    """What the kernels need and fill; it may be found when a kernel is first asked for."""

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Where the entries of "M" (lower part), "G", "gap" and "measure" stand: (row, speed)."""

    @property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes."""

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the present numbers, for the kernels asked for so far."""

    @property
    def work(self) -> int:
        """How many numbers the kernels keep between their own loops."""

    @property
    def plan(self) -> tuple[int, ...]:
        """What those loops run over."""


@dataclass(frozen=True)
class Fixed:
    """Tables that are known from the start."""

    patterns: Mapping[str, Pattern]
    channels: tuple[ChannelInfo, ...]
    constants: tuple[float, ...]
    work: int = 0
    plan: tuple[int, ...] = ()


@dataclass(frozen=True)
class Equations:
    """A mechanism in one formulation.

    Attributes:
        coordinates, speeds, quadratures: names in the order of the state.
        speed_units: "m" or "1", whether a speed moves or turns.
        rows, gap_rows: rows of G and of the gaps.
        measured: names of the published joint coordinates.
        kernels: by name; rolled ones are recorded when they are first asked for.
        guards: how many functions the kernel of that name has.
        tables: what belongs to the kernels. Ask for it after the kernels.
        length: characteristic length of the model [m]; mass: total mass [kg].
    """

    model: Snapshot
    formulation: str
    tree: Tree
    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]
    speed_units: tuple[str, ...]
    quadratures: tuple[str, ...]
    rows: tuple[RowInfo, ...]
    gap_rows: tuple[RowInfo, ...]
    measured: tuple[str, ...]
    kernels: Mapping[str, Kernel | Rolled]
    guards: int
    tables: Tables
    length: float
    mass: float

    @property
    def mass_pattern(self) -> Pattern:
        """Entries of M on and below the diagonal."""
        return self.tables.patterns["M"]

    @property
    def jacobian_pattern(self) -> Pattern:
        """Entries of G."""
        return self.tables.patterns["G"]

    @property
    def gap_pattern(self) -> Pattern:
        """Entries of the slopes of the gaps."""
        return self.tables.patterns["gap"]

    @property
    def measure_pattern(self) -> Pattern:
        """Entries of the slopes of the published joint coordinates."""
        return self.tables.patterns["measure"]

    @property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes."""
        return self.tables.channels

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the present numbers."""
        return self.tables.constants

    @property
    def work(self) -> int:
        """How many numbers the kernels keep between their own loops."""
        return self.tables.work

    @property
    def plan(self) -> tuple[int, ...]:
        """What those loops run over."""
        return self.tables.plan

    @property
    def size(self) -> int:
        """Length of the state."""
        return len(self.coordinates) + len(self.speeds) + len(self.quadratures)

    @property
    def width(self) -> int:
        """Length of an output row."""
        return sum(c.size for c in self.channels)
