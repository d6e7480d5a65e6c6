"""The comparison of loops with straight-line code notices what it is there for."""

import math
from pathlib import Path

import pytest

import sarrus
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.rolled import Rolled
from sarrus.testing.rolled import rolled_difference

EXAMPLES = Path(__file__).parents[3] / "examples"
CLOSED, OPEN = "four-bar", "double-pendulum"  # the second has accelerations from a recursion


def changed(honest, change, kernel):
    """A call of kernels that changes the last value of each group, of all kernels or of one."""

    def call(self, *groups):
        found = honest(self, *groups)
        if kernel in (None, self.name):
            found = [[*values[:-1], change(values[-1])] if values else [] for values in found]
        return found

    return call


def difference(monkeypatch, stem, change, kernel=None):
    """Between straight-line code and loops that are changed."""
    monkeypatch.setattr(Rolled, "interpret", changed(Rolled.interpret, change, kernel))
    return rolled_difference(sarrus.load(EXAMPLES / f"{stem}.yaml").snapshot(), "relative")


@pytest.mark.parametrize("stem", [CLOSED, OPEN])
def test_honest_loops_agree(monkeypatch, stem):
    assert difference(monkeypatch, stem, lambda value: value) < 1e-14


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
@pytest.mark.parametrize("kernel", ["rates", "dynamics", "output"])
def test_what_is_no_number_differs_infinitely(monkeypatch, kernel, wrong):
    assert difference(monkeypatch, CLOSED, lambda value: wrong, kernel) == math.inf


@pytest.mark.parametrize("stem", [CLOSED, OPEN])
def test_small_difference_is_found(monkeypatch, stem):
    assert 1e-12 < difference(monkeypatch, stem, lambda value: value + 1e-9) < 1e-8


def test_accelerations_of_the_recursion_are_compared(monkeypatch):
    assert difference(monkeypatch, OPEN, lambda value: value + 1e-9, "forward") > 1e-12
    monkeypatch.undo()
    assert difference(monkeypatch, OPEN, lambda value: math.nan, "forward") == math.inf


def test_no_number_in_the_same_place_of_both_is_no_difference(monkeypatch):
    def no_number(value):
        return math.nan

    monkeypatch.setattr(Kernel, "__call__", changed(Kernel.__call__, no_number, "rates"))
    assert difference(monkeypatch, CLOSED, lambda value: value) == math.inf
    assert difference(monkeypatch, CLOSED, no_number, "rates") < 1e-14
