"""Pairs of unrelated mechanisms in one model: neither notices the other, whatever their sizes, masses and places are."""

from __future__ import annotations

import os

import numpy as np
import pytest
from anywhere import Size, apart, double_pendulum, driven, four_bar, model, random_pair, slider_crank, steps

import sarrus

DEEP = bool(os.environ.get("SARRUS_DEEP"))
PAIRS = 300 if DEEP else 30
IN_ABSOLUTE = PAIRS if DEEP else 4
SAME = 1e-7
RUN = {"until": 2.0, "rows": 41, "rtol": 1e-10, "atol": 1e-10}


def moves_as_alone(plane, members, **options):
    together = sarrus.simulate(model(plane, *members), **RUN, **options)
    alone = [sarrus.simulate(model(plane, member), **RUN, **options) for member in members]
    for run, (_, size) in zip(alone, members, strict=True):
        assert apart(together, run, size) < SAME
    assert steps(together) <= 2 * max(map(steps, alone))


@pytest.mark.parametrize("seed", range(PAIRS))
def test_each_of_a_random_pair_moves_as_it_does_alone(seed):
    moves_as_alone(*random_pair(np.random.default_rng(seed)))


@pytest.mark.parametrize("seed", range(1000, 1000 + IN_ABSOLUTE))
def test_each_of_a_random_pair_moves_as_it_does_alone_in_body_coordinates(seed):
    moves_as_alone(*random_pair(np.random.default_rng(seed)), formulation="absolute")


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_each_of_four_mechanisms_moves_as_it_does_alone_in_code_of_loops(formulation):
    """Eleven bodies: together they are loops over tables, alone they are straight-line code."""
    members = [
        (four_bar, Size("_0", 1e-3, 1e-4, (2e5, -4e3, 0.0), 1.1)),
        (slider_crank, Size("_1", 2e2, 3e5, (0.0, 0.0, 0.0), 0.8)),
        (double_pendulum, Size("_2", 5e-2, 2e1, (-7e5, 3e5, 0.0), 1.3)),
        (driven, Size("_3", 1.0, 1e-6, (30.0, 9e5, 0.0), 1.0)),
    ]
    moves_as_alone("xy", members, formulation=formulation)


def test_two_four_bars_of_a_hundredth_of_a_gram_and_a_hundred_tonnes_take_the_steps_of_one():
    members = [(four_bar, Size("_0", mass=1e-5)), (four_bar, Size("_1", mass=1e5))]
    together = sarrus.simulate(model("xy", *members), until=2.0)
    for member in members:
        alone = sarrus.simulate(model("xy", member), until=2.0)
        assert steps(together) <= 1.1 * steps(alone)
        assert apart(together, alone, member[1]) < 1e-10


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_a_millimetre_beside_a_kilometre_meets_no_branch_point(formulation):
    members = [(four_bar, Size("_0", 1e-3)), (four_bar, Size("_1", 1e3, at=(10.0, 0.0, 0.0)))]
    moves_as_alone("xy", members, formulation=formulation)
    together = sarrus.simulate(model("xy", *members), until=2.0, formulation=formulation)
    alone = sarrus.simulate(model("xy", members[0]), until=2.0, formulation=formulation)
    least = "smallest pivot on the way"
    assert together.evidence[least] > 0.9 * alone.evidence[least]
    assert together.evidence["steps on the manifold"] == 0


def test_a_pair_is_assembled_as_each_of_it_alone():
    """Each is searched by itself: neither the steps nor the damping of one search depend on the other."""
    members = [(four_bar, Size("_0", 1e2)), (slider_crank, Size("_1", 1e-2, at=(3.0, 1.0, 0.0)))]
    together = sarrus.assemble(model("xy", *members))
    for member in members:
        alone = sarrus.assemble(model("xy", member))
        for name, value in alone.values.items():
            assert together[name] == pytest.approx(value, abs=1e-12 * member[1].length), name


def test_a_pair_has_the_condition_of_its_worse_member():
    members = [(four_bar, Size("_0", 1e-3)), (slider_crank, Size("_1", 1e3, at=(10.0, 0.0, 0.0)))]
    alone = [sarrus.check(model("xy", member)).here.condition for member in members]
    assert sarrus.check(model("xy", *members)).here.condition == pytest.approx(max(alone), rel=1e-9)


def test_a_driver_that_locks_is_named_beside_one_that_asks_for_far_more():
    """The rates that drivers ask of one mechanism say nothing about another: the fast one hid that the slow one pushes."""

    def locking(m, size):
        given = four_bar(m, size)
        m.add(sarrus.Motion(f"w{size.name}", f"D{size.name}.theta", "2 - 0.3*t"))
        return {}, given[1] | {f"A{size.name}.theta": 0.8, f"D{size.name}.theta": 2.0}

    slow = (locking, Size("_0"))
    fast = (driven, Size("_1", at=(3.0, 0.0, 0.0), period=1e-3))
    alone, together = (
        sarrus.simulate(model("xy", *members), until=2.0, strict=False) for members in ([slow], [slow, fast])
    )
    assert alone.status.word == together.status.word == "locked"
    assert "'w_0'" in together.status.text and "_1" not in together.status.text
    assert together.t[-1] == pytest.approx(alone.t[-1], abs=0.05)
