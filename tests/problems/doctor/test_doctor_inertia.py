"""Bodies without mass, idle freedoms, forces without direction; numbers of very different size."""

import os

import pytest
from doctor.mechanisms import ball_pendulum, block, four_bar, hexapod, spatial_four_bar

from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, Rod, SpringDamper

RSSR = ("Revolute", "Spherical", "Spherical", "Revolute")
PLATFORMS = [("Spherical", 3, 33, 9)]
if os.environ.get("SARRUS_DEEP"):
    PLATFORMS += [("Universal", 6, 72, 6), ("Spherical", 6, 66, 12)]
AT = {"fixed": {"A.theta": 1.0}, "guess": {"D.theta": 1.7}}


def rod(length):
    return Rod(length=length, mass=1)


def test_massless_coupler_whose_motion_is_determined_is_allowed(checked):
    assert checked(four_bar(masses=(1, 0, 1), **AT)).codes == []


def test_linkage_without_any_mass_is_named(checked):
    c = checked(four_bar(masses=(0, 0, 0), **AT))
    assert c.codes == ["inertia.none"]
    assert "has no inertia there: a simulation cannot tell how it moves." in c.said("inertia.none")


def test_massless_pendulum_at_the_end_of_a_heavy_one_is_named(checked):
    m = Mechanism("two", plane="xy")
    m.add(Body("heavy", Rod(length=1, mass=1)))
    m.add(Body("light", Rod(length=1, mass=0)))
    m.add(Revolute("P", "ground", "heavy.start"))
    m.add(Revolute("Q", "heavy.end", "light.start"))
    c = checked(m)
    assert c.where("inertia.none") == ("light",)
    assert "body 'light' can turn in the plane freely" in c.said("inertia.none")


def test_massless_slider_is_named_with_its_direction(checked):
    m = Mechanism("slider", plane="xy")
    m.add(Body("slider", mass=0, inertia=0))
    m.add(Prismatic("rail", "ground", "slider"))
    assert "body 'slider' can move along x of ground freely" in checked(m).said("inertia.none")


def test_slender_rod_on_a_ball_may_spin_without_inertia(checked):
    c = checked(ball_pendulum(rod(1)))
    assert "body 'bar' can turn about its direction x freely" in c.said("inertia.none")
    assert checked(ball_pendulum(block(1))).codes == []


def test_coupler_between_two_balls_has_an_idle_freedom(checked):
    c = checked(spatial_four_bar(RSSR))
    assert c.freedom == (2, 2, 2, 2)
    assert c.codes == ["freedom.idle"]
    said = c.said("freedom.idle")
    assert said.startswith("note: body 'coupler' can turn in place between joints 'B' and 'C'")
    assert "Make 'B' a universal joint to hold it, or leave it." in said
    assert c.where("freedom.idle")[0] == "coupler"
    assert {"B", "C"} == {name.split(".")[0] for name in c.where("freedom.idle")[1:]}


def test_universal_joint_proposed_for_it_holds_it(checked):
    """Spec 04, section 11.4: R, U, S, R has 17 rows, one freedom, nothing redundant."""
    c = checked(spatial_four_bar(("Revolute", "Universal", "Spherical", "Revolute")))
    assert (c.freedom, c.rows, c.codes) == ((1, 1, 1, 1), (17, 17, 17), [])


def test_slender_coupler_between_two_balls_is_idle_and_without_inertia(checked):
    c = checked(spatial_four_bar(RSSR, solid=rod))
    assert c.codes == ["inertia.none", "freedom.idle"]
    assert c.where("inertia.none") == ("coupler",)


def test_last_link_of_a_chain_is_not_idle(checked):
    m = ball_pendulum()
    m.add(Body("next", block(1)))
    m.add(Revolute("hinge", "bar.end", "next.start"))
    assert checked(m).codes == []


@pytest.mark.parametrize(("lower", "legs", "rows", "freedom"), PLATFORMS)
def test_legs_between_balls_may_spin_those_on_universal_joints_not_spec04_11_4(
    checked, lower, legs, rows, freedom
):
    """Per leg of two bodies 12 rows on a universal joint, 11 on a ball, all independent. With 6 legs: 72 rows, 6 freedoms."""
    c = checked(hexapod(lower, legs))
    assert c.rows == (rows, rows, rows)
    assert c.freedom == (freedom,) * 4
    idle = c.report.found("freedom.idle")
    assert [f.where[:2] for f in idle] == [(f"tube{i}", f"rod{i}") for i in range(freedom - 6)]
    if idle:
        assert "bodies 'tube0' and 'rod0' can turn in place between joints 'U0' and 'S0'" in str(idle[0])


def spring(free_length):
    m = Mechanism("spring", plane="xy")
    m.ground.point("hook", (1, 0))
    m.add(Body("arm", Rod(length=1, mass=1)))
    m.add(Revolute("pin", "ground", "arm.start"))
    m.add(SpringDamper("spring", "ground.hook", "arm.end", stiffness=10, free_length=free_length))
    return m


def test_spring_of_no_length_at_the_start_has_no_direction(checked):
    c = checked(spring(0.5))
    assert "spring-damper 'spring': its ends coincide at the start" in c.said("force.no_direction")
    assert "-5 N" in c.said("force.no_direction")


def test_spring_without_free_length_may_start_at_no_length(checked):
    assert checked(spring(0)).codes == []


@pytest.mark.parametrize("masses", [(1e-8, 1, 1), (1, 1e8, 1), (1e-4, 1e4, 1)])
def test_mass_ratios_do_not_change_what_is_found(checked, masses):
    c, plain = checked(four_bar(masses=masses, **AT)), checked(four_bar(**AT))
    assert c.codes == []
    assert (c.freedom, c.rows, c.report.here) == (plain.freedom, plain.rows, plain.report.here)


def test_stiffness_ratio_does_not_change_what_is_found(checked):
    m = four_bar(**AT)
    m.ground.point("hook", (0.5, 1.0))
    m.add(SpringDamper("soft", "ground.hook", "crank.end", stiffness=1e-2, free_length=0.3))
    m.add(SpringDamper("hard", "ground.hook", "rocker.end", stiffness=1e10, free_length=0.3))
    m.add(Gravity("weight", (0, -9.81)))
    c = checked(m)
    assert (c.freedom, c.codes) == ((1, 1, 1, 1), [])
