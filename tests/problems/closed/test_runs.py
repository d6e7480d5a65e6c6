"""Runs in closed form beside runs in joint coordinates: far from folds, over many turns, into folds and past branch points.

Tolerances are 1e-12; errors of steps add up over some hundred of them, so that 1e-10 of the size of a series is what two
right runs may differ by.
"""

import math

import numpy as np
import pytest

import sarrus
from sarrus import BumpStop, Motion, TorsionalSpringDamper
from tests.problems.closed.dyads import linkage
from tests.unit.mechanics.test_closed import four_bar

TIGHT = {"rtol": 1e-12, "atol": 1e-12}
AGREE = 1e-10


def both(mechanism, until, **more):
    """The same run in closed form and in joint coordinates."""
    told = {**TIGHT, "rows": 101, **more}
    return (
        sarrus.simulate(mechanism, until=until, formulation=name, **told) for name in ("closed", "relative")
    )


def assert_same(one, two, agree=AGREE):
    """All series agree, each by its size; of a reaction that of all reactions."""
    assert list(one.names()) == list(two.names())
    sizes = [np.abs(np.asarray(two[n])).max() for n in two.names() if n.endswith((".reaction", ".torque"))]
    for name in two.names():
        a, b = np.asarray(one[name]), np.asarray(two[name])
        size = max(sizes) if name.endswith((".reaction", ".torque")) else np.abs(b).max()
        assert np.abs(a - b).max() <= agree * (1.0 + size), name


@pytest.mark.parametrize("name", ["four-bar", "slider-crank", "six-bar", "scotch-yoke", "rack-and-pinion"])
def test_examples_run_the_same(name):
    closed, relative = both(sarrus.load(f"examples/{name}.yaml"), 2.0)
    assert "left" not in closed.evidence["closed form"]
    assert closed.evidence["worst constraint residual"] < 1e-14
    assert_same(closed, relative)


@pytest.mark.parametrize(
    "seed", [0, 1, 3, 6, 9, 12, *(pytest.param(s, marks=pytest.mark.more) for s in range(20, 32))]
)
def test_random_linkages_run_the_same(seed):
    closed, relative = both(linkage(seed), 0.4, rows=41)
    assert_same(closed, relative)


def test_turns_of_what_follows_are_counted():
    """A drag link: the shortest bar is ground, and all others turn round and round. A spring feels full turns."""
    m = four_bar(0.8, 0.7, 0.9, 0.4, 1.5, rate=20.0)
    m.add(TorsionalSpringDamper("clock", "D.theta", stiffness=0.02))
    m.add(TorsionalSpringDamper("watch", "C.theta", stiffness=0.02))
    closed, relative = both(m, 3.0)
    assert abs(np.asarray(closed["D.theta"])[-1]) > 6.0 * math.pi
    assert_same(closed, relative, 1e-9)


def test_a_stop_on_what_follows_is_met():
    m = four_bar(0.3, 0.9, 0.7, 1.0, 1.0)
    m.add(BumpStop("stop", m.ground, "rocker.end", stiffness=2000.0, damping=5.0, free_length=0.9))
    closed, relative = both(m, 1.0)
    assert closed.evidence["steps ended at a kink"] == relative.evidence["steps ended at a kink"] > 0
    assert_same(closed, relative, 1e-9)


def test_a_fold_is_left_to_joint_coordinates():
    """No bar of this one can turn all around: whatever leads comes to a fold."""
    m = four_bar(0.7, 0.9, 0.8, 1.2, 1.2, rate=1.0)
    closed, relative = both(m, 3.0)
    told = closed.evidence["closed form"]
    assert "left at t = " in told
    least = float(told.split("at least ")[1].split()[0])
    assert 0.1 <= least < 0.3  # it went on until then
    assert closed.evidence["steps"] < 1.2 * relative.evidence["steps"]
    assert_same(closed, relative)


def test_a_driver_that_cannot_go_on_is_told_as_before():
    m = four_bar(0.7, 0.9, 0.8, 1.2, 1.2, rate=2.0)
    m.add(Motion("motor", "A.theta", "1.2 + 2*t"))
    ends = [sarrus.simulate(m, until=3.0, formulation=name, strict=False) for name in ("closed", "relative")]
    assert [end.status.word for end in ends] == ["locked", "locked"]
    said = [end.status.text.partition("Driver")[2].partition("is at a dead point")[0] for end in ends]
    assert said[0] == said[1] != ""
    assert len(ends[0].t) == len(ends[1].t)


def test_a_run_that_changes_hands_is_kept_whole(tmp_path):
    m = four_bar(0.7, 0.9, 0.8, 1.2, 1.2, rate=1.0)
    run = sarrus.simulate(m, until=2.0, rows=301, formulation="closed", save=tmp_path / "run.h5")
    kept = sarrus.load_result(tmp_path / "run.h5")
    assert "left at t = " in kept.evidence["closed form"]
    assert len(kept.t) == 301
    for name in run.names():
        assert np.array_equal(np.asarray(run[name]), np.asarray(kept[name])), name


def test_two_runs_have_the_same_bits():
    m = four_bar(0.7, 0.9, 0.8, 1.2, 1.2, rate=1.0)
    one, two = (sarrus.simulate(m, until=1.0, formulation="closed") for _ in range(2))
    assert all(np.array_equal(np.asarray(one[n]), np.asarray(two[n])) for n in one.names())


def test_fixed_steps_change_hands_too():
    m = four_bar(0.7, 0.9, 0.8, 1.2, 1.2, rate=1.0)
    told = {"until": 1.5, "rows": 31, "method": "rk4", "step": 1e-3}
    closed, relative = (sarrus.simulate(m, formulation=name, **told) for name in ("closed", "relative"))
    assert "left at t = " in closed.evidence["closed form"]
    assert_same(closed, relative, 1e-5)  # what steps of 1 ms leave of accelerations of 160 rad/s^2
