"""Efforts that are shared: least ones, within limits, or with the least excess."""

import numpy as np
import pytest
from scipy.optimize import minimize

from sarrus.solvers.sharing import share

NONE = np.full(4, np.inf)


@pytest.mark.parametrize("seed", range(6))
def test_least_efforts_within_limits_are_those_of_a_general_optimiser(seed):
    random = np.random.default_rng(seed)
    A, weights = random.normal(size=(2, 4)), random.uniform(0.5, 2, 4)
    need = A @ random.uniform(-1, 1, 4)  # within limits of 1 there is a way
    free = share(A, need, weights, -NONE, NONE)
    assert pytest.approx(need) == A @ free.tau
    assert np.abs(free.free.T @ (weights * free.tau)).max() < 1e-12
    limit = max(0.8, 0.9 * np.abs(free.tau).max())
    found = share(A, need, weights, np.full(4, -limit), np.full(4, limit))
    if found.excess.any():
        return  # the next test is about these
    told = minimize(
        lambda tau: tau @ (weights * tau),
        np.zeros(4),
        jac=lambda tau: 2 * weights * tau,
        bounds=[(-limit, limit)] * 4,
        constraints={"type": "eq", "fun": lambda tau: A @ tau - need, "jac": lambda tau: A},
        options={"ftol": 1e-14},
    )
    assert found.tau == pytest.approx(told.x, abs=1e-6)
    assert pytest.approx(need, abs=1e-12) == A @ found.tau


def test_limits_that_are_too_narrow_are_missed_by_the_least_part():
    A, need = np.array([[1.0, 1.0]]), np.array([5.0])
    low, high = np.array([-1.0, -3.0]), np.array([1.0, 3.0])
    found = share(A, need, np.ones(2), low, high)
    assert found.tau == pytest.approx([1.25, 3.75])  # a quarter of each range
    assert found.excess == pytest.approx([0.25, 0.75])


def test_one_effort_has_no_choice():
    found = share(np.array([[2.0]]), np.array([5.0]), np.ones(1), np.array([-1.0]), np.array([2.0]))
    assert found.tau == pytest.approx([2.5])
    assert found.excess == pytest.approx([0.5])
    assert found.free.shape == (1, 0)
