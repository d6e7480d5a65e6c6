"""Drivers against freedom: too many, too few, contradicting; structures."""

import math

import pytest
from doctor.mechanisms import arms, four_bar, two_bars

import sarrus


def rocker_at(theta):
    """Rocker angle of the four-bar for a crank angle, the coupler above: law of cosines twice."""
    a, b, c, d = 0.3, 0.9, 0.7, 1.0
    x, y = a * math.cos(theta) - d, a * math.sin(theta)
    f = math.hypot(x, y)
    return math.atan2(y, x) - math.acos((f * f + c * c - b * b) / (2 * f * c))


def test_triangle_of_bars_is_a_structure(checked):
    c = checked(two_bars(0.8, 0.7, 1.0, guess={"P.theta": 1, "S.theta": 2}))
    assert c.freedom == (0, 0, 0, 0)
    assert "nothing can move: without drivers there is no freedom, so this is a structure." in c.said(
        "freedom.none"
    )
    assert c.codes == ["freedom.none"]


def test_structure_with_a_driver_has_one_too_many(checked):
    m = two_bars(0.8, 0.7, 1.0, guess={"P.theta": 1, "S.theta": 2})
    angle = sarrus.assemble(m)["P.theta"]
    m.add(sarrus.Motion("jack", "P.theta", angle))
    c = checked(m)
    assert c.freedom[1] == 0
    assert "drivers: 1, freedom without drivers: 0." in c.said("drivers.many")


def test_two_drivers_that_agree_on_one_freedom_are_named(checked):
    drivers = [("one", "A.theta", 1.0), ("two", "D.theta", rocker_at(1.0))]
    c = checked(four_bar(drivers=drivers, guess={"D.theta": 1.7}))
    assert c.freedom == (1, 1, 1, 0)
    assert c.rows == (10, 9, 9)
    assert "drivers: 2, freedom without drivers: 1. Drivers 'one' and 'two'" in c.said("drivers.many")
    assert c.said("redundant.drivers").endswith("driver 'one'; driver 'two'. To have none, leave out 'two'.")
    assert {"one.effort", "two.effort"} <= set(c.where("reactions.not_unique"))
    assert c.report.ok


def test_two_drivers_that_contradict_each_other_cannot_start(checked):
    c = checked(four_bar(drivers=[("one", "A.theta", 1.0), ("two", "D.theta", 1.0)], guess={"D.theta": 1.7}))
    assert not c.report.ok
    assert c.report.findings[0].severity == "error"
    assert "drivers: 2, freedom without drivers: 1." in c.said("drivers.many")
    assert "without its 2 drivers it closes, with freedom 1 (counted: 1)." in c.said("start.relaxed")
    assert c.message.startswith(c.report.findings[0].what)
    assert "drivers: 2, freedom without drivers: 1." in c.message


def test_drivers_that_part_after_the_start_are_an_error(checked):
    """Both angles are tied to be equal; t^2 and t^3 agree with their rates at t = 0 only."""
    c = checked(arms(tied=True, drivers=[("one", "P.theta", "t**2"), ("two", "Q.theta", "t**3")]))
    assert c.freedom == (1, 1, 1, 0)
    assert "The drivers 'one' and 'two' agree at the start, but no longer at t = 0.01 s: " in c.message
    assert c.report.findings[0].code == "drivers.disagree"


def test_drivers_that_stay_together_are_no_error(checked):
    c = checked(arms(tied=True, drivers=[("one", "P.theta", "t**2"), ("two", "Q.theta", "t*t")]))
    assert c.report.ok and not c.report.found("drivers.disagree")
    assert [d.rows for d in c.report.dependences] == [("tie", "one", "two")]


def test_driver_without_a_value_later_is_left_to_the_run(checked):
    """sqrt(0.5 - t) ends at t = 0.5; until then the two agree."""
    motion = "sqrt(0.5 - t)"
    c = checked(arms(tied=True, drivers=[("one", "P.theta", motion), ("two", "Q.theta", motion)]))
    assert c.report.ok and c.report.found("drivers.many")


def test_too_few_drivers_for_kinematics_are_a_note(checked):
    c = checked(arms(drivers=[("motor", "P.theta", "t")]))
    assert c.freedom == (2, 2, 2, 1)
    assert c.said("drivers.few").startswith("note: drivers: 1, freedom without drivers: 2.")
    assert "'kinematics' needs 1 more independent driver." in c.said("drivers.few")


def test_as_many_drivers_as_freedoms_but_two_on_the_same_leave_one_free(checked):
    m = arms(tied=True)
    m.add(sarrus.Body("c", sarrus.Rod(length=1, mass=1)))
    m.add(sarrus.Revolute("R", "b.end", "c.start"))
    m.add(sarrus.Motion("one", "P.theta", 0.5))
    m.add(sarrus.Motion("two", "Q.theta", 0.5))
    c = checked(m)
    assert c.freedom == (2, 2, 2, 1)
    assert "among coupler 'tie'; driver 'one'; driver 'two'." in c.said("redundant.drivers")
    assert "drivers.few" in c.codes


@pytest.mark.parametrize("motion", ["1 + t", "1 + sin(3*t)"])
def test_one_driver_on_one_freedom_is_sound(checked, motion):
    c = checked(four_bar(drivers=[("motor", "A.theta", motion)], guess={"D.theta": 1.7}))
    assert (c.freedom, c.codes) == ((1, 1, 1, 0), [])
