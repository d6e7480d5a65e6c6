"""JSON is read by its own grammar into the same located data as YAML."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.errors import ModelError
from sarrus.io.json_text import read_json
from sarrus.io.layout import write_json, write_yaml
from sarrus.io.located import plain
from sarrus.io.yaml_text import read_yaml
from sarrus.model.names import HIDDEN


def read(text):
    return plain(read_json(text, "a.json"))


def refusal(text):
    with pytest.raises(ModelError) as caught:
        read_json(text, "a.json")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("-2.5e-3", -0.0025),
        ("-0", -0.0),
        ("true", True),
        ("null", None),
        ("", None),
        ('"60 deg"', "60 deg"),
        ('"12"', "12"),
        ('"a\\/b\\tc"', "a/b\tc"),
        ('"\\u00e9\\u66f2"', "é曲"),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ("[]", []),
        ("{}", {}),
        ('\t{\t"a" :\r\n[1 ,2]}\n', {"a": [1.0, 2.0]}),
        ("\ufeff[1]", [1.0]),
        ('{"": {"a": [[], {}]}}', {"": {"a": [[], {}]}}),
    ],
)
def test_values_mean_what_json_says(text, value):
    assert repr(read(text)) == repr(value)


def test_every_value_and_key_knows_its_place():
    tree = read_json('{\n\t"b": {"c":\n  [1, "x"]}\n}', "a.json")
    inner = tree.value["b"]
    assert (tree.keys["b"].where, inner.where, inner.keys["c"].where) == (
        "a.json:2:2",
        "a.json:2:7",
        "a.json:2:8",
    )
    assert [item.where for item in inner.value["c"].value] == ["a.json:3:4", "a.json:3:7"]


@pytest.mark.parametrize(
    ("text", "useful"),
    [
        ('{"a": 1, "a": 2}', "a.json:1:10: the key 'a' is given twice. It stands first in line 1."),
        (
            '{"a": 1} // b',
            "a.json:1:10: the file is not valid JSON: '/' cannot stand here. JSON has no comments",
        ),
        ("# x\n{}", "JSON has no comments"),
        ('{"a": /* x */ 1}', "a.json:1:7: "),
        ("{'a': 1}", "Use double quotes"),
        (
            "{a: 1}",
            "a.json:1:2: the file is not valid JSON: 'a' stands where a name in double quotes is needed",
        ),
        ('{"a" 1}', "'1' stands where ':' is needed"),
        ('{"a": 1 "b": 2}', "where ',' or '}' is needed"),
        ('{"a": 1,}', "a.json:1:9: the file is not valid JSON: a comma stands before '}'. Remove the comma."),
        ("[1, 2,]", "a comma stands before ']'"),
        ("[,1]", "',' stands where a value is needed"),
        ('{"a":}', "'}' stands where a value is needed"),
        ("[1}", "where ',' or ']' is needed"),
        ("[1", "the file ends where ',' or ']' is needed"),
        ("1 2", "where the end of the file is needed"),
        ("{} {}", "where the end of the file is needed"),
        ("[+1]", "Write the number without '+'"),
        ("[.5]", "Write a digit before the point"),
        ("[01]", "where ',' or ']' is needed"),
        ("[1.]", "'.' cannot stand here"),
        ("[0x10]", "'x' stands where ','"),
        ("[1e999]", "the number '1e999' is not finite"),
        ("[NaN]", "'NaN' stands without quotes"),
        ("[True]", "Write it in small letters"),
        ("[deg]", "Put text in double quotes"),
        ('["a\nb"]', "Close the text with a double quote on the same line"),
        ('["\\x41"]', "holds an escape that does not exist"),
        ('["\\u12"]', "holds an escape that does not exist"),
        ('["\\u202e"]', "a.json:1:2: the invisible character U+202E is not allowed"),
        ('["\\ud800"]', "U+D800"),
        ('["\u202e"]', "a.json:1:3: the invisible character U+202E"),
        ("[" * 100_000, "a.json:1:33: the nesting is too deep. At most 32 levels are allowed."),
        ('{"a":' * 100_000, "the nesting is too deep"),
        ("[" + "1," * 90_000 + "1]", "the file has too many values. At most 50000 are allowed."),
        ("x" * 500_001, "the file is too large. At most 500 kB are allowed."),
        ('["' + "x" * 100_001 + '"]', "is too long. At most 100000 characters are allowed."),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text, useful):
    assert useful in refusal(text)


CHARACTERS = st.characters(codec="utf-8").filter(lambda c: not HIDDEN.match(c))
TEXTS = st.text(CHARACTERS, max_size=20)
SCALARS = st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=15,
)


@settings(derandomize=True, max_examples=150, deadline=None)
@given(DATA, st.sampled_from([20, 100]))
def test_what_is_written_is_read_back_the_same_by_us_and_by_others(data, width):
    text = write_json(data, width)
    assert repr(read(text)) == repr(data) == repr(json.loads(text))
    assert repr(read(json.dumps(data))) == repr(data)
    assert repr(plain(read_yaml(write_yaml(read(text)), "a.yaml"))) == repr(data)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.text(st.sampled_from('a1.-+ :,[]{}"\\/tru\n\te'), max_size=30))
def test_any_text_is_refused_exactly_when_others_refuse_it(text):
    def unique(pairs):
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError("twice")
        return dict(pairs)

    try:
        expected = json.loads(text, object_pairs_hook=unique, parse_int=float, strict=False)
    except ValueError:
        expected = ValueError
    try:
        found = read(text)
    except ModelError:
        found = ValueError
    if not text.strip():
        expected = None  # an empty file is nothing
    if "\n" not in text and "\t" not in text:  # line breaks inside a text are refused here
        assert repr(found) == repr(expected)
