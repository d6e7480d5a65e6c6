"""TRAPS items 2, 11 and 14: forces that depend on speed, motions that jump, places where a slope does not exist."""

from __future__ import annotations

import math

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Motion, Prismatic, Revolute, SpringDamper
from sarrus.elements.base import param
from sarrus.elements.forces.base import Force, Line
from sarrus.scalar import absolute


class Drag(Force):
    """Quadratic resistance, stated as virtual power."""

    ends = ("P", "Q")
    port = Line
    factor = param("N s^2/m^2", "resistance", ge=0)

    def power(self, line, virtual):
        return -(self.factor * absolute(line.rate) * line.rate * virtual.rate)


def block(**start):
    """A block of 2 kg that slides along x, and a ground point on its way."""
    m = Mechanism("block", plane="xy")
    m.ground.point("P", (-1.0, 0))
    m.add(Body("block", mass=2.0, inertia=1.0))
    m.add(Prismatic("guide", "ground", "block"))
    m.start(fixed={f"guide.{name}": value for name, value in start.items()})
    return m


def test_fall_with_quadratic_drag_reaches_its_final_speed(formulation):
    """v = w tanh(g t / w), w^2 = m g / c. Three times the drag would give w / sqrt(3)."""
    m = block(s=0.0, s_dot=0.0)
    m.add(Gravity("weight", (9.81, 0)))
    m.add(Drag("air", "ground.P", "block", factor=0.7))
    run = sarrus.simulate(m, until=3.0, rows=31, rtol=1e-10, atol=1e-10, formulation=formulation)
    w = math.sqrt(2.0 * 9.81 / 0.7)
    np.testing.assert_allclose(run["guide.s_dot"].values, w * np.tanh(9.81 * run.t / w), atol=1e-8)
    np.testing.assert_allclose(run["air.magnitude"].values, 0.7 * run["guide.s_dot"].values ** 2, atol=1e-12)
    assert run.evidence["worst energy balance [J]"] < 1e-7


def test_spring_passes_through_zero_length_and_may_start_there():
    """|d| has no slope at 0; a spring without free length is linear there, and its motion a sine."""
    m = block(s=-1.0, s_dot=3.0)
    m.add(SpringDamper("spring", "ground.P", "block", stiffness=50.0, damping=0.0, free_length=0.0))
    run = sarrus.simulate(m, until=2.0, rows=41, rtol=1e-10, atol=1e-10)
    assert run["spring.length"][0] == 0.0
    w = math.sqrt(50.0 / 2.0)
    np.testing.assert_allclose(run["guide.s"].values, -1.0 + 3.0 / w * np.sin(w * run.t), atol=1e-8)
    assert all(np.isfinite(run[name].values).all() for name in run)


def test_stretched_spring_whose_ends_meet_at_the_start_has_numbers():
    """With a free length the pull has no direction where the ends meet: it is left out there, and nothing is NaN."""
    m = block(s=-1.0, s_dot=0.0)
    m.add(SpringDamper("spring", "ground.P", "block", stiffness=50.0, damping=1.0, free_length=0.3))
    run = sarrus.simulate(m, until=0.5, rows=6)
    assert all(np.isfinite(run[name].values).all() for name in run)
    np.testing.assert_allclose(run["guide.s"].values, -1.0, atol=1e-15)


def test_prescribed_motion_that_jumps_is_not_called_ok():
    """TRAPS item 11: nothing can follow a jump of 1 rad; a row after it would hide an impulse that nobody asked for."""
    m = Mechanism("jump", plane="xy")
    m.add(Body("bar", mass=2.0, center=(0.5, 0), inertia=0.2))
    m.add(Revolute("pin", "ground", "bar"))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(Motion("motor", "pin.theta", "0 if t < 1 else 1"))
    run = sarrus.kinematics(m, until=2.0, rows=21, strict=False)
    assert not run.ok, (
        f"energy is off by {run.evidence['worst energy balance [J]']:.3g} J, and nothing is said"
    )
    assert run.t[-1] < 1.05
