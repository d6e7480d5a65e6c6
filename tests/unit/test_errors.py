import copy
from pathlib import Path

import pytest

from sarrus import errors
from sarrus.errors import ModelError, NumericalError, Problem, SarrusError, quote, suggest


def test_a_problem_reads_as_flowing_sentences():
    problem = Problem(
        "fourbar.yaml:23",
        "joint 'B' uses point 'rocker.D', but body 'rocker' has no such point",
        "It has A, C",
        suggest("rocker.D", ["rocker.A", "rocker.C"]),
    )
    assert str(problem) == (
        "fourbar.yaml:23: joint 'B' uses point 'rocker.D', but body 'rocker' has no such point. "
        "It has A, C. Did you mean 'rocker.C'?"
    )


def test_a_problem_leaves_out_what_is_not_said():
    assert str(Problem("", "Nothing moves.")) == "Nothing moves."


def test_a_model_error_lists_every_problem_in_a_paragraph_of_its_own():
    error = ModelError([Problem("a", "one"), Problem("b", "two")])
    assert str(error) == "a: one.\n\nb: two."
    assert [problem.where for problem in error.problems] == ["a", "b"]


def test_one_makes_the_error_of_a_single_problem():
    assert str(ModelError.one("a", "one", try_="Two")) == "a: one. Two."


def test_a_numerical_error_keeps_status_and_result():
    error = NumericalError("The step became too small", 3, "part of a result")
    assert (str(error), error.status, error.result) == ("The step became too small", 3, "part of a result")


@pytest.mark.parametrize("error", [ModelError.one("a", "one"), NumericalError("slow", 2)])
def test_errors_survive_a_copy_with_their_facts(error):
    twin = copy.copy(error)
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)


def test_the_tree_in_the_file_is_the_tree_of_classes():
    drawn = Path(errors.__file__).read_text(encoding="utf-8").split('"""')[1]
    for kind in SarrusError.__subclasses__():
        assert f"── {kind.__name__} " in drawn


@pytest.mark.parametrize(
    ("word", "known", "answer"),
    [
        ("crnak", ["crank", "rocker"], "Did you mean 'crank'?"),
        ("kn", ["kN", "N"], "Did you mean 'kN'?"),
        ("xyz", ["crank"], ""),
        ("x" * 10_000_000, ["x"], ""),
    ],
)
def test_suggest_gives_the_nearest_name_or_nothing(word, known, answer):
    assert suggest(word, known) == answer


def test_quote_escapes_and_cuts():
    assert quote("a\u202eb\n") == r"'a\u202eb\n'"
    assert quote("x" * 10_000_000, 3) == "'xxx...'"
    assert quote("it's " * 100, 4) == '"it\'s..."'
