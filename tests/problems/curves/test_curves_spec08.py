"""Spec 08, row 1.6: a point on a curve, whose place along it is a coordinate without inertia.

M11 and M12 of section 7.4 are closed forms. Others: the same mechanism made with a hinge, energy, and the force that a
given motion needs.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from curves.beads import GRAVITY, RADIUS, Ring, cycloid, helix, on_ring

import sarrus

FORMULATIONS = ("relative", "absolute")
PERIOD = 2.8370067068858
EXACT = {"rtol": 1e-10, "atol": 1e-10}


def energies(run):
    return run["energy.kinetic"].values + run["energy.potential"].values


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("amplitude", [0.1, 1.0, 2.5])
def test_bead_on_a_cycloid_swings_in_one_time_at_every_amplitude_spec08_m11(amplitude, formulation):
    run = sarrus.simulate(cycloid(amplitude), PERIOD, rows=5, formulation=formulation, **EXACT)
    # in four quarters of a period: from one side through the lowest point to the other, and back
    assert run["bead0.u"].values == pytest.approx(amplitude * np.array([1, 0, -1, 0, 1]), abs=1e-9)
    assert np.ptp(energies(run)) < 1e-9 * RADIUS * GRAVITY
    # sin(u/2), the arc from the lowest point, is harmonic
    u, rate, second = (run[f"bead0.u{dots}"].values for dots in ("", "_dot", "_ddot"))
    arc = np.sin(u / 2)
    harmonic = 0.5 * np.cos(u / 2) * second - 0.25 * arc * rate**2
    assert harmonic == pytest.approx(-GRAVITY / (4 * RADIUS) * arc, abs=1e-8)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_bead_on_a_helix_falls_evenly_spec08_m12(formulation):
    m = helix()
    m.start(fixed={"bead.u": 0.0, "bead.u_dot": 0.0})
    run = sarrus.simulate(m, 1.0, rows=3, formulation=formulation, **EXACT)
    assert run["bead.u_ddot"].values == pytest.approx([-19.62] * 3, abs=1e-9)
    u, force = run["bead.u"].values[-1], run["bead.reaction"].values[-1]
    outward, onward = (math.cos(u), math.sin(u), 0.0), (-math.sin(u), math.cos(u), 0.0)
    assert [-force @ outward, force @ onward, force[2]] == pytest.approx([38.49444, -1.962, 3.924], abs=1e-7)
    assert run["bead.torque"].values == pytest.approx(np.zeros((3, 3)), abs=1e-12)


def hoop(with_hinge):
    """A heavy hoop that turns about a pin off its centre, and a bead on it: on a curve, or as a point mass on a hinge."""
    m = sarrus.Mechanism("hoop", plane="xy")
    hoop = m.add(sarrus.Body("hoop", mass=2.0, center=(0.1, 0.05), inertia=5.0))
    hoop.point("middle", (0.4, 0.0))
    m.add(sarrus.Revolute("pin", "ground", "hoop"))
    if with_hinge:
        m.add(sarrus.Body("ball", mass=0.7, center=(RADIUS, 0), inertia=0.0))
        m.add(sarrus.Revolute("bead", "hoop.middle", "ball"))
    else:
        m.add(sarrus.Body("ball", mass=0.7, inertia=0.02))
        m.add(Ring("bead", "hoop.middle", "ball", radius=RADIUS))
        m.start(fixed={"ball.psi_dot": 0.0})
    m.add(sarrus.Gravity("weight", (0, -GRAVITY)))
    angle = "bead.theta" if with_hinge else "bead.u"
    m.start(fixed={"pin.theta": 0.3, "pin.theta_dot": 2.0, angle: 0.8, f"{angle}_dot": 18.0})
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_bead_on_a_moving_circle_is_a_point_mass_on_a_hinge(formulation):
    curve = sarrus.simulate(hoop(with_hinge=False), 0.8, rows=7, formulation=formulation, **EXACT)
    hinge = sarrus.simulate(hoop(with_hinge=True), 0.8, rows=7, **EXACT)
    assert abs(hinge["bead.theta"].values[-1]) > 2.0 * math.pi  # it goes round, and its turns are counted
    for dots in ("", "_dot", "_ddot"):
        pairs = {f"bead.u{dots}": f"bead.theta{dots}", f"pin.theta{dots}": f"pin.theta{dots}"}
        for one, two in pairs.items():
            assert curve[one].values == pytest.approx(hinge[two].values, rel=1e-6, abs=1e-6)
    for name in ("bead.reaction", "pin.reaction"):
        assert curve[name].values == pytest.approx(hinge[name].values, rel=1e-6, abs=1e-6)
    assert np.ptp(energies(curve)) < 1e-7


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_nine_beads_in_loops_of_code_swing_like_one(formulation):
    run = sarrus.simulate(cycloid(2.0, beads=9), PERIOD, rows=3, formulation=formulation, **EXACT)
    for i in range(9):
        assert run[f"bead{i}.u"].values == pytest.approx([2.0, -2.0, 2.0], abs=1e-8)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_driven_bead_takes_the_force_that_its_motion_needs(formulation):
    m = helix()
    m.add(sarrus.Motion("drive", "bead.u", function="0.4 + t + 2*t**2"))
    m.start(fixed={"bead.u": 0.4})
    run = sarrus.simulate(m, 1.0, rows=5, formulation=formulation)
    t = run.t
    u, rate, second = 0.4 + t + 2 * t**2, 1 + 4 * t, np.full_like(t, 4.0)
    assert run["bead.u"].values == pytest.approx(u, abs=1e-12)
    slope = np.column_stack([-0.2 * np.sin(u), 0.2 * np.cos(u), np.full_like(t, 0.1)])
    bend = np.column_stack([-0.2 * np.cos(u), -0.2 * np.sin(u), np.zeros_like(t)])
    force = 0.5 * (slope * second[:, None] + bend * rate[:, None] ** 2 + (0.0, 0.0, GRAVITY))
    assert run["bead.reaction"].values == pytest.approx(force, abs=1e-9)
    effort = (force * slope).sum(axis=1)
    assert run["drive.effort"].values == pytest.approx(effort, abs=1e-9)
    assert run["drive.power"].values == pytest.approx(effort * rate, abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_bead_that_is_coupled_to_a_crank_moves_with_it(formulation):
    m = on_ring()
    m.add(sarrus.Body("crank", mass=1.0, inertia=0.2))
    m.add(sarrus.Revolute("A", "ground", "crank"))
    m.add(sarrus.Coupler("belt", "bead.u", "A.theta", ratio=2.0, offset=0.1))
    m.start(fixed={"A.theta": 0.2, "A.theta_dot": 1.0, "ball.psi_dot": 0.0})
    run = sarrus.simulate(m, 1.0, rows=5, formulation=formulation, **EXACT)
    assert run["bead.u"].values == pytest.approx(2.0 * run["A.theta"].values + 0.1, abs=1e-12)
    # (J + m (2 r)^2) theta'' = -2 m g r cos u
    needed = -2.0 * GRAVITY * RADIUS * np.cos(run["bead.u"].values) / (0.2 + (2 * RADIUS) ** 2)
    assert run["A.theta_ddot"].values == pytest.approx(needed, abs=1e-9)
    # the belt does to the bead what it takes from the crank
    assert run["belt.effort"].values == pytest.approx(-0.2 * needed / 2.0, abs=1e-9)
    assert np.ptp(energies(run)) < 1e-8


def test_start_at_a_cusp_is_refused_by_the_name_of_the_coordinate():
    with pytest.raises(sarrus.ModelError) as refused:
        sarrus.simulate(cycloid(math.pi), 1.0)
    assert "no row of the constraint tells how fast its coordinate 'bead0.u' moves" in str(refused.value)
    report = sarrus.check(cycloid(math.pi))
    assert [f.where for f in report.findings if f.code == "inertia.none"] == [("bead0.u",)]
    assert not [f for f in sarrus.check(cycloid(1.0)).findings if f.code == "inertia.none"]


def test_run_into_a_cusp_ends_there_and_names_the_coordinate():
    run = sarrus.simulate(cycloid(1.0, rate=10.0), 1.0, strict=False)
    assert not run.ok
    assert "At bead0.u = 3.14159 no row of the constraint tells how fast" in str(run.status)
    assert run.t[-1] < 0.13
