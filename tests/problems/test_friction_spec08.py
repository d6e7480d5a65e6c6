"""Friction that depends on the load of its joint, bristles and bushings against spec 08: rows F4, F5, F7, F10, F11, M13."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import (
    AppliedForce,
    AppliedTorque,
    Body,
    Bushing,
    Friction,
    Gravity,
    Mechanism,
    Motion,
    Prismatic,
    Revolute,
    Rod,
    SpringDamper,
)
from sarrus.mechanics import FORMULATIONS, formulate


def slider_crank(smooth, *, driven):
    """The mechanism of rows F5 to F7."""
    m = Mechanism("slider-crank", plane="xy")
    crank = m.add(Body("crank", mass=1.0, center=(0, 0), inertia=0.01))
    rod = m.add(Body("rod", Rod(length=0.3, mass=0.5)))
    slider = m.add(Body("slider", mass=1.0, inertia=0.001))
    m.add(Revolute("A", m.ground, crank))
    m.add(Revolute("B", crank.point("end", (0.1, 0)), rod.start))
    m.add(Revolute("C", rod.end, slider))
    m.add(Prismatic("P", m.ground, slider))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(Friction("rub", "P.s", coefficient=0.15, normal="reaction", smooth=smooth))
    if driven:
        m.add(Motion("motor", "A.theta", function="30*t"))
        m.start(guess={"A.theta": 0.0, "P.s": 0.4})
    else:
        m.add(AppliedTorque("push", m.ground, crank, moment=1.0))
        m.start(fixed={"A.theta": 0.3, "A.theta_dot": 0.0}, guess={"P.s": 0.4, "B.theta": -0.4})
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_guide_rubs_by_its_own_reaction_spec08_F5(formulation):
    run = sarrus.kinematics(slider_crank(1e-9, driven=True), until=5.5 / 30, rows=12, formulation=formulation)
    expected = {  # angle in half radians: guide on slider, friction, torque of the crank
        1: (-10.795465082949, 1.6193197624424, 8.0704499373940),
        2: (-7.9926192846988, 1.1988928927048, 5.1564544554691),
        5: (23.159278527739, 3.4738917791609, -3.7989398859240),
        8: (-2.4249728209385, -0.36374592314077, 4.8138936664228),
        11: (35.838930388758, -5.3758395583137, -6.8347343147672),
    }
    for row, numbers in expected.items():
        found = (
            run["P.reaction"].values[row][1],
            run["rub.effort"].values[row],
            run["motor.effort"].values[row],
        )
        assert found == pytest.approx(numbers, rel=1e-11)
        assert run["rub.normal"].values[row] == pytest.approx(abs(numbers[0]), rel=1e-11)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_slider_crank_runs_with_smoothed_friction_spec08_F7(formulation):
    m = slider_crank(0.01, driven=False)
    run = sarrus.simulate(m, until=0.5, rows=6, rtol=1e-10, atol=1e-12, formulation=formulation)
    expected = {
        1: (0.5353931769, 4.3152232344),
        2: (1.0834148716, 6.5124346786),
        5: (5.5567105052, 21.724988815),
    }
    for row, numbers in expected.items():
        found = run["A.theta"].values[row], run["A.theta_dot"].values[row]
        assert found == pytest.approx(numbers, abs=2e-9, rel=2e-9)
    assert run.evidence["worst energy balance [J]"] < 1e-8
    assert (np.diff(run["energy.dissipated"].values) > 0).all()


def drawer(coefficient, offset, copies):
    m = Mechanism("drawer", plane="xy")
    for i in range(copies):
        body = m.add(Body(f"drawer-{i}", mass=1.0, center=(0, 1.0), inertia=0.3))
        m.add(Prismatic(f"P{i}", m.ground, body))
        m.add(AppliedForce(f"push-{i}", body.point("handle", (0, offset)), force=(1.0, 0)))
        rubbing = {
            "coefficient": coefficient,
            "normal": "reaction",
            "supports": "two",
            "span": 1.0,
            "smooth": 1e-6,
        }
        m.add(Friction(f"rub-{i}", f"P{i}.s", **rubbing))
        m.start(fixed={f"P{i}.s_dot": 1.0})
    return m


@pytest.mark.parametrize("copies", [1, 9], ids=["small", "large"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_drawer_with_one_solution_slides_spec08_F10(formulation, copies):
    run = sarrus.simulate(drawer(0.3, 0.5, copies), until=0.1, rows=3, formulation=formulation)
    assert run[f"P{copies - 1}.s_ddot"].values == pytest.approx(0.8125, rel=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_drawer_with_two_solutions_is_undetermined_spec08_F10(formulation):
    run = sarrus.simulate(drawer(0.8, 0.5, 1), until=0.1, rows=3, formulation=formulation, strict=False)
    assert run.status.word == "friction undetermined"
    # m a = F - friction: a is 9/13 or -1/3
    for effort in (9 / 13 - 1, -1 / 3 - 1):
        assert f"{effort:.6g}" in run.status.text
    assert "'rub-0'" in run.status.text


@pytest.mark.parametrize("copies", [1, 9], ids=["small", "large"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_drawer_without_solution_is_jammed_spec08_F10(formulation, copies):
    run = sarrus.simulate(drawer(0.8, 1.5, copies), until=0.1, rows=3, formulation=formulation, strict=False)
    assert run.status.word == "jammed"
    assert "'rub-0'" in run.status.text
    with pytest.raises(sarrus.NumericalError, match="jammed"):
        sarrus.simulate(drawer(0.8, 1.5, copies), until=0.1, formulation=formulation)


def test_pendulum_rubs_in_its_own_pin_spec08_F11():
    m = Mechanism("pendulum", plane="xy")
    bob = m.add(Body("bob", mass=1.0, center=(1.0, 0), inertia=0.0))
    m.add(Revolute("A", m.ground, bob))
    m.add(Gravity("weight", (0, -9.81)))
    # the smoother the law, the nearer the next turning point: 2e-6 m/s at the pin is 4e-5 rad/s
    m.add(Friction("rub", "A.theta", coefficient=1.0, radius=0.05, normal="reaction", smooth=2e-6))
    m.start(fixed={"A.theta": 1.0 - np.pi / 2, "A.theta_dot": 0.0})
    run = sarrus.simulate(m, until=1.05863229206, rows=3, rtol=1e-9, atol=1e-11)
    found = -(run["A.theta"].values[-1] + np.pi / 2)
    assert found == pytest.approx(0.84003228333452, abs=1e-5)  # a constant load of m g gives 0.8835
    assert abs(run["A.theta_dot"].values[-1]) < 1e-3


def test_bristles_stick_and_slip_spec08_F4():
    m = Mechanism("stick and slip", plane="xy")
    pulled, block = (m.add(Body(name, mass=1.0, inertia=0.1)) for name in ("pulled", "block"))
    m.add(Prismatic("C", m.ground, pulled))
    m.add(Prismatic("A", m.ground, block))
    m.add(Motion("pull", "C.s", function="0.1*t"))
    spring = {"stiffness": 2.0, "free_length": 1.0}
    m.add(SpringDamper("spring", block, pulled.point("end", (1.0, 0)), **spring))
    bristles = {"stiffness": 1e5, "damping": 1e5**0.5, "viscous": 0.4, "stribeck": 0.001}
    m.add(Friction("rub", "A.s", coefficient=1.0, static=1.5, normal=1.0, law="lugre", **bristles))
    m.start(fixed={"A.s": 0.0, "A.s_dot": 0.0})
    run = sarrus.simulate(m, until=20.0, rows=2001, rtol=1e-9, atol=1e-11)
    s, v, z = (run[name].values for name in ("A.s", "A.s_dot", "rub.z"))
    assert (0.5 - s[500], z[500]) == pytest.approx((0.49998354081285, 9.9932988307e-6), rel=1e-9)
    assert (2.0 - s[-1], z[-1]) == pytest.approx((0.727403587676, 1.45384290932e-5), rel=1e-6)
    assert v[-1] == pytest.approx(6.71068983e-5, rel=1e-6)
    passes = [np.interp(0.05, v[k : k + 2], run.t[k : k + 2]) for k in range(2000) if v[k] < 0.05 <= v[k + 1]]
    assert passes == pytest.approx([7.540397463016, 13.90311728408], abs=1e-4)  # straight lines between rows


def pinned(coefficient, pins, copies=1):
    """A four-bar with friction in some pins."""
    m = Mechanism("four-bar", plane="xy")
    for i in range(copies):
        D = m.ground.point(f"D{i}", (1.0, 0))
        crank = m.add(Body(f"crank{i}", Rod(length=0.3, mass=0.3)))
        coupler = m.add(Body(f"coupler{i}", Rod(length=0.9, mass=0.9)))
        rocker = m.add(Body(f"rocker{i}", mass=0.7, center=(0.35, 0), inertia=0.0286))
        m.add(Revolute(f"A{i}", m.ground, crank.start))
        m.add(Revolute(f"B{i}", crank.end, coupler.start))
        m.add(Revolute(f"C{i}", coupler.end, rocker.point("top", (0.7, 0))))
        m.add(Revolute(f"D{i}", D, rocker))
        for pin in pins:
            rubbing = {"coefficient": coefficient, "radius": 0.02, "normal": "reaction", "smooth": 0.01}
            m.add(Friction(f"rub{pin}{i}", f"{pin}{i}.theta", **rubbing))
        m.start(fixed={f"A{i}.theta": "60 deg", f"A{i}.theta_dot": 3.0}, guess={f"D{i}.theta": "100 deg"})
    m.add(Gravity("weight", (0, -9.81)))
    return m


def test_large_mechanism_with_friction_runs_as_a_small_one():
    one = sarrus.simulate(pinned(0.3, "ABCD"), until=1.0, rows=5, rtol=1e-9, atol=1e-11)
    many = sarrus.simulate(pinned(0.3, "ABCD", copies=3), until=1.0, rows=5, rtol=1e-9, atol=1e-11)
    for copy in range(3):
        for name in ("A{}.theta", "rubC{}.effort", "rubA{}.normal"):
            assert many[name.format(copy)].values == pytest.approx(
                one[name.format(0)].values, rel=1e-6, abs=1e-7
            )


def spatial_four_bar(pins):
    """Hinges with parallel axes: three rows too many, which share loads across the plane only."""
    m = Mechanism("spatial four-bar")
    crank, coupler, rocker = (
        m.add(Body(name, mass=1.0, center=(0.5 * length, 0, 0), inertia=(0.01, 0.05, 0.05)))
        for name, length in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7))
    )
    m.add(Revolute("A", m.ground, crank))
    m.add(Revolute("B", crank.point("end", (0.3, 0, 0)), coupler))
    m.add(Revolute("C", coupler.point("end", (0.9, 0, 0)), rocker.point("top", (0.7, 0, 0))))
    m.add(Revolute("D", m.ground.point("D", (1.0, 0, 0)), rocker))
    m.add(Gravity("weight", (0, -9.81, 0)))
    for pin, more in pins.items():
        m.add(
            Friction(
                f"rub{pin}",
                f"{pin}.theta",
                coefficient=0.2,
                radius=0.02,
                normal="reaction",
                smooth=0.01,
                **more,
            )
        )
    m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 3.0}, guess={"D.theta": "100 deg"})
    return m


def test_load_that_is_shared_is_refused_where_it_is_used_and_only_there():
    # the force across the axis follows from the motion, the couple does not
    run = sarrus.simulate(spatial_four_bar({"A": {}, "C": {}}), until=0.2, rows=3)
    assert run.ok
    with pytest.raises(sarrus.ModelError) as refused:
        sarrus.simulate(spatial_four_bar({"A": {}, "C": {"supports": "two", "span": 0.05}}), until=0.2)
    assert "rubC" in str(refused.value)
    assert "not unique" in str(refused.value)
    assert "rubA" not in str(refused.value)


def test_bushing_is_what_its_energy_says_spec08_M13():
    stiffness = {"stiffness": (1e5, 2e5, 3e5), "turning_stiffness": (1e3, 2e3, 3e3)}
    coupling = (0, 5e3, 0, 0, 0, 0, 0, 0, 0)
    damping = {k.replace("stiffness", "damping"): tuple(a / 1000 for a in v) for k, v in stiffness.items()}
    m = Mechanism("bushing")
    body = m.add(Body("body", mass=1.0, inertia=(1, 1, 1)))
    m.add(
        Bushing(
            "soft",
            m.ground,
            body,
            coupling=coupling,
            coupling_damping=tuple(a / 1000 for a in coupling),
            **stiffness,
            **damping,
        )
    )
    r, w = np.array((0.03, -0.02, 0.05)), np.array((0.5, -0.3, 0.2))
    t = np.linalg.norm(r)
    q = [np.cos(t / 2), *(np.sin(t / 2) * r / t)]
    across = np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]]) / t
    R = np.eye(3) + np.sin(t) * across + (1 - np.cos(t)) * across @ across
    from sarrus.testing.formulations import published

    e = formulate(m.snapshot())
    found = published(e, 0.0, [0.002, -0.001, 0.0015, *q, 0.1, 0.2, -0.1, *(R.T @ w), *e.beside])
    assert found["soft.force"] == pytest.approx((-108.4527166803901, 160, -420), rel=1e-12)
    assert found["soft.torque"] == pytest.approx(
        (-29.754367138799, 31.6210745827575, -150.4418642241927), rel=1e-12
    )
    assert found["energy.potential"] == pytest.approx(5.0375, rel=1e-13)
    assert found["rate of energy.dissipated"] == pytest.approx(12.246000067569, rel=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_bushing_keeps_energy_over_large_turns(formulation):
    """The moment follows from the energy at every angle below half a turn, here up to 2.5 rad."""
    m = Mechanism("turning")
    body = m.add(Body("body", mass=1.0, center=(0.05, 0.02, -0.03), inertia=(0.02, 0.03, 0.04)))
    full = {"stiffness": (80, 90, 100, 9, -8, 7), "turning_stiffness": (0.5, 0.6, 0.7, 0.1, 0.05, -0.1)}
    m.add(Bushing("soft", m.ground, body, coupling=(1, 0.5, -1, 2, 0, 1, -0.5, 1, 0), **full))
    m.start(fixed={"body.a1_dot": 11.0, "body.a2_dot": -8.0, "body.a3_dot": 4.0})
    run = sarrus.simulate(m, until=2.0, rows=201, rtol=1e-10, atol=1e-12, formulation=formulation)
    turned = 2 * np.arccos(np.clip(np.abs(run["body.quaternion"].values[:, 0]), 0, 1))
    assert 2.0 < turned.max() < 3.0
    assert run.evidence["worst energy balance [J]"] < 1e-9


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"static": 0.3}, "`static`, which law: coulomb does not use"),
        ({"stribeck": 0.1}, "`stribeck`, which law: coulomb does not use"),
        ({"span": 0.1}, "a span and one support"),
        ({"smooth": 0}, "needs events"),
    ],
)
def test_number_that_friction_does_not_use_is_refused(more, said):
    m = Mechanism("one", plane="xy")
    m.add(Prismatic("P", m.ground, m.add(Body("block", mass=1.0, inertia=1.0))))
    m.add(Friction("rub", "P.s", **{"coefficient": 0.2, "normal": "reaction", "smooth": 0.01, **more}))
    with pytest.raises(sarrus.ModelError, match=said):
        m.snapshot()
