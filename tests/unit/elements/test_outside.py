"""Classes from outside: registered once or again, and refused with the reason where they are no elements."""

import subprocess
import sys

import pytest

import sarrus
from sarrus.element import (
    Driver,
    Force,
    FrameConstraint,
    Joint,
    Line,
    Relation,
    Sensor,
    Turn,
    choice,
    flag,
    length,
    lengths,
    names,
    param,
)
from sarrus.elements import SHELVES
from sarrus.elements.outside import CONTRACTS, contract_flaw, shelf_of, shelves_with


@pytest.fixture(autouse=True)
def known(monkeypatch):
    """What is registered during a test, and no longer."""
    kept = {}
    monkeypatch.setattr("sarrus.elements.outside._registered", kept)
    return kept


def spin(name="Spin", module="somewhere"):
    """A driver, made anew by every call."""
    return type(name, (Driver,), {"value": lambda self, t: t, "__module__": module, "__qualname__": name})


def test_decorator_gives_the_class_back(known):
    @sarrus.register
    class Twirl(Driver):
        def value(self, t):
            return t

    assert Twirl.keyword == "twirl"
    assert known == {"twirl": Twirl}
    assert Twirl in shelves_with()["drivers"]


def test_registering_again_changes_nothing_and_a_class_made_anew_takes_the_place_of_the_old_one(known):
    first, second = spin(), spin()
    assert sarrus.register(first) is first
    assert sarrus.register(first) is first
    assert known == {"spin": first}
    sarrus.register(second)
    assert known == {"spin": second}
    assert [kind for kind in shelves_with()["drivers"] if kind.keyword == "spin"] == [second]


def test_keyword_is_taken_once(known):
    sarrus.register(spin())
    with pytest.raises(sarrus.UsageError) as refused:
        sarrus.register(spin(module="elsewhere"))
    assert str(refused.value) == (
        "Spin: the keyword 'spin' is taken by somewhere.Spin. It follows from the name of the class: give the class "
        "another name."
    )
    with pytest.raises(sarrus.UsageError, match=r"the keyword 'spin' is taken by somewhere\.Spin"):
        shelves_with([spin(module="elsewhere")])


@pytest.mark.parametrize("name", ["Revolute", "Rod", "Gear", "Gravity"])
def test_keyword_of_the_catalogue_is_taken_on_every_shelf(known, name):
    with pytest.raises(
        sarrus.UsageError, match=f"{name}: the keyword '{name.lower()}' is taken by the catalogue"
    ):
        sarrus.register(spin(), spin(name))
    assert known == {}, "one that is refused keeps all others out"


def test_element_of_the_catalogue_may_be_named_too(known):
    sarrus.register(sarrus.Revolute)
    assert known == {}
    assert shelves_with([sarrus.Revolute]) == SHELVES


def test_catalogue_is_not_changed_and_costs_nothing_without_others():
    before = dict(SHELVES)
    assert shelves_with() is SHELVES
    assert shelves_with([spin()]) is not SHELVES
    assert before == SHELVES


def test_shelf_follows_from_the_contract():
    assert {shelf_of(kind) for kind in CONTRACTS} == set(SHELVES) - {"solids"}
    for shelf, kinds in SHELVES.items():
        assert all(shelf_of(kind) == shelf for kind in kinds)


def test_every_element_of_the_catalogue_keeps_the_contract():
    for shelf, kinds in SHELVES.items():
        assert shelf == "solids" or not any(map(contract_flaw, kinds))


def test_register_without_classes_says_how_it_is_written():
    with pytest.raises(sarrus.UsageError, match=r"As a decorator it is written @sarrus\.register\."):
        sarrus.register()


class Half(Driver):
    """Its value is not stated."""


class Silent(Force):
    ends = ("P", "Q")
    port = Line


class Endless(Relation):
    def residual(self, t, *coordinates):
        return 0.0


class Lopsided(Force):
    ends = ("P",)
    port = Line

    def energy(self, line):
        return line.length


class Rowless(FrameConstraint):
    def closure(self, X_FM):
        return ()


class Blind(Sensor):
    def measure(self, X_FM):
        return ()


class Nameless(Sensor):
    quantities = ("height",)

    def measure(self, X_FM):
        return (X_FM.p.z,)


