"""What all shelves share: parameters declared once, messages that name them, and the way through a file."""

from __future__ import annotations

import pytest

from sarrus.elements import SHELVES
from sarrus.elements.body import Body
from sarrus.elements.joints import CATALOGUE as JOINTS
from sarrus.errors import ModelError
from sarrus.io import dumps, load
from sarrus.testing.formulations import chain
from sarrus.testing.samples import example, fits_plane, folder, give_signals, settings, two_bodies

ALL = [(shelf, kind) for shelf, kinds in SHELVES.items() for kind in kinds]
elements = pytest.mark.parametrize(("shelf", "kind"), ALL, ids=[f"{s}-{k.keyword}" for s, k in ALL])
WITH_PARAMETERS = [(shelf, kind, key) for shelf, kind in ALL for key, p in kind.params.items() if p.required]
required = pytest.mark.parametrize(
    ("shelf", "kind", "key"), WITH_PARAMETERS, ids=[f"{k.keyword}-{key}" for _, k, key in WITH_PARAMETERS]
)
RANGED = [(s, k, key) for s, k in ALL for key, p in k.params.items() if p.is_limited]
ranged = pytest.mark.parametrize(
    ("shelf", "kind", "key"), RANGED, ids=[f"{k.keyword}-{key}" for _, k, key in RANGED]
)


def ends_of(shelf, kind):
    if kind.on_coordinates:
        return settings(kind, True)[0].ends
    return ("one.a", "two.b")[: len(kind.ends)]


def sample(shelf, kind, planar=False):
    name = "" if shelf == "solids" else "it"
    return example(kind, name, *ends_of(shelf, kind), planar=planar)


def rebuilt(shelf, kind, **values):
    if shelf == "solids":
        return kind(**values)
    return kind("it", *(ends_of(shelf, kind) if kind.ends else ()), **values)


def mechanism_with(shelf, element, planar=False):
    """A mechanism that holds the element."""
    level = element.on_coordinates and settings(type(element), True)[0].level
    mechanism = two_bodies(planar, seed=3, name=f"with {element.keyword}", level=level)
    if shelf == "solids":
        mechanism.add(Body("three", element))
        return mechanism
    if element.on_coordinates:
        for joint, name, ends in zip(
            settings(type(element), True)[0].joints,
            ("A", "B"),
            (("ground.a", "one.a"), ("one.b", "two.a")),
            strict=True,
        ):
            mechanism.add(joint(name, *ends))
    give_signals(mechanism, type(element), *(ends_of(shelf, type(element)) if element.on_coordinates else ()))
    mechanism.add(element)
    return mechanism


@elements
def test_constructor_refuses_an_unknown_parameter_and_names_the_allowed_ones(shelf, kind):
    good = sample(shelf, kind).written()
    with pytest.raises(ModelError) as caught:
        rebuilt(shelf, kind, **good, colour=1.0)
    text = str(caught.value)
    assert "has no parameter 'colour'" in text
    assert kind.keyword in text
    assert f"Its parameters are: {', '.join((*kind.params, *kind.choices)) or 'none'}." in text


@required
def test_constructor_says_which_parameter_is_missing_and_what_it_means(shelf, kind, key):
    values = {k: v for k, v in sample(shelf, kind).written().items() if k != key}
    with pytest.raises(ModelError) as caught:
        rebuilt(shelf, kind, **values)
    text = str(caught.value)
    assert f"lacks '{key}' ({kind.params[key].meaning})" in text
    assert kind.params[key].range_text() in text


@required
def test_a_misspelt_parameter_is_recognised(shelf, kind, key):
    values = sample(shelf, kind).written()
    values[key[:-1]] = values.pop(key)
    with pytest.raises(ModelError, match=f"Did you mean '{key}'"):
        rebuilt(shelf, kind, **values)


@ranged
def test_a_value_outside_its_range_is_refused_with_value_unit_and_range(shelf, kind, key):
    p = kind.params[key]
    limit = p.gt if p.gt is not None else p.ge
    wrong = limit if p.gt is not None else limit - 0.25
    values = sample(shelf, kind).written() | {key: wrong}
    with pytest.raises(ModelError) as caught:
        mechanism_with(shelf, rebuilt(shelf, kind, **values)).snapshot()
    text = str(caught.value)
    assert key in text
    unit = "" if p.unit == "1" else f" {p.unit}"
    assert f"is {wrong:g}{unit}" in text
    assert f"is {wrong:g} 1 " not in text
    assert f"It must be {p.range_text()}." in text


@elements
def test_every_parameter_has_a_unit_and_a_meaning(shelf, kind):
    assert kind.__doc__, "the catalogue page needs a docstring"
    for key, p in kind.params.items():
        assert p.unit, key
        assert p.meaning, key


@elements
def test_too_many_or_too_few_ends_are_refused(shelf, kind):
    values = sample(shelf, kind).written()
    if shelf == "solids":
        with pytest.raises(ModelError, match="1 value without a name is given"):
            kind("one", **values)
        return
    count = len(kind.ends)
    for ends in (("one",) * (count + 2), ("one",) * (count - 1) if count else None):
        if ends is not None:
            with pytest.raises(ModelError, match=r"(was|were) given"):
                kind("it", *ends, **values)


@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@elements
def test_element_survives_the_way_through_a_file(shelf, kind, planar):
    if planar and shelf == "joints" and not fits_plane(kind):
        with pytest.raises(ModelError, match="out of the plane"):
            read(dumps(mechanism_with(shelf, sample(shelf, kind, planar), planar)))
        return
    mechanism = mechanism_with(shelf, sample(shelf, kind, planar), planar)
    again = same(mechanism)
    if shelf == "solids":
        assert again.bodies[-1].solid == mechanism.bodies[-1].solid


@pytest.mark.parametrize("kind", JOINTS, ids=lambda k: k.keyword)
def test_mechanism_with_start_values_survives_the_way_through_a_file(kind):
    same(chain(kind, False, seed=4, loose=True))


def read(text):
    """A mechanism from the text of a model file, beside the data files of the examples."""
    path = folder() / "model.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def same(mechanism):
    """Read back what was written: the same elements, bodies, start values, and the same text again."""
    text = dumps(mechanism)
    again = read(text)
    assert dumps(again) == text
    for shelf in SHELVES:
        if shelf != "solids":
            assert getattr(again, shelf) == getattr(mechanism, shelf)
    assert [vars(b) for b in again.bodies] == [vars(b) for b in mechanism.bodies]
    assert vars(again.ground) == vars(mechanism.ground)
    assert (again.name, again.plane) == (mechanism.name, mechanism.plane)
    assert (again.fixed, again.guess, again.values) == (mechanism.fixed, mechanism.guess, mechanism.values)
    return again
