"""The derivative of the state as one kernel: the numbers of the longer way, and its words where there are none."""

from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.mechanics import FORMULATIONS
from sarrus.program import straight
from sarrus.program.machine import Machine, linked
from sarrus.scalar.linking import Program
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.status import Status

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))


def derivative_at_start(equations, x):
    """Status and derivative at a projected start, and what the mechanism was linked from."""
    machine = Machine(equations, DOP853)
    assert machine.begin(0.0, x) == 0
    kernels, around = linked(equations, DOP853)
    dx = np.zeros(equations.size)
    status = Program(kernels, around).function("rhs")(0.0, x, dx, machine.memory)
    return Status(status), dx, [k.name for k in kernels]


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("stem", ["four-bar", "slider-crank-3d", "six-bar", "spring-mass-damper", "cardan-shaft", "n-pendulum"])  # fmt: skip
def test_one_kernel_gives_what_the_parts_give(stem, formulation, monkeypatch):
    """Fused products and another order of sums: 1e-12 of the largest rate."""
    path = next(p for p in EXAMPLES if p.stem == stem)
    equations, x = in_formulation(find_start(sarrus.load(path).snapshot()), formulation)
    monkeypatch.setattr(straight, "MOST_UPDATES", 10**6)
    status, whole, names = derivative_at_start(equations, x.copy())
    assert status is Status.OK and "derivative" in names
    monkeypatch.setattr(straight, "MOST_UPDATES", -1)
    status, parts, names = derivative_at_start(equations, x.copy())
    assert status is Status.OK and "derivative" not in names
    assert np.abs(whole - parts).max() <= 1e-12 * max(1.0, np.abs(parts).max())


@pytest.mark.parametrize("limit", [-1, 10**6])
def test_motion_without_inertia_is_called_that_either_way(limit, monkeypatch):
    """A point mass in the middle of its own pin: the kernel gives no number, the longer way says that it is singular."""
    monkeypatch.setattr(straight, "MOST_UPDATES", limit)
    m = sarrus.Mechanism("spindle", plane="xy")
    m.add(sarrus.Body("spindle", mass=1, inertia=0))
    m.add(sarrus.Revolute("pin", "ground", "spindle"))
    equations, x = in_formulation(find_start(m.snapshot()), "relative")
    status, _, _ = derivative_at_start(equations, x)
    assert status is Status.SINGULAR


def test_long_eliminations_are_loops():
    equations, _ = in_formulation(
        find_start(sarrus.load(next(p for p in EXAMPLES if p.stem == "four-bar")).snapshot()), "relative"
    )
    assert straight.derivative(equations) is not None
    names = [k.name for k in linked(equations, DOP853)[0]]
    assert names.count("derivative") == 1
