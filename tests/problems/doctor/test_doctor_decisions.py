"""Rank is a decision: the same for poses that differ by rounding, and in every unit of length (RELIABILITY 2.4)."""

import os
from dataclasses import replace

import numpy as np
import pytest
from doctor.mechanisms import (
    bennett,
    door,
    four_bar,
    gears,
    parallelogram,
    spatial_four_bar,
    three_cranks,
    windows,
)

from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.check.poses import look_elsewhere
from sarrus.analysis.check.redundancy import dependent_sets
from sarrus.analysis.rank.mobility import column_sizes, mobility

PERTURBED = 20
WALKS = 20 if os.environ.get("SARRUS_DEEP") else 2
MECHANISMS = {
    "spatial four-bar": spatial_four_bar,
    "door": door,
    "three cranks": three_cranks,
    "flat parallelogram": parallelogram,
    "flat windows": lambda: windows(3),
    "gears": gears,
    "Bennett": bennett,
    "nearly flat": lambda: parallelogram(fixed={"A.theta": 1e-5}, guess={"D.theta": 1e-5}),
    "regular": lambda: four_bar(fixed={"A.theta": 1.0}, guess={"D.theta": 1.7}),
}


def shaken(e, x, rng):
    """A state about 1e-10 away, in units of the mechanism's length and in radians."""
    step = 1e-10 * rng.uniform(-1, 1, len(e.speeds)) * column_sizes(e)
    q = e.evaluate("retract", x, step.tolist())[0]
    return np.array([*q, *x[len(q) :]])


@pytest.mark.parametrize("name", MECHANISMS)
def test_decisions_are_the_same_at_poses_that_differ_by_1e10(name):
    seed = 7
    rng = np.random.default_rng(seed)
    found = find_start(MECHANISMS[name]().snapshot())
    e, x = in_formulation(found, "absolute")
    here = mobility(e, 0.0, x)
    sets = dependent_sets(e, x)
    for _ in range(PERTURBED):
        y = shaken(e, x, rng)
        there = mobility(e, 0.0, y)
        assert (there.rank, there.near_singular) == (here.rank, here.near_singular), f"seed {seed}"
        assert there.redundant == here.redundant and there.not_unique == here.not_unique, f"seed {seed}"
        assert dependent_sets(e, y) == sets, f"seed {seed}"
    first = look_elsewhere(found)
    for _ in range(WALKS):
        again = look_elsewhere(replace(found, x=shaken(found.equations, found.x, rng)))
        assert (again.rank, again.passive, again.reach) == (first.rank, first.passive, first.reach)


@pytest.mark.parametrize(
    "make", [spatial_four_bar, door, lambda scale: windows(2, scale)], ids=["loop", "door", "flat"]
)
@pytest.mark.parametrize("scale", [1e3, 1e-3])
def test_decisions_are_the_same_in_millimetres(checked, make, scale):
    """The same mechanism with every length a thousand times as large, as if a millimetre were called a metre."""
    one, other = checked(make(scale=1.0)), checked(make(scale=scale))
    assert (one.freedom, one.rows) == (other.freedom, other.rows)
    assert [(f.severity, f.code, f.where) for f in one.report.findings if f.code != "start.moved"] == [
        (f.severity, f.code, f.where) for f in other.report.findings if f.code != "start.moved"
    ]
    assert one.report.dependences == other.report.dependences
    assert one.report.here.condition == pytest.approx(other.report.here.condition, rel=1e-6)


@pytest.mark.parametrize("name", ["spatial four-bar", "Bennett", "flat windows", "door"])
def test_at_least_five_other_poses_are_looked_at(name):
    found = look_elsewhere(find_start(MECHANISMS[name]().snapshot()))
    assert found.poses >= 5
