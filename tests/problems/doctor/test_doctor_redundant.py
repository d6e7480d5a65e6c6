"""Rows that repeat each other in every pose: named, counted, with what to release (RELIABILITY 2.4, spec 04 section 11.4).

Counts of planar loops built of spatial joints: H. Hahn, Rigid Body Dynamics of Mechanisms 1 (2002), chapter 5. Bennett's
and Bricard's linkages: K. H. Hunt, Kinematic Geometry of Mechanisms (1978), chapter 13; counting gives -2 and 0, both
have one freedom.
"""

import numpy as np
import pytest
from doctor.mechanisms import (
    bennett,
    block,
    bricard,
    door,
    four_bar,
    gears,
    spatial_four_bar,
    three_cranks,
    twice_pinned,
)

from sarrus import Body, Distance, Mechanism, Motion, Revolute, Rod, Universal
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.rank.mobility import balanced


def test_planar_four_bar_of_spatial_hinges_has_three_rows_too_many(checked):
    c = checked(spatial_four_bar())
    assert c.freedom == (-2, 1, 1, 1)
    assert c.rows == (20, 17, 17)
    rows = "; ".join(f"joint '{j}': p_FM.z_F, z_M.x_F, z_M.y_F" for j in "ABCD")
    assert f"3 rows repeat others in every pose; they are among {rows}." in c.said("redundant.permanent")
    assert "counting gives -2 degrees of freedom, the true number is 1" in c.said("freedom.counted")
    assert set(c.where("reactions.not_unique")) == {
        f"{j}.{part}" for j in "ABCD" for part in ("reaction.z", "torque.x", "torque.y")
    }


def test_joints_proposed_for_the_four_bar_leave_no_row_too_many_and_the_same_freedom(checked):
    """Spec 04, section 11.4: R, S, C, R has 17 rows, all independent."""
    said = checked(spatial_four_bar()).said("redundant.permanent")
    assert said.endswith("To have none, replace 'C' by a cylindrical joint and 'B' by a spherical joint.")
    c = checked(spatial_four_bar(("Revolute", "Spherical", "Cylindrical", "Revolute")))
    assert (c.freedom, c.rows, c.codes) == ((1, 1, 1, 1), (17, 17, 17), [])


def test_door_on_two_hinges_has_five_rows_too_many(checked):
    c = checked(door())
    assert c.freedom == (-4, 1, 1, 1)
    assert c.rows == (10, 5, 5)
    said = c.said("redundant.permanent")
    assert "5 rows repeat others in every pose" in said
    assert "joint 'low': all rows; joint 'high': all rows" in said
    assert said.endswith("To have none, leave out 'high'.")


def test_door_whose_upper_hinge_slides_has_only_the_axis_twice(checked):
    c = checked(door(high="Cylindrical"))
    assert c.freedom == (-3, 1, 1, 1)
    assert c.rows == (9, 5, 5)
    assert "joint 'low': p_FM.x_F, p_FM.y_F, z_M.x_F, z_M.y_F; joint 'high'" in c.said("redundant.permanent")


@pytest.mark.parametrize(("plane", "counted", "too_many"), [("xy", -1, 2), (None, -4, 5)])
def test_two_joints_in_one_place_repeat_each_other_row_by_row(checked, plane, counted, too_many):
    c = checked(twice_pinned(plane))
    assert c.freedom == (counted, 1, 1, 1)
    assert "leave out 'two'" in c.said("redundant.permanent")
    pairs = sorted(d.rows for d in c.report.dependences)
    assert len(pairs) == too_many
    for one, two in pairs:
        assert one.removeprefix("one") == two.removeprefix("two")


def test_third_parallel_crank_is_one_row_too_many(checked):
    c = checked(three_cranks())
    assert c.freedom == (0, 1, 1, 1)
    assert c.rows == (12, 11, 11)
    assert "1 row repeats others in every pose" in c.said("redundant.permanent")
    assert c.said("freedom.counted").endswith("the true number is 1: 1 row is redundant.")


def test_bennetts_linkage_moves_though_counting_says_minus_two(checked):
    c = checked(bennett())
    assert c.freedom == (-2, 1, 1, 1)
    assert c.rows == (20, 17, 17)
    assert "3 rows repeat others in every pose" in c.said("redundant.permanent")


def test_bricards_linkage_moves_though_counting_says_zero(checked):
    c = checked(bricard())
    assert c.freedom == (0, 1, 1, 1)
    assert c.rows == (30, 29, 29)
    assert c.said("redundant.permanent").endswith("replace 'J5' by a cylindrical joint.")
    assert len(c.report.dependences) == 1 and len(c.report.dependences[0].rows) == 30


