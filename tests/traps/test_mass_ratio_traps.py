"""TRAPS items 1 and 7: mass ratios from 1e-12 to 1e12, and bodies without mass.

A rank decided in the metric of the masses drops the row that holds a heavy body on a light one. Both linkages have one
freedom, so the time at which the crank passes an angle is an integral:

    t(theta) = integral of sqrt( J(theta) / (2 (E - V(theta))) )      J = sum m |dr/dtheta|^2 + I (dangle/dtheta)^2

(Eksergian's equation; B. Paul, Kinematics and Dynamics of Planar Machinery, 1979, chapter 12).
"""

from __future__ import annotations

import cmath
import math
import os

import numpy as np
import pytest
from scipy.integrate import quad

import sarrus
from sarrus.topology import span

DEEP = "SARRUS_DEEP" in os.environ
LENGTHS = (0.3, 0.9, 0.7)
MASSES = (0.4, 0.9, 0.7)
CENTER = 0.5 + 0.05j
G = 9.81


def four_bar_angles(theta):
    """Coupler and rocker angle of the open linkage, with their slopes."""
    a, b, c = LENGTHS
    to_D = 1.0 - a * cmath.exp(1j * theta)
    reach = abs(to_D)
    beta = cmath.phase(to_D) + math.acos((b * b + reach * reach - c * c) / (2 * b * reach))
    phi = cmath.phase(a * cmath.exp(1j * theta) + b * cmath.exp(1j * beta) - 1.0)
    slope_b = -a * math.sin(theta - phi) / (b * math.sin(beta - phi))
    slope_c = a * math.sin(theta - beta) / (c * math.sin(phi - beta))
    return beta, slope_b, phi, slope_c


def crank_and_coupler(theta, beta, slope_b):
    """Height of the mass centre, its slope, slope of the angle; of the two bodies both linkages have."""
    a, b, _ = LENGTHS
    pin, arm = a * cmath.exp(1j * theta), b * CENTER * cmath.exp(1j * beta)
    return [
        ((CENTER * pin).imag, 1j * CENTER * pin, 1.0),
        ((pin + arm).imag, 1j * (pin + slope_b * arm), slope_b),
    ]


def four_bar_bodies(theta):
    beta, slope_b, phi, slope_c = four_bar_angles(theta)
    r = LENGTHS[2] * CENTER * cmath.exp(1j * phi)
    return [*crank_and_coupler(theta, beta, slope_b), (r.imag, 1j * slope_c * r, slope_c)]


def slider_crank_bodies(theta):
    a, b, _ = LENGTHS
    beta = math.asin(-a / b * math.sin(theta))
    slope_b = -a * math.cos(theta) / (b * math.cos(beta))
    along = -a * math.sin(theta) - b * slope_b * math.sin(beta)
    return [*crank_and_coupler(theta, beta, slope_b), (0.0, along, 0.0)]


def passage_time(bodies, masses, theta0, speed, theta):
    """When the crank passes theta, and its speed there."""

    def inertia_and_height(at):
        J, V = 0.0, 0.0
        for (height, slope, turn), m, l in zip(bodies(at), masses, LENGTHS, strict=True):
            J += m * abs(slope) ** 2 + m * l * l / 12 * turn * turn
            V += m * G * height
        return J, V

    J0, V0 = inertia_and_height(theta0)

    def slowness(at):
        J, V = inertia_and_height(at)
        return math.sqrt(J / (J0 * speed * speed + 2 * (V0 - V)))

    return quad(slowness, theta0, theta, epsabs=1e-13, epsrel=1e-12, limit=400)[0], 1.0 / slowness(theta)


def with_mass(body, factor):
    return tuple(m * factor if k == body else m for k, m in enumerate(MASSES))


