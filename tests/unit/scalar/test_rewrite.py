import math

from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.scalar import Graph, atan2, cos, exp, sin, sqrt, tanh, where
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.rewrite import Hoisting, depends_on, hoist, substitute

seeded = settings(derandomize=True, max_examples=60, deadline=None, database=None)

STEPS = (
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    lambda a, b: a / (1.0 + b * b),
    lambda a, b: sin(a),
    lambda a, b: cos(a) - b,
    lambda a, b: sqrt(1.0 + a * a),
    lambda a, b: exp(tanh(a)),
    lambda a, b: atan2(a, 1.0 + b * b),
    lambda a, b: where(a < b, a, b * 2.0),
    lambda a, b: -a,
    lambda a, b: (2.0 + tanh(a)) ** b,
)
programs = st.lists(
    st.tuples(st.integers(0, len(STEPS) - 1), st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=25
)
points = st.lists(st.floats(-2.0, 2.0), min_size=4, max_size=4)


def grown(program):
    graph = Graph()
    symbols = graph.symbols(("t", "x", "p", "k"))
    nodes = list(symbols)
    for op, i, j in program:
        nodes.append(graph.lift(STEPS[op](nodes[i % len(nodes)], nodes[j % len(nodes)])))
    return graph, symbols, nodes


def value(inputs, outputs, numbers):
    return Interpreter(inputs, outputs)(numbers)


@seeded
@given(programs, points)
def test_hoisting_keeps_every_bit(program, point):
    """The part that does not vary, computed once, then the rest: the same numbers as in one go."""
    _, symbols, nodes = grown(program)
    outputs = nodes[-3:]
    known = {}
    moving = hoist(outputs, symbols[:2], known)
    constants = value(symbols, list(known), point)
    found = value([*symbols[:2], *known.values()], moving, [*point[:2], *constants])
    assert found == value(symbols, outputs, point)


@seeded
@given(programs, points)
def test_after_hoisting_only_constants_and_what_varies_is_left(program, point):
    _, symbols, nodes = grown(program)
    known = {}
    moving = hoist(nodes[-3:], symbols[:2], known)
    assert not any(depends_on(moving, symbols[2:]))
    assert not any(depends_on(list(known), symbols[:2]))


def test_hoisting_takes_the_largest_constant_parts_and_shares_them():
    graph = Graph()
    x, p, k = graph.symbols("xpk")
    known = {}
    first = hoist([x * sin(p * k) + 2.0], [x], known)
    second = hoist([x - sin(p * k), sin(p * k)], [x], known)
    assert list(known) == [sin(p * k)]
    (c,) = known.values()
    assert first == [x * c + 2.0]
    assert second == [x - c, c]
    assert hoist([], [x], known) == []


def test_numbers_stay_where_they_are():
    graph = Graph()
    (x,) = graph.symbols("x")
    known = {}
    assert hoist([x * 3.0, graph.const(5.0)], [x], known) == [x * 3.0, graph.const(5.0)]
    assert known == {}


@seeded
@given(programs, points, points)
def test_substituted_expressions_have_the_value_at_the_other_point(program, point, other):
    graph, symbols, nodes = grown(program)
    # x -> sin(t) * k, p -> a number: both an expression and a literal
    replaced = {symbols[1]: sin(symbols[0]) * symbols[3], symbols[2]: other[0]}
    found = value(symbols, substitute(nodes[-2:], replaced), point)
    there = [point[0], math.sin(point[0]) * point[3], other[0], point[3]]
    for a, b in zip(found, value(symbols, nodes[-2:], there), strict=True):
        # simplification may take cc + ss for one
        assert math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)
    assert graph is nodes[-1].graph


def test_substitution_simplifies_anew():
    graph = Graph()
    x, y, z = graph.symbols("xyz")
    assert substitute([x * y + z], {x: 0.0}) == [z]
    assert substitute([x * y + z], {x: 1.0, z: 0.0}) == [y]
    assert substitute([x * x + cos(y) ** 2], {x: sin(y)}) == [graph.one]
    assert substitute([where(x < y, z, y)], {x: 1.0, y: 2.0}) == [z]
    assert substitute([x**y], {y: 2.0}) == [x * x]
    assert substitute([], {x: y}) == []


def test_substitution_is_done_at_once_not_one_after_the_other():
    graph = Graph()
    x, y = graph.symbols("xy")
    assert substitute([x - y], {x: y, y: x}) == [y - x]


def test_an_inner_node_can_be_replaced():
    graph = Graph()
    x, y = graph.symbols("xy")
    assert substitute([sin(x) * x], {sin(x): y}) == [y * x]


def test_dependence_is_told_per_output():
    graph = Graph()
    x, y = graph.symbols("xy")
    assert depends_on([x + 1.0, sin(y), x * y, graph.one], [x]) == [True, False, True, False]


def test_kernels_hoisted_one_after_the_other_have_the_constants_of_those_hoisted_apart():
    graph = Graph()
    x, y, p, k = graph.symbols("xypk")
    shared = sin(x * p) * (p + k)
    kernels = [[shared, x * x], [shared * y + p * k, x * x * cos(p)], [p * k, cos(p) * shared, graph.one]]
    apart: dict[object, object] = {}
    alone = [hoist(nodes, [x, y], apart) for nodes in kernels]
    known: dict[object, object] = {}
    together = Hoisting([x, y], known)
    assert [together(nodes) for nodes in kernels] == alone
    assert [*known.items()] == [*apart.items()]
