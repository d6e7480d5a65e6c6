import json
import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.errors import ModelError
from sarrus.io import located, yaml_text
from sarrus.io.layout import write_yaml
from sarrus.io.located import Located, plain
from sarrus.io.yaml_text import read_yaml
from sarrus.model.names import HIDDEN

FOURBAR = """\
sarrus: 1
name: four-bar
plane: xy
parameters: {a: 0.3, b: 0.9, c: 0.7, d: 1.0}
ground:
  points: {D: [d, 0.0]}
bodies:
  crank: {rod: {length: a, mass: 0.3 kg}}
  rocker: {mass: 0.7, center: [c/2, 0.0], inertia: 0.0286, points: {top: [c, 0.0]}}
joints:
  A: {revolute: [ground, crank.start]}
forces:
  weight: {gravity: [0.0, -9.81]}
  return: {spring-damper: [ground.D, crank.end], stiffness: 200 N/m, damping: 2.0, free_length: 0.8}
drivers:
  motor: {motion: A.theta, is: 2*pi*t}
sensors: {}
start:
  fixed: {A.theta: 60 deg, A.theta_dot: 0.0}
  guess: {D.theta: 100 deg}
"""


def read(text):
    return plain(read_yaml(text, "a.yaml"))


def refusal(text):
    with pytest.raises(ModelError) as caught:
        read_yaml(text, "a.yaml")
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("-2", -2.0),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("+1.", 1.0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("yes", "yes"),
        ("60 deg", "60 deg"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("2026-01-01", "2026-01-01"),
        ("1:30", "1:30"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("''", ""),
        ("'.nan'", ".nan"),
        ("|\n  x\n  y\n", "x\ny\n"),
        ("[1, a, [b]]", [1.0, "a", ["b"]]),
        ("{a: 1, b: }", {"a": 1.0, "b": None}),
        ("'1': 2", {"1": 2.0}),
    ],
)
def test_scalars_mean_what_they_look_like(text, value):
    result = read(text)
    assert result == value
    assert type(result) is type(value)


def test_whole_numbers_are_floats():
    assert type(read("3")) is float


def test_every_value_and_key_knows_its_place():
    tree = read_yaml("# comment\nbodies:\n  crank: {mass: 0.3 kg}\n", "fourbar.yaml")
    bodies = tree.value["bodies"]
    assert bodies.where == "fourbar.yaml:3:3"
    assert tree.keys["bodies"].where == "fourbar.yaml:2:1"
    mass = bodies.value["crank"]
    assert (mass.keys["mass"].where, mass.value["mass"].where) == ("fourbar.yaml:3:11", "fourbar.yaml:3:17")


def test_an_empty_file_is_nothing():
    assert read_yaml("# only a comment\n", "a.yaml") == Located(None, "a.yaml", 1, 1)


def test_windows_line_ends_and_a_byte_order_mark_are_accepted():
    tree = read_yaml("\ufeffa: 1\r\nb: x\r\n", "a.yaml")
    assert plain(tree) == {"a": 1.0, "b": "x"}
    assert tree.keys["b"].where == "a.yaml:2:1"
    assert tree.keys["a"].where == "a.yaml:1:1"


def test_json_is_accepted():
    data = {"name": "four-bar", "bodies": {"crank": {"mass": 0.3, "center": [0.5, None, True]}}}
    assert read(json.dumps(data, indent=2)) == data


def test_names_may_be_written_in_any_script():
    assert read("größe: 曲柄") == {"größe": "曲柄"}


def test_all_problems_are_listed_together():
    error = refusal("a: 1\na: 2\nb: !x 3\nc: &d 4\ne: *d\nf: .inf\n7: 8\n")
    assert [problem.where for problem in error.problems] == [
        f"a.yaml:{place}" for place in ("2:1", "3:4", "4:4", "5:4", "6:4", "7:1")
    ]


def test_problems_before_a_syntax_error_are_kept():
    error = refusal("a: 1\na: 2\nb: [1\n")
    assert [problem.where for problem in error.problems] == ["a.yaml:2:1", "a.yaml:4:1"]


def test_very_many_problems_are_cut_short():
    assert len(refusal("a: 1\n" * 10_000).problems) == 101


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 30))


