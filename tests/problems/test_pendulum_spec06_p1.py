"""P1 of spec 06: the pendulum on every row of a run, and how its error follows tolerance and step.

Source: IFToMM Library of Computational Benchmark Problems, A01. Exact solution by Jacobi's elliptic functions. The printed
table is on the list of oracles; levels (normal 1e-4 with default settings, tight 1e-7) are those of spec 06.
"""

import numpy as np
import pytest
from oracles.pendulum import TIGHT, G, exact_phi, pendulum, run_of

import sarrus

NORMAL = {}


@pytest.fixture(scope="module", params=("normal", "tight"))
def level(request):
    return {"normal": (NORMAL, 1e-4), "tight": (TIGHT, 1e-7)}[request.param]


@pytest.fixture(scope="module")
def run(formulation, level):
    return run_of(formulation, **level[0])


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
