"""P1 of spec 06: a point mass on a massless rod, released from the horizontal.

Source: IFToMM Library of Computational Benchmark Problems, A01. Exact solution by Jacobi's elliptic functions.
Comparison rule and levels (normal 1e-4 with default settings, tight 1e-7) are those of spec 06.
"""

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute

G = 9.81
PERIOD = 2.36784194757624
TENSION_AT_10 = 28.2945672061
TABLE = {
    1.0: (0.9862917511319, -0.1650108531255, 0.2969055159163, 1.774643641113),
    2.0: (-0.7935661953433, -0.6084839304438, -2.102437874436, 2.741935393011),
    5.0: (-0.9423054350438, -0.334754338414, 0.8579042568859, -2.41492865437),
    9.99: (-0.316436469913, -0.9486137045758, 4.092451991494, -1.36515112024),
    10.0: (-0.2750874625761, -0.9614192050991, 4.175598100952, -1.19474905456),
}
NORMAL, TIGHT = {}, {"rtol": 1e-11, "atol": 1e-11}
QUANTITIES = ("bob.tip.x", "bob.tip.y", "bob.tip.x_dot", "bob.tip.y_dot")


def pendulum():
    m = Mechanism("pendulum", plane="xy")
    bob = m.add(Body("bob", mass=1, center=(1, 0), inertia=0, points={"tip": (1, 0)}))
    m.add(Revolute("pin", m.ground, bob))
    m.add(Gravity("weight", (0, -G)))
    m.start(fixed={"pin.theta": "180 deg", "pin.theta_dot": 0})
    return m


def exact_phi(t):
    """Angle from the downward vertical: sin(phi/2) = -k sn(K - w t), k^2 = 1/2."""
    sn = ellipj(ellipk(0.5) - np.sqrt(G) * np.asarray(t), 0.5)[0]
    return -2.0 * np.arcsin(np.sqrt(0.5) * sn)


def run_of(formulation, **settings):
    return sarrus.simulate(pendulum(), until=10.0, rows=1001, formulation=formulation, **settings)


@pytest.fixture(scope="module", params=("normal", "tight"))
def level(request):
    return {"normal": (NORMAL, 1e-4), "tight": (TIGHT, 1e-7)}[request.param]


@pytest.fixture(scope="module")
def run(formulation, level):
    return run_of(formulation, **level[0])


def test_p1_table_of_positions_and_velocities_spec06_P1(run, level, deviation):
    rows = [round(t * 100) for t in TABLE]
    assert np.array_equal(run.t[rows], list(TABLE))
    found = np.array([run[q][rows] for q in QUANTITIES]).T
    assert deviation(found, list(TABLE.values())) < level[1]


def test_p1_exact_solution_on_every_row_spec06_P1(run, level):
    phi = exact_phi(run.t)
    assert np.abs(run["bob.tip.x"] - np.sin(phi)).max() < level[1]
    assert np.abs(run["bob.tip.y"] + np.cos(phi)).max() < level[1]


def test_p1_energy_stays_zero_spec06_P1(run, level):
    """The potential energy ranges over m g l = 9.81 J; the commonly quoted limit is a drift of 5e-5 J."""
    energy = np.asarray(run["energy.kinetic"]) + np.asarray(run["energy.potential"])
    assert np.abs(energy).max() < min(5e-5, level[1] * G)


def test_p1_rod_tension_is_three_m_g_cos_phi_spec06_P1(run, level, deviation):
    phi = exact_phi(run.t)
    pull = 3.0 * G * np.cos(phi)
    expected = pull[:, None] * np.stack([-np.sin(phi), np.cos(phi), 0.0 * phi], axis=1)
    assert deviation(run["pin.reaction"], expected) < level[1]
    assert deviation(np.linalg.norm(run["pin.reaction"][-1]), TENSION_AT_10) < level[1]


def test_p1_period_spec06_P1():
    """The pose repeats after the printed period; rk4 ends on it exactly."""
    found = sarrus.simulate(pendulum(), until=PERIOD, rows=2, method="rk4", step=PERIOD / 20000)
    assert found["pin.theta"][-1] == pytest.approx(np.pi, abs=1e-11)
    assert abs(found["pin.theta_dot"][-1]) < 1e-10


def test_p1_error_follows_the_tolerance_spec06_P1(formulation):
    """Error control per step of an 8th-order method: the global error falls in proportion to tol^(8/8), here judged
    over six decades with a factor of ten for the steps that dense output and the first step add."""
    tolerances = np.array([1e-4, 1e-6, 1e-8, 1e-10])
    errors = []
    for tol in tolerances:
        run = run_of(formulation, rtol=tol, atol=tol)
        errors.append(np.abs(run["bob.tip.x"] - np.sin(exact_phi(run.t))).max())
    slope = np.polyfit(np.log10(tolerances), np.log10(errors), 1)[0]
    assert 0.75 < slope < 1.25, errors
    assert (np.array(errors) < 1e3 * tolerances).all(), errors


def test_p1_rk4_error_falls_with_the_fourth_power_of_the_step_spec06_P1(formulation):
    """Order 4 plus a defect that halves with the step (0.09 between 2000 and 4000 steps)."""
    errors = []
    for steps in (2000, 4000, 8000):
        run = sarrus.simulate(
            pendulum(), until=10.0, rows=2, formulation=formulation, method="rk4", step=10.0 / steps
        )
        errors.append(abs(run["bob.tip.x"][-1] - np.sin(exact_phi(10.0))))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (np.abs(orders - 4.0) < 0.15).all(), (errors, orders)
