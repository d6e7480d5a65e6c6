"""Inputs and signals in files and in Python: names, the way through a file, and the sentence each mistake deserves."""

from __future__ import annotations

import pytest

import sarrus
from sarrus import Body, CoordinateForce, Mechanism, Revolute, Rod
from sarrus.errors import ModelError
from sarrus.io import dumps, loads
from sarrus.model.quantities import Origin

MODEL = """sarrus: 1
plane: xy
parameters: {{k: 20{parameters}}}
inputs: {{{inputs}}}
signals: {{{signals}}}
bodies:
  bar: {{rod: {{length: {length}, mass: 2}}}}
  block: {{mass: 1, inertia: 0.1}}
joints:
  A: {{revolute: [ground, bar.start]}}
  S: {{prismatic: [ground, block]}}
{more}
start: {{fixed: {{A.theta: {start}}}}}
"""
USUAL = {
    "parameters": "",
    "inputs": "u: 0 N m",
    "signals": "phi: A.theta, w: A.theta_dot, s: S.s",
    "length": "1",
    "start": "0.4",
    "more": "",
}


def text(**given):
    return MODEL.format(**USUAL | given)


def on_force(expression, signals):
    return {"signals": signals, "more": f"forces: {{f: {{coordinate-force: A.theta, is: {expression}}}}}"}


LOOP = [": an algebraic loop", "Use a filter or a sampled controller"]
MISTAKES = {
    "a quantity that is misspelt": (
        {"signals": "phi: A.thta"},
        ["m.yaml:5:16", "'A.thta', which nothing publishes", "A.theta_dot", "Did you mean 'A.theta'?"],
    ),
    "an element that is not there": (
        {"signals": "phi: AA.theta"},
        ["There is no 'AA'; there are ground, bar, block, A, S, energy", "Did you mean 'A'?"],
    ),
    "a vector": (
        {"signals": "phi: A.reaction"},
        ["several components", "A.reaction.x, A.reaction.y, A.reaction.z"],
    ),
    "a number in place of a name": ({"signals": "phi: 3"}, ["signal 'phi' is 3", "such as A.theta"]),
    "a name that is taken": (
        {"signals": "k: A.theta"},
        ["the name 'k' of this signal is taken by a parameter", "share one set of names"],
    ),
    "time as a signal": ({"signals": "t: A.theta"}, ["'t' cannot be a signal", "other than t, pi, e"]),
    "a word of ports": ({"inputs": "length: 0 m"}, ["'length' cannot be an input", "length, rate, value"]),
    "an input that is a formula": ({"inputs": "u: 2*k"}, ["input 'u' is '2*k'", "its value at the start"]),
    "an acceleration in a force": (on_force("-a", "a: A.theta_ddot"), ["signal 'a' (A.theta_ddot)", *LOOP]),
    "a reaction in a force": (on_force("-a", "a: A.reaction.x"), ["signal 'a' (A.reaction.x)", *LOOP]),
    "its own magnitude in a force": (on_force("-a", "a: f.magnitude"), ["signal 'a' (f.magnitude)", *LOOP]),
    "the effort of a driver in a force": (
        {
            "signals": "a: m.effort",
            "more": "forces: {f: {coordinate-force: A.theta, is: a}}\ndrivers: {m: {motion: S.s, is: t}}",
        },
        ["signal 'a' (m.effort)", *LOOP],
    ),
    "the length of a spring in a force": (
        {
            "signals": "a: p.length",
            "more": "forces: {p: {spring-damper: [ground, bar.end], stiffness: 3}, f: {coordinate-force: A.theta, is: a}}",
        },
        ["signal 'a' (p.length)", "Measure it with a sensor, and read that"],
    ),
    "what an expression makes in a force": (
        {
            "signals": "a: one.value, phi: A.theta",
            "more": "sensors: {one: {expression-sensor: phi, unit: rad}}\nforces: {f: {coordinate-force: A.theta, is: a}}",
        },
        ["Write the expression of 'one' in 'f' itself"],
    ),
    "a signal in geometry": (
        {"length": "1 + phi"},
        [
            "length of body 'bar' depends on the signal 'phi' (A.theta)",
            "It must be constant",
            "may stand in forces",
        ],
    ),
    "an input in geometry": ({"length": "1 + u"}, ["length of body 'bar' depends on the input 'u'"]),
    "a signal in a start value": (
        {"start": "0.1*phi"},
        ["depends on the signal 'phi'", "It must be constant"],
    ),
    "a signal in a driver": (
        {"more": "drivers: {m: {motion: S.s, is: phi}}"},
        ["motion 'm' reads the signal 'phi'", "may read time t and parameters"],
    ),
    "an input in a parameter": (
        {"parameters": ", b: 2*u"},
        ["parameter 'b' depends on the input 'u'", "Parameters are constant"],
    ),
    "an input in a stiffness": (
        {"more": "forces: {p: {spring-damper: [ground, bar.end], stiffness: 3*u}}"},
        ["stiffness of spring-damper 'p' depends on the input 'u'"],
    ),
    "a name that is misspelt": (
        on_force("-phu", "phi: A.theta"),
        ["'phu' has no value", "Did you mean 'phi'?"],
    ),
    "a word of another port": (
        on_force("-length", ""),
        ["'length' has no value in coordinate-force 'f'", "rate, t, u, value"],
    ),
    "a word that is a parameter too": (
        {"parameters": ", length: 3", "more": "forces: {f: {line-force: [ground, bar.end], is: 3*length}}"},
        ["'length' is ambiguous in line-force 'f'", "Give the parameter another name"],
    ),
    "a force with the unit of a length": (on_force("3 m", ""), ["'3 m' cannot be converted to [N m]"]),
    "a condition of velocities": (
        {"more": "constraints: {c: {condition: w - 2, unit: rad/s}}"},
        [
            "condition 'c' reads the signal 'w' (A.theta_dot)",
            "A condition ties positions",
            "Add 'level: velocity'",
        ],
    ),
    "a condition at the level of velocities without a rate": (
        {"more": "constraints: {c: {condition: phi - 2, unit: rad, level: velocity}}"},
        ["condition 'c' has 'level: velocity', but reads no rate", "Name a rate under 'signals'"],
    ),
    "a condition of accelerations": (
        {
            "signals": "a: A.theta_ddot",
            "more": "constraints: {c: {condition: a - 1, unit: rad/s, level: velocity}}",
        },
        ["condition 'c' reads the signal 'a' (A.theta_ddot)", LOOP[0]],
    ),
    "a condition that ties nothing": (
        {"more": "constraints: {c: {condition: 2*t, unit: m}}"},
        ["reads no signal, so that it ties nothing"],
    ),
    "a condition without unit": (
        {"more": "constraints: {c: {condition: s - phi}}"},
        ["lacks 'unit' (unit of the expression)", "a unit of SI"],
    ),
    "a condition in millimetres": (
        {"more": "constraints: {c: {condition: s - phi, unit: mm}}"},
        ["has 'mm' as unit of the expression", "Write 'm', and the expression in it"],
    ),
    "the effort of a condition in itself": (
        {"signals": "a: c.effort", "more": "constraints: {c: {condition: a - 1, unit: m}}"},
        ["condition 'c' reads the signal 'a' (c.effort)", LOOP[0]],
    ),
    "a sensor that reads itself": (
        {"signals": "a: one.value", "more": "sensors: {one: {expression-sensor: a, unit: 1}}"},
        ["the sensor 'one' reads itself"],
    ),
    "sensors in a ring": (
        {
            "signals": "a: one.value, b: two.value",
            "more": "sensors: {one: {expression-sensor: b, unit: 1}, two: {expression-sensor: a, unit: 1}}",
        },
        ["the sensors one, two read each other"],
    ),
}


