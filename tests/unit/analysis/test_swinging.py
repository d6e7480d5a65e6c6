"""Poses of a mechanism that swings in a mode: closed, also where the swing is large enough to be seen."""

from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.analysis.linear.swinging import Swinging
from sarrus.io import loads

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module", params=["four-bar", "four-bar-spatial"])
def swinging(request):
    """A four-bar linkage in the plane and in space about its equilibrium, and its mode."""
    m = sarrus.load(EXAMPLES / f"{request.param}.yaml")
    found = sarrus.modes(m)
    about = Swinging(m.snapshot(), found.model.places)
    return about, np.array(list(found.shape(1).bodies.values()))


def gap(about, x):
    return np.abs(about.manifold.rows.at(0.0, x).g).max()


def test_joints_stay_closed_at_every_phase_of_a_swing(swinging):
    about, shape = swinging
    torn = about.manifold.moved(about.x, about._step(0.3 * shape.real))
    assert gap(about, torn) > 1e-3
    for phase in np.linspace(0, 2 * np.pi, 7):
        assert gap(about, about.pose(0.3 * np.real(shape * np.exp(1j * phase)))) < 1e-8


def test_what_closes_joints_is_small_of_second_order_so_that_the_swing_is_the_mode(swinging):
    about, shape = swinging
    large, small = (np.abs(about.closing(size * shape, 8)).max() for size in (0.1, 0.01))
    assert large == pytest.approx(100 * small, rel=0.05)
    assert 1e-4 < large < 0.02


def test_pose_is_told_by_shift_and_turn_of_each_body(swinging):
    about, shape = swinging
    wanted = 0.2 * shape.real
    told = about.beside(about.pose(wanted))
    np.testing.assert_allclose(told - wanted, about.closing(0.2 * shape, 4)[0], atol=1e-12)
    assert np.abs(told - wanted).max() < 0.1 * np.abs(wanted).max()


def test_swing_that_cannot_close_has_no_pose(swinging):
    about, shape = swinging
    assert about.pose(30.0 * shape.real) is None
    assert about.closing(30.0 * shape, 4) is None


def test_driver_stays_where_it_is_at_a_later_time():
    m = loads("""
        sarrus: 1
        name: driven
        plane: xy
        bodies:
          arm: {rod: {length: 1, mass: 1}}
          bob: {rod: {length: 1, mass: 1}}
        joints:
          A: {revolute: [ground, arm.start]}
          B: {revolute: [arm.end, bob.start]}
        drivers:
          motor: {motion: A.theta, is: 0.5*t}
        forces:
          weight: {gravity: [0, -9.81]}
        start:
          guess: {B.theta: -1}
        """)
    found = sarrus.modes(m, at=2.0)
    about = Swinging(m.snapshot(), found.model.places)
    shape = np.array(list(found.shape(1).bodies.values()))
    assert 0.0 < np.abs(shape[1]).max()
    pose = about.pose(0.2 * shape.real)
    assert (about.x[2], pose[2]) == pytest.approx((1.0, 1.0), abs=1e-9)
