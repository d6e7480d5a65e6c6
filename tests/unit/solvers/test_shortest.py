import numpy as np
import pytest

from sarrus.solvers import shortest
from sarrus.solvers.newton import newton
from sarrus.solvers.rank import least_squares, motions_left, rank_report, shortest_solution
from sarrus.solvers.shortest import EntryPattern, Shortest, Sparse, Unsure, motions
from sarrus.solvers.status import Status


def sparse(J):
    row, column = np.nonzero(J)
    return Sparse(EntryPattern(J.shape, row, column), J[row, column])


def chain(rows, columns, repeated=0, seed=0):
    """Rows that share a few columns with the next ones, the last of them combinations of others."""
    random = np.random.default_rng(seed)
    J = np.zeros((rows, columns))
    for i in range(rows):
        place = i * (columns - 6) // rows
        J[i, place : place + 6] = random.standard_normal(6)
    for k in range(repeated):
        J[rows - 1 - k] = J[2 * k] - 0.5 * J[2 * k + 1]
    return J


def projector(basis):
    return basis @ basis.T


@pytest.fixture(autouse=True)
def small_ones_too(monkeypatch):
    monkeypatch.setattr(shortest, "COST", 1e30)
    monkeypatch.setattr(shortest, "MANY", 0)


@pytest.mark.parametrize("mu", [1.0, 1e-3, 1e-8, 1e-14, 0.0])
@pytest.mark.parametrize("repeated", [0, 4])
def test_damped_step_is_that_of_singular_values(mu, repeated):
    J = chain(24, 40, repeated)
    r = J @ np.cos(np.arange(40.0))
    U, sigma, Vt = np.linalg.svd(J, full_matrices=False)
    counts = sigma > 1e-10
    expected = -Vt[counts].T @ ((U.T @ r)[counts] * sigma[counts] / (sigma[counts] ** 2 + mu))
    dx, y = Shortest(sparse(J)).step(r, mu)
    assert dx == pytest.approx(expected, abs=1e-11)
    assert -J.T @ y == pytest.approx(dx, abs=1e-11)


def test_matrix_between_regular_and_singular_is_left_to_singular_values():
    J = chain(24, 40)
    J[5] = J[4] + 1e-8 * J[5]
    r = np.cos(np.arange(24.0))
    with pytest.raises(Unsure):
        Shortest(sparse(J)).step(r)
    x = least_squares(J, r, 1e-10)[0]
    assert shortest_solution(sparse(J), r, 1e-10).tolist() == x.tolist()


def test_full_matrix_is_left_to_singular_values(monkeypatch):
    monkeypatch.setattr(shortest, "COST", 4e-3)
    with pytest.raises(Unsure):
        Shortest(sparse(np.ones((30, 30)) + np.eye(30))).step(np.ones(30))
    assert Shortest(sparse(np.eye(300))).step(np.ones(300))[0].tolist() == [-1.0] * 300


@pytest.mark.parametrize("shape", [(24, 40), (24, 24), (40, 24)])
@pytest.mark.parametrize("repeated", [0, 1])
def test_motions_are_those_of_singular_values(shape, repeated):
    J = chain(*shape, repeated)
    expected, found = rank_report(J).motions, motions(sparse(J))
    assert found.shape == expected.shape
    assert projector(found) == pytest.approx(projector(expected), abs=1e-9)


def test_more_motions_than_expected_are_left_to_singular_values():
    J = chain(24, 24, repeated=5)
    with pytest.raises(Unsure):
        motions(sparse(J))
    assert projector(motions_left(sparse(J))) == pytest.approx(projector(rank_report(J).motions), abs=1e-12)


@pytest.mark.parametrize("start", [0.0, 0.3, 2.0])
def test_search_with_entries_ends_where_the_dense_one_does(start):
    """Points in a row at distances of 1: as many residuals as there are distances, so that the points stay free."""
    n = 12

    def residual(x):
        return np.hypot(*np.diff(x.reshape(n, 2), axis=0).T) - 1.0

    def jacobian(x):
        d = np.diff(x.reshape(n, 2), axis=0)
        d = d / np.hypot(*d.T)[:, None]
        J = np.zeros((n - 1, n, 2))
        J[np.arange(n - 1), np.arange(n - 1)] = -d
        J[np.arange(n - 1), np.arange(1, n)] = d
        return J.reshape(n - 1, 2 * n)

    k = np.arange(n)
    x0 = np.column_stack([1.3 * k + start * np.cos(k), start * np.sin(2.0 * k)]).ravel()
    dense = newton(residual, jacobian, x0)
    found = newton(residual, lambda x: sparse(jacobian(x)), x0)
    assert dense.status is found.status is Status.OK
    assert found.x == pytest.approx(dense.x, abs=1e-11)
