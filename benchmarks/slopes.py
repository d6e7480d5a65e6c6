"""How derivatives of Sarrus are called by the clock: any kernel many times in a compiled loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.models import chain
from sarrus import Mechanism
from sarrus.mechanics import formulate
from sarrus.mechanics.base import Equations
from sarrus.records import Record
from sarrus.scalar import linking
from sarrus.scalar.lines import zeros_on_lines
from sarrus.scalar.rolled import Rolled
from sarrus.scalar.subset import translate


class Arrays(Record):
    """What a kernel is given and fills, in order; those behind its own are empty."""

    a: Floats
    x: Floats
    c: Floats
    d: Floats
    e: Floats
    f: Floats
    g: Floats
    h: Floats
    i: Floats
    j: Floats


def of_seven(n: int, s: Arrays, kernel: Callable[..., None]) -> int:
    """Evaluate a kernel of seven arrays n times. Restricted Python; the state creeps, so that none is the one before."""
    for _ in range(n):
        s.x[0] += 1e-15
        kernel(s.a, s.x, s.c, s.d, s.e, s.f, s.g)
    return 0


def of_eight(n: int, s: Arrays, kernel: Callable[..., None]) -> int:
    """The same for eight."""
    for _ in range(n):
        s.x[0] += 1e-15
        kernel(s.a, s.x, s.c, s.d, s.e, s.f, s.g, s.h)
    return 0


def of_nine(n: int, s: Arrays, kernel: Callable[..., None]) -> int:
    """The same for nine."""
    for _ in range(n):
        s.x[0] += 1e-15
        kernel(s.a, s.x, s.c, s.d, s.e, s.f, s.g, s.h, s.i)
    return 0


def of_ten(n: int, s: Arrays, kernel: Callable[..., None]) -> int:
    """The same for ten."""
    for _ in range(n):
        s.x[0] += 1e-15
        kernel(s.a, s.x, s.c, s.d, s.e, s.f, s.g, s.h, s.i, s.j)
    return 0


AROUND = {7: of_seven, 8: of_eight, 9: of_nine, 10: of_ten}


@dataclass(frozen=True)
class Repeated:
    """A kernel in a compiled loop.

    Attributes:
        inside: makes n evaluations.
        results: what it fills.
        seconds: CPU time of compiling it [s].
    """

    inside: Callable[[int], object]
    results: dict[str, Floats]
    seconds: float


def repeated(kernel: Rolled, given: dict[str, Floats]) -> Repeated:
    """A kernel with its arrays."""
    names = [name for name, _ in kernel.inputs] + [name for name, _ in kernel.outputs]
    around = AROUND[len(names)]
    results = {name: zeros_on_lines(len(places)) for name, places in kernel.outputs}
    memory = {"work": kernel.memory.work, "plan": kernel.memory.plan.view(np.float64)}
    every = {**given, **memory, **results}
    arrays = [np.ascontiguousarray(every[name], dtype=float) for name in names]
    arrays += [np.zeros(0)] * (10 - len(arrays))
    begin = time.process_time()
    function = linking.Program([kernel], translate([around], {"kernel": kernel.name})).function(
        around.__name__
    )
    seconds = time.process_time() - begin
    record = Arrays(**dict(zip("axcdefghij", arrays, strict=True)))

    def inside(n: int) -> object:
        return function(n, record) or arrays

    inside(1)
    return Repeated(inside, dict(zip(results, arrays[len(kernel.inputs) :], strict=False)), seconds)


class Chain:
    """A chain at its state, with all of its derivatives."""

    def __init__(self, count: int, build: Callable[[int], Mechanism]) -> None:
        self.count = count
        self.equations: Equations = formulate(build(count).snapshot(), "relative", rolled=True)
        q, v = chain.hinge_state(count)
        x = np.concatenate([q, v, np.zeros(self.equations.size - 2 * count)])
        self.given = {"t": np.zeros(1), "x": x, "u": np.zeros(0), "lam": np.zeros(0), "tau": np.zeros(count)}
        self.given["vdot"] = np.array(self.equations.evaluate("forward", [0.0], x)[0])

    def plain(self, name: str) -> Repeated:
        """A kernel itself."""
        return self._repeated(self.equations.kernels[name], {})

    def adjoint(self, name: str) -> Repeated:
        """One set of weights carried back to the state."""
        kernel = self.equations.adjoint(name, ("x",))
        assert isinstance(kernel, Rolled)
        (filled, places) = self.equations.kernels[name].outputs[0]
        return self._repeated(kernel, {f"w.{filled}": np.ones(len(places))})

    def jacobian(self, lanes: int) -> tuple[Repeated, Callable[[], Floats]]:
        """The derivative of the accelerations by the state, and how it is read."""
        from sarrus.scalar.differentials.solution import solution_jacobian

        kernels = self.equations.kernels
        driven, efforts = kernels["driven"], kernels["efforts"]
        assert isinstance(driven, Rolled)
        assert isinstance(efforts, Rolled)
        made = solution_jacobian(driven, "tau", efforts, "vdot", ("x",), lanes)
        found = self._repeated(made.kernel, {"d.tau": made.seeds})

        def dense() -> Floats:
            blocks = found.results["w.x"].reshape(-1, len(self.given["x"]), lanes)
            rows = blocks.transpose(0, 2, 1).reshape(-1, len(self.given["x"]))
            return rows[: self.count, : 2 * self.count]

        return found, dense

    def _repeated(self, kernel: object, more: dict[str, Floats]) -> Repeated:
        assert isinstance(kernel, Rolled)
        return repeated(kernel, {**self.given, **more, "c": np.array(self.equations.constants)})
