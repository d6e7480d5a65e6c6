"""Velocities and instant centres stand where mechanics puts them."""

import numpy as np
import pytest
from browsing import points_of

import sarrus
from sarrus.io import loads
from sarrus.views.palette import LIGHT

ONLY = "Object.fromEntries(Object.keys(sarrus.view.shown).map((part) => [part, part === 'arrow_size' ? 1 : part === '{}']))"
NEAR = 16
"""Half the side of the area in which the mark of a centre is looked for [CSS pixels]."""
PARALLELOGRAM = """
sarrus: 1
name: parallelogram
plane: xy
ground: {points: {D: [0.5, 0]}}
bodies:
  crank: {rod: {length: 0.3, mass: 1}}
  coupler: {rod: {length: 0.5, mass: 1}}
  rocker: {rod: {length: 0.3, mass: 1}}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, rocker.end]}
  D: {revolute: [ground.D, rocker.start]}
start:
  fixed: {A.theta: 60 deg, A.theta_dot: 2}
  guess: {D.theta: 60 deg}
"""


def show_only(opened, part):
    opened.do(f"sarrus.view.set({ONLY.format(part)})")
    opened.settle()


def drawn_centers(opened):
    """Pixels (x, y) of what is drawn as instant centres, and as nothing else."""
    show_only(opened, "nothing")
    empty = opened.picture()
    show_only(opened, "centers")
    return np.argwhere((opened.picture() != empty).any(axis=-1))[:, ::-1]


def test_instant_centre_of_the_coupler_is_where_the_lines_of_crank_and_rocker_meet(four_bar, example):
    run, row = example("four-bar"), 18
    four_bar.jump(run.t[row])
    marks = drawn_centers(four_bar)
    B, C = ([run[f"coupler.{p}.{axis}"].values[row] for axis in "xy"] for p in ("start", "end"))
    A, D = np.zeros(2), np.array([1.0, 0.0])
    along, _ = np.linalg.solve(np.transpose([np.subtract(B, A), np.subtract(D, C)]), D - A)
    expected = [four_bar.project("ground", (*p, 0)) for p in (A, D, along * np.array(B))]
    close = [np.abs(marks - p).max(axis=1) < NEAR for p in expected]
    assert np.any(close, axis=0).all(), "there are three of them, and none elsewhere"
    for place, own in zip(expected, close, strict=True):
        middle = (marks[own].min(axis=0) + marks[own].max(axis=0) + 1) / 2
        assert middle == pytest.approx(place, abs=1.0)


@pytest.mark.more
def test_body_that_only_shifts_has_no_instant_centre(show, tmp_path):
    run = sarrus.simulate(loads(PARALLELOGRAM), 0.2, rows=5)
    assert abs(run["coupler.psi_dot"].values).max() < 1e-6
    opened = show(run.report(tmp_path / "parallelogram.html"))
    opened.jump(run.t[2])
    marks = drawn_centers(opened)
    pins = [opened.project("ground", p) for p in ((0, 0, 0), (0.5, 0, 0))]
    close = [np.abs(marks - pin).max(axis=1) < NEAR for pin in pins]
    assert np.any(close, axis=0).all() and all(near.any() for near in close)
    opened.do("sarrus.view.set({ names: true })")
    opened.settle()
    names = [e.inner_text() for e in opened.find(".view-name").all() if e.is_visible()]
    assert {"I(crank)", "I(rocker)"} <= set(names) and "I(coupler)" not in names


def test_arrow_of_a_velocity_points_where_the_point_goes(show, report, example):
    run, opened = example("pendulum"), show(report("pendulum"))
    show_only(opened, "velocities")
    speeds = run["pin.theta_dot"].values
    for row in (int(np.argmin(speeds)), int(np.argmax(speeds))):
        opened.jump(run.t[row])
        angle = run["pin.theta"].values[row]
        ahead = np.sign(speeds[row]) * np.array([-np.sin(angle), -np.cos(angle)])  # on the screen y goes down
        along = (points_of(opened.picture(), LIGHT["velocity"]) - opened.project("ground")) @ ahead
        assert along.min() > -4.0 and along.max() > 30.0
