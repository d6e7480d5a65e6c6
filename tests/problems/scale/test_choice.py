"""How rows of a large block are chosen, on matrices made for the purpose."""

import numpy as np
import pytest
from patterns import Patterns

from sarrus.program import blocks
from sarrus.program.memory import lay_out
from sarrus.program.rows import choose_block, choose_rows, pivot_here


class Rows:
    """Rows of full width over three columns and more, as one large block."""

    def __init__(self, G, monkeypatch):
        monkeypatch.setattr(blocks, "DENSE", 0)
        count, width = np.shape(G)
        elements = [(f"row{k}", (0,), 1) for k in range(count)]
        self.memory = lay_out(Patterns(1, elements, each=width, formulation="relative"))
        self.count = count
        self.grown = self.choose(G)

    def choose(self, G):
        self.memory.G[:] = np.ravel(G)
        return choose_rows(self.memory, choose_block)

    def pivot_at(self, G):
        self.memory.G[:] = np.ravel(G)
        return pivot_here(self.memory, self.block)

    @property
    def kept(self):
        return np.flatnonzero(self.memory.active).tolist()

    @property
    def block(self):
        return self.memory.blocks[0]

    @property
    def sigma(self):
        return self.block.sigma


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)])
def test_row_that_adds_little_is_exchanged_for_one_that_adds_much(order, monkeypatch):
    """The second row is the first and a hundredth of the third: any two are independent, two choices are poor."""
    G = np.array([[1.0, 0.0, 0.0], [1.0, 0.01, 0.0], [0.0, 1.0, 0.0]])[list(order)]
    rows = Rows(G, monkeypatch)
    assert rows.block.rank == 2
    assert order.index(2) in rows.kept
    assert rows.sigma > 0.5


def test_rows_are_exchanged_when_another_choice_becomes_much_better(monkeypatch):
    angles = np.array([0.0, 1.2, 2.2])
    rows = Rows(np.column_stack([np.cos(angles), np.sin(angles), 0 * angles]), monkeypatch)
    assert rows.block.rank == 2
    # the two that were kept turn towards each other
    first, second = rows.kept
    angles[second] = angles[first] + 0.05
    assert rows.choose(np.column_stack([np.cos(angles), np.sin(angles), 0 * angles])) == 0
    assert rows.kept != [first, second]
    assert rows.sigma > 0.5


def test_rank_grows_when_a_row_left_out_comes_free(monkeypatch):
    G = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.8, 0.0]])
    rows = Rows(G, monkeypatch)
    assert rows.grown == 1 and rows.block.rank == 2
    assert rows.choose(G) == 0
    G[2, 2] = 1e-6
    assert rows.choose(G) == 1
    assert rows.block.rank == 3


def test_rank_is_not_lowered_where_rows_become_dependent(monkeypatch):
    rows = Rows(np.eye(3), monkeypatch)
    assert rows.choose(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1e-5, 0.0]])) == 0
    assert rows.block.rank == 3
    assert rows.sigma < 2e-5


def test_rows_of_rounding_do_not_count(monkeypatch):
    rows = Rows(1e-17 * np.arange(12.0).reshape(4, 3), monkeypatch)
    assert rows.kept == [] and rows.block.rank == 0
    assert rows.sigma == 1.0


def test_smallest_pivot_is_followed_to_another_pose(monkeypatch):
    """A row at the angle a from the other two sticks out by sin a; looking ahead changes nothing that is kept."""

    def at_angle(a):
        return np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [np.cos(a), 0.0, np.sin(a)]])

    rows = Rows(at_angle(0.2), monkeypatch)
    before = rows.block.normal.copy(), rows.sigma
    ahead = rows.pivot_at(at_angle(0.1))
    assert ahead / rows.sigma == pytest.approx(np.sin(0.1) / np.sin(0.2), rel=1e-9)
    assert (rows.block.normal == before[0]).all()
    assert rows.sigma == before[1]


def test_values_that_are_not_finite_are_never_called_regular(monkeypatch):
    rows = Rows(np.eye(3), monkeypatch)
    with np.errstate(all="ignore"):
        rows.choose(np.array([[1.0, np.nan, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    assert not rows.sigma > 0.0
