"""Spec 05: slider-crank kinematics (8.1 Ex. 2), pendulum and two-link arm with motors (8.3 D1, D3), counts (4).

Source: J. W. Kamman, Multibody Dynamics, Volume II, Unit 3 (examples 2, 4, 6); numbers recomputed independently (spec 05).
Printed to 12 significant digits, reactions to 8 decimals.
"""

import math

import numpy as np
import pytest

import sarrus
from sarrus import AppliedTorque, Body, Gravity, Mechanism, Motion, Prismatic, Revolute, Rod

G = 9.81
R, L = 0.2, 0.5
PRINTED = 1e-11


def slider_crank(theta):
    """Crank on the ground pin at the origin, slider on the x axis; theta as a function of time."""
    m = Mechanism("slider-crank", plane="xy")
    crank = m.add(Body("crank", Rod(length=R, mass=1.0)))
    rod = m.add(Body("rod", Rod(length=L, mass=0.8)))
    slider = m.add(Body("slider", mass=0.6, inertia=0))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, rod.start))
    m.add(Revolute("C", rod.end, slider))
    m.add(Prismatic("guide", m.ground, slider))
    m.add(Motion("motor", "A.theta", function=theta))
    m.start(guess={"guide.s": 0.6, "B.theta": -1.0})
    return m


def first_row(mechanism, formulation):
    """Values at t = 0; phi is measured below the x direction."""
    run = sarrus.kinematics(mechanism, until=1e-3, rows=2, formulation=formulation)
    names = {"phi": "rod.psi", "x": "guide.s", "theta": "A.theta"}
    found = {}
    for name, series in names.items():
        for rate in ("", "_dot", "_ddot"):
            found[name + rate] = float(run[series + rate][0]) * (-1.0 if name == "phi" else 1.0)
    return found


def test_ex2_positions_rates_and_accelerations_spec05_8_1(formulation):
    found = first_row(slider_crank("0.7 + 3*t - t**2"), formulation)
    expected = {
        "theta": 0.7,
        "theta_dot": 3.0,
        "theta_ddot": -2.0,
        "phi": 0.260627669675,
        "x": 0.636082650514,
        "phi_dot": 0.949889901741,
        "x_dot": -0.508917787469,
        "phi_ddot": -2.79286829847,
        "x_ddot": -1.19509535309,
    }
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, abs=PRINTED), name


def test_ex2_partial_velocities_as_ratios_of_rates_spec05_8_1(formulation):
    """Partial velocities are ratios of rates here: the rod turns with -phi_dot."""
    found = first_row(slider_crank("0.7 + 3*t - t**2"), formulation)
    theta_dot, phi_dot, x_dot = found["theta_dot"], found["phi_dot"], found["x_dot"]
    assert -phi_dot / theta_dot == pytest.approx(-0.316629967247, abs=PRINTED)
    assert theta_dot / phi_dot == pytest.approx(3.15826075685, abs=PRINTED)
    assert x_dot / theta_dot == pytest.approx(-0.169639262490, abs=PRINTED)
    assert x_dot / phi_dot == pytest.approx(-0.535765025542, abs=PRINTED)


@pytest.mark.parametrize(
    ("theta", "slider", "rod"),
    [(0.0, 0.0, -0.4), (math.pi / 2, -0.2, 0.0), (-math.pi / 2, 0.2, 0.0)],
    ids=["dead point", "rod translates", "rod translates below"],
)
def test_ex2_dead_point_and_translating_rod_spec05_8_1(formulation, theta, slider, rod):
    """Slider and rod speed per crank speed."""
    found = first_row(slider_crank(f"{theta!r} + 2*t"), formulation)
    assert found["x_dot"] / 2.0 == pytest.approx(slider, abs=1e-14)
    assert -found["phi_dot"] / 2.0 == pytest.approx(rod, abs=1e-14)


def test_slider_crank_driver_power_is_the_rate_of_energy(formulation):
    """Inverse question to dynamics: the motor's work over a turn equals the change of kinetic energy."""
    run = sarrus.kinematics(slider_crank("0.7 + 3*t + t**2"), until=2.0, rows=5, formulation=formulation)
    kinetic = np.asarray(run["energy.kinetic"])
    work = np.asarray(run["energy.supplied"])
    assert np.abs(kinetic - kinetic[0] - work).max() < 1e-7 * kinetic.max()  # work is integrated at rtol 1e-8


