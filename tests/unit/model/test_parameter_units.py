"""Units of parameters, as the places where they stand tell them."""

import pytest

from sarrus.io import loads
from sarrus.model import parameter_units

# Where a value of each kind stands: a length and an angle of the model, a torque and a motion over time.
MODEL = """sarrus: 1
plane: xy
parameters: {{{parameters}}}
ground: {{frames: {{here: {{at: [{length}, 0], turn: {angle}}}}}}}
bodies:
  one: {{mass: 1, inertia: 1}}
  two: {{mass: {mass}, inertia: 1}}
joints: {{A: {{revolute: [ground.here, one]}}, B: {{prismatic: [ground, two]}}}}
forces: {{push: {{applied-torque: [ground, one], moment: {torque}}}}}
drivers: {{motor: {{motion: A.theta, is: {motion}}}}}
start: {{fixed: {{B.s: {start}, B.s_dot: {rate}}}}}
"""
NUMBERS = {
    "length": 1,
    "angle": 0,
    "mass": 1,
    "torque": 1,
    "motion": 1,
    "start": 0,
    "rate": 0,
    "parameters": "a: 1, b: 2",
}


def units(**written):
    quoted = {key: value if key == "parameters" else f'"{value}"' for key, value in written.items()}
    return parameter_units(loads(MODEL.format(**NUMBERS | quoted)).snapshot())


@pytest.mark.parametrize(
    ("place", "written", "unit"),
    [
        ("length", "a", "m"),
        ("length", "-a/2 + 3", "m"),
        ("length", "max(0.1, abs(a))", "m"),
        ("length", "a*cos(0.3)", "m"),
        ("length", "(1 - cos(0.3))/2*a", "m"),
        ("length", "a if 1 < 2 else 0", "m"),
        ("mass", "2*a", "kg"),
        ("angle", "a", "rad"),
        ("length", "3*sin(a)", "rad"),
        ("torque", "a", "N m"),
        ("torque", "a*t", "N m/s"),
        ("torque", "1 if t < a else 0", "s"),
        ("motion", "a*t", "rad/s"),
        ("motion", "1 + t*a", "rad/s"),
        ("motion", "0.5*a*t**2", "rad/s^2"),
        ("motion", "0.1*sin(a*t + 1)", "rad/s"),
        ("start", "a", "m"),
        ("rate", "a", "m/s"),
    ],
)
def test_place_tells_the_unit(place, written, unit):
    assert units(**{place: written}) == {"a": unit}


@pytest.mark.parametrize(
    ("place", "written"),
    [
        ("length", "a*b"),
        ("length", "2/a"),
        ("length", "a**2"),
        ("length", "sqrt(a)"),
        ("motion", "2*pi*a*t"),  # turns per second, as likely as not
        ("motion", "sin(2*pi*a*t)"),
        ("motion", "a*t*t"),
        ("motion", "t**a"),
    ],
)
def test_unit_that_depends_on_others_is_not_guessed(place, written):
    assert units(**{place: written}) == {}


def test_amplitude_and_frequency_are_both_known():
    assert units(motion="a*sin(b*t)") == {"a": "rad", "b": "rad/s"}


def test_what_a_parameter_is_defined_by_has_its_unit():
    assert units(length="c", parameters="a: 1, b: 2*a, c: b - 1") == {"a": "m", "b": "m", "c": "m"}


def test_long_chain_of_parameters_is_followed_to_its_end():
    chain = ", ".join(["a0: 1", *(f"a{k + 1}: a{k}" for k in range(3000))])
    found = units(length="a3000", parameters=chain)
    assert (len(found), found["a0"]) == (3001, "m")


def test_written_unit_is_taken_where_no_place_tells():
    found = units(motion="2*pi*a*t", length="b", parameters="a: 3 Hz, b: 30 mm, c: 60 rpm, d: 5 kN/mm")
    assert found == {"a": "Hz", "b": "m", "c": "rad/s", "d": "N/m"}


def test_mass_is_a_mass_although_a_number_times_it_is_a_force():
    assert units(torque="9.81*a", mass="a") == {"a": "kg"}


def test_coefficients_have_no_unit_in_common():
    text = MODEL.format(**NUMBERS).replace(
        "motor: {motion: A.theta, is: 1}", "motor: {polynomial: A.theta, coefficients: [0, a]}"
    )
    assert "polynomial" in text
    assert parameter_units(loads(text).snapshot()) == {}
