import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sarrus.scalar import Graph
from sarrus.scalar.derivative import along
from sarrus.scalar.kernel import Interpreter
from sarrus.spatial import Rotation, Vec3, from_bryant, from_quaternion, rot_x, rot_y, rot_z, to_bryant
from sarrus.spatial.rotation import (
    IDENTITY,
    from_axis_angle,
    normalised,
    quaternion_from_bryant,
    quaternion_rates,
    quaternion_vector,
    to_axis_angle,
    to_quaternion,
)
from sarrus.testing.numbers import STEP, difference, evaluate, mp

seeded = settings(derandomize=True, max_examples=50, deadline=None, database=None)

angles = st.floats(-3.1, 3.1)
quaternions = st.tuples(*[st.floats(-2.0, 2.0)] * 4).filter(lambda q: sum(a * a for a in q) > 0.01)


def matrix(R):
    return np.array([[*R.x], [*R.y], [*R.z]], dtype=float).T


def unit(q):
    q = np.array(q, dtype=float)
    return q / np.linalg.norm(q)


@pytest.mark.parametrize(
    ("turn", "axis", "from_", "to"),
    [
        (rot_x, "x", (0, 1, 0), (0, 0, 1)),
        (rot_y, "y", (0, 0, 1), (1, 0, 0)),
        (rot_z, "z", (1, 0, 0), (0, 1, 0)),
    ],
)
def test_elementary_turns_are_right_handed(turn, axis, from_, to):
    np.testing.assert_allclose(matrix(turn(math.pi / 2)) @ from_, to, atol=1e-16)
    kept = getattr(turn(0.7), axis)
    assert [*kept] == [float(a == axis) for a in "xyz"]


def test_bryant_matrix_is_the_one_of_the_spec():
    phi, theta, psi = 0.3, -0.2, 0.5
    A = matrix(from_bryant(phi, theta, psi))
    # spec 04, section 11.2: row 1 of A_i
    np.testing.assert_allclose(A[0], [0.860089338205, -0.46986894695, -0.198669330795], atol=1e-12)


@seeded
@given(angles, angles, angles)
def test_rotations_are_orthonormal_and_invert(a, b, c):
    R = from_bryant(a, b, c)
    np.testing.assert_allclose(matrix(R) @ matrix(R).T, np.eye(3), atol=1e-15)
    assert np.linalg.det(matrix(R)) == pytest.approx(1.0)
    np.testing.assert_array_equal(matrix(R.inverse()), matrix(R).T)
    v = Vec3(0.3, -0.7, 1.1)
    np.testing.assert_allclose([*R.back(R * v)], [*v], atol=1e-15)
    np.testing.assert_allclose([*(R * v)], matrix(R) @ [*v], atol=1e-15)
    np.testing.assert_allclose([*R.back(v)], matrix(R).T @ [*v], atol=1e-15)


@seeded
@given(angles, st.floats(-1.55, 1.55), angles)
def test_bryant_angles_come_back(a1, a2, a3):
    # near a2 = +-90 deg the outer angles lose digits as 1/cos(a2), here at most 50
    np.testing.assert_allclose(to_bryant(from_bryant(a1, a2, a3)), (a1, a2, a3), atol=1e-12)


@pytest.mark.parametrize("a2", [math.pi / 2, -math.pi / 2])
def test_bryant_angles_of_the_singular_pose_are_finite_and_keep_the_middle_angle(a2):
    a1, middle, a3 = to_bryant(from_bryant(0.0, a2, 0.0))
    assert middle == pytest.approx(a2)
    assert math.isfinite(a1)
    assert math.isfinite(a3)
    over = Rotation(Vec3(0.0, 0.0, -1.0), Vec3(0.0, 1.0, 0.0), Vec3(1.0 + 1e-15, 0.0, 0.0))
    assert to_bryant(over)[1] == pytest.approx(math.pi / 2)


@seeded
@given(angles, angles, angles)
def test_quaternion_of_bryant_angles_gives_the_same_matrix(a, b, c):
    q = quaternion_from_bryant(a, b, c)
    assert math.hypot(*q) == pytest.approx(1.0)
    np.testing.assert_allclose(matrix(from_quaternion(*q)), matrix(from_bryant(a, b, c)), atol=1e-15)


@seeded
@given(quaternions, st.floats(0.01, 100.0))
def test_length_of_a_quaternion_does_not_matter(q, scale):
    once, scaled = matrix(from_quaternion(*q)), matrix(from_quaternion(*(scale * a for a in q)))
    np.testing.assert_allclose(scaled, once, atol=2e-15)
    np.testing.assert_allclose(once @ once.T, np.eye(3), atol=5e-15)
    np.testing.assert_allclose(normalised(q), unit(q), atol=1e-15)


@seeded
@given(quaternions)
def test_quaternion_comes_back_with_positive_scalar_part(q):
    found = np.array(to_quaternion(from_quaternion(*q)))
    assert found[0] >= 0.0
    assert np.linalg.norm(found) == pytest.approx(1.0)
    same = min(np.abs(found - unit(q)).max(), np.abs(found + unit(q)).max())
    assert same < 1e-14


@pytest.mark.parametrize("short", [0.0, 1e-3, 1e-6, 1e-9, 1e-12])
@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.6, 0, 0.8), (0.48, -0.6, 0.64)])
def test_axis_and_angle_come_back_up_to_half_a_turn(axis, short):
    angle = math.pi - short
    found, turned = to_axis_angle(from_axis_angle(Vec3(*map(float, axis)), angle))
    assert turned == pytest.approx(angle, abs=1e-14)
    sign = 1.0 if np.dot([*found], axis) > 0 else -1.0
    assert sign == 1.0 or short < 1e-15  # half a turn has two axes
    np.testing.assert_allclose([*(found * sign)], axis, atol=1e-14)


