"""The report on a mechanism: freedom counted and true, redundancy by name."""

import numpy as np
import pytest

import sarrus


def planar_in_space(scale=1.0):
    """A planar four-bar built of spatial bodies and four revolute joints; `scale` is the unit of length."""
    m = sarrus.Mechanism("four-bar")
    m.ground.point("D", (1.0 * scale, 0, 0))
    lengths = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7}
    for name, length in lengths.items():
        m.add(
            sarrus.Body(
                name, sarrus.Box(length=length * scale, width=0.02 * scale, height=0.02 * scale, mass=1)
            )
        )
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "coupler.start"))
    m.add(sarrus.Revolute("C", "coupler.end", "rocker.end"))
    m.add(sarrus.Revolute("D", "ground.D", "rocker.start"))
    m.add(sarrus.Gravity("weight", (0, -9.81 * scale, 0)))
    m.start(fixed={"A.theta": "60 deg"}, guess={"D.theta": "100 deg"})
    return m


@pytest.mark.parametrize("scale", [1.0, 1000.0, 1e-3])
def test_spatial_four_bar_has_20_rows_rank_17_one_freedom_in_any_unit(scale):
    report = sarrus.check(planar_in_space(scale))
    assert (report.here.rows, report.here.rank, report.freedoms, report.counted) == (20, 17, 1, -2)
    assert report.here.condition == pytest.approx(sarrus.check(planar_in_space()).here.condition, rel=1e-6)


def test_what_is_redundant_and_not_unique_is_named():
    report = sarrus.check(planar_in_space())
    assert {"C.p_FM.z_F", "C.z_M.x_F", "C.z_M.y_F"} <= set(report.here.redundant)
    assert not [n for n in report.here.redundant if "p_FM.x_F" in n or "p_FM.y_F" in n]
    assert set(report.here.not_unique) == {
        f"{j}.{c}" for j in "ABCD" for c in ("reaction.z", "torque.x", "torque.y")
    }
    text = report.text()
    assert "freedom    1 (counted: -2)" in text and "not unique" in text
    assert "joint 'C': p_FM.z_F, z_M.x_F, z_M.y_F" in text


def test_parallelogram_in_a_flat_pose_is_called_singular():
    m = sarrus.Mechanism("flat", plane="xy")
    m.ground.point("D", (1.0, 0))
    for name in ("crank", "coupler", "rocker"):
        m.add(sarrus.Body(name, sarrus.Rod(length=1.0, mass=1)))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "coupler.start"))
    m.add(sarrus.Revolute("C", "coupler.end", "rocker.end"))
    m.add(sarrus.Revolute("D", "ground.D", "rocker.start"))
    report = sarrus.check(m)
    assert report.here.rank == 7 and report.elsewhere == 8 and report.freedoms == 1
    assert "start pose is singular: rank 7 here, 8 nearby" in report.text()


def test_free_motion_without_inertia_is_named():
    m = sarrus.Mechanism("spinning rod")
    m.add(sarrus.Body("rod", sarrus.Rod(length=1.0, mass=1)))
    m.add(sarrus.Spherical("ball", "ground", "rod.start"))
    assert "has no inertia" in sarrus.check(m).text()
    with pytest.raises(sarrus.ModelError, match=r"'ball\.1' is free and has no inertia"):
        sarrus.simulate(m, until=1.0)


def test_report_names_the_body_and_the_direction_without_inertia():
    m = sarrus.Mechanism("spinning rod")
    m.add(sarrus.Body("rod", sarrus.Rod(length=1.0, mass=1)))
    m.add(sarrus.Spherical("ball", "ground", "rod.start"))
    (found,) = sarrus.check(m).found("inertia")
    assert (found.severity, found.code, found.where) == ("warning", "inertia.none", ("rod",))
    assert "turn about its direction x" in found.what and found.try_


def test_slender_rods_run_where_joints_hold_the_turn_that_has_no_inertia():
    """The mass matrix is singular, the constrained problem is not."""
    m = sarrus.Mechanism("slender")
    m.add(sarrus.Body("rod", sarrus.Rod(length=1.0, mass=1)))
    m.add(sarrus.Revolute("pin", "ground", "rod.start"))
    m.add(sarrus.Gravity("weight", (0, -9.81, 0)))
    runs = [sarrus.simulate(m, until=1.0, rows=11, formulation=f) for f in ("relative", "absolute")]
    np.testing.assert_allclose(runs[0]["pin.theta"].values, runs[1]["pin.theta"].values, atol=1e-7)


