import math

import pytest

from sarrus.scalar import Graph, acos, asin, atan2, exp, log, sin, sqrt, where
from sarrus.scalar.kernel import Interpreter, Kernel


def test_groups_go_in_and_come_out():
    graph = Graph()
    t, x, y = graph.symbols("txy")
    kernel = Kernel(
        "k", (("t", (t,)), ("x", (x, y))), (("sum", (x + y,)), ("rest", (t * x, y, graph.one)), ("none", ()))
    )
    assert kernel([2.0], (3, 4)) == [[7.0], [6.0, 4.0, 1.0], []]
    assert kernel.results == [x + y, t * x, y, graph.one]


def test_a_symbol_that_is_not_an_input_is_named():
    graph = Graph()
    x, y = graph.symbols("xy")
    with pytest.raises(ValueError, match="'y' is used but is not an input"):
        Kernel("k", (("x", (x,)),), (("z", (x * y,)),))([1.0])


def test_choices_and_comparisons():
    graph = Graph()
    x, y = graph.symbols("xy")
    run = Interpreter([x, y], [where(x < y, 1.0, 2.0), where(x <= y, 1.0, 2.0), x < y, atan2(x, y)])
    assert run([1.0, 1.0]) == [2.0, 1.0, 0.0, math.pi / 4]
    assert run([0.0, 1.0]) == [1.0, 1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("a", "b", "quotient"),
    [
        (1.0, 0.0, math.inf),
        (-1.0, 0.0, -math.inf),
        (1.0, -0.0, -math.inf),
        (-1.0, -0.0, math.inf),
        (0.0, 0.0, math.nan),
        (math.nan, 0.0, math.nan),
        (math.inf, 0.0, math.inf),
        (6.0, 3.0, 2.0),
    ],
)
def test_division_is_that_of_compiled_code(a, b, quotient):
    graph = Graph()
    x, y = graph.symbols("xy")
    (found,) = Interpreter([x, y], [x / y])([a, b])
    assert found == quotient or (math.isnan(found) and math.isnan(quotient))


@pytest.mark.parametrize(
    ("function", "x", "value"),
    [
        (sqrt, -1.0, math.nan),
        (log, 0.0, -math.inf),
        (log, -1.0, math.nan),
        (asin, 1.5, math.nan),
        (acos, -1.5, math.nan),
        (exp, 1e4, math.inf),
        (sin, math.inf, math.nan),
        (lambda x: x**0.5, -1.0, math.nan),
        (lambda x: x**-1.0, 0.0, math.inf),
        (lambda x: x**3.5, 1e200, math.inf),
    ],
    ids=[
        "sqrt(-1)",
        "log(0)",
        "log(-1)",
        "asin(1.5)",
        "acos(-1.5)",
        "exp(1e4)",
        "sin(inf)",
        "(-1)^0.5",
        "0^-1",
        "1e200^3.5",
    ],
)
def test_where_a_number_does_not_exist_the_interpreter_gives_what_compiled_code_gives(function, x, value):
    """It serves as the reference for compiled code, and assembling runs on it: raising would end an analysis."""
    graph = Graph()
    (s,) = graph.symbols("x")
    (found,) = Interpreter([s], [function(s)])([x])
    assert isinstance(found, float)
    assert found == value or (math.isnan(found) and math.isnan(value))


def test_the_branch_not_taken_need_not_exist():
    graph = Graph()
    (x,) = graph.symbols("x")
    guarded = where(0.0 < x, log(x), -1.0)
    assert Interpreter([x], [guarded])([0.0]) == [-1.0]
