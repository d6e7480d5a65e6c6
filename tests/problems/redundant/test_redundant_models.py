"""Models with more constraint rows than they need: they move like their reduced forms, from any state.

Each pair has the same bodies; the reduced form has softer joints, so that no row repeats another one.
"""

import numpy as np
import pytest
from oracles.spatial_benchmarks import bricard

import sarrus
from sarrus import Body, Cylindrical, Gravity, Mechanism, Plate, Revolute, Rod, Spherical
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.model import snapshot_of
from sarrus.program.machine import Machine
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.status import Status

STATES = 2500


def door(reduced):
    """On a leaning post; one hinge would be enough."""
    m = Mechanism("door")
    m.ground.frame("post", turn=("5 deg", 0, 0))
    board = m.add(Body("door", Plate(length=0.9, width=2, thickness=0.04, mass=25)))
    for name, height in (("low", -0.8), ("high", 0.8)):
        m.ground.frame(name, at=(0, 0, height), on="post")
        board.frame(name, at=(0, height, 0), turn=("-90 deg", 0, 0))
        if name == "low" or not reduced:
            m.add(Revolute(name, f"ground.{name}", f"door.{name}"))
    m.add(Gravity("weight", (0, 0, -9.81)))
    m.start(fixed={"low.theta": 0.3, "low.theta_dot": 0})
    return m


def spatial_four_bar(reduced):
    """Four parallel hinges in space; a ball and a cylindrical joint instead of two of them leave no row too many."""
    m = Mechanism("spatial four-bar")
    for name, length in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7)):
        across = length**2 * length / 12 + 1e-3
        body = m.add(Body(name, mass=length, center=(length / 2, 0, 0), inertia=(1e-3, across, across)))
        body.point("end", (length, 0, 0))
    m.ground.point("D", (1, 0, 0))
    m.add(Revolute("A", "ground", "crank"))
    m.add(Revolute("B", "crank.end", "coupler"))
    m.add((Spherical if reduced else Revolute)("C", "coupler.end", "rocker.end"))
    m.add((Cylindrical if reduced else Revolute)("D", "ground.D", "rocker"))
    m.add(Gravity("weight", (0, -9.81, 0)))
    turn = "a3" if reduced else "theta"
    m.start(
        fixed={"A.theta": 1.0, "A.theta_dot": 2.0}, guess={"B.theta": -0.7, f"C.{turn}": 1.1, "D.theta": 1.6}
    )
    return m


def three_cranks(reduced):
    """A parallelogram; the crank in the middle repeats the other two."""
    m = Mechanism("parallelogram", plane="xy")
    bar = m.add(Body("bar", Rod(length=2, mass=2)))
    bar.point("middle", (1, 0))
    for k, at in enumerate(("start", "middle", "end")):
        m.ground.point(f"P{k}", (k, 0))
        m.add(Body(f"crank{k}", Rod(length=0.6, mass=0.5)))
        m.add(Revolute(f"A{k}", f"ground.P{k}", f"crank{k}.start"))
        if k != 1 or not reduced:
            m.add(Revolute(f"B{k}", f"crank{k}.end", f"bar.{at}"))
    if reduced:  # the crank in the middle moves along all the same
        m.add(sarrus.Coupler("along", "A0.theta", "A1.theta", ratio=1))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(
        fixed={"A0.theta": 1.2, "A0.theta_dot": 1.0},
        guess={"A1.theta": 1.2, "A2.theta": 1.2, "B0.theta": -1.2},
    )
    return m


def bricard_linkage(reduced):
    """Six hinges; letting one of them slide along its axis releases the one row that is too many."""
    m = bricard(order=[k for k in range(6) if not reduced or k != 3])
    if reduced:
        m.add(Cylindrical("J3", "bar3.last", "bar4.first"))
    return m


MODELS = {
    "door": (door, "low.theta", 5, 0),
    "spatial four-bar": (spatial_four_bar, "A.theta", 3, 0),
    "three cranks": (three_cranks, "A0.theta", 1, 0),
    "bricard": (bricard_linkage, "J0.theta", 1, 0),
}
"""Build, coordinate to compare, rows too many as drawn and reduced."""


@pytest.mark.parametrize("name", MODELS)
def test_reduced_form_has_no_row_too_many(name, freedom):
    build, _, redundant, left = MODELS[name]
    for reduced, count in ((False, redundant), (True, left)):
        found = freedom(build(reduced))
        assert (found.speeds, found.rows - found.rank) == (1, count)


@pytest.mark.parametrize("name", MODELS)
def test_moves_like_its_reduced_form(name, formulation):
    build, coordinate, _, _ = MODELS[name]
    runs = [
        sarrus.simulate(build(reduced), until=5.0, rows=201, rtol=1e-11, atol=1e-11, formulation=formulation)
        for reduced in (False, True)
    ]
    found, reference = (np.asarray(run[coordinate]) for run in runs)
    assert np.ptp(reference) > 0.2
    assert np.abs(found - reference).max() < 1e-8


@pytest.mark.parametrize("name", MODELS)
def test_any_state_gives_finite_numbers_and_the_same_rank(name, formulation):
    """A walk over the whole motion, with speeds of every size: 20 000 states over models and formulations."""
    build, _, redundant, _ = MODELS[name]
    found = find_start(snapshot_of(build(False)))
    equations, x = in_formulation(found, formulation)
    machine = Machine(equations, DOP853)
    nq, nv = len(equations.coordinates), len(equations.speeds)
    assert machine.begin(0.0, x) == Status.OK
    rank, tangent = machine.rank, x[nq : nq + nv].copy()
    random = np.random.default_rng(7)
    seen, refused = [], 0
    while len(seen) < STATES:
        # along the motion and a little off it; the rows of the last state lead back
        step = 0.2 * random.normal() * tangent / max(1e-300, np.abs(tangent).max())
        step += 1e-5 * random.normal(size=nv)
        moved = np.zeros_like(x)
        moved[:nq] = equations.evaluate("retract", x, step.tolist())[0]
        status, row = machine.evaluate(0.0, moved)
        if status != Status.OK:  # too long a step for Newton's method; a run would make a shorter one
            refused += 1
            continue
        moved[nq : nq + nv] = random.normal(size=nv) * 10.0 ** random.uniform(-3, 3)
        assert machine.begin(0.0, moved) == Status.OK
        assert machine.rank == rank
        status, row = machine.evaluate(0.0, moved)
        assert status == Status.OK
        assert np.isfinite(row).all()
        x, tangent = moved, moved[nq : nq + nv].copy()
        seen.append(row[:3])
    assert refused < 0.05 * STATES
    assert nv - rank == 1
    if formulation == "absolute":  # relative rows are those of the cut joints alone
        assert len(equations.rows) - rank == redundant
    assert np.ptp(np.array(seen), axis=0).max() > 0.5, "the walk must go far"
