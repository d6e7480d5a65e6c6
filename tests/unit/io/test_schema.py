"""The schema accepts what the reader accepts, and refuses unknown keys and kinds before the reader sees them."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sarrus.elements import SHELVES
from sarrus.elements.unit_word import UnitWord
from sarrus.elements.words import OneName
from sarrus.errors import ModelError
from sarrus.io import load, schema
from sarrus.io.json_schema import DIALECT
from sarrus.io.located import plain
from sarrus.io.yaml_text import read_yaml

ROOT = Path(__file__).parents[3]
SOUND = sorted([*(ROOT / "examples").glob("*.yaml"), *(ROOT / "src/sarrus/cli/templates").glob("*.yaml")])
MALFORMED = ROOT / "tests" / "surface" / "malformed"
VALIDATOR = Draft202012Validator(schema())

REFUSED = {
    "body-is-text",
    "body-with-two-descriptions",
    "driver-without-function",
    "element-in-wrong-section",
    "empty",
    "empty-list",
    "frame-with-unknown-key",
    "joint-named-badly",
    "joint-with-number-as-end",
    "joint-with-one-end",
    "joint-without-kind",
    "list-for-number",
    "list-instead-of-mapping",
    "mass-missing",
    "mass-negative",
    "misspelt-section",
    "name-is-number",
    "no-bodies",
    "not-a-mapping",
    "number-is-truth-value",
    "number-missing",
    "parameter-is-list",
    "plane-unknown",
    "position-is-number",
    "solid-lacks-size",
    "spring-lacks-stiffness",
    "start-without-fixed",
    "unknown-element",
    "unknown-key",
    "unknown-key-of-body",
    "unknown-parameter",
    "version-missing",
    "version-wrong",
}


def data(path):
    return plain(read_yaml(path.read_text(encoding="utf-8"), path.name))


def test_it_is_a_schema_of_its_draft():
    assert schema()["$schema"] == DIALECT
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_sound_models_are_valid(path):
    assert [error.message for error in VALIDATOR.iter_errors(data(path))] == []


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_malformed_models_are_invalid(name):
    assert not VALIDATOR.is_valid(data(MALFORMED / f"{name}.yaml"))


@pytest.mark.parametrize("path", sorted(MALFORMED.glob("*.yaml")), ids=lambda path: path.stem)
def test_no_model_is_invalid_that_the_reader_accepts(path):
    try:
        found = data(path)
    except ModelError:
        return  # not YAML as we read it
    if not VALIDATOR.is_valid(found):
        with pytest.raises(ModelError):
            load(path)


def model(**changes):
    return {"sarrus": 1.0, "bodies": {"b": {"mass": 1.0, "inertia": 1.0}}, **changes}


@pytest.mark.parametrize("shelf", [shelf for shelf in SHELVES if shelf != "solids"])
def test_unknown_kinds_and_keys_are_invalid_in_every_section(shelf):
    assert VALIDATOR.is_valid(model(**{shelf: {}}))
    assert VALIDATOR.is_valid(model(**{shelf: None}))
    assert not VALIDATOR.is_valid(model(**{shelf: {"x": {"flying": []}}}))
    for kind in SHELVES[shelf]:
        behind = list(kind.ends) if kind.ends else [0.0, 0.0]
        assert not VALIDATOR.is_valid(model(**{shelf: {"x": {kind.keyword: behind, "colour": 1.0}}}))


@pytest.mark.parametrize(
    "kind", [kind for items in SHELVES.values() for kind in items], ids=lambda k: k.keyword
)
def test_every_element_is_described_with_units_and_ranges(kind):
    shelf = next(shelf for shelf, items in SHELVES.items() if kind in items)
    form = schema()["$defs"][f"{shelf}.{kind.keyword}"]
    assert form["description"].startswith(kind.__doc__.split("\n")[0])
    for word, p in kind.params.items():
        key = kind.keyword if word == kind.primary and not kind.ends else p.key or word
        described = form["properties"][key]["description"]
        assert described.lower().startswith(p.meaning.lower())
        assert "[" in described
        assert (p.range_text() in described) == p.is_limited
        default = None if p.default == () else p.default
        assert form["properties"][key].get("default", None) == default or p.required
    for word, c in kind.choices.items():
        if isinstance(c, OneName):
            continue
        offered = "examples" if isinstance(c, UnitWord) else "enum"
        assert form["properties"][c.key or word][offered] == list(c.words)
        assert form["properties"][c.key or word].get("default", None) == c.default


def test_hyphens_and_underscores_are_the_same():
    both = [
        {"spring-damper": ["ground", "b"], "stiffness": 1.0, word: 0.5}
        for word in ("free_length", "free-length")
    ]
    assert all(VALIDATOR.is_valid(model(forces={"s": spring})) for spring in both)
