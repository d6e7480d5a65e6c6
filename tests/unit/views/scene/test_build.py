"""What a scene makes of a mechanism: its size, its ground, its lines and its arrows, also where numbers are missing."""

from dataclasses import replace

import numpy as np
import pytest

import sarrus
from sarrus import (
    AppliedForce,
    Body,
    Box,
    FollowerForce,
    Gravity,
    Mechanism,
    PointSensor,
    Prismatic,
    Revolute,
    Rod,
    SpringDamper,
)
from sarrus.errors import UsageError
from sarrus.results import Series
from sarrus.views.scene import scene_of
from sarrus.views.scene.arrows import scale_of
from sarrus.views.scene.base import GROUND, Circle, Path


def pendulum(plane="xy", **points):
    mechanism = Mechanism("pendulum", plane=plane)
    bar = mechanism.add(Body("bar", Rod(length=2.0, mass=1.0), points=points))
    mechanism.add(Revolute("pin", mechanism.ground, bar.start))
    return mechanism


def drawn_by(scene, owner):
    return [d for d in scene.drawn if d.owner == owner]


def test_rows_are_those_of_the_result(moving):
    model = pendulum().snapshot()
    run = moving(model)
    scene = scene_of(model, run)
    np.testing.assert_array_equal(scene.t, run.t)
    np.testing.assert_array_equal(scene.poses[:, 0, 0], run["bar.x"].values)
    np.testing.assert_array_equal(scene.psi[:, 0], run["bar.psi"].values)
    assert scene.arrows[0].values.shape == (len(run), 3)


def changed(run, name, values):
    """The result with other values of a series."""
    series = {**run.series, name: Series(name, run[name].unit, values)}
    return replace(run, series=series)


def test_short_load_sets_the_scale_and_rounding_does_not(moving):
    model = pendulum().snapshot()
    run = moving(model)
    load = np.full(run["pin.reaction"].values.shape, 1e-15)
    load[3] = (0.0, 100.0, 0.0)
    scene = scene_of(model, changed(run, "pin.reaction", load))
    diagonal = np.linalg.norm(np.subtract(scene.high, scene.low))
    assert 0.1 * diagonal < 100.0 * scene.force_scale < diagonal


@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize(("rows", "is_stepped"), [(21, False), (5, True)])
def test_scene_is_stepped_where_a_body_turns_far_from_row_to_row(plane, rows, is_stepped):
    mechanism = pendulum(plane)
    mechanism.start(fixed={"pin.theta": 0, "pin.theta_dot": 6.0})
    run = sarrus.simulate(mechanism, until=1.0, rows=rows)  # 0.3 or 1.5 rad from one row to the next
    assert scene_of(mechanism.snapshot(), run).is_stepped is is_stepped


def test_many_arrows_are_shorter(moving):
    model = pendulum().snapshot()
    arrow = next(a for a in scene_of(model, moving(model)).arrows if a.quantity == "force")
    constant = replace(arrow, values=np.ones_like(arrow.values))
    assert scale_of([constant] * 40, "force", 1.0) == pytest.approx(scale_of([constant], "force", 1.0) / 2)


def test_box_holds_a_body_that_is_far_off_in_one_row(moving):
    model = pendulum().snapshot()
    run = moving(model)
    places = run["bar.x"].values.copy()
    places[-2] = 50.0
    assert scene_of(model, changed(run, "bar.x", places)).high[0] >= 50.0


def test_places_beyond_all_measure_are_unknown(moving):
    model = pendulum().snapshot()
    run = moving(model)
    places = run["bar.x"].values.copy()
    places[-2] = 1e200
    scene = scene_of(model, changed(run, "bar.x", places))
    assert np.isnan(scene.poses[-2, 0, 0]) and np.isfinite(scene.high).all()


def test_result_without_rows_is_refused_with_the_reason(moving):
    model = pendulum().snapshot()
    with pytest.raises(UsageError, match="the result of 'pendulum' has no rows"):
        scene_of(model, moving(model, rows=0))


