"""Mechanisms without rows: nothing to project, with accelerations from the mass matrix or from a kernel without one."""

from dataclasses import replace

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.program.machine import KERNELS, Machine, linked, loops_around
from sarrus.scalar import Graph, cos
from sarrus.scalar.kernel import Kernel
from sarrus.solvers.integrators import DOP853, RK4
from sarrus.solvers.status import Status
from tests.under_cpython import integration, rows_of

GRAVITY = 9.81


def pendulum():
    """A rod of length 1 on a hinge, its angle from the horizontal: theta'' = -3/2 g cos theta."""
    m = sarrus.Mechanism("pendulum", plane="xy")
    m.add(sarrus.Body("rod", sarrus.Rod(length=1.0, mass=2.0)))
    m.add(sarrus.Revolute("hinge", "ground", "rod.start"))
    m.add(sarrus.Gravity("weight", (0, -GRAVITY)))
    m.start(fixed={"hinge.theta": 0.3, "hinge.theta_dot": 1.0})
    return in_formulation(find_start(m.snapshot()), "relative")


def with_forward(equations, acceleration=lambda q: -1.5 * GRAVITY * cos(q)):
    """The same equations with a kernel for accelerations instead of a mass matrix."""
    graph = Graph()
    state = tuple(graph.symbols(f"x{i}" for i in range(equations.size)))
    groups = (
        ("t", tuple(graph.symbols(("t",)))),
        ("x", state),
        ("u", ()),
        ("c", ()),
        ("work", ()),
        ("plan", ()),
    )
    forward = Kernel("forward", groups, (("vdot", (graph.lift(acceleration(state[0])),)),))
    kernels = {n: k for n, k in equations.kernels.items() if n not in ("dynamics", "closure")}
    return replace(equations, kernels={**kernels, "forward": forward})


def run(equations, x, integrator=DOP853):
    machine, x = Machine(equations, integrator), x.copy()
    assert machine.begin(0.0, x) == Status.OK
    h = 0.0 if integrator.is_adaptive else 0.01
    steps = integration(equations, x, 2.0, 5, rtol=1e-10, atol=1e-10, h=h)
    status = machine.integrate(steps)
    return Status(status), x, rows_of(steps), machine


@pytest.mark.parametrize("integrator", [DOP853, RK4], ids=lambda i: i.name)
def test_kernel_without_mass_matrix_gives_the_same_motion(integrator):
    equations, x = pendulum()
    results = [run(e, x, integrator) for e in (equations, with_forward(equations))]
    assert [status for status, *_ in results] == [Status.OK, Status.OK]
    np.testing.assert_allclose(results[1][1], results[0][1], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(results[1][2], results[0][2], rtol=1e-9, atol=1e-9)


def test_program_without_mass_matrix_holds_none():
    equations, _ = pendulum()
    forward = with_forward(equations)
    assert {k.name for k in linked(forward, DOP853)[0]} == {"rates", "retract", "flows", "output", "forward"}
    memory = Machine(forward, DOP853).memory
    assert memory.nM == 0 and memory.nkkt == len(equations.speeds)


def test_kernel_without_mass_matrix_is_preferred():
    equations, _ = pendulum()
    both = replace(equations, kernels={**equations.kernels, **with_forward(equations).kernels})
    names = {k.name for k in linked(both, DOP853)[0]}
    assert "forward" in names and "dynamics" not in names and "closure" not in names


def test_mechanism_with_rows_keeps_its_mass_matrix():
    m = sarrus.Mechanism("driven", plane="xy")
    m.add(sarrus.Body("rod", sarrus.Rod(length=1.0, mass=2.0)))
    m.add(sarrus.Revolute("hinge", "ground", "rod.start"))
    m.add(sarrus.Ramp("motor", "hinge.theta", first=0.0, last=1.0, duration=2.0))
    equations, _ = in_formulation(find_start(m.snapshot()), "relative")
    assert equations.rows
    assert [k.name for k in linked(equations, DOP853)[0]] == [*KERNELS, "derivative"]


def test_acceleration_that_is_not_finite_ends_the_run():
    equations, x = pendulum()
    status, *_ = run(with_forward(equations, lambda q: 1.0 / (q - q)), x)
    assert status is Status.NOT_FINITE


def test_loops_without_rows_call_nothing_that_is_about_rows():
    """What is compiled for a tree contains no projection: half the code, half the time to compile."""
    entries = set(loops_around(DOP853, "forward").translation.signatures)
    assert {"begin", "put_in_place", "stay", "believe"} <= entries
    assert not entries & {"choose_rows", "project_positions", "settle_rows", "factor", "look_ahead"}
