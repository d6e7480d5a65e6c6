"""Identifiers and comments made of what a model is called, and code that would be too long."""

import keyword

import pytest

from sarrus.errors import UsageError
from sarrus.languages.names import KEYWORDS, FreshNames, in_comment
from sarrus.languages.refusals import MOST_OPERATIONS, refuse_long


@pytest.mark.parametrize(
    ("wished", "name"),
    [
        ("crank.mass", "crank_mass"),
        ("bar-3.end.x", "bar_3_end_x"),
        ("lambda", "lambda_"),
        ("x", "x_"),
        ("3d", "n_3d"),
        ("_", "n_"),
        ("α.é", "alpha_e"),
        ("sin", "sin_"),
        ("a" * 80, "a" * 48),
    ],
)
def test_a_name_is_an_identifier_everywhere(wished, name):
    assert FreshNames().new(wished) == name
    assert name.isidentifier() and name.isascii() and not keyword.iskeyword(name)


def test_names_that_become_alike_are_told_apart():
    names = FreshNames()
    assert [names.new(wished) for wished in ("a-b", "a_b", "a.b", "for", "for_")] == [
        "a_b",
        "a_b_2",
        "a_b_3",
        "for_",
        "for__2",
    ]


def test_fields_of_records_give_way_to_keywords_alone():
    fields = FreshNames(KEYWORDS)
    assert [fields.new(wished) for wished in ("g", "sin", "x", "end", "double")] == [
        "g",
        "sin",
        "x",
        "end_",
        "double_",
    ]


@pytest.mark.parametrize("text", ["*/ int main() {", 'a """ b', "one\ntwo", "back\\", "??/", "ünder /* it"])
def test_a_title_ends_no_comment(text):
    told = in_comment(text)
    assert not any(sign in told for sign in ("*/", "/*", '"""', "\n", "\\", "??"))
    assert told.isascii()


def test_code_that_would_be_too_long_is_refused_with_what_to_do():
    refuse_long("engine", MOST_OPERATIONS)
    with pytest.raises(
        UsageError, match=r"mechanism 'engine' would have 60001 operations; .*--only A\.theta"
    ):
        refuse_long("engine", MOST_OPERATIONS + 1)
