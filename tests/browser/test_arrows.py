"""Arrows of forces and torques: how long they are, and that nothing hides them."""

import numpy as np
import pytest
from browsing import points_of

import sarrus
from sarrus.io import loads
from sarrus.views.palette import LIGHT


def test_arrow_of_a_reaction_points_and_grows_as_the_result_says(show, report, example):
    run, opened = example("pendulum"), show(report("pendulum"))
    opened.do("sarrus.view.set({ bodies: false, joints: false, names: false, traces: false })")
    lengths = []
    for row in (20, 36, 52):
        opened.jump(run.t[row])
        points = points_of(opened.picture(), LIGHT["reaction"]) - opened.project("ground")
        force = run["pin.reaction"].values[row, :2] * (1, -1)  # on the screen y goes down
        size = np.linalg.norm(force)
        along, across = force / size, np.array([-force[1], force[0]]) / size
        assert np.mean(points @ across) == pytest.approx(0.0, abs=1.0)
        assert np.min(points @ along) > -4.0
        lengths.append(np.max(points @ along) / size)
    assert lengths == pytest.approx([lengths[0]] * 3, rel=0.05)


def test_arrow_is_never_longer_than_a_part_of_the_scene(show, report):
    opened = show(report("pendulum"))
    opened.do(
        "sarrus.view.set({ bodies: false, joints: false, names: false, traces: false, arrow_size: 1000 })"
    )
    opened.jump(0.6)
    for _ in range(4):
        opened.find(".stage canvas").press("-")
    scene = opened.do("sarrus.data.scene")
    metre = opened.project("ground", (1, 0, 0))[0] - opened.project("ground")[0]
    points = points_of(opened.picture(), LIGHT["reaction"]) - opened.project("ground")
    diagonal = np.linalg.norm(np.subtract(scene["high"], scene["low"]))
    assert np.linalg.norm(points, axis=1).max() == pytest.approx(0.45 * diagonal * metre, abs=4.0)


def test_arc_of_a_torque_grows_with_it(show, report, example):
    run, opened = example("scotch-yoke"), show(report("scotch-yoke"))
    opened.do("sarrus.view.set({ bodies: false, joints: false, names: false, reactions: false })")
    scene = opened.do("sarrus.data.scene")
    full = 0.2 * np.linalg.norm(np.subtract(scene["high"], scene["low"])) / scene["torque_scale"]
    for row in (0.2, 0.5, 1.0, 1.8):
        time = row * run.t[1]
        opened.jump(time)
        effort = np.interp(time, run.t, run["motor.effort"].values)
        x, y = (points_of(opened.picture(), LIGHT["driver"]) - opened.project("ground")).T
        from_above = np.arctan2(-x, -y)  # anticlockwise is positive
        sweep = np.pi / 2 + min(1.0, effort / full) * (7 / 4 - 1 / 2) * np.pi
        # The ends are as wide as the line.
        assert np.ptp(from_above) == pytest.approx(sweep, abs=0.1)
        # The head is where the arc is widest, at the end of an anticlockwise turn.
        assert from_above[np.argmax(np.hypot(x, y))] > 0.5


def test_arrows_in_space_are_seen_through_bodies(show, report):
    opened = show(report("slider-crank-3d"))
    opened.do("sarrus.view.set({ names: false, traces: false, joints: false })")
    opened.jump(1.0)
    with_bodies = opened.picture()
    opened.do("sarrus.view.set({ bodies: false })")
    alone = points_of(opened.picture(), LIGHT["reaction"])
    seen = points_of(with_bodies, LIGHT["reaction"])
    # Only at their edges are pixels mixed with what lies behind.
    assert len(seen) > 0.9 * len(alone)


def chain(bars):
    """Bars that hang from each other at rest."""
    bodies = "".join(f"  bar{k}: {{rod: {{length: 0.1, mass: 0.1}}}}\n" for k in range(bars))
    ends = ["ground", *(f"bar{k}.end" for k in range(bars - 1))]
    joints = "".join(f"  J{k}: {{revolute: [{end}, bar{k}.start]}}\n" for k, end in enumerate(ends))
    rest = "forces: {weight: {gravity: [0, -9.81]}}\nstart: {fixed: {J0.theta: -90 deg}}\n"
    return f"sarrus: 1\nname: chain\nplane: xy\nbodies:\n{bodies}joints:\n{joints}{rest}"


def test_above_fifteen_joints_only_reactions_of_what_is_picked_are_drawn(show, tmp_path):
    opened = show(sarrus.simulate(loads(chain(16)), 0.02, rows=3).report(tmp_path / "chain.html"))
    opened.do("sarrus.view.set({ joints: false, names: false, bodies: false, traces: false })")
    opened.settle()
    color = [int(LIGHT["reaction"][k : k + 2], 16) for k in (1, 3, 5)]
    assert not (opened.picture() == color).all(axis=-1).any()
    opened.tab("Details").get_by_label("Body or element").select_option(label="J8")
    assert np.ptp(points_of(opened.picture(), LIGHT["reaction"])[:, 1]) < 150, "the arrow of one of them"
