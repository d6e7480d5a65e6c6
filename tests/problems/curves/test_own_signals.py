"""Coordinates that constraints own among signals, ports and efforts: read, tied and driven as any other, pushed by none."""

from __future__ import annotations

import numpy as np
import pytest
from curves.beads import GRAVITY, RADIUS, Ring, helix, on_ring

import sarrus
from sarrus.element import Force, FrameConstraint, Turn, length, lengths, param
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.model.quantities import sources_of
from sarrus.testing.formulations import absolute, compare, published, random_state, settle
from sarrus.views.page.facts import equations_data

EXACT = {"rtol": 1e-10, "atol": 1e-12}
WAYS = [(form, rolled) for form in FORMULATIONS for rolled in (False, True)]
ways = pytest.mark.parametrize(("form", "rolled"), WAYS, ids=lambda x: str(x))
LAW = "-3*sin(u) - 0.2*ud"


def with_crank(m):
    """A crank beside a bead."""
    inertia = 0.2 if m.plane else (0.2, 0.2, 0.2)
    m.add(sarrus.Body("crank", mass=1.0, inertia=inertia))
    m.add(sarrus.Revolute("A", "ground", "crank"))
    m.signals(u="bead.u", ud="bead.u_dot", udd="bead.u_ddot", theta="A.theta")
    return m


def hinge():
    """A point mass on an arm: what a bead on a ring is."""
    m = sarrus.Mechanism("hinge", plane="xy")
    m.add(sarrus.Body("arm", mass=1.0, inertia=0.0, center=(RADIUS, 0)))
    m.add(sarrus.Revolute("A", "ground", "arm"))
    m.add(sarrus.Gravity("weight", (0, -GRAVITY)))
    m.signals(u="A.theta", ud="A.theta_dot")
    m.add(sarrus.AppliedForce("push", "arm.center", force=(LAW, 0)))
    m.start(fixed={"A.theta": 0.3, "A.theta_dot": 1.0})
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_force_that_reads_the_place_along_a_curve_is_that_on_a_hinge(formulation):
    m = on_ring(fixed={"bead.u": 0.3, "bead.u_dot": 1.0, "ball.psi_dot": 0.0})
    m.signals(u="bead.u", ud="bead.u_dot")
    m.add(sarrus.AppliedForce("push", "ball", force=(LAW, 0)))
    run = sarrus.simulate(m, 1.0, rows=5, formulation=formulation, **EXACT)
    expected = sarrus.simulate(hinge(), 1.0, rows=5, **EXACT)
    assert run["bead.u"].values == pytest.approx(expected["A.theta"].values, abs=1e-8)
    assert run["bead.u_dot"].unit == "rad/s"


def everything(make):
    """Forces, friction in a joint, a condition and sensors beside a bead, reading it."""
    m = with_crank(make())
    m.add(sarrus.Condition("belt", "u**2 - 2*theta - 0.1*t", unit="rad"))
    m.add(sarrus.AppliedForce("push", "ball", force=(LAW, *(["u"] if m.plane else [0, "u"]))))
    m.add(sarrus.CoordinateForce("turn", "A.theta", function=LAW))
    m.add(sarrus.Friction("rub", "A.theta", coefficient=0.2, normal="reaction", radius=0.1, smooth=0.01))
    m.add(sarrus.ExpressionSensor("seen", "u + 10*ud + 100*udd", unit="rad"))
    return m


@pytest.mark.parametrize("make", [on_ring, helix], ids=["plane", "space"])
def test_all_ways_to_make_kernels_agree_where_much_reads_a_bead(make):
    found = []
    for rolled in (False, True):
        e = formulate(everything(make).snapshot(), rolled=rolled)
        x = settle(e, 0.4, random_state(e, 5))
        _, _, y = absolute(e, 0.4, x)
        bodies = formulate(everything(make).snapshot(), "absolute", rolled=rolled)
        found += [published(e, 0.4, x), published(bodies, 0.4, y)]
    first, *others = found
    for other in others:
        compare("ways", first, other)
    parts = [float(first[f"bead.u{d}"][0]) for d in ("_dot", "_ddot")]
    u = float(np.arctan2(first["bead.u"][0], first["bead.u"][1]))
    seen = u + 10 * parts[0] + 100 * parts[1]
    assert first["seen.value"] == pytest.approx([np.sin(seen), np.cos(seen)], abs=1e-9)
    assert abs(parts[1]) > 0.1