def test_ring_of_gears_has_one_mesh_too_many(checked):
    c = checked(gears())
    assert c.freedom == (0, 1, 1, 1)
    assert [d.rows for d in c.report.dependences] == [("ab", "bc", "ac")]
    said = c.said("redundant.permanent")
    assert "among gear 'ab'; gear 'bc'; gear 'ac'." in said and said.endswith("leave out 'ac'.")
    # all three touch at one point: forces in the meshes change, those in the bearings do not
    assert c.where("reactions.not_unique") == tuple(
        f"{mesh}.{load}" for mesh in ("ab", "bc", "ac") for load in ("reaction.y", "effort")
    )


def test_train_of_gears_is_sound(checked):
    c = checked(gears(closed=False))
    assert (c.freedom, c.codes) == ((1, 1, 1, 1), [])


@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0])
def test_size_of_gears_does_not_look_like_a_singular_pose(checked, size):
    """Wheels of a thousandth of a millimetre in a mechanism of a metre: a row has no size of its own."""
    c = checked(gears([size * r for r in (0.1, 0.2, 0.3)], closed=False))
    assert c.codes == []
    assert c.report.here.condition == pytest.approx(
        checked(gears(closed=False)).report.here.condition, rel=1e-9
    )


def test_cardan_shaft_between_two_bearings_repeats_the_common_point(checked):
    m = Mechanism("shaft")
    m.ground.frame("out", turn=(0, 0.4, 0))
    m.add(Body("one", block(0.5)))
    m.add(Body("two", block(0.5)))
    for body in m.bodies:
        body.frame("axis", turn=(0, 0, 0))
    m.add(Revolute("input", "ground", "one"))
    m.add(Revolute("output", "ground.out", "two"))
    m.add(Universal("cross", "one.axis", "two.axis"))
    c = checked(m)
    assert c.freedom == (-2, 1, 1, 1)
    assert "3 rows repeat others in every pose" in c.said("redundant.permanent")
    sets = sorted(d.rows for d in c.report.dependences)
    assert all(set(row.split(".")[0] for row in rows) == {"input", "output", "cross"} for rows in sets)


def test_two_struts_in_one_place_are_named_as_constraints(checked):
    m = four_bar(guess={"A.theta": 1, "D.theta": 1.7})
    m.add(Body("flag", Rod(length=0.5, mass=1)))
    m.add(Revolute("hook", "ground", "flag.start"))
    for name in ("first", "second"):
        m.add(Distance(name, "crank.end", "flag.end", length=0.4))
    c = checked(m)
    assert c.freedom == (0, 1, 1, 1)
    said = c.said("redundant.permanent")
    assert "distance 'first': p_FM.length; distance 'second': p_FM.length." in said
    assert said.endswith("leave out 'second'.")


def test_every_dependence_is_smallest_and_together_they_are_all(checked):
    """Rows of a set have rank one less than their number, and any one of them may go: checked on G itself."""
    for m in (spatial_four_bar(), door(), three_cranks()):
        report = checked(m).report
        e, x = in_formulation(find_start(m.snapshot()), "absolute")
        G = balanced(e, 0.0, x)
        place = {r.name: i for i, r in enumerate(e.rows)}
        for d in report.dependences:
            rows = G[[place[name] for name in d.rows]]
            assert np.linalg.matrix_rank(rows, tol=1e-8) == len(rows) - 1
            for k in range(len(rows)):
                assert np.linalg.matrix_rank(np.delete(rows, k, axis=0), tol=1e-8) == len(rows) - 1
        marks = np.array([[r.name in d.rows for r in e.rows] for d in report.dependences], float)
        assert len(marks) == report.here.rows - report.here.rank == np.linalg.matrix_rank(marks)


def test_driven_joint_is_replaced_only_by_one_that_keeps_its_coordinate(checked):
    """B turns by prescription: a ball has no theta, a cylindrical joint has."""
    m = spatial_four_bar(guess={"A.theta": 1.05, "D.theta": 1.66})
    m.add(Motion("motor", "B.theta", -0.54))
    c = checked(m)
    assert c.freedom == (-2, 1, 1, 0)
    said = c.said("redundant.permanent")
    assert said.endswith("replace 'C' by a cylindrical joint and 'D' by a spherical joint.")


def test_planar_bodies_count_right(checked):
    c = checked(four_bar(guess={"A.theta": 1, "D.theta": 1.7}))
    assert (c.freedom, c.codes, c.report.ok) == ((1, 1, 1, 1), [], True)
