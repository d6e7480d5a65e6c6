"""Forces with a kinetic energy of their own, written as users would: an inerter, a flywheel behind a gear, added mass."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import AppliedForce, Body, Friction, Gravity, Mechanism, Prismatic, Revolute, Rod
from sarrus.element import Force, Line, Own, Point, State, Turn, param, sin
from sarrus.mechanics import FORMULATIONS
from sarrus.testing import check_force


class Inerter(Force):
    """Resists the relative acceleration of two points: T = b ldot^2 / 2."""

    ends = ("P", "Q")
    port = Line
    inertance = param("kg", "force per relative acceleration", ge=0)

    def kinetic(self, line):
        return 0.5 * (self.inertance * line.rate * line.rate)


class Flywheel(Force):
    """An inertia behind a gear whose ratio changes with the angle."""

    ends = ("coordinate",)
    port = Turn
    inertia = param("kg m^2", "at the middle", ge=0)
    change = param("1", "of the inertia with the angle", default=0)

    def kinetic(self, turn):
        return 0.5 * (self.inertia * (1.0 + self.change * sin(turn.value)) * turn.rate * turn.rate)


class AddedMass(Force):
    """Mass that moves along with a point."""

    ends = ("at",)
    port = Point
    mass = param("kg", "added", ge=0)

    def kinetic(self, point):
        return 0.5 * (self.mass * point.v.dot(point.v))


@pytest.mark.parametrize("kind", [Inerter, Flywheel, AddedMass])
def test_element_with_kinetic_energy_keeps_the_contract(kind):
    check_force(kind, seeds=[1])


def test_inerter_adds_its_inertance_to_the_mass():
    m = Mechanism("inerter", plane="xy")
    cart = m.add(Body("cart", mass=2.0, inertia=1.0))
    m.add(Prismatic("P", m.ground, cart))
    m.add(Inerter("b", m.ground.point("wall", (-1.0, 0)), cart, inertance=3.0))
    m.add(AppliedForce("push", cart, force=(10.0, 0)))
    run = sarrus.simulate(m, until=1.0, rows=3)
    assert run["P.s_ddot"].values == pytest.approx(2.0, rel=1e-13)
    assert run["energy.kinetic"].values[-1] == pytest.approx(0.5 * 5.0 * 2.0**2, rel=1e-9)


def pendulum(copies, *, added):
    """A double pendulum with a mass at its elbow: as a force, or as a body welded on."""
    m = Mechanism("pendulum", plane="xy")
    for i in range(copies):
        upper = m.add(Body(f"upper{i}", Rod(length=1.0, mass=1.0)))
        lower = m.add(Body(f"lower{i}", Rod(length=0.7, mass=0.5)))
        m.add(Revolute(f"A{i}", m.ground, upper.start))
        m.add(Revolute(f"B{i}", upper.end, lower.start))
        if added:
            m.add(AddedMass(f"more{i}", upper.end, mass=0.4))
        else:
            m.add(sarrus.Weld(f"W{i}", upper.end, m.add(Body(f"lump{i}", mass=0.4, inertia=0.0))))
        m.start(fixed={f"A{i}.theta": 0.3, f"B{i}.theta": 0.5, f"A{i}.theta_dot": 2.0})
    return m


@pytest.mark.parametrize("copies", [1, 5], ids=["small", "large"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_added_mass_moves_as_a_body_of_that_mass_does(formulation, copies):
    options = {"until": 1.0, "rows": 5, "rtol": 1e-10, "atol": 1e-12, "formulation": formulation}
    one, two = (sarrus.simulate(pendulum(copies, added=added), **options) for added in (True, False))
    for name in ("A0.theta", "B0.theta", f"B{copies - 1}.theta_ddot", "energy.kinetic"):
        assert one[name].values == pytest.approx(two[name].values, rel=1e-8, abs=1e-9)
    # without the weight of the lump the pivot carries the same
    assert one["A0.reaction"].values == pytest.approx(two["A0.reaction"].values, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_inertial_forces_and_friction_by_reaction_keep_the_energy_balance(formulation):
    m = pendulum(1, added=True)
    m.add(Gravity("weight", (0, -9.81)))
    m.add(Inerter("inerter", m.ground.point("wall", (1.5, 0.5)), "lower0.end", inertance=2.0))
    m.add(Flywheel("flywheel", "B0.theta", inertia=0.2, change=0.3))
    m.add(Friction("rub", "A0.theta", coefficient=0.1, radius=0.05, normal="reaction", smooth=0.1))
    run = sarrus.simulate(m, until=2.0, rows=21, rtol=1e-10, atol=1e-12, formulation=formulation)
    assert run.evidence["worst energy balance [J]"] < 1e-8
    assert run["energy.dissipated"].values[-1] > 0.1


def test_flywheel_on_a_joint_that_closes_a_loop_is_one_on_the_tree():
    found = {}
    for turned in (False, True):  # which joint is cut changes with the order in which they are added
        m = Mechanism("four-bar", plane="xy")
        crank = m.add(Body("crank", Rod(length=0.3, mass=0.3)))
        coupler = m.add(Body("coupler", Rod(length=0.9, mass=0.9)))
        rocker = m.add(Body("rocker", Rod(length=0.7, mass=0.7)))
        joints = [
            Revolute("A", m.ground, crank.start),
            Revolute("B", crank.end, coupler.start),
            Revolute("C", coupler.end, rocker.end),
            Revolute("D", m.ground.point("D", (1.0, 0)), rocker.start),
        ]
        for joint in reversed(joints) if turned else joints:
            m.add(joint)
        m.add(Flywheel("flywheel", "C.theta", inertia=0.05))
        m.add(Gravity("weight", (0, -9.81)))
        m.start(fixed={"A.theta": "60 deg"}, guess={"D.theta": "100 deg"})
        for formulation in FORMULATIONS:
            run = sarrus.simulate(m, until=1.0, rows=5, rtol=1e-10, atol=1e-12, formulation=formulation)
            found[turned, formulation] = run["A.theta"].values
    first = next(iter(found.values()))
    for values in found.values():
        assert values == pytest.approx(first, abs=1e-8)
    assert np.ptp(first) > 0.5


def test_kinetic_energy_of_a_rate_that_is_no_rate_of_a_coordinate_is_refused():
    class Wrong(Force):
        """In the components of its own frame."""

        ends = ("at",)
        port = Own

        def kinetic(self, own):
            return 0.5 * own.v.dot(own.v)

    m = pendulum(1, added=True)
    m.add(Wrong("it", "lower0.end"))
    with pytest.raises(sarrus.ModelError, match=r"states 'kinetic'.*Line, Turn or Point"):
        sarrus.simulate(m, until=0.1)


def test_kinetic_energy_that_depends_on_a_state_is_refused():
    class Wrong(Force):
        """With a state."""

        ends = ("coordinate",)
        port = Turn
        states = (State("z", "1"),)

        def flow(self, turn, z):
            return (turn.rate - z,)

        def kinetic(self, turn, z):
            return 0.5 * z * turn.rate * turn.rate

    m = pendulum(1, added=True)
    m.add(Wrong("it", "B0.theta"))
    with pytest.raises(sarrus.ModelError, match=r"states 'kinetic'.*without states"):
        sarrus.simulate(m, until=0.1)


@pytest.mark.parametrize("copies", [1, 9], ids=["small", "large"])
def test_a_body_whose_only_inertia_is_that_of_a_force_is_refused_with_that_reason(copies):
    m = Mechanism("no mass", plane="xy")
    for i in range(copies):
        body = m.add(Body(f"block{i}", mass=0.0, inertia=0.0))
        m.add(Revolute(f"A{i}", m.ground, body))
        m.add(Flywheel(f"wheel{i}", f"A{i}.theta", inertia=2.0))
    with pytest.raises(
        sarrus.ModelError, match=r"has no inertia but that of 'wheel0', which cannot stand for"
    ):
        sarrus.simulate(m, 1.0)
    found = [f for f in sarrus.check(m).findings if f.code == "inertia.none"]
    for each in found:
        number = each.where[0].removeprefix("block")
        assert f"has no inertia there but that of 'wheel{number}', which cannot stand for it" in each.what
    assert len(found) == copies