@ways
def test_condition_on_a_bead_is_a_coupler(form, rolled):
    found = []
    for element in (
        sarrus.Coupler("belt", "bead.u", "A.theta", ratio=2.0, offset=0.1),
        sarrus.Condition("belt", "u - 2*theta - 0.1", unit="rad"),
    ):
        m = with_crank(on_ring())
        m.add(element)
        e = formulate(m.snapshot(), form, rolled=rolled)
        found.append(published(e, 0.4, settle(e, 0.4, random_state(e, 5))))
    compare("condition", *found)
    assert abs(float(found[0]["belt.effort"][0])) > 1e-3


def test_condition_of_time_drives_a_bead_and_is_paid_for():
    runs = []
    for element in (
        sarrus.Motion("go", "bead.u", "0.4 + t + 2*t**2"),
        sarrus.Condition("go", "u - 0.4 - t - 2*t**2", unit="rad"),
    ):
        m = helix()
        m.signals(u="bead.u")
        m.add(element)
        m.start(fixed={"bead.u": 0.4})
        runs.append(sarrus.simulate(m, 0.5, rows=4, **EXACT))
    for name in ("bead.u_dot", "go.effort", "energy.supplied", "bead.reaction"):
        assert runs[1][name].values == pytest.approx(runs[0][name].values, abs=1e-8)


def test_what_a_model_says_of_a_curve_is_published_with_that_unit():
    for make in (on_ring, helix):
        model = make().snapshot()
        said = {name: source.unit for name, source in sources_of(model, "bead").items()}
        channels = {c.name: c.unit for c in formulate(model).channels if c.owner == "bead"}
        assert {n: u for n, u in said.items() if n.startswith("bead.u")} == {
            n: u for n, u in channels.items() if n.startswith("bead.u")
        }
        assert said["bead.u_ddot"] == "rad/s^2"


class Flywheel(Force):
    """Inertia about a coordinate."""

    port = Turn
    ends = ("coordinate",)
    inertia = param("kg m^2", "of the wheel", ge=0)

    def kinetic(self, turn):
        return 0.5 * self.inertia * turn.rate**2


class Pair(Force):
    """A spring between two coordinates."""

    ports = (Turn, Turn)
    ends = ("first", "second")
    stiffness = param("N m/rad", "of the spring", ge=0)

    def energy(self, one, two):
        return 0.5 * self.stiffness * (one.angle - two.angle) ** 2


@pytest.mark.parametrize(
    "element",
    [
        lambda: sarrus.CoordinateForce("f", "bead.u", function="1"),
        lambda: sarrus.CoordinateForce("f", "bead.u", function=LAW),
        lambda: sarrus.TorsionalSpringDamper("f", "bead.u", stiffness=1),
        lambda: sarrus.Friction("f", "bead.u", coefficient=0.2, normal=10, radius=0.1, smooth=0.01),
        lambda: sarrus.Friction("f", "bead.u", coefficient=0.2, normal="reaction", radius=0.1, smooth=0.01),
        lambda: Flywheel("f", "bead.u", inertia=0.1),
        lambda: Pair("f", "A.theta", "bead.u", stiffness=1),
        lambda: sarrus.RackAndPinion("f", "bead.u", "A.theta", radius=1),
    ],
    ids=["function", "law", "spring", "friction", "loaded", "inertial", "ports", "mesh"],
)
def test_nothing_pushes_along_such_a_coordinate(element):
    m = with_crank(on_ring())
    m.add(element())
    with pytest.raises(sarrus.ModelError) as refused:
        m.snapshot()
    (problem,) = refused.value.problems
    assert " 'f' acts on 'bead.u', a coordinate of ring 'bead', which has no inertia" in problem.what
    assert "Let it act on a joint, or between the frames of ring 'bead'" in str(refused.value)


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (
            lambda: sarrus.AppliedForce("f", "ball", force=("udd", 0)),
            "reads the signal 'udd' (bead.u_ddot): an algebraic loop",
        ),
        (
            lambda: sarrus.Condition("f", "ud - 1", unit="rad"),
            "condition 'f' reads the signal 'ud' (bead.u_dot). A condition ties positions: coordinates of joints and constraints",
        ),
    ],
)
def test_rates_are_read_where_they_are_known(element, said):
    m = with_crank(on_ring())
    m.add(element())
    with pytest.raises(sarrus.ModelError) as refused:
        m.snapshot()
    assert said in str(refused.value)


