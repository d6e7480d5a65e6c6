"""Drivers that push a mechanism into a dead point: the run stops there, says where, and keeps what it has."""

from math import acos, cos, pi, sin

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Motion, Prismatic, Revolute, Rod, Spherical

VERBS = {"kinematics": sarrus.kinematics, "simulate": sarrus.simulate}


def four_bar(a, b, c, d, drive, **guess):
    m = Mechanism("four-bar", plane="xy")
    for name, length in (("crank", a), ("coupler", b), ("rocker", c)):
        m.add(Body(name, Rod(length=length, mass=length)))
    m.ground.point("D", (d, 0))
    m.add(Revolute("A", "ground", "crank.start"))
    m.add(Revolute("B", "crank.end", "coupler.start"))
    m.add(Revolute("C", "coupler.end", "rocker.end"))
    m.add(Revolute("D", "ground.D", "rocker.start"))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(Motion("motor", "A.theta", drive))
    m.start(guess={"D.theta": 2.0, **guess})
    return m


def slider_crank(drive):
    """Crank 1 m, rod 2 m, driven at the slider: dead at s = 3 m."""
    m = Mechanism("slider-crank", plane="xy")
    m.add(Body("crank", Rod(length=1, mass=1)))
    m.add(Body("rod", Rod(length=2, mass=1)))
    m.add(Body("piston", mass=1, inertia=0.1))
    m.add(Revolute("A", "ground", "crank.start"))
    m.add(Revolute("B", "crank.end", "rod.start"))
    m.add(Revolute("C", "rod.end", "piston"))
    m.add(Prismatic("slide", "ground", "piston"))
    m.add(Motion("push", "slide.s", drive))
    m.start(guess={"A.theta": 0.8, "B.theta": -1.2})
    return m


def rssr(drive):
    """Crank and rocker on skew hinges, a rod with balls between them that is too short for a full turn."""
    m = Mechanism("RSSR")
    crank = m.add(Body("crank", mass=1, center=(0.25, 0, 0), inertia=(0.1, 0.1, 0.1)))
    rod = m.add(Body("rod", mass=1, inertia=(0.1, 0.1, 0.1)))
    rocker = m.add(Body("rocker", mass=1, center=(0.4, 0, 0), inertia=(0.1, 0.1, 0.1)))
    crank.point("end", (0.5, 0, 0))
    rod.frame("end", at=(0.8, 0, 0), turn=(0, 0, "90 deg"))  # so that the joint there holds the spin
    rocker.point("end", (0.8, 0, 0))
    m.ground.frame("D", at=(1.2, 0, 0.3), turn=("90 deg", 0, 0))
    m.add(Revolute("A", "ground", "crank"))
    m.add(Spherical("B", "crank.end", "rod"))
    m.add(sarrus.Universal("C", "rod.end", "rocker.end"))
    m.add(Revolute("D", "ground.D", "rocker"))
    m.add(Motion("motor", "A.theta", drive))
    m.start(guess={"D.theta": 2.5})
    return m


@pytest.mark.parametrize("rate", [0.05, 0.5, 20.0])
@pytest.mark.parametrize("verb", VERBS)
def test_crank_beyond_its_limit(verb, rate, formulation):
    """No crank can turn over in (2, 1.5, 1.5, 2.5): coupler and rocker are in line where f = b + c."""
    a, b, c, d = 2.0, 1.5, 1.5, 2.5
    limit = acos((a * a + d * d - (b + c) ** 2) / (2 * a * d))
    end = (limit - 0.5) / rate
    m = four_bar(a, b, c, d, f"0.5 + {rate}*t")
    run = VERBS[verb](m, until=1.7 * end, rows=401, formulation=formulation, strict=False)
    assert run.status.word == "locked"
    # what is kept: every row before the dead point, closed to rounding, all of it finite
    assert len(run) == int(400 / 1.7) + 1
    assert np.isfinite(run.columns()[1]).all()
    x, y = (np.asarray(run[f"coupler.end.{k}"]) - np.asarray(run[f"rocker.end.{k}"]) for k in "xy")
    assert np.hypot(x, y).max() < 1e-12
    # the sentence names time, pose, driver and joint
    said = run.status.text
    assert f"t = {end:.5g}"[:8] in said
    angle = float(said.split("A.theta = ")[1].split(" rad")[0])
    assert abs(angle - limit) < 5e-6
    assert "'motor'" in said and "dead point" in said
    with pytest.raises(sarrus.NumericalError) as error:
        VERBS[verb](m, until=1.7 * end, formulation=formulation)
    assert len(error.value.result) > 100


def test_slider_beyond_its_reach(formulation):
    run = sarrus.kinematics(slider_crank("2.5 + 0.4*t"), until=3.0, formulation=formulation, strict=False)
    assert run.status.word == "locked"
    assert abs(float(run.status.text.split("slide.s = ")[1].split(" m")[0]) - 3.0) < 1e-5
    assert "t = 1.25" in run.status.text


def test_spatial_crank_beyond_its_limit(formulation):
    """Limit by the distance of the rod's ends: the crank end must stay within reach of the rocker's circle."""
    run = sarrus.kinematics(rssr("0.3*t"), until=15.0, formulation=formulation, strict=False)
    assert run.status.word == "locked"
    found = float(run.status.text.split("A.theta = ")[1].split(" rad")[0])

    def nearest(theta):
        """How much shorter than the rod the way from the crank end to the rocker's circle can be made."""
        psi = np.linspace(0, 2 * pi, 200_001)
        x = 1.2 + 0.8 * np.cos(psi) - 0.5 * cos(theta)
        y, z = -0.5 * sin(theta), 0.3 + 0.8 * np.sin(psi)
        distance = np.sqrt(x * x + y * y + z * z)
        return min(abs(distance.min() - 0.8), abs(distance.max() - 0.8))

    assert nearest(found) < 1e-5
    assert nearest(found - 0.1) > 1e-3


@pytest.mark.parametrize("reach", [0.499, 0.4999999, 0.5])
def test_slider_up_to_its_reach_goes_on(reach, formulation):
    """Turning back before the dead point, or just in it, is no reason to stop."""
    run = sarrus.kinematics(slider_crank(f"2.5 + {reach}*sin(t)"), until=6.0, formulation=formulation)
    assert run.ok
    s = np.asarray(run["slide.s"])
    assert np.abs(s - (2.5 + reach * np.sin(run.t))).max() < 1e-10
    theta = np.asarray(run["A.theta"])
    assert np.abs(np.cos(theta) + np.sqrt(4 - np.sin(theta) ** 2) - s).max() < 1e-10
