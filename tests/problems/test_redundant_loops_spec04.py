"""Spec 04, section 11.4 and spec 05, section 4: planar loops built of spatial joints; counts, ranks, reactions.

Source of the counts: H. Hahn, Rigid Body Dynamics of Mechanisms 1 (2002), chapter 5; J. W. Kamman, Multibody Dynamics,
Volume II, Unit 3. Rows with universal and cylindrical joints are left out: not in the catalogue.
"""

import math

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, Spherical

G = 9.81
BARS = {"crank": (0.3, 0.4), "coupler": (0.9, 0.9), "rocker": (0.7, 0.7)}
"""Length and mass of each bar; its mass centre stands off the line, so that nothing is symmetric."""
TILT = (0.4, -0.7, 1.1)


def bar(m, name, spatial):
    length, mass = BARS[name]
    J = mass * length**2 / 12
    if spatial:
        body = Body(name, mass=mass, center=(length / 2, 0.05, 0), inertia=(0.2 * J, 1.1 * J, J))
        body.point("end", (length, 0, 0))
    else:
        body = Body(name, mass=mass, center=(length / 2, 0.05), inertia=J)
        body.point("end", (length, 0))
    return m.add(body)


def ground_frame(m, name, at, tilt):
    """A ground frame of the plane the mechanism lies in."""
    if m.plane:
        return m.ground.point(name, at)
    if "plane" not in m.ground.frame_names():
        m.ground.frame("plane", turn=tilt)
    return m.ground.frame(name, at=(*at, 0), on="plane")


def weight(m, tilt):
    from sarrus.spatial import Vec3, from_bryant

    down = from_bryant(*tilt) * Vec3(0.0, -G, 0.0)
    m.add(Gravity("weight", (0, -G) if m.plane else tuple(down)))


def four_bar(spatial=True, tilt=(0, 0, 0), kinds=(Revolute,) * 4):
    m = Mechanism("four-bar", plane=None if spatial else "xy")
    crank, coupler, rocker = (bar(m, n, spatial) for n in BARS)
    m.add(kinds[0]("A", ground_frame(m, "O", (0, 0), tilt), crank))
    m.add(kinds[1]("B", crank.end, coupler))
    m.add(kinds[2]("C", coupler.end, rocker.end))
    m.add(kinds[3]("D", ground_frame(m, "D", (1.0, 0), tilt), rocker))
    weight(m, tilt)
    guess = {"D.theta": 1.8} | ({"B.theta": -0.6} if kinds[1] is Revolute else {})
    m.start(fixed={"A.theta": 1.0, "A.theta_dot": 4.0}, guess=guess)
    return m


def slider_crank(spatial=True, tilt=(0, 0, 0)):
    m = Mechanism("slider-crank", plane=None if spatial else "xy")
    crank, coupler, slider = (bar(m, n, spatial) for n in BARS)
    m.add(Revolute("A", ground_frame(m, "O", (0, 0), tilt), crank))
    m.add(Revolute("B", crank.end, coupler))
    m.add(Revolute("C", coupler.end, slider))
    m.add(Prismatic("P", ground_frame(m, "S", (0, 0), tilt), slider))
    weight(m, tilt)
    m.start(fixed={"A.theta": 0.7, "A.theta_dot": 3.0}, guess={"B.theta": -1.0, "P.s": 1.1})
    return m


@pytest.mark.parametrize("tilt", [(0, 0, 0), TILT], ids=["level", "tilted"])
@pytest.mark.parametrize("make", [four_bar, slider_crank])
def test_planar_loop_of_spatial_joints_has_one_freedom_spec04_11_4(freedom, make, tilt):
    """20 rows, rank 17, 1 freedom, 3 redundant; counting says -2."""
    m = make(tilt=tilt)
    found = freedom(m)
    assert (found.unconstrained, found.rows, found.rank, found.speeds) == (18, 20, 17, 1)
    report = sarrus.check(m)
    assert (report.counted, report.freedoms, report.here.rows - report.here.rank) == (-2, 1, 3)