@pytest.mark.parametrize(
    ("text", "useful"),
    [
        ("a: 1\nb: 2\na: 3", "a.yaml:3:1: the key 'a' is given twice. It stands first in line 1."),
        ("{a: 1, 'a': 2}", "a.yaml:1:8: the key 'a' is given twice"),
        ("a: !!python/object/apply:os.system [x]", "a.yaml:1:4: the tag 'tag:yaml.org,2002:python/object"),
        ("a: ! x", "a.yaml:1:4: the tag '!' is not allowed. Quote text that begins with '!'."),
        ("%TAG ! tag:x,2000:\n---\na: 1", "a %TAG directive is not allowed"),
        ("a: &x 1", "a.yaml:1:4: the anchor '&x' is not allowed. Write the value where it is used."),
        ("a: [*x]", "a.yaml:1:5: the alias '*x' is not allowed. Write the value out, or quote the text."),
        (BOMB, "a.yaml:2:10: the alias '*a0' is not allowed"),
        ("a: {<<: {b: 1}}", "a.yaml:1:5: the merge key '<<' is not allowed. Write the values out."),
        (
            "a: 1\n---\nb: 2",
            "a.yaml:2:1: a second document begins. A file holds one document. Remove the line",
        ),
        ("1: a", "a.yaml:1:1: the value 1.0 stands where a name is needed. Keys are text. Quote it."),
        ("? [a, b]\n: c", "a list or mapping stands where a name is needed"),
        ("? {a: b}\n: {c: d}", "a list or mapping stands where a name is needed"),
        ("null: a", "the value None stands where a name is needed"),
        (
            "a: .nan",
            "a.yaml:1:4: the number '.nan' is not finite. Numbers reach about 1.8e308. Quote it if it is",
        ),
        ("a: -.INF", "the number '-.INF' is not finite"),
        ("a: inf", "the number 'inf' is not finite"),
        ("a: 1e999", "the number '1e999' is not finite"),
        ("a: " + "9" * 50_000, "is not finite"),
        ("a: x\u202ey", "a.yaml:1:5: the invisible character U+202E is not allowed."),
        ("a: 1\nb: \x07", "a.yaml:2:4: the invisible character U+0007"),
        ("a: \x00", "U+0000"),
        ("a: x\u2028y", "U+2028"),
        ("a: \ud800", "U+D800"),
        ("a: 1\rb: 2", "U+000D"),
        ('a: "\\u202e"', "a.yaml:1:4: the invisible character U+202E"),
        ('"\\x00": 1', "a.yaml:1:1: the invisible character U+0000"),
        ('a: "\\ud800"', "U+D800"),
        ('a: "\\UFFFFFFFF"', "an escape or a version after this place is impossible"),
        ("%YAML 1." + "9" * 5000 + "\n---\na", "an escape or a version after this place is impossible"),
        ("%YAML 9.1\n---\na", "found incompatible YAML document"),
        (
            "a:\n\tb: 1",
            "a.yaml:2:1: the file is not valid YAML: while scanning for the next token, found character",
        ),
        ("a:\n\tb: 1", "Indent with spaces, not with tabs."),
        (
            "a: b: c",
            "a.yaml:1:5: the file is not valid YAML: mapping values are not allowed here. Check the indent",
        ),
        ("a: [1, 2\nb: 3", "expected ',' or ']', but got ':'. Close the bracket,"),
        ("a: 1\nb\nc: 1", "Write 'key: value', with a space after the colon."),
        ("a:\n  - 1\n b: 2", "Check the indentation."),
        ('a: "x', "found unexpected end of stream"),
        ("a: @x", "found character '@' that cannot start any token"),
        ("[" * 50_000, "a.yaml:1:33: the nesting is too deep. At most 32 levels are allowed."),
        ("{a: " * 50_000, "the nesting is too deep"),
        ("- " * 50_000, "the nesting is too deep"),
        ("? " * 50_000, "the nesting is too deep"),
        ("x" * 10_000_000, "the file is too large. At most 500 kB are allowed."),
        ("ä" * 3_000_000, "the file is too large"),
        (
            "a: " + "x" * 100_001,
            "a.yaml:1:4: the text 'xxxxxxxxxxxxxxxxxxxx...' is too long. At most 100000 char",
        ),
        ("x" * 100_000 + ": 1", "mapping values are not allowed in this context"),
        ("x" * 10_000 + ": 1", "mapping values are not allowed here"),
        ("!" + "x" * 100_000 + " a", "is not allowed"),
    ],
)
def test_what_a_mechanism_does_not_need_is_refused_with_its_place_and_at_once(text, useful):
    start = time.perf_counter()
    error = refusal(text)
    assert time.perf_counter() - start < 5.0  # a guard against hanging
    assert useful in str(error)
    assert all(problem.where.startswith("a.yaml:") for problem in error.problems)
    assert all(len(str(problem)) < 400 for problem in error.problems)


def test_too_many_values_are_refused(monkeypatch):
    monkeypatch.setattr(located, "MOST_VALUES", 100)
    assert "a.yaml:1:200: the file has too many values. At most 100 are allowed." in str(
        refusal("[" + "1," * 100 + "]")
    )
    assert len(read("[" + "1," * 99 + "]")) == 99


def test_the_deepest_nesting_is_read_and_written():
    text = "[" * 32 + "]" * 32
    assert read(write_yaml(read(text))) == read(text)
    with pytest.raises(ModelError, match="nested too deeply"):
        write_yaml([read(text)])


