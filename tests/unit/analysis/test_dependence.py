"""Dependent columns of sparse matrices are found as singular values find them, also where squares lose all digits."""

import tracemalloc

import numpy as np
import pytest

from sarrus.analysis.rank.dependence import SUSPECT, Columns

SINGULAR = 1e-8


def columns_of(B, size=3):
    row, column = np.nonzero(B)
    groups = [[*range(k, min(k + size, B.shape[1]))] for k in range(0, B.shape[1], size)]
    return Columns(row, column, B[row, column], groups)


def sparse(rng, rows, columns):
    return np.where(rng.uniform(size=(rows, columns)) < 0.2, rng.normal(size=(rows, columns)), 0.0)


def expected(B):
    sigma = np.linalg.svd(B, compute_uv=False)
    counts = sigma > SINGULAR * max(1.0, sigma[0])
    return int(counts.sum()), sigma[0] / sigma[counts].min()


@pytest.mark.parametrize("seed", range(20))
def test_rank_condition_and_combinations_are_those_of_the_dense_matrix(seed):
    rng = np.random.default_rng(seed)
    B = sparse(rng, 40, 25)
    # columns 3, 10 and 17 are combinations of others, and column 20 is empty
    for k in (3, 10, 17):
        B[:, k] = B[:, k + 1] - 2.0 * B[:, k + 4]
    B[:, 20] = 0.0
    rank, condition = expected(B)
    found = columns_of(B)
    S = found.vanishing(SINGULAR)
    assert B.shape[1] - S.shape[1] == rank
    assert S.T @ S == pytest.approx(np.eye(S.shape[1]), abs=1e-12)
    assert B @ S == pytest.approx(0.0, abs=1e-12)
    # with no more columns than steps, the extreme values are exact but for rounding
    assert found.condition(SINGULAR) == pytest.approx(condition, rel=1e-6)


@pytest.mark.parametrize("distance", [1e-2, 1e-4, 1e-6, 1e-7])
def test_column_that_nearly_depends_on_others_is_told_from_one_that_does(distance):
    """The square of 1e-7 is lost beside 1; the column counts all the same, and tells the condition."""
    rng = np.random.default_rng(5)
    B = np.zeros((30, 12))
    B[:12] = np.eye(12) + 0.3 * np.tri(12, k=-1) * (np.arange(12)[:, None] - np.arange(12) < 3)
    B[:, 4] = B[:, 2] + B[:, 7] + distance * np.eye(30)[20]
    B[:, 9] = B[:, 1] - B[:, 6]
    rank, condition = expected(B)
    found = columns_of(B[:, rng.permutation(12)])
    assert 12 - found.vanishing(SINGULAR).shape[1] == rank == 11
    assert (len(found.suspects) == 2) == (distance < SUSPECT)
    assert found.condition(SINGULAR) == pytest.approx(condition, rel=1e-4)


def test_matrix_without_entries_vanishes():
    found = Columns(np.zeros(0, dtype=int), np.zeros(0, dtype=int), np.zeros(0), [[0, 1], [2]])
    assert found.vanishing(SINGULAR).shape == (3, 3)
    assert found.condition(SINGULAR) == 1.0


def test_few_suspects_of_a_tall_matrix_take_no_square_of_its_height():
    """A dense matrix of 2000 x 2000 would be 32 MB."""
    # two entries in each of a thousand columns, and three columns that repeat the first three
    row = np.concatenate([np.arange(2000), np.arange(6)])
    column = np.concatenate([np.arange(2000) // 2, 1000 + np.arange(6) // 2])
    found = Columns(row, column, np.ones(len(row)), [[k] for k in range(1003)])
    tracemalloc.start()
    try:
        vanishing = found.vanishing(SINGULAR).shape[1]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert vanishing == len(found.suspects) == 3
    assert peak < 32e6


def test_suspects_of_a_matrix_with_fewer_rows_all_vanish_but_for_its_rank():
    B = np.array([[1.0, 2.0, 0.0, 3.0, 1.0, 0.0], [0.0, 1.0, 1.0, 0.0, 2.0, 1.0]])
    S = columns_of(B).vanishing(SINGULAR)
    assert S.shape == (6, 4)
    assert B @ S == pytest.approx(0.0, abs=1e-12)
