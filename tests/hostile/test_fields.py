"""Every numeric field of the catalogue, of bodies, frames, parameters and start values, given each of the bad values.

RELIABILITY 2.1: it is refused with the name of the field or of what it belongs to, or it is a number like any other.
"""

import re

import pytest

from sarrus.elements import SHELVES
from sarrus.elements.base import Shape
from sarrus.elements.constraints.base import Mesh
from sarrus.errors import ModelError
from sarrus.io import dumps, loads
from sarrus.testing.samples import reads_signals

NOT_NUMBERS = {
    "nan": ".nan",
    "inf": ".inf",
    "minus-inf": "-.inf",
    "10^400": "1" + "0" * 400,
    "10**400": "10**400",
    "comma": "'1,5'",
    "true": "true",
    "null": "null",
    "empty-list": "[]",
    "nan-text": "'nan'",
}
"""Refused in every field."""

NUMBERS = {"largest": 1e308, "smallest": 5e-324, "minus-zero": -0.0}
"""Numbers, if extreme ones: refused only where the range of the field forbids them."""

PLACE = re.compile(r"^m\.yaml:\d+:\d+$")

HEAD = "sarrus: 1\n"
BODIES = "bodies:\n  b: {mass: 1, inertia: [1, 1, 1]}\n  c: {mass: 1, inertia: [1, 1, 1]}\n"
JOINTS = "joints:\n  j: {cylindrical: [ground, b]}\n  k: {cylindrical: [b, c]}\n"
IN_MESH = (
    "ground: {points: {p: [1, 0, 0]}}\njoints:\n  j: {%s: [ground, b]}\n  k: {revolute: [ground.p, c]}\n"
)


def said(text):
    """All problems; empty when the text is accepted and survives being written."""
    try:
        mechanism = loads(text, "m.yaml")
    except ModelError as error:
        assert all(PLACE.match(problem.where) for problem in error.problems)
        return str(error)
    assert dumps(loads(dumps(mechanism))) == dumps(mechanism)
    return ""


def number(p):
    """A value that any field takes, in the shape of the field, with a place for another one."""
    match p.shape:
        case Shape.NUMBER:
            return "%s"
        case Shape.TABLE:
            return "[[0, 1], [1, %s]]"
        case Shape.POINTS:
            return "[[1, 0, 0], [0, 1, 0], [%s, 0, 1]]"
        case Shape.LIST:
            return "[1, %s]"
    return "[1, 1, %s]"


def fields():
    """Name of the field, its unit and range, and a model with a place for its value."""
    for shelf, items in SHELVES.items():
        for kind in items:
            if kind.sample("rad", 0):  # its numbers must fit together
                for word, p in kind.params.items():
                    yield f"{kind.keyword}.{p.key or word}", p, _sampled(shelf, kind, word)
                continue
            for word, p in kind.params.items() if not (kind.on_coordinates and reads_signals(kind)) else ():
                if not any(q.shape is Shape.FILE for q in kind.params.values()):
                    yield f"{kind.keyword}.{p.key or word}", p, _model(shelf, kind, word)
    for word, place in {
        "mass": "{mass: %s, inertia: [1, 1, 1]}",
        "center": "{mass: 1, inertia: [1, 1, 1], center: [0, %s, 0]}",
        "inertia": "{mass: 1, inertia: [1, 1, %s]}",
        "products": "{mass: 1, inertia: [5, 5, 5], products: [0, 0, %s]}",
        "points": "{mass: 1, inertia: [1, 1, 1], points: {P: [%s, 0, 0]}}",
        "at": "{mass: 1, inertia: [1, 1, 1], frames: {F: {at: [0, 0, %s]}}}",
        "turn": "{mass: 1, inertia: [1, 1, 1], frames: {F: {turn: [0, %s, 0]}}}",
        "part": "{parts: {p: {sphere: {radius: 1, mass: 1}, at: [0, %s, 0]}}}",
    }.items():
        yield f"body.{word}", None, f"{HEAD}bodies:\n  b: {place}\n"
    yield "parameters", None, f"{HEAD}{BODIES}parameters: {{p: %s}}\n"
    yield "start.fixed", None, f"{HEAD}{BODIES}{JOINTS}start: {{fixed: {{j.theta: %s}}}}\n"
    yield "start.guess", None, f"{HEAD}{BODIES}{JOINTS}start: {{guess: {{j.theta_dot: %s}}}}\n"