def test_signal_of_something_that_a_curve_has_not_is_refused_with_what_it_has():
    m = on_ring()
    m.signals(u="bead.v")
    with pytest.raises(sarrus.ModelError, match=r"Of 'bead' there are bead\.u, bead\.u_dot, bead\.u_ddot"):
        m.snapshot()


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_friction_in_a_joint_sees_the_load_that_a_bead_gives_it(formulation):
    """A bead on a ring that a heavy slide carries: the guide rubs by the weight of both, and by what the ring pushes."""
    m = sarrus.Mechanism("slide", plane="xy")
    slide = m.add(sarrus.Body("slide", mass=2.0, inertia=0.1))
    ball = m.add(sarrus.Body("ball", mass=1.0, inertia=0.01))
    m.add(sarrus.Prismatic("S", m.ground, slide))
    m.add(Ring("bead", slide, ball, radius=RADIUS))
    m.add(sarrus.Gravity("weight", (0, -GRAVITY)))
    m.add(sarrus.Friction("rub", "S.s", coefficient=0.3, normal="reaction", smooth=0.05))
    m.start(fixed={"bead.u": 0.3, "bead.u_dot": 0.0, "S.s": 0.0, "S.s_dot": 1.0, "ball.psi_dot": 0.0})
    run = sarrus.simulate(m, 0.4, rows=5, formulation=formulation, **EXACT)
    push = run["bead.reaction"].values[:, :2]  # on the ball
    across = np.abs(run["S.reaction"].values[:, 1])
    assert across == pytest.approx(np.abs(2.0 * GRAVITY + push[:, 1]), abs=1e-8)
    rub = run["rub.effort"].values
    assert 2.0 * run["S.s_ddot"].values == pytest.approx(rub - push[:, 0], abs=1e-8)
    assert np.abs(rub) == pytest.approx(0.3 * across, rel=0.2)


def test_check_tells_configurations_and_speeds_beside_a_curve():
    m = sarrus.Mechanism("disk and bead")
    inertia = (0.1, 0.1, 0.2)
    disk, ball = (m.add(sarrus.Body(n, mass=1, inertia=inertia)) for n in ("disk", "ball"))
    m.add(sarrus.RollingDisk("roll", m.ground, disk, radius=0.3))
    m.add(Ring("bead", m.ground, ball, radius=0.5))
    m.start(guess={"disk.a1": 1.2, "disk.z": 0.3})
    report = sarrus.check(m)
    assert report.ok
    assert "freedom    9 configurations, 7 speeds (counted: 9 configurations, 7 speeds)" in report.text()


def test_page_of_a_report_shows_the_equations_of_a_curve():
    found = equations_data(everything(helix).snapshot())
    assert "failure" not in found
    assert r"u_\text{bead}" in found["latex"]
    assert found["blocks"]


def test_result_with_a_curve_and_what_reads_it_is_saved_and_read(tmp_path):
    m = with_crank(on_ring(fixed={"bead.u": 0.3, "ball.psi_dot": 0.0, "A.theta_dot": 0.0}))
    m.add(sarrus.ExpressionSensor("seen", "u + ud", unit="rad"))
    run = sarrus.simulate(m, 0.2, rows=3)
    run.save(tmp_path / "run.h5")
    again = sarrus.load_result(tmp_path / "run.h5", elements=[Ring])
    for name in ("bead.u", "bead.u_dot", "bead.u_ddot", "seen.value"):
        assert (again[name].values == run[name].values).all()
        assert again[name].unit == run[name].unit
    again.report(tmp_path / "run.html")


class Rail(FrameConstraint):
    """A line along x."""

    coordinates = (length("s"),)
    rows = lengths("p_FM.x_F", "p_FM.y_F")

    def closure(self, X_FM, s):
        return X_FM.p.x - s, X_FM.p.y


def test_spring_by_a_signal_of_a_length_swings_as_it_should():
    m = sarrus.Mechanism("rail", plane="xy")
    m.add(sarrus.Body("ball", mass=1.0, inertia=0.1))
    m.add(Rail("rail", "ground", "ball"))
    m.signals(s="rail.s")
    m.add(sarrus.AppliedForce("pull", "ball", force=("-4*s", 0)))
    m.start(fixed={"rail.s": 0.1, "rail.s_dot": 0.0, "ball.psi_dot": 0.0})
    run = sarrus.simulate(m, 1.0, rows=5, **EXACT)
    assert run["rail.s"].values == pytest.approx(0.1 * np.cos(2.0 * run.t), abs=1e-9)
    assert run["rail.s"].unit == "m"
