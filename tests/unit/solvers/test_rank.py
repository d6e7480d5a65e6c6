import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.solvers.rank import independent_rows, least_squares, rank_report, reduced


def chosen(A: np.ndarray, tolerance: float = 1e-9) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    m, n = A.shape
    flat, order, pivots = A.ravel().copy(), np.zeros(m, np.int64), np.zeros(min(m, n))
    rank = independent_rows(m, n, flat, tolerance, order, pivots)
    return rank, order, pivots, flat.reshape(m, n)


def of_rank(rng: np.random.Generator, m: int, n: int, rank: int) -> np.ndarray:
    return rng.standard_normal((m, rank)) @ rng.standard_normal((rank, n))


@settings(max_examples=40, deadline=None)
@given(m=st.integers(1, 9), n=st.integers(1, 9), rank=st.integers(0, 9), seed=st.integers(0, 2**32 - 1))
def test_chosen_rows_are_independent_and_span_the_others(m: int, n: int, rank: int, seed: int) -> None:
    rank = min(m, n, rank)
    A = of_rank(np.random.default_rng(seed), m, n, rank)
    expected = np.linalg.matrix_rank(A, rtol=1e-9) if rank else 0
    found, order, pivots, Q = chosen(A)
    assert found == expected
    assert sorted(order) == list(range(m))
    assert np.all(pivots[1:] <= pivots[:-1] * (1 + 1e-9) + 1e-15)
    assert np.linalg.norm(Q[:found] @ Q[:found].T - np.eye(found)) < 1e-14 * 10
    off = A - (A @ Q[:found].T) @ Q[:found]
    assert np.linalg.norm(off) <= 1e-8 * np.linalg.norm(A)


def test_ill_conditioned_rows_stay_orthogonal() -> None:
    # Hilbert's matrix defeats plain Gram-Schmidt.
    n = 10
    A = 1.0 / (np.arange(n)[:, None] + np.arange(n)[None, :] + 1)
    _, _, pivots, Q = chosen(A)
    good = int(np.count_nonzero(pivots > 1e-12 * pivots[0]))
    assert good > 7
    assert np.abs(Q[:good] @ Q[:good].T - np.eye(good)).max() < 1e-12


def test_nearly_dependent_row_is_decided_by_the_tolerance() -> None:
    A = np.array([[1.0, 0.0, 0.0], [1.0, 1e-6, 0.0], [0.0, 0.0, 1.0]])
    assert chosen(A, 1e-5)[0] == 2
    assert chosen(A, 1e-7)[0] == 3
    assert chosen(A, 1e-7)[2][2] == pytest.approx(1e-6, rel=1e-6)


def test_equal_rows_are_taken_from_the_front_in_every_unit() -> None:
    A = np.array([[3.0, 4.0, 0.0], [5.0, 0.0, 0.0], [0.0, 0.0, 5.0], [3.0, 4.0, 0.0]])
    for unit in (1.0, 1e-3, 1e3, 0.0254):
        rank, order, _, _ = chosen(A * unit)
        assert rank == 3
        assert order[:2].tolist() == [0, 2] and order[3] == 3


def test_zero_and_empty_matrices_have_rank_zero() -> None:
    rank, order, pivots, _ = chosen(np.zeros((3, 2)))
    assert (rank, sorted(order), pivots.tolist()) == (0, [0, 1, 2], [0.0, 0.0])
    assert chosen(np.zeros((0, 4)))[0] == 0
    assert chosen(np.zeros((4, 0)))[0] == 0


def test_matrix_that_is_not_finite_is_refused() -> None:
    for bad in (np.nan, np.inf):
        assert chosen(np.array([[1.0, 0.0], [0.0, bad]]))[0] == -1


@settings(max_examples=30, deadline=None)
@given(m=st.integers(0, 7), n=st.integers(0, 7), rank=st.integers(0, 7), seed=st.integers(0, 2**32 - 1))
def test_report_gives_all_motions_and_self_stresses(m: int, n: int, rank: int, seed: int) -> None:
    G = of_rank(np.random.default_rng(seed), m, n, min(m, n, rank))
    report = rank_report(G)
    assert report.motions.shape == (n, n - report.rank)
    assert report.self_stresses.shape == (m, m - report.rank)
    size = 1e-7 * (np.linalg.norm(G) + 1)
    assert np.linalg.norm(G @ report.motions) < size
    assert np.linalg.norm(G.T @ report.self_stresses) < size
    if min(m, n):
        assert report.rank == np.linalg.matrix_rank(G, rtol=1e-8)


def test_report_warns_between_the_two_limits() -> None:
    for smallest, rank, flag in ((1e-2, 2, False), (1e-5, 2, True), (1e-9, 1, False)):
        report = rank_report(np.diag([1.0, smallest]))
        assert (report.rank, report.is_near_singular) == (rank, flag)
        assert report.condition == pytest.approx(1.0 / smallest if rank == 2 else 1.0)


@settings(max_examples=40, deadline=None)
@given(n=st.integers(1, 9), k=st.integers(0, 5), seed=st.integers(0, 2**32 - 1))
def test_reduced_columns_span_the_same_and_are_told_apart_by_single_rows(n: int, k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    k = min(n, k)
    S = np.linalg.qr(rng.standard_normal((n, k)))[0]
    R = reduced(S, list(rng.permutation(n)))
    assert R.shape == (n, k)
    assert np.abs(R - S @ (S.T @ R)).max(initial=0.0) < 1e-9
    assert np.linalg.matrix_rank(R) == k
    if k:
        assert np.abs(R).max(axis=0) == pytest.approx(np.ones(k))
        own = [np.flatnonzero((np.abs(np.delete(R, j, axis=1)) < 1e-9).all(axis=1)) for j in range(k)]
        assert all(np.abs(R[rows, j]).max(initial=0.0) > 1e-9 for j, rows in enumerate(own))


def test_reduced_columns_do_not_depend_on_the_basis_they_come_from() -> None:
    rng = np.random.default_rng(4)
    S = np.linalg.qr(rng.standard_normal((8, 3)))[0]
    for _ in range(10):
        turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        assert reduced(S @ turn, range(8)) == pytest.approx(reduced(S, range(8)), abs=1e-10)


def test_reduced_columns_are_the_smallest_sets() -> None:
    # Two pairs of opposite rows, mixed by a turn of the basis.
    pairs = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]]) / np.sqrt(2)
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    found = reduced(pairs @ turn, [2, 3, 0, 1, 4])
    assert sorted(np.flatnonzero(np.abs(c) > 1e-12).tolist() for c in found.T) == [[0, 2], [1, 3]]


def test_least_squares_is_the_shortest_solution() -> None:
    rng = np.random.default_rng(3)
    for m, n, rank in ((6, 4, 4), (4, 6, 4), (6, 5, 3), (3, 3, 0)):
        A, b = of_rank(rng, m, n, rank), rng.standard_normal(m)
        x, found = least_squares(A, b, 1e-10)
        assert found == rank
        assert x == pytest.approx(np.linalg.pinv(A, rcond=1e-10) @ b, abs=1e-10)


def test_values_that_are_not_finite_are_refused() -> None:
    with pytest.raises(ValueError, match="finite matrix"):
        rank_report(np.array([[np.nan]]))
    with pytest.raises(ValueError, match="finite matrix"):
        least_squares(np.array([1.0, 2.0]), np.array([1.0]), 1e-10)
