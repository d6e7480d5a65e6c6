"""Flags and names beside numbers and choices: as they are written, kept, said and shown."""

import jsonschema
import pytest

from sarrus import Body, Mechanism, ModelError, Revolute, Rod
from sarrus.cli.explain.element import element_text
from sarrus.element import Sensor, angle, flag, names
from sarrus.io import dumps, loads, schema
from sarrus.views.page.model_tables import model_tables


class Watcher(Sensor):
    """Looks about."""

    quantities = (angle("phi"),)
    mirrored: bool = flag(meaning="whether it looks the other way")
    eager: bool = flag(meaning="whether it looks at once", default=None)
    others: tuple[str, ...] = names(meaning="what else it looks at")
    without: tuple[str, ...] = names(meaning="what it overlooks", default=(), key="omit")

    def measure(self, X_FM):
        return (-X_FM.p.x if self.mirrored else X_FM.p.x,)


def watched(**values):
    m = Mechanism("watched", plane="xy")
    bar = m.add(Body("bar", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, bar.start))
    m.add(Watcher("eye", m.ground, bar.end, **{"eager": True, "others": ["bar"], **values}))
    return m


def file_with(words):
    text = "sarrus: 1\nplane: xy\nbodies: {bar: {rod: {length: 1, mass: 1}}}\n"
    return (
        text
        + f"joints: {{A: {{revolute: [ground, bar.start]}}}}\nsensors:\n  eye: {{watcher: [ground, bar.end], {words}}}\n"
    )


def read(words):
    return loads(file_with(words), "eye.yaml", elements=[Watcher]).sensors[0]


def test_values_are_kept_and_defaults_hold():
    eye = Watcher("eye", "ground", "bar", eager=False, others="A")
    assert (eye.mirrored, eye.eager, eye.others, eye.without) == (False, False, ("A",), ())
    assert repr(eye) == "Watcher('eye': ground -> bar, eager=False, others=('A',))"


def test_things_stand_for_their_names():
    bar = Body("bar", Rod(length=1, mass=1))
    eye = Watcher("eye", "ground", bar, eager=True, others=[bar, bar.end, "A.theta"])
    assert eye.others == ("bar", "bar.end", "A.theta")


def test_what_was_said_is_structure():
    assert (
        len({watched(**v).sensors[0].structure() for v in ({}, {"mirrored": True}, {"others": ["A"]})}) == 3
    )
    assert watched().sensors[0].structure() == watched().sensors[0].structure()


@pytest.mark.parametrize("path", ["eye.yaml", "eye.json"])
def test_file_has_them_as_they_are(path):
    m = watched(mirrored=True, eager=False, without=["A", "bar.end"])
    text = dumps(m, path)
    again = loads(text, path, elements=[Watcher])
    assert again.sensors == m.sensors
    assert dumps(again, path) == text
    if path == "eye.yaml":
        assert "mirrored: true, eager: false, others: [bar], omit: [A, bar.end]" in text


def test_a_single_name_needs_no_brackets():
    assert read("eager: true, others: bar, omit: A").without == ("A",)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "eager: yes, others: bar",
            "has 'yes' as whether it looks at once. It is true or false. Write true.",
        ),
        ("eager: 1, others: bar", "has 1 as whether it looks at once. It is true or false."),
        ("others: bar", "lacks 'eager' (whether it looks at once). It is true or false. Add 'eager: ...'."),
        ("eager: true, others: []", "as what else it looks at. It is a list of names."),
        (
            "eager: true, others: [bar, 3]",
            "has 3 as what else it looks at. It is a list of names.",
        ),
        (
            "eager: true, others: [bar, bar]",
            "has a name twice as what else it looks at. It is a list of names.",
        ),
        ("eager: true, others: [bar, a b]", "has 'a b' as what else it looks at. It is a list of names."),
        ("eager: true", "lacks 'others' (what else it looks at). It is a list of names."),
        (
            "eager: true, others: [bat]",
            "others of watcher 'eye' names 'bat', but there is no 'bat'. It names bodies",
        ),
        ("eager: true, others: [bat]", "Did you mean 'bar'?"),
    ],
)
def test_wrong_ones_in_a_file_are_refused_in_words(words, said):
    with pytest.raises(ModelError) as refused:
        read(words)
    assert str(refused.value).startswith("eye.yaml:6:")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"eager": 1}, "watcher 'eye', eager: is of the type int. It is true or false."),
        ({"eager": "on"}, "watcher 'eye', eager: is 'on'. It is true or false. Write true."),
        ({"others": 3}, "watcher 'eye', others: is of the type int. It is a list of names."),
        ({"others": []}, "watcher 'eye', others: is of the type list. It is a list of names."),
        ({"others": ["a b"]}, "It is a list of names."),
        ({"others": [["bar"]]}, "It is a list of names."),
        ({"others": {"bar": 1}}, "watcher 'eye', others: is of the type dict. It is a list of names."),
    ],
)
def test_wrong_ones_in_python_are_refused_in_words(values, said):
    with pytest.raises(ModelError) as refused:
        watched(**values)
    assert said in str(refused.value)


def test_schema_accepts_what_the_reader_accepts():
    form = schema([Watcher])["$defs"]["sensors.watcher"]
    right = {"watcher": ["ground", "bar"], "eager": True, "others": ["bar"]}
    validator = jsonschema.Draft202012Validator(form)
    for more in ({}, {"mirrored": True}, {"others": "bar"}, {"omit": []}):
        assert validator.is_valid(right | more)
    for less in ({"eager": "true"}, {"others": []}, {"others": ["a", "a"]}, {"others": 3}, {"left": True}):
        assert not validator.is_valid(right | less)
    assert form["properties"]["mirrored"] == {
        "description": "Whether it looks the other way.",
        "type": "boolean",
        "default": False,
    }


def test_they_are_explained_and_stand_in_the_tables_of_a_report():
    text = element_text(Watcher)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "mirrored true or false default false whether it looks the other way" in " ".join(lines)
    assert "others a list of names required what else it looks at" in lines
    assert "eye" not in text and "eager: true, others: [A]" in text
    assert 'Watcher("watcher", m.ground, bar.end, eager=True, others=["A"])' in text
    (table,) = [t for t in model_tables(watched(mirrored=True).snapshot()) if t["title"] == "Sensors"]
    assert table["rows"][0][-1] == "mirrored = true, eager = true, others = [bar]"


def test_they_stand_on_the_page_of_a_catalogue():
    import make_catalogue

    lines = make_catalogue._parameters(Watcher)
    assert "| `mirrored` | | true or false | `false` | whether it looks the other way |" in lines
    assert "| `without` (in files `omit`) | | a list of names | none | what it overlooks |" in lines
