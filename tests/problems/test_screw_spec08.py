"""Spec 08, row 1.1: the screw. Its angle is that of all its turns, however the joint is treated, at every lead.

M1 of section 7.4 is a closed form: a nut on a vertical thread without friction falls with a = g/(1 + (2 pi/lead)^2 J/m).
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus.mechanics import formulate
from sarrus.scalar import Graph
from sarrus.scalar.derivative import along
from sarrus.scalar.kernel import Interpreter
from sarrus.spatial import Pose, Vec3, rot_z

FORMULATIONS = ("relative", "absolute")
FAR = 12.9
"""Two turns and a bit [rad]."""
LEAD = 0.02


def nut(cut):
    """M1, the screw on the tree or, beside a cylindrical joint with start values, closing a loop."""
    m = sarrus.Mechanism("nut")
    m.add(sarrus.Body("nut", mass=2.0, inertia=(0.002, 0.002, 0.003)))
    if cut:
        m.add(sarrus.Cylindrical("guide", "ground", "nut"))
        m.start(guess={"guide.theta": 0.0})
    m.add(sarrus.Screw("J", "ground", "nut", lead=LEAD))
    m.add(sarrus.Gravity("weight", (0, 0, -9.81)))
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("cut", [False, True], ids=["tree", "cut"])
def test_nut_falls_along_its_thread_spec08_m1(cut, formulation):
    m = nut(cut)
    assert [c.name for c in formulate(m.snapshot()).tree.cuts] == (["J"] if cut else [])
    run = sarrus.simulate(m, until=1.0, rows=11, rtol=1e-12, atol=1e-12, formulation=formulation)
    assert run.ok, run.status
    a = 0.065819460393173
    expected = {
        "nut.z_ddot": -a,
        "J.theta_ddot": -20.677793323444,
        "J.reaction.z": 19.488361079214,
        "J.torque.z": -0.062033379970331,
    }
    for name, value in expected.items():
        np.testing.assert_allclose(run[name], value, rtol=1e-9)
    # printed digits; both parts of the kinetic energy by speed
    assert 0.5 * 2.0 * run["nut.z_dot"].values[-1] ** 2 == pytest.approx(0.0043322013664485, rel=1e-9)
    assert 0.5 * 0.003 * run["J.theta_dot"].values[-1] ** 2 == pytest.approx(0.64135670509058, rel=1e-9)
    assert run["energy.kinetic"].values[-1] == pytest.approx(0.0043322013664485 + 0.64135670509058, rel=1e-9)
    assert run["J.theta"].values[-1] == pytest.approx(-0.5 * 20.677793323444, rel=1e-9)


def presses(lead, copies=1, **start):
    """Nuts on cylindrical joints; beside each a screw, which closes a loop. In `start`, # is the number of the nut."""
    m = sarrus.Mechanism("presses")
    for k in range(copies):
        m.ground.frame(f"axis{k}", (0.1 + k, 0.2, -0.3), (0.4, -0.3, 0.2))
        m.add(sarrus.Body(f"nut{k}", mass=2.0, center=(0.2, 0.1, 0.05), inertia=(0.3, 0.4, 0.5)))
        m.add(sarrus.Cylindrical(f"C{k}", f"ground.axis{k}", f"nut{k}"))
        m.add(sarrus.Screw(f"J{k}", f"ground.axis{k}", f"nut{k}", lead=lead))
        for kind, values in start.items():
            m.start(**{kind: {name.replace("#", str(k)): value for name, value in values.items()}})
    m.add(sarrus.Gravity("weight", (0.0, 0.0, -9.81)))
    assert len(formulate(m.snapshot()).tree.cuts) == copies
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("lead", "copies"), [(0.3, 1), (-0.02, 1), (0.02, 12)])
def test_screw_cut_at_many_turns_publishes_all_of_them(lead, copies, formulation):
    """12.9 rad away, with nothing told but the cylindrical joint: 0.3336 would be two turns too few."""
    per_radian = lead / (2.0 * math.pi)
    m = presses(lead, copies, guess={"C#.theta": FAR, "C#.s": per_radian * FAR})
    k = copies - 1
    assert {c.name for c in formulate(m.snapshot()).tree.cuts} == {f"J{i}" for i in range(copies)}
    assert sarrus.assemble(m)[f"J{k}.theta"] == pytest.approx(FAR, abs=1e-9)
    run = sarrus.simulate(m, until=2.0, rows=11, formulation=formulation)
    assert run.ok, run.status
    theta = run[f"J{k}.theta"].values
    assert theta[0] == pytest.approx(FAR, abs=1e-9)
    np.testing.assert_allclose(theta, run[f"C{k}.theta"].values, atol=1e-9)
    np.testing.assert_allclose(per_radian * theta, run[f"C{k}.s"].values, atol=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("lead", [0.3, 0.0])
def test_driven_screw_publishes_all_turns_over_several_more(lead, formulation):
    """Driven by the cylindrical joint that it is closed beside, over three turns more; its own advance tells the first."""
    m = presses(lead, guess={"C#.s": lead * FAR / (2.0 * math.pi), **({} if lead else {"J#.theta": FAR})})
    m.add(sarrus.Motion("drive", "C0.theta", function=f"{FAR} + 2*t"))
    assert [c.name for c in formulate(m.snapshot()).tree.cuts] == ["J0"]
    run = sarrus.kinematics(m, until=10.0, rows=41, formulation=formulation)
    assert run.ok, run.status
    np.testing.assert_allclose(run["J0.theta"].values, FAR + 2.0 * run.t, atol=1e-9)


@pytest.mark.parametrize("lead", [0.3, 0.0])
@pytest.mark.parametrize("kind", ["fixed", "guess"])
def test_screw_that_closes_a_loop_begins_where_it_is_told(kind, lead):
    m = presses(lead, **{kind: {"J#.theta": FAR}})
    assert sarrus.assemble(m)["J0.theta"] == pytest.approx(FAR, abs=1e-9)


def tumbling(kind, **parameters):
    """A nut on an axis that tumbles."""
    m = sarrus.Mechanism("tumbling")
    m.add(sarrus.Body("arm", mass=1.0, center=(0.2, 0.1, 0.05), inertia=(0.03, 0.04, 0.05)))
    m.bodies[0].frame("axis", (0.8, 0.2, -0.3), (0.4, -0.3, 0.2))
    m.add(sarrus.Body("nut", mass=2.0, center=(0.2, 0.1, 0.05), inertia=(0.3, 0.4, 0.5)))
    m.add(sarrus.Spherical("ball", "ground", "arm"))
    m.add(kind("J", "arm.axis", "nut", **parameters))
    m.add(sarrus.Gravity("weight", (0.0, 0.0, -9.81)))
    m.start(fixed={"J.theta": FAR, "J.theta_dot": 10.0, "ball.a1": 0.5})
    return m


@pytest.mark.parametrize("lead", [1e-5, 1e-8])
def test_lead_finer_than_the_error_of_a_run_loses_no_turn(lead):
    """Steps of this tolerance drift along the axis by many leads; an angle read from the advance would be turns off."""
    one, two = (
        sarrus.simulate(
            tumbling(sarrus.Screw, lead=lead), until=1.5, rows=16, rtol=1e-4, atol=1e-4, formulation=f
        )
        for f in FORMULATIONS
    )
    assert one.ok and two.ok
    # ten times what both runs differ by; a turn is 6.28
    np.testing.assert_allclose(one["J.theta"], two["J.theta"], atol=0.05)
    # closed to rounding on the turn that is published
    for run in (one, two):
        apart = [run[f"nut.{axis}"].values - run[f"arm.axis.{axis}"].values for axis in "xyz"]
        advance = lead / (2.0 * math.pi) * run["J.theta"].values
        np.testing.assert_allclose(np.linalg.norm(apart, axis=0), advance, atol=1e-10)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_screw_without_a_lead_is_a_hinge(formulation):
    one, two = (
        sarrus.simulate(m, until=1.5, rows=16, rtol=1e-9, atol=1e-9, formulation=formulation)
        for m in (tumbling(sarrus.Screw, lead=0.0), tumbling(sarrus.Revolute))
    )
    assert one.ok and two.ok
    assert float(np.ptp(one["J.theta"])) > 1.0
    # the same equations but for rounding
    for name in ("J.theta", "J.theta_ddot", "J.reaction", "J.torque", "energy.kinetic"):
        np.testing.assert_allclose(one[name], two[name], rtol=1e-6, atol=1e-6)


def test_lead_that_is_lost_in_rounding_is_refused():
    with pytest.raises(
        sarrus.ModelError, match=r"screw 'J' has a lead of 1e-12 m, too fine .* at least 1e-09 m"
    ):
        tumbling(sarrus.Screw, lead=1e-12).snapshot()


def test_screw_does_not_keep_the_plane():
    m = sarrus.Mechanism("flat", plane="xy")
    m.add(sarrus.Body("nut", mass=1.0, inertia=0.1))
    m.add(sarrus.Screw("J", "ground", "nut", lead=0.01))
    with pytest.raises(sarrus.ModelError, match="screw 'J' moves bodies out of the plane"):
        m.snapshot()


@pytest.mark.parametrize(("kind", "parameters"), [(sarrus.Revolute, {}), (sarrus.Screw, {"lead": 0.0})])
def test_driven_angle_that_closes_a_loop_begins_on_the_turn_of_its_driver(kind, parameters):
    """Two hinges on one axis; what acts on the first keeps it on the tree."""
    m = sarrus.Mechanism("door")
    m.add(sarrus.Body("door", mass=2.0, center=(0.4, 0, 0), inertia=(0.1, 0.1, 0.1)))
    m.add(kind("upper", "ground", "door", **parameters))
    m.add(kind("lower", "ground", "door", **parameters))
    m.add(sarrus.TorsionalSpringDamper("closer", "upper.theta", stiffness=1.0))
    m.add(sarrus.Motion("drive", "lower.theta", function=f"{FAR} + t"))
    assert [c.name for c in formulate(m.snapshot()).tree.cuts] == ["lower"]
    run = sarrus.kinematics(m, until=1.0, rows=5)
    np.testing.assert_allclose(run["lower.theta"].values, FAR + run.t, atol=1e-9)


@pytest.mark.parametrize("lead", [0.0, 1e-6, -0.3])
def test_row_of_the_thread_and_its_slope_by_the_lead_are_right_at_every_lead(lead):
    """g = z - lead theta/(2 pi) on the counted turn; its slope is -theta/(2 pi), at a lead of 0 too."""
    graph = Graph()
    symbol, counted = graph.symbols(("lead", "counted"))
    joint = sarrus.Screw("J", "a", "b", lead=lead).bind(lambda path, value, unit: symbol, False)
    X = Pose(rot_z(FAR), Vec3(0.0, 0.0, 0.7))
    row = graph.lift(joint.counting([counted]).closure(X)[-1])
    (slope,) = along([row], {symbol: 1.0})
    g, by_lead = Interpreter([symbol, counted], [row, slope])([lead, FAR + 0.5])
    turns = FAR / (2.0 * math.pi)
    assert g == pytest.approx(0.7 - lead * turns, abs=1e-14)
    assert by_lead == pytest.approx(-turns, abs=1e-14)


def test_equations_of_a_thread_speak_of_pi():
    text = str(sarrus.equations(nut(cut=False)))
    assert "/(2 π" in text
    assert "0.159" not in text
