import pytest
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
    maximum,
    root,
    sin,
    sqrt,
    tan,
    tanh,
    where,
)
from sarrus.scalar.derivative import along, along_each, gradient, jacobian, lifted
from sarrus.scalar.kernel import Interpreter
from sarrus.spatial import Vec3
from sarrus.testing.numbers import CLOSE, STEP, difference, evaluate, mp

seeded = settings(derandomize=True, max_examples=80, deadline=None, database=None)

# Each is smooth for all arguments between about -10 and 10; constants are exact in binary, so that folding them
# rounds nothing.
STEPS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b / 4.0,
    "div": lambda a, b: a / (1.0 + b * b),
    "neg": lambda a, b: -a,
    "sin": lambda a, b: sin(a),
    "cos": lambda a, b: cos(a),
    "tan": lambda a, b: tan(tanh(a)),
    "asin": lambda a, b: asin(0.875 * tanh(a)),
    "acos": lambda a, b: acos(0.875 * tanh(a)),
    "atan": lambda a, b: atan(a),
    "atan2": lambda a, b: atan2(a, 1.0 + b * b),
    "sqrt": lambda a, b: sqrt(1.0 + a * a),
    "root": lambda a, b: root(1.0 + a * a),
    "exp": lambda a, b: exp(tanh(a)),
    "log": lambda a, b: log(2.0 + a * a),
    "tanh": lambda a, b: tanh(a),
    "pow": lambda a, b: (1.0 + a * a) ** tanh(b),
    "constant-power": lambda a, b: (2.0 + tanh(a)) ** 2.5,
    "abs": lambda a, b: absolute(a * b),
    "select": lambda a, b: where(a < b, sin(a) * b, a * b * b / 8.0),
    "floor": lambda a, b: a + floor(b),
}
programs = st.lists(
    st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=10
)
points = st.tuples(*[st.floats(-2.0, 2.0)] * 3)


def grown(program):
    """A random expression of three symbols that uses its parts more than once."""
    graph = Graph()
    symbols = graph.symbols("xyz")
    nodes = list(symbols)
    for op, i, j in program:
        nodes.append(graph.lift(STEPS[op](nodes[i % len(nodes)], nodes[j % len(nodes)])))
    return graph, symbols, nodes[-1]


def slopes(node, symbols, values):
    """Gradient by differences, to about 24 digits."""
    found = []
    for s in symbols:
        ends = [evaluate([node], {**values, s: values[s] + h})[0] for h in (-STEP, STEP)]
        found.append((ends[1] - ends[0]) / (2 * STEP))
    return found


def near_a_corner(node, values):
    """Whether a step could cross the corner of |a|, a choice or a floor: differences mean nothing there."""
    from sarrus.scalar.graph import order

    for n in order([node]):
        if n.op in ("lt", "abs", "floor"):
            parts = evaluate(list(n.args), values)
            gap = abs(parts[0] - (parts[1] if n.op == "lt" else mp.nint(parts[0]) if n.op == "floor" else 0))
            if gap < 1e-6:
                return True
    return False


@seeded
@given(programs, points)
def test_gradient_is_the_limit_of_differences(program, point):
    _, symbols, node = grown(program)
    values = {s: mp.mpf(x) for s, x in zip(symbols, point, strict=True)}
    if not near_a_corner(node, values):
        assert difference(evaluate(gradient(node, symbols), values), slopes(node, symbols, values)) < CLOSE


@seeded
@given(programs, points, points)
def test_forward_and_reverse_agree(program, point, direction):
    graph, symbols, node = grown(program)
    values = {s: mp.mpf(x) for s, x in zip(symbols, point, strict=True)}
    rates = graph.symbols(("a", "b", "c"))  # as numbers they would be folded with others, and rounded
    values |= {r: mp.mpf(x) for r, x in zip(rates, direction, strict=True)}
    (forward,) = along([node], dict(zip(symbols, rates, strict=True)))
    reverse = sum((d * r for d, r in zip(gradient(node, symbols), rates, strict=True)), graph.zero)
    assert difference(evaluate([forward], values), evaluate([reverse], values)) < 1e-40


