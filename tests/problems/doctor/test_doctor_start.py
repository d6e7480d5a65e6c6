"""Starts that cannot be, or are not quite as said: what is reported then, and that fixed values stay."""

import math
import re

import pytest
from doctor.mechanisms import arms, door, four_bar, gears, spatial_four_bar, three_cranks, windows

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.motion.stops import other_assembly


def test_loop_that_does_not_reach_is_an_error_with_what_can_still_be_said(checked):
    """Bars of 0.3, 0.9 and 0.7 m between pins 3 m apart: 1.1 m are missing."""
    c = checked(four_bar(ground=3.0))
    assert c.report.findings[0].code == "start.not_closed"
    assert "A-B-C-D" in c.message and "1.1 m" in c.message
    assert c.report.loops == (("A", "B", "C", "D"),)
    assert c.report.counted == 1
    assert "four-bar: 3 bodies, 4 joints, 0 drivers" in c.message
    assert "freedom    counted: 1" in c.message
    assert not re.search(r"\brank\b|condition", c.message)
    assert "C.p_FM.x_F off by 1.1 m" in c.said("conflict.rows")


def test_failure_carries_status_and_report():
    with pytest.raises(sarrus.NumericalError) as failed:
        sarrus.check(four_bar(ground=3.0))
    assert failed.value.status == 7
    assert not failed.value.result.ok
    assert not failed.value.result.assembly.ok


def test_two_fixed_values_on_one_freedom_contradict(checked):
    c = checked(four_bar(fixed={"A.theta": 1.0, "D.theta": 1.0}))
    assert c.report.findings[0].severity == "error"
    off = set(c.where("conflict.rows"))
    assert off & {"fixed A.theta", "fixed D.theta", "C.p_FM.x_F", "C.p_FM.y_F"} == off and len(off) > 1
    assert "without its 2 fixed start values it closes, with freedom 1 (counted: 1)." in c.said(
        "start.relaxed"
    )


@pytest.mark.parametrize(
    ("shift", "tilt", "rows", "size"),
    [
        (1e-3, 0.0, {"high.p_FM.x_F", "low.p_FM.x_F"}, "0.001 m"),
        (0.0, 1e-2, {"high.z_M.y_F", "low.z_M.y_F"}, "0.01"),
    ],
    ids=["shifted", "tilted"],
)
def test_hinges_out_of_line_contradict_each_other_by_name_and_size(checked, shift, tilt, rows, size):
    c = checked(door(shift, tilt))
    assert not c.report.ok
    found = c.report.found("conflict.redundant")
    assert found and found[0].severity == "warning"
    assert rows <= set(found[0].where)
    assert {name.split(".")[0] for name in found[0].where} == {"low", "high"}
    assert f"off by {size}" in c.said("conflict.rows")


def test_third_crank_of_another_length_contradicts_the_others(checked):
    c = checked(three_cranks((0.5, 0.5, 0.501)))
    assert not c.report.ok
    joints = {name.split(".")[0] for name in c.where("conflict.redundant")}
    assert {"P2", "Q2"} <= joints


def test_hinge_turned_over_is_refused(checked):
    """The loop closes only with the axes of the upper hinge pointing against each other."""
    c = checked(door(tilt=math.pi))
    assert c.report.findings[0].code in ("start.wrong_branch", "start.not_closed")
    assert "'high'" in c.message
    assert "turned over" in c.message


def test_fixed_rates_that_contradict_are_refused(checked):
    c = checked(
        four_bar(fixed={"A.theta": 1.0, "A.theta_dot": 1.0, "D.theta_dot": 5.0}, guess={"D.theta": 1.7})
    )
    assert not c.report.ok
    assert "rate" in c.report.findings[0].what
    assert "without its 3 fixed start values its rates fit" in c.said("start.relaxed")


