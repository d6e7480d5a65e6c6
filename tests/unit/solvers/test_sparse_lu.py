import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.solvers.ldl import Symbolic, analyse
from sarrus.solvers.ordering import minimum_degree
from sarrus.solvers.sparse_lu import factor_nearly_symmetric, solve_nearly_symmetric


def loaded(A: np.ndarray) -> tuple[Symbolic, np.ndarray, np.ndarray]:
    n = len(A)
    pattern = [(int(i), int(j)) for i, j in np.argwhere((A != 0) | (A.T != 0)) if i >= j]
    symbolic = analyse(n, pattern, minimum_degree(n, pattern, {}))
    lower, upper = np.zeros(symbolic.size), np.zeros(symbolic.size)
    for i, j in pattern:
        later, earlier = (i, j) if symbolic.step[i] >= symbolic.step[j] else (j, i)
        lower[symbolic.slot(i, j)] = A[later, earlier]
        upper[symbolic.slot(i, j)] = A[earlier, later]
    return symbolic, lower, upper


@settings(max_examples=40, deadline=None)
@given(n=st.integers(1, 12), seed=st.integers(0, 2**32 - 1))
def test_product_of_nearly_equal_matrices_is_solved(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    B = rng.standard_normal((n, n + 4)) * (rng.random((n, n + 4)) < 0.4) + 2 * np.eye(n, n + 4)
    A = (B + 0.05 * rng.standard_normal(B.shape) * (B != 0)) @ B.T
    symbolic, lower, upper = loaded(A)
    b = rng.standard_normal(n)
    assert factor_nearly_symmetric(symbolic.tables, lower, upper) == 0
    x = b.copy()
    solve_nearly_symmetric(symbolic.tables, lower, upper, x, np.zeros(n))
    # Growth is mild next to a definite matrix: within its condition number of rounding.
    assert x == pytest.approx(np.linalg.solve(A, b), abs=1e-13 * np.linalg.cond(A) * (1 + np.abs(x).max()))


def test_rows_that_nearly_vanish_on_both_sides_do_no_harm() -> None:
    """Near a singular pose a row is small at both states; it is eliminated first and the others keep their digits."""
    rng = np.random.default_rng(3)
    C = rng.standard_normal((4, 8))
    B = C + 1e-3 * rng.standard_normal((4, 8))
    B[0] *= 1e-6
    C[0] *= 2e-6
    A, b = B @ C.T, np.array([1e-6, 1.0, -2.0, 0.5])
    pattern = [(i, j) for i in range(4) for j in range(i + 1)]
    symbolic = analyse(4, pattern, range(4))
    lower, upper = np.zeros(symbolic.size), np.zeros(symbolic.size)
    for i, j in pattern:
        lower[symbolic.slot(i, j)], upper[symbolic.slot(i, j)] = A[i, j], A[j, i]
    assert factor_nearly_symmetric(symbolic.tables, lower, upper) == 0
    x = b.copy()
    solve_nearly_symmetric(symbolic.tables, lower, upper, x, np.zeros(4))
    step = C.T @ x
    assert B @ step == pytest.approx(b, rel=1e-9)


def test_unusable_pivot_is_named() -> None:
    symbolic, lower, upper = loaded(np.array([[1.0, 2.0], [0.5, 1.0]]))
    assert factor_nearly_symmetric(symbolic.tables, lower, upper) > 0
    symbolic, lower, upper = loaded(np.eye(2))
    lower[symbolic.slot(1, 1)] = np.nan
    assert factor_nearly_symmetric(symbolic.tables, lower, upper) == 2