@seeded
@given(programs, points)
def test_second_derivatives_are_symmetric_and_right(program, point):
    _, symbols, node = grown(program)
    values = {s: mp.mpf(x) for s, x in zip(symbols, point, strict=True)}
    if near_a_corner(node, values):
        return
    first = gradient(node, symbols)
    second = jacobian(first, symbols)
    flat = evaluate([n for row in second for n in row], values)
    size = max([1, *map(abs, flat)])
    for i in range(3):
        for j in range(3):
            assert abs(flat[3 * i + j] - flat[3 * j + i]) < CLOSE * size
    assert difference(flat[:3], slopes(first[0], symbols, values)) < CLOSE


def test_derivatives_against_known_formulas():
    graph = Graph()
    x, y = graph.symbols("xy")
    assert gradient(x * y, [x, y]) == [y, x]
    assert gradient(sin(x), [x]) == [cos(x)]
    assert gradient(x + y, [x]) == [graph.one]
    assert gradient(sin(y), [x]) == [graph.zero]
    assert along([x * x], {x: 1.0}) == [x + x] or along([x * x], {x: 1.0}) == [2.0 * x]
    assert along([], {x: 1.0}) == []
    assert lifted(graph, [1.0, x]) == [graph.one, x]


def test_an_inner_node_can_be_the_independent_one():
    graph = Graph()
    x, _ = graph.symbols("xy")
    inner = sin(x)
    node = inner * inner + x
    assert gradient(node, [inner]) == [inner + inner]
    assert along([node], {inner: 1.0})[0] is inner + inner


def test_length_has_a_zero_slope_at_zero():
    """Trap: the slope of sqrt is infinite there, that of |d| undefined; NaN would follow."""
    graph = Graph()
    xs = graph.symbols("xyz")
    length = Vec3(*xs).norm()
    nodes = [length, *gradient(length, xs), *along([length], dict.fromkeys(xs, 1.0))]
    assert Interpreter(xs, nodes)([0.0, 0.0, 0.0]) == [0.0] * 5


@pytest.mark.parametrize("x", [0.0, -1.0, 1e-200])
def test_the_branch_not_taken_does_no_harm(x):
    """Trap: 0 times infinity in reverse mode through a choice."""
    graph = Graph()
    (s,) = graph.symbols("x")
    guarded = where(0.0 < s, 0.0, 1.0 / s) if x > 0.0 else where(0.0 < s, 1.0 / (s * s), 0.0)
    whole = 3.0 * guarded * s + s
    nodes = [*gradient(whole, [s]), *along([whole], {s: 1.0})]
    assert Interpreter([s], nodes)([x]) == [1.0, 1.0]


def test_slope_of_a_choice_is_that_of_the_branch_taken():
    graph = Graph()
    x, y = graph.symbols("xy")
    top = maximum(x * x, 3.0 * y)
    run = Interpreter([x, y], [*gradient(top, [x, y]), *along([top], {x: 1.0})])
    assert run([2.0, 1.0]) == [4.0, 0.0, 4.0]
    assert run([1.0, 1.0]) == [0.0, 3.0, 0.0]


def test_slopes_at_corners_are_one_sided_numbers():
    graph = Graph()
    (x,) = graph.symbols("x")
    assert Interpreter([x], gradient(absolute(x), [x]))([0.0]) == [1.0]
    assert gradient(floor(x), [x]) == [graph.zero]
    assert gradient(graph.binary("le", x, graph.one), [x]) == [graph.zero]


def test_power_with_a_constant_exponent_needs_no_logarithm():
    graph = Graph()
    (x,) = graph.symbols("x")
    assert Interpreter([x], gradient(x**7, [x]))([-2.0]) == [7 * 64.0]


def test_an_unknown_operation_has_no_rule():
    graph = Graph()
    (x,) = graph.symbols("x")
    with pytest.raises(ValueError, match="operation 'gamma' has no derivative rule"):
        gradient(graph.node("gamma", (x,)), [x])


def test_derivatives_along_each_symbol_are_the_nodes_of_one_at_a_time():
    g = Graph()
    x, y, z = (g.symbol(name) for name in "xyz")
    outputs = [x * y + g.unary("sin", x), y, g.unary("exp", y * y), g.const(2.0)]
    each = along_each(outputs, [x, y, z])
    for found, symbol in zip(each, (x, y, z), strict=True):
        assert all(a is b for a, b in zip(found, along(outputs, {symbol: 1.0}), strict=True))
    assert along_each([], [x, y]) == [[], []]