@pytest.mark.parametrize("make", [four_bar, slider_crank])
def test_planar_bodies_count_right_spec05_4(freedom, make):
    """9 speeds, 8 rows, nothing redundant, every reaction unique."""
    found = freedom(make(spatial=False))
    assert (found.unconstrained, found.rows, found.rank, found.speeds) == (9, 8, 8, 1)
    assert found.redundant == () and found.not_unique == ()
    assert sarrus.check(make(spatial=False)).counted == 1


@pytest.mark.parametrize(
    ("kinds", "rows", "freedoms"),
    [
        ((Revolute, Spherical, Spherical, Revolute), 16, 2),
        ((Revolute, Revolute, Spherical, Revolute), 18, 1),
    ],
    ids=["RSSR", "RRSR"],
)
def test_ball_joints_in_the_loop_count_right_or_redundant_spec05_4(freedom, kinds, rows, freedoms):
    """R, S, S, R: the coupler may also spin about its line, an idle freedom. R, R, S, R: one row redundant."""
    found = freedom(four_bar(kinds=kinds))
    assert (found.rows, found.speeds) == (rows, freedoms)
    assert found.rows - found.rank == rows - 18 + freedoms


@pytest.mark.parametrize("make", [four_bar, slider_crank])
def test_built_in_space_it_moves_as_in_the_plane_spec04_11_4(at_start, freedom, make):
    """Accelerations are the same, tilted or not; so are the reactions in the plane, which stay unique."""
    planar = at_start(make(spatial=False))["relative"]
    names = [n for n in planar.values if n.endswith("_ddot") and n.split(".")[0] in "ABCP"]
    size = max(abs(planar.number(n)) for n in names)
    for tilt in ((0, 0, 0), TILT):
        spatial = make(tilt=tilt)
        for instant in at_start(spatial).values():
            for n in names:
                assert instant.number(n) == pytest.approx(planar.number(n), abs=1e-10 * size), n
            for body in BARS:
                w = instant[f"{body}.alpha"]
                assert np.linalg.norm(w) == pytest.approx(
                    abs(planar.number(f"{body}.psi_ddot")), abs=1e-10 * size
                )


@pytest.mark.parametrize("make", [four_bar, slider_crank])
def test_flagged_reactions_are_those_out_of_the_plane_spec04_11_4(at_start, freedom, make):
    """In the x-y plane the self-stresses are forces along z and moments about x and y, in every joint of the loop; the
    rest is unique and equals the planar model's. A prismatic joint's moment about z is in the plane, hence unique."""
    level = make()
    found = freedom(level)
    joints = [j.name for j in level.joints]
    outside = {f"{j}.{kind}" for j in joints for kind in ("reaction.z", "torque.x", "torque.y")}
    assert set(found.not_unique) == outside
    planar = at_start(make(spatial=False))["relative"]
    size = max(np.abs(planar[f"{j}.reaction"]).max() for j in joints)
    for instant in at_start(level).values():
        for j in joints:
            force, torque = instant[f"{j}.reaction"], instant[f"{j}.torque"]
            assert force[:2] == pytest.approx(planar[f"{j}.reaction"][:2], abs=1e-10 * size)
            assert torque[2] == pytest.approx(planar[f"{j}.torque"][2], abs=1e-10 * size)


def test_spatial_four_bar_runs_like_the_planar_one_spec04_11_4(formulation):
    """Redundant rows are left out on the way, their residuals stay at rounding."""
    planar = sarrus.simulate(four_bar(spatial=False), until=1.0, rows=21, rtol=1e-10, atol=1e-10)
    spatial = sarrus.simulate(
        four_bar(tilt=TILT), until=1.0, rows=21, formulation=formulation, rtol=1e-10, atol=1e-10
    )
    for n in ("A.theta", "B.theta", "C.theta", "A.theta_dot", "D.theta_dot"):
        turn = np.asarray(spatial[n]) - np.asarray(planar[n])
        if not n.endswith("_dot"):
            turn = np.remainder(turn + math.pi, 2 * math.pi) - math.pi
        assert np.abs(turn).max() < 1e-7, n
    assert spatial.evidence["worst constraint residual"] < 1e-11
    assert spatial.not_unique