@pytest.mark.parametrize("angle", [1e-12, 1e-8, 1e-4, 0.5, 3.0])
def test_small_turns_keep_their_axis(angle):
    axis = Vec3(0.48, -0.6, 0.64)
    found, turned = to_axis_angle(from_axis_angle(axis, angle))
    # the matrix holds the sine of the angle with an error of 1e-16
    assert turned == pytest.approx(angle, abs=1e-15)
    np.testing.assert_allclose([*found], [*axis], atol=1e-15 / min(angle, 1.0) + 1e-14)


def test_identity_has_no_axis():
    axis, angle = to_axis_angle(IDENTITY)
    assert ([*axis], angle) == ([0.0, 0.0, 0.0], 0.0)
    assert [*quaternion_vector(IDENTITY)] == [0.0, 0.0, 0.0]


@seeded
@given(st.floats(-3.1, 3.1), angles)
def test_quaternion_vector_is_axis_times_sine_of_half_the_angle(angle, tilt):
    assume(abs(angle) > 1e-6)
    axis = Vec3(math.cos(tilt), math.sin(tilt), 0.0)
    np.testing.assert_allclose(
        [*quaternion_vector(from_axis_angle(axis, angle))], [*(axis * math.sin(angle / 2.0))], atol=1e-15
    )


@seeded
@given(angles, angles, angles)
def test_axis_angle_agrees_with_elementary_turns(a, b, c):
    for turn, axis in ((rot_x, (1.0, 0.0, 0.0)), (rot_y, (0.0, 1.0, 0.0)), (rot_z, (0.0, 0.0, 1.0))):
        np.testing.assert_allclose(matrix(from_axis_angle(Vec3(*axis), a)), matrix(turn(a)), atol=1e-15)


def compound(graph):
    """A rotation of several kinds in a row, and its angles."""
    a, b, c, d = graph.symbols("abcd")
    axis = Vec3(0.48, -0.6, 0.64)
    return from_bryant(a, b, c) @ from_axis_angle(axis, d).inverse() @ rot_y(2.0 * a), (a, b, c, d)


def test_turns_give_the_angular_velocity():
    """Sum of axis times rate of angle against (dR/dt) R^T, by differences."""
    graph = Graph()
    for invert in (False, True):
        R, symbols = compound(graph)
        R = R.inverse() if invert else R
        rates = dict(zip(symbols, (0.7, -0.4, 1.1, 0.3), strict=True))
        values = {s: mp.mpf(x) for s, x in zip(symbols, (0.3, 0.5, -0.8, 1.2), strict=True)}
        w = Vec3(0.0, 0.0, 0.0)
        for angle, axis in R.turns:
            w = w + axis * along([graph.lift(angle)], rates)[0]
        stated = [graph.lift(x) for column in (R.x, R.y, R.z) for x in w.cross(column)]
        columns = [graph.lift(x) for column in (R.x, R.y, R.z) for x in column]
        ends = [evaluate(columns, {s: v + h * rates[s] for s, v in values.items()}) for h in (-STEP, STEP)]
        found = [(b - a) / (2 * STEP) for a, b in zip(*ends, strict=True)]
        # axes written with 16 digits are unit vectors to 1e-16 only
        assert difference(found, evaluate(stated, values)) < 1e-15


@seeded
@given(quaternions, st.tuples(*[st.floats(-3.0, 3.0)] * 3))
def test_quaternion_rates_turn_with_the_angular_velocity_in_follower_components(q, w):
    graph = Graph()
    symbols = graph.symbols(("w", "x", "y", "z"))
    R = from_quaternion(*symbols)
    values = {s: mp.mpf(x) for s, x in zip(symbols, q, strict=True)}
    rates = [mp.mpf(r) for r in quaternion_rates(q, Vec3(*w))]
    stated = [graph.lift(x) for column in (R.x, R.y, R.z) for x in (R * Vec3(*w)).cross(column)]
    columns = [graph.lift(x) for column in (R.x, R.y, R.z) for x in column]
    ends = [
        evaluate(columns, {s: values[s] + h * r for s, r in zip(symbols, rates, strict=True)})
        for h in (-STEP, STEP)
    ]
    found = [(b - a) / (2 * STEP) for a, b in zip(*ends, strict=True)]
    # the rates are rounded to double precision, and divided by the square of a length of at least 0.1
    assert difference(found, evaluate(stated, values)) < 1e-13
    assert sum(a * b for a, b in zip(q, rates, strict=True)) == pytest.approx(0.0, abs=1e-13)


def test_elementary_turns_are_simple_as_expressions():
    """Trap: differentiating the matrix gives cc + ss where 1 is meant; turns carry their axis by construction."""
    graph = Graph()
    (a,) = graph.symbols("a")
    ((angle, axis),) = rot_z(a).turns
    assert angle is a
    assert [*axis] == [0.0, 0.0, 1.0]
    R = rot_z(a) @ rot_z(a).inverse()
    assert graph.lift(R.x.x) is graph.one
    assert graph.lift(R.x.y) is graph.zero


def test_to_quaternion_as_an_expression_is_finite_on_every_branch():
    graph = Graph()
    symbols = graph.symbols(("w", "x", "y", "z"))
    nodes = [graph.lift(a) for a in to_quaternion(from_quaternion(*symbols))]
    run = Interpreter(symbols, nodes)
    for q in np.eye(4):
        assert run(q) == [*q]
