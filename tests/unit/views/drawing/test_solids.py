"""Surfaces: closed, facing outward, and of the right volume."""

from collections import Counter
from math import pi, sin, tau

import numpy as np
import pytest

from sarrus.views.drawing.areas import triangles_of
from sarrus.views.drawing.flat import bezier_circle, convex_hull
from sarrus.views.drawing.solids import circle_points, faces_of, frame_about
from sarrus.views.scene.base import Ball, Block, Circle, Round

N = 24
POLYGON = N / tau * sin(tau / N)
"""Area of a regular polygon with N corners, in areas of its circle."""
TURNED = (0.5, 0.5, -0.5, 0.5)
SOLIDS = {
    "ball": (Ball((1, 2, 3), 0.5), None),
    "cylinder": (Round((0, 1, 0), (2, 1, 0), 0.3, 0.3), POLYGON * pi * 0.3**2 * 2),
    "cone": (Round((0, 0, 0), (0, 0, -3), 0.6, 0.0), POLYGON * pi * 0.6**2),
    "tube": (Round((1, 1, 1), (1, 2, 3), 0.3, 0.3, 0.1), POLYGON * pi * (0.3**2 - 0.1**2) * 5**0.5),
    "block": (Block((1, 0, 0), TURNED, (1, 2, 3)), 6.0),
    "sheet": (Block((1, 0, 0), TURNED, (1, 2, 0)), 0.0),
}


def triangles(faces):
    a, b, c, d = faces.corners.T
    return faces.points[np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])]


@pytest.mark.parametrize("name", SOLIDS)
def test_a_surface_is_closed_and_holds_the_volume(name):
    solid, volume = SOLIDS[name]
    corners = triangles(faces_of(solid, N))
    # divergence theorem, about any point
    found = np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    if volume is None:  # a ball: between those of the inscribed rings and of the sphere
        volume = 4 / 3 * pi * 0.5**3
        assert 0.95 * volume < found < volume
    else:
        np.testing.assert_allclose(found, volume, atol=1e-12)
    edges = Counter()
    for triangle in np.round(corners, 9) + 0.0:
        for k in range(3):
            a, b = tuple(triangle[k]), tuple(triangle[(k + 1) % 3])
            if a != b:
                edges[a, b] += 1
    assert all(edges[b, a] == count for (a, b), count in edges.items())


@pytest.mark.parametrize("name", SOLIDS)
def test_normals_are_unit_vectors_on_the_outer_side(name):
    faces = faces_of(SOLIDS[name][0], N)
    np.testing.assert_allclose(np.linalg.norm(faces.normals, axis=1), 1.0, atol=1e-12)
    p = faces.points[faces.corners]
    across = np.cross(p[:, 2] - p[:, 0], p[:, 3] - p[:, 1])
    own = faces.normals[faces.corners].mean(axis=1)
    is_area = np.linalg.norm(across, axis=1) > 1e-12
    assert ((across * own).sum(axis=1)[is_area] > 0).all()
    assert len(faces.parts) == len(faces.corners)


def test_a_hole_is_a_part_of_its_own():
    assert set(faces_of(SOLIDS["tube"][0]).parts) == {0, 1}
    assert set(faces_of(SOLIDS["cylinder"][0]).parts) == {0}


def test_a_round_without_length_stands_upright():
    faces = faces_of(Round((1, 2, 3), (1, 2, 3), 0.5, 0.5))
    np.testing.assert_allclose(faces.points[:, 2], 3)
    assert np.isfinite(faces.normals).all()


@pytest.mark.parametrize("axis", [(0, 0, 1), (0, -2, 0), (1, 1, 1), (0.1, 5, 0), (0, 0, 0)])
def test_frames_are_right_handed_about_their_axis(axis):
    frame = frame_about(axis)
    np.testing.assert_allclose(frame.T @ frame, np.eye(3), atol=1e-15)
    assert np.linalg.det(frame) > 0
    np.testing.assert_allclose(frame[:, 2] * np.linalg.norm(axis), axis, atol=1e-15)


def test_curves_and_points_of_a_circle_are_on_it():
    circle = Circle((1, 2, 3), 0.5, (1, 2, -1))
    p = bezier_circle(circle)
    s = np.linspace(0, 1, 9)[:, None]
    for k in range(0, 12, 3):
        a, b, c, d = p[k : k + 4]
        curve = (1 - s) ** 3 * a + 3 * s * (1 - s) ** 2 * b + 3 * s**2 * (1 - s) * c + s**3 * d
        np.testing.assert_allclose(np.linalg.norm(curve - circle.center, axis=1), 0.5, rtol=3e-4)
        np.testing.assert_allclose((curve - circle.center) @ circle.normal, 0, atol=1e-14)
    around = circle_points(circle, 7) - circle.center
    np.testing.assert_allclose(np.linalg.norm(around, axis=1), 0.5)
    np.testing.assert_allclose(around.sum(axis=0), 0, atol=1e-14)


def test_a_hull_holds_all_points_and_turns_left():
    points = np.random.default_rng(1).normal(size=(60, 2))
    hull = convex_hull(points)
    sides = np.roll(hull, -1, axis=0) - hull
    for start, side in zip(hull, sides, strict=True):
        assert (side[0] * (points - start)[:, 1] - side[1] * (points - start)[:, 0] > -1e-5).all()
    assert len(convex_hull(np.array([[1.0, 2.0]] * 3))) == 1


def star(rng, corners):
    """A polygon seen whole from the origin, in a random plane; mostly not convex."""
    angle = tau / corners * (np.arange(corners) + rng.uniform(0, 0.9, corners))
    radius = rng.uniform(0.2, 1, corners)
    frame = frame_about(rng.normal(size=3))
    return (radius * np.cos(angle))[:, None] * frame[:, 0] + (radius * np.sin(angle))[:, None] * frame[:, 1]


@pytest.mark.parametrize("corners", [3, 4, 5, 8, 13, 40])
def test_triangles_fill_an_area_once(corners):
    rng = np.random.default_rng(corners)
    for _ in range(20):
        points = star(rng, corners)
        normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0) / 2
        found = triangles_of(points)
        assert found.shape == (corners - 2, 3)
        p, q, r = (points[found[:, k]] for k in range(3))
        areas = np.cross(q - p, r - p) @ normal / np.linalg.norm(normal) / 2
        # none is turned over, and together they are the area: so no two overlap
        assert (areas > -1e-12).all()
        np.testing.assert_allclose(areas.sum(), np.linalg.norm(normal), rtol=1e-9)


def test_a_line_to_and_fro_has_no_area():
    assert len(triangles_of(np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 0, 0.0]]))) == 0
