"""Our sine and cosine against mpmath, and the same bits interpreted and compiled."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sarrus.scalar import Graph, cos, sin, tan, trigonometry
from sarrus.scalar.kernel import Interpreter, Kernel
from sarrus.scalar.linking import Program, link
from sarrus.scalar.to_sympy import to_sympy
from sarrus.scalar.trigonometry import REACH, sine_and_cosine

seeded = settings(derandomize=True, max_examples=300, deadline=None, database=None)

# The last sum rounds by 1/2; products and sums before it add up to 0.3 where |r| is pi/4 (0.79 seen on 1e5 points).
LIMIT = 0.85


def errors(x):
    """Errors of sine and cosine in units of the last place of the exact value."""
    with mpmath.workprec(300):
        exact = mpmath.sin(mpmath.mpf(x)), mpmath.cos(mpmath.mpf(x))
        return [
            float(abs(mpmath.mpf(found) - e) / math.ulp(float(e)))
            for found, e in zip(sine_and_cosine(x), exact, strict=True)
        ]


@pytest.fixture(scope="module")
def pair():
    graph = Graph()
    (x,) = graph.symbols("x")
    kernel = Kernel("pair", (("x", (x,)),), (("y", (sin(x), cos(x))),))
    function = Program([kernel]).function("pair")

    def run(angle):
        found = np.empty(2)
        function(np.array([angle]), found)
        return tuple(found.tolist())

    return run


def same(a, b):
    """Equal bits; one NaN is as good as another."""
    return (a == b and math.copysign(1.0, a) == math.copysign(1.0, b)) or (math.isnan(a) and math.isnan(b))


@pytest.mark.parametrize("reach", [math.pi / 4, 10.0, 1e3, 1e5, REACH])
def test_errors_stay_below_the_limit(reach):
    random = np.random.default_rng(5)
    assert max(max(errors(x)) for x in random.uniform(-reach, reach, 3000).tolist()) < LIMIT


def test_near_multiples_of_a_quarter_turn_no_digit_is_lost():
    """There nearly all bits of the angle cancel; the remainder is right to its last digit."""
    random = np.random.default_rng(6)
    turns = [*range(1, 500), *random.integers(1, 2**21, 2000).tolist()]
    with mpmath.workprec(300):
        angles = [float(n * mpmath.pi / 2) for n in turns]
    for x in angles:
        for y in (x, math.nextafter(x, 0.0), -math.nextafter(x, math.inf)):
            if abs(y) <= REACH:
                assert max(errors(y)) < 0.51, y


def test_between_quarter_turns_the_error_is_below_the_limit_on_both_sides():
    with mpmath.workprec(300):
        angles = [float((2 * n + 1) * mpmath.pi / 4) for n in range(0, 2**20, 997)]
    for x in angles:
        assert max(*errors(x), *errors(math.nextafter(x, 0.0)), *errors(math.nextafter(x, 1e9))) < LIMIT


def test_beyond_its_reach_the_library_takes_over():
    random = np.random.default_rng(7)
    for x in (math.nextafter(REACH, math.inf), *(10.0 ** random.uniform(6.6, 15, 300)).tolist(), 1e22):
        assert sine_and_cosine(x) == (math.sin(x), math.cos(x))
        assert sine_and_cosine(-x) == (math.sin(-x), math.cos(x))


def test_the_parts_of_a_quarter_turn():
    """Three of at most 32 bits, so that products with whole numbers up to 2^21 are exact, and a rest."""
    parts = trigonometry._A, trigonometry._B, trigonometry._C, trigonometry._D
    assert all(p.as_integer_ratio()[0].bit_length() <= 32 for p in parts[:3])
    with mpmath.workprec(300):
        assert abs(mpmath.fsum(parts) - mpmath.pi / 2) < mpmath.mpf(2) ** -149
        assert mpmath.mpf(REACH) < 2**21 * mpmath.pi / 2


@seeded
@given(st.floats(-REACH, REACH))
@example(-0.0)
@example(5e-324)
def test_signs_of_odd_and_even(x):
    (s, c), (s_, c_) = sine_and_cosine(x), sine_and_cosine(-x)
    assert same(s_, -s)
    assert same(c_, c)
    assert abs(s * s + c * c - 1.0) < 4e-16
    assert abs(s) <= 1.0
    assert abs(c) <= 1.0


def test_exact_values():
    assert sine_and_cosine(0.0) == (0.0, 1.0)
    assert math.copysign(1.0, sine_and_cosine(-0.0)[0]) == -1.0
    assert sine_and_cosine(math.pi / 2) == (1.0, 6.123233995736766e-17)
    assert sine_and_cosine(math.pi) == (1.2246467991473532e-16, -1.0)
    assert sine_and_cosine(1e-300) == (1e-300, 1.0)


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf])
def test_no_angle_gives_no_number(x, pair):
    assert all(map(math.isnan, (*sine_and_cosine(x), *pair(x))))


def test_interpreted_and_compiled_bits_are_the_same(pair):
    @seeded
    @given(st.floats(-10.0, 10.0) | st.floats(-2 * REACH, 2 * REACH) | st.floats())
    @example(-0.0)
    @example(REACH)
    @example(math.nextafter(REACH, math.inf))
    def check(x):
        assert all(map(same, pair(x), sine_and_cosine(x)))

    check()


def test_alone_or_together_the_bits_are_the_same(pair):
    graph = Graph()
    (x,) = graph.symbols("x")
    sine, cosine = (
        Program([Kernel(f.__name__, (("x", (x,)),), (("y", (f(x),)),))]).function(f.__name__)
        for f in (sin, cos)
    )
    y = np.empty(1)
    for angle in np.random.default_rng(8).uniform(-20.0, 20.0, 200).tolist():
        s, c = pair(angle)
        sine(np.array([angle]), y)
        assert y[0] == s
        cosine(np.array([angle]), y)
        assert y[0] == c


def test_one_call_serves_sine_and_cosine_and_one_definition_all_kernels():
    graph = Graph()
    x, y = graph.symbols("xy")
    kernels = [
        Kernel(name, (("x", (x, y)),), (("y", (sin(a) * cos(a), cos(b), sin(b) * 2.0)),))
        for name, a, b in (("one", x, x + y), ("two", y, x * y))
    ]
    text = link(kernels)
    assert text.count("call {double, double} @sarrus.sincos(") == 4
    assert text.count("define internal {double, double} @sarrus.sincos(") == 1
    assert text.count("declare double @sin(double)") == 1


def test_expressions_keep_their_sine_and_cosine():
    """The formula lives in the printer and the interpreter only: equations are read with sin and cos."""
    graph = Graph()
    (x,) = graph.symbols("x")
    node = sin(x) * cos(x) + tan(x)
    size = len(graph.table)
    kernel = Kernel("kept", (("x", (x,)),), (("y", (node,)),))
    link([kernel])
    (value,) = Interpreter([x], [node])([0.5])
    assert len(graph.table) == size
    assert value == pytest.approx(math.sin(0.5) * math.cos(0.5) + math.tan(0.5), rel=1e-15)
    assert str(to_sympy([node])[0]) == "sin(x)*cos(x) + tan(x)"
