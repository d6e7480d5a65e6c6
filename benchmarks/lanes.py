"""A kernel on lanes against the same kernel on one set of numbers, both called in a compiled loop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

import sarrus
from benchmarks.arrays import Floats
from sarrus.mechanics import formulate
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.lines import on_lines
from sarrus.scalar.linking import Program
from sarrus.scalar.subset import translate
from sarrus.scalar.target import Target

FOUR_BAR = Path(__file__).parents[1] / "examples" / "four-bar.yaml"
GROUPS = ("t", "x", "u", "c", "work", "plan", "M", "f", "G", "beta")


def spin(
    n: int,
    t: Floats,
    x: Floats,
    u: Floats,
    c: Floats,
    work: Floats,
    plan: Floats,
    M: Floats,
    f: Floats,
    G: Floats,
    beta: Floats,
    dynamics: Callable[..., None],
) -> int:
    """Evaluate a kernel n times. Restricted Python."""
    for _ in range(n):
        dynamics(t, x, u, c, work, plan, M, f, G, beta)
    return n


def kernel() -> Kernel:
    """M, f, G and beta of the four-bar, straight-line code: only that runs on lanes."""
    found = formulate(sarrus.load(FOUR_BAR).snapshot(), "relative", rolled=False).kernels["dynamics"]
    names = tuple(name for name, _ in (*found.inputs, *found.outputs))
    if not isinstance(found, Kernel) or names != GROUPS:
        raise TypeError(f"the kernel of the four-bar has the groups {', '.join(names)}")
    return found


def contenders(widths: tuple[int, ...]) -> dict[int, Callable[[int], object]]:
    """Functions that evaluate the kernel n times, by the number of lanes; 1 is the scalar kernel."""
    code = kernel()
    random = np.random.default_rng(0)
    values = [random.uniform(0.5, 1.5, len(nodes)) for _, nodes in (*code.inputs, *code.outputs)]

    def caller(width: int) -> Callable[[int], object]:
        target = Target(lanes=width)
        loop = translate([spin], {"dynamics": target.symbol(code.name)})
        program = Program([], loop, [(code, target)])
        spinning, arrays = program.function("spin"), [on_lines(np.repeat(v, width)) for v in values]
        return lambda n: spinning(n, *arrays)

    return {width: caller(width) for width in (1, *widths)}
