"""What the program costs, as ratios within one run, with the error beside the time.

Times are the smallest of several repeats; on a shared machine only the ratios mean something.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import sarrus
from sarrus.analysis.program.machine import KERNELS, Machine, loops_around
from sarrus.analysis.start import find_start, in_formulation
from sarrus.equations import formulate
from sarrus.scalar.llvm import Target
from sarrus.scalar.program import Program, compile_object, link
from sarrus.solvers.integrators import DOP853

MODEL = Path(__file__).parent.parent / "examples" / "four-bar.yaml"


def best(function: Callable[[], object], repeats: int = 7) -> float:
    """Smallest time of a call [s]."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        function()
        times.append(time.perf_counter() - begin)
    return min(times)


def starts() -> None:
    """A fresh process: import, load, compile, 10 s of motion; then the same with the object cached."""
    code = f"import sarrus; sarrus.simulate(sarrus.load({str(MODEL)!r}), until=10)"
    with tempfile.TemporaryDirectory() as folder:
        for label in ("cold start", "cached start"):
            environment = {**os.environ, "SARRUS_CACHE": f"{folder}/cache"}
            begin = os.times()
            subprocess.run([sys.executable, "-c", code], check=True, env=environment)
            end = os.times()
            used = end.children_user + end.children_system - begin.children_user - begin.children_system
            print(f"{label:<40} {used:8.2f} s CPU")


def compiling() -> None:
    """Kernels and loops of the four-bar, from text to machine code."""
    equations = formulate(sarrus.load(MODEL).snapshot())
    loops = loops_around(DOP853)
    for label, text in (
        ("compile kernels", link([equations.kernels[k] for k in KERNELS])),
        ("compile kernels and loops", link([equations.kernels[k] for k in KERNELS], loops)),
    ):
        print(f"{label:<40} {1e3 * best(lambda text=text: compile_object(text), 3):8.0f} ms")


def motion() -> None:
    """Ten seconds of the four-bar, both formulations: time against the error at the end."""
    model = sarrus.load(MODEL)
    exact = sarrus.simulate(model, until=10, rows=2, rtol=1e-13, atol=1e-13)["A.theta"][-1]
    found = find_start(model.snapshot())
    for formulation in ("relative", "absolute"):
        for rtol in (1e-6, 1e-9):
            run = sarrus.simulate(model, until=10, rows=2, rtol=rtol, atol=rtol, formulation=formulation)
            error = abs(run["A.theta"][-1] - exact)
            equations, x = in_formulation(found, formulation)
            machine = Machine(equations, DOP853)
            seconds = best(lambda m=machine, e=equations, x0=x, r=rtol: _integrate(m, e, x0.copy(), r))
            label = f"four-bar 10 s, {formulation}, rtol {rtol:g}"
            print(
                f"{label:<40} {1e3 * seconds:8.2f} ms   error {error:.1e} rad   {run.evidence['steps']} steps"
            )


def _integrate(machine: Machine, equations: sarrus.equations.Equations, x: np.ndarray, rtol: float) -> None:
    from sarrus.solvers.integrators.base import CONTROL_SIZE, COUNTS_SIZE

    machine.begin(0.0, x)
    n, n_error = equations.size, len(equations.coordinates) + len(equations.speeds)
    times, rows = np.array([0.0, 10.0]), np.zeros(2 * equations.width)
    machine.integrate(
        n, n_error, x, 10.0, rtol, np.full(n_error, rtol), times, 2, rows, equations.width, np.zeros(CONTROL_SIZE),
        np.zeros(COUNTS_SIZE, dtype=np.int64), 10**6, np.zeros(DOP853.work_size(n)),
        machine.memory.data, machine.memory.tables,
    )  # fmt: skip


def kernels() -> None:
    """One evaluation of the equations: interpreted, compiled, and on lanes (calls from Python included in all)."""
    kernel = formulate(sarrus.load(MODEL).snapshot()).kernels["dynamics"]
    sizes = [len(nodes) for _, nodes in (*kernel.inputs, *kernel.outputs)]
    arrays = [np.random.default_rng(0).uniform(0.5, 1.5, n) for n in sizes]
    inputs = arrays[: len(kernel.inputs)]
    interpreted = best(lambda: [kernel(*inputs) for _ in range(100)]) / 100
    lanes = 8
    program = Program([kernel], wide=[(kernel, Target(lanes=lanes))])
    scalar, wide = program.function("dynamics"), program.function(Target(lanes=lanes).symbol("dynamics"))
    many = [np.repeat(a, lanes) for a in arrays]
    one = best(lambda: [scalar(*arrays) for _ in range(5000)]) / 5000
    eight = best(lambda: [wide(*many) for _ in range(5000)]) / 5000
    print(
        f"{'dynamics kernel, compiled':<40} {1e6 * one:8.2f} us   interpreted is {interpreted / one:.0f} times as long"
    )
    print(
        f"{'dynamics kernel, 8 lanes':<40} {1e6 * eight:8.2f} us   {lanes * one / eight:.1f} scalar calls' worth"
    )


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, sarrus {sarrus.__version__}; smallest of repeats\n")
    starts()
    compiling()
    motion()
    kernels()
