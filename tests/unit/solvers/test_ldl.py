from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.solvers.ldl import Symbolic, analyse, factor, factor_independent, invert, solve
from sarrus.solvers.ordering import grouped, minimum_degree

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


@settings(max_examples=30, deadline=None)
@given(n=st.integers(1, 12), seed=st.integers(0, 2**32 - 1))
def test_entries_of_the_inverse_are_those_of_the_inverse(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    half = sparse(rng, n, n, 0.3)
    A = half @ half.T + np.eye(n)
    symbolic = analyse(n, pattern_of(A), minimum_degree(n, pattern_of(A), {}))
    values, found = load(symbolic, A), np.full(symbolic.size, np.nan)
    assert factor(symbolic.tables, values) == 0
    invert(symbolic.tables, values, found)
    expected = np.linalg.inv(A)
    # The smallest eigenvalue is at least 1, so errors are within roundings of the condition number.
    for i, j in pattern_of(A):
        assert found[symbolic.slot(i, j)] == pytest.approx(expected[i, j], abs=1e-14 * np.linalg.cond(A) * n)


def test_rows_that_depend_on_earlier_ones_are_left_out() -> None:
    rng = np.random.default_rng(1)
    G = sparse(rng, 8, 12, 0.4) + np.eye(8, 12)
    G[4] *= 0.01
    G[5] = G[1] - 2.0 * G[2]
    A = G @ G.T
    symbolic = analyse(8, pattern_of(A), range(8))
    kept = np.full(8, np.nan)
    assert factor_independent(symbolic.tables, load(symbolic, A), 1e-8, kept) == 1
    assert kept.tolist() == [1, 1, 1, 1, 1, 0, 1, 1]
    # A pivot is the squared distance from the span of the rows before: a limit above that of row 4 leaves it out too.
    left = G[4] - G[:4].T @ np.linalg.lstsq(G[:4].T, G[4], rcond=None)[0]
    factor_independent(symbolic.tables, load(symbolic, A), 1.01 * float(left @ left), kept)
    assert kept[4] == 0
    factor_independent(symbolic.tables, load(symbolic, A), 0.99 * float(left @ left), kept)
    assert kept[4] == 1


def test_groups_stay_together_and_wait_together() -> None:
    A, after = saddle_point(np.random.default_rng(5), 20, 8)
    groups = [list(range(k, k + 4)) for k in range(0, 28, 4)]
    order = grouped(28, pattern_of(A), after, groups)
    assert sorted(order) == list(range(28))
    for group in groups:
        assert sorted(order.index(i) for i in group) == list(
            range(order.index(group[0]), order.index(group[0]) + 4)
        )
    for row, columns in after.items():
        assert all(order.index(j) < order.index(row) for j in columns)


def test_groups_of_one_are_ordered_like_their_members() -> None:
    A, after = saddle_point(np.random.default_rng(7), 20, 8)
    pattern = pattern_of(A)
    assert grouped(28, pattern, after, [[i] for i in range(28)]) == minimum_degree(28, pattern, after)


def test_many_places_are_found_at_once() -> None:
    symbolic = analyse(4, chain(4), [3, 0, 2, 1])
    found = symbolic.slots([0, 1, 2, 3], [1, 1, 3, 3])
    assert found.tolist() == [symbolic.slot(i, j) for i, j in ((1, 0), (1, 1), (3, 2), (3, 3))]
    with pytest.raises(KeyError):
        symbolic.slots([0, 0], [1, 3])
