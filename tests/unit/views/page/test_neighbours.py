"""What is beside what."""

from pathlib import Path

import sarrus
from sarrus.views.page.neighbours import neighbours

EXAMPLES = Path(__file__).parents[4] / "examples"


def found_in(name):
    return neighbours(sarrus.load(EXAMPLES / f"{name}.yaml").snapshot())


def test_joints_are_beside_their_bodies_and_bodies_beside_their_joints():
    found = found_in("four-bar")
    assert found["crank"] == ["A", "B"]
    assert found["coupler"] == ["B", "C"]
    assert found["C"] == ["coupler", "rocker"]
    assert found["A"] == ["crank"]  # ground has no name here


def test_what_acts_on_a_coordinate_is_beside_its_joint():
    found = found_in("rack-and-pinion")
    relation = next(name for name, others in found.items() if set(others) >= {"guide", "axle"})
    assert relation in found["guide"] and relation in found["axle"]


def test_every_pair_is_named_both_ways():
    found = found_in("six-bar")
    assert found
    assert all(name in found[other] for name, others in found.items() for other in others)
