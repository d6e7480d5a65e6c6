"""Small turns seen from a frame that follows the axis of a symmetric body but does not spin: spec 07, section 1.5."""

from __future__ import annotations

import math

import numpy as np
import pytest
from linear_nearness import BOTH, linear, require_near, require_roots
from linear_spatial import G, leaning_disc

import sarrus
from sarrus import Body, Free, Gravity, Mechanism, Revolute, RollingDisk, Spherical

both = pytest.mark.parametrize("formulation", BOTH)


def precessing_top(tilt=0.5, spin=120.0):
    """A symmetric top on a ball joint that goes round the vertical at a constant tilt, and the rate at which it does."""
    I1, I3, mgl = 0.006, 0.001, 0.5 * G * 0.1
    # I3 spin W = I1 W^2 cos(tilt) + m g l, the slow root; spin is that about the axis, all in all
    a, b, c = I1 * math.cos(tilt), -I3 * spin, mgl
    rate = (-b - math.sqrt(b * b - 4 * a * c)) / (2 * a)
    return tilt, spin, rate


def on_ball():
    tilt, spin, rate = precessing_top()
    m = Mechanism("top")
    body = m.add(Body("top", mass=0.5, center=(0, 0, 0.1), inertia=(0.001, 0.001, 0.001)))
    m.add(Spherical("ball", m.ground, body))
    m.add(Gravity("weight", (0, 0, -G)))
    e = np.array([0, -math.sin(tilt), math.cos(tilt)])
    w = np.array([0, 0, rate]) + (spin - rate * math.cos(tilt)) * e
    m.start(fixed={"ball.turn": sarrus.turn("1-2-3", tilt, 0, 0), "ball.w": tuple(w.tolist())})
    return m


def on_hinges():
    tilt, spin, rate = precessing_top()
    m = Mechanism("top")
    round_, leaning = (m.add(Body(n, mass=0, inertia=(0, 0, 0))) for n in ("round", "leaning"))
    body = m.add(Body("top", mass=0.5, center=(0, 0, 0.1), inertia=(0.001, 0.001, 0.001)))
    m.add(Revolute("yaw", m.ground, round_))
    along_x = (0, math.pi / 2, 0)
    m.add(Revolute("lean", round_.frame("x", turn=along_x), leaning.frame("x", turn=along_x)))
    m.add(Revolute("spin", leaning, body))
    m.add(Gravity("weight", (0, 0, -G)))
    rates = {"yaw.theta_dot": rate, "lean.theta_dot": 0, "spin.theta_dot": spin - rate * math.cos(tilt)}
    m.start(fixed={"yaw.theta": 0, "lean.theta": tilt, "spin.theta": 0, **rates})
    return m


@both
def test_top_that_precesses_has_the_roots_of_its_hinges(formulation):
    found, wanted = linear(on_ball(), formulation), linear(on_hinges(), formulation)
    assert (found.kind, found.frame, wanted.kind) == ("steady motion", "axis", "steady motion")
    nutation = np.abs(wanted.poles()).max()
    assert nutation > 1.0
    require_near(np.sort(np.abs(found.poles()))[-2:], [nutation] * 2, 1e-8)


@pytest.mark.more
def test_disc_that_rolls_in_a_circle_on_a_free_joint_spec07_L12():
    known = sarrus.simulate(leaning_disc(), until=1e-9, rows=2)
    at = {n: known[f"disc.{n}"].values[0] for n in ("quaternion", "w")}
    m = Mechanism("disc")
    body = m.add(Body("disc", mass=2, inertia=(0.045, 0.045, 0.09)))
    m.add(Free("f", m.ground, body))
    m.add(RollingDisk("roll", m.ground, body, radius=0.3))
    m.add(Gravity("weight", (0, 0, -G)))
    turn = {"quaternion": at["quaternion"].tolist()}
    m.start(
        fixed={"f.x": 0, "f.y": 0, "f.turn": turn, "f.w": tuple(at["w"].tolist())},
        guess={"f.z": 0.3 * math.cos(0.35)},
    )
    found = linear(m)
    assert (found.kind, found.frame) == ("steady motion", "axis")
    require_roots(found, [2.96256526952413j], chains=found.spectrum.chains)
    assert found.spectrum.zeros == 6
