"""A mechanism's equations linked with the loops and compiled: the program made for that mechanism."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np

from sarrus.errors import CompileError
from sarrus.mechanics import Equations
from sarrus.program import constrained, heights, large, levels, loops, rows
from sarrus.program.blocks import position_rows, split
from sarrus.program.guarding import guard
from sarrus.program.loads import accelerate_under_loads, respond_to_efforts
from sarrus.program.memory import MOVED_BY_EFFORTS, is_open, lay_out, measure_rows
from sarrus.program.projection import put_in_place
from sarrus.program.rows import PUSHED
from sarrus.program.sharing import share_loads, share_nothing
from sarrus.program.sides import count_sides, no_sides
from sarrus.program.straight import derivative
from sarrus.program.system import accelerate, accelerate_tree, by_no_kernel, by_one_kernel, complete
from sarrus.quiet import no_collection
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program
from sarrus.scalar.rolled import Rolled
from sarrus.scalar.subset import Loops
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators import Integration, Integrator
from sarrus.solvers.integrators.base import no_guard

KERNELS = ("rates", "retract", "closure", "dynamics", "flows", "output")
"""Kernels that the loops around a mechanism with rows call."""
OPEN = ("rates", "retract", "flows", "output")
"""Kernels that the loops around one without rows call, besides the one that finds accelerations."""
CLOSED = ("derivative", "heights", "publish")
"""Kernels that the loops around one in closed form call."""
ACCELERATE: Mapping[str, Callable[..., int]] = {"forward": accelerate_tree, "dynamics": accelerate}
"""How accelerations are found from each kernel; the first that a mechanism without rows has is used."""
Bound = dict[str, str | Callable[..., object]]
UNDER_LOADS: Bound = {
    "pushes": "pushes",
    "implied": "implied",
    "slopes": "implied.d.vdot.lam",
    "respond": respond_to_efforts,
}
"""Kernels of mechanisms in which forces depend on the loads of joints ..."""
IN_SIDES: Bound = {"count": count_sides, "sides": "sides"}
"""... and what counts solutions where their laws are sums of absolute values."""
WITH_ROWS: Bound = {
    "prepare": constrained.choose_first_rows,
    "onto_manifold": constrained.stage_to_manifold,
    "settle": constrained.settle_rows,
    "judge": constrained.judge_step,
    "project": constrained.project_for_output,
}
"""What is done about states and steps of a mechanism with rows ..."""
OF_POSITIONS: Bound = {
    "choose": rows.choose_block,
    "pivot": rows.pivot_here,
    "hide": levels.show_all,
    "show": levels.show_all,
}
"""... how its rows are chosen where all of them are rows of positions ..."""
BY_LEVEL: Bound = {
    "choose": levels.choose_by_level,
    "pivot": levels.pivot_by_level,
    "hide": levels.hide_slips,
    "show": levels.show_slips,
}
"""... and where some are rows of velocities ..."""
WITHOUT_ROWS: Bound = {
    "prepare": loops.stay,
    "onto_manifold": loops.stay,
    "settle": put_in_place,
    "judge": loops.believe,
    "project": put_in_place,
}
"""... and of one without."""
IN_CLOSED_FORM: Bound = {
    "prepare": heights.begin_heights,
    "onto_manifold": loops.stay,
    "settle": loops.stay,
    "judge": heights.judge_heights,
    "whole": heights.by_closed_kernel,
    "accelerate": heights.no_other_way,
    "complete": heights.nothing_to_complete,
    "write": heights.write,
    **{kernel: kernel for kernel in CLOSED},
}
"""... and of one in closed form."""
LARGE = (
    large.choose_large,
    large.pivot_of_large,
    large.along_last,
    large.factor_large,
    large.step_of_large,
)
"""What only mechanisms with large blocks of rows call: compiled apart, so that the others need not."""
LARGE_BY_LEVEL = (levels.choose_large_by_level, *LARGE[1:])
"""The same where some rows are rows of velocities."""


@cache
def loops_around(
    integrator: Integrator,
    kernel: str = "",
    is_straight: bool = False,
    is_large: bool = True,
    *,
    is_guarded: bool = False,
    is_checked: bool = False,
    under_loads: bool = False,
    has_slips: bool = False,
    in_sides: bool = False,
    is_shared: bool = False,
) -> Loops:
    """The loops around one integrator; the same for every mechanism of a kind.

    Args:
        integrator: the method.
        kernel: of a mechanism without rows, the one that gives accelerations: "forward" or "dynamics"; "": it has rows.
        is_straight: whether a kernel "derivative" does all of a right-hand side.
        is_large: whether there are large blocks of rows.
        is_guarded: whether the laws of its forces have pieces that the integrator has to know of.
        is_checked: whether subscripts are looked at.
        under_loads: whether forces depend on the loads of joints.
        has_slips: whether there are rows of velocities.
        in_sides: whether these forces are sums of absolute values of loads.
        is_shared: whether some of them take the least loads where rows share them.
    """
    bind: Bound = {name: name for name in ((*OPEN, kernel) if kernel else KERNELS)}
    bind |= _callbacks(integrator, is_guarded)
    bind |= {"complete": complete}
    bind |= WITHOUT_ROWS if kernel else {**WITH_ROWS, **(BY_LEVEL if has_slips else OF_POSITIONS)}
    bind["accelerate"] = accelerate_under_loads if under_loads else ACCELERATE[kernel or "dynamics"]
    if under_loads:
        bind |= {**UNDER_LOADS, **(IN_SIDES if in_sides else {"count": no_sides})}
        bind["share"] = share_loads if is_shared else share_nothing
    bind |= {"whole": by_one_kernel, "derivative": "derivative"} if is_straight else {"whole": by_no_kernel}
    entries: list[Callable[..., object]] = [integrator.integrate, loops.begin, loops.write, loops.rhs]
    if kernel:
        return Loops(entries, bind, is_checked=is_checked)
    apart = LARGE_BY_LEVEL if has_slips else LARGE
    beside = Loops(apart, {}, is_checked=is_checked) if is_large else None
    return Loops(entries, bind, elsewhere=apart, beside=beside, is_checked=is_checked)


@cache
def loops_in_closed_form(integrator: Integrator, *, is_guarded: bool, is_checked: bool) -> Loops:
    """The loops around one integrator, for mechanisms in closed form; see `loops_around`."""
    bind = _callbacks(integrator, is_guarded) | IN_CLOSED_FORM
    if is_guarded:
        bind |= {"guard": heights.guard_all, "turning": "turning"}
    entries: list[Callable[..., object]] = [integrator.integrate, loops.begin, heights.write, loops.rhs]
    return Loops(entries, bind, is_checked=is_checked)


def _callbacks(integrator: Integrator, is_guarded: bool) -> Bound:
    """What an integrator needs, and how the loops give it."""
    given: Bound = {"rhs": loops.rhs, "accept": loops.accept, "write": loops.write}
    given["guard"] = guard if is_guarded else no_guard
    unknown = [name for name in integrator.needs if name not in given]
    if unknown:
        raise CompileError(
            f"method '{integrator.name}' needs '{unknown[0]}', and the loops give: {', '.join(given)}"
        )
    return {name: given[name] for name in integrator.needs} | ({"guards": "guards"} if is_guarded else {})


def linked(equations: Equations, integrator: Integrator) -> tuple[list[Kernel | Rolled], Loops]:
    """The kernels that are needed to simulate, and the loops around them."""
    is_guarded = watched(equations, integrator) > 0
    if equations.leading is not None:
        names = (*CLOSED, *(("guards", "turning") if is_guarded else ()))
        around = loops_in_closed_form(integrator, is_guarded=is_guarded, is_checked=is_checked())
        return [equations.kernels[k] for k in names], around
    whole = derivative(equations)
    extra: list[Kernel | Rolled] = [whole] if whole else []
    if is_guarded:
        extra.append(equations.kernels["guards"])
    under_loads = bool(equations.pushes)
    if under_loads:
        extra += [equations.kernels[k] for k in ("implied", "pushes")]
        extra.append(equations.tangent("implied", MOVED_BY_EFFORTS))
    in_sides = bool(equations.sides)
    if in_sides:
        extra.append(equations.kernels["sides"])
    kind = {
        "is_guarded": is_guarded,
        "is_checked": is_checked(),
        "under_loads": under_loads,
        "in_sides": in_sides,
        "is_shared": equations.shares_loads and bool(equations.rows),
    }
    if not is_open(equations):
        is_large = any(not block.is_dense for block in split(equations).blocks)
        slips = position_rows(equations) < len(equations.rows)
        around = loops_around(integrator, "", whole is not None, is_large, has_slips=slips, **kind)
        return [*(equations.kernels[k] for k in KERNELS), *extra], around
    kernel = next(k for k in ACCELERATE if k in equations.kernels)
    around = loops_around(integrator, kernel, whole is not None, False, **kind)
    return [*(equations.kernels[k] for k in (*OPEN, kernel)), *extra], around


NOT_IN_STAGES = ("output", "guards", "heights", "publish", "turning")
"""Kernels that are not asked at stages of a step."""
WITHIN = ("rates", "dynamics", "flows")
"""Kernels that "derivative" is made of."""


def read_by(kernels: Sequence[Kernel | Rolled], size: int) -> int:
    """How many entries of the state, from its first on, stages of a step need.

    Quadratures mostly are behind those: what is counted along does not move anything. Loops over tables are believed to
    read all.
    """
    needed = 0
    is_whole = any(kernel.name == "derivative" for kernel in kernels)
    for kernel in kernels:
        if kernel.name in NOT_IN_STAGES or (is_whole and kernel.name in WITHIN):
            continue
        if not isinstance(kernel, Kernel):
            return size
        nodes = {*order(kernel.results)}
        state = next((symbols for name, symbols in kernel.inputs if name == "x"), ())
        needed = max([needed, *(k + 1 for k, symbol in enumerate(state) if symbol in nodes)])
    return needed


def is_checked() -> bool:
    """Whether the loops look at their subscripts: a mode for debugging them, asked for in the environment."""
    return os.environ.get("SARRUS_BOUNDS", "") == "1"


def watched(equations: Equations, integrator: Integrator) -> int:
    """How many functions of the state an integrator watches: none, if it needs no guards."""
    return len(equations.guarded) if "guard" in integrator.needs else 0


REFINED = 3.0
"""Seconds left to quick code from which good code, which needs half of them, is worth the second or two of making it."""


class Machine:
    """Compiled code of one mechanism in one formulation, with its memory.

    Args:
        equations: of the mechanism.
        integrator: the method.
        in_haste: whether code of great variety may be slow at first; whoever asks for that calls `refine` on the way.
    """

    @no_collection()
    def __init__(self, equations: Equations, integrator: Integrator, in_haste: bool = False) -> None:
        self.equations = equations
        self.integrator = integrator
        # Kernels first: what they need of the memory is known once they are there.
        kernels, around = linked(equations, integrator)
        self.memory = lay_out(equations)
        program = self._program = Program(kernels, around, in_haste=in_haste)
        self._begin = program.function("begin")
        self._write = program.function("write")
        self._integrate = program.function(integrator.integrate.__name__)
        self._room = integrator.room(equations.size, self.guards)
        self.read = read_by(kernels, equations.size)

    def refine(self, seconds: float) -> None:
        """Take the time for good code, where the present one was made in haste and has so much to do yet [s]."""
        if seconds > REFINED and self._program.is_quick:
            self._program.refine()

    @property
    def guards(self) -> int:
        """How many functions of the state the integrator watches."""
        return watched(self.equations, self.integrator)

    @property
    def rank(self) -> int:
        """Independent rows, the most seen so far."""
        return self.memory.rank

    @property
    def dropped(self) -> list[str]:
        """Names of the rows left out at present because others imply them."""
        return [r.name for r, a in zip(self.equations.rows, self.memory.active, strict=True) if not a]

    @property
    def pivot(self) -> float:
        """Smallest relative pivot of the scaled G at the last accepted state."""
        return self.memory.sigma

    @property
    def is_pushed(self) -> bool:
        """Whether drivers asked for a motion along the direction that was hardest to move in."""
        return self.memory.push > PUSHED

    @property
    def worst_part(self) -> int:
        """Number of the part of the model with the smallest pivot."""
        blocks = split(self.equations).blocks
        if not blocks:
            return 0
        first = blocks[self.memory.worst_block].rows[0]
        return self.equations.scales.parts.of_element[self.equations.rows[first].owner]

    @property
    def least_pivot(self) -> float:
        """Smallest relative pivot of the scaled G at any accepted state; small means near a singular pose."""
        return self.memory.least_sigma

    @property
    def worst_gap(self) -> float:
        """Largest residual of a row at any output [m or 1]."""
        return self.memory.worst_gap

    @property
    def worst_rate(self) -> float:
        """Largest residual of a row's rate at any output [m/s or 1/s]."""
        return self.memory.worst_rate

    @property
    def stage_steps(self) -> int:
        """Steps whose stages were put onto the manifold."""
        return self.memory.stage_steps

    def begin(self, t: float, x: Floats, tolerance: float = 0.0) -> int:
        """Choose rows and project a start state in place.

        Args:
            t, x: time and state.
            tolerance: of the steps to come; those that leave the constraints by far more are not believed. 0: all are.
        """
        self.memory.clear()
        for block in self.memory.blocks:
            block.clear()
        self.memory.tolerance = tolerance
        if self.memory.tied.any():
            measure_rows(self.equations, self.memory, t, x)
        return int(self._begin(t, x, self.memory))

    def integrate(self, run: Integration) -> int:
        """Go on with a run; see `sarrus.solvers.integrators.base`."""
        return int(self._integrate(run, self._room, self.memory))

    def evaluate(self, t: float, x: Floats) -> tuple[int, Floats]:
        """One output row at a state; x is projected in place."""
        row = np.zeros(self.equations.width)
        return int(self._write(t, x, row, self.memory)), row