def test_result_of_something_else_is_refused_with_the_missing_name(moving):
    model = pendulum().snapshot()
    run = moving(model)
    del run.series["bar.psi"]
    with pytest.raises(UsageError, match=r"has no series 'bar\.psi'"):
        scene_of(model, run)


@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize("rows", [slice(1, 3), slice(None)], ids=["some rows", "all rows"])
def test_missing_numbers_do_not_disturb_the_others(plane, rows, moving):
    mechanism = pendulum(plane)
    wall = mechanism.ground.point("wall", (1.0,) * (2 if plane else 3))
    mechanism.add(SpringDamper("spring", wall, "bar.end", stiffness=1.0, damping=1.0))
    model = mechanism.snapshot()
    run = moving(model)
    for s in run.series.values():
        s.values[rows] = np.nan
    scene = scene_of(model, run)
    assert np.isfinite([*scene.low, *scene.high, scene.size, scene.force_scale, scene.torque_scale]).all()


def test_up_is_against_gravity(moving):
    mechanism = pendulum(None)
    assert scene_of(mechanism.snapshot(), moving(mechanism.snapshot())).up == (0.0, 0.0, 1.0)
    mechanism.add(Gravity("weight", (0.0, 3.0, -4.0)))
    model = mechanism.snapshot()
    np.testing.assert_allclose(scene_of(model, moving(model)).up, (0.0, -0.6, 0.8))
    flat = pendulum().snapshot()
    assert scene_of(flat, moving(flat)).up == (0.0, 1.0, 0.0)


def test_size_grows_with_the_mechanism(moving):
    """Everything twice as large is drawn twice as large."""
    sizes = []
    for length in (0.3, 0.6):
        mechanism = Mechanism("bars", plane="xy")
        for i, share in enumerate((0.5, 1.0, 4.0)):
            mechanism.add(Body(f"bar{i}", Rod(length=length * share, mass=1.0)))
        model = mechanism.snapshot()
        sizes.append(scene_of(model, moving(model)).size)
    assert sizes[0] == pytest.approx(0.3)
    assert sizes[1] == pytest.approx(2.0 * sizes[0])


def test_body_without_extent_still_has_a_size(moving):
    mechanism = Mechanism("point", plane="xy")
    mechanism.add(Body("point", mass=1.0, inertia=0.0))
    model = mechanism.snapshot()
    run = moving(model)
    assert scene_of(model, run).size > 0.1  # it moves by about a metre
    for s in run.series.values():
        s.values[:] = 0.0
    scene = scene_of(model, run)
    assert scene.size == 1.0
    assert isinstance(scene.drawn[0].primitives[0], Circle)


def test_box_holds_the_outline_of_a_turned_body(moving):
    model = pendulum().snapshot()
    run = moving(model)
    for name, value in (("x", 1.0), ("y", 2.0), ("psi", np.pi / 2.0)):
        run.series[f"bar.{name}"].values[:] = value
    scene = scene_of(model, run)
    assert scene.high[1] == pytest.approx(4.0 + 0.035 * scene.size)
    assert scene.high[2] == scene.low[2] == 0.0


@pytest.mark.parametrize("ends", [("ground", "block"), ("block", "ground")], ids=" to ".join)
@pytest.mark.parametrize("plane", ["xy", None])
def test_ground_is_drawn_whichever_end_of_the_joint_it_is(plane, ends, moving):
    for kind in (Prismatic, Revolute):
        mechanism = Mechanism("held", plane=plane)
        inertia = 0.1 if plane else (0.1, 0.1, 0.1)
        mechanism.add(Body("block", mass=1.0, inertia=inertia))
        mechanism.add(kind("joint", *ends))
        model = mechanism.snapshot()
        scene = scene_of(model, moving(model))
        assert any(d.kind == "ground" and d.body == GROUND for d in scene.drawn)


