"""Start poses that are special: freedom here against freedom elsewhere, drivers at dead centres, shaky structures.

Slider-crank cases: spec 02, sections 3.6 and 3.7, after H. Hahn, Rigid Body Dynamics of Mechanisms 1 (2002), section 3.1.3.
Flat four-bars: F. González, D. Dopico, R. Pastorino, J. Cuadrado, Multibody System Dynamics 36 (2016), on rows of windows.
"""

import math

import pytest
from doctor.mechanisms import (
    ball_pendulum,
    block,
    four_bar,
    parallelogram,
    slider_crank,
    spatial_four_bar,
    two_bars,
    windows,
)

import sarrus
from sarrus import Body, Free, Mechanism, Revolute, Universal


def test_flat_parallelogram_has_two_freedoms_here_and_one_elsewhere(checked):
    c = checked(parallelogram())
    assert c.freedom == (1, 1, 2, 1)
    assert c.rows == (8, 7, 8)
    said = c.said("singular.branch")
    assert "the start pose is singular: rank 7 here, 8 nearby; freedom 2 here, 1 elsewhere." in said
    assert c.where("singular.branch") == tuple(f"{j}.p_FM.x_F" for j in "ABCD")
    assert "freedom    1 (counted: 1), 2 in the start pose" in c.report.text()
    assert not c.report.found("redundant")


@pytest.mark.parametrize("n", [1, 2, 4])
def test_flat_row_of_n_windows_has_n_freedoms_more(checked, n):
    c = checked(windows(n))
    assert c.freedom == (1, 1, n + 1, 1)
    assert f"freedom {n + 1} here, 1 elsewhere" in c.said("singular.branch")


def test_standing_row_of_windows_is_regular(checked):
    start = {f"P{i}.theta": "60 deg" for i in range(3)} | {f"L{i}.theta": "-60 deg" for i in range(2)}
    c = checked(windows(2, guess=start))
    assert (c.freedom, c.codes) == ((1, 1, 1, 1), [])


@pytest.mark.parametrize("distance", [1e-3, 1e-6, 1e-9])
def test_condition_grows_like_one_over_the_distance_from_the_flat_pose(checked, distance):
    c = checked(parallelogram(fixed={"A.theta": distance}, guess={"D.theta": distance}))
    assert c.freedom[:2] == (1, 1)
    if distance < 1e-8:
        assert c.freedom[2] == 2
        assert "the start pose is singular" in c.said("singular.branch")
    else:
        # the smallest singular value of a flat square of unit bars falls with slope 1/sqrt(32), the largest is 1.0
        assert c.report.here.condition * distance == pytest.approx(5.7, abs=0.1)
        assert c.codes == (["singular.near"] if distance < 1e-4 else [])


def test_slider_driven_at_its_dead_centre_cannot_be_moved_on(checked):
    c = checked(slider_crank(drivers=[("push", "S.s", 1.3)]))
    assert c.freedom == (1, 1, 1, 0)
    assert c.rows == (9, 8, 9)
    said = c.said("singular.driver")
    assert "rank 8 here, 9 nearby" in said and "dead centre" in said
    assert "push" in c.where("singular.driver")


def test_kinematics_says_of_a_singular_start_what_check_says(checked):
    m = slider_crank(drivers=[("push", "S.s", 1.3)])
    (found,) = checked(m).report.found("singular.driver")
    with pytest.raises(sarrus.ModelError) as refused:
        sarrus.kinematics(m, until=1.0)
    said = str(refused.value)
    assert found.what in said and found.try_ in said
    assert "degree of freedom left" not in said and "Add a driver" not in said


def test_slider_pushed_by_a_force_at_its_dead_centre_is_regular(checked):
    c = checked(slider_crank())
    assert (c.freedom, c.rows, c.codes) == ((1, 1, 1, 1), (8, 8, 8), [])


def test_equal_crank_and_rod_branch_where_the_slider_is_over_the_pin(checked):
    """Spec 02, case 1.3a: rank of the joints alone drops by one, whatever is driven."""
    upright = {"A.theta": math.pi / 2, "B.theta": math.pi}
    c = checked(slider_crank(1, 1, guess=upright))
    assert c.freedom == (1, 1, 2, 1)
    assert "freedom 2 here, 1 elsewhere" in c.said("singular.branch")


