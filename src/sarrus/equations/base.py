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
    gap       (t, x, c)            -> how far closed joints stand open, in a form fit for far starts, and its slopes
                                      (relative formulation only)
    measure   (t, x, c)            -> published joint coordinates, their rates and slopes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Equations:
    """A mechanism in one formulation.

    Attributes:
        coordinates, speeds, quadratures: names in the order of the state.
        speed_units: "m" or "1", whether a speed moves or turns.
        turning: for each quadrature that follows a fitted angle, its place among the published coordinates.
        constants: values of c for the present numbers.
        work: how many numbers the kernels keep between their own loops; plan: what those loops run over.
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
    mass_pattern: Pattern
    jacobian_pattern: Pattern
    gap_pattern: Pattern
    gap_rows: tuple[RowInfo, ...]
    measured: tuple[str, ...]
    measure_pattern: Pattern
    channels: tuple[ChannelInfo, ...]
    kernels: Mapping[str, Kernel | Rolled]
    constants: tuple[float, ...]
    length: float
    mass: float
    work: int = 0
    plan: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Length of the state."""
        return len(self.coordinates) + len(self.speeds) + len(self.quadratures)

    @property
    def width(self) -> int:
        """Length of an output row."""
        return sum(c.size for c in self.channels)