def test_guessed_rates_that_contradict_are_moved_and_reported(checked):
    c = checked(
        four_bar(fixed={"A.theta": 1.0}, guess={"D.theta": 1.7, "A.theta_dot": 1.0, "D.theta_dot": 5.0})
    )
    assert c.report.ok
    moved = {f.where[0]: f.what for f in c.report.found("start.moved")}
    assert set(moved) == {"D.theta", "A.theta_dot", "D.theta_dot"}
    assert moved["D.theta"].startswith("guess D.theta moved from 1.7 to 1.65061")


def test_fixed_rate_stays_and_the_others_follow(checked):
    c = checked(four_bar(fixed={"A.theta": 1.0, "A.theta_dot": 2.0}, guess={"D.theta": 1.65061}))
    assert c.report.assembly["A.theta"] == 1.0
    assert c.report.assembly["A.theta_dot"] == pytest.approx(2.0, abs=1e-12)
    assert not [f for f in c.report.found("start.moved") if f.where[0].startswith("A.")]


def test_loop_that_the_program_closed_by_its_own_choice_is_named_with_the_other_way(checked):
    """At the same crank angle the rocker stands on the other side of the line from B to D, mirrored."""
    c = checked(four_bar(fixed={"A.theta": 1.0}))
    said = c.said("start.choice")
    assert said.startswith("note: loop A-B-C-D can close in another way: D.theta = ")
    assert "the program chose one" in said
    assert "To choose, guess 'rocker.psi', or a coordinate of one of its joints, such as 'D.theta'." in said
    other = float(re.search(r"D.theta = ([-.\d]+) rad", said)[1])
    there = sarrus.assemble(four_bar(fixed={"A.theta": 1.0}, guess={"D.theta": other}))
    assert there["D.theta"] == pytest.approx(other, abs=1e-5)
    assert abs(math.remainder(there["D.theta"] - c.report.assembly["D.theta"], math.tau)) > 0.5


def test_choice_is_noted_with_a_driver_and_without_any_start_value(checked):
    driven = checked(four_bar(drivers=[("motor", "A.theta", 1.0)]))
    assert "loop A-B-C-D can close in another way: D.theta" in driven.said("start.choice")
    free = checked(four_bar())
    assert "can close in another way with A.theta as it is: " in free.said("start.choice")


@pytest.mark.parametrize("guess", [{"D.theta": 1.7}, {"C.theta": 1.0}, {"B.theta": -2.0}])
def test_no_choice_is_noted_where_a_guess_has_decided(checked, guess):
    assert not checked(four_bar(fixed={"A.theta": 1.0}, guess=guess)).report.found("start.choice")


def test_no_choice_is_noted_where_there_is_none(checked):
    """A pendulum has no loop. A door on two hinges and a gear train close in one way."""
    for m in (door(), gears(), arms()):
        assert not checked(m).report.found("start.choice")


def test_stop_at_a_branch_point_mentions_the_assembly_that_could_have_been_chosen():
    said = other_assembly(find_start(four_bar(drivers=[("motor", "A.theta", 1.0)]).snapshot()))
    assert (
        "Or choose another assembly" in said and "loop A-B-C-D also closes with a guess of D.theta = " in said
    )
    chosen = four_bar(drivers=[("motor", "A.theta", 1.0)], guess={"D.theta": 1.7})
    assert other_assembly(find_start(chosen.snapshot())) == ""


def test_each_loop_with_a_choice_of_its_own_is_named(checked):
    """Two four-bars in a row, the second on the rocker of the first: both sides of both."""
    found = checked(windows(2, fixed={"P0.theta": 1.0})).report
    named = {f.where for f in found.found("start.choice")}
    assert named == set(found.loops) and len(named) == 2


def test_spatial_loop_that_is_almost_planar_is_refused_with_its_misfit(checked):
    """D lies 2 mm out of the plane: the three rows that repeat others disagree by about as much."""
    c = checked(spatial_four_bar(off=2e-3))
    assert not c.report.ok
    named = {name for f in c.report.found("conflict.redundant") for name in f.where}
    assert {name.split(".")[0] for name in named} == set("ABCD")
    assert {name.split(".", 1)[1] for name in named} <= {"p_FM.z_F", "z_M.x_F", "z_M.y_F"}
