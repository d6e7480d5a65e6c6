"""Bounds hold what they bound, and no change of sign is missed."""

import math
import random

import numpy as np
import pytest

from sarrus.scalar import Graph, absolute, cos, exp, floor, log, maximum, sin, sqrt, tan, tanh, where
from sarrus.scalar.derivative import gradient
from sarrus.scalar.functions import acos, asin, atan, root
from sarrus.scalar.intervals import Bounds, sign_changes
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.switches import switches

FUNCTIONS = {
    "line": lambda t: 3.0 * t - 2.0,
    "product": lambda t: (t - 1.0) * (t + 0.5),
    "quotient": lambda t: t / (t - 0.3),
    "cube": lambda t: t**3.0 - t,
    "power": lambda t: (t * t + 1.0) ** (0.5 * t),
    "odd power": lambda t: t**5.0,
    "sine": lambda t: sin(7.0 * t) - 0.3,
    "cosine": lambda t: cos(t * t),
    "tangent": lambda t: tan(2.0 * t),
    "arcs": lambda t: asin(0.4 * t) + acos(0.4 * t) * atan(t),
    "exponential": lambda t: exp(-t) - log(t + 3.0),
    "root": lambda t: sqrt(t + 2.5) - tanh(t),
    "absolute": lambda t: absolute(sin(t)) - 0.5,
    "pieces": lambda t: where(t < 0.5, t, maximum(t, 1.0) - 2.0 * t),
    "whole": lambda t: floor(3.0 * t) - t,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_bounds_hold_every_value(name):
    graph = Graph()
    t = graph.symbol("t")
    node = graph.lift(FUNCTIONS[name](t))
    value, bounds, r = Interpreter([t], [node]), Bounds(node, t), random.Random(1)
    for _ in range(200):
        low = r.uniform(-2.0, 2.0)
        high = low + r.choice([1e-9, 0.01, 0.5, 2.0])
        least, most = bounds(low, high)
        for _ in range(5):
            y = value([r.uniform(low, high)])[0]
            assert not least - 1e-12 > y and not most + 1e-12 < y


def test_every_change_of_sign_is_found():
    graph = Graph()
    t = graph.symbol("t")
    found = [low for low, _ in sign_changes(sin(50.0 * t) - 0.5, t, 0.0, 10.0)]
    angles = np.arange(0, 100)
    exact = np.sort(np.concatenate([np.pi / 6 + 2 * np.pi * angles, 5 * np.pi / 6 + 2 * np.pi * angles])) / 50
    np.testing.assert_allclose(found, exact[exact < 10.0], rtol=1e-13)


def test_touching_zero_is_no_change_of_sign():
    graph = Graph()
    t = graph.symbol("t")
    assert list(sign_changes((t - 1.0) * (t - 1.0) + 1e-12, t, 0.0, 3.0)) == []


def test_change_of_sign_lies_between_neighbouring_numbers():
    graph = Graph()
    t = graph.symbol("t")
    ((low, high),) = sign_changes(t - 2.1, t, 0.0, 10.0)
    assert (low, high) == (2.1, math.nextafter(2.1, 3.0))


def test_switches_are_positive_exactly_where_a_piece_holds():
    graph = Graph()
    t = graph.symbol("t")
    for node, at_zero in (
        (where(t < 0.0, 1.0, 0.0), 0.0),
        (where(t <= 0.0, 0.0, 1.0), 0.0),
        (absolute(t), 0.0),
    ):
        (function,) = switches([graph.lift(node)])
        assert Interpreter([t], [function])([0.0]) == [at_zero]


def test_a_root_is_no_switch():
    """Its slope asks whether what stands under it is zero, so as not to divide by it."""
    graph = Graph()
    x, y = graph.symbols("xy")
    size = graph.lift(root(x * x + y * y))
    assert switches([size, *gradient(size, [x, y])]) == []
