"""Coordinates that a constraint owns: what may be declared, where they begin, what acts on them, what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from curves.beads import RADIUS, Bowl, Cycloid, Helix, Ring, cycloid, on_ring

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.linear.swinging import Swinging
from sarrus.analysis.rank.weightless import weightless
from sarrus.element import Coordinate, FrameConstraint, Pose, Twist, angle, length, lengths, sin
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.model import Mechanism
from sarrus.testing import check_constraint
from sarrus.testing.formulations import random_state
from sarrus.topology import counted_mobility


@pytest.mark.parametrize("kind", [Cycloid, Helix, Ring, Bowl])
def test_constraint_with_coordinates_keeps_the_contract_in_every_formulation_and_in_loops(kind):
    check_constraint(kind, seeds=(0,))


def test_coordinate_is_published_with_its_rates_and_stands_behind_those_of_joints():
    for formulation in FORMULATIONS:
        e = formulate(cycloid(beads=2).snapshot(), formulation)
        assert e.coordinates[-2:] == ("bead0.u", "bead1.u")
        assert [s.unit for s in e.states if s.name == "bead1.u"] == ["rad"]
        assert e.speeds[-2:] == ("bead0.1", "bead1.1")
        assert [e.channel("bead0", f"u{d}").unit for d in ("", "_dot", "_ddot")] == [
            "rad",
            "rad/s",
            "rad/s^2",
        ]
        # no inertia: M has no entry of theirs
        assert not {i for pair in e.mass_pattern for i in pair} & {6, 7}


def test_net_rows_are_those_of_the_curve_less_its_coordinate():
    model = cycloid().snapshot()
    assert counted_mobility(model) == 3 - (2 - 1)
    report = sarrus.check(cycloid())
    assert report.ok
    assert "freedom    2 (counted: 2)" in report.text()


def bowl():
    m = Mechanism("bowl", plane="xy")
    m.add(sarrus.Body("ball", mass=1.0, inertia=0.1))
    m.add(Bowl("bead", "ground", "ball", radius=0.3))
    return m


def test_curve_on_a_curve_takes_two_freedoms_more_than_its_coordinates_give():
    assert counted_mobility(bowl().snapshot()) == 3 - (3 - 2)


@pytest.mark.parametrize(("x", "y"), [(-0.4, -0.3), (0.3, 0.4), (0.0, -0.5), (-0.3, 0.4)])
def test_bead_that_nothing_is_said_of_begins_at_the_nearest_place_of_its_curve(x, y):
    found = sarrus.assemble(on_ring(guess={"ball.x": 1.2 * x, "ball.y": 1.2 * y})).values
    # a way of less than 1e-2 of the distance to the guess, 0.1 m, is not gone (`nearest.WORTH`)
    assert [found["ball.x"], found["ball.y"]] == pytest.approx([x, y], abs=1e-3)
    assert found["bead.u"] == pytest.approx(math.atan2(found["ball.y"], found["ball.x"]), abs=1e-9)


def test_bead_of_which_nothing_at_all_is_said_begins_at_zero():
    found = sarrus.assemble(on_ring()).values
    assert found["bead.u"] == pytest.approx(0.0, abs=1e-9)
    assert found["ball.x"] == pytest.approx(RADIUS)


@pytest.mark.parametrize("given", ["fixed", "guess"])
def test_place_along_a_curve_that_is_given_is_kept_with_its_turns(given):
    found = sarrus.assemble(on_ring(**{given: {"bead.u": 7.0}}))
    assert found.values["bead.u"] == 7.0
    assert not found.moved
    assert found.values["ball.x"] == pytest.approx(RADIUS * math.cos(7.0))


def test_rate_along_a_curve_may_be_given():
    m = on_ring(fixed={"bead.u": 0.5, "bead.u_dot": 3.0})
    values = find_start(m.snapshot()).values
    assert values["ball.x_dot"] == pytest.approx(-3.0 * RADIUS * math.sin(0.5))


def test_start_in_body_coordinates_carries_the_place_along_the_curve():
    found = find_start(on_ring(fixed={"bead.u": 9.0, "bead.u_dot": 3.0}).snapshot())
    e, x = in_formulation(found, "absolute")
    assert x[e.coordinates.index("bead.u")] == 9.0
    assert x[len(e.coordinates) + e.speeds.index("bead.1")] == pytest.approx(3.0)


def test_file_with_a_curve_is_read_and_run(tmp_path):
    text = """
