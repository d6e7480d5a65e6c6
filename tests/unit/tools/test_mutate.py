"""Mutants: which changes of a formula there are, that they are made and told apart, and that `verify` catches a sample of them."""

from __future__ import annotations

import ast

import pytest
from mutate import trials
from mutate_changes import changed, changes_in

SOURCE = '''
"""Nothing here - and nothing + there - is a formula."""
from x import y
LENGTH = 2 + 3

def load(a: "b - c", b, c=1 - 2, *, X: int = 3) -> "d + e":
    """No - formula."""
    if len(a) - 1:
        raise ValueError(f"{a - b}")
    return add(a, neg(b)), a[b - 1], X.inverse() @ c, a.cross(b), -a * b, "a" + b, relative(base, follower), a.T, F.force
'''


def changes_of(text):
    """Before and after, as text."""
    found = changes_in(ast.parse(text))
    return [(ast.unparse(node), [ast.unparse(n) for n in new]) for _, node, new in found]


def test_formulas_in_functions_are_changed_and_nothing_else_is():
    assert sorted(changes_of(SOURCE)) == sorted(
        [
            ("add(a, neg(b))", ["add(neg(b))", "add(a)"]),
            ("neg(b)", ["b"]),
            ("X.inverse() @ c", ["c @ X.inverse()"]),
            ("X.inverse()", ["X"]),
            ("a.cross(b)", ["b.cross(a)"]),
            ("-a * b", ["-a", "b"]),
            ("-a", ["a"]),
            ("relative(base, follower)", ["relative(follower, base)"]),
            ("a.T", ["a"]),
            ("F.force", ["F.torque"]),
        ]
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b", ["a - b", "a", "b"]),
        ("a - b", ["a + b", "a", "b - a"]),
        ("a / b", ["a", "a * b"]),
        ("sub(a, b)", ["sub(b, a)", "a"]),
        ("cross(a, b)", ["cross(b, a)"]),
        ("chain(a, b, c)", ["chain(b, a, c)", "chain(b, c)"]),
        ("mul(a, b)", ["mul(b)", "mul(a)"]),
        ("transpose(a)", ["a"]),
        ("R.back(v)", ["R * v"]),
        ("add(*a, b)", []),
    ],
)
def test_each_mistake_is_one_that_a_person_makes(text, expected):
    found = changes_of(f"def f():\n    return {text}")
    assert (found[0][1] if found else []) == expected


def test_a_change_is_made_where_it_was_found_and_nowhere_else():
    text = "def f(a, b):\n    return (a - b) * (a - b)"
    number, _, new = next(c for c in changes_in(ast.parse(text)) if ast.unparse(c[1]) == "a - b")
    done = ast.unparse(changed(ast.parse(text), number, 0))
    assert ast.unparse(new[0]) == "a + b"
    assert done.count("a + b") == 1 and done.count("a - b") == 1
    assert "_exit(77)" in ast.unparse(changed(ast.parse(text), number, 0, probe=True))


@pytest.mark.more
def test_verify_catches_a_sample_of_mutants():
    """Half of them in kernels, half in forms; a label on a page is no number. `python tools/mutate.py` tries two hundred."""
    found = list(trials(12, seed=7))
    reached = [t for t in found if t.end != "not reached"]
    assert len(reached) == 12
    assert sum(t.end == "caught" for t in reached) >= 8
    assert not [str(t.mutant) for t in reached if t.end == "survived" and "page" not in t.by]
