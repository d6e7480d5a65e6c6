"""Motions that repeat and their multipliers: row 11 of spec 07."""

from __future__ import annotations

import math

import numpy as np
import pytest
from linear_nearness import BOTH, require_near
from linear_planar import pendulum

import sarrus
from sarrus import (
    Body,
    CoordinateForce,
    Gravity,
    Mechanism,
    Motion,
    NumericalError,
    Prismatic,
    Revolute,
    Rod,
    TorsionalSpringDamper,
    UsageError,
)

both = pytest.mark.parametrize("formulation", BOTH)
UP = math.pi / 2


def mathieu(speed):
    """L22: a rod that hangs from a pivot which goes up and down."""
    m = Mechanism("mathieu", plane="xy")
    block, rod = m.add(Body("block", mass=1, inertia=1)), m.add(Body("rod", Rod(length=1, mass=1)))
    m.add(Prismatic("guide", m.ground.frame("up", turn=UP), block.frame("up", turn=UP)))
    m.add(Revolute("A", block.frame("down", turn=-UP), rod.start))
    m.add(Motion("shake", "guide.s", f"0.1*cos({speed!r}*t)"))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"A.theta": 0, "A.theta_dot": 0})
    return m


HALF = 2 * math.sqrt(14.715)
MATHIEU = {
    HALF: ([[-1.11074575112035, -0.127094023992662], [-1.83923772564959, -1.11074575112035]], "unstable"),
    5.0: ([[0.0742344959435314, -0.317567487718897], [3.13158392490199, 0.0742344959435314]], "stable"),
}


@pytest.mark.parametrize("speed", MATHIEU, ids=["parametric resonance", "stable"])
@both
def test_pendulum_on_a_pivot_that_goes_up_and_down_spec07_L22(formulation, speed):
    Phi, word = MATHIEU[speed]
    found = sarrus.floquet(mathieu(speed), period=2 * math.pi / speed, formulation=formulation)
    require_near(found.transition, Phi)
    assert found.stability == word and found.is_driven
    assert found.evidence["|det Phi - exp(integral of trace A)|"] < 1e-10
    if word == "unstable":
        require_near(found.multipliers, [-1.59422907413359, -0.62726242810712])
    else:
        require_near(found.multipliers, [0.0742344959435314 + 0.997240813250245j, 0.0742344959435314 - 0.997240813250245j])  # fmt: skip


def kapitza(speed):
    """L23: a pendulum that stands on the slider of a crank which turns."""
    m = Mechanism("kapitza", plane="xy")
    crank, rod = (
        m.add(Body("crank", Rod(length=0.02, mass=0.1))),
        m.add(Body("rod", Rod(length=0.1, mass=0.1))),
    )
    slider, pole = (
        m.add(Body("slider", mass=0.2, inertia=1e-4)),
        m.add(Body("pole", Rod(length=0.2, mass=0.1))),
    )
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, rod.start))
    m.add(Revolute("C", rod.end, slider))
    m.add(Prismatic("guide", m.ground.frame("up", turn=UP), slider.frame("up", turn=UP)))
    m.add(Revolute("pin", slider.frame("pole", turn=UP), pole.start))
    m.add(Motion("motor", "A.theta", f"{speed!r}*t"))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"pin.theta": 0, "pin.theta_dot": 0}, guess={"guide.s": 0.1})
    return m


TRACES = {70.0: 2.14660730926459, 80.0: 1.99952297404618, 100.0: 1.83081472349437, 150.0: 1.66864303555266}


@pytest.mark.parametrize(
    "speed", [70.0, 100.0, *(pytest.param(s, marks=pytest.mark.more) for s in (80.0, 150.0))]
)
def test_pendulum_that_a_driven_loop_holds_up_spec07_L23(speed):
    found = sarrus.floquet(kapitza(speed), period=2 * math.pi / speed)
    assert np.trace(found.transition) == pytest.approx(TRACES[speed], abs=1e-9)
    assert found.stability == ("unstable" if speed < 79.95 else "stable")
    if speed == 100.0:
        Phi = [[-0.0415714855067959, 0.0619382791531876], [-17.4018053276048, 1.87238620900117]]
        require_near(found.transition, Phi)
    if speed == 70.0:
        require_near(found.multipliers, [1.46315072086089, 0.683456588403702], 1e-8)


@both
def test_swing_of_a_pendulum_is_one_of_a_family_spec07_L24(formulation):
    m = pendulum()
    m.start(fixed={"A.theta": 1.0 - UP, "A.theta_dot": 0})
    found = sarrus.floquet(m, formulation=formulation)
    assert found.period == pytest.approx(1.74659853699011, rel=1e-10)
    require_near(found.transition, [[1, 0], [2.85735430521517, 1]])
    assert not found.is_driven and found.stability == "undecided"
    assert found.multipliers.tolist() == [1, 1] and found.evidence["chains of multipliers that are 1"] == [2]
    assert found.x0[0] == pytest.approx(1.0 - UP, abs=1e-9), "the start is on it already"


def test_motion_that_repeats_is_found_from_a_start_near_it():
    """Van der Pol's torque on a wheel: its limit cycle, with one multiplier 1 and the other from the divergence."""
    m = Mechanism("oscillator", plane="xy")
    wheel = m.add(Body("wheel", mass=1, inertia=1))
    m.add(Revolute("A", m.ground, wheel))
    a, w = m.signals(a="A.theta", w="A.theta_dot")
    m.add(CoordinateForce("law", "A.theta", function=-a + 0.5 * (1 - a * a) * w))
    m.start(fixed={"A.theta": 1.7, "A.theta_dot": 0.1})
    found = sarrus.floquet(m)
    assert found.stability == "stable" and found.evidence["corrections of the start"] > 1
    assert found.evidence["least singular value of Phi - 1"] < 1e-8
    assert found.multipliers[0] == 1
    run = sarrus.simulate(m, until=40 * found.period, rows=41, rtol=1e-11, atol=1e-11)
    assert found.period == pytest.approx(6.3807, abs=1e-3)
    assert run["A.theta"].values[-1] == pytest.approx(run["A.theta"].values[-2], abs=1e-7)


def test_questions_without_a_motion_that_repeats_are_refused():
    with pytest.raises(UsageError, match="Something depends on time here"):
        sarrus.floquet(mathieu(5.0))
    with pytest.raises(UsageError, match=r"After 1 s the drive is not where it was: 'guide\.s'"):
        sarrus.floquet(mathieu(5.0), period=1.0)
    with pytest.raises(UsageError, match=r"After 0\.05 s the drive is not where it was"):
        sarrus.floquet(kapitza(100.0), period=0.05)
    with pytest.raises(NumericalError, match="rests at its start"):
        sarrus.floquet(pendulum())
    damped = pendulum()
    damped.add(TorsionalSpringDamper("drag", "A.theta", stiffness=0, damping=0.3))
    damped.start(fixed={"A.theta": 1.0 - UP, "A.theta_dot": 0})
    with pytest.raises(NumericalError, match="does not come back to its start"):
        sarrus.floquet(damped)


def test_floquet_is_kept_in_files(tmp_path):
    found = sarrus.floquet(mathieu(5.0), period="1256.637061 ms")
    again = sarrus.load_result(found.save(tmp_path / "floquet.h5"))
    assert again.text() == found.text() and again.multipliers.tolist() == found.multipliers.tolist()