def test_loops_closed_by_constraints_count():
    """A crank and a rocker tied by a rod that is a distance, and one that ends on a line."""
    m = sarrus.Mechanism("rods", plane="xy")
    crank = m.add(sarrus.Body("crank", sarrus.Rod(length=0.3, mass=1)))
    rocker = m.add(sarrus.Body("rocker", sarrus.Rod(length=0.7, mass=1)))
    m.add(sarrus.Revolute("A", m.ground, crank.start))
    m.add(sarrus.Revolute("D", m.ground.point("D", (1, 0)), rocker.start))
    m.add(sarrus.Distance("coupler", crank.end, rocker.end, length=0.9))
    report = sarrus.check(m)
    assert report.loops == (("A", "coupler", "D"),) or report.loops == (("A", "D", "coupler"),)
    assert "loops      none" not in report.text()


def test_kinematics_needs_enough_drivers():
    with pytest.raises(sarrus.ModelError, match="1 degree of freedom left"):
        sarrus.kinematics(planar_in_space(), until=1.0)


# Findings


def test_findings_come_with_the_most_important_first_and_a_sentence_each():
    report = sarrus.check(planar_in_space())
    order = ["error", "warning", "note"]
    severities = [order.index(f.severity) for f in report.findings]
    assert severities == sorted(severities)
    assert report.ok
    assert [str(f) for f in report.findings] == report.text().splitlines()[6:]
    for f in report.findings:
        assert str(f).startswith(f"{f.severity}: {f.what}")


def test_findings_are_found_by_the_beginning_of_their_code():
    report = sarrus.check(planar_in_space())
    assert [f.code for f in report.found("redundant")] == ["redundant.permanent"]
    assert report.found("redundant.permanent") == report.found("redundant")
    assert report.found("redund") == []


def test_failed_check_carries_the_report_as_far_as_it_goes():
    m = planar_in_space()
    m.ground.point("far", (5.0, 0, 0))
    m.add(sarrus.Body("tie", sarrus.Box(length=0.1, width=0.02, height=0.02, mass=1)))
    m.add(sarrus.Spherical("near", "crank.end", "tie.start"))
    m.add(sarrus.Spherical("distant", "ground.far", "tie.end"))
    with pytest.raises(sarrus.NumericalError) as failed:
        sarrus.check(m)
    report = failed.value.result
    assert not report.ok
    assert (report.bodies, report.joints, report.counted) == (4, 6, -2)
    assert report.found("conflict.rows")
    assert "without its 1 fixed start value" not in str(failed.value)


def test_row_of_a_relation_is_judged_by_its_slopes_not_by_its_unit():
    """A pinion of a micrometre on a rack of a metre ties as well as one of a metre."""

    def rack(radius):
        m = sarrus.Mechanism("rack", plane="xy")
        m.ground.point("pin", (0, 1.0))
        m.add(sarrus.Body("rack", mass=1, inertia=1))
        m.add(sarrus.Body("wheel", mass=1, inertia=1))
        m.add(sarrus.Prismatic("slide", "ground", "rack"))
        m.add(sarrus.Revolute("axle", "ground.pin", "wheel"))
        m.add(sarrus.RackAndPinion("mesh", "slide.s", "axle.theta", radius=radius))
        return sarrus.check(m)

    for radius in (1e-6, 1.0, 1e6):
        report = rack(radius)
        assert (report.freedom, report.findings) == (1, ())
        assert report.here.condition < 3


def test_spring_of_huge_force_does_not_look_like_a_reaction_that_is_not_unique():
    m = planar_in_space()
    plain = sarrus.check(m).here.not_unique
    m.ground.point("hook", (0.2, 2.0, 0))
    m.add(sarrus.SpringDamper("spring", "ground.hook", "coupler.center", stiffness=1e13, free_length=1e-3))
    assert sarrus.check(m).here.not_unique == plain
