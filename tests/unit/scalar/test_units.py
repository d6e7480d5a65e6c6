import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.errors import ModelError
from sarrus.scalar.units import (
    UNITS,
    Dimension,
    check_kind,
    convert,
    finite,
    parse_quantity,
    parse_unit,
    raised,
    si_unit,
    split_quantity,
)

TORQUE = Dimension(2, 1, -2)


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("12 mm", 0.012, Dimension(1)),
        ("12mm", 0.012, Dimension(1)),
        ("-.5 in", -0.0127, Dimension(1)),
        ("200 N/m", 200.0, Dimension(0, 1, -2)),
        ("5 N*m/rad", 5.0, TORQUE._replace(angle=-1)),
        ("5 N m/rad", 5.0, TORQUE._replace(angle=-1)),
        ("9.81 m/s^2", 9.81, Dimension(1, 0, -2)),
        ("9.81 m s^-2", 9.81, Dimension(1, 0, -2)),
        ("9.81 m/s/s", 9.81, Dimension(1, 0, -2)),
        ("2 N s/m", 2.0, Dimension(0, 1, -1)),
        ("1e-3 kg*m**2", 0.001, Dimension(2, 1)),
        ("3 1/s", 3.0, Dimension(time=-1)),
        ("90 deg", math.pi / 2, Dimension(angle=1)),
        ("60 rpm", 2 * math.pi, Dimension(time=-1, angle=1)),
        ("2 lbf", 8.896443230521, Dimension(1, 1, -2)),
        ("7 MPa", 7e6, Dimension(-1, 1, -2)),
        ("1e-999999999999 m", 0.0, Dimension(1)),
        ("42", 42.0, Dimension()),
    ],
)
def test_quantities_are_read_in_si(text, value, dimension):
    assert parse_quantity(text) == (value, dimension)


def test_a_unit_is_read_without_a_number():
    assert parse_unit("kg m^2") == (1, Dimension(2, 1))


@settings(derandomize=True, max_examples=200)
@given(st.integers(-(10**12), 10**12), st.integers(0, 12))
def test_millimetres_are_exact_to_the_last_bit(digits, shift):
    assert parse_quantity(f"{digits}e-{shift} mm")[0] == float(f"{digits}e-{shift + 3}")


@pytest.mark.parametrize("unit", sorted(UNITS.keys() - {"1"}))
def test_every_unit_divided_by_itself_is_one(unit):
    assert parse_quantity(f"3 {unit}/{unit}") == (3.0, Dimension())


@pytest.mark.parametrize(
    ("value", "unit", "converted"),
    [
        (5, "m", 5.0),
        ("5", "m", 5.0),
        ("60 deg", "rad", math.pi / 3),
        ("120 rpm", "rad/s", 4 * math.pi),
        ("5 N m/rad", "N m", 5.0),
        ("5 N m", "N m/rad", 5.0),
        ("2 N m s", "N m s/rad", 2.0),
        ("1 N m/deg", "N m/rad", 180 / math.pi),
        ("5 J", "N m", 5.0),
        ("5 mm/rev", "m/rad", 0.005 / (2 * math.pi)),
        ("3 Hz", "1/s", 3.0),
        ("3 m/m", "1", 3.0),
    ],
)
def test_convert_gives_the_declared_unit(value, unit, converted):
    # The expected value was itself rounded, once or twice.
    assert convert(value, unit, "here") == pytest.approx(converted, rel=2.3e-16, abs=0)


@pytest.mark.parametrize(
    ("value", "unit", "useful"),
    [
        (
            "5 m",
            "rad",
            "'5 m' cannot be converted to [rad]. Any unit of the kind [rad] is allowed, such as rad, deg",
        ),
        ("5 rad", "m", "'5 rad' cannot be converted to [m]"),
        (
            "5 rad",
            "1",
            "cannot be converted to [1]. Any unit of the kind [1] is allowed. A number without unit",
        ),
        ("5 m/m", "rad", "cannot be converted to [rad]"),
        ("5 Hz", "rad/s", "such as rpm. A number without unit is taken in [rad/s]."),
        ("5 N m/deg", "N m", "cannot be converted to [N m]"),
        ("5 mm", "m/rad", "cannot be converted to [m/rad]"),
        (True, "m", "'True' is not a number"),
        (None, "m", "'None' is not a number"),
        (math.nan, "m", "the number nan is not finite"),
        (10**400, "m", "the number inf is not finite"),
    ],
)
def test_convert_refuses_other_kinds(value, unit, useful):
    with pytest.raises(ModelError) as caught:
        convert(value, unit, "a.yaml:1:2")
    assert str(caught.value).startswith("a.yaml:1:2: ")
    assert useful in str(caught.value)


