"""Tables in expressions: what is looked up is the same on floats, interpreted, compiled and on lanes, bit by bit."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy

from sarrus.scalar import Graph
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.interpolation import cubic_spline, integrated_lines
from sarrus.scalar.kernel import Interpreter, Kernel
from sarrus.scalar.linking import Program
from sarrus.scalar.llvm import print_kernel
from sarrus.scalar.rewrite import hoist
from sarrus.scalar.tables import Called, Placed, TableNumbers, laid_out
from sarrus.scalar.target import Target
from sarrus.scalar.to_sympy import to_sympy

ROWS = [(-1.0, 0.3, 2.0, -1.5), (0.0, 0.5, -0.25, 0.7), (0.5, 1.25, 3.0, -2.0), (2.5, 0.125, 1.0, 0.0)]
PLACES = [-math.inf, -3.0, -1.0, -0.5, -0.0, 0.0, 0.49, 0.5, 2.0, 2.5, 7.0, math.inf, math.nan]


def traced(rows=ROWS):
    """What a table gives at x: three polynomials, and the numbers of the row itself."""
    graph = Graph()
    x = graph.symbol("x")
    table = TableNumbers(rows)
    values = [table.at(x), table.at(table.within(x)), table.at(table.around(x)), *table.row(x)]
    slopes = [n for v in values[:3] for n in along([graph.lift(v)], {x: 1.0})]
    return graph, x, [*map(graph.lift, values), *slopes]


def as_kernel(rows=ROWS):
    """The same as a kernel over x and constants, with the constants."""
    graph, x, nodes = traced(rows)
    known = {}
    moved = hoist(nodes, {x}, known)
    places, tables = laid_out(graph, len(known))
    constants = Interpreter(list(places), list(known))(
        list(places.values()), [*([0.0] * len(known)), *tables]
    )
    kernel = Kernel("looked", (("x", (x,)), ("c", tuple(known.values()))), (("y", tuple(moved)),))
    return kernel, [*constants, *tables]


def same(one, two):
    """Bit by bit; one that is no number is like another."""
    return np.array_equal(np.array(one), np.array(two), equal_nan=True)


def test_floats_interpreter_and_compiled_code_look_up_the_same_bits():
    kernel, c = as_kernel()
    compiled = Program([kernel]).function("looked")
    table = TableNumbers(ROWS)
    for x in PLACES:
        (found,) = kernel([x], c)
        out = np.zeros(len(found))
        compiled(np.array([x]), np.array(c), out)
        assert same(out, found), x
        if math.isfinite(x):
            plain = [table.at(x), table.at(table.within(x)), table.at(table.around(x)), *table.row(x)]
            assert found[:7] == plain


def test_each_lane_looks_in_its_own_table():
    kernel, c = as_kernel()
    other = as_kernel(
        [(-1.0, 1.0, 0.0, 0.0), (0.2, 2.0, 1.0, 0.0), (0.5, 3.0, 0.0, 1.0), (2.5, 4.0, 0.0, 0.0)]
    )[1]
    lanes, count = 4, len(kernel.results)
    wide = Program([], wide=[(kernel, Target(lanes=lanes))]).function(Target(lanes=lanes).symbol("looked"))
    xs = [-0.5, 0.3, 2.5, 9.0]
    sets = [c, other, other, c]
    out = np.zeros(count * lanes)
    wide(np.array(xs), np.array(sets).T.copy().reshape(-1), out)
    for lane, (x, constants) in enumerate(zip(xs, sets, strict=True)):
        assert same(out.reshape(count, lanes)[:, lane], kernel([x], constants)[0])


def test_neither_numbers_nor_rows_of_a_table_are_in_the_code():
    texts = {print_kernel(as_kernel(rows)[0])[0] for rows in (ROWS, [(0.0, 1.0, 2.0, 3.0)] * 2, ROWS * 500)}
    assert len(texts) == 1


def test_what_is_looked_up_is_constant_in_derivatives():
    graph, x, (value, *_) = traced()
    (slope,) = gradient(value, [x])
    places, tables = laid_out(graph)
    run = Interpreter([x, *places], [slope])
    for at, meant in ((0.25, -0.25 + 2 * 0.7 * 0.25), (0.5, 3.0), (1.0, 3.0 - 2 * 2.0 * 0.5)):
        assert run([at, *places.values()], tables) == [pytest.approx(meant, rel=1e-15)]


def test_equal_tables_have_one_place():
    graph, x, _ = traced()
    TableNumbers(list(ROWS)).at(x)
    assert len(graph.lookups) == 1
    TableNumbers(ROWS[:2]).at(x)
    assert len(graph.lookups) == 2


def test_table_of_expressions_follows_its_parameters():
    graph = Graph()
    x, a = graph.symbols(("x", "a"))
    rows = cubic_spline([(0.0, 0.0), (1.0, a), (2.0, a * a), (3.0, 1.0)], "natural")
    value = graph.lift(TableNumbers(rows).at(x))
    (by_x,) = along([value], {x: 1.0})
    ((_, kept),) = graph.lookups.items()
    inside = [n for row in kept for n in row if not isinstance(n, float)]
    slopes = along(inside, {a: 1.0})  # the way from parameters to constants can be differentiated
    for number in (0.5, -2.0):
        found = dict(zip(inside, Interpreter([a], inside)([number]), strict=True))
        places, tables = laid_out(graph, 0, found)
        known = TableNumbers(
            cubic_spline([(0.0, 0.0), (1.0, number), (2.0, number**2), (3.0, 1.0)], "natural")
        )
        assert Interpreter([x, *places], [value])([1.7, *places.values()], tables) == [known.at(1.7)]
        h = 1e-6
        more = Interpreter([a], inside)([number + h])
        less = Interpreter([a], inside)([number - h])
        meant = [(m - n) / (2 * h) for m, n in zip(more, less, strict=True)]
        # central differences: an error of h^2 times third derivatives, and rounding of 1e-16/h
        np.testing.assert_allclose(Interpreter([a], slopes)([number]), meant, atol=1e-8)
    assert by_x is not graph.zero


def test_table_where_it_was_placed_is_looked_up_there():
    graph = Graph()
    x, place = graph.symbols(("x", "place"))
    value = graph.lift(Placed(place, 4).at(x))
    numbers = [9.0, 9.0, 4.0, 4.0, *(n for row in ROWS for n in row)]
    assert Interpreter([x, place], [value])([0.25, 2.0], numbers) == [TableNumbers(ROWS).at(0.25)]


def test_kernel_without_tables_needs_no_more_than_its_symbols():
    graph = Graph()
    x, k = graph.symbols(("x", "k"))
    kernel = Kernel("plain", (("x", (x,)), ("c", (k,))), (("y", (x * k,)),))
    assert kernel([2.0], (3.0, 99.0, 98.0)) == [[6.0]]


def test_lines_are_integrated_between_their_points_and_beyond():
    table = TableNumbers(integrated_lines([(-1.0, 2.0), (0.0, 0.0), (2.0, 3.0)]))
    assert [table.at(x) for x in (-1.0, 0.0, 2.0)] == [0.0, 1.0, 4.0]
    assert table.at(4.0) == 4.0 + 0.5 * (3.0 + 6.0) * 2.0
    assert table.at(-2.0) == -0.5 * (2.0 + 4.0)


def test_sympy_has_a_function_for_a_table_that_is_called_by_name():
    graph = Graph()
    t = graph.symbol("t")
    value = graph.lift(Called(graph, "s").at(t))
    (rate,) = along([value], {t: 1.0})
    (bend,) = along([rate], {t: 1.0})
    x = sympy.Symbol("t", real=True)
    s = sympy.Function("s", real=True)(x)
    assert to_sympy([value, rate, bend]) == [s, s.diff(x), s.diff(x, 2)]
    (looked,) = to_sympy([TableNumbers(ROWS).at(t)])
    assert "row(t, table[0])" in str(looked)
