"""Every element of the catalogue as loops over tables: kernel by kernel the numbers of straight-line code.

A new element is tested here without a change to this file.
"""

from __future__ import annotations

import pytest

from sarrus.elements import constraints, drivers, forces, joints, sensors
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.equations import FORMULATIONS
from sarrus.testing.formulations import chain
from sarrus.testing.rolled import rolled_difference
from sarrus.testing.samples import example, fits_plane, settings, two_bodies

ROUNDING = 1e-13
"""Sums over elements may run in another order."""
RELATIONS = [k for k in (*constraints.CATALOGUE, *drivers.CATALOGUE) if not issubclass(k, FrameConstraint)]
ON_FRAMES = [
    *(k for k in constraints.CATALOGUE if issubclass(k, FrameConstraint)),
    *(k for k in forces.CATALOGUE if not k.on_coordinates),
    *sensors.CATALOGUE,
]

in_space_and_plane = pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])


def assert_agreement(mechanism, seed):
    for formulation in FORMULATIONS:
        assert rolled_difference(mechanism.snapshot(), formulation, seed) < ROUNDING, formulation


@in_space_and_plane
@pytest.mark.parametrize("kind", ON_FRAMES, ids=lambda k: k.keyword)
def test_element_on_frames(kind, planar):
    """Between two free bodies, between a body and ground, and on two frames of one body."""
    pairs = (("one.a", "two.b"), ("ground.a", "one.b")) + (() if kind in constraints.CATALOGUE else (("one.a", "one.b"),))  # fmt: skip
    for seed, ends in enumerate(pairs):
        m = two_bodies(planar, seed)
        m.add(example(kind, "it", *ends[-len(kind.ends) :] if kind.ends else (), planar=planar, seed=seed))
        assert_agreement(m, seed)


@in_space_and_plane
@pytest.mark.parametrize(
    "kind", [*RELATIONS, *(k for k in forces.CATALOGUE if k.on_coordinates)], ids=lambda k: k.keyword
)
def test_element_on_coordinates(kind, planar):
    """On joints of the tree; in body coordinates all of them are fitted."""
    for seed, setting in enumerate(settings(kind, planar)):
        m = chain(setting.joints, planar, seed, level=setting.level)
        m.add(example(kind, "it", *setting.ends, planar=planar, seed=seed))
        assert_agreement(m, seed)


@in_space_and_plane
@pytest.mark.parametrize("kind", joints.CATALOGUE, ids=lambda k: k.keyword)
def test_joint_on_the_tree_walked_backward_and_cut(kind, planar):
    if planar and not fits_plane(kind):
        pytest.skip("it leaves the plane")
    for seed, ends in enumerate((("ground.a", "one.b"), ("one.b", "ground.a"))):
        m = two_bodies(planar, seed)
        m.add(example(kind, "first", *ends, planar=planar, seed=seed))
        m.add(example(kind, "second", "one.a", "two.b", planar=planar, seed=seed))
        m.add(example(kind, "third", "two.a", "ground", planar=planar, seed=seed))  # closes the loop
        assert_agreement(m, seed)
