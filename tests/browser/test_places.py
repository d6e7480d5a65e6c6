"""Bodies are where the result says: as numbers in the page, by its projection, and as pixels on the screen."""

import json

import numpy as np
import pytest
from browsing import center_of
from scipy import ndimage

import sarrus
from sarrus.io import loads
from sarrus.views.page import document, read_assets
from sarrus.views.palette import BODIES, LIGHT
from sarrus.views.report import report_data

UNPACKED = """(() => {
  const bytes = (packed) => Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)).buffer;
  const { t, poses } = sarrus.data.scene;
  return { t: [...new Float64Array(bytes(t))], poses: [...new Float32Array(bytes(poses))] };
})()"""
ROTOR = """sarrus: 1
name: rotor
plane: xy
bodies: {bar: {rod: {length: 1, mass: 1}}}
joints: {pin: {revolute: [ground, bar.start]}}
drivers: {motor: {motion: pin.theta, is: 60*pi*t}}
"""
CORNER = 100
"""Pixels of the lower left corner, where the axes stand in the colours of bodies."""


def unpacked(opened, bodies, width):
    found = opened.do(UNPACKED)
    return np.array(found["t"]), np.array(found["poses"]).reshape(len(found["t"]), bodies, width)


def test_poses_in_the_plane_are_those_of_the_result(four_bar, example):
    opened, run = four_bar, example("four-bar")
    bodies = opened.do("sarrus.data.scene.bodies")
    t, poses = unpacked(opened, len(bodies), 3)
    assert np.array_equal(t, run.t)
    for number, body in enumerate(bodies):
        x, y, psi = poses[:, number].T
        assert x == pytest.approx(run[f"{body}.x"].values, abs=1e-6)
        assert y == pytest.approx(run[f"{body}.y"].values, abs=1e-6)
        assert np.cos(psi - run[f"{body}.psi"].values) == pytest.approx(1.0, abs=1e-12)


def test_poses_in_space_are_those_of_the_result(show, report, example):
    opened, run = show(report("slider-crank-3d")), example("slider-crank-3d")
    bodies = opened.do("sarrus.data.scene.bodies")
    _, poses = unpacked(opened, len(bodies), 7)
    for number, body in enumerate(bodies):
        p = np.column_stack([run[f"{body}.{axis}"].values for axis in "xyz"])
        assert poses[:, number, :3] == pytest.approx(p, abs=1e-6)
        # A quaternion and its negative are one turn.
        alike = np.abs(np.sum(poses[:, number, 3:] * run[f"{body}.quaternion"].values, axis=1))
        assert alike == pytest.approx(1.0, abs=1e-6)


def flat_map(opened):
    """Pixels of points of the plane, from where three points of ground are."""
    origin, x, y = (np.array(opened.project("ground", p)) for p in ((0, 0, 0), (1, 0, 0), (0, 1, 0)))
    assert x - origin == pytest.approx([x[0] - origin[0], 0], abs=1e-6)
    assert y - origin == pytest.approx([0, origin[0] - x[0]], abs=1e-6)
    return lambda p: origin + p[0] * (x - origin) + p[1] * (y - origin)


def test_points_of_the_four_bar_are_projected_to_where_the_result_has_them(four_bar, example):
    run, pixels = example("four-bar"), flat_map(four_bar)
    points = {mark["name"]: mark["at"]["p"] for mark in four_bar.do("sarrus.data.scene.marks")}
    for row in (0, 37, 120):
        four_bar.jump(run.t[row])
        for name in ("crank.end", "coupler.end", "rocker.top"):
            p = [run[f"{name}.{axis}"].values[row] for axis in "xy"]
            found = four_bar.project(name.split(".")[0], points[name])
            assert found == pytest.approx(pixels(p), abs=1e-3)  # a picture has seven digits of a place


def pictured(opened, part):
    """The drawing with nothing but one part of those that the menu names."""
    boxes = opened.find(".menu input[type=checkbox]").evaluate_all("(all) => all.map((box) => box.name)")
    opened.do(f"sarrus.view.set({json.dumps({name: name == part for name in boxes})})")
    opened.settle()
    return opened.picture()


def spots(is_inside):
    """Middles of the separate spots of a picture from left to right, shape (spots, 2)."""
    numbered, count = ndimage.label(is_inside, np.ones((3, 3)))
    centers = ndimage.center_of_mass(is_inside, numbered, range(1, count + 1))
    return np.array(sorted((x + 0.5, y + 0.5) for y, x in centers))


def affine_map(points, pixels):
    """The map that brings points of the plane nearest to the pixels."""

    def extended(p):
        return np.column_stack([p, np.ones(len(p))])

    entries = np.linalg.lstsq(extended(points), pixels, rcond=None)[0]
    return lambda p: extended(p) @ entries


