"""The model in tables: every number with the unit it has, as it was written and in SI."""

from pathlib import Path

import pytest

import sarrus
from sarrus.io import loads
from sarrus.views.page.model_tables import model_tables

EXAMPLES = Path(__file__).parents[4] / "examples"

PUMP = """sarrus: 1
plane: xy
parameters: {r: 40 mm, speed: 120 rpm, J: 0.01, f: 2 Hz, k: 3, load: 5}
bodies:
  crank: {rod: {length: r, mass: 0.5 kg}}
  wheel: {mass: 1, inertia: J}
joints: {A: {revolute: [ground, crank.start]}, B: {revolute: [ground, wheel]}}
forces:
  weight: {gravity: [0, -9.81 m/s^2]}
  brake: {applied-torque: [ground, wheel], moment: load}
  shake: {applied-torque: [ground, wheel], moment: k**2*sin(2*pi*f*t)}
drivers: {motor: {motion: A.theta, is: speed*t}}
start: {fixed: {B.theta: 90 deg, B.theta_dot: 0.5*speed}}
"""


def rows_of(model, title):
    """Rows of a table by their first cell."""
    (table,) = [table for table in model_tables(model.snapshot()) if table["title"] == title]
    assert all(len(row) == len(table["head"]) for row in table["rows"])
    return {row[0]: row[1:] for row in table["rows"]}


def test_parameters_have_the_units_of_the_places_where_they_stand():
    assert rows_of(loads(PUMP), "Parameters") == {
        "r": ["40 mm", "0.04 m"],
        "speed": ["120 rpm", "12.5664 rad/s"],
        "J": ["0.01", "0.01 kg m²"],
        "f": ["2 Hz", "2 Hz"],
        "k": ["3", "3"],
        "load": ["5", "5 N m"],
    }


def test_values_are_told_with_units_and_functions_of_time_as_they_are():
    model = loads(PUMP)
    forces = rows_of(model, "Forces")
    assert forces["brake"][-1] == "moment = load = 5 N m"
    assert forces["shake"][-1] == "moment = k**2*sin(2*pi*f*t) [N m]"
    assert rows_of(model, "Drivers")["motor"][-1] == "is = speed*t [rad]"
    assert rows_of(model, "Bodies")["crank"][0] == "rod (length = r = 0.04 m, mass = 0.5 kg)"


def test_list_has_one_unit_also_where_its_numbers_are_written_with_others():
    text = PUMP.replace("-9.81 m/s^2", "-981 cm/s^2")
    assert rows_of(loads(text), "Forces")["weight"][-1] == "acceleration = (0, -9.81) m/s²"


def test_start_values_and_rates_have_units():
    assert rows_of(loads(PUMP), "Start values") == {
        "B.theta": ["90 deg", "1.5708 rad", "fixed"],
        "B.theta_dot": ["0.5*speed", "6.28319 rad/s", "fixed"],
    }


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_exponents_of_units_are_raised_in_every_table(path):
    tables = model_tables(sarrus.load(path).snapshot())
    assert "^" not in str(tables)


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("four-bar", {"a": "m", "b": "m", "c": "m", "d": "m"}),
        ("spring-mass-damper", {"m": "kg", "k": "N/m", "c": "N s/m", "l0": "m"}),
        ("cardan-shaft", {"angle": "rad", "speed": "rad/s"}),
        ("universal-double-pendulum", {"l1": "m", "l2": "m", "g": "m/s²", "m1": "kg", "m2": "kg"}),
        ("disk-and-bar", {"b": "m", "l": "m", "R": "", "tilt": "rad"}),
    ],
)
def test_parameters_of_the_examples_have_units(name, units):
    rows = rows_of(sarrus.load(EXAMPLES / f"{name}.yaml"), "Parameters")
    assert {parameter: value.partition(" ")[2] for parameter, (_, value) in rows.items()} == units


def test_tables_and_equations_say_the_same_units():
    model = sarrus.load(EXAMPLES / "rack-and-pinion.yaml")
    page = sarrus.equations(model).text()
    for _, value in rows_of(model, "Parameters").values():
        assert value.partition(" ")[2] in page


def test_long_list_is_cut_and_says_how_long_it_is():
    text = PUMP.replace("motion: A.theta, is: speed*t", f"polynomial: A.theta, coefficients: {[0.5] * 20}")
    told = rows_of(loads(text), "Drivers")["motor"][-1]
    assert told.startswith("coefficients = (0.5, ") and told.endswith(", ... 20 in all)")
