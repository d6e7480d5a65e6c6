"""Compiled kernels that are called by themselves, again and again, from Python: no loop is around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from sarrus.mechanics import Equations
from sarrus.scalar.linking import Program
from sarrus.scalar.rolled import Rolled
from sarrus.solvers.arrays import Floats

__all__ = ["KernelsAlone"]


class KernelsAlone:
    """Some kernels of a mechanism, compiled.

    What they are given lies in `given`, by the names of the arrays (t, x, vdot, lam, u, step): whoever calls fills it
    before. What they fill is kept by name until the next call: copy what is to stay.

    Args:
        equations: of the mechanism.
        names: of the kernels.
    """

    def __init__(self, equations: Equations, names: Iterable[str]) -> None:
        kernels = {name: equations.kernels[name] for name in names}
        program = Program(kernels.values())
        constants = np.array(equations.constants, dtype=float)  # known behind the kernels
        self.given: dict[str, Floats] = {"u": np.array([i.start for i in equations.inputs])}
        self._calls: dict[str, tuple[Callable[[], None], list[Floats]]] = {}
        for name, kernel in kernels.items():
            own = {"c": constants}
            if isinstance(kernel, Rolled):
                own |= {"work": kernel.memory.work, "plan": kernel.memory.plan.view(np.float64)}
            for group, places in kernel.inputs:
                if group not in own:
                    self.given.setdefault(group, np.zeros(len(places)))
            arrays = [own[group] if group in own else self.given[group] for group, _ in kernel.inputs]
            filled = [np.zeros(len(places)) for _, places in kernel.outputs]
            self._calls[name] = program.bound(kernel.name, *arrays, *filled), filled

    def __call__(self, name: str) -> list[Floats]:
        """Evaluate a kernel at what is given."""
        call, filled = self._calls[name]
        call()
        return filled