def test_a_model_is_written_as_one_would_by_hand():
    assert write_yaml(read(FOURBAR) | {"sarrus": 1}) == FOURBAR


def test_what_does_not_fit_on_a_line_is_written_below():
    data = {
        "cam": {"table": [[float(i), 0.123456789, "a/2"] for i in range(5)], "kind": "spline"},
        "t": [{}, []],
    }
    assert write_yaml(data, width=40) == (
        "cam:\n"
        "  table:\n"
        "    - [0.0, 0.123456789, a/2]\n"
        "    - [1.0, 0.123456789, a/2]\n"
        "    - [2.0, 0.123456789, a/2]\n"
        "    - [3.0, 0.123456789, a/2]\n"
        "    - [4.0, 0.123456789, a/2]\n"
        "  kind: spline\n"
        "t: [{}, []]\n"
    )
    assert write_yaml([{"first": "x" * 10, "second": "y" * 10}], width=30) == (
        "- first: xxxxxxxxxx\n  second: yyyyyyyyyy\n"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("12", '"12"'),
        ("1e3", '"1e3"'),
        ("true", '"true"'),
        ("null", '"null"'),
        ("", '""'),
        (".inf", '".inf"'),
        ("a, b", '"a, b"'),
        ("a: b", '"a: b"'),
        ("# a", '"# a"'),
        ("- a", '"- a"'),
        ("---", '"---"'),
        ("<<", '"<<"'),
        ("*a", '"*a"'),
        (" a", '" a"'),
        ("a\n", '"a\\n"'),
        ("60 deg", "60 deg"),
        ("-c/2", "-c/2"),
        ("2*pi*t", "2*pi*t"),
        ("a if t < 1 else b", "a if t < 1 else b"),
        ("crank.start", "crank.start"),
        ("(a + b)**2", "(a + b)**2"),
    ],
)
def test_text_is_quoted_only_when_needed(text, written):
    assert write_yaml({"k": text}) == f"k: {written}\n"
    assert read(write_yaml({text: [text]})) == {text: [text]}


@pytest.mark.parametrize(
    ("data", "useful"),
    [
        (math.nan, "the number nan is not finite"),
        ([10**400], "not finite"),
        ({"a": object()}, "cannot be written. A file holds text, numbers, lists and mappings."),
        ({1: 2}, "the key '1' cannot be written. Keys are text"),
        ({"x" * 2000: 1}, "cannot be written. Keys are text of at most 1000 characters."),
        ("\u202e", "cannot be written"),
        ("x" * 100_001, "cannot be written"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(data, useful):
    with pytest.raises(ModelError) as caught:
        write_yaml(data)
    assert useful in str(caught.value)


def test_data_that_hold_themselves_are_not_written():
    loop = []
    loop += [loop, loop]
    with pytest.raises(ModelError, match="nested too deeply"):
        write_yaml(loop)


CHARACTERS = st.characters(codec="utf-8").filter(lambda c: not HIDDEN.match(c))
TEXTS = st.text(CHARACTERS, max_size=20) | st.text(
    st.sampled_from("a1.-+ :#,[]{}*&!|>'\"%@`?~=<e\n\t"), max_size=8
)
SCALARS = st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=15,
)


def same(left, right):
    """Equal, with equal types and equal signs of zero."""
    return repr(left) == repr(right)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(DATA, st.sampled_from([20, 100]))
def test_what_is_written_is_read_back_the_same(data, width):
    text = write_yaml(data, width)
    assert same(read(text), data)
    assert write_yaml(read(text), width) == text


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.text(st.sampled_from("a1.-+ :#,[]{}*&!|>'\"%@?\n\t<"), max_size=40))
def test_any_text_is_read_or_refused_as_a_model_error(text):
    try:
        tree = read_yaml(text, "a.yaml")
    except ModelError as error:
        assert error.problems
    else:
        assert same(read(write_yaml(plain(tree))), plain(tree))


@settings(derandomize=True, max_examples=300, deadline=None)
@given(DATA)
def test_the_parser_for_large_files_reads_the_same(data):
    text = write_yaml(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_text, "SMALL", 0)
        large = read_yaml(text, "a.yaml")
    assert same(plain(large), data)
    assert large == read_yaml(text, "a.yaml")


@pytest.mark.parametrize(
    "text",
    [
        "a: &x 1",
        "a: [*x]",
        "a: !t 1",
        "a: {<<: {b: 1}}",
        "a: 1\n---\nb: 2",
        "a:\n\tb: 1",
        "a: b: c",
        "a: 1\na: 2",
    ],
)
def test_the_parser_for_large_files_refuses_the_same(text, monkeypatch):
    small = refusal(text)
    monkeypatch.setattr(yaml_text, "SMALL", 0)
    large = refusal(text)
    assert [p.where for p in large.problems] == [p.where for p in small.problems]
