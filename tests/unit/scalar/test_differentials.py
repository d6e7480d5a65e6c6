"""Derivatives of kernels as kernels: directions, weights, lanes, blocks, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.errors import CompileError
from sarrus.scalar import Graph, cos, exp, sin, where
from sarrus.scalar.differentials import adjoint, jacobian, tangent
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program
from sarrus.scalar.tables import Placed, block

MEMORY = (("c", ()), ("work", ()), ("plan", ()))


def some_kernel():
    g = Graph()
    x, y = g.symbols(("x0", "x1", "x2")), g.symbols(("y0", "y1"))
    f = [sin(x[0]) * y[0] + x[1] * x[1], where(x[2] < 0.0, exp(x[1]), y[1] / x[2]), g.const(3.0)]
    return Kernel("some", (("x", x), ("y", y), *MEMORY), (("f", tuple(map(g.lift, f))),))


def meant(x, y):
    below = x[2] < 0.0
    return np.array(
        [
            [np.cos(x[0]) * y[0], 2 * x[1], 0.0, np.sin(x[0]), 0.0],
            [
                0.0,
                np.exp(x[1]) if below else 0.0,
                0.0 if below else -y[1] / x[2] ** 2,
                0.0,
                0.0 if below else 1 / x[2],
            ],
            [0.0] * 5,
        ]
    )


@pytest.mark.parametrize("x", [(0.3, 0.7, 0.5), (0.3, 0.7, -0.5)], ids=["one piece", "the other"])
def test_tangent_adjoint_and_jacobian_are_one_matrix(x):
    kernel, y = some_kernel(), (1.5, -2.0)
    J = meant(x, y)
    d, w = np.array([0.2, -1.0, 0.4, 2.0, 0.6]), np.array([1.0, -3.0, 5.0])
    assert np.allclose(tangent(kernel, ("x", "y"))(x, y, d[:3], d[3:], ())[0], J @ d, rtol=1e-14)
    assert np.allclose(np.concatenate(adjoint(kernel, ("x", "y"))(x, y, w, ())), w @ J, rtol=1e-14)
    found = jacobian(kernel, ("x", "y"))
    assert np.allclose(found.dense(found(x, y, ())), J, rtol=1e-14)
    assert set(zip(found.rows.tolist(), found.columns.tolist(), strict=True)) == {
        (0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (1, 4)
    }  # fmt: skip


def test_directions_come_in_the_order_in_which_they_are_asked_for():
    kernel = some_kernel()
    names = [name for name, _ in tangent(kernel, ("y", "x")).inputs]
    assert names == ["x", "y", "d.y", "d.x", "c", "work", "plan"]


@pytest.mark.parametrize("make", [tangent, adjoint])
def test_lanes_compute_what_single_ones_do(make):
    kernel, lanes = some_kernel(), 4
    x, y = np.array([0.3, 0.7, 0.5]), np.array([1.5, -2.0])
    single, wide = make(kernel, ("x",)), make(kernel, ("x",), lanes)
    count = len(dict(single.inputs)[next(n for n, _ in single.inputs if "." in n)])
    given = np.random.default_rng(0).normal(size=(count, lanes))
    size = len(single.outputs[0][1])
    compiled = np.zeros(size * lanes)
    nothing = np.zeros(0)
    Program([wide]).function(wide.name)(x, y, given.ravel(), nothing, nothing, nothing, compiled)
    interpreted = np.array(wide(x, y, given.ravel(), ())[0])
    for lane in range(lanes):
        one = single(x, y, given[:, lane], ())[0]
        assert np.array_equal(interpreted.reshape(size, lanes)[:, lane], one)
        assert np.allclose(compiled.reshape(size, lanes)[:, lane], one, rtol=1e-14, atol=0.0)


def test_a_tangent_has_a_tangent():
    g = Graph()
    (x,) = g.symbols(("x",))
    kernel = Kernel("cube", (("x", (x,)), *MEMORY), (("f", (x * x * x + cos(x),)),))
    twice = tangent(tangent(kernel, ("x",)), ("x",))
    assert [name for name, _ in twice.inputs][:3] == ["x", "d.x", "d2.x"]
    assert twice((0.5,), (1.0,), (1.0,), ())[0][0] == pytest.approx(6 * 0.5 - np.cos(0.5), rel=1e-14)


def test_numbers_in_tables_move_with_the_constants():
    rows = ((0.0, 1.0, 2.0), (1.0, 3.0, -1.0))
    g = Graph()
    x, place = g.symbols(("x", "place"))
    kernel = Kernel(
        "looked up", (("x", (x,)), ("c", (place,)), *MEMORY[1:]), (("f", (Placed(place, 3).at(x),)),)
    )
    c = np.array([1.0, *block(rows)])
    d = np.zeros(len(c))
    d[3:9] = 0.1, 0.2, 0.3, 0.4, 0.5, 0.6  # row k: its begin, value and slope
    for at, (start, _, slope), (moved, value, steeper) in ((0.4, rows[0], d[3:6]), (1.5, rows[1], d[6:9])):
        found = tangent(kernel, ("c",))((at,), d, c)[0][0]
        assert found == pytest.approx(value + (at - start) * steeper - slope * moved, rel=1e-14)


def test_adjoints_by_numbers_in_tables_are_refused():
    g = Graph()
    x, place = g.symbols(("x", "place"))
    kernel = Kernel(
        "looked up", (("x", (x,)), ("c", (place,)), *MEMORY[1:]), (("f", (Placed(place, 3).at(x),)),)
    )
    with pytest.raises(CompileError, match="tables"):
        adjoint(kernel, ("c",))


@pytest.mark.parametrize("make", [tangent, adjoint])
def test_what_is_not_an_input_is_refused_by_name(make):
    with pytest.raises(CompileError, match=r"'some' has no input 'z' .* it has x, y, c"):
        make(some_kernel(), ("z",))


def test_a_kernel_with_lanes_is_not_differentiated_again():
    with pytest.raises(CompileError, match="4 lanes"):
        tangent(tangent(some_kernel(), ("x",), 4), ("x",))