def _model(shelf, kind, field):
    values = {
        p.key or word: (number(p) if word == field else number(p) % (0.5 if word == "inner_radius" else 1))
        for word, p in kind.params.items()
        if p.required or word == field
    }
    key = kind.params[field].key or field
    if shelf == "solids":
        inside = ", ".join(f"{word}: {value}" for word, value in values.items())
        return f"{HEAD}bodies:\n  b: {{{kind.keyword}: {{{inside}}}}}\n"
    ends = {1: "ground" if not kind.on_coordinates else "j.theta", 2: "[ground, b]"}.get(len(kind.ends), "")
    if kind.on_coordinates and len(kind.ends) == 2:
        ends = "[j.theta, k.theta]" if not issubclass(kind, Mesh) or kind.turns[0] else "[j.s, k.theta]"
    if kind.keyword in ("applied-force", "follower-force"):
        ends = "b"
    ends = ends or values.pop(key)
    rest = "".join(f", {word}: {value}" for word, value in values.items())
    rest += "".join(f", {word}: {c.words[0]}" for word, c in kind.choices.items() if c.required)
    rest += ", boundary: clamped" if field == "rates" else ""
    joints = JOINTS if shelf != "joints" else ""
    if issubclass(kind, Mesh):
        joints = IN_MESH % ("revolute" if kind.turns[0] else "prismatic")
    return f"{HEAD}{BODIES}{joints}{shelf}:\n  x: {{{kind.keyword}: {ends}{rest}}}\n"


def _sampled(shelf, kind, field):
    """A model of a kind that gives sound numbers itself, one of them replaced: of the first sample in which that can be."""
    samples = [kind.sample("rad", seed) for seed in range(6)]
    samples += [s | {key: word} for s in samples[:2] for key, c in kind.choices.items() for word in c.words]
    if kind.params[field].shape is Shape.LIST:  # of any length
        samples += [s | {field: (0.0,) * n} for s in samples for n in (3, 9)]
    texts = [_written(shelf, kind, sample, field) for sample in samples]
    return next((text for text in texts if not said(text % 0.75)), texts[0])


def _written(shelf, kind, sample, field):
    def text(value):
        return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)

    p = kind.params[field]
    values = {kind.params[w].key or w: text(v) for w, v in sample.items() if w in kind.params and w != field}
    values |= {w: v for w, v in sample.items() if w in kind.choices}
    given = sample.get(field)
    here = text((*given[:-1], "%s")) if isinstance(given, tuple) else number(p)
    rest = "".join(f", {word}: {value}" for word, value in (values | {p.key or field: here}).items())
    ends = "j.theta" if kind.on_coordinates else "[ground, b]"
    return f"{HEAD}{BODIES}{JOINTS}{shelf}:\n  x: {{{kind.keyword}: {ends}{rest}}}\n"


FIELDS = {name: (p, text) for name, p, text in fields()}


def test_there_are_fields_of_every_shelf():
    assert len(FIELDS) > 60
    assert {"spring-damper.stiffness", "sine.frequency", "rod.mass", "gear.offset"} <= FIELDS.keys()
    assert {"friction.span", "friction.stribeck", "bushing.coupling"} <= FIELDS.keys()


@pytest.mark.parametrize("name", FIELDS)
def test_field_takes_a_number(name):
    assert said(FIELDS[name][1] % 0.75) == ""


@pytest.mark.parametrize("name", FIELDS)
def test_field_refuses_what_is_no_number(name):
    text = FIELDS[name][1]
    line = next(i for i, row in enumerate(text.splitlines(), 1) if "%s" in row)
    for kind, value in NOT_NUMBERS.items():
        told = said(text % value)
        assert told, kind
        assert told.startswith(f"m.yaml:{line}:"), (kind, told)


@pytest.mark.parametrize("name", FIELDS)
def test_field_takes_extreme_numbers_within_its_range(name):
    p, text = FIELDS[name]
    for kind, value in NUMBERS.items():
        told = said(text % repr(value))
        if p is not None and not p.admits(value):
            assert f"{value:g}" in told or "0" in told, kind
            assert name.partition(".")[2] in told, (kind, told)
        elif told:
            assert any(f"'{word}'" in told for word in ("b", "x", "b.p", "p")), (kind, told)