def test_crank_driven_to_the_limit_of_a_non_grashof_linkage_is_singular_or_close(checked):
    """Crank 0.6, bars 0.5 and 0.5, ground 1: stretched where cos(theta) = (0.36 + 1 - 1) / 1.2. A fold is met by Newton's
    method to about 1e-8 only, so the rank may still count."""
    limit = math.acos(0.36 / 1.2)
    c = checked(four_bar((0.6, 0.5, 0.5), 1, drivers=[("motor", "A.theta", limit)], guess={"D.theta": 2.5}))
    assert c.freedom[1] == 1
    assert c.codes[0] in ("singular.near", "singular.driver")
    if c.codes[0] == "singular.near":
        assert c.report.here.condition > 1e6


def test_crank_driven_past_that_limit_cannot_be_assembled(checked):
    """At 1.4 rad the bars miss by |BD| - 1 = sqrt(1.36 - 1.2 cos 1.4) - 1 = 0.0751 m."""
    m = four_bar((0.6, 0.5, 0.5), 1, drivers=[("motor", "A.theta", 1.4)], guess={"D.theta": 2.5})
    c = checked(m)
    assert not c.report.ok
    assert c.report.findings[0].code == "start.not_closed"
    assert "without its 1 driver it closes, with freedom 1" in c.said("start.relaxed")


def test_bars_in_line_are_shaky(checked):
    c = checked(two_bars(0.8, 0.7, 1.5, guess={"S.theta": math.pi}))
    assert c.freedom == (0, 0, 1, 0)
    assert c.rows == (6, 5, 6)
    assert "(freedom 1 here, 0 elsewhere) that cannot be continued: it is shaky" in c.said("singular.shaky")
    assert not c.report.found("redundant")


def test_ball_joint_at_gimbal_lock_is_only_read_badly(checked):
    c = checked(ball_pendulum(guess={"ball.a2": "90 deg"}))
    assert c.freedom == (3, 3, 3, 3)
    assert c.codes == ["angles.lost"]
    assert "the angles of 'ball' are at their gimbal lock" in c.said("angles.lost")
    assert checked(ball_pendulum(guess={"ball.a2": "80 deg"})).codes == []


def test_floating_body_at_gimbal_lock_is_only_read_badly(checked):
    m = Mechanism("floating")
    m.add(Body("stone", block(1)))
    m.add(Free("flight", "ground", "stone"))
    m.start(guess={"flight.a2": "-90 deg"})
    c = checked(m)
    assert (c.freedom[1], c.codes) == (6, ["angles.lost"])


def test_universal_joint_at_a_right_angle_is_regular(checked):
    m = Mechanism("universal")
    m.add(Body("arm", block(1)))
    m.add(Universal("cross", "ground", "arm.start"))
    m.start(guess={"cross.theta2": "90 deg"})
    c = checked(m)
    assert (c.freedom, c.codes) == ((2, 2, 2, 2), [])


def test_cardan_shaft_bent_by_a_right_angle_transmits_nothing(checked):
    """Bearings along z and x: one shaft turns alone while the other rests, which is found as an idle freedom."""
    m = Mechanism("bent shaft")
    m.ground.frame("out", turn=(0, math.pi / 2, 0))
    for name in ("one", "two"):
        m.add(Body(name, block(0.5)))
    m.add(Revolute("input", "ground", "one"))
    m.add(Revolute("output", "ground.out", "two"))
    m.add(Universal("cross", "one", "two"))
    m.start(fixed={"input.theta": 0.3})
    c = checked(m)
    assert c.freedom[1] == 1
    assert c.where("freedom.idle")[0] in ("one", "two")
    assert "while everything else rests" in c.said("freedom.idle")
    # at a right angle the slopes of a slide vanish that would forbid the turn: a joint must allow the pose to be proposed
    assert "prismatic" not in c.said("redundant.permanent")


def test_hinges_that_are_not_parallel_do_not_close(checked):
    """D lies 0.2 m out of the plane and is turned by 0.2 rad: no pose holds all four."""
    c = checked(spatial_four_bar(off=0.2, guess={"A.theta": 1.0, "D.theta": 1.7}))
    assert not c.report.ok
    assert c.report.counted == -2
    assert c.report.findings[0].code == "start.not_closed"
    assert c.where("conflict.rows")
