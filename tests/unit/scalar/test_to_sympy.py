import math

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

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
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.to_sympy import to_sympy

seeded = settings(derandomize=True, max_examples=12, deadline=None, database=None)

FORMULAS = {
    "sum": lambda x, y: x + y - 2.5,
    "product": lambda x, y: -x * y / 3.0,
    "power": lambda x, y: (1.0 + x * x) ** y,
    "sin": lambda x, y: sin(x) + cos(y) - tan(x / 8.0),
    "arcs": lambda x, y: asin(tanh(x)) + acos(tanh(y)) + atan(x),
    "atan2": lambda x, y: atan2(x, y),
    "roots": lambda x, y: sqrt(1.0 + x * x) + root(x * x + y * y),
    "exp": lambda x, y: exp(x / 4.0) + log(1.0 + y * y),
    "corners": lambda x, y: absolute(x) + floor(y),
    "choice": lambda x, y: where(x < y, x, 2.0 * y) + where(x <= 1.0, 0.1, 7.0),
}
numbers = st.floats(-3.0, 3.0).filter(lambda x: abs(x) > 1e-3)


@pytest.mark.parametrize("name", FORMULAS)
def test_printed_expression_has_the_value_of_the_graph(name):
    graph = Graph()
    x, y = graph.symbols("xy")
    node = graph.lift(FORMULAS[name](x, y))
    (printed,) = to_sympy([node])

    @seeded
    @given(numbers, numbers)
    def check(a, b):
        (value,) = Interpreter([x, y], [node])([a, b])
        found = printed.subs({s: {"x": a, "y": b}[s.name] for s in printed.free_symbols})
        # acos of a rounded tanh near one loses half its digits
        assert float(found) == pytest.approx(value, rel=1e-12, abs=1e-7 if name == "arcs" else 1e-14)

    check()


def test_symbols_are_real_and_keep_their_names():
    graph = Graph()
    (printed,) = to_sympy([graph.symbol("A.theta") * 2.0])
    (symbol,) = printed.free_symbols
    assert symbol.name == "A.theta"
    assert symbol.is_real


def test_given_expressions_stand_for_symbols():
    graph = Graph()
    x, y = graph.symbols("xy")
    t = sp.Symbol("t")
    assert to_sympy([x * y, x], {"x": sp.Function("q")(t)}) == [
        sp.Function("q")(t) * sp.Symbol("y", real=True),
        sp.Function("q")(t),
    ]


def test_literals_of_element_code_are_exact_fractions():
    graph = Graph()
    (x,) = graph.symbols("x")
    s = sp.Symbol("x", real=True)
    assert to_sympy([0.5 * x, x / 4.0, x + 0.125, 2.0 * x]) == [s / 2, s / 4, s + sp.Rational(1, 8), 2 * s]


@pytest.mark.parametrize("value", [0.1, 1.0 / 3.0, math.pi, 1e-30, -2.7182818284590452, 1e22, 0.333])
def test_any_number_keeps_its_digits(value):
    graph = Graph()
    (printed,) = to_sympy([graph.const(value)])
    assert float(printed) == value


def test_every_operation_of_the_graph_can_be_printed():
    from sarrus.scalar.graph import BINARY, UNARY

    graph = Graph()
    x, y = graph.symbols("xy")
    nodes = [graph.node(op, (x,)) for op in UNARY] + [graph.node(op, (x, y)) for op in BINARY]
    assert len(to_sympy([*nodes, graph.select(x < y, x, y)])) == len(nodes) + 1
