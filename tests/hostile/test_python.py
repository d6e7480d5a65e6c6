"""Hostile values given in Python: a SarrusError with a short sentence, never another exception; or a sound model."""

import datetime
import decimal
import fractions

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Motion, Revolute, Rod, Spline, SpringDamper, Table
from sarrus.errors import SarrusError
from sarrus.io import dumps, loads


class Unprintable:
    """Its text cannot be had."""

    def __repr__(self):
        raise RuntimeError("no text")


HOSTILE = {
    "nan": float("nan"),
    "inf": float("inf"),
    "huge whole number": 10**400,
    "whole number beyond text": 10**5000,
    "true": True,
    "none": None,
    "list": [],
    "dictionary": {},
    "bytes": b"1",
    "object": Unprintable(),
    "complex": 1 + 2j,
    "numpy nan": np.float64("nan"),
    "numpy truth": np.bool_(True),
    "numpy array of three": np.array([1.0, 2.0, 3.0]),
    "decimal": decimal.Decimal("1"),
    "decimal nan": decimal.Decimal("nan"),
    "huge fraction": fractions.Fraction(10**400),
    "long text": "a" * 10**6,
    "digits": "9" * 5000,
    "nul": "\0",
    "bidi": "\u202e1",
    "control": "a\x1b[31m",
    "line break": "a\nb",
    "comma": "1,5",
    "empty text": "",
    "code": "__import__('os')",
    "lambda text": "lambda: 1",
    "function": len,
    "class": float,
    "set": set(),
    "date": datetime.date(2020, 1, 1),
    "ellipsis": ...,
    "range": range(3),
    "iterator": iter([1]),
    "nested": [[[[1]]]],
    "too large quantity": "1e400 m",
    "full width digit": "１",
}
SOUND = {
    "numpy float": np.float32(1.5),
    "numpy whole": np.int8(3),
    "numpy array without axes": np.array(1.0),
    "fraction": fractions.Fraction(1, 3),
}


def model(*items):
    m = Mechanism("m", plane="xy")
    m.add(Body("b", mass=1, inertia=1))
    for item in items:
        m.add(item)
    return m


def finish(m):
    """Check it, print it, and send it through a file."""
    m.snapshot()
    repr(m)
    assert dumps(loads(dumps(m))) == dumps(m)


def with_frame(**given):
    m = model()
    m.ground.frame("p", **{"at": (1, 2), **given})
    return m


def with_start(**given):
    m = model()
    m.start(**given)
    return m


def with_parameter(value):
    m = model()
    m.parameters(p=value)
    return m


NUMBERS = {
    "mass of a body": lambda v: finish(model(Body("c", mass=v, inertia=1))),
    "inertia of a body": lambda v: finish(model(Body("c", mass=1, inertia=v))),
    "center of a body": lambda v: finish(model(Body("c", mass=1, inertia=1, center=(v, 0)))),
    "length of a rod": lambda v: finish(model(Body("c", Rod(length=v, mass=1)))),
    "mass of a rod": lambda v: finish(model(Body("c", Rod(length=1, mass=v)))),
    "component of a point": lambda v: finish(with_frame(at=(v, 2))),
    "turn of a frame": lambda v: finish(with_frame(turn=(v,))),
    "stiffness": lambda v: finish(model(SpringDamper("s", "ground", "b", stiffness=v))),
    "component of gravity": lambda v: finish(model(Gravity("g", (0, v)))),
    "motion": lambda v: finish(model(Motion("d", "b.x", v))),
    "cell of a table": lambda v: finish(model(Spline("d", "b.x", points=((0, 0), (1, v))))),
    "parameter": lambda v: finish(with_parameter(v)),
    "start value": lambda v: finish(with_start(fixed={"b.x": v})),
}
"""Where a number is wanted."""

OTHERS = {
    "name of a mechanism": lambda v: Mechanism(v),
    "plane": lambda v: Mechanism("m", plane=Unprintable() if v is None else v),
    "vector of gravity": lambda v: finish(model(Gravity("g", v))),
    "table": lambda v: finish(model(Spline("d", "b.x", points=v))),
    "item": lambda v: model(v),
    "solid of a body": lambda v: Body("c", [v]),
    "parts of a body": lambda v: Body("c", parts=[v]),
    "points of a body": lambda v: Body("c", points=[v]),
    "name of a frame": lambda v: Body("c").frame([v]),
    "frame that a frame rests on": lambda v: Body("c").frame("f", on=[v]),
    "end of a joint": lambda v: Revolute("j", [v], "b"),
    "start values": lambda v: with_start(fixed=[v]),
    "path to load": lambda v: sarrus.load(v if isinstance(v, str) else [v]),
    "text to load": lambda v: loads(v),
    "name to load": lambda v: loads("sarrus: 1", [v]),
    "mechanism to write": lambda v: dumps(v),
    "mechanism to simulate": lambda v: sarrus.simulate(v, until=1),
}
"""Where something else is wanted, and none of the hostile values will do."""

NAMES = [
    key for key, value in HOSTILE.items() if isinstance(value, str) and key not in ("digits", "long text")
]


def refusal(act, value):
    with pytest.raises(SarrusError) as caught:
        act(value)
    text = str(caught.value)
    assert " " in text
    assert len(text) < 1500
    return text


@pytest.mark.parametrize("field", NUMBERS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_number_is_refused_in_words(field, kind):
    refusal(NUMBERS[field], HOSTILE[kind])


@pytest.mark.parametrize("field", NUMBERS)
@pytest.mark.parametrize("kind", SOUND)
def test_numbers_of_other_types_are_numbers(field, kind):
    NUMBERS[field](SOUND[kind])


LINES = ("comma", "code", "lambda text", "full width digit", "too large quantity")
"""Odd, but lines of text, and a mechanism may be named so."""


@pytest.mark.parametrize("place", OTHERS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_does_not_belong_there_is_refused_in_words(place, kind):
    if place == "name of a mechanism" and kind in LINES:
        assert Mechanism(HOSTILE[kind]).name == HOSTILE[kind]
    else:
        refusal(OTHERS[place], HOSTILE[kind])


@pytest.mark.parametrize("kind", NAMES)
def test_hostile_names_are_refused_everywhere(kind):
    name = HOSTILE[kind]
    refusal(lambda v: finish(model(Body(v, mass=1, inertia=1))), name)
    refusal(lambda v: finish(model(Revolute(v, "ground", "b"))), name)
    refusal(lambda v: finish(model(Revolute("j", v, "b"))), name)
    refusal(lambda v: with_start(guess={v: 1}).snapshot(), name)
    refusal(lambda v: finish(model(Table("d", "b.x", file=v))), name)
    refusal(lambda v: model().parameters(**{v: 1}), name)


def test_names_of_10_MB_are_refused_and_not_repeated():
    name = "a" * 10**7
    for act in (
        Mechanism,
        lambda v: model(Body(v, mass=1, inertia=1)),
        lambda v: model(Revolute(v, "ground", "b")),
        lambda v: model(Revolute("j", v, "b")).snapshot(),
        lambda v: model().parameters(**{v: 1}),
        lambda v: with_start(fixed={v: 1}).snapshot(),
        lambda v: with_parameter(v).snapshot(),
    ):
        refusal(act, name)
