"""TRAPS items 1, 5, 8 and 13: states slightly off the constraints, rows between steps, quaternions that are not unit.

Stages of a step and interpolated states lie off the manifold by about the tolerance. Nothing that is decided there may
differ from what is decided on it.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus import Body, Free, Gravity, Mechanism, Revolute, Spherical, SpringDamper, Weld
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.rank.mobility import constraint_matrix, scaled
from sarrus.mechanics import formulate
from sarrus.program.machine import Machine
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.rank import rank_report
from sarrus.solvers.status import Status


@pytest.mark.parametrize(
    ("name", "options", "formulation"),
    [("four_bar", {"spatial": True}, "absolute"), ("bricard", {}, "relative")],
)
def test_redundant_mechanism_beside_its_manifold_accelerates_as_on_it(
    request, compiled, name, options, formulation
):
    """Off by 1e-5, redundant rows look independent; frozen at the accepted state, they stay left out.

    Accelerations then differ by the distance times their slope: 1e-5, the size of the numbers and the condition of the
    rows (below 10) give 1e-3. Taken as independent, the rows would give accelerations that are wrong altogether.
    """
    it = compiled(request.getfixturevalue(name)(**options), formulation)
    e, x = it.equations, it.x
    rng = np.random.default_rng(3)
    on = it.accelerations(x)
    size = np.abs(on).max()
    rank = rank_report(scaled(e, constraint_matrix(e, 0.0, x))).rank
    assert it.machine.rank == rank < len(e.rows)
    misjudged = 0
    for _ in range(20):
        y = it.moved(x, 1e-5 * rng.normal(size=it.nv))
        y[it.nq : it.nq + it.nv] += 1e-5 * rng.normal(size=it.nv)
        assert np.abs(it.accelerations(y) - on).max() < 1e-3 * size
        misjudged += rank_report(scaled(e, constraint_matrix(e, 0.0, y))).rank > rank
    assert misjudged > 10, (
        "the rank is right off the manifold too: this test no longer shows why rows are frozen"
    )


def matrix(quaternion):
    w, x, y, z = quaternion
    assert math.hypot(*quaternion) == pytest.approx(1.0, abs=1e-12)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_every_output_row_of_bricards_linkage_is_closed(bricard):
    """97 rows on some ten steps: most stand between steps, where interpolation leaves a gap of about the tolerance.

    Gaps are measured on the published poses of the bars, positions and rates, at every hinge.
    """
    run = sarrus.simulate(bricard(), until=2.0, rows=97, rtol=1e-6, atol=1e-6)
    assert run.evidence["steps"] < 40
    ends = np.diff([(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)], axis=0)
    worst = 0.0
    for k in range(len(run)):
        place, speed = np.zeros(3), np.zeros(3)
        for number, end in enumerate(ends, 1):
            name = f"bar{number}"
            p = [run[f"{name}.{c}"][k] for c in "xyz"]
            v = [run[f"{name}.{c}_dot"][k] for c in "xyz"]
            worst = max(worst, np.abs(p - place).max(), np.abs(v - speed).max())
            arm = matrix(run[f"{name}.quaternion"][k]) @ end
            place, speed = p + arm, v + np.cross(run[f"{name}.w"][k], arm)
        worst = max(worst, np.abs(place - (0, 0, 1)).max(), np.abs(speed).max())
    assert worst < 1e-12
    assert np.abs(run["J0.theta"].values).max() > 0.5, "nothing moved"


def test_every_output_row_of_a_four_bar_is_closed(four_bar, formulation):
    run = sarrus.simulate(four_bar(), until=1.0, rows=101, rtol=1e-4, atol=1e-4, formulation=formulation)
    assert run.evidence["steps"] < 60
    coupler, rocker = (
        np.array([run[f"{b}.x"].values, run[f"{b}.y"].values])
        + length * np.array([np.cos(run[f"{b}.psi"].values), np.sin(run[f"{b}.psi"].values)])
        for b, length in (("coupler", 0.9), ("rocker", 0.7))
    )
    assert np.abs(coupler - rocker).max() < 1e-13


def ball_linkage():
    """Two free bodies, a ball and a hinge: quaternions on the tree and in rows, forces that depend on the attitude."""
    m = Mechanism("ball linkage")
    m.ground.point("far", (1.4, 0.2, 0.1))
    for name in ("one", "two"):
        inertia = ((0.11, 0.01, 0.02), (0.01, 0.2, -0.01), (0.02, -0.01, 0.17))
        body = m.add(Body(name, mass=1.3, center=(0.3, 0.1, 0.05), inertia=inertia))
        body.point("end", (0.8, 0, 0))
    m.add(Spherical("ball", "ground", "one"))
    m.add(Free("carrier", "ground", "two"))
    m.add(Revolute("hinge", "one.end", "two"))
    m.add(SpringDamper("spring", "ground.far", "two.end", stiffness=40, damping=3, free_length=0.5))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


@pytest.mark.parametrize("factor", [0.5, 0.999, 1.001, 3.0])
def test_equations_do_not_depend_on_the_length_of_a_quaternion(formulation, factor):
    """Everything but the rate of the quaternion itself, which grows with it; at a state that is not closed either."""
    e = formulate(ball_linkage().snapshot(), formulation)
    nq, nv = len(e.coordinates), len(e.speeds)
    rng = np.random.default_rng(5)
    x = rng.normal(size=e.size)
    of_quaternion = np.array([c.split(".")[-1] in ("qw", "qx", "qy", "qz") for c in e.coordinates])
    assert of_quaternion.sum() == 8
    longer = x.copy()
    longer[:nq][of_quaternion] *= factor
    vdot, lam = rng.normal(size=nv).tolist(), rng.normal(size=len(e.rows)).tolist()
    for name in ("closure", "dynamics", "output", "flows", "measure", "gap"):
        more = [vdot, lam] if name in ("output", "flows") else []
        one, two = (e.evaluate(name, [0.0], list(s), *more) for s in (x, longer))
        for a, b in zip(one, two, strict=True):
            np.testing.assert_allclose(b, a, rtol=1e-12, atol=1e-12 * max(1.0, np.abs(a).max(initial=0.0)))
    rates = [np.array(e.evaluate("rates", [0.0], list(s))[0]) for s in (x, longer)]
    np.testing.assert_allclose(rates[1], rates[0] * np.where(of_quaternion, factor, 1.0), rtol=1e-13)


@pytest.mark.parametrize("joint", [Revolute, Weld], ids=["revolute", "weld"])
def test_state_closed_the_wrong_way_round_is_refused_by_the_program(joint):
    """Rows of dot products vanish where an axis points backwards; the sense of the axis is looked at besides."""
    m = Mechanism("turned over")
    for name in ("one", "two"):
        m.add(Body(name, mass=1, center=(0.1, 0, 0), inertia=(1, 1, 1)))
    m.add(Weld("base", "ground", "one"))
    m.add(Free("carrier", "ground", "two"))
    m.add(joint("closing", "one", "two"))
    e, x = in_formulation(find_start(m.snapshot()), "relative")
    machine = Machine(e, DOP853)
    assert machine.begin(0.0, x.copy()) == Status.OK
    place = e.coordinates.index("carrier.qw")
    x[place : place + 4] = 0.0, 1.0, 0.0, 0.0  # half a turn about x
    assert np.abs(e.evaluate("closure", [0.0], list(x))[0]).max() < 1e-15
    assert machine.begin(0.0, x) == Status.WRONG_BRANCH
