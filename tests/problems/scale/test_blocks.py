"""Rows that can depend on each other are looked at together, and no others: what is set aside never changes the rank."""

import numpy as np
import pytest
from patterns import Patterns, chain, ladder, ring, star

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.program.blocks import DENSE, split


def rows_of(found):
    return [block.rows for block in found.blocks]


def test_rows_of_separate_mechanisms_are_separate_blocks():
    two = Patterns(4, [("a", (0,), 3), ("b", (0, 1), 3), ("c", (2,), 3), ("d", (3, 2), 3)], each=3)
    found = split(two)
    assert rows_of(found) == [list(range(6)), list(range(6, 12))]
    assert [b.columns for b in found.blocks] == [list(range(6)), list(range(6, 12))]
    assert [e for b in found.blocks for e in b.entries] == list(range(len(two.jacobian_pattern)))
    assert not found.outboard


def test_row_that_nothing_moves_is_a_block_of_its_own():
    assert rows_of(split(Patterns(1, [("a", (), 1), ("b", (0,), 2)], each=3))) == [[0], [1, 2]]


@pytest.mark.parametrize("make", [chain, star], ids=lambda make: make.__name__)
def test_trees_have_bridges_only(make):
    found = split(make(40))
    assert found.blocks == []
    assert sorted(found.outboard) == list(range(5 * 40))
    for row, speeds in found.outboard.items():
        assert speeds == list(range(6 * (row // 5), 6 * (row // 5) + 6)), "a hinge carries the body after it"


def test_small_systems_keep_their_bridges():
    assert rows_of(split(chain(DENSE // 5))) == [list(range(5 * (DENSE // 5)))]


@pytest.mark.parametrize("make", [ring, ladder], ids=lambda make: make.__name__)
def test_loops_have_no_bridges(make):
    equations = make(40)
    assert rows_of(split(equations)) == [list(range(len(equations.rows)))]


def test_loop_on_a_chain_is_found():
    """Bodies 0 to 9 in a chain, 9 to 12 around a loop, 12 to 19 in a chain again."""
    elements = chain(20).elements
    elements.append(("closing", (9, 12), 5))
    found = split(Patterns(20, elements))
    assert rows_of(found) == [[*range(50, 65), *range(100, 105)]]
    assert len(found.outboard) == 105 - 20


def test_relation_ties_its_joints_to_ground():
    """A driver of the hinge on ground makes a loop with it, though its row touches only the body."""
    driven = Patterns(12, [*chain(12).elements, ("motor", (0,), 1)], relations=("motor",))
    assert rows_of(split(driven)) == [[0, 1, 2, 3, 4, 60]]
    elements = [("one", (0,), 5), ("two", (1,), 5), ("gear", (0, 1), 1), *chain(12).elements[2:]]
    assert rows_of(split(Patterns(12, elements, relations=("gear",)))) == [list(range(11))]


def test_rank_is_that_of_the_blocks_and_all_the_bridges():
    """A planar four-bar as a spatial one, whose rows are redundant, in the middle of a chain of pendulums."""
    m = sarrus.Mechanism("loop on a chain")
    last = "ground"
    for k in range(5):
        m.add(sarrus.Body(f"link{k}", sarrus.Rod(length=1.0, mass=1)))
        m.add(sarrus.Revolute(f"hinge{k}", last, f"link{k}.start"))
        last = f"link{k}.end"
    m.add(sarrus.Body("follower", sarrus.Rod(length=1.0, mass=1)))
    m.add(sarrus.Revolute("left", "link1.start", "follower.start"))
    m.add(sarrus.Body("coupler", sarrus.Rod(length=0.5, mass=1)))
    m.add(sarrus.Revolute("lower", "follower.end", "coupler.start"))
    m.add(sarrus.Revolute("upper", "link1.end", "coupler.end"))
    m.start(guess={"hinge1.theta": 0.3, "left.theta": 0.8, "lower.theta": -1.5})
    equations, x = in_formulation(find_start(m.snapshot()), "absolute")
    found = split(equations)
    assert found.outboard and found.blocks
    G = np.zeros((len(equations.rows), len(equations.speeds)))
    entries = equations.evaluate("closure", [0.0], x)[1]
    for (i, j), value in zip(equations.jacobian_pattern, entries, strict=True):
        G[i, j] = value
    whole = np.linalg.matrix_rank(G, tol=1e-9)
    parts = [np.linalg.matrix_rank(G[b.rows], tol=1e-9) for b in found.blocks]
    assert whole == sum(parts) + len(found.outboard)
    assert whole < len(equations.rows)
