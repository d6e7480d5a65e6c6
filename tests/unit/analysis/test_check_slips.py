"""The two freedoms, and what `check` says of rows of velocities."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import Body, Coupler, Gravity, Mechanism, Planar, RollingDisk, Spherical, Universal
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.check.slips import _is_involutive
from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.mobility import mobility
from sarrus.analysis.rank.parts import Part
from sarrus.elements.base import lengths
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.testing.formulations import absolute, compare, published, random_state, settle


def coin():
    m = Mechanism("coin")
    disk = m.add(Body("disk", mass=2.0, inertia=(0.045, 0.045, 0.09)))
    m.add(RollingDisk("roll", m.ground, disk, radius=0.3))
    m.add(Gravity("weight", (0, 0, -9.81)))
    m.start(fixed={"disk.a1": 1.2}, guess={"disk.z": 0.28})
    return m


def wheel():
    m = Mechanism("wheel", plane="xy")
    body = m.add(Body("wheel", mass=2.0, inertia=0.05))
    m.add(RollingDisk("roll", m.ground, body, radius=0.3, normal="y"))
    m.start(guess={"wheel.y": 0.3})
    return m


class KnifeEdge(FrameConstraint):
    """No motion across the x axis of M."""

    slips = lengths("slip.y_M")

    def slip(self, X_FM, V_FM):
        return (V_FM.v.dot(X_FM.y),)


def skate():
    m = Mechanism("skate", plane="xy")
    m.add(KnifeEdge("edge", m.ground, m.add(Body("skate", mass=3.0, inertia=0.1))))
    return m


@pytest.mark.parametrize(("make", "two"), [(coin, (5, 3)), (skate, (3, 2)), (wheel, (2, 1))])
def test_configurations_and_speeds_are_told_apart(make, two):
    e, x = in_formulation(find_start(make().snapshot()), "absolute")
    found = mobility(e, 0.0, x)
    assert (found.configurations, found.speeds) == two
    report = sarrus.check(make())
    assert (report.configurations, report.freedom) == two
    assert (report.counted + report.counted_slips, report.counted) == two
    assert not report.found("freedom.counted") and not report.found("redundant")


def test_report_prints_both_freedoms_where_they_differ():
    report = sarrus.check(coin())
    said = "freedom    5 configurations, 3 speeds (counted: 5 configurations, 3 speeds)"
    assert said in report.text().splitlines()
    assert not report.findings
    m = Mechanism("free", plane="xy")
    m.add(Body("body", mass=1.0, inertia=0.1))
    assert "freedom    3 (counted: 3)" in sarrus.check(m).text().splitlines()


def test_wheel_that_rolls_in_the_plane_has_an_integrable_row():
    (said,) = sarrus.check(wheel()).found("velocity")
    assert said.code == "velocity.integrable"
    assert "velocity row 'roll.slip.x_F' is integrable in all poses that were looked at (4)" in said.what


@pytest.mark.parametrize("make", [coin, skate])
def test_row_that_is_not_integrable_is_not_called_so(make):
    assert not sarrus.check(make()).found("velocity")


def test_row_of_velocities_that_repeats_rows_of_positions_is_named():
    m = wheel()
    m.add(Coupler("rack", "wheel.x", "wheel.psi", ratio=-0.3))
    report = sarrus.check(m)
    assert [f.code for f in report.found("velocity")] == ["velocity.repeated"]
    assert "velocity row 'roll.slip.x_F' follows from rows of positions" in report.found("velocity")[0].what
    assert (report.configurations, report.freedom, report.counted) == (1, 1, 0)
    assert "the true freedom is 1: 1 row is redundant" in report.found("freedom.counted")[0].what


@pytest.mark.parametrize("kind", [Spherical, Universal])
def test_rows_of_positions_are_found_integrable(kind):
    """The test of brackets on rates of functions, over all speeds of two bodies in space."""
    m = Mechanism("pair")
    one, two = (m.add(Body(n, mass=1.0, inertia=(0.5, 0.6, 0.7))) for n in ("one", "two"))
    ends = [b.frame("f", (0.3, -0.2, 0.4), (0.4, 0.3, -0.5)) for b in (one, two)]
    m.add(kind("J", *ends))
    e = formulate(m.snapshot(), "absolute")
    x = random_state(e, 3)
    rows = Rows(e)
    every = Part(np.zeros(0, dtype=np.int64), np.arange(len(e.speeds)))
    assert _is_involutive(rows, every, np.arange(len(e.rows)), x)


class Trolley(Planar):
    """A joint that states a row of velocities beside its motion: a skate with coordinates of its own."""

    keyword = "trolley"
    slips = lengths("slip.y_M")

    def slip(self, X_FM, V_FM):
        return (V_FM.v.dot(X_FM.y),)


@pytest.mark.parametrize("rolled", [False, True], ids=["straight-line", "loops"])
def test_joint_on_the_tree_may_forbid_velocities(rolled):
    m = Mechanism("trolley")
    body = m.add(Body("body", mass=2.0, center=(0.1, 0.2, 0.3), inertia=(0.5, 0.6, 0.7)))
    m.add(Trolley("T", m.ground.frame("f", (0, 0, 0), (0.2, 0.1, 0.3)), body))
    m.add(Gravity("weight", (1, 2, -9.81)))
    e = formulate(m.snapshot(), rolled=rolled)
    assert [row.name for row in e.rows] == ["T.slip.y_M"]
    x = settle(e, 0.0, random_state(e, 1))
    found = published(e, 0.0, x)
    compare("trolley", found, published(*absolute(e, 0.0, x)))
    assert np.abs(found["T.reaction"]).max() > 1.0
    report = sarrus.check(m)
    assert (report.configurations, report.freedom, report.counted) == (3, 2, 2)
    with_drivers = sarrus.simulate(m, 0.5, rows=6, formulation="absolute")
    other = sarrus.simulate(m, 0.5, rows=6)
    assert with_drivers["T.x"].values == pytest.approx(other["T.x"].values, abs=1e-7)


@pytest.mark.parametrize("rolled", [False, True], ids=["straight-line", "loops"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_kernels_with_rows_of_velocities_are_differentiated(formulation, rolled):
    _, x = in_formulation(find_start(coin().snapshot()), formulation)
    e = formulate(coin().snapshot(), formulation, rolled=rolled)
    nq, nv = len(e.coordinates), len(e.speeds)
    random = np.random.default_rng(4)
    x[nq : nq + nv] = random.normal(size=nv)
    given = {"dynamics": (), "closure": (), "residual": (random.normal(size=nv), random.normal(size=3))}
    direction, h = random.normal(size=len(x)), 1e-6
    for kernel, more in given.items():
        slopes = e.slopes(kernel, ("x",), [0.0], x, *more) @ direction
        ends = [np.concatenate(e.evaluate(kernel, [0.0], x + s * direction, *more)) for s in (h, -h)]
        assert slopes == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-6, abs=1e-6)


def test_disk_that_would_lie_flat_in_the_plane_is_refused():
    m = Mechanism("wheel", plane="xy")
    m.add(RollingDisk("roll", m.ground, m.add(Body("wheel", mass=2.0, inertia=0.05)), radius=0.3))
    with pytest.raises(sarrus.ModelError, match=r"rolling-disk 'roll' .* would lie flat.* Add normal: y"):
        sarrus.check(m)


def test_disk_that_falls_flat_ends_the_run_with_its_name():
    m = coin()
    m.start(fixed={"disk.a1_dot": 0, "disk.a2_dot": 0, "disk.a3_dot": 0})
    run = sarrus.simulate(m, 2.0, strict=False)
    assert run.status.word == "degenerate"
    assert "Rolling-disk 'roll' lies flat on its plane" in run.status.text
    assert all(np.isfinite(s.values).all() for s in run.series.values())
    m.start(fixed={"disk.a1": 0.0})
    with pytest.raises(sarrus.NumericalError, match="Rolling-disk 'roll' lies flat on its plane"):
        sarrus.simulate(m, 1.0)


def test_drivers_that_leave_no_speed_determine_the_motion():
    """The place of a wheel follows from its turn by rolling, though no row forbids it."""
    m = wheel()
    m.add(sarrus.Motion("motor", "wheel.psi", "-2*t"))
    run = sarrus.kinematics(m, 1.0, rows=11)
    assert run["wheel.x"].values == pytest.approx(0.6 * run.t, abs=1e-9)


def test_a_mechanism_whose_speed_is_prescribed_is_no_structure():
    m = sarrus.Mechanism("m", plane="xy")
    m.add(sarrus.Body("b", mass=1, inertia=1))
    m.add(sarrus.Revolute("A", "ground", "b"))
    (w,) = m.signals(w="A.theta_dot")
    m.add(sarrus.Condition("turn", w - 2, unit="rad/s", level="velocity"))
    report = sarrus.check(m)
    assert (report.configurations, report.freedom) == (1, 0)
    assert not report.found("freedom.none")
    assert "rows of velocities say how it moves" in report.found("freedom.prescribed")[0].what
