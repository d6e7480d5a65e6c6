"""The derivative of what a kernel solves for.

    r(x, a) = 0,   r = M a - f,   M symmetric:      da/dx = - M^-1 dr/dx

The kernel that solves also tells what further efforts do: its rates along these are the columns of M^-1, which are its rows
as well. Each row, taken as weights of r and carried backwards, gives a row of da/dx. Neither M nor a factor of it is formed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sarrus.scalar.differentials.adjoint import adjoint_steps
from sarrus.scalar.differentials.groups import LANES
from sarrus.scalar.differentials.plans import Derivation, FlatStep, Placing, flat_steps
from sarrus.scalar.differentials.tangent import tangent_steps
from sarrus.scalar.lines import on_lines
from sarrus.scalar.rolled import Cell, Rolled
from sarrus.scalar.vectors import Floats


@dataclass(frozen=True)
class SolutionJacobian:
    """Rows of da/dx, some at a time.

    Attributes:
        kernel: fills w.x, block by block: entry j of the row of a lane stands at `j lanes + lane`.
        seeds: what it is given for d.tau.
        count: how many rows there are.
    """

    kernel: Rolled
    seeds: Floats
    count: int

    def __call__(self, *groups: Any) -> list[Floats]:
        """The matrix by each array that it is differentiated by.

        Args:
            groups: what the kernel that solves is given, constants last.
        """
        *given, constants = groups
        found = self.kernel(*given, self.seeds, constants)
        lanes = self.kernel.lanes
        times = -(-self.count // lanes)
        blocks = [np.asarray(rows, dtype=float).reshape(times, -1, lanes) for rows in found]
        return [b.transpose(0, 2, 1).reshape(times * lanes, -1)[: self.count] for b in blocks]


def solution_jacobian(
    solving: Rolled, effort: str, missing: Rolled, unknown: str, wrt: Sequence[str], lanes: int = LANES
) -> SolutionJacobian:
    """The derivative of what a kernel solves for.

    Args:
        solving: gives the unknowns.
        effort: its input of further efforts.
        missing: what the equations miss by, for any unknowns.
        unknown: its input of these.
        wrt: its inputs to differentiate by.
        lanes: rows at a time.
    """
    (answer, places), (left, _) = solving.outputs[0], missing.outputs[0]
    first = flat_steps(solving)
    second = _renamed(flat_steps(missing), unknown, answer)
    together = [*first, *_without(first, second)]
    count = len(places)
    both = replace(solving, outputs=(*solving.outputs, *missing.outputs))
    along, back = Placing(both, "d", lanes), Placing(both, "w", lanes)
    room = along.first
    along.between = {answer: room}
    back.between = {left: room}
    along.first = room + count * lanes
    rates, _ = tangent_steps(both, first, [effort], along)
    backward, moving = adjoint_steps(both, second, wrt, [left], back)
    times = -(-count // lanes)
    seeds = np.zeros((times, count, lanes))
    for i in range(count):
        seeds[i // lanes, i, i % lanes] = -1.0
    name = f"{solving.name}.jacobian.{'.'.join(wrt)}"
    inputs = [(f"d.{effort}", range(count * lanes))]
    outputs = [(f"w.{array}", range(len(moving[array]) * lanes)) for array in wrt]
    made = Derivation(both, together, [(along, rates), (back, backward)])
    return SolutionJacobian(made.rolled(name, inputs, outputs, times), on_lines(seeds.ravel()), count)


def _renamed(steps: Sequence[FlatStep], name: str, to: str) -> list[FlatStep]:
    """Steps that read one array in place of another."""
    known: dict[int, Cell] = {}
    found = []
    for step in steps:
        if any(array == name for array, _, _ in step.reads):
            cell = known.get(id(step.cell))
            if cell is None:
                arrays = tuple(to if array == name else array for array in step.cell.arrays)
                cell = known[id(step.cell)] = Cell(step.cell.kernel, arrays)
            reads = tuple((to if array == name else array, at, n) for array, at, n in step.reads)
            found.append(replace(step, cell=cell, reads=reads))
        else:
            found.append(step)
    return found


def _without(done: Sequence[FlatStep], steps: Sequence[FlatStep]) -> list[FlatStep]:
    """Steps that were not done before, in sweeps behind those that were."""
    known = {(id(step.cell), step.places) for step in done}
    behind = max(step.sweep for step in done) + 1
    return [
        replace(step, sweep=behind + step.sweep)
        for step in steps
        if (id(step.cell), step.places) not in known
    ]
