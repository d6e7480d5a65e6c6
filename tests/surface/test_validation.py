"""docs/validation.md lists the oracles that the tests know: same problems, quantities and references."""

import make_validation
import pytest

LEAST = 60


@pytest.fixture(scope="module")
def wanted():
    problems = make_validation.listed().PROBLEMS
    return [make_validation.key_of(problem, row) for problem in problems for row in problem.rows]


def test_page_has_the_rows_of_the_list(wanted):
    found = make_validation.pages_rows(make_validation.PAGE.read_text(encoding="utf-8"))
    missing, stale = [r for r in wanted if r not in found], [r for r in found if r not in wanted]
    assert not missing and not stale, (
        f"not on the page: {missing[:3]}; only on the page: {stale[:3]}. Run `make docs`."
    )
    assert found == wanted


def test_rows_are_many_and_each_stands_once(wanted):
    assert len(wanted) >= LEAST
    assert len({row[:2] for row in wanted}) == len(wanted)


def test_page_names_every_source():
    text = make_validation.PAGE.read_text(encoding="utf-8")
    for problem in make_validation.listed().PROBLEMS:
        assert f"- **{problem.source.mark}**: {problem.source.text}" in text


def test_reading_the_list_runs_nothing(wanted, monkeypatch):
    """Rows are data; only `answers` computes."""
    problems = make_validation.listed().PROBLEMS

    def refuse(*arguments, **settings):
        raise AssertionError("a run was started")

    monkeypatch.setattr("sarrus.analysis.motion.run.run", refuse)
    assert [make_validation.key_of(p, row) for p in problems for row in p.rows] == wanted


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.0, 17, "0"),
        (-29.43, 17, "-29.43"),
        (30, 17, "30"),
        ((1.0, -2.5e-9), 17, "(1, -2.5e-09)"),
        (3.2e-15, 2, "3.2e-15"),
        (-0.0, 2, "0"),
    ],
)
def test_numbers_are_printed_with_the_digits_of_the_source(value, digits, text):
    assert make_validation.text_of(value, digits) == text
