"""Tangents: rates of the outputs of a kernel along directions of some inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from sarrus.scalar.derivative import along
from sarrus.scalar.differentials.cells import CellTangent, Masks
from sarrus.scalar.differentials.groups import before_memory, prefix_for, require_inputs
from sarrus.scalar.differentials.plans import (
    Derivation,
    Flags,
    FlatStep,
    Placing,
    ShadowStep,
    flags_for,
    flat_steps,
)
from sarrus.scalar.graph import Node, order
from sarrus.scalar.kernel import Group, Kernel
from sarrus.scalar.rolled import Rolled
from sarrus.scalar.tables import entry_in, entry_of


@overload
def tangent(kernel: Kernel, wrt: Sequence[str], lanes: int = 1) -> Kernel: ...


@overload
def tangent(kernel: Rolled, wrt: Sequence[str], lanes: int = 1) -> Rolled: ...


def tangent(kernel: Kernel | Rolled, wrt: Sequence[str], lanes: int = 1) -> Kernel | Rolled:
    """The kernel of the rates of all outputs.

    Args:
        kernel: what is differentiated.
        wrt: names of the inputs that move.
        lanes: how many directions at a time.
    """
    require_inputs(kernel, wrt)
    if isinstance(kernel, Kernel):
        return _straight(kernel, wrt, lanes)
    return looped_tangent(kernel, wrt, lanes)


def _straight(kernel: Kernel, wrt: Sequence[str], lanes: int) -> Kernel:
    d = prefix_for(kernel, "d")
    direction: dict[Node, Node | float] = {}
    moved: list[Group] = []
    given = dict(kernel.inputs)
    for name in wrt:
        ds = tuple(s.graph.symbol(f"{d}.{name}.{i}") for i, s in enumerate(given[name]))
        direction |= zip(given[name], ds, strict=True)
        moved.append((f"{d}.{name}", ds))
    results = kernel.results
    for n in order(results):
        group = entry_of(n)[1] or kernel.numbers if n.op == "entry" else ""
        if group in wrt:
            direction[n] = entry_in(n, f"{d}.{group}")
    rates = iter(along(results, direction))
    outputs = tuple((f"{d}.{name}", tuple(next(rates) for _ in nodes)) for name, nodes in kernel.outputs)
    wide = {name for name, _ in (*moved, *outputs)} if lanes > 1 else set()
    name = f"{kernel.name}.{d}.{'.'.join(wrt)}"
    inputs = before_memory(kernel.inputs, moved)
    return Kernel(name, inputs, outputs, kernel.fused, kernel.numbers, frozenset(wide), lanes)


def looped_tangent(
    kernel: Rolled, wrt: Sequence[str], lanes: int, times: int = 1, steps: Sequence[FlatStep] | None = None
) -> Rolled:
    """The same for a kernel of loops, for several sets of directions one after the other.

    Args:
        kernel, wrt, lanes: as for `tangent`.
        times: how many sets of directions there are; they stand one behind the other, and so do the rates.
        steps: of the kernel, where they are known.
    """
    d = prefix_for(kernel, "d")
    steps = flat_steps(kernel) if steps is None else steps
    placing = Placing(kernel, d, lanes)
    rates, moving = tangent_steps(kernel, steps, wrt, placing)
    inputs = [(f"{d}.{name}", range(len(moving[name]) * lanes)) for name in wrt]
    outputs = [(f"{d}.{name}", range(len(places) * lanes)) for name, places in kernel.outputs]
    name = f"{kernel.name}.{d}.{'.'.join(wrt)}"
    return Derivation(kernel, steps, [(placing, rates)]).rolled(name, inputs, outputs, times)


def tangent_steps(
    kernel: Rolled, steps: Sequence[FlatStep], wrt: Sequence[str], placing: Placing
) -> tuple[list[ShadowStep], Flags]:
    """Steps about rates, and which numbers move."""
    moving = flags_for(kernel, steps)
    for name in wrt:
        moving[name][:] = b"\1" * len(moving[name])
    known: dict[tuple[int, Masks], CellTangent] = {}
    rates: list[ShadowStep] = []
    for step in steps:
        masks = tuple(bytes(moving[a][p : p + n]) for a, p, n in step.reads)
        if not any(map(any, masks)):
            continue
        key = (id(step.cell), masks)
        found = known.get(key)
        if found is None:
            found = known[key] = CellTangent(step, masks, placing)
        for (a, p, n), mask in zip(step.writes, found.moving, strict=True):
            moving[a][p : p + n] = mask
        if found.writes:
            rates.append(found.instance(step))
    return rates, moving
