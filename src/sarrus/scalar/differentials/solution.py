"""The derivative of what a kernel solves for.

    r(x, a) = 0,   r = M a - f,   M symmetric:      da/dx = - M^-1 dr/dx

The kernel that solves also tells what further efforts do: its rates along these are the columns of M^-1, which are its rows
as well. Each row, taken as weights of r and carried backwards, gives a row of da/dx. Neither M nor a factor of it is formed.
Weights w of a are carried back as - M^-1 w, weights of r: the adjoint of r is far cheaper than that of the solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sarrus.scalar.differentials.adjoint import adjoint_steps
from sarrus.scalar.differentials.groups import LANES
from sarrus.scalar.differentials.plans import (
    Derivation,
    FlatStep,
    Placing,
    flat_steps,
    negated,
    nothing,
)
from sarrus.scalar.differentials.tangent import tangent_steps
from sarrus.scalar.lines import on_lines
from sarrus.scalar.rolled import Cell, Rolled, Sweep
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
    pair = _Pair(solving, missing, unknown)
    count, both = pair.count, pair.both
    along, back = Placing(both, "d", lanes), Placing(both, "w", lanes)
    along.between = {pair.answer: along.first}
    back.between = {pair.left: along.first}
    along.first += count * lanes
    rates, _ = tangent_steps(both, pair.first, [effort], along)
    backward, moving = adjoint_steps(both, pair.second, wrt, [pair.left], back)
    times = -(-count // lanes)
    seeds = np.zeros((times, count, lanes))
    for i in range(count):
        seeds[i // lanes, i, i % lanes] = -1.0
    name = f"{solving.name}.jacobian.{'.'.join(wrt)}"
    inputs = [(f"d.{effort}", range(count * lanes))]
    outputs = [(f"w.{array}", range(len(moving[array]) * lanes)) for array in wrt]
    made = Derivation(both, pair.together, [(along, rates), (back, backward)])
    return SolutionJacobian(made.rolled(name, inputs, outputs, times), on_lines(seeds.ravel()), count)


def solution_adjoint(
    solving: Rolled, effort: str, missing: Rolled, unknown: str, wrt: Sequence[str], of: Rolled, lanes: int
) -> Rolled:
    """Weights of what a kernel solves for, carried back: the adjoint of the same kernel without further efforts.

    Args:
        solving, effort, missing, unknown, wrt: as for `solution_jacobian`.
        of: the kernel without further efforts.
        lanes: how many sets of weights at a time.
    """
    pair = _Pair(solving, missing, unknown)
    count = pair.count
    both = replace(pair.both, inputs=of.inputs)
    along, back = (Placing(both, prefix, lanes) for prefix in "dw")
    no_effort = along.keep(effort, count)
    back.keep(effort, count)
    directions = along.first
    along.between = {effort: directions, pair.answer: directions + count * lanes}
    back.between = {pair.left: directions + count * lanes}
    along.first += 2 * count * lanes
    rates, _ = tangent_steps(both, pair.first, [effort], along)
    backward, moving = adjoint_steps(both, pair.second, wrt, [pair.left], back)
    ((filled, _),) = of.outputs
    weights = f"w.{filled}"
    turned = Sweep(cells=[negated(weights, lanes)])
    turned.steps = [(0, (i * lanes, directions + i * lanes)) for i in range(count)]
    rest = Sweep(cells=[nothing("work", 1)], steps=[(0, (no_effort + i,)) for i in range(count)])
    inputs = [(weights, range(count * lanes))]
    outputs = [(f"w.{array}", range(len(moving[array]) * lanes)) for array in wrt]
    made = Derivation(both, pair.together, [(along, rates), (back, backward)], before=(rest, turned))
    return made.rolled(f"{of.name}.w.{'.'.join(wrt)}", inputs, outputs)


class _Pair:
    """A kernel that solves, and one that tells what its equations miss by, at what the first one found.

    Attributes:
        answer, left: arrays that they fill.
        first, second: their steps.
        together: those that make both.
        both: a kernel that fills both arrays.
        count: of the unknowns.
    """

    def __init__(self, solving: Rolled, missing: Rolled, unknown: str) -> None:
        (self.answer, places), (self.left, _) = solving.outputs[0], missing.outputs[0]
        self.first = flat_steps(solving)
        self.second = _renamed(flat_steps(missing), unknown, self.answer)
        self.together = [*self.first, *_without(self.first, self.second)]
        self.both = replace(solving, outputs=(*solving.outputs, *missing.outputs))
        self.count = len(places)


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
