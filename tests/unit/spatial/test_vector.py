import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.scalar import Graph
from sarrus.scalar.derivative import gradient
from sarrus.scalar.kernel import Interpreter
from sarrus.spatial import Vec3
from sarrus.spatial.vector import EX, EY, EZ, ZERO

seeded = settings(derandomize=True, max_examples=40, deadline=None, database=None)

numbers = st.floats(-1e3, 1e3)
vectors = st.builds(Vec3, numbers, numbers, numbers)


def array(v):
    return np.array([*v])


@seeded
@given(vectors, vectors)
def test_products_are_those_of_numpy(a, b):
    np.testing.assert_allclose(array(a.cross(b)), np.cross(array(a), array(b)), atol=1e-9)
    np.testing.assert_allclose(a.dot(b), array(a) @ array(b), atol=1e-9)
    assert a.norm() == np.sqrt(a.dot(a))


@seeded
@given(vectors, vectors, numbers)
def test_sums_and_multiples_go_by_component(a, b, k):
    np.testing.assert_array_equal(array(a + b), array(a) + array(b))
    np.testing.assert_array_equal(array(a - b), array(a) - array(b))
    np.testing.assert_array_equal(array(-a), -array(a))
    np.testing.assert_array_equal(array(a * k), array(a) * k)
    np.testing.assert_array_equal(array(k * a), array(a) * k)


def test_axes_are_right_handed():
    assert EX.cross(EY) == EZ
    assert EY.cross(EZ) == EX
    assert EZ.cross(EX) == EY
    assert (EX - EX, ZERO.norm()) == (ZERO, 0.0)


def test_length_can_be_differentiated_at_zero():
    graph = Graph()
    xs = graph.symbols("xyz")
    slopes = gradient(Vec3(*xs).norm(), xs)
    assert Interpreter(xs, slopes)([0.0, 0.0, 0.0]) == [0.0, 0.0, 0.0]
    np.testing.assert_allclose(Interpreter(xs, slopes)([3.0, 0.0, 4.0]), [0.6, 0.0, 0.8])