@pytest.mark.parametrize(
    ("text", "useful"),
    [
        ("5 kn", "'kn' is not a known unit. Known are m, um, mm,"),
        ("5 kn", "Did you mean 'kN'?"),
        ("5 Nm", "Did you mean 'N m'?"),
        ("5 x", "A product with a name needs '*'."),
        ("5 m^9", "the unit 'm^9' has the power 9. Powers lie in -4..4."),
        ("5 m^" + "9" * 90, "Powers lie in -4..4."),
        (
            "5 N/m s",
            "a product stands after '/'. Products come first, then quotients. Write 'N s/m' or 'N/m/s'.",
        ),
        ("5 m.", "the unit 'm.' is unclear at '.'"),
        ("5 /s", "is unclear at '/s'"),
        ("5 m 1", "is unclear at ' 1'"),
        ("5 1", "'5 1' is not a quantity. A quantity is one number and one unit, such as '200 N/m'"),
        ("m", "'m' is not a quantity"),
        ("nan m", "'nan m' is not a quantity"),
        ("1e400 m", "'1e400 m' is too large. Numbers reach about 1.8e308."),
        ("1e308 km", "'1e308 km' is too large"),
        ("9**9**9**9 mm", "is unclear at '**9**9**9 mm'"),
        ("5 " + "m" * 10_000_000, "is not a quantity"),
        ("5 " + "(" * 50_000, "is not a quantity"),
        ('__import__("os") m', "is not a quantity"),
    ],
)
def test_what_is_no_quantity_is_refused_with_a_reason(text, useful):
    with pytest.raises(ModelError) as caught:
        parse_quantity(text, "a.yaml:1:2")
    assert str(caught.value).startswith("a.yaml:1:2: ")
    assert useful in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_long_unit_is_refused():
    with pytest.raises(ModelError, match="is too long"):
        parse_unit("m*" * 100 + "m")


def test_split_leaves_the_unit_unread():
    assert split_quantity(" 12 nonsense ") == ("12", "nonsense")
    assert split_quantity("a/2") is None


def test_finite_takes_any_real_number():
    import numpy as np

    assert finite(np.float32(0.5), "") == 0.5
    assert type(finite(np.int64(2), "")) is float


@settings(derandomize=True, max_examples=300)
@given(st.text(st.sampled_from("0123456789.eE+-*/^ mNsradkg1()"), max_size=30))
def test_any_text_is_read_or_refused_as_a_model_error(text):
    try:
        value, _ = parse_quantity(text)
    except ModelError:
        return
    assert math.isfinite(value)


@pytest.mark.parametrize("written", [*UNITS, "kN/mm", "N mm/deg", "g*cm**2", "1/min", "lbf/in", "mm s^-2"])
def test_unit_in_si_is_of_the_same_kind_and_of_size_one(written):
    assert parse_unit(si_unit(written)) == (1, parse_unit(written)[1])


def test_revolutions_per_minute_are_not_replaced_inside_a_quotient():
    assert si_unit("N m/rpm") == ""


@pytest.mark.parametrize(
    ("unit", "shown"), [("m/s^2", "m/s²"), ("kg m^2/s^3", "kg m²/s³"), ("m s^-10", "m s⁻¹⁰"), ("N m", "N m")]
)
def test_exponents_are_raised_to_be_read(unit, shown):
    assert raised(unit) == shown


def test_a_micrometre_is_known_and_other_prefixes_are_spelled_out():
    assert parse_quantity("5 um")[0] == 5e-6
    for word, said in (("nm", "Write 1e-9 m for 1 nm"), ("GPa", "Write 1e9 Pa for 1 GPa")):
        with pytest.raises(ModelError, match=said):
            parse_quantity(f"5 {word}")


def test_a_unit_that_may_be_a_name_is_told_as_a_product():
    with pytest.raises(ModelError, match=r"If the name 't' is meant, a product needs '\*': write '2\*t'"):
        check_kind("2 t", "rad", "here", names=("a", "t"))
    with pytest.raises(ModelError, match=r"A number without unit is taken in \[rad\]"):
        check_kind("2 t", "rad", "here")


def test_a_letter_that_is_no_unit_is_not_taken_for_a_misspelt_one():
    with pytest.raises(ModelError, match=r"A product with a name needs '\*'"):
        parse_quantity("2 a")
