import pytest

from sarrus.errors import ModelError, UsageError
from sarrus.model import Mechanism
from sarrus.model.names import hidden_in, seen, title_flaw


@pytest.mark.parametrize(
    ("name", "flaw"),
    [
        ("four-bar", ""),
        ("Kurbelschwinge 曲柄", ""),
        ("", "is empty"),
        (" ", "is empty"),
        ("a\nb", "has more than one line, or a tab"),
        ("a\u202eb", "has a character that cannot be seen"),
        ("x" * 201, "has 201 characters"),
        (3, "is of the type int"),
    ],
)
def test_name_of_a_mechanism_is_a_line_of_text(name, flaw):
    assert title_flaw(name) == flaw
    if flaw:
        with pytest.raises(ModelError, match=f"the name of the mechanism {flaw}. It is a line of text"):
            Mechanism(name)


def test_hidden_characters_are_named():
    assert hidden_in("a\u2066") == "the invisible character U+2066 is not allowed"
    assert hidden_in("größe\n") == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\x1b", r"'a\x1b'"),
        (0.5, "0.5"),
        (None, "None"),
        (10**400, "a value of the type int"),
        ([1], "a value of the type list"),
    ],
)
def test_values_are_shown_shortly(value, text):
    assert seen(value) == text


def test_start_values_are_given_by_name():
    m = Mechanism("m")
    with pytest.raises(UsageError, match="by the names of coordinates, not a value of the type list"):
        m.start(fixed=[1])
    with pytest.raises(UsageError, match="by the names of coordinates"):
        m.start(guess={1: 2})


def test_numbers_of_the_solid_of_a_body_have_a_short_name_too():
    import sarrus
    from sarrus.model.put import put

    m = sarrus.Mechanism("bars", plane="xy")
    m.add(sarrus.Body("crank", sarrus.Rod(length=1, mass=2)))
    put(m, "crank.mass", 3.0)
    assert m.bodies[0].solid.mass == 3.0
    put(m, "crank.rod.mass", 4.0)
    assert m.bodies[0].solid.mass == 4.0
