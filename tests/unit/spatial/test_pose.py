import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.scalar import Graph
from sarrus.spatial import Kinematics, Pose, Twist, Vec3, Wrench, from_bryant
from sarrus.spatial.pose import flat_pose, map_pose, pose_from
from sarrus.testing.numbers import STEP, difference, evaluate, mp

seeded = settings(derandomize=True, max_examples=40, deadline=None, database=None)

numbers = st.floats(-2.0, 2.0)
vectors = st.builds(Vec3, numbers, numbers, numbers)
poses = st.builds(lambda a, b, c, p: Pose(from_bryant(a, b, c), p), numbers, numbers, numbers, vectors)
twists = st.builds(Twist, vectors, vectors)


def array(*vectors):
    return np.array([float(a) for v in vectors for a in v])


@seeded
@given(poses, poses, vectors)
def test_poses_chain_and_invert(X, Y, p):
    np.testing.assert_allclose(array(flat_pose(X @ X.inverse())), array(flat_pose(Pose())), atol=1e-14)
    through = X.p + X.R * (Y.p + Y.R * p)
    both = X @ Y
    np.testing.assert_allclose(array(both.p + both.R * p), array(through), atol=1e-14)
    assert (X.x, X.y, X.z) == (X.R.x, X.R.y, X.R.z)


@seeded
@given(poses)
def test_twelve_numbers_are_the_pose(X):
    assert flat_pose(pose_from(flat_pose(X))) == flat_pose(X)
    assert flat_pose(map_pose(X, lambda a: 2.0 * a)) == [2.0 * a for a in flat_pose(X)]


@seeded
@given(poses, twists)
def test_a_twist_seen_from_the_other_side_is_its_own_reverse(X, V):
    back = V.reversed(X).reversed(X.inverse())
    np.testing.assert_allclose(array(back.v, back.w), array(V.v, V.w), atol=1e-13)


@seeded
@given(vectors, vectors, vectors, vectors, vectors)
def test_power_of_a_load_does_not_depend_on_the_point_it_is_taken_at(force, torque, arm, v, w):
    """F . v + T . w is the same at both points of a rigid body."""
    load = Wrench(force, torque)
    moved = load.moved(arm)  # arm: from the new point to the old one
    there = v - w.cross(arm)
    at_old = load.force.dot(v) + load.torque.dot(w)
    assert moved.force.dot(there) + moved.torque.dot(w) == pytest.approx(at_old, abs=1e-12)
    assert -load * -1.0 == load
    assert load + -load == load - load == Wrench()


def path(graph, name, size=1.0):
    """A pose that moves smoothly with t, written out."""
    t = graph.symbol("t")
    p = [0.3 * size + 0.7 * t - 0.4 * t * t, -0.2 + 0.5 * t * t, 0.1 * size - 0.6 * t + 0.2 * t * t * t]
    a = [0.4 - 0.9 * t, 0.2 * size + 0.3 * t + 0.5 * t * t, -0.7 + 1.1 * t]
    return Pose(from_bryant(*a), Vec3(*p))


def observed(graph, X):
    """Velocity, angular velocity and their rates of a moving pose, by differences to 50 digits."""
    t = graph.symbol("t")
    nodes = [graph.lift(a) for a in flat_pose(X)]

    def at(s):
        flat = np.array(evaluate(nodes, {t: s}))
        return flat[:9].reshape(3, 3).T, flat[9:]

    def rates(s):
        (R0, p0), (R1, p1) = at(s - STEP), at(s + STEP)
        W = (R1 - R0) / (2 * STEP) @ at(s)[0].T
        return [*(p1 - p0) / (2 * STEP), W[2, 1], W[0, 2], W[1, 0]]

    now = mp.mpf("0.3")
    bent = [(b - a) / (2 * STEP) for a, b in zip(rates(now - STEP), rates(now + STEP), strict=True)]
    flat = [float(a) for a in evaluate(nodes, {t: now})]
    return flat, rates(now), bent


def kinematics(graph, X):
    flat, V, A = observed(graph, X)
    X0 = pose_from(flat)
    return X0, Twist(Vec3(*V[:3]), Vec3(*V[3:])), Twist(Vec3(*A[:3]), Vec3(*A[3:]))


def test_motion_on_a_moving_frame_adds_coriolis_and_centrifugal_terms():
    """`then` and `relative` against differences of the composed pose."""
    graph = Graph()
    F, M = path(graph, "F"), path(graph, "M", 2.0)
    base = Kinematics().then(*kinematics(graph, F))
    X, V, A = kinematics(graph, M)
    follower = base.then(X, V, A)
    _, whole, bent = observed(graph, F @ M)
    assert difference([*follower.v, *follower.w], whole) < 1e-14  # poses were rounded to doubles
    assert difference([*follower.a, *follower.alpha], bent) < 1e-14
    X1, V1, A1 = base.relative(follower)
    assert difference(flat_pose(X1), flat_pose(X)) < 1e-14
    assert difference([*V1.v, *V1.w, *A1.v, *A1.w], [*V.v, *V.w, *A.v, *A.w]) < 1e-14


def test_a_frame_fixed_on_a_moving_one_is_carried_along():
    graph = Graph()
    F = path(graph, "F")
    fixed = Pose(from_bryant(0.4, -0.3, 0.9), Vec3(0.5, -0.2, 0.7))
    base = Kinematics().then(*kinematics(graph, F))
    found = base.of(fixed)
    _, whole, bent = observed(graph, F @ fixed)
    assert difference([*found.v, *found.w, *found.a, *found.alpha], [*whole, *bent]) < 1e-14


def test_reversed_twist_is_the_motion_of_the_inverse_pose():
    graph = Graph()
    M = path(graph, "M")
    X, V, _ = kinematics(graph, M)
    _, whole, _ = observed(graph, M.inverse())
    back = V.reversed(X)
    assert difference([*back.v, *back.w], whole) < 1e-14