@pytest.mark.parametrize(("given", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_gets_the_sentence_it_deserves(given, said):
    with pytest.raises(ModelError) as caught:
        loads(text(**given), "m.yaml")
    found = str(caught.value)
    assert len(caught.value.problems) == 1, found
    assert found.startswith("m.yaml:")
    for part in said:
        assert part in found


def test_other_mistakes_of_a_file_are_told_without_consequences_for_signals():
    with pytest.raises(ModelError) as caught:
        loads(text(more="forces: {f: {coordinate-force: A.theta, is: -phi}, g: {graviti: [0, 0]}}"), "m.yaml")
    assert [p.what.split(" is ")[0] for p in caught.value.problems] == ["force 'g'"]


WHOLE = text(
    more="""constraints:
  cam: {condition: s - 0.03*sin(2*phi), unit: m}
forces:
  drive: {coordinate-force: A.theta, is: u - k*phi - 2*w}
  pull: {line-force: [ground, bar.end], is: 300*(length - 0.4) + 12*rate + u}
sensors:
  given: {expression-sensor: u*w, unit: W}"""
)


@pytest.mark.parametrize("path", ["m.yaml", "m.json"])
def test_inputs_and_signals_survive_the_way_through_a_file(path):
    mechanism = loads(WHOLE, "m.yaml")
    again = loads(dumps(mechanism, path), path)
    assert dumps(again, path) == dumps(mechanism, path)
    for key in ("given", "aliases", "values", "constraints", "forces", "sensors"):
        assert getattr(again, key) == getattr(mechanism, key)
    assert {**again.aliases} == {"phi": "A.theta", "w": "A.theta_dot", "s": "S.s"}


def test_python_gives_symbols_to_build_expressions_with():
    m = Mechanism("pd", plane="xy")
    bar = m.add(Body("bar", Rod(length=1.0, mass=1.0)))
    m.add(Revolute("A", m.ground, bar.start))
    (u,) = m.inputs(u="0.3 kN m")
    phi, w = m.signals(phi="A.theta", w="A.theta_dot")
    m.add(CoordinateForce("pd", "A.theta", function=u - 20 * phi - 2 * w))
    model = m.snapshot()
    assert model.reads(model.forces[0]) == ("u", "phi", "w")
    assert (model.input_numbers, model.input_unit("u")) == ({"u": 300.0}, "N m")
    source = model.source("w")
    assert (source.name, source.unit, source.origin, source.order) == (
        "A.theta_dot",
        "rad/s",
        Origin.COORDINATE,
        1,
    )
    assert str(m.forces[0].function) == "u - 20*phi - 2*w"


def test_the_schema_accepts_inputs_and_signals():
    properties = sarrus.io.schema()["properties"]
    assert properties["signals"]["additionalProperties"]["type"] == "string"
    assert "written from outside" in properties["inputs"]["description"]


def test_a_result_carries_its_inputs_and_signals(tmp_path):
    run = sarrus.simulate(loads(WHOLE, "m.yaml"), until=0.1)
    run.save(tmp_path / "run.h5")
    again = sarrus.load_result(tmp_path / "run.h5")
    assert again["given.value"].unit == "W"
    run.report(tmp_path / "run.html")
    assert "stands for" in (tmp_path / "run.html").read_text(encoding="utf-8")


def test_a_check_without_drivers_leaves_out_sensors_that_read_them():
    more = "drivers: {m: {motion: A.theta, is: t + 0.4}}\nsensors: {e: {expression-sensor: a*w, unit: W}}"
    mechanism = loads(text(signals="a: m.effort, w: A.theta_dot", more=more), "m.yaml")
    assert sarrus.check(mechanism).freedom == 2
