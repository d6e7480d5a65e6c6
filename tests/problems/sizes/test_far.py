"""A mechanism far from the origin of ground moves as one that stands there; positions are published where they are."""

from __future__ import annotations

import os

import numpy as np
import pytest
from anywhere import Size, driven, four_bar, hung, model, slider_crank, steps

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.model import snapshot_of

HERE = (0.0, 0.0, 0.0)
GEODETIC = (4e6, 5e5, 2e6)
"""Whole metres: rounding does not change a mechanism of whole metres that is moved there."""
ROUNDING = 1e-9
"""Of a position there [m]."""
GRAVITY = {"xy": (1.0, -9.81), None: (1.0, 0.5, -9.81)}
FORMS = [(p, f, r) for p in ("xy", None) for f in FORMULATIONS for r in (False, True)]
if not os.environ.get("SARRUS_DEEP"):
    FORMS = [FORMS[k] for k in (1, 2, 4, 7)]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_four_bar_at_geodetic_coordinates_moves_as_at_the_origin(formulation):
    near, far = (
        sarrus.simulate(model("xy", (four_bar, Size("", at=at))), until=2.0, formulation=formulation)
        for at in (HERE, GEODETIC)
    )
    assert steps(far) == steps(near)
    for name in near:
        if near[name].unit == "rad":
            assert np.abs(far[name].values - near[name].values).max() < 1e-10, name
    assert far.evidence["worst constraint residual"] < 1e-13
    moved = far["k.end.x"].values - GEODETIC[0], far["k.end.y"].values - GEODETIC[1]
    for values, name in zip(moved, ("k.end.x", "k.end.y"), strict=True):
        assert np.abs(values - near[name].values).max() < ROUNDING


def test_a_rate_that_is_fixed_at_geodetic_coordinates_is_allowed():
    """The speeds were found from rows in units of the way to the origin of ground, in which all of them vanished."""
    m = model("xy", (four_bar, Size("", at=GEODETIC)))
    m.start(fixed={"A.theta": 0.5, "A.theta_dot": 2.0}, guess={"B.theta": 0.4, "D.theta": 1.5})
    found = sarrus.assemble(m)
    near = model("xy", (four_bar, Size("")))
    near.start(fixed={"A.theta": 0.5, "A.theta_dot": 2.0}, guess={"B.theta": 0.4, "D.theta": 1.5})
    assert found["D.theta_dot"] == pytest.approx(sarrus.assemble(near)["D.theta_dot"], rel=1e-12)


def test_a_driven_mechanism_at_geodetic_coordinates_moves_as_at_the_origin():
    near, far = (
        sarrus.kinematics(model("xy", (driven, Size("", at=at))), until=1.0, rows=11)
        for at in (HERE, GEODETIC)
    )
    assert np.abs(far["D.theta"].values - near["D.theta"].values).max() < 1e-12
    assert far["w.effort"].values == pytest.approx(near["w.effort"].values, rel=1e-9, abs=1e-9)


def test_a_mechanism_at_geodetic_coordinates_is_checked_as_at_the_origin():
    near, far = (sarrus.check(model("xy", (four_bar, Size("", at=at)))) for at in (HERE, GEODETIC))
    assert far.here == near.here
    assert [f.what for f in far.findings] == [f.what for f in near.findings]


def everything(plane, at):
    """A mechanism with gravity, sensors, and a joint whose follower is ground."""
    m = model(plane, (slider_crank if plane else hung, Size("", length=10.0, at=at)))
    body = m.bodies[0]
    other = m.add(
        sarrus.Body(
            "other", mass=2, center=(0.1, 0.2, 0.3)[: 2 if plane else 3], inertia=0.3 if plane else (1, 1, 1)
        )
    )
    m.add(sarrus.Revolute("under", other, m.ground.point("U", [a + 2.0 for a in at[: 2 if plane else 3]])))
    m.add(sarrus.Gravity("weight", GRAVITY[plane]))
    m.add(sarrus.PointSensor("seen", m.ground, body.end))
    m.add(sarrus.DistanceSensor("from_A", "ground.A", body.end))
    m.add(sarrus.DistanceSensor("between", other, body.end))
    return snapshot_of(m)


@pytest.mark.parametrize(("plane", "formulation", "rolled"), FORMS)
def test_all_that_is_published_of_a_far_mechanism_is_that_of_a_near_one_moved_there(
    formulation, rolled, plane
):
    found = []
    for at in (HERE, GEODETIC):
        snapshot = everything(plane, at)
        e = formulate(snapshot, formulation, rolled=rolled)
        x = in_formulation(find_start(snapshot), formulation)[1]
        nq, speeds = len(e.coordinates), np.linspace(0.3, 0.9, len(e.speeds))
        x[nq : nq + len(speeds)] = speeds
        lam = np.linspace(-0.5, 0.7, len(e.rows))
        row = np.array(e.evaluate("output", [0.0], x, speeds, lam)[0])
        for place, origin in e.channel_origins:
            row[place] += origin
        found.append({c.name: row[c.start : c.start + c.size] for c in e.channels})
    near, far = found
    moved = dict(zip("xyz", GEODETIC, strict=True))
    bodies = [body.name for body in snapshot.bodies]
    positions = [n for n in near if n.split(".")[0] in (*bodies, "seen") and n.split(".")[-1] in moved]
    for name, value in near.items():
        if name == "energy.potential":
            value = value - e.mass * np.dot(GRAVITY[plane], GEODETIC[: len(GRAVITY[plane])])
        offset = moved[name.rpartition(".")[2]] if name in positions else 0.0
        assert far[name] == pytest.approx(value + offset, rel=1e-12, abs=ROUNDING), name


@pytest.mark.parametrize("rolled", [False, True])
def test_a_sensor_sees_how_far_apart_two_regions_are(rolled):
    m = model("xy", (four_bar, Size("_0", at=GEODETIC)), (four_bar, Size("_1", at=(-3e5, 1e6, 0.0))))
    m.add(sarrus.DistanceSensor("between", "k_0.start", "k_1.start"))
    snapshot = snapshot_of(m)
    e = formulate(snapshot, "relative", rolled=rolled)
    x = in_formulation(find_start(snapshot), "relative")[1]
    row = e.evaluate("output", [0.0], x, [0.0] * len(e.speeds), [0.0] * len(e.rows))[0]
    at = next(c.start for c in e.channels if c.name == "between.length")
    assert row[at] == pytest.approx(np.hypot(4.3e6, 5e5), rel=1e-15)


def test_a_spring_draws_two_far_mechanisms_towards_each_other():
    """They share an origin: what acts between them is seen from one place."""

    def pair(at):
        one, two = Size("_0", at=at), Size("_1", at=(at[0] + 2.0, at[1] + 1.0, 0.0))
        m = model("xy", (four_bar, one), (four_bar, two))
        m.add(sarrus.SpringDamper("spring", "k_0.end", "r_1.end", stiffness=30, free_length=1))
        return sarrus.simulate(m, until=1.0, rows=11)

    near, far = pair(HERE), pair(GEODETIC)
    for name in ("A_0.theta", "D_1.theta", "spring.length"):
        assert np.abs(near[name].values - far[name].values).max() < 1e-10
