"""The loops as they stand in Python and as they are compiled: the same numbers."""

from functools import partial

import numpy as np
import pytest

import sarrus
from sarrus.analysis.start import find_start, in_formulation
from sarrus.program import blocks, loops, straight
from sarrus.program.machine import KERNELS, Machine
from sarrus.program.memory import lay_out
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.integrators.base import CONTROL_SIZE, COUNTS_SIZE, no_guard


def parallelogram():
    """Starts near its flat pose, so that stages are put onto the manifold too."""
    m = sarrus.Mechanism("parallelogram", plane="xy")
    m.ground.point("D", (1.0, 0))
    for name in ("crank", "coupler", "rocker"):
        m.add(sarrus.Body(name, sarrus.Rod(length=1.0, mass=1)))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "coupler.start"))
    m.add(sarrus.Revolute("C", "coupler.end", "rocker.end"))
    m.add(sarrus.Revolute("D", "ground.D", "rocker.start"))
    m.add(sarrus.Gravity("weight", (0, -9.81)))
    m.start(fixed={"A.theta": 0.1, "A.theta_dot": -2.0}, guess={"D.theta": 0.1, "B.theta": -0.1})
    return m


def ball():
    m = sarrus.Mechanism("ball")
    m.add(sarrus.Body("top", mass=1, center=(0, 0.5, 0), inertia=(0.1, 0.2, 0.15)))
    m.add(sarrus.Spherical("ball", "ground", "top"))
    m.add(sarrus.Gravity("weight", (0, 0, -9.81)))
    m.start(fixed={"ball.a2_dot": 5.0, "ball.a1_dot": 1.0, "ball.a3_dot": 0.0})
    return m


def in_python(equations, x, arguments):
    """Run the integrator under CPython on interpreted kernels."""
    memory = lay_out(equations)
    bound = {}
    for name in KERNELS:
        kernel = equations.kernels[name]

        def call(*arrays, kernel=kernel):
            count = len(kernel.inputs)
            sizes = [len(symbols) for _, symbols in kernel.inputs]
            given = [a[:n] for a, n in zip(arrays[:count], sizes, strict=True)]
            for out, values in zip(arrays[count:], kernel(*given), strict=True):
                out[: len(values)] = values

        bound[name] = call
    need = {
        "rhs": ("dynamics", "rates", "flows", "closure", "retract"),
        "accept": ("closure", "retract"),
        "write": ("dynamics", "closure", "retract", "output"),
    }
    callbacks = {n: partial(getattr(loops, n), **{k: bound[k] for k in names}) for n, names in need.items()}
    begun = loops.begin(
        0.0, x, memory.data, memory.tables, bound["dynamics"], bound["closure"], bound["retract"]
    )
    assert begun == 0
    return DOP853.integrate(
        equations.size,
        equations.size,
        x,
        *arguments,
        memory.data,
        memory.tables,
        *callbacks.values(),
        no_guard,
    )


@pytest.mark.parametrize("dense", [blocks.DENSE, 0], ids=["dense", "sparse"])
@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("build", [parallelogram, ball])
def test_python_and_compiled_loops_agree(build, formulation, dense, monkeypatch):
    """Blocks of rows are dense matrices or sparse ones; a limit of 0 makes all of them sparse.

    Derivatives by parts: one kernel for all of them rounds differently (`test_straight.py`).
    """
    monkeypatch.setattr(blocks, "DENSE", dense)
    monkeypatch.setattr(straight, "MOST_UPDATES", -1)
    equations, x = in_formulation(find_start(build().snapshot()), formulation)
    n, times = equations.size, np.linspace(0.0, 0.2, 5)

    def arguments():
        rows, control, counts = (
            np.zeros(5 * (equations.width + 1)),
            np.zeros(CONTROL_SIZE),
            np.zeros(COUNTS_SIZE, int),
        )
        work = np.zeros(DOP853.work_size(n, 0))
        return [0.2, 1e-8, np.full(n, 1e-8), times, 5, rows, equations.width, control, counts, 1000, work]

    interpreted, one = arguments(), x.copy()
    assert in_python(equations, one, interpreted) == 0
    compiled, two = arguments(), x.copy()
    machine = Machine(equations, DOP853)
    assert machine.begin(0.0, two) == 0
    status = machine.integrate(n, n, two, *compiled, machine.memory.data, machine.memory.tables)
    assert status == 0
    # libm and LLVM round alike on one machine; what is left is the sign of zero and sums LLVM may not reorder
    np.testing.assert_allclose(one, two, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(interpreted[5], compiled[5], rtol=1e-10, atol=1e-10)
    assert (interpreted[8] == compiled[8]).all(), "different numbers of steps or evaluations"
