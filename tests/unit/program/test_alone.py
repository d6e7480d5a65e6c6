"""Compiled kernels that are called by themselves say what interpreted ones say."""

import numpy as np
import pytest

import sarrus
from sarrus.io import loads
from sarrus.mechanics import formulate
from sarrus.model import snapshot_of
from sarrus.program.alone import KernelsAlone

MODEL = """
sarrus: 1
name: loop
plane: xy
inputs: {push: 2 N m}
ground: {points: {D: [1, 0]}}
bodies:
  crank: {rod: {length: 0.3, mass: 0.3}}
  coupler: {rod: {length: 0.9, mass: 0.9}}
  rocker: {rod: {length: 0.7, mass: 0.7}}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, rocker.end]}
  D: {revolute: [ground.D, rocker.start]}
forces:
  weight: {gravity: [0, -9.81]}
  drive: {coordinate-force: A.theta, is: push}
start: {guess: {A.theta: 1, D.theta: 1.6}}
"""


@pytest.mark.parametrize("rolled", [False, True])
def test_kernels_alone_say_what_interpreted_ones_say(rolled):
    e = formulate(snapshot_of(loads(MODEL)), "relative", rolled=rolled)
    alone = KernelsAlone(e, ("closure", "measure", "residual"))
    random = np.random.default_rng(3)
    for _ in range(2):  # memory that is used again holds nothing of the call before
        x, vdot = random.normal(size=e.size), random.normal(size=len(e.speeds))
        lam = random.normal(size=e.multipliers)
        for name, value in (("x", x), ("vdot", vdot), ("lam", lam), ("t", [0.3])):
            alone.given[name][:] = value
        for kernel, groups in (("closure", ()), ("measure", ()), ("residual", (vdot, lam))):
            told = e.evaluate(kernel, [0.3], x, *groups)
            for found, expected in zip(alone(kernel), told, strict=True):
                assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_efforts_of_a_redundant_loop_and_of_many_actuators_are_those_of_inverse():
    m = sarrus.Mechanism("flat four-bar in space")
    D = m.ground.point("D", (1, 0, 0))
    lengths = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7}
    crank, coupler, rocker = (m.add(sarrus.Body(n, sarrus.Rod(length=x, mass=x))) for n, x in lengths.items())
    ends = (m.ground, crank.start, crank.end, coupler.start, coupler.end, rocker.end, D, rocker.start)
    for name, base, follower in zip("ABCD", ends[::2], ends[1::2], strict=True):
        m.add(sarrus.Revolute(name, base, follower))
    m.add(sarrus.Gravity("weight", (0, -9.81, 0)))
    m.start(guess={"A.theta": 1.0, "B.theta": -0.5, "D.theta": 1.7})
    for motors in (["D.theta"], ["A.theta", "D.theta"]):
        efforts = sarrus.inverse_function(m, coordinates=["A.theta"], actuators=motors)
        run = sarrus.inverse(m, 0.5, rows=3, motion={"A.theta": "1 + 2*t + t**2"}, actuators=motors)
        for t, k in ((0.5, 2), (0.0, 0)):
            found = efforts([1 + 2 * t + t * t], [2 + 2 * t], [2])
            assert found == pytest.approx([run[f"{n}.effort"][k] for n in motors], rel=1e-9)


def test_a_pose_far_from_the_last_one_is_found_and_one_that_does_not_close_is_told():
    m = loads(MODEL)
    efforts = sarrus.inverse_function(m, coordinates=["A.theta"])
    one = efforts([2.5], [1.0], [0.0])
    assert efforts([2.5 - 2 * np.pi], [1.0], [0.0]) == pytest.approx(one, rel=1e-9)
    by_rocker = sarrus.inverse_function(m, coordinates=["D.theta"])
    with pytest.raises(sarrus.NumericalError, match=r"Asked for: 'D\.theta = 0\.1'"):
        by_rocker([0.1], [0.0], [0.0])
    assert np.isfinite(by_rocker([1.65], [0.0], [0.0])).all()  # what failed is forgotten
