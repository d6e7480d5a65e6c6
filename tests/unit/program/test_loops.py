"""The loops as they stand in Python and as they are compiled: the same numbers."""

import inspect
from dataclasses import replace

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.errors import CompileError
from sarrus.program import blocks, loops, straight
from sarrus.program.machine import Machine, loops_around
from sarrus.program.memory import lay_out
from sarrus.solvers.integrators import DOP853, INTEGRATORS, RK4
from tests.under_cpython import callbacks, integration


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


def in_python(equations, run):
    """Run the integrator under CPython on interpreted kernels."""
    memory = lay_out(equations)
    bound = callbacks(equations, DOP853)
    begun = loops.begin(0.0, run.x, memory, bound["prepare"], bound["settle"])
    assert begun == 0
    room = DOP853.room(equations.size, 0)
    return DOP853.integrate(run, room, memory, *(bound[name] for name in DOP853.needs))


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
    interpreted, compiled = (integration(equations, x.copy(), 0.2, 5) for _ in range(2))
    assert in_python(equations, interpreted) == 0
    machine = Machine(equations, DOP853)
    assert machine.begin(0.0, compiled.x) == 0
    assert machine.integrate(compiled) == 0
    # libm and LLVM round alike on one machine; what is left is the sign of zero and sums LLVM may not reorder
    np.testing.assert_allclose(interpreted.x, compiled.x, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(interpreted.rows, compiled.rows, rtol=1e-10, atol=1e-10)
    counts = [(run.accepted, run.rejected, run.evaluations, run.written) for run in (interpreted, compiled)]
    assert counts[0] == counts[1], "different numbers of steps or evaluations"


def test_method_that_needs_what_the_loops_do_not_give_is_refused_by_name():
    stiff = replace(RK4, name="stiff", needs=("rhs", "jacobian"))
    with pytest.raises(
        CompileError, match="method 'stiff' needs 'jacobian', and the loops give: rhs, accept"
    ):
        loops_around(stiff)


def test_method_is_bound_to_what_it_needs_and_nothing_else():
    for integrator in INTEGRATORS.values():
        given = list(inspect.signature(integrator.integrate).parameters)
        assert tuple(given[-len(integrator.needs) :]) == integrator.needs
        callbacks = {"rhs", "accept", "write", "guard"}
        assert callbacks & set(loops_around(integrator).bound) == set(integrator.needs)