class Both(Sensor, Driver):
    quantities = (length("s"),)

    def measure(self, X_FM):
        return (X_FM.p.z,)

    def value(self, t):
        return t


class Lost(Force):
    port = Turn
    ends = "coordinate"

    def energy(self, turn):
        return turn.value


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            3,
            "a value of the type int cannot be an element of a model: it is not a class derived from one of Joint",
        ),
        (
            int,
            "int cannot be an element of a model: it is not a class derived from one of Joint, Driver, Frame",
        ),
        (sarrus.Rod, "Rod cannot be an element of a model: it is not a class derived from"),
        (Joint, "Joint cannot be an element of a model: it does not state `closure` and `fit` and `motion`."),
        (Half, "Half cannot be an element of a model: it does not state `value`."),
        (Silent, "it states none of `closure`, `residual`, `energy`, `dissipation`, `power`"),
        (Endless, "`ends` is empty. It names what the element touches"),
        (Lost, "`ends` is a tuple of names, as in ends = ('base', 'follower')."),
        (Lopsided, "`ends` has the length 1, but such an element touches 2."),
        (Rowless, "`rows` is empty. It names the rows of `closure`, as in rows = lengths('p_FM.z_F')."),
        (Blind, "`quantities` is empty. It names what the sensor measures"),
        (Nameless, "what it publishes is a tuple of angle('theta') and length('s')."),
        (Both, "it is derived from Driver and Sensor. An element is one of them."),
        (spin("_Spin"), "a keyword in files is made from its name, which has letters A to Z and digits only"),
        (spin("Drehzähler"), "a keyword in files is made from its name"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_class_that_is_no_element_is_refused_with_the_reason(known, given, said):
    with pytest.raises(sarrus.UsageError) as refused:
        sarrus.register(given)
    assert said in str(refused.value)
    assert known == {}


@pytest.mark.parametrize(
    ("base", "word", "owner"),
    [
        (Joint, "at", "element"),
        (Joint, "name", "element"),
        (Joint, "params", "element"),
        (Sensor, "primary", "element"),
        (Joint, "coordinates", "Closing"),
        (Joint, "rows", "Closing"),
        (FrameConstraint, "closure", "Closing"),
        (Driver, "value", "Driver"),
        (Driver, "residual", "Relation"),
        (Sensor, "quantities", "Sensor"),
    ],
)
@pytest.mark.parametrize(
    "declared",
    [param("1", "number"), choice("a", "b", meaning="one"), flag(meaning="yes"), names(meaning="things")],
    ids=["param", "choice", "flag", "names"],
)
def test_declaration_cannot_be_called_like_an_attribute_of_its_base(base, word, owner, declared):
    said = f"Odd declares '{word}', which every {owner} has for itself. Choose another name."
    with pytest.raises(TypeError) as refused:
        type("Odd", (base,), {word: declared})
    assert str(refused.value) == said


def test_declaration_may_be_made_again_by_a_class_that_is_derived():
    wide = type("Wide", (FrameConstraint,), {"size": param("m", "width", gt=0)})
    narrow = type("Narrow", (wide,), {"size": param("m", "width", gt=0, lt=1)})
    assert narrow.params["size"].lt == 1


def test_words_of_a_file_are_told_apart():
    with pytest.raises(TypeError, match="Spin declares 'spin', and 'spin' is its own keyword in files"):
        type("Spin", (Driver,), {"spin": param("1", "rate")})
    with pytest.raises(TypeError, match="Odd declares 'one' and 'two', which are one word in files"):
        type("Odd", (Driver,), {"one": param("1", "a", key="is"), "two": param("1", "b", key="is")})
    with pytest.raises(TypeError, match="Odd sets 'keyword', which follows from the name of its class"):
        type("Odd", (Driver,), {"keyword": "even"})


def test_rows_without_units_are_refused():
    with pytest.raises(TypeError, match=r"row 'x' of Odd has no unit\. Write lengths\('x'\) or directions"):
        type("Odd", (FrameConstraint,), {"rows": (*lengths("y"), "x")})


def test_face_is_at_hand_and_offers_what_it_lists():
    import sarrus.element

    assert sarrus.element.__all__ == sorted(sarrus.element.__all__)
    for name in sarrus.element.__all__:
        assert getattr(sarrus.element, name).__doc__ or name == "Scalar"
    code = "import sarrus; print(sarrus.element.Joint.__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["Joint"]
