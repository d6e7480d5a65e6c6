"""Changes of the derivative inside a step: found along its dense output, and met."""

from math import acos, pi, sin
from typing import Any

import numpy as np
import pytest

from sarrus.solvers.status import OK


def guard_of(function: Any, rate: float = 0.0) -> Any:
    def guard(t: float, x: np.ndarray, values: np.ndarray, memory: Any) -> int:
        values[0], values[1] = function(t, x), rate
        return OK

    return guard


def test_force_that_turns_round_with_the_place_swings_for_ever(run: Any) -> None:
    """x'' = -sign(x): from rest at 1, parabolas of sqrt(2) s each; the slope of x' jumps at every passage."""
    quarter = 2.0**0.5
    r = run(
        lambda t, x: [x[1], -1.0 if x[0] > 0 else 1.0],
        [1.0, 0.0],
        40 * quarter,
        guard=guard_of(lambda t, x: x[0]),
        guards=1,
        times=[4 * quarter, 40 * quarter],
    )
    assert r() == OK
    np.testing.assert_allclose(r.rows, [[1.0, 0.0], [1.0, 0.0]], atol=1e-9)
    assert r.steps.kinks == 20


def test_short_touch_of_a_fast_wheel_is_met_every_turn(run: Any) -> None:
    """phi = 100 t, and a counter runs while sin phi > 0.99: the state is a straight line, so steps could be any length."""
    turns = 50
    r = run(
        lambda t, x: [100.0, 1.0 if sin(x[0]) > 0.99 else 0.0],
        [0.0, 0.0],
        turns * 2 * pi / 100.0,
        guard=guard_of(lambda t, x: sin(x[0]) - 0.99, rate=100.0),
        guards=1,
    )
    assert r() == OK
    touch = 2.0 * (pi / 2 - (pi / 2 - acos(0.99))) / 100.0
    assert r.x[1] == pytest.approx(turns * touch, rel=1e-9)
    assert r.steps.kinks == 2 * turns


@pytest.mark.parametrize("depth", [1e-3, 1e-6, 1e-9])
def test_touch_between_two_looks_is_found(run: Any, depth: float) -> None:
    """x = (t - 1/3)^2 - depth is below zero for a moment; the look there is sought where the value is least."""
    r = run(
        lambda t, x: [2.0 * (t - 1 / 3), 1.0 if x[0] < 0 else 0.0],
        [1 / 9 - depth, 0.0],
        10.0,
        guard=guard_of(lambda t, x: x[0]),
        guards=1,
        atol=1e-13,
    )
    assert r() == OK
    assert r.x[1] == pytest.approx(2.0 * depth**0.5, rel=1e-4)


def test_touch_without_a_slope_at_zero_is_found(run: Any) -> None:
    """A place passed at speed: |x - 20| < 0.01 for 2 ms of 100 s; the guard has a corner there."""
    r = run(
        lambda t, x: [10.0, 1.0 if abs(x[0] - 20.0) < 0.01 else 0.0],
        [0.0, 0.0],
        100.0,
        guard=guard_of(lambda t, x: 0.01 - abs(x[0] - 20.0)),
        guards=1,
    )
    assert r() == OK
    assert r.x[1] == pytest.approx(0.002, rel=1e-9)


def test_equation_without_guards_takes_the_steps_it_took(run: Any) -> None:
    """A guard that never changes costs evaluations, and changes no step."""
    results = []
    for guards in (0, 1):
        r = run(
            lambda t, x: [x[1], -x[0]],
            [1.0, 0.0],
            20.0,
            guard=guard_of(lambda t, x: 2.0 + x[0]),
            guards=guards,
        )
        assert r() == OK and r.steps.guards == guards and r.steps.cuts == 0
        results.append(r.x.tobytes())
    assert results[0] == results[1]