# A heavy last body carries the light crank to its dead point, which is left out: there the crank gets all the energy.
RATIOS = [
    *((f"body {k + 1} times 1e-12", with_mass(k, 1e-12), 0.5) for k in range(3)),
    *((f"body {k + 1} times 1e12", with_mass(k, 1e12), 0.5 if k < 2 else 0.04) for k in range(3)),
    ("as drawn", MASSES, 0.5),
    ("massless coupler", (0.4, 0.0, 0.7), 0.5),
    ("only the crank", (0.4, 0.0, 0.0), 0.5),
]
if DEEP:
    RATIOS += [
        *((f"body {k + 1} times {f:g}", with_mass(k, f), 0.5) for k in range(3) for f in (1e-9, 1e-6, 1e-3)),
        *((f"body {k + 1} times {f:g}", with_mass(k, f), 0.5) for k in range(2) for f in (1e3, 1e6, 1e9)),
        ("all times 1e12", tuple(1e12 * m for m in MASSES), 0.5),
        ("all times 1e-12", tuple(1e-12 * m for m in MASSES), 0.5),
    ]


@pytest.mark.parametrize(("masses", "until"), [r[1:] for r in RATIOS], ids=[r[0] for r in RATIOS])
@pytest.mark.parametrize("name", ["four_bar", "slider_crank"])
def test_motion_is_right_for_any_ratio_of_masses(request, name, masses, until, formulation):
    """Local errors of 1e-10 add up over some 40 steps: 1e-8 rad is asked of the crank."""
    mechanism = request.getfixturevalue(name)(masses)
    bodies = four_bar_bodies if name == "four_bar" else slider_crank_bodies
    run = sarrus.simulate(mechanism, until=until, rows=5, rtol=1e-10, atol=1e-10, formulation=formulation)
    assert run["A.theta"][-1] > 1.3
    for t, theta, rate in zip(run.t, run["A.theta"].values, run["A.theta_dot"].values, strict=True):
        expected, speed = passage_time(bodies, masses, 1.0, 12.0, theta)
        assert abs(expected - t) * speed < 1e-8
        assert rate == pytest.approx(speed, rel=1e-8)
    assert run.evidence["worst constraint residual"] < 1e-14


@pytest.fixture(scope="module")
def left_out(four_bar, compiled):
    """Names of the redundant rows that are left out with masses as drawn."""
    return compiled(four_bar(spatial=True), "absolute").machine.dropped


@pytest.mark.parametrize("body", range(3))
@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_redundant_rows_hold_a_heavy_body_on_a_light_one(four_bar, compiled, left_out, body, factor):
    """20 rows of rank 17: the rows left out are the same for all masses, and the accelerations those in the plane."""
    spatial = compiled(four_bar(with_mass(body, factor), spatial=True), "absolute")
    assert spatial.machine.rank == 17 and spatial.machine.dropped == left_out
    planar = compiled(four_bar(with_mass(body, factor)), "absolute")
    names, flat = spatial.equations.speeds, planar.equations.speeds
    assert len(names) == 18 and len(flat) == 9
    # x, y and the turn about z, body by body
    found = spatial.accelerations(spatial.x).reshape(3, 6)[:, [0, 1, 5]].ravel()
    expected = planar.accelerations(planar.x)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_massless_body_at_the_end_of_a_chain_is_named():
    """Nothing says how it moves: that is a mistake in the model, not a number to make up."""
    m = sarrus.Mechanism("loose", plane="xy")
    m.add(sarrus.Body("arm", sarrus.Rod(length=1.0, mass=1.0)))
    m.add(sarrus.Body("flag", mass=0, center=(0.1, 0), inertia=0))
    m.add(sarrus.Revolute("pin", "ground", "arm.start"))
    m.add(sarrus.Revolute("tip", "arm.end", "flag"))
    with pytest.raises(sarrus.ModelError, match=r"'tip\.1' is free and has no inertia"):
        sarrus.simulate(m, until=1.0)


def test_massless_coupler_may_hang_at_the_end_of_the_tree(four_bar):
    """Cut on either side, it is carried by the loop alone: the mass matrix is singular, the motion is not."""
    runs, cuts = [], []
    for order in ("ABCD", "ACBD"):
        mechanism = four_bar((0.4, 0.0, 0.7), order=order)
        cuts += [j.name for j in span(mechanism.snapshot()).cuts]
        runs.append(sarrus.simulate(mechanism, until=0.5, rows=5, rtol=1e-10, atol=1e-10))
    assert cuts == ["C", "B"]
    np.testing.assert_allclose(runs[0]["A.theta"].values, runs[1]["A.theta"].values, rtol=0, atol=1e-8)
