"""Adjoints: weights of the outputs of a kernel carried back to some inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from sarrus.errors import CompileError
from sarrus.scalar.derivative import gradient
from sarrus.scalar.differentials.cells import CellAdjoint, Masks, refuse_tables
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
from sarrus.scalar.differentials.tangent import tangent_steps
from sarrus.scalar.graph import Graph, Node
from sarrus.scalar.kernel import Group, Kernel
from sarrus.scalar.rolled import Rolled


@overload
def adjoint(kernel: Kernel, wrt: Sequence[str], lanes: int = 1) -> Kernel: ...


@overload
def adjoint(kernel: Rolled, wrt: Sequence[str], lanes: int = 1) -> Rolled: ...


def adjoint(kernel: Kernel | Rolled, wrt: Sequence[str], lanes: int = 1) -> Kernel | Rolled:
    """The kernel of weighted sums of the derivatives of all outputs.

    Args:
        kernel: what is differentiated.
        wrt: names of the inputs by which.
        lanes: how many sets of weights at a time.
    """
    require_inputs(kernel, wrt)
    if isinstance(kernel, Kernel):
        return _straight(kernel, wrt, lanes)
    return _looped(kernel, wrt, lanes)


def _straight(kernel: Kernel, wrt: Sequence[str], lanes: int) -> Kernel:
    w = prefix_for(kernel, "w")
    if kernel.numbers in wrt:
        refuse_tables(kernel)
    given = dict(kernel.inputs)
    asked = [(name, given[name]) for name in wrt]
    symbols = [s for _, group in asked for s in group]
    weights: list[Group] = []
    products: list[Node] = []
    for name, nodes in kernel.outputs:
        ws = tuple(n.graph.symbol(f"{w}.{name}.{i}") for i, n in enumerate(nodes))
        weights.append((f"{w}.{name}", ws))
        products += [x * n for x, n in zip(ws, nodes, strict=True)]
    graph = next((n.graph for n in (*symbols, *products)), Graph())
    slopes = iter(gradient(sum(products, graph.zero), symbols))
    outputs = tuple((f"{w}.{name}", tuple(next(slopes) for _ in group)) for name, group in asked)
    wide = {name for name, _ in (*weights, *outputs)} if lanes > 1 else set()
    name = f"{kernel.name}.{w}.{'.'.join(wrt)}"
    inputs = before_memory(kernel.inputs, weights)
    return Kernel(name, inputs, outputs, kernel.fused, kernel.numbers, frozenset(wide), lanes)


def _looped(kernel: Rolled, wrt: Sequence[str], lanes: int) -> Rolled:
    w = prefix_for(kernel, "w")
    steps, placing = flat_steps(kernel), Placing(kernel, w, lanes)
    filled = [name for name, _ in kernel.outputs]
    backward, moving = adjoint_steps(kernel, steps, wrt, filled, placing)
    inputs = [(f"{w}.{name}", range(len(places) * lanes)) for name, places in kernel.outputs]
    outputs = [(f"{w}.{name}", range(len(moving[name]) * lanes)) for name in wrt]
    name = f"{kernel.name}.{w}.{'.'.join(wrt)}"
    return Derivation(kernel, steps, [(placing, backward)]).rolled(name, inputs, outputs)


def adjoint_steps(
    kernel: Rolled, steps: Sequence[FlatStep], wrt: Sequence[str], filled: Sequence[str], placing: Placing
) -> tuple[list[ShadowStep], Flags]:
    """Steps about weights, the last of a kernel's steps first, and which numbers move with what is asked for."""
    _, moving = tangent_steps(kernel, steps, wrt, placing)
    begun = flags_for(kernel, steps)
    for name in filled:
        begun[name][:] = moving[name]
    known: dict[tuple[object, ...], CellAdjoint] = {}
    backward: list[ShadowStep] = []
    for step in reversed(steps):
        weighted = _both(begun, moving, step.writes)
        if not any(map(any, weighted)):
            continue
        for wanted in _apart(step, moving):
            if any(spot[0] in filled for spot, mask in zip(step.reads, wanted, strict=True) if any(mask)):
                raise CompileError(
                    f"kernel '{kernel.name}' reads what it has filled; it cannot be turned round"
                )
            old = tuple(bytes(begun[a][p : p + n]) for a, p, n in step.reads)
            key = (id(step.cell), weighted, wanted, old)
            found = known.get(key)
            if found is None:
                if "c" in wrt:
                    refuse_tables(step.cell.kernel)
                found = known[key] = CellAdjoint(step, weighted, wanted, old, placing)
            if found.writes:
                backward.append(found.instance(step))
                for array, at, n in backward[-1].written:
                    begun[array][at : at + n] = b"\1" * n
    return backward, moving


def _both(one: Flags, two: Flags, ranges: Sequence[tuple[str, int, int]]) -> Masks:
    """Where both flags are set."""
    return tuple(
        bytes(a & b for a, b in zip(one[array][at : at + n], two[array][at : at + n], strict=True))
        for array, at, n in ranges
    )


def _apart(step: FlatStep, moving: Flags) -> Iterator[Masks]:
    """Masks of the inputs whose weights are wanted, such that none lie on top of each other.

    What is added to keeps its weight: the sum has the same.
    """
    waiting = [k for k, spot in enumerate(step.reads) if spot not in step.writes]
    while waiting:
        taken: list[int] = []
        for k in waiting:
            if not any(_overlap(step.reads[k], step.reads[other]) for other in taken):
                taken.append(k)
        waiting = [k for k in waiting if k not in taken]
        masks = tuple(
            bytes(moving[a][p : p + n]) if k in taken else bytes(n) for k, (a, p, n) in enumerate(step.reads)
        )
        if any(map(any, masks)):
            yield masks


def _overlap(one: tuple[str, int, int], two: tuple[str, int, int]) -> bool:
    return one[0] == two[0] and one[1] < two[1] + two[2] and two[1] < one[1] + one[2]