def hanging(name, length, mass, mechanism):
    return mechanism.add(Body(name, Rod(length=length, mass=mass)))


def test_d1_pendulum_with_couple_spec05_8_3(at_start):
    """Bar hinged at its top end, theta from the downward vertical; our psi is theta - pi/2."""
    weight, length, moment, theta, rate = 20.0, 1.5, 4.0, 0.6, 0.9
    m = Mechanism("pendulum", plane="xy")
    bar = hanging("bar", length, weight / G, m)
    m.add(Revolute("pin", m.ground, bar.start))
    m.add(Gravity("weight", (0, -G)))
    m.add(AppliedTorque("couple", m.ground, bar, moment=moment))
    m.start(fixed={"pin.theta": theta - math.pi / 2, "pin.theta_dot": rate})
    for instant in at_start(m).values():
        assert instant.number("pin.theta_ddot") == pytest.approx(-2.92314266400, abs=PRINTED)
        assert instant["pin.reaction"] == pytest.approx([-4.38827852, 18.49845771, 0.0], abs=5e-9)


def test_d3_arm_with_motor_torques_spec05_8_3(at_start):
    """M1 from ground on link 1, M2 from link 1 on link 2; both angles absolute, from the downward vertical."""
    mass, length, theta, rates, motors = 2.0, 0.8, (0.5, -0.3), (0.8, -1.2), (6.0, 2.5)
    m = Mechanism("arm", plane="xy")
    one, two = (hanging(n, length, mass, m) for n in ("one", "two"))
    m.add(Revolute("shoulder", m.ground, one.start))
    m.add(Revolute("elbow", one.end, two.start))
    m.add(Gravity("weight", (0, -G)))
    m.add(AppliedTorque("M1", m.ground, one, moment=motors[0]))
    m.add(AppliedTorque("M2", one, two, moment=motors[1]))
    m.start(
        fixed={
            "shoulder.theta": theta[0] - math.pi / 2,
            "elbow.theta": theta[1] - theta[0],
            "shoulder.theta_dot": rates[0],
            "elbow.theta_dot": rates[1] - rates[0],
        }
    )
    found = at_start(m)
    for instant in found.values():
        assert instant.number("one.psi_ddot") == pytest.approx(-11.1166055155, abs=1e-10)
        assert instant.number("two.psi_ddot") == pytest.approx(23.6012821203, abs=1e-10)
        assert instant["shoulder.reaction"] == pytest.approx([-5.7719995, 23.31778683, 0.0], abs=5e-9)
        assert -instant["elbow.reaction"] == pytest.approx([-2.27805769, -7.51213222, 0.0], abs=5e-9)
    # Projection check: mass matrix of the two absolute angles; our speeds are theta_1' and theta_2' - theta_1'.
    relative = found["relative"]
    T = np.array([[1.0, 0.0], [-1.0, 1.0]])
    assert T.T @ relative.M @ T == pytest.approx(
        np.array([[1.70666666667, 0.44589229], [0.44589229, 0.42666666667]]), abs=1e-8
    )


def test_d3_inverse_dynamics_gives_the_motor_torques_back_spec05_8_4(formulation):
    """Motors that prescribe the accelerations of D3 must exert 6 and 2.5 N m."""
    mass, length, theta, rates = 2.0, 0.8, (0.5, -0.3), (0.8, -1.2)
    bends = (-11.1166055155, 23.6012821203)
    m = Mechanism("arm", plane="xy")
    one, two = (hanging(n, length, mass, m) for n in ("one", "two"))
    m.add(Revolute("shoulder", m.ground, one.start))
    m.add(Revolute("elbow", one.end, two.start))
    m.add(Gravity("weight", (0, -G)))
    first = (theta[0] - math.pi / 2, rates[0], bends[0])
    second = (theta[1] - theta[0], rates[1] - rates[0], bends[1] - bends[0])
    for name, joint, (q, v, a) in (("M1", "shoulder", first), ("M2", "elbow", second)):
        m.add(Motion(name, f"{joint}.theta", function=f"{q!r} + {v!r}*t + {a / 2!r}*t**2"))
    run = sarrus.kinematics(m, until=1e-3, rows=2, formulation=formulation)
    assert run["M1.effort"][0] == pytest.approx(6.0, abs=1e-10)
    assert run["M2.effort"][0] == pytest.approx(2.5, abs=1e-10)
