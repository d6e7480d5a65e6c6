"""Light or small things on heavy or large ones of the same mechanism."""

from __future__ import annotations

import numpy as np
import pytest
from anywhere import steps

import sarrus
from sarrus import Body, Box, Gravity, Mechanism, Prismatic, Revolute, Rod
from sarrus.mechanics import FORMULATIONS


def eccentric(throw):
    """A slider-crank with a crank of length `throw`, as light as a bar of that length is, on a rod of 1 m."""
    m = Mechanism("eccentric", plane="xy")
    crank = m.add(Body("crank", Rod(length=throw, mass="0.4 kg")))
    rod = m.add(Body("rod", Rod(length=1, mass="1 kg")))
    slider = m.add(Body("slider", mass="0.5 kg", inertia=2e-4))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, rod.start))
    m.add(Revolute("C", rod.end, slider))
    m.add(Prismatic("slide", m.ground, slider))
    m.start(fixed={"A.theta": 0.7, "A.theta_dot": 3.0}, guess={"B.theta": -0.7, "slide.s": 1})
    return m


def turning(theta, throw):
    """Kinetic energy at a rate of 1 rad/s: crank, rod and slider of the eccentric."""
    s, c = np.sin(theta), np.cos(theta)
    swing = throw * c / np.sqrt(1.0 - (throw * s) ** 2)  # of the rod, against the crank's rate
    slide = -throw * s - throw * s * swing
    rod = np.array([slide + throw * s * swing / 2.0, throw * c / 2.0])
    own = 0.4 * throw**2 / 3.0 + (rod @ rod if rod.ndim == 1 else (rod**2).sum(axis=0)) + swing**2 / 12.0
    return 0.5 * (own + 0.5 * slide**2)


@pytest.mark.parametrize("throw", [1e-3, 1e-5, 1e-7])
def test_an_eccentric_of_micrometres_on_a_rod_of_a_metre_takes_the_steps_of_any_crank(throw):
    """Nothing drives it: kinetic energy is kept, which gives the rate at every angle."""
    run = sarrus.simulate(eccentric(throw), until=5.0)
    assert steps(run) < 150
    theta, rate = run["A.theta"].values, run["A.theta_dot"].values
    expected = 3.0 * np.sqrt(turning(0.7, throw) / turning(theta, throw))
    assert np.abs(rate - expected).max() < 1e-6


def test_a_crank_of_ordinary_length_stays_in_the_coordinates_of_joints():
    assert "relative" in sarrus.simulate(eccentric(0.1), until=0.1).evidence["closure rows"]
    assert "absolute" in sarrus.simulate(eccentric(1e-5), until=0.1).evidence["closure rows"]


def hull(mass, length, solid):
    """A hull that swings about a mast, and a pendulum of 1 g and 1 cm hung in it."""
    m = Mechanism("hull")
    m.add(Gravity("weight", (0, 0, -9.81)))
    ship = m.add(Body("hull", Box(length=length, width=0.2 * length, height=0.1 * length, mass=mass)))
    part = m.add(Body("part", solid))
    m.add(Revolute("mast", m.ground, ship))
    m.add(Revolute("pin", ship.frame("eye", at=(length / 2, 0, 0), turn=("90 deg", 0, 0)), part.start))
    m.start(fixed={"pin.theta": 0.3})
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_part_of_a_gram_on_a_hull_of_a_thousand_tonnes_has_inertia(formulation):
    rod = Rod(length=0.01, mass=1e-3)
    assert not [f for f in sarrus.check(hull(1e6, 100, rod)).findings if "inertia" in f.what]
    small, large = (
        sarrus.simulate(hull(mass, length, rod), until=0.3, rows=31, rtol=1e-10, formulation=formulation)
        for mass, length in ((1.0, 1.0), (1e6, 100.0))
    )
    assert np.abs(small["pin.theta"].values - large["pin.theta"].values).max() < 1e-6
    assert steps(large) <= 2 * steps(small)


def test_a_thin_bar_that_can_turn_about_itself_still_has_no_inertia_on_a_hull():
    m = hull(1e6, 100, Rod(length=0.01, mass=1e-3))
    m.add(Body("loose", Rod(length=0.02, mass=1e-3)))
    m.add(sarrus.Spherical("ball", "part.end", "loose.start"))
    assert [f for f in sarrus.check(m).findings if "body 'loose'" in f.what and "no inertia" in f.what]
    with pytest.raises(sarrus.ModelError, match=r"the motion 'ball\.\d' is free and has no inertia"):
        sarrus.simulate(m, until=0.1)
