"""Every oracle on the list (tests/problems/oracles): the program's error is within the tolerance of the row.

The same rows make docs/validation.md.
"""

import numpy as np
import pytest
from oracles import PROBLEMS, Problem, Row, answers
from oracles.registry import absolute
from oracles.sources import EXACT


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.name)
def test_oracle(problem):
    missed = [
        f"{a.row.quantity}: ours {a.ours}, reference {a.row.reference}, error {a.error:.2g} > {a.row.tolerance:.2g}"
        for a in answers(problem)
        if not a.is_met
    ]
    assert not missed, f"{problem.name}\n" + "\n".join(missed)


def asked(compute, *rows):
    return Problem("test", "of the list", EXACT, rows, compute)


def test_the_worst_of_several_values_counts():
    found = answers(asked(lambda: [("x", 1.0), ("x", 1.5), ("x", 1.1)], Row("x", "m", 1.0, 0.2, absolute)))
    assert (found[0].ours, found[0].error, found[0].is_met) == (1.5, 0.5, False)


def test_a_value_that_is_not_a_number_is_never_met():
    found = answers(asked(lambda: [("x", 1.0), ("x", np.nan), ("x", 1.0)], Row("x", "m", 1.0, 1e9)))
    assert not found[0].is_met


def test_a_quantity_that_is_missing_or_unknown_is_refused():
    with pytest.raises(AssertionError, match="nothing computed"):
        answers(asked(lambda: [], Row("x", "m", 1.0, 1.0)))
    with pytest.raises(AssertionError, match="no row for 'y'"):
        answers(asked(lambda: [("y", 1.0)], Row("x", "m", 1.0, 1.0)))
    with pytest.raises(AssertionError, match="has shape"):
        answers(asked(lambda: [("x", (1.0, 1.0))], Row("x", "m", 1.0, 1.0)))
