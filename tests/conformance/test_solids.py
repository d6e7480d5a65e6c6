"""Every solid of the catalogue has an inertia that a body can have, in the right place.

A new solid is tested here without a change to this file; a line in `SHAPES` adds the integral over its volume.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from sarrus.elements.body import Body
from sarrus.elements.solids import CATALOGUE, Box, Cone, Cylinder, Link, Plate, Rod, Sphere, Tube
from sarrus.scalar import Graph
from sarrus.spatial.inertia import unphysical
from sarrus.testing.samples import example

DEEP = "SARRUS_DEEP" in os.environ

SEEDS = pytest.mark.parametrize("seed", range(11, 61 if DEEP else 13), ids="seed{}".format)
solids = pytest.mark.parametrize("kind", CATALOGUE, ids=lambda k: k.keyword)


def numbers(solid):
    """A solid on plain numbers."""
    return solid.bind(lambda path, value, unit: float(value), False)


def matrix(J):
    return np.array([[J.xx, J.xy, J.xz], [J.xy, J.yy, J.yz], [J.xz, J.yz, J.zz]])


def vector(p):
    return np.array([float(a) for a in p])


def tripled(size):
    """A length, or points, three times as large."""
    return [tuple(3.0 * a for a in p) for p in size] if isinstance(size, tuple) else 3.0 * size


@SEEDS
@solids
def test_inertia_is_positive_and_physical(kind, seed):
    J = numbers(example(kind, "", planar=False, seed=seed)).inertia()
    assert unphysical(J) == ""
    assert np.linalg.eigvalsh(matrix(J))[-1] > 0.0


@SEEDS
@solids
def test_mass_centre_is_the_point_called_center(kind, seed):
    solid = numbers(example(kind, "", planar=False, seed=seed))
    points = {name: vector(p) for name, p in solid.points().items()}
    np.testing.assert_array_equal(points["center"], vector(solid.center()))
    if "start" in points:  # the body frame lies at the start, x along the solid
        np.testing.assert_array_equal(points["start"], 0.0)
    if "end" in points:
        assert points["end"][0] > points["center"][0] > 0.0
        np.testing.assert_allclose(points["end"] / 2.0, points["center"])


@SEEDS
@solids
def test_inertia_scales_with_mass_and_with_the_square_of_size(kind, seed):
    small = numbers(example(kind, "", planar=False, seed=seed))
    sizes = {k: getattr(small, k) for k, p in kind.params.items() if p.unit == "m"}
    assert sizes
    large = numbers(kind(**{k: tripled(v) for k, v in sizes.items()}, mass=2.0 * small.mass))
    np.testing.assert_allclose(matrix(large.inertia()), 18.0 * matrix(small.inertia()), rtol=1e-14)
    for name, p in small.points().items():
        np.testing.assert_allclose(vector(large.points()[name]), 3.0 * vector(p), rtol=1e-15, atol=1e-15)


@solids
def test_solid_gives_a_body_the_same_numbers_in_space_and_in_the_plane(kind):
    solid = example(kind, "", planar=False)
    body = Body("bar", solid)
    assert set(body.frame_names()) == set(numbers(solid).points())
    space, plane = (body.mass_properties(lambda path, value, unit: float(value), p) for p in (False, True))
    assert space[0] == plane[0] == solid.mass
    assert space[1] == plane[1] == numbers(solid).center()
    assert plane[2].zz == space[2].zz == numbers(solid).inertia().zz
    assert plane[2].xx == plane[2].xy == 0.0


@solids
def test_solid_can_be_traced(kind):
    graph = Graph()
    bound = example(kind, "", planar=False).bind(lambda path, value, unit: graph.symbol(path), False)
    for value in (
        *bound.inertia().elements(),
        *bound.center(),
        *(a for p in bound.points().values() for a in p),
    ):
        graph.lift(value)


def gauss(low, high, count=8):
    """Points and weights; exact for polynomials to degree 15."""
    x, w = np.polynomial.legendre.leggauss(count)
    return low + (high - low) * (x + 1.0) / 2.0, w * (high - low) / 2.0


def grid(*axes):
    points = np.stack(np.meshgrid(*(a for a, _ in axes), indexing="ij"), -1).reshape(-1, len(axes))
    weights = np.ones(1)
    for _, w in axes:
        weights = np.outer(weights, w).ravel()
    return points, weights


def box_points(s):
    return grid(gauss(0, s.length), gauss(-s.width / 2, s.width / 2), gauss(-s.height / 2, s.height / 2))


def cylinder_points(s):
    turn = 2.0 * np.pi * np.arange(16) / 16.0  # equal angles: exact for the harmonics that occur
    (x, r, a), w = (lambda p, w: (p.T, w))(*grid(gauss(0, s.length), gauss(0, s.radius), (turn, np.ones(16))))
    return np.stack([x, r * np.cos(a), r * np.sin(a)], -1), w * r


def rod_points(s):
    x, w = gauss(0, s.length)
    return np.stack([x, 0.0 * x, 0.0 * x], -1), w


def plate_points(s):
    half, thick = s.width / 2, s.thickness / 2
    return grid(gauss(0, s.length), gauss(-half, half), gauss(-thick, thick))


def tube_points(s):
    low, high = sorted((s.inner_radius, s.outer_radius))
    turn = 2.0 * np.pi * np.arange(16) / 16.0
    (x, r, a), w = (lambda p, w: (p.T, w))(*grid(gauss(0, s.length), gauss(low, high), (turn, np.ones(16))))
    return np.stack([x, r * np.cos(a), r * np.sin(a)], -1), w * r


def cone_points(s):
    turn = 2.0 * np.pi * np.arange(16) / 16.0
    (x, u, a), w = (lambda p, w: (p.T, w))(*grid(gauss(0, s.length), gauss(0, 1), (turn, np.ones(16))))
    edge = s.radius * (1.0 - x / s.length)
    return np.stack([x, u * edge * np.cos(a), u * edge * np.sin(a)], -1), w * u * edge**2


def sphere_points(s):
    turn = 2.0 * np.pi * np.arange(16) / 16.0
    (r, c, a), w = (lambda p, w: (p.T, w))(*grid(gauss(0, s.radius), gauss(-1, 1), (turn, np.ones(16))))
    across = r * np.sqrt(1.0 - c**2)
    return np.stack([r * c, across * np.cos(a), across * np.sin(a)], -1), w * r**2


def link_points(s):
    corners = np.array([vector(p) for p in s.between])
    u, w = gauss(0, 1)
    edges = [(a, b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    points = [a + u[:, None] * e for a, e in edges]
    return np.concatenate(points), np.concatenate([w * np.linalg.norm(e) for _, e in edges])


SHAPES = {
    Box: box_points,
    Cone: cone_points,
    Cylinder: cylinder_points,
    Link: link_points,
    Plate: plate_points,
    Rod: rod_points,
    Sphere: sphere_points,
    Tube: tube_points,
}


@SEEDS
@pytest.mark.parametrize("kind", SHAPES, ids=lambda k: k.keyword)
def test_inertia_is_the_integral_over_the_volume(kind, seed):
    solid = numbers(example(kind, "", planar=False, seed=seed))
    points, weights = SHAPES[kind](solid)
    dm = solid.mass * weights / weights.sum()
    center = dm @ points / solid.mass
    np.testing.assert_allclose(vector(solid.center()), center, atol=1e-14)
    r = points - center
    J = np.einsum("n,ni,ni->", dm, r, r) * np.eye(3) - np.einsum("n,ni,nj->ij", dm, r, r)
    # a quadrature that is exact but for rounding
    np.testing.assert_allclose(matrix(solid.inertia()), J, atol=1e-13)


@pytest.mark.parametrize(
    "thin",
    [Cylinder(length=1.3, radius=1e-9, mass=0.7), Box(length=1.3, width=1e-9, height=1e-9, mass=0.7)],
    ids=lambda s: s.keyword,
)
def test_thin_solid_is_a_rod(thin):
    rod = numbers(Rod(length=1.3, mass=0.7))
    # what is left is m r^2, 1e-18
    np.testing.assert_allclose(matrix(numbers(thin).inertia()), matrix(rod.inertia()), atol=1e-17)
    assert numbers(thin).center() == rod.center()


def test_broken_inertia_is_found_out():
    """The checks above can fail: a disk whose axial moment was forgotten is no body."""

    class Disk(Cylinder):
        def inertia(self):
            J = super().inertia()
            return type(J)(3.0 * J.xx + J.yy, J.yy, J.zz / 3.0)

    assert "exceeds the sum of the others" in unphysical(
        numbers(Disk(length=0.1, radius=1.0, mass=1.0)).inertia()
    )
