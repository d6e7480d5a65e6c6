"""Records: the same fields under CPython and in compiled code, and what is refused by file and line."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sarrus.errors import CompileError
from sarrus.records import Changing, Floats, Ints, Record, Records
from sarrus.scalar.linking import Program
from sarrus.scalar.subset import Loops, Unsupported, translate


class Wheel(Record):
    spokes: int
    radius: float
    angles: Floats
    turns: Changing[int] = 0


class Cart(Record):
    count: int
    order: Ints
    front: Wheel
    wheels: Records[Wheel]
    way: Changing[float] = 0.0
    is_rolling: Changing[bool] = False


def wheel(k: int) -> Wheel:
    return Wheel(spokes=3 + k, radius=0.5 + k, angles=np.arange(3.0 + k))


def cart() -> Cart:
    return Cart(
        count=3,
        order=np.array([2, 0, 1]),
        front=wheel(7),
        wheels=Records(Wheel, [wheel(k) for k in range(3)]),
    )


def roll(c: Cart, by: float) -> float:
    total = 0.0
    for k in range(c.count):
        w = c.wheels[c.order[k]]
        for i in range(w.spokes):
            w.angles[i] += by / w.radius
            total += w.angles[i]
        w.turns += 1 + k
        c.way += by * w.turns
    c.is_rolling = by > 0.0
    c.front.turns = c.front.spokes if c.is_rolling else -1
    c.wheels[1].angles[c.wheels[0].spokes] = 99.0
    return total + spread(c.front) + float(c.is_rolling)


def spread(w: Wheel) -> float:
    angles = w.angles[1:]
    angles[0] = 3.0 * w.radius
    return angles[0] - w.angles[0]


def test_fields_are_the_same_in_python_and_compiled():
    compiled, plain = cart(), cart()
    program = Program([], translate([roll], {}))
    for by in (0.25, -3.0, 1e-3):
        found, expected = program.function("roll")(compiled, by), roll(plain, by)
        assert found == expected
    for k in range(3):
        assert compiled.wheels[k].angles.tolist() == plain.wheels[k].angles.tolist()
        assert compiled.wheels[k].turns == plain.wheels[k].turns > 0
    assert compiled.front.angles.tolist() == plain.front.angles.tolist()
    assert (compiled.way, compiled.front.turns, compiled.is_rolling) == (plain.way, plain.front.turns, True)


def test_numbers_are_plain_and_arrays_are_those_given():
    angles = np.zeros(2)
    w = Wheel(spokes=2, radius=1, angles=angles)
    assert w.angles is angles
    assert type(w.spokes) is int and type(w.radius) is float and type(cart().is_rolling) is bool
    w.turns = 5
    w.clear()
    assert (w.turns, w.spokes) == (0, 2)
    assert repr(w) == "Wheel(spokes=2, radius=1.0, turns=0)"


def onward(r: Record, by: float, step: Callable[[Record, float], float]) -> float:
    return step(r, by)


def test_record_of_any_kind_is_passed_on_to_the_function_that_knows_it():
    program = Program([], translate([onward], {"step": roll}))
    assert program.function("onward")(cart(), 0.5) == onward(cart(), 0.5, roll)


def test_unchanging_fields_are_read_once_and_before_everything_else():
    text = translate([roll], {}).text
    body = text[text.index("@roll") :]
    head = body[: body.index("b.1:")]
    assert head.count("!invariant.load") == 5, "count, order, wheels, front and its spokes"
    assert body.count("!dereferenceable") == 1 and "ptr dereferenceable(64) %c" in body


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"spokes": 1, "radius": 1.0}, "record Wheel needs 'angles'"),
        ({"spokes": 1, "radius": 1.0, "angles": np.zeros(2), "hub": 1}, "record Wheel has no field 'hub'"),
        (
            {"spokes": 1, "radius": 1.0, "angles": [1.0]},
            "'angles' of record Wheel needs a 1-D array of float64",
        ),
        ({"spokes": 1, "radius": 1.0, "angles": np.zeros(4)[::2]}, "needs a contiguous array"),
        ({"spokes": 1.5, "radius": 1.0, "angles": np.zeros(2)}, "integer"),
    ],
)
def test_record_is_made_of_what_it_declares(given, text):
    with pytest.raises(TypeError, match=text):
        Wheel(**given)


def test_record_with_a_field_of_an_unknown_kind_is_refused():
    with pytest.raises(TypeError, match=r"'name' of record Bad .*Allowed are float, int and bool"):
        type("Bad", (Record,), {"__annotations__": {"name": str}, "__module__": __name__})


def test_record_whose_address_is_known_does_not_move():
    one = wheel(1)
    Cart(count=0, order=np.zeros(0, np.int64), front=one, wheels=Records(Wheel, []))
    with pytest.raises(TypeError, match="a record Wheel is part of two others"):
        Records(Wheel, [one])


def test_record_is_no_base_of_others_and_has_no_field_that_every_record_has():
    with pytest.raises(TypeError, match="record Tyre is derived from another"):
        type("Tyre", (Wheel,), {"__annotations__": {"width": float}, "__module__": __name__})
    with pytest.raises(
        TypeError, match="field 'clear' of record Window is called like a part of every record"
    ):
        type("Window", (Record,), {"__annotations__": {"clear": bool}, "__module__": __name__})


def test_array_of_a_record_is_not_exchanged():
    with pytest.raises(AttributeError, match="'angles' is set when the record is made"):
        wheel(1).angles = np.zeros(4)


def unknown_field(w: Wheel) -> int:
    return w.spoke


def not_changing(w: Wheel) -> None:
    w.spokes = 3


def whole_array(w: Wheel) -> None:
    w.angles = w.angles


def whole_record(c: Cart) -> None:
    c.wheels[0] = c.front


def no_record(n: int) -> int:
    return n.real


def any_record(r: Record) -> int:
    return r.spokes


def other_record(c: Cart) -> float:
    return spread(c)


def float_for_int(w: Wheel) -> None:
    w.turns = 1.5


def parameter(c: Cart, w: Wheel) -> None:
    w = c.front
    w.turns = 1


def arithmetic(w: Wheel) -> float:
    return 2.0 * w


def sliced(c: Cart) -> int:
    return c.wheels[1:][0].spokes


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (unknown_field, "record 'Wheel' has no field 'spoke'; did you mean 'spokes'?"),
        (
            not_changing,
            r"field 'spokes' of record 'Wheel' is only read by loops; declare it as Changing\[int\]",
        ),
        (whole_array, "field 'angles' is a float array and cannot be assigned; assign its entries"),
        (whole_record, "a record is not assigned as a whole; assign its fields"),
        (no_record, "an int has no field 'real'; fields are those of records"),
        (any_record, "nothing is known of the fields of 'r'; annotate it with its own record"),
        (other_record, "argument 'w' of 'spread' must be a record 'Wheel', not a record 'Cart'"),
        (float_for_int, r"field 'turns' must be an int, not a float; convert with int\(...\)"),
        (parameter, "'w' is a parameter that is a record, and is assigned"),
        (arithmetic, "arithmetic or comparison on a record 'Wheel'"),
        (sliced, "only arrays are sliced"),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_misuse_of_a_record_is_refused_by_line(function, text):
    with pytest.raises(Unsupported, match=rf"test_records\.py:\d+: {text}") as caught:
        translate([function], {})
    assert caught.value.line > function.__code__.co_firstlineno


def test_compiled_function_refuses_another_record():
    rolled = Program([], translate([roll], {})).function("roll")
    with pytest.raises(TypeError, match="needs a record Cart, not Wheel"):
        rolled(wheel(1), 1.0)
    with pytest.raises(TypeError, match="needs a record Cart, not ndarray"):
        rolled(np.zeros(8), 1.0)


def first(w: Wheel) -> int:
    return w.spokes


def test_key_of_loops_changes_with_the_layout_of_a_record(monkeypatch):
    """A cached object that reads fields at the places of before must not be found."""
    other = type(
        "Wheel", (Record,), {"__annotations__": {"radius": float, "spokes": int}, "__module__": __name__}
    )
    one = Loops([first], {}).key
    monkeypatch.setitem(first.__annotations__, "w", other)
    assert Loops([first], {}).key != one


def past_the_end(w: Wheel, n: int) -> float:
    total = 0.0
    for i in range(n):
        total += w.angles[i]
    return total


def before_the_start(x: Floats, n: int) -> float:
    return x[n - 2]


def too_long_a_view(x: Floats, n: int) -> float:
    y = x[1:n]
    return y[0]


def beyond_a_view(x: Floats, n: int) -> float:
    return inner(x[1:3], n)


def inner(y: Floats, n: int) -> float:
    return y[n]


def no_such_wheel(c: Cart, n: int) -> int:
    return c.wheels[n].spokes


TABLE = np.array([[1.0, 2.0], [3.0, 4.0]])


def no_such_entry(x: Floats, n: int) -> float:
    x[0] = TABLE[0, n]
    return x[0]


def either(x: Floats, n: int) -> float:
    return (x if n > 0 else x[2:])[n + 1]


@pytest.mark.parametrize(
    ("function", "given", "right", "wrong", "text"),
    [
        (past_the_end, wheel(0), 3, 4, r"subscript 3 in 'w.angles\[i\]' is outside: allowed are 0 to 2"),
        (before_the_start, np.ones(4), 2, 1, r"subscript -1 in 'x\[n - 2\]' is outside: allowed are 0 to 3"),
        (too_long_a_view, np.ones(4), 4, 5, r"subscript 5 in 'x\[1:n\]' is outside: allowed are 0 to 4"),
        (beyond_a_view, np.ones(4), 1, 2, r"subscript 2 in 'y\[n\]' is outside: allowed are 0 to 1"),
        (no_such_wheel, cart(), 2, 3, r"subscript 3 in 'c.wheels\[n\]' is outside: allowed are 0 to 2"),
        (no_such_entry, np.ones(4), 1, 2, r"subscript 2 in 'TABLE\[0, n\]' is outside: allowed are 0 to 1"),
        (either, np.ones(4), 0, 3, r"subscript 4 in .*\[n \+ 1\]' is outside: allowed are 0 to 3"),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_subscript_outside_is_named_by_file_and_line_where_they_are_checked(
    function, given, right, wrong, text
):
    compiled = Program([], translate([function], {}, is_checked=True)).function(function.__name__)
    assert compiled(given, right) == function(given, right)
    with pytest.raises(CompileError, match=rf"test_records\.py:\d+: {text}"):
        compiled(given, wrong)
    assert compiled(given, right) == function(given, right), "a mistake is told once"


def test_checked_loops_have_a_key_of_their_own():
    assert Loops([inner], {}).key != Loops([inner], {}, is_checked=True).key
    assert Loops([inner], {}).signatures["inner"] == (("F", "i"), "f")
    assert Loops([inner], {}, is_checked=True).signatures["inner"] == (("F+", "i"), "f")