sarrus: 1
name: bead
plane: xy
bodies: {ball: {mass: 1, inertia: 0.01}}
constraints: {bead: {ring: [ground, ball], radius: 500 mm}}
forces: {weight: {gravity: [0, -9.81]}}
start: {fixed: {bead.u: 10 deg, ball.psi_dot: 0}}
"""
    path = tmp_path / "bead.yaml"
    path.write_text(text)
    m = sarrus.load(path, elements=[Ring])
    run = sarrus.simulate(m, 0.2, rows=3)
    assert run["bead.u"].values[0] == pytest.approx(math.radians(10))
    run.report(tmp_path / "bead.html")
    assert "coordinate bead.u [rad]" in (tmp_path / "bead.html").read_text()
    run.save(tmp_path / "bead.h5")
    again = sarrus.load_result(tmp_path / "bead.h5", elements=[Ring])
    assert (again["bead.u_dot"].values == run["bead.u_dot"].values).all()


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
def test_slopes_of_kernels_are_those_of_differences_along_the_coordinate(formulation, rolled):
    m = cycloid(beads=2)
    m.add(sarrus.Motion("drive", "bead1.u", function="sin(t)"))
    e = formulate(m.snapshot(), formulation, rolled=rolled)
    x = random_state(e, 3)
    vdot, lam = np.linspace(-1, 1, len(e.speeds)), np.linspace(1, 2, e.multipliers)
    k, h = e.coordinates.index("bead1.u"), 1e-6
    for kernel, more in (("closure", ()), ("residual", (vdot, lam))):
        J = e.slopes(kernel, ("x",), [0.3], x, *more)[:, k]
        ends = []
        for step in (-h, h):
            y = x.copy()
            y[k] += step
            ends.append(np.concatenate([np.array(a) for a in e.evaluate(kernel, [0.3], y, *more)]))
        assert np.abs(J).max() > 0.1
        assert J == pytest.approx((ends[1] - ends[0]) / (2 * h), abs=1e-7)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_residual_of_the_equations_of_motion_is_that_of_their_matrices(formulation):
    m = cycloid(beads=2)
    m.add(sarrus.Motion("drive", "bead1.u", function="sin(t)"))
    e = formulate(m.snapshot(), formulation)
    x, n = random_state(e, 5), len(e.speeds)
    vdot, lam = np.linspace(-1, 1, n), np.linspace(1, 2, e.multipliers)
    entries, f, jacobian, _ = e.evaluate("dynamics", [0.3], x)
    M, G = np.zeros((n, n)), np.zeros((len(e.rows), n))
    for (i, j), value in zip(e.mass_pattern, entries, strict=True):
        M[i, j] = M[j, i] = value
    for (i, j), value in zip(e.jacobian_pattern, jacobian, strict=True):
        G[i, j] = value
    (r,) = e.evaluate("residual", [0.3], x, vdot, lam)
    assert r == pytest.approx(M @ vdot - np.array(f) - G.T @ lam, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_cusp_among_many_beads_is_found_by_name(formulation):
    m = cycloid(beads=42)
    m.start(fixed={"bead7.u": math.pi})
    e, x = in_formulation(find_start(m.snapshot()), formulation)
    assert [found.coordinate for found in weightless(e, 0.0, x)] == ["bead7.u"]


class Lost(FrameConstraint):
    """A coordinate that is in no row between planar bodies."""

    coordinates = (length("s"),)
    rows = lengths("p_FM.x_F", "p_FM.z_F")

    def closure(self, X_FM, s):
        return X_FM.p.x, X_FM.p.z * (1.0 + s * s)


class Slope(FrameConstraint):
    """A line that leaves the plane."""

    coordinates = (length("s"),)
    rows = lengths("p_FM.x_F", "p_FM.z_F")

    def closure(self, X_FM, s):
        return X_FM.p.x - s, X_FM.p.z - 0.5 * s


def test_curve_that_leaves_the_plane_of_its_bodies_is_refused_by_name():
    m = Mechanism("slope", plane="xy")
    m.add(sarrus.Body("ball", mass=1.0, inertia=0.1))
    m.add(Slope("slope", "ground", "ball"))
    for rolled in (False, True):
        with pytest.raises(sarrus.ModelError, match=r"slope leaves the plane: 'p_FM\.z_F' would push"):
            formulate(m.snapshot(), rolled=rolled)


def test_coordinate_that_no_row_changes_with_is_refused_by_name():
    m = Mechanism("lost", plane="xy")
    m.add(sarrus.Body("ball", mass=1.0, inertia=0.1))
    m.add(Lost("lost", "ground", "ball"))
    for rolled in (False, True):
        with pytest.raises(sarrus.ModelError, match="no row of lost changes with its coordinate 's' here"):
            formulate(m.snapshot(), rolled=rolled)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({"coordinates": ("s",)}, "`coordinates` is a tuple of angle('u') and length('s')"),
        ({"coordinates": length("s")}, "`coordinates` is a tuple"),
        ({"coordinates": (length("s"), angle("s"))}, "two coordinates are called 's'"),
        ({"coordinates": (length("reaction"),)}, "a coordinate is called 'reaction'"),
        ({"coordinates": (length("s_dot"),)}, "a coordinate is called 's_dot'"),
        ({"coordinates": (length("s t"),)}, "a coordinate is called 's t'"),
        ({"coordinates": (Coordinate("s", "kg"),)}, "has the unit 'kg'. It is one of m, rad, 1"),
        ({"coordinates": (angle("s", period=-1.0),)}, "has the period -1.0"),
        ({"coordinates": (length("s"),)}, "`closure` is called with (X_FM, s)"),
        (
            {
                "coordinates": (length("s"),),
                "closure": lambda self, X_FM, s: (s,),
                "sense": lambda self, X_FM: 1,
            },
            "`sense` is called with (X_FM, s)",
        ),
        ({"closure": lambda self, X_FM, s: (s,)}, "`closure` is called with (X_FM)"),
        (
            {
                "coordinates": (length("s"),),
                "closure": lambda self, X_FM, s: (X_FM.p.x - s,),
                "slip": lambda self, X_FM, V_FM: (V_FM.v.x,),
                "slips": lengths("v"),
            },
            "rows of velocities know no coordinates",
        ),
    ],
)
def test_wrong_declaration_is_refused_when_the_class_is_made(made, said):
    body = {"rows": lengths("p_FM.x_F"), "closure": lambda self, X_FM: (X_FM.p.x,), **made}
    with pytest.raises(TypeError) as refused:
        type("Odd", (FrameConstraint,), body)
    assert str(refused.value).startswith("Odd: ")
    assert said in str(refused.value)


class Backward(Ring):
    """A ring of which the upper half is meant."""

    def sense(self, X_FM, u):
        return sin(u)


def test_sense_may_look_at_the_coordinate():
    m = Mechanism("half", plane="xy")
    m.add(sarrus.Body("ball", mass=1.0, inertia=0.1))
    m.add(Backward("bead", "ground", "ball", radius=RADIUS))
    e = formulate(m.snapshot())
    x = random_state(e, 1)
    x[e.coordinates.index("bead.u")] = -0.7
    assert e.evaluate("closure", [0.0], x)[3] == pytest.approx([math.sin(-0.7)])
    assert Ring("r", "ground", "ball", radius=1.0).sense_at(Pose(), 0.3) == 1.0


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (
            lambda: sarrus.TorsionalSpringDamper("spring", "bead.u", stiffness=1),
            "torsional-spring-damper 'spring' acts on 'bead.u', a coordinate of ring 'bead', which has no inertia",
        ),
        (
            lambda: sarrus.Gear("gear", "bead.u", "A.theta", first_radius=1, second_radius=1),
            "gear 'gear' acts on 'bead.u', a coordinate of ring 'bead'",
        ),
        (
            lambda: sarrus.Motion("drive", "bead.v", function="t"),
            "Coordinates of 'bead' are: bead.u",
        ),
    ],
)
def test_what_may_not_act_on_such_a_coordinate_is_refused_by_name(element, said):
    m = on_ring()
    m.add(sarrus.Body("wheel", mass=1.0, inertia=0.1))
    m.add(sarrus.Revolute("A", "ground", "wheel"))
    m.add(element())
    with pytest.raises(sarrus.ModelError) as refused:
        m.snapshot()
    assert said in str(refused.value)


def test_slide_that_misses_a_curve_is_not_said_to_be_held_too_much():
    m = Mechanism("missed", plane="xy")
    slide = m.add(sarrus.Body("slide", mass=1.0, inertia=0.1))
    m.add(sarrus.Prismatic("S", m.ground, slide))
    m.add(Ring("bead", m.ground.point("high", (0, 1)), slide, radius=RADIUS))
    said = str(sarrus.assemble(m, strict=False).status)
    assert "S" in said and "bead" in said
    assert "hold more than needed" not in said


def test_driver_of_a_bead_is_drawn(tmp_path):
    m = on_ring()
    m.add(sarrus.Motion("drive", "bead.u", function="t"))
    run = sarrus.simulate(m, 0.1, rows=3)
    run.report(tmp_path / "bead.html")
    assert (tmp_path / "bead.html").stat().st_size > 1000


def test_slip_of_a_constraint_without_coordinates_is_as_before():
    kind = type(
        "Blade",
        (FrameConstraint,),
        {"slips": lengths("v"), "slip": lambda self, X_FM, V_FM: (V_FM.v.y,), "__doc__": "A blade."},
    )
    assert kind.freedoms.fget(kind("b", "ground", "ball")) == 0
    assert kind("b", "ground", "ball").slip(Pose(), Twist()) == (0.0,)


def test_bead_stays_on_its_curve_while_a_mode_swings():
    m = on_ring()
    found = sarrus.modes(m)
    about = Swinging(m.snapshot(), found.model.places)
    shape = found.shape(2).bodies["ball"][None].real
    for part in (-0.3, 0.3):
        pose = about.pose(part * shape)
        assert math.hypot(*pose[:2]) == pytest.approx(RADIUS, abs=1e-8)
        assert pose[0] == pytest.approx(part, rel=0.2)
        assert RADIUS * math.cos(pose[3]) == pytest.approx(pose[0], abs=1e-8), "its own coordinate goes along"
