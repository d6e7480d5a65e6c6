"""A kernel on n lanes against the same kernel alone: the same bits, lane by lane."""

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sarrus
from sarrus import Body, Cylinder, Gravity, Mechanism, Revolute, Spherical
from sarrus.errors import CompileError
from sarrus.mechanics import formulate
from sarrus.scalar import (
    Graph,
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    exp,
    floor,
    log,
    root,
    sin,
    sqrt,
    tan,
    tanh,
    where,
)
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program, link
from sarrus.scalar.llvm import print_kernel
from sarrus.scalar.target import LIBRARY, Target

EXAMPLES = Path(__file__).parents[3] / "examples"
WIDTHS = (2, 4, 8)
WRAPPED = (1.0, 1e3, 1e6, 1e9)  # the last is beyond the reach of our sine: the library is called
lanes = pytest.mark.parametrize("n", WIDTHS)


class Wide:
    """One kernel compiled alone and on every width, in one module."""

    def __init__(self, kernel):
        self.kernel = kernel
        program = Program([kernel], wide=[(kernel, Target(lanes=n)) for n in WIDTHS])
        self._function = {1: program.function(kernel.name)}
        self._function.update({n: program.function(f"{kernel.name}_x{n}") for n in WIDTHS})
        self.sizes = [len(nodes) for _, nodes in kernel.inputs]

    def __call__(self, inputs):
        """Results for inputs of shape (values, n): shape (results, n)."""
        n = inputs.shape[1]
        groups = np.split(inputs, np.cumsum(self.sizes)[:-1])
        results = [np.empty((len(nodes), n)) for _, nodes in self.kernel.outputs]
        self._function[n](*map(np.ascontiguousarray, groups), *results)
        return np.concatenate(results)

    def alone(self, inputs):
        """The same, each lane by itself on the scalar kernel."""
        return np.hstack([self(inputs[:, [k]]) for k in range(inputs.shape[1])])


def assert_same_bits(found, expected):
    """Signs of zeros included; one NaN is as good as another."""
    np.testing.assert_array_equal(found, expected)
    known = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(found)[known], np.signbit(expected)[known])


@cache
def every_operation():
    graph = Graph()
    x, y = graph.symbols("xy")
    inside = tanh(x)
    nodes = (
        *(x + y, x - y, x * y, x / y, -x, absolute(x), floor(x), sqrt(absolute(x)), root(x * x + y * y)),
        *(x < y, x <= y, where(x < y, x * y, 3.0), where(y < 0.0, sin(x), cos(y))),
        *(sin(x), cos(x), cos(y), tan(x), asin(inside), acos(inside), atan(x), atan2(x, y), inside),
        *(exp(x), log(x), absolute(x) ** y, (1.0 + x * x) ** -1.5, sin(x * y) / y, graph.const(0.1), x),
    )
    return Wide(Kernel("every", (("x", (x,)), ("y", (y,))), (("a", nodes[:5]), ("b", nodes[5:]))))


def pendulum():
    """Three bars in space, on two crossing hinges and on a ball joint."""
    m = Mechanism("pendulum")
    bars = [m.add(Body(name, Cylinder(length=0.5, radius=0.02, mass=1.0))) for name in ("a", "b", "c")]
    m.add(Revolute("hook", m.ground.frame("hook", turn=("90 deg", 0, 0)), bars[0].start))
    m.add(Revolute("knee", bars[0].frame("knee", at=(0.5, 0, 0), turn=("30 deg", 0.2, 0)), bars[1].start))
    m.add(Spherical("ball", bars[1].end, bars[2].start))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def four_bar():
    return sarrus.load(EXAMPLES / "four-bar.yaml")


@cache
def dynamics(make):
    equations = formulate(make().snapshot())
    return Wide(equations.kernels["dynamics"]), np.array(equations.constants)


def states(make, n, size, seed):
    """Random inputs of the dynamics: time, state, and the constants of the model."""
    wide, constants = dynamics(make)
    moving = sum(wide.sizes) - len(constants)
    random = np.random.default_rng(seed)
    return np.vstack([random.uniform(-size, size, (moving, n)), np.repeat(constants[:, None], n, axis=1)])


@lanes
def test_every_operation_has_the_bits_of_the_scalar_kernel(n):
    wide = every_operation()
    random = np.random.default_rng(n)
    for size in WRAPPED:
        for _ in range(50):
            inputs = random.uniform(-size, size, (2, n))
            assert_same_bits(wide(inputs), wide.alone(inputs))


@lanes
def test_where_a_number_does_not_exist_lanes_go_on_alike(n):
    wide = every_operation()
    special = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1e308, -1.0, 0.5]
    pairs = np.array([(x, y) for x in special for y in special]).T
    for start in range(0, pairs.shape[1] - n, n):
        inputs = pairs[:, start : start + n]
        assert_same_bits(wide(inputs), wide.alone(inputs))


