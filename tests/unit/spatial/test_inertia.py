import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.spatial import Inertia, Symmetric, Vec3, from_bryant
from sarrus.spatial.inertia import steiner, unphysical

seeded = settings(derandomize=True, max_examples=40, deadline=None, database=None)

SEEDS = pytest.mark.parametrize("seed", range(20), ids="seed{}".format)
# spec 03, section 1.7: residuals of 20 random clouds of 6 point masses are below 2e-14 of values of size one
ROUNDING = 1e-13


def cloud(seed):
    """Six point masses: the ground truth of every formula here."""
    random = np.random.default_rng(seed)
    return random.uniform(0.1, 1.0, 6), random.uniform(-1.0, 1.0, (6, 3))


def sums(m, r):
    """Mass, first moment and inertia matrix about the origin, point by point."""
    J = np.einsum("n,ni,ni->", m, r, r) * np.eye(3) - np.einsum("n,ni,nj->ij", m, r, r)
    return m.sum(), m @ r, J


def inertia_of(m, r):
    mass, h, J = sums(m, r)
    return Inertia(mass, Vec3(*h), Inertia.from_matrix(tuple(Vec3(*row) for row in J)))


def matrix(S):
    return np.array([[S.xx, S.xy, S.xz], [S.xy, S.yy, S.yz], [S.xz, S.yz, S.zz]])


def vector(v):
    return np.array([*v])


@SEEDS
def test_inertia_about_another_point_is_that_of_the_cloud(seed):
    m, r = cloud(seed)
    point = np.random.default_rng(seed + 100).uniform(-2.0, 2.0, 3)
    moved = inertia_of(m, r).moved(Vec3(*-point))  # from the new point to the old one
    mass, h, J = sums(m, r - point)
    assert moved.m == pytest.approx(mass)
    np.testing.assert_allclose(vector(moved.h), h, atol=ROUNDING)
    np.testing.assert_allclose(matrix(moved.J), J, atol=ROUNDING)


@SEEDS
def test_parallel_axes_from_the_mass_centre(seed):
    m, r = cloud(seed)
    mass, h, J = sums(m, r)
    center = h / mass
    J_C = sums(m, r - center)[2]
    found = Inertia.about_center(mass, Vec3(*center), Inertia.from_matrix(tuple(Vec3(*row) for row in J_C)))
    np.testing.assert_allclose(matrix(found.J), J, atol=ROUNDING)
    np.testing.assert_allclose(vector(found.h), h, atol=ROUNDING)
    np.testing.assert_allclose(matrix(steiner(mass, Vec3(*center))), J - J_C, atol=ROUNDING)


@SEEDS
def test_turned_inertia_is_that_of_the_turned_cloud(seed):
    m, r = cloud(seed)
    angles = np.random.default_rng(seed + 200).uniform(-3.0, 3.0, 3)
    R = from_bryant(*angles)
    turned = inertia_of(m, r).turned(R)
    A = np.array([[*R.x], [*R.y], [*R.z]]).T
    _, h, J = sums(m, r @ A.T)
    np.testing.assert_allclose(matrix(turned.J), J, atol=ROUNDING)
    np.testing.assert_allclose(vector(turned.h), h, atol=ROUNDING)


@SEEDS
def test_kinetic_energy_and_newton_euler_are_those_of_the_cloud(seed):
    m, r = cloud(seed)
    v, w, a, alpha = np.random.default_rng(seed + 300).uniform(-2.0, 2.0, (4, 3))
    body = inertia_of(m, r)
    velocities = v + np.cross(w, r)
    assert body.kinetic(Vec3(*v), Vec3(*w)) == pytest.approx(0.5 * (m * (velocities**2).sum(1)).sum())
    accelerations = a + np.cross(alpha, r) + np.cross(w, np.cross(w, r))
    load = body.force_for(Vec3(*a), Vec3(*alpha), Vec3(*w))
    np.testing.assert_allclose(vector(load.force), m @ accelerations, atol=ROUNDING)
    np.testing.assert_allclose(
        vector(load.torque), (m[:, None] * np.cross(r, accelerations)).sum(0), atol=ROUNDING
    )


@SEEDS
def test_two_bodies_add_up(seed):
    m, r = cloud(seed)
    half = inertia_of(m[:3], r[:3]) + inertia_of(m[3:], r[3:])
    whole = inertia_of(m, r)
    assert half.m == pytest.approx(whole.m)
    np.testing.assert_allclose(half.J.elements(), whole.J.elements(), atol=ROUNDING)
    np.testing.assert_allclose((whole.J - half.J).elements(), 0.0, atol=ROUNDING)


def test_products_as_integrals_and_as_matrix_elements_have_opposite_signs():
    m, r = np.array([2.0]), np.array([[1.0, 2.0, 3.0]])
    x, y, z = r[0]
    moments = Vec3(2.0 * (y * y + z * z), 2.0 * (x * x + z * z), 2.0 * (x * x + y * y))
    by_integrals = Inertia.from_products(moments, Vec3(2.0 * x * y, 2.0 * x * z, 2.0 * y * z))
    J = sums(m, r)[2]
    by_matrix = Inertia.from_matrix(tuple(Vec3(*row) for row in J))
    assert by_integrals == by_matrix
    assert by_integrals.xy == -4.0
    assert by_integrals == steiner(2.0, Vec3(x, y, z))


def test_largest_moment_may_equal_the_sum_of_the_others_but_not_exceed_it():
    assert unphysical(Symmetric(1.0, 1.0, 2.0)) == ""
    assert "exceeds the sum of the others" in unphysical(Symmetric(1.0, 1.0, 3.0))
    assert "negative principal moment" in unphysical(Symmetric(-1.0, 1.0, 1.0))
    assert "negative principal moment" in unphysical(Symmetric(1.0, 1.0, 1.0, xy=1.5))
    assert unphysical(Symmetric()) == ""


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
def test_physical_or_not_does_not_depend_on_the_size(scale):
    def scaled(*moments):
        return Symmetric(*(m * scale for m in moments))

    assert unphysical(scaled(1.0, 1.0, 2.0)) == ""
    assert unphysical(scaled(1.0, 1.0, 2.001)) != ""


@SEEDS
def test_every_cloud_is_physical_in_any_axes(seed):
    m, r = cloud(seed)
    mass, h, _ = sums(m, r)
    J_C = inertia_of(m, r - h / mass).J
    assert unphysical(J_C) == ""
    assert unphysical(J_C.turned(from_bryant(0.3, 0.8, -1.1))) == ""


@seeded
@given(st.lists(st.floats(-5.0, 5.0), min_size=6, max_size=6), st.tuples(*[st.floats(-3.0, 3.0)] * 3))
def test_symmetric_times_vector_is_the_matrix_product(elements, v):
    S = Symmetric(*elements)
    np.testing.assert_allclose(vector(S * Vec3(*v)), matrix(S) @ v, atol=1e-12)
    assert (S + S).xx == 2.0 * S.xx
