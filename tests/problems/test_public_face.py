"""The rows of docs/validation.md are what a user gets: they are computed through the public face, but those listed."""

from functools import cache
from pathlib import Path

import pytest
from oracles import PROBLEMS, Problem
from oracles.face import past_the_face
from oracles.sources import EXACT

import sarrus
from sarrus.mechanics import formulate

LISTED = Path(__file__).parent / "oracles" / "past_the_face.txt"
"""Problems that ask the program behind its public face, a name in each line. The list may only become shorter."""


def test_rows_are_computed_through_the_public_face_but_those_listed():
    """What stands on the page is what a user gets; matrices and rows off their constraints are not published."""
    listed = LISTED.read_text(encoding="utf-8").splitlines()
    found = {p.name: past_the_face(p) for p in PROBLEMS}
    new = [f"'{name}' uses {', '.join(used)}" for name, used in found.items() if used and name not in listed]
    assert not new, (
        f"{'; '.join(new)}. Ask with the names of `sarrus` and `sarrus.testing` alone, as both_begin in "
        "oracles/beginning.py does: numbers that are not public may change without notice."
    )
    stale = [name for name in listed if not found.get(name)]
    assert not stale, f"{stale} do not reach past the public face any more. Strike them from {LISTED.name}."
    assert listed == [name for name, used in found.items() if used], (
        f"{LISTED.name} is not in the order of the page."
    )


def public():
    yield "x", sarrus.Mechanism("empty").name


def hidden():
    yield "x", formulate(sarrus.Mechanism("empty"))


def hidden_inside():
    from sarrus.mechanics import choice

    yield "x", choice


class Indirect:
    def asked(self):
        return formulate


ASKED = Indirect()


@pytest.mark.parametrize(
    ("compute", "used"),
    [
        (public, []),
        (hidden, ["sarrus.mechanics.formulate"]),
        (hidden_inside, ["sarrus.mechanics"]),
        (lambda: hidden(), ["sarrus.mechanics.formulate"]),
        (lambda: ASKED.asked(), ["sarrus.mechanics.formulate"]),
        (lambda: sarrus.analysis.simulate, ["sarrus.analysis"]),
        (lambda: sarrus.equations, []),
        (cache(hidden), ["sarrus.mechanics.formulate"]),
    ],
    ids=["public", "hidden", "inside", "called", "method", "attribute", "module-that-is-public", "cached"],
)
def test_a_problem_that_reaches_past_the_public_face_is_found_out(compute, used):
    assert past_the_face(Problem("test", "of the face", EXACT, (), compute)) == used
