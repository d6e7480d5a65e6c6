"""Forms of solids and the geometry they are drawn with."""

import numpy as np
import pytest

from sarrus.elements.solids import CATALOGUE
from sarrus.spatial import Pose, Vec3, from_bryant, from_quaternion, rot_z
from sarrus.testing.samples import example
from sarrus.views.scene.base import Ball, Block, Circle, Path, Round
from sarrus.views.scene.forms import SolidShape, in_plane, in_space, key_points, link, nearest, rounded
from sarrus.views.scene.geometry import after, corners, hull, matrices, put, quaternion, turned, unturned

solids = pytest.mark.parametrize("kind", CATALOGUE, ids=lambda k: k.keyword)
X = Pose(from_bryant(0.3, -0.7, 1.1), Vec3(0.2, -0.4, 0.9))


def numbers(solid):
    return solid.bind(lambda path, value, unit: float(value), False)


def shapes(solid, X=X):
    return [SolidShape(form, X) for form in solid.forms()]


@solids
def test_named_points_of_a_solid_lie_in_its_form(kind):
    solid = numbers(example(kind, "", planar=False))
    for name, p in solid.points().items():
        if name == "center" and solid.keyword == "link":
            continue  # the mass centre of a polygon of bars is in none of them
        there = tuple(float(a) for a in X.p + X.R * p)
        assert min(nearest(s, there)[0] for s in shapes(solid)) < 1e-12


@solids
def test_form_grows_with_the_sizes(kind):
    small = numbers(example(kind, "", planar=False))
    sizes = {k: getattr(small, k) for k, p in kind.params.items() if p.unit == "m"}
    tripled = {k: [tuple(p * 3.0) for p in v] if isinstance(v, tuple) else 3.0 * v for k, v in sizes.items()}
    large = numbers(kind(**tripled, mass=1.0))
    for one, two in zip(shapes(small, Pose()), shapes(large, Pose()), strict=True):
        np.testing.assert_allclose(np.multiply(3.0, key_points(one)), key_points(two), rtol=1e-12, atol=1e-12)


@solids
def test_outline_in_the_plane_is_the_form_seen_against_z(kind):
    """Both drawings of a solid reach equally far, but for thin bars, whose width is chosen."""
    solid = numbers(example(kind, "", planar=True))
    placed = Pose(rot_z(0.0), Vec3(0.3, 0.4, 0.0))
    flat = [p for s in shapes(solid, placed) for q in in_plane(s, 0.0) for p in corners(q)]
    radii = [getattr(solid, k) for k in kind.params if "radius" in k]
    full = [p for s in shapes(solid, placed) for p in key_points(s)]
    for one, two in (
        (np.min(flat, axis=0), np.min(full, axis=0)),
        (np.max(flat, axis=0), np.max(full, axis=0)),
    ):
        # a box about a round body is taken a radius longer than the body
        assert (np.abs(one - two)[:2] <= max(radii, default=0.0) + 1e-12).all()
        assert abs(one[1] - two[1]) < 1e-12


@solids
def test_form_in_space_has_a_thickness(kind):
    solid = numbers(example(kind, "", planar=False))
    for shape in shapes(solid):
        for primitive in in_space(shape, 1.0):
            assert (np.ptp(corners(primitive), axis=0) > 0.0).all()


def test_quaternions_and_matrices_agree_with_rotations():
    q = np.array(quaternion(X.R))
    v = np.array([0.3, 0.1, -0.5])
    expected = [float(a) for a in X.R * Vec3(*v)]
    np.testing.assert_allclose(turned(q, v), expected, atol=1e-15)
    np.testing.assert_allclose(matrices(q) @ v, expected, atol=1e-15)
    np.testing.assert_allclose(unturned(q, expected), v, atol=1e-15)
    other = from_bryant(-0.4, 0.2, 0.6)
    product = from_quaternion(*after(q, quaternion(other)).tolist())
    np.testing.assert_allclose([*product.x], [*(X.R @ other).x], atol=1e-15)


@pytest.mark.parametrize(
    "primitive",
    [
        Ball((0.1, 0.2, 0.3), 0.5),
        Round((0.1, 0.0, 0.0), (0.4, 0.2, 0.0), 0.1, 0.2),
        Block((0.1, 0.2, 0.3), quaternion(rot_z(0.4)), (1.0, 2.0, 3.0)),
        Path(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))),
        Circle((0.1, 0.2, 0.0), 0.5, (0.0, 1.0, 0.0)),
    ],
    ids=lambda p: type(p).__name__.lower(),
)
def test_putting_twice_is_putting_once(primitive):
    Y = Pose(from_bryant(-0.2, 0.5, 0.3), Vec3(1.0, 2.0, 3.0))
    twice, once = put(put(primitive, X), Y), put(primitive, Y @ X)
    for one, two in zip(vars(twice).values(), vars(once).values(), strict=True):
        if not isinstance(one, str | bool):
            np.testing.assert_allclose(np.array(one, dtype=float), np.array(two, dtype=float), atol=1e-14)


def test_hull_has_the_outer_points_only():
    square = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)]
    assert hull([*square, (0.5, 0.5, 0.0), (0.5, 0.0, 0.0)]) == [p[:2] for p in square]
    assert hull([(1.0, 2.0, 0.0)] * 3) == [(1.0, 2.0)]


def test_rounded_bar_is_as_wide_and_as_long_as_it_should_be():
    points = np.array(rounded([(0.0, 0.0), (2.0, 0.0)], 0.1, steps=8))
    np.testing.assert_allclose(np.ptp(points, axis=0), [2.2, 0.2, 0.0], atol=1e-12)


def test_polygon_with_a_corner_inwards_keeps_it():
    points = [(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.5, 0.5, 0.0), (0.0, 2.0, 0.0)]
    assert link(points, 0.1).points == tuple(points)
    # points in a line make a bar, wherever the middle one is
    assert len(link([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0)], 0.1).points) > 8
