"""Sphere, tube, plate, cone and link against integrals over their volumes, and against each other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus.elements.body import Body
from sarrus.elements.solids import Cone, Cylinder, Link, Plate, Rod, Sphere, Tube
from sarrus.errors import ModelError
from sarrus.model import Mechanism

TURN = 2.0 * np.pi * np.arange(16) / 16.0  # equal angles: exact for the harmonics that occur


def numbers(solid):
    return solid.bind(lambda path, value, unit: float(value), False)


def matrix(J):
    return np.array([[J.xx, J.xy, J.xz], [J.xy, J.yy, J.yz], [J.xz, J.yz, J.zz]])


def vector(p):
    return np.array([float(a) for a in p])


def gauss(low, high):
    x, w = np.polynomial.legendre.leggauss(8)
    return low + (high - low) * (x + 1.0) / 2.0, w * (high - low) / 2.0


def grid(*axes):
    points = np.stack(np.meshgrid(*(a for a, _ in axes), indexing="ij"), -1).reshape(-1, len(axes)).T
    weights = np.ones(1)
    for _, w in axes:
        weights = np.outer(weights, w).ravel()
    return points, weights


def round_points(x, r, a, w):
    return np.stack([x, r * np.cos(a), r * np.sin(a)], -1), w * r


def sphere_points(s):
    (r, c, a), w = grid(gauss(0, s.radius), gauss(-1, 1), (TURN, np.ones(16)))  # c: cosine of the latitude
    side = r * np.sqrt(1.0 - c * c)
    return np.stack([r * c, side * np.cos(a), side * np.sin(a)], -1), w * r * r


def tube_points(s):
    (x, r, a), w = grid(gauss(0, s.length), gauss(s.inner_radius, s.outer_radius), (TURN, np.ones(16)))
    return round_points(x, r, a, w)


def cone_points(s):
    (u, v, a), w = grid(gauss(0, 1), gauss(0, 1), (TURN, np.ones(16)))
    radius = s.radius * (1.0 - u)
    return round_points(s.length * u, radius * v, a, w * radius)


def plate_points(s):
    (x, y, z), w = grid(
        gauss(0, s.length), gauss(-s.width / 2, s.width / 2), gauss(-s.thickness / 2, s.thickness / 2)
    )
    return np.stack([x, y, z], -1), w


def link_points(s):
    corners = [vector(p) for p in s.between]
    ends = corners[1:] + (corners[:1] if len(corners) > 2 else [])
    u, w = gauss(0, 1)
    bars = [(a + np.outer(u, b - a), w * np.linalg.norm(b - a)) for a, b in zip(corners, ends, strict=False)]
    return np.concatenate([p for p, _ in bars]), np.concatenate([w for _, w in bars])


TRIANGLE = ((0.1, -0.2, 0.05), (0.7, 0.1, -0.3), (0.2, 0.5, 0.4))
CASES = {
    "sphere": (Sphere(radius=0.37, mass=1.7), sphere_points),
    "tube": (Tube(length=0.8, inner_radius=0.21, outer_radius=0.34, mass=2.3), tube_points),
    "cone": (Cone(length=0.9, radius=0.4, mass=1.1), cone_points),
    "plate": (Plate(length=0.7, width=1.2, thickness=0.09, mass=0.6), plate_points),
    "bar": (Link(between=TRIANGLE[:2], mass=0.8), link_points),
    "triangle": (Link(between=TRIANGLE, mass=0.8), link_points),
    "quadrilateral": (Link(between=(*TRIANGLE, (-0.3, 0.2, 0.1)), mass=0.8), link_points),
}


@pytest.mark.parametrize("case", CASES)
def test_mass_centre_and_inertia_are_integrals(case):
    solid, spread = CASES[case]
    solid = numbers(solid)
    points, weights = spread(solid)
    dm = solid.mass * weights / weights.sum()
    center = dm @ points / solid.mass
    np.testing.assert_allclose(vector(solid.center()), center, atol=1e-14)
    r = points - center
    J = np.einsum("n,ni,ni->", dm, r, r) * np.eye(3) - np.einsum("n,ni,nj->ij", dm, r, r)
    # a quadrature that is exact but for rounding
    np.testing.assert_allclose(matrix(solid.inertia()), J, atol=1e-14)
    assert vector(solid.points()["center"]) == pytest.approx(center)


def test_tube_without_hole_is_a_cylinder_and_takes_its_radii_in_any_order():
    full = numbers(Tube(length=0.5, inner_radius=0, outer_radius=0.2, mass=3.0)).inertia()
    assert matrix(full) == pytest.approx(matrix(numbers(Cylinder(length=0.5, radius=0.2, mass=3)).inertia()))
    one, two = (Tube(length=1, inner_radius=a, outer_radius=0.7 - a, mass=1.0) for a in (0.2, 0.5))
    np.testing.assert_allclose(matrix(numbers(one).inertia()), matrix(numbers(two).inertia()))


def test_thin_plate_has_the_sum_of_its_moments_about_the_normal():
    J = numbers(Plate(length=0.7, width=0.3, mass=2.0)).inertia()
    assert J.zz == pytest.approx(J.xx + J.yy)


def test_link_of_two_points_is_a_rod_that_begins_at_the_first():
    body = Body("bar", Link(between=((0.3, 0.0, 0.0), (0.8, 0.0, 0.0)), mass=1.4))
    assert set(body.frame_names()) == {"p1", "p2", "center"}
    link, rod = numbers(body.solid), numbers(Rod(length=0.5, mass=1.4))
    np.testing.assert_allclose(matrix(link.inertia()), matrix(rod.inertia()))
    assert vector(link.center()) == pytest.approx((0.55, 0.0, 0.0))


def test_link_of_an_equilateral_triangle_has_the_textbook_moment():
    a = 0.6
    corners = ((0.0, 0.0), (a, 0.0), (a / 2, a * math.sqrt(3) / 2))
    body = Body("triangle", Link(between=corners, mass=1.2))
    _, center, J = body.mass_properties(lambda path, value, unit: float(value), True)
    assert (center.x, center.y) == pytest.approx((a / 2, a * math.sqrt(3) / 6))
    assert J.zz == pytest.approx(1.2 * a * a / 6)


@pytest.mark.parametrize(
    ("between", "text"),
    [
        (((0.0, 0.0), (0.0, 0.0)), "the link of 'b' has no length: its points coincide"),
        (((0.0, 0.0),), "the link of 'b' has one point; it needs two or more"),
        (((0.0, 0.0), (1.0, 0.0, 0.0)), "between of body 'b' must be a list of points of 2 numbers each"),
        ((0.0, 1.0), "between of body 'b' must be a list of points of 2 numbers each"),
    ],
    ids=["no-length", "one-point", "mixed", "numbers"],
)
def test_link_that_is_none_is_refused(between, text):
    mechanism = Mechanism("m", plane="xy")
    mechanism.add(Body("b", Link(between=between, mass=1.0)))
    with pytest.raises(ModelError) as caught:
        mechanism.snapshot()
    assert text in str(caught.value)