def test_pixels_of_the_coupler_point_are_where_the_result_has_it(four_bar, example):
    run = example("four-bar")

    def places(name):
        return np.column_stack([run[f"{name}.{axis}"].values for axis in "xy"])

    # Where a metre is on the screen is told by the rings of the pins, which stand in this order from the left at first.
    pins = np.array([places(name)[0] for name in ("crank", "coupler", "rocker.top", "rocker")])
    rings = spots(pictured(four_bar, "joints").max(axis=-1) < 128)
    pixels = affine_map(pins, rings)
    assert pixels(pins) == pytest.approx(rings, abs=0.5)
    color = [int(LIGHT["trace"][k : k + 2], 16) for k in (1, 3, 5)]
    pictured(four_bar, "traces")
    for row in (0, 20, 37, 64, 90, 120):
        four_bar.jump(run.t[row])
        is_blue = (four_bar.picture() == color).all(axis=-1)
        # Two pixels less all round leave nothing of the curve, and of the dot on it the middle.
        (dot,) = spots(ndimage.binary_erosion(is_blue, iterations=2))
        # What is left is a handful of whole pixels.
        assert dot == pytest.approx(pixels(places("coupler.P"))[row], abs=0.75)


def drifting(plane):
    """Three bodies at rest, and one that drifts: at 2 s it has gone from (0.2, 0.1) to (1.8, 0.7)."""
    flat = "plane: xy\n" if plane else ""
    inertia = "0.01" if plane else "[0.01, 0.01, 0.01]"
    places = {"left": (0, 0), "right": (2, 0), "above": (0, 1), "probe": (0.2, 0.1)}
    up = "y" if plane else "z"
    fixed = [
        f"{body}.{axis}: {v}" for body, p in places.items() for axis, v in zip(("x", up), p, strict=True)
    ]
    fixed += ["probe.x_dot: 0.8", f"probe.{up}_dot: 0.3"]
    bodies = "".join(f"  {body}: {{mass: 1, inertia: {inertia}}}\n" for body in places)
    return f"sarrus: 1\nname: drifting\n{flat}bodies:\n{bodies}start:\n  fixed: {{{', '.join(fixed)}}}\n"


@pytest.mark.parametrize("plane", [True, False], ids=["plane", "space"])
def test_pixels_of_a_body_are_where_it_is(show, tmp_path, plane):
    run = sarrus.simulate(loads(drifting(plane)), 2.0, rows=5)
    opened = show(run.report(tmp_path / "drifting.html"))
    opened.show_only_bodies()
    opened.do("sarrus.view.look('front')")
    for time in (0.3, 1.0, 1.9):  # between rows too
        opened.jump(time)
        picture = opened.picture()
        picture[-CORNER:, :CORNER] = 255
        left, right, above, probe = (center_of(picture, color) for color in BODIES[:4])
        # A metre is as long in both directions, x to the right and up upwards.
        scale = (right - left)[0] / 2.0
        assert scale > 50
        assert right - left == pytest.approx([2 * scale, 0], abs=1.5)
        assert above - left == pytest.approx([0, -scale], abs=1.5)
        place = (0.2 + 0.8 * time, 0.1 + 0.3 * time)
        assert probe == pytest.approx(left + scale * np.array([place[0], -place[1]]), abs=1.5)
        # And the projection of the page says the same.
        assert opened.project("probe") == pytest.approx(probe, abs=1.5)
        assert opened.project("above") == pytest.approx(above, abs=1.5)


def test_body_that_turns_more_than_half_a_turn_between_rows_goes_the_right_way(show, tmp_path):
    run = sarrus.simulate(loads(ROTOR), 0.4, rows=21)
    assert np.diff(run["bar.psi"].values) == pytest.approx(1.2 * np.pi)
    data = report_data(run)
    # Left to itself, a page shows nothing between rows that are so far apart.
    data["scene"]["is_stepped"] = False
    path = tmp_path / "rotor.html"
    path.write_text(document(data, read_assets()), encoding="utf-8")
    opened = show(path)
    opened.show_only_bodies()
    pixels = flat_map(opened)
    for row in (0.5, 0.25, 7.5, 19.9):
        time = row * run.t[1]
        opened.jump(time)
        end = np.array([np.cos(60 * np.pi * time), np.sin(60 * np.pi * time)])
        # The page has seven digits of an angle that grows to 24 turns.
        assert opened.project("bar", (1, 0, 0)) == pytest.approx(pixels(end), abs=0.01)
        assert center_of(opened.picture(), BODIES[0]) == pytest.approx(pixels(end / 2), abs=1.5)
