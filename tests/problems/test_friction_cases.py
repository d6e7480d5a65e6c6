"""Friction that changes its own load by more than its own size: spec 08, section 4.2.

A rod slides with its ends in two guides across each other, and friction in each guide depends on its own reaction. In the plane
the loads are absolute values, so that all cases can be solved: here once more, by Newton's and Euler's equations of the three
bodies.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import sarrus
from sarrus import AppliedForce, Body, Friction, Gravity, Mechanism, Prismatic, Revolute
from sarrus.analysis.assembly.start import start_from
from sarrus.analysis.motion.friction import LoadedState
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.program.machine import Machine
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.status import Status

SPEED, G = 0.3, 9.81
MASSES, ROD = (1.0, 0.2), (0.05, 0.001)
NOT_PROVEN = "friction that is not proven to be unique"


def trammel(rub, rail, push, angle, copies=1):
    """Slider `one` along x, slider `two` along y, a rod of 1 m from one to the other at an angle to x."""
    m = Mechanism("trammel", plane="xy")
    for i in range(copies):
        one, two = (
            m.add(Body(f"{n}{i}", mass=mass, inertia=0.1))
            for n, mass in zip(("one", "two"), MASSES, strict=True)
        )
        rod = m.add(Body(f"rod{i}", mass=ROD[0], center=(0.5, 0), inertia=ROD[1]))
        m.add(Prismatic(f"X{i}", m.ground, one))
        m.add(Prismatic(f"Y{i}", m.ground.frame(f"up{i}", (0, 0), math.pi / 2), two))
        m.add(Revolute(f"A{i}", one, rod))
        m.add(Revolute(f"B{i}", rod.point("end", (1.0, 0)), two))
        m.add(AppliedForce(f"push{i}", one, force=(push, 0)))
        # so smooth a law is the sharp one at any speed that is not far below 1 um/s
        m.add(Friction(f"rub{i}", f"X{i}.s", coefficient=rub, normal="reaction", smooth=1e-6))
        m.add(Friction(f"rail{i}", f"Y{i}.s", coefficient=rail, normal="reaction", smooth=1e-6))
        m.start(
            fixed={f"X{i}.s": -math.cos(angle), f"X{i}.s_dot": SPEED},
            guess={f"Y{i}.s": math.sin(angle), f"A{i}.theta": angle},
        )
    m.add(Gravity("weight", (0, -G)))
    return m


def by_hand(rub, rail, push, angle):
    """Accelerations of slider `one` that agree with their loads, and whether there is one for any load."""
    c, s = math.cos(angle), math.sin(angle)
    turn = SPEED / s
    m, J = ROD
    found, determinants = [], []
    for signs in itertools.product((-1, 1), repeat=2):
        # unknowns: x", y", theta", loads N1 (y) and N2 (x) of the guides, forces A and B of the sliders on the rod
        E, r = np.zeros((9, 9)), np.zeros(9)
        E[0, [0, 3, 5]], r[0] = (MASSES[0], rub * signs[0], 1), push  # slider one along x; it moves to +x
        E[1, [3, 6]], r[1] = (1, -1), MASSES[0] * G
        E[2, [1, 4, 8]], r[2] = (MASSES[1], rail * signs[1], 1), -MASSES[1] * G  # slider two along y, upward
        E[3, [4, 7]] = (1, -1)
        E[4, [0, 2, 5, 7]], r[4] = (m, -m * s / 2, -1, -1), m * c / 2 * turn**2
        E[5, [2, 6, 8]], r[5] = (m * c / 2, -1, -1), m * s / 2 * turn**2 - m * G
        E[6, [2, 5, 6, 7, 8]] = (J, -s / 2, c / 2, s / 2, -c / 2)
        E[7, [0, 2]], r[7] = (1, -s), c * turn**2
        E[8, [1, 2]], r[8] = (1, -c), -s * turn**2
        determinants.append(np.linalg.det(E))
        u = np.linalg.solve(E, r)
        if signs[0] * u[3] >= 0 and signs[1] * u[4] >= 0:
            found.append(float(u[0]))
    return found, len({d > 0 for d in determinants}) == 1


PROVEN = [(2.0, 0.1, 50.0, 0.9), (5.0, 0.02, 80.0, 0.9), (4.0, 1.0, 5.0, 1.3)]
COUNTED = [(6.0, 1.0, 80.0, 0.9), (4.0, 2.0, -40.0, 0.9)]
NONE = [(6.0, 2.0, 80.0, 0.5), (4.0, 4.0, 80.0, 1.3)]
SEVERAL = [(4.0, 4.0, -40.0, 0.9), (2.0, 6.0, 5.0, 0.5)]


@pytest.mark.parametrize("copies", [1, 3], ids=["straight-line", "loops"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("numbers", PROVEN, ids=str)
def test_friction_that_has_one_value_for_any_load_runs_without_a_word(numbers, formulation, copies):
    (meant,), is_proven = by_hand(*numbers)
    assert is_proven
    run = sarrus.simulate(trammel(*numbers, copies=copies), 0.001, rows=2, formulation=formulation)
    assert run[f"X{copies - 1}.s_ddot"].values[0] == pytest.approx(meant, rel=1e-10)
    assert run.evidence["largest effect of friction on its own load (sure below 1)"] > 1
    assert NOT_PROVEN not in run.evidence


@pytest.mark.parametrize("copies", [1, 3], ids=["straight-line", "loops"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("numbers", COUNTED, ids=str)
def test_friction_that_has_one_value_here_runs_with_a_warning(numbers, formulation, copies):
    (meant,), is_proven = by_hand(*numbers)
    assert not is_proven
    run = sarrus.simulate(trammel(*numbers, copies=copies), 0.001, rows=2, formulation=formulation)
    assert run[f"X{copies - 1}.s_ddot"].values[0] == pytest.approx(meant, rel=1e-10)
    said = run.evidence[NOT_PROVEN]
    assert "friction of rub0, rail0" in said
    assert f"{run.evidence['largest effect of friction on its own load (sure below 1)']:.3g}" in said


@pytest.mark.parametrize("copies", [1, 3], ids=["straight-line", "loops"])
@pytest.mark.parametrize(
    ("numbers", "word"),
    [*((n, "jammed") for n in NONE), *((n, "friction undetermined") for n in SEVERAL)],
    ids=str,
)
def test_friction_without_a_value_or_with_several_ends_the_run(numbers, word, copies):
    count = len(by_hand(*numbers)[0])
    assert count == 0 if word == "jammed" else count > 1
    run = sarrus.simulate(trammel(*numbers, copies=copies), 0.001, rows=2, strict=False)
    assert run.status.word == word
    assert "searched" not in run.status.text
    assert word == "jammed" or f"{count} efforts" in run.status.text or copies > 1


@pytest.mark.parametrize(
    "rolled", [False, pytest.param(True, marks=pytest.mark.more)], ids=["straight-line", "loops"]
)
def test_all_cases_are_found_by_hand_in_runs_and_in_explanations(rolled):
    rng = np.random.default_rng(4)
    kinds = set()
    for _ in range(12):
        numbers = (*rng.uniform(0.5, 6.0, 2), rng.uniform(-50, 90), rng.uniform(0.4, 1.4))
        found, is_proven = by_hand(*numbers)
        e = formulate(trammel(*numbers).snapshot(), rolled=rolled)
        x = start_from(e).x
        state = LoadedState(e, 0.0, x)
        told, first = state.solutions(), e.speeds.index("X0.1")
        assert told.is_exact
        assert told.is_proven == is_proven
        assert sorted(state.at(phi)[0][first] for phi in told.found) == pytest.approx(sorted(found), rel=1e-8)
        machine = Machine(e, DOP853)
        assert machine.begin(0.0, x) == Status.OK
        status, row = machine.evaluate(0.0, x)
        assert (status == Status.OK) == (len(found) == 1)
        if len(found) == 1:
            assert row[e.channel("X0", "s_ddot").start] == pytest.approx(found[0], rel=1e-9)
        kinds.add((min(len(found), 2), is_proven))
    assert kinds >= {(0, False), (1, False), (1, True), (2, False)}


def test_friction_in_a_pin_is_searched_and_stays_undetermined():
    """The load of a pin is the length of a vector: no case by case."""
    m = Mechanism("pendulum", plane="xy")
    bob = m.add(Body("bob", mass=1.0, center=(0.1, 0), inertia=0.0))
    m.add(Revolute("A", m.ground, bob))
    m.add(Gravity("weight", (0, -G)))
    m.add(Friction("rub", "A.theta", coefficient=1.5, radius=0.1, normal="reaction", smooth=1e-6))
    m.start(fixed={"A.theta": -0.5, "A.theta_dot": 3.0})
    assert formulate(m.snapshot()).sides == ()
    run = sarrus.simulate(m, 0.1, rows=2, strict=False)
    assert run.status.word in ("friction undetermined", "jammed")
    assert "searched for, not proven" in run.status.text
