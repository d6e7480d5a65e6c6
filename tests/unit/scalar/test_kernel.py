import math

import pytest

from sarrus.scalar import Graph, absolute, acos, asin, atan2, cos, exp, log, sin, sqrt, where
from sarrus.scalar.kernel import FormulaGroups, Interpreter, Kernel


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


@pytest.mark.parametrize("asked", [["a", "b", "c", "none"], ["c", "a", "none", "b"], ["none", "b", "c", "a"]])
def test_groups_have_the_same_values_in_whatever_order_they_are_asked_for(asked):
    graph = Graph()
    x, y = graph.symbols("xy")
    shared = sin(x) * (y + 2.0)
    groups = {
        "a": [shared, x],
        "b": [shared * shared - 3.0, sin(x), graph.const(5.0)],
        "c": [cos(x) / shared, where(x < y, shared, 2.0), atan2(shared, cos(x))],
        "none": [],
    }
    alone = {name: Interpreter([x, y], nodes)([0.3, -0.7]) for name, nodes in groups.items()}
    formulas = FormulaGroups([x, y], groups)
    before, after = formulas.at([9.0, 9.0]), formulas.at([0.3, -0.7])
    _ = before[asked[0]]  # what one evaluation has computed is not another's
    assert {name: after[name] for name in asked} == {name: alone[name] for name in asked}
    assert [after[name] for name in asked] == [formulas.at([0.3, -0.7])[name] for name in asked]


def test_a_group_that_is_not_asked_for_is_not_computed_and_what_groups_share_is_computed_once():
    graph = Graph()
    (x,) = graph.symbols("x")
    formulas = FormulaGroups(
        [x], {"value": [x * x + 1.0], "slope": [2.0 * (x * x + 1.0), x * x], "late": [exp(x)]}
    )
    found = formulas.at([3.0])
    assert found["value"] == [10.0]
    size = formulas.size
    assert found["slope"] == [20.0, 9.0]
    assert formulas.size == size + 2  # the number 2, and one product
    assert found["late"] == [math.exp(3.0)]


def test_an_old_evaluation_can_still_be_asked_after_groups_were_prepared_for_a_newer_one():
    graph = Graph()
    x, y = graph.symbols("xy")
    formulas = FormulaGroups(
        [x, y], {"sum": [x + y], "square": [(x + y) * (x + y)], "far": [(x + y) * (x + y) - x]}
    )
    old, new = formulas.at([1.0, 2.0]), formulas.at([3.0, 4.0])
    assert old["sum"] == [3.0]
    assert (new["far"], new["square"]) == ([46.0], [49.0])
    assert (old["far"], old["square"]) == ([8.0], [9.0])


@pytest.mark.parametrize("a", [0.0, -0.0, 1e200, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("b", [0.0, -3.0, 1e200, math.inf, math.nan])
def test_sums_and_products_of_numbers_that_are_not_finite_go_on(a, b):
    graph = Graph()
    x, y = graph.symbols("xy")
    found = Interpreter([x, y], [x + y, x - y, x * y, -x, absolute(x)])([a, b])
    meant = [a + b, a - b, a * b, -a, abs(a)]
    assert [repr(value) for value in found] == [repr(value) for value in meant]