def test_box_stands_on_its_guide(moving):
    mechanism = Mechanism("cart", plane="xy")
    mechanism.add(Body("cart", Box(length=0.4, width=0.2, height=0.1, mass=1.0)))
    mechanism.add(Prismatic("rail", mechanism.ground, "cart.center"))
    model = mechanism.snapshot()
    scene = scene_of(model, moving(model))
    edge = drawn_by(scene, "ground")[0].primitives[0]
    assert [p[1] for p in edge.points] == pytest.approx([-0.1, -0.1])
    assert len(drawn_by(scene, "cart")) == 1  # no other block beside it


def test_ground_stands_above_what_hangs_from_it(moving):
    model = pendulum().snapshot()
    run = moving(model)
    heights = []
    for psi in (-np.pi / 2.0, np.pi / 2.0):
        for name, value in (("x", 0.0), ("y", 0.0), ("psi", psi)):
            run.series[f"bar.{name}"].values[:] = value
        triangle = drawn_by(scene_of(model, run), "ground")[0].primitives[0]
        heights.append(np.mean([p[1] for p in triangle.points]))
    assert heights[0] > 0.0 > heights[1]


@pytest.mark.parametrize("plane", ["xy", None])
def test_dashpot_stands_beside_the_spring_where_there_is_damping(plane, moving):
    for damping, roles in ((0.0, ["spring"]), (2.0, ["spring", "damper"])):
        mechanism = pendulum(plane)
        mechanism.add(SpringDamper("spring", "ground", "bar.end", stiffness=1.0, damping=damping))
        model = mechanism.snapshot()
        assert [s.role for s in scene_of(model, moving(model)).spans] == roles


def test_spring_on_ground_ends_at_a_wall_unless_a_joint_stands_there(moving):
    def walls(at):
        mechanism = pendulum()
        mechanism.ground.point("hook", at)
        mechanism.add(SpringDamper("spring", "ground.hook", "bar.end", stiffness=1.0))
        model = mechanism.snapshot()
        return len(drawn_by(scene_of(model, moving(model)), "ground"))

    assert walls((1.0, 1.0)) == walls((0.0, 0.0)) + 1


def test_pull_draws_the_ends_together(moving):
    mechanism = Mechanism("two", plane="xy")
    for name in ("one", "two"):
        mechanism.add(Body(name, mass=1.0, inertia=0.1))
    mechanism.add(SpringDamper("spring", "one", "two", stiffness=1.0))
    model = mechanism.snapshot()
    run = moving(model)
    one, two = (a for a in scene_of(model, run).arrows if a.owner == "spring")
    apart = [run[f"two.{axis}"].values - run[f"one.{axis}"].values for axis in "xy"]
    pull = run["spring.magnitude"].values
    np.testing.assert_allclose(one.values, -two.values)
    np.testing.assert_allclose((one.values[:, :2] * np.transpose(apart)).sum(axis=1), pull * np.hypot(*apart))


def test_follower_force_turns_with_its_body_and_an_applied_one_does_not(moving):
    mechanism = pendulum()
    mechanism.add(AppliedForce("fixed", "bar.end", force=("2*t", 0.0)))
    mechanism.add(FollowerForce("turning", "bar.end", force=("2*t", 0.0)))
    model = mechanism.snapshot()
    run = moving(model)
    arrows = {a.owner: a.values for a in scene_of(model, run).arrows}
    size, psi = 2.0 * run.t, run["bar.psi"].values
    np.testing.assert_allclose(arrows["fixed"], np.column_stack([size, 0 * size, 0 * size]))
    np.testing.assert_allclose(
        arrows["turning"], np.column_stack([size * np.cos(psi), size * np.sin(psi), 0 * size]), atol=1e-15
    )