@st.composite
def grown(draw):
    """A kernel of 3 to 25 operations on earlier results, the last few as outputs."""
    graph = Graph()
    nodes = [*graph.symbols("xyz"), graph.const(draw(st.floats(-4.0, 4.0)))]
    one = [sin, cos, absolute, floor, tanh, exp, atan, sqrt, log, lambda a: -a]
    two = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, atan2]
    for _ in range(draw(st.integers(3, 25))):
        a, b, c = (nodes[draw(st.integers(0, len(nodes) - 1))] for _ in range(3))
        kind = draw(st.integers(0, 6))
        if kind == 0:
            nodes.append(where(a < b, c, a))
        elif kind < 4:
            nodes.append(draw(st.sampled_from(one))(a))
        else:
            nodes.append(draw(st.sampled_from(two))(a, b))
    return Kernel("grown", (("x", tuple(nodes[:3])),), (("y", tuple(map(graph.lift, nodes[-4:]))),))


@settings(derandomize=True, max_examples=25, deadline=None, database=None)
@given(grown(), st.integers(0, 2**32))
def test_grown_kernels_have_the_bits_of_the_scalar_kernel(kernel, seed):
    wide = Wide(kernel)
    random = np.random.default_rng(seed)
    for n in WIDTHS:
        inputs = random.uniform(-1.0, 1.0, (3, n)) * 10.0 ** random.integers(0, 7, (3, n))
        assert_same_bits(wide(inputs), wide.alone(inputs))


@lanes
@pytest.mark.parametrize("make", [four_bar, pendulum])
def test_equations_of_motion_have_the_bits_of_the_scalar_kernel(make, n):
    """Angles from the first turn to a hundred million turns."""
    wide, _ = dynamics(make)
    for seed, size in enumerate(WRAPPED):
        inputs = states(make, n, size, seed)
        found = wide(inputs)
        assert np.isfinite(found).all()
        assert_same_bits(found, wide.alone(inputs))


@pytest.mark.parametrize("make", [four_bar, pendulum])
def test_equations_of_motion_have_the_bits_of_the_interpreter(make):
    wide, _ = dynamics(make)
    for seed, size in enumerate(WRAPPED):
        inputs = states(make, 1, size, seed)
        groups = np.split(inputs[:, 0], np.cumsum(wide.sizes)[:-1])
        expected = np.concatenate(wide.kernel(*groups))
        assert_same_bits(wide(inputs)[:, 0], expected)


@lanes
@pytest.mark.parametrize("strange", [math.nan, math.inf, 1e12])
def test_a_lane_does_not_touch_its_neighbours(n, strange):
    wide, _ = dynamics(four_bar)
    inputs = states(four_bar, n, 3.0, seed=9)
    expected = wide(inputs)
    for lane in range(n):
        changed = inputs.copy()
        changed[:, lane] = strange
        others = np.arange(n) != lane
        assert_same_bits(wide(changed)[:, others], expected[:, others])


@lanes
def test_arrays_need_no_more_alignment_than_numbers(n):
    graph = Graph()
    x, y = graph.symbols("xy")
    kernel = Kernel("shifted", (("x", (x, y)),), (("z", (x + y, sin(x) * y)),))
    function = Program([], wide=[(kernel, Target(lanes=n))]).function(f"shifted_x{n}")
    for shift in range(4):
        given, found = (np.zeros(2 * n + 4)[shift : shift + 2 * n] for _ in range(2))
        given[:] = np.arange(2.0 * n)
        function(given, found)
        assert found[:n].tolist() == (given[:n] + given[n:]).tolist()


def test_lane_kernels_stand_beside_scalar_ones_under_a_name_of_their_own():
    graph = Graph()
    (x,) = graph.symbols("x")
    kernel = Kernel("beside", (("x", (x,)),), (("y", (sin(x) + tan(x),)),))
    text = link([kernel], wide=[(kernel, Target(lanes=4))])
    assert text.count("define void @beside(") == text.count("define void @beside_x4(") == 1
    assert text.count("declare double @tan(double)") == text.count("declare double @sin(double)") == 1
    assert print_kernel(kernel)[0] in text


@pytest.mark.parametrize(
    "target", [Target("bare", library=frozenset()), Target("bare", "i32", 4, frozenset())]
)
@pytest.mark.parametrize("op", sorted(LIBRARY))
def test_an_operation_the_target_does_not_have_is_named(target, op):
    graph = Graph()
    x, y = graph.symbols("xy")
    node = graph.node(op, (x, y) if op in ("pow", "atan2") else (x,))
    with pytest.raises(
        CompileError, match=f"kernel 'poor' uses {op}, which target {target} does not have"
    ) as e:
        print_kernel(Kernel("poor", (("x", (x, y)),), (("z", (node * x,)),)), target)
    assert "It has abs, add, div, entry, floor, le, lt, mul, neg, root, row, select, sqrt, sub." in str(
        e.value
    )


def test_an_operation_nobody_knows_is_named():
    graph = Graph()
    (x,) = graph.symbols("x")
    kernel = Kernel("odd", (("x", (x,)),), (("y", (graph.node("bessel", (x,)),)),))
    with pytest.raises(CompileError, match="uses bessel, which target cpu with 2 lanes does not have"):
        print_kernel(kernel, Target(lanes=2))


def test_no_lanes_are_too_few():
    with pytest.raises(sarrus.SarrusError, match="asked for 0 lanes; it takes 1 or more"):
        Target(lanes=0)
