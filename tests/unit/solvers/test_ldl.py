from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.solvers.ldl import Symbolic, analyse, factor, minimum_degree, solve

Pattern = list[tuple[int, int]]


def pattern_of(A: np.ndarray) -> Pattern:
    return [(int(i), int(j)) for i, j in np.argwhere(A) if i >= j]


def load(symbolic: Symbolic, A: np.ndarray) -> np.ndarray:
    values = np.zeros(symbolic.size)
    for i, j in pattern_of(A):
        values[symbolic.slot(j, i)] = A[i, j]
    return values


def solved(A: np.ndarray, b: np.ndarray, order: Iterable[int]) -> np.ndarray:
    n = len(A)
    symbolic = analyse(n, pattern_of(A), order)
    values, x = load(symbolic, A), b.copy()
    assert factor(symbolic.tables, values) == 0
    solve(symbolic.tables, values, x, np.zeros(n))
    return x


def sparse(rng: np.random.Generator, m: int, n: int, density: float) -> np.ndarray:
    return rng.standard_normal((m, n)) * (rng.random((m, n)) < density)


def saddle_point(rng: np.random.Generator, n: int, m: int) -> tuple[np.ndarray, dict[int, list[int]]]:
    half = sparse(rng, n, n, 0.3)
    G = sparse(rng, m, n, 0.4) + np.eye(m, n) * (2 + rng.random(m)[:, None])
    A = np.block([[half @ half.T + np.eye(n), G.T], [G, np.zeros((m, m))]])
    return A, {n + r: [int(j) for j in np.flatnonzero(G[r])] for r in range(m)}


def chain(n: int) -> Pattern:
    return [(i, i) for i in range(n)] + [(i + 1, i) for i in range(n - 1)]


@settings(max_examples=30, deadline=None)
@given(n=st.integers(1, 12), m=st.integers(0, 6), seed=st.integers(0, 2**32 - 1))
def test_quasi_definite_matrix_is_solved_in_any_order(n: int, m: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    H, K, G = sparse(rng, n, n, 0.3), sparse(rng, m, m, 0.3), sparse(rng, m, n, 0.4)
    A = np.block([[H @ H.T + np.eye(n), G.T], [G, -K @ K.T - np.eye(m)]])
    b = rng.standard_normal(n + m)
    expected = np.linalg.solve(A, b)
    for order in (rng.permutation(n + m).tolist(), minimum_degree(n + m, pattern_of(A), {})):
        # Both parts are at least the identity, so the condition number is bounded by the largest eigenvalue; element
        # growth of the static order is bounded by its square.
        assert solved(A, b, order) == pytest.approx(expected, abs=1e-14 * np.linalg.norm(A, 2) ** 2 * (n + m))


@settings(max_examples=30, deadline=None)
@given(n=st.integers(2, 12), m=st.integers(1, 6), seed=st.integers(0, 2**32 - 1))
def test_saddle_point_is_solved_when_rows_follow_their_columns(n: int, m: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    A, after = saddle_point(rng, n, min(n, m))
    b = rng.standard_normal(len(A))
    order = minimum_degree(len(A), pattern_of(A), after)
    for row, columns in after.items():
        assert all(order.index(j) < order.index(row) for j in columns)
    x = solved(A, b, order)
    scale = np.linalg.cond(A) * np.linalg.norm(A, 2) * np.linalg.norm(x)
    assert np.linalg.norm(A @ x - b) <= 1e-14 * len(A) * scale


def test_order_is_a_permutation_and_the_same_every_time() -> None:
    A, after = saddle_point(np.random.default_rng(5), 20, 8)
    pattern = pattern_of(A)
    order = minimum_degree(28, pattern, after)
    assert sorted(order) == list(range(28))
    assert minimum_degree(28, list(reversed(pattern)), after) == order


def test_chain_ordered_well_has_no_fill() -> None:
    for n in (10, 200):
        order = minimum_degree(n, chain(n), {})
        assert analyse(n, chain(n), order).size == 2 * n - 1


def test_chain_of_constrained_bodies_stays_linear() -> None:
    # Body i has 3 speeds; joint i has 2 rows, which touch bodies i and i + 1.
    def size(bodies: int) -> int:
        n = 3 * bodies
        pattern = [(3 * k + a, 3 * k + b) for k in range(bodies) for a in range(3) for b in range(a + 1)]
        after = {n + 2 * k + r: list(range(3 * k, 3 * k + 6)) for k in range(bodies - 1) for r in range(2)}
        pattern += [(row, j) for row, columns in after.items() for j in columns] + [
            (row, row) for row in after
        ]
        total = n + len(after)
        return analyse(total, pattern, minimum_degree(total, pattern, after)).size

    small, large = size(20), size(80)
    assert large <= 4.2 * small


def test_arrow_is_eliminated_from_its_tips() -> None:
    n = 30
    pattern = [(i, 0) for i in range(n)] + [(i, i) for i in range(n)]
    order = minimum_degree(n, pattern, {})
    assert analyse(n, pattern, order).size == 2 * n - 1
    assert analyse(n, pattern, range(n)).size == n * (n + 1) // 2


def test_unusable_pivot_is_named_in_the_original_numbering() -> None:
    A = np.diag([1.0, 0.0, 2.0])
    symbolic = analyse(3, [(0, 0), (1, 1), (2, 2)], [2, 1, 0])
    assert factor(symbolic.tables, load(symbolic, A)) == 1 + 1
    values = load(symbolic, np.diag([1.0, 1.0, 1.0]))
    values[symbolic.slot(2, 2)] = np.nan
    assert factor(symbolic.tables, values) == 1 + 2


def test_nan_off_the_diagonal_is_never_accepted() -> None:
    n = 6
    symbolic = analyse(n, chain(n), minimum_degree(n, chain(n), {}))
    for k in range(n - 1):
        values = load(symbolic, 3 * np.eye(n) + np.eye(n, k=1) + np.eye(n, k=-1))
        values[symbolic.slot(k, k + 1)] = np.nan
        assert factor(symbolic.tables, values) > 0


def test_entry_outside_the_pattern_has_no_slot() -> None:
    symbolic = analyse(3, chain(3), [0, 1, 2])
    assert symbolic.slot(0, 1) == symbolic.slot(1, 0)
    with pytest.raises(KeyError):
        symbolic.slot(0, 2)


def test_wrong_input_is_refused() -> None:
    with pytest.raises(ValueError, match="wait for each other"):
        minimum_degree(3, [], {0: [1], 1: [0]})
    with pytest.raises(ValueError, match="not a permutation"):
        analyse(3, [], [0, 0, 1])
    with pytest.raises(ValueError, match=r"\(0, 3\)"):
        minimum_degree(3, [(0, 3)], {})


def test_empty_matrix_is_solved() -> None:
    symbolic = analyse(0, [], minimum_degree(0, [], {}))
    assert factor(symbolic.tables, np.zeros(0)) == 0
    solve(symbolic.tables, np.zeros(0), np.zeros(0), np.zeros(0))
