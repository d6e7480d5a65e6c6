"""A mechanism's equations linked with the loops and compiled: the program made for that mechanism."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property

import numpy as np

from sarrus.equations import Equations
from sarrus.program import large, loops, open_loops, straight_loops, straight_open_loops
from sarrus.program.blocks import split
from sarrus.program.guarding import guard
from sarrus.program.layout import (
    D_ACTIVE,
    D_STATE,
    LEAST_SIGMA,
    PUSH,
    RANK,
    SIGMA,
    STAGE_STEPS,
    STATE_SIZE,
    TOLERANCE,
    WORST_BLOCK,
    WORST_GAP,
    WORST_RATE,
)
from sarrus.program.memory import is_open, lay_out
from sarrus.program.rows import PUSHED
from sarrus.program.straight import derivative
from sarrus.program.system import accelerate, accelerate_tree
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program
from sarrus.scalar.rolled import Rolled
from sarrus.scalar.subset import Loops
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators import Integrator
from sarrus.solvers.integrators.base import no_guard

KERNELS = ("rates", "retract", "closure", "dynamics", "flows", "output")
"""Kernels that the loops around a mechanism with rows call."""
OPEN = ("rates", "retract", "flows", "output")
"""Kernels that the loops around one without rows call, besides the one that finds accelerations."""
ACCELERATE: Mapping[str, Callable[..., int]] = {"forward": accelerate_tree, "dynamics": accelerate}
"""How accelerations are found from each kernel; the first that a mechanism without rows has is used."""
Bound = dict[str, str | Callable[..., object]]


LARGE = (
    large.choose_large,
    large.pivot_of_large,
    large.along_last,
    large.factor_large,
    large.step_of_large,
)
"""What only mechanisms with large blocks of rows call: compiled apart, so that the others need not."""


def guarding(is_guarded: bool) -> Bound:
    """How the integrator learns of changes in the laws of forces."""
    return {"guard": guard, "guards": "guards"} if is_guarded else {"guard": no_guard}


@cache
def loops_around(
    integrator: Integrator, is_straight: bool = False, is_large: bool = True, is_guarded: bool = False
) -> Loops:
    """The loops around one integrator; the same for every mechanism with rows.

    Args:
        integrator: the method.
        is_straight: whether a kernel "derivative" does all of a right-hand side.
        is_large: whether there are large blocks of rows.
        is_guarded: whether the laws of its forces have pieces.
    """
    rhs = straight_loops.rhs if is_straight else loops.rhs
    bind: Bound = {name: name for name in KERNELS}
    bind |= {"rhs": rhs, "accept": loops.accept, "write": loops.write, "derivative": "derivative"}
    bind |= guarding(is_guarded)
    beside = Loops(LARGE, {}) if is_large else None
    return Loops([integrator.integrate, loops.begin, loops.write, rhs], bind, elsewhere=LARGE, beside=beside)


@cache
def open_loops_around(
    integrator: Integrator, kernel: str, is_straight: bool = False, is_guarded: bool = False
) -> Loops:
    """The same for mechanisms without rows, with accelerations from one kernel: "forward" or "dynamics"."""
    rhs = straight_open_loops.rhs if is_straight else open_loops.rhs
    bind: Bound = {name: name for name in (*OPEN, kernel)}
    bind |= {"rhs": rhs, "accept": open_loops.accept, "write": open_loops.write, "derivative": "derivative"}
    bind |= {"accelerate": ACCELERATE[kernel], **guarding(is_guarded)}
    return Loops([integrator.integrate, open_loops.begin, open_loops.write, rhs], bind)


def linked(equations: Equations, integrator: Integrator) -> tuple[list[Kernel | Rolled], Loops]:
    """The kernels that are needed to simulate, and the loops around them."""
    whole = derivative(equations)
    extra: list[Kernel | Rolled] = [whole] if whole else []
    is_guarded = integrator.is_adaptive and equations.guards > 0
    if is_guarded:
        extra.append(equations.kernels["guards"])
    if not is_open(equations):
        is_large = any(not block.is_dense for block in split(equations).blocks)
        around = loops_around(integrator, whole is not None, is_large, is_guarded)
        return [*(equations.kernels[k] for k in KERNELS), *extra], around
    kernel = next(k for k in ACCELERATE if k in equations.kernels)
    around = open_loops_around(integrator, kernel, whole is not None, is_guarded)
    return [*(equations.kernels[k] for k in (*OPEN, kernel)), *extra], around


class Machine:
    """Compiled code of one mechanism in one formulation, with its memory."""

    def __init__(self, equations: Equations, integrator: Integrator) -> None:
        self.equations = equations
        self.integrator = integrator
        # Kernels first: what they need of the memory is known once they are there.
        kernels, around = linked(equations, integrator)
        self.memory = lay_out(equations)
        program = Program(kernels, around)
        self._begin = program.function("begin")
        self._write = program.function("write")
        self.integrate = program.function(integrator.integrate.__name__)

    @cached_property
    def state(self) -> Floats:
        """What the loops remember between steps."""
        return self.memory.part(D_STATE, STATE_SIZE)

    @property
    def rank(self) -> int:
        """Independent rows, the most seen so far."""
        return int(self.state[RANK])

    @property
    def dropped(self) -> list[str]:
        """Names of the rows left out at present because others imply them."""
        active = self.memory.part(D_ACTIVE, len(self.equations.rows))
        return [r.name for r, a in zip(self.equations.rows, active, strict=True) if not a]

    @property
    def pivot(self) -> float:
        """Smallest relative pivot of the scaled G at the last accepted state."""
        return float(self.state[SIGMA])

    @property
    def is_pushed(self) -> bool:
        """Whether drivers asked for a motion along the direction that was hardest to move in."""
        return float(self.state[PUSH]) > PUSHED

    @property
    def worst_part(self) -> int:
        """Number of the part of the model with the smallest pivot."""
        blocks = split(self.equations).blocks
        if not blocks:
            return 0
        first = blocks[int(self.state[WORST_BLOCK])].rows[0]
        return self.equations.scales.parts.of_element[self.equations.rows[first].owner]

    @property
    def least_pivot(self) -> float:
        """Smallest relative pivot of the scaled G at any accepted state; small means near a singular pose."""
        return float(self.state[LEAST_SIGMA])

    @property
    def worst_gap(self) -> float:
        """Largest residual of a row at any output [m or 1]."""
        return float(self.state[WORST_GAP])

    @property
    def worst_rate(self) -> float:
        """Largest residual of a row's rate at any output [m/s or 1/s]."""
        return float(self.state[WORST_RATE])

    @property
    def stage_steps(self) -> int:
        """Steps whose stages were put onto the manifold."""
        return int(self.state[STAGE_STEPS])

    def begin(self, t: float, x: Floats, tolerance: float = 0.0) -> int:
        """Choose rows and project a start state in place.

        Args:
            t, x: time and state.
            tolerance: of the steps to come; those that leave the constraints by far more are not believed. 0: all are.
        """
        self.state[:] = 0.0
        self.state[TOLERANCE] = tolerance
        return int(self._begin(t, x, self.memory.data, self.memory.tables))

    def evaluate(self, t: float, x: Floats) -> tuple[int, Floats]:
        """One output row at a state; x is projected in place."""
        row = np.zeros(self.equations.width)
        return int(self._write(t, x, row, self.memory.data, self.memory.tables)), row
