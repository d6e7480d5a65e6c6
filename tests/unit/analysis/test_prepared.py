"""What a mechanism keeps from one question to the next, and that nobody ever sees an old answer."""

from __future__ import annotations

import copy
import threading

import numpy as np
import pytest

import sarrus
from sarrus import Body, CoordinateForce, Gravity, Mechanism, Revolute, Rod, SpringDamper
from sarrus.model.sameness import is_same


def swing(mass=1.0):
    m = Mechanism("swing", plane="xy")
    (k,), (angle,) = m.parameters(k=3.0), m.signals(angle="A.theta")
    bar = m.add(Body("bar", Rod(length=1.0, mass=mass)))
    m.add(Revolute("A", m.ground, bar.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(CoordinateForce("spring", "A.theta", function=-k * (angle + 1.5)))
    m.add(SpringDamper("line", m.ground.point("P", (0.3, -1)), bar.end, stiffness=5.0, free_length=0.1))
    m.start(guess={"A.theta": -1.5})
    return m


def same(one, other):
    return one.states == other.states and np.array_equal(one.A, other.A) and one.evidence == other.evidence


def elongated(m):
    m.bodies[0].solid.length = 1.2


def stiffened(m):
    m.forces[2].stiffness = 9.0


def moved(m):
    m.ground.placements["P"] = m.ground.placements.pop("P")
    m.ground.point("Q", (1, 0))


CHANGES = {
    "parameter": lambda m: m.parameters(k=4.0),
    "start": lambda m: m.start(guess={"A.theta": 1.5}),
    "attribute of an element": stiffened,
    "attribute of a solid": elongated,
    "new point": moved,
    "new element": lambda m: m.add(CoordinateForce("more", "A.theta", function="0.1 - rate")),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whoever_changes_a_mechanism_gets_the_model_of_the_changed_one(change):
    """The same as of a mechanism that was never asked before."""
    m = swing()
    before = sarrus.linearize(m)
    change(m)
    new = swing()
    change(new)
    assert same(sarrus.linearize(m), sarrus.linearize(new))
    assert same(before, sarrus.linearize(swing()))


def test_questions_in_turn_give_the_bits_of_questions_asked_alone():
    m = swing()
    asked = [{"at": "start"}, {}, {"at": 0.5}, {"at": sarrus.equilibrium(m)}, {"formulation": "absolute"}, {}]
    for options in asked:
        assert same(sarrus.linearize(m, **options), sarrus.linearize(swing(), **options))
    locus = sarrus.roots(m, {"k": (2.0, 4.0, 20)})
    assert np.array_equal(locus.roots, sarrus.roots(swing(), {"k": (2.0, 4.0, 20)}).roots)
    assert same(sarrus.linearize(m), sarrus.linearize(swing()))


def test_copies_of_a_mechanism_keep_nothing_of_it():
    m = swing()
    first = sarrus.linearize(m)
    for other in (copy.deepcopy(m), copy.copy(m)):
        assert other.taken() is None
        assert same(sarrus.linearize(other), first)
    assert m.taken() is not None


def test_threads_that_ask_at_once_do_not_meet():
    m, found = swing(), []
    first = sarrus.linearize(m)

    def ask():
        found.extend(same(sarrus.linearize(m), first) for _ in range(5))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 20


def test_snapshot_does_not_change_with_its_mechanism():
    m = swing()
    first, again = m.snapshot(), m.snapshot()
    assert is_same(first, again)
    stiffened(m)
    assert is_same(first, again)
    assert not is_same(first, m.snapshot())
    assert not is_same(first, swing(mass=2.0).snapshot())
