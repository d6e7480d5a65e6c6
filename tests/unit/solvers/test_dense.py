import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.solvers.dense import lu_factor, lu_solve


@settings(max_examples=40, deadline=None)
@given(n=st.integers(1, 8), seed=st.integers(0, 2**32 - 1))
def test_solution_has_a_small_residual(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((n, n))
    b = rng.standard_normal(n)
    x, LU, pivots = b.copy(), A.ravel().copy(), np.zeros(n, np.int64)
    assert lu_factor(n, LU, pivots) == 0
    lu_solve(n, LU, pivots, x)
    # Backward stable: residual within n^2 roundings of |A| |x| (growth of partial pivoting is mild here).
    assert np.abs(A @ x - b).max() <= 10 * n**2 * 2.3e-16 * np.abs(A).max() * (np.abs(x).max() + 1)


def test_zero_on_the_diagonal_is_no_obstacle() -> None:
    A, b, pivots = np.array([0.0, 2.0, 3.0, 0.0]), np.array([4.0, 9.0]), np.zeros(2, np.int64)
    assert lu_factor(2, A, pivots) == 0
    lu_solve(2, A, pivots, b)
    assert b.tolist() == [3.0, 2.0]


def test_singular_matrix_names_the_step() -> None:
    assert lu_factor(2, np.array([1.0, 2.0, 2.0, 4.0]), np.zeros(2, np.int64)) == 2


@pytest.mark.parametrize("place", range(9))
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_value_that_is_not_finite_is_never_accepted(place: int, bad: float) -> None:
    A = np.random.default_rng(0).standard_normal(9)
    A[place] = bad
    with np.errstate(all="ignore"):
        assert lu_factor(3, A, np.zeros(3, np.int64)) > 0