def test_arrow_of_a_universal_joint_lies_along_its_second_axis():
    """The axis of theta2 is y_M, which is fixed on the follower."""
    mechanism = Mechanism("cardan")
    mechanism.add(Body("front", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    mechanism.add(sarrus.Universal("cross", "ground", "front"))
    mechanism.add(sarrus.Motion("first", "cross.theta1", function="t"))
    mechanism.add(sarrus.Motion("second", "cross.theta2", function="t**2"))
    run = sarrus.kinematics(mechanism, until=1.0, rows=5)
    scene = scene_of(mechanism.snapshot(), run)
    arrow = next(a for a in scene.arrows if a.owner == "second")
    w, x, y, z = scene.poses[:, 0, 3:].T
    axis = np.column_stack([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)])
    np.testing.assert_allclose(arrow.values, run["second.effort"].values[:, None] * axis, atol=1e-12)


def test_arrow_that_is_rounding_is_left_out(moving):
    model = pendulum().snapshot()
    run = moving(model)
    run.series["pin.torque"].values[:] = 1e-14
    assert [a.quantity for a in scene_of(model, run).arrows] == ["force"]


def test_long_arrows_stay_within_the_scene(moving):
    model = pendulum().snapshot()
    run = moving(model)
    scale = []
    for factor in (1.0, 1000.0):
        series = {
            **run.series,
            "pin.reaction": Series("pin.reaction", "N", factor * run["pin.reaction"].values),
        }
        scene = scene_of(model, type(run)(run.mechanism, run.analysis, run.t, series, run.status))
        scale.append(scene.force_scale)
        longest = np.linalg.norm(scene.arrows[0].values, axis=1).max() * scene.force_scale
        assert 0.2 < longest / np.linalg.norm(np.subtract(scene.high, scene.low)) < 0.6
    assert scale[0] == pytest.approx(1000.0 * scale[1])


def test_point_that_a_sensor_follows_is_traced(moving):
    mechanism = pendulum(tip=(1.0, 0.5))
    mechanism.add(PointSensor("sensor", mechanism.ground, "bar.end"))
    model = mechanism.snapshot()
    scene = scene_of(model, moving(model))
    assert {m.name for m in scene.marks if m.is_traced} == {"bar.end", "bar.tip"}
    assert {"bar", "bar.start", "bar.center", "ground"} <= {m.name for m in scene.marks}


def test_point_beside_a_solid_is_joined_to_it(moving):
    bare, more = (
        drawn_by(scene_of(m.snapshot(), moving(m.snapshot())), "bar")[0].primitives
        for m in (pendulum(), pendulum(tip=(1.0, 0.5)))
    )
    assert len(more) == len(bare) + 1


def test_body_of_three_joints_is_a_plate_about_them(moving):
    corners = {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (0.5, 0.8)}
    mechanism = Mechanism("plate", plane="xy")
    mechanism.add(Body("plate", mass=1.0, inertia=0.1, points=corners))
    model = mechanism.snapshot()
    scene = scene_of(model, moving(model))
    outline = drawn_by(scene, "plate")[0].primitives[0]
    assert isinstance(outline, Path)
    assert outline.closed
    # every point of the edge is half a bar away from the nearest corner or from an edge; none is nearer
    around = np.array(outline.points)[:, :2]
    nearest = np.min([np.linalg.norm(around - c, axis=1) for c in corners.values()], axis=0)
    np.testing.assert_allclose(nearest, 0.035 * scene.size, rtol=1e-9)


def test_two_pins_at_one_point_of_ground_share_a_stand():
    mechanism = Mechanism("two", plane="xy")
    for name in ("a", "b"):
        rod = mechanism.add(Body(name, Rod(length=1, mass=1)))
        mechanism.add(Revolute(f"pin_{name}", mechanism.ground, rod.start))
    mechanism.start(fixed={"pin_a.theta": 1.0, "pin_b.theta": -1.0})
    scene = scene_of(mechanism.snapshot(), sarrus.simulate(mechanism, 0.1, rows=3))
    assert len([d for d in scene.drawn if d.kind == "ground"]) == 1
