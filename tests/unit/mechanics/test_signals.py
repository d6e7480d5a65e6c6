"""Forces, conditions and sensors that read inputs and signals: the same numbers as elements that state them directly."""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus import (
    AppliedTorque,
    Body,
    Condition,
    CoordinateForce,
    Coupler,
    Distance,
    DistanceSensor,
    ExpressionSensor,
    Gravity,
    LineForce,
    Mechanism,
    Motion,
    Planar,
    PointSensor,
    Prismatic,
    Revolute,
    Rod,
    SpringDamper,
    TorsionalSpringDamper,
)
from sarrus.elements.base import State
from sarrus.elements.forces.base import Force, Turn
from sarrus.mechanics import formulate
from sarrus.model.quantities import sources_of
from sarrus.program.machine import Machine
from sarrus.solvers.integrators import DOP853
from sarrus.testing.formulations import absolute, chain, published, random_state, settle, solve
from sarrus.testing.samples import two_bodies

WAYS = [(form, rolled) for form in ("relative", "absolute") for rolled in (False, True)]
ways = pytest.mark.parametrize(("form", "rolled"), WAYS, ids=lambda x: str(x))
planes = pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])
PD = "u - 20*phi - 2*w"


def with_pd(mechanism, element):
    mechanism.inputs(u="0.7 N m")
    mechanism.signals(phi="B.theta", w="B.theta_dot")
    mechanism.add(element)
    return mechanism


def compared(one, two, form, rolled, names):
    """Largest difference of what two mechanisms of the same bodies publish at one state."""
    found = []
    for mechanism in (one, two):
        equations = formulate(mechanism.snapshot(), form, rolled=rolled)
        x = (
            settle(equations, 0.4, random_state(equations, 5))
            if equations.rows
            else random_state(equations, 5)
        )
        found.append(published(equations, 0.4, x))
    # both are solves in double precision of numbers of the size of one
    return max(float(np.abs(found[0][n] - found[1][n]).max()) for n in found[0] if n.endswith(names))


@ways
@planes
def test_feedback_by_a_coordinate_force_is_a_torsional_spring(planar, form, rolled):
    pair = []
    for element in (
        CoordinateForce("pd", "B.theta", function=PD),
        TorsionalSpringDamper("pd", "B.theta", stiffness=20.0, damping=2.0, free_angle=0.7 / 20.0),
    ):
        pair.append(with_pd(chain(Revolute, planar, 3), element))
    assert compared(*pair, form, rolled, ("_ddot", "magnitude")) < 1e-12


@ways
@planes
def test_feedback_from_the_coordinate_of_a_cut_joint_is_a_torsional_spring(planar, form, rolled):
    moment = PD if planar else (0.0, 0.0, PD)
    fed = with_pd(
        chain(Revolute, planar, 3, loose=True), AppliedTorque("pd", "one.b", "two.a", moment=moment)
    )
    spring = with_pd(
        chain(Revolute, planar, 3, loose=True),
        TorsionalSpringDamper("pd", "B.theta", stiffness=20.0, damping=2.0, free_angle=0.7 / 20.0),
    )
    equations = formulate(fed.snapshot(), rolled=rolled)
    assert "B" in [cut.name for cut in equations.tree.cuts]
    x = settle(equations, 0.4, random_state(equations, 5))
    bodies, t, state = absolute(equations, 0.4, x)
    found = published(equations, t, x) if form == "relative" else published(bodies, t, state)
    meant = published(formulate(spring.snapshot(), "absolute"), t, state)
    names = [n for n in found if n.endswith("_ddot")]
    # two formulations of a closed chain
    assert max(float(np.abs(found[n] - meant[n]).max()) for n in names) < 1e-10


@ways
@planes
def test_a_line_force_that_reads_its_line_is_a_spring_with_a_damper(planar, form, rolled):
    pair = []
    for element in (
        LineForce("s", "one.a", "two.b", function="k*(length - 0.4) + 12*rate"),
        SpringDamper("s", "one.a", "two.b", stiffness=30.0, damping=12.0, free_length=0.4),
    ):
        mechanism = two_bodies(planar, 4)
        mechanism.parameters(k=30.0)
        mechanism.add(element)
        pair.append(mechanism)
    assert compared(*pair, form, rolled, ("_ddot", "magnitude", "length", "rate")) < 1e-11


def everything(planar, far):
    """Bodies on a chain and afloat, springs and sensors, far from the origin of ground or not."""
    z = () if planar else (0.0,)
    m = Mechanism("m", plane="xy" if planar else None)
    here, there = (
        m.ground.point("O", (far, 0.3 * far, *z)),
        m.ground.point("P", (far + 0.4, 0.3 * far + 0.2, *z)),
    )
    a, b = (m.add(Body(n, Rod(length=1.0, mass=1.0))) for n in "ab")
    m.add(Body("free", mass=2.0, center=(0.1, 0.2, *z), inertia=0.5 if planar else (0.5, 0.6, 0.7)))
    m.add(Revolute("A", here, a.start))
    m.add(Revolute("B", a.end, b.start))
    m.add(Gravity("weight", (0, -9.81, *z)))
    m.add(SpringDamper("spring", there, b.end, stiffness=30, damping=2, free_length=0.1))
    m.add(SpringDamper("other", there, "free", stiffness=3, damping=2, free_length=0.1))
    m.add(DistanceSensor("gauge", there, b.end))
    m.add(PointSensor("seen", a.end, b.end))
    return m


def numbers_of(equations):
    """Every published number by the name that a signal gives it, and its unit."""
    for c in equations.channels:
        if c.size == 1:
            yield c.name, c.unit, c.start
        else:
            axes = "xyz" if c.size == 3 else "wxyz"
            yield from ((f"{c.name}.{axis}", c.unit, c.start + k) for k, axis in enumerate(axes))


@planes
def test_what_a_model_says_that_it_publishes_is_published_with_that_unit(planar):
    m = everything(planar, 0.0)
    m.add(Motion("motor", "A.theta", function="2*t"))
    m.add(ExpressionSensor("given", "2*t", unit="W"))
    model = m.snapshot()
    owners = [*model.holders, *(e.name for e in model.elements), "energy"]
    said = {n: s.unit for owner in owners for n, s in sources_of(model, owner).items()}
    assert said == {name: unit for name, unit, _ in numbers_of(formulate(model))}


@pytest.mark.parametrize(
    ("planar", "far", "form", "rolled"),
    [
        (True, 0.0, "relative", False),
        (True, 1e4, "absolute", True),
        (False, 1e4, "relative", True),
        (False, 1e4, "absolute", False),
    ],
)
def test_a_signal_has_the_value_that_is_published(planar, far, form, rolled):
    """Read by a force, and by a sensor, which may read everything."""
    model = everything(planar, far).snapshot()
    owners = [*model.holders, *(e.name for e in model.elements), "energy"]
    sources = [s for owner in owners for s in sources_of(model, owner).values()]
    m = everything(planar, far)
    for i, source in enumerate(sources):
        (signal,) = m.signals(**{f"s{i}": source.name})
        m.add(ExpressionSensor(f"e{i}", signal, unit=source.unit))
        if source.is_motion:
            m.add(CoordinateForce(f"f{i}", "A.theta", function=signal))
    equations = formulate(m.snapshot(), form, rolled=rolled)
    x = random_state(equations, 3)
    vdot, lam = solve(equations, 0.3, x)
    (row,) = equations.evaluate("output", [0.3], x.tolist(), vdot.tolist(), lam.tolist())
    for place, origin in equations.channel_origins:
        row[place] += origin
    found = {name: row[place] for name, _, place in numbers_of(equations)}
    assert sum(s.is_motion for s in sources) > 50
    for i, source in enumerate(sources):
        # positions far away are sums of a number and an origin
        near = pytest.approx(found[source.name], rel=1e-13, abs=1e-12)
        assert found[f"e{i}.value"] == near, source.name
        assert not source.is_motion or found[f"f{i}.magnitude"] == near, source.name


def slide(planar, *elements, signals=True):
    """A bar that turns, and a slider."""
    z = () if planar else (0.0,)
    m = Mechanism("slide", plane="xy" if planar else None)
    bar = m.add(Body("bar", Rod(length=1.0, mass=2.0)))
    m.add(Body("block", mass=1.5, inertia=0.2 if planar else (0.2, 0.2, 0.2)))
    m.add(Revolute("B", m.ground, bar.start))
    m.add(Prismatic("S", m.ground, "block"))
    m.add(Gravity("weight", (0, -9.81, *z)))
    m.signals(phi="B.theta", s="S.s")
    for element in elements:
        m.add(element)
    return m


@ways
@planes
def test_a_condition_between_coordinates_is_a_coupler(planar, form, rolled):
    law = Condition("tie", "s - 0.3*phi - 0.1", unit="m")
    coupler = Coupler("tie", "S.s", "B.theta", ratio=0.3, offset=0.1)
    error = compared(
        slide(planar, law), slide(planar, coupler), form, rolled, ("_ddot", "effort", "reaction")
    )
    assert error < 1e-10


@ways
def test_a_condition_of_time_is_a_driver_and_is_paid_for(form, rolled):
    law = Condition("tie", "phi - 0.3*sin(2*t)", unit="rad")
    driver = Motion("tie", "B.theta", function="0.3*sin(2*t)")
    names = ("_ddot", "effort", "rate of energy.supplied")
    assert compared(slide(True, law), slide(True, driver), form, rolled, names) < 1e-11


def held(planar, *elements):
    """Two bodies of which one hangs on ground, with a sensor between them."""
    m = two_bodies(planar, 6)
    m.add(Gravity("weight", (0, -9.81) if planar else (0, -9.81, 0)))
    m.add(DistanceSensor("gauge", "one.a", "two.b"))
    m.signals(gap="gauge.length", x="one.a.x", y="one.a.y")
    for element in elements:
        m.add(element)
    return m


@ways
@planes
def test_a_condition_on_a_sensor_is_a_distance(planar, form, rolled):
    law = Condition("rod", "gap - 0.9", unit="m")
    rod = Distance("rod", "one.a", "two.b", length=0.9)
    assert compared(held(planar, law), held(planar, rod), form, rolled, ("_ddot",)) < 1e-10


@ways
def test_a_condition_on_points_of_bodies_is_a_distance_from_ground(form, rolled):
    law = Condition("rod", "sqrt(x**2 + y**2) - 0.9", unit="m")
    rod = Distance("rod", "ground", "one.a", length=0.9)
    assert compared(held(True, law), held(True, rod), form, rolled, ("_ddot",)) < 1e-10


def test_a_condition_on_a_turn_of_a_body_holds_the_turn():
    m = held(True)
    m.signals(psi="two.psi", other="one.psi")
    m.add(Condition("turn", "psi - 2*other", unit="rad"))
    run = sarrus.simulate(m, until=1.0)
    assert run.ok, run.status
    # rounding of angles of a few radians
    assert np.abs(run["two.psi"].values - 2 * run["one.psi"].values).max() < 1e-12


def test_a_cam_by_a_condition_follows_its_closed_form():
    """s = 0.03 sin(2 phi) while the bar turns by itself: a body of the inertia J + m (0.06 cos(2 phi))^2."""
    m = Mechanism("cam", plane="xy")
    bar = m.add(Body("bar", mass=1.0, inertia=0.1))
    m.add(Body("block", mass=2.0, inertia=1.0))
    m.add(Revolute("A", m.ground, bar))
    m.add(Prismatic("S", m.ground, "block"))
    m.signals(phi="A.theta", s="S.s")
    m.add(Condition("cam", "s - 0.03*sin(2*phi)", unit="m"))
    m.start(fixed={"A.theta": 0.2, "A.theta_dot": 3.0})
    run = sarrus.simulate(m, until=2.0, rtol=1e-10, atol=1e-10)
    phi, w = run["A.theta"].values, run["A.theta_dot"].values
    inertia = 0.1 + 2.0 * (0.06 * np.cos(2 * phi)) ** 2
    # the tolerance of the run
    assert np.abs(0.5 * inertia * w * w - 0.5 * inertia[0] * 9.0).max() < 1e-8
    assert np.abs(run["S.s"].values - 0.03 * np.sin(2 * phi)).max() < 1e-12


def driven(rolled=False, form="relative"):
    m = with_pd(chain(Revolute, True, 3), CoordinateForce("pd", "B.theta", function="u*cos(phi) - 2*w*u**2"))
    return formulate(m.snapshot(), form, rolled=rolled)


@ways
def test_derivatives_by_inputs_are_those_of_differences(form, rolled):
    equations = driven(rolled, form)
    x = random_state(equations, 2).tolist()
    slopes = equations.slopes("dynamics", ("u",), [0.3], x)
    kernel, step = equations.kernels["dynamics"], 1e-6

    def at(u):
        return np.concatenate([np.asarray(a, float) for a in kernel([0.3], x, [u], equations.constants)])

    by_hand = (at(0.7 + step) - at(0.7 - step)) / (2 * step)
    assert np.abs(slopes[:, 0]).max() > 0.1
    # differences of second order: 1e-12 of third derivatives, and rounding over the step
    assert np.abs(slopes[:, 0] - by_hand).max() < 1e-8
    tangent = equations.tangent("dynamics", ("u",))
    found = np.concatenate(equations.evaluate(tangent, [0.3], x, [1.0]))
    assert np.abs(found - slopes[:, 0]).max() < 1e-13


@pytest.mark.parametrize("rolled", [False, True])
def test_inputs_can_be_changed_between_steps_of_the_compiled_program(rolled):
    equations = driven(rolled)
    machine = Machine(equations, DOP853)
    x = random_state(equations, 2)
    place = equations.channel("B", "theta_ddot").start
    found = []
    for value in (0.7, -1.4):
        machine.memory.inputs[0] = value
        status, row = machine.evaluate(0.3, x.copy())
        assert status == 0
        found.append(row[place])
    other = with_pd(
        chain(Revolute, True, 3), CoordinateForce("pd", "B.theta", function="u*cos(phi) - 2*w*u**2")
    )
    other.inputs(u=-1.4)
    equations = formulate(other.snapshot())
    meant = published(equations, 0.3, x)["B.theta_ddot"][0]
    assert found[1] == pytest.approx(meant, rel=1e-12)
    assert abs(found[0] - found[1]) > 0.01


@ways
def test_where_a_law_of_signals_changes_the_integrator_is_told(form, rolled):
    m = with_pd(
        chain(Revolute, True, 3),
        CoordinateForce("pd", "B.theta", function="-5*phi if phi > 0.2 else -abs(w) + (u if t < 1 else 0)"),
    )
    equations = formulate(m.snapshot(), form, rolled=rolled)
    assert len(equations.guarded) == 2
    x = random_state(equations, 2).tolist()
    (guards,) = equations.evaluate("guards", [0.3], x)
    phi, w = (published(equations, 0.3, x)[n] for n in ("B.theta", "B.theta_dot"))
    angle = math.atan2(phi[0], phi[1])
    assert sorted(abs(g) for g in guards) == pytest.approx(sorted([abs(angle - 0.2), abs(w[0])]))


def test_elements_that_read_other_signals_in_the_same_form_share_code():
    m = chain(Revolute, True, 3)
    m.signals(a="A.theta", b="A.theta_dot", c="B.theta", d="B.theta_dot")
    m.add(CoordinateForce("first", "A.theta", function="-8*a - 2*b"))
    m.add(CoordinateForce("second", "B.theta", function="-5*c - 3*d"))
    equations = formulate(m.snapshot(), rolled=True)
    from sarrus.mechanics.written import take_apart

    one, two = (take_apart(equations.model, f, lambda rows: 0) for f in equations.model.forces[1:])
    assert one.structure == two.structure
    assert one.numbers != two.numbers


def test_inputs_and_signals_cost_nothing_where_nothing_reads_them():
    """The same kernels, with the same code."""
    plain, named = chain(Planar, True, 3), chain(Planar, True, 3)
    named.inputs(u="1 N")
    named.signals(phi="A.theta", gone="B.reaction.x")
    for rolled in (False, True):
        one, two = (formulate(m.snapshot(), rolled=rolled) for m in (plain, named))
        x = random_state(one, 2).tolist()
        assert one.evaluate("dynamics", [0.1], x) == two.evaluate("dynamics", [0.1], x)
        assert one.constants == two.constants


@planes
def test_the_recursion_over_a_tree_reads_signals_of_sensors_and_points(planar):
    m = chain(Revolute, planar, 3)
    m.inputs(u="0.7 N")
    m.add(DistanceSensor("gauge", "ground", "two.b"))
    m.signals(gap="gauge.length", fast="gauge.length_dot", x="two.b.x", w="A.theta_dot")
    m.add(CoordinateForce("pd", "B.theta", function="u*gap - 2*fast + x*w"))
    equations = formulate(m.snapshot(), rolled=True)
    x = random_state(equations, 2)
    (found,) = equations.evaluate("forward", [0.3], x.tolist())
    assert np.abs(np.array(found) - solve(equations, 0.3, x)[0]).max() < 1e-12


class Lag(Force):
    """A state that follows the coordinate, and does nothing."""

    ends = ("coordinate",)
    port = Turn
    states = (State("z", "rad", start=0.4),)

    def flow(self, turn, z):
        return (turn.value - z,)

    def power(self, turn, virtual, z):
        return 0.0 * virtual.rate


@ways
def test_a_signal_of_a_state_of_an_element_is_that_state(form, rolled):
    m = chain(Revolute, True, 3)
    m.add(Lag("lag", "A.theta"))
    m.signals(z="lag.z")
    m.add(CoordinateForce("pull", "B.theta", function="3*z"))
    m.add(ExpressionSensor("seen", "z", unit="rad"))
    equations = formulate(m.snapshot(), form, rolled=rolled)
    x = random_state(equations, 2)
    x[-len(equations.quadratures) - 1] = 0.9
    vdot, lam = solve(equations, 0.1, x)
    (row,) = equations.evaluate("output", [0.1], x.tolist(), vdot.tolist(), lam.tolist())
    assert row[equations.channel("pull", "magnitude").start] == pytest.approx(2.7)
    assert row[equations.channel("seen", "value").start] == pytest.approx(0.9)


@ways
def test_inputs_are_published_under_their_own_names(form, rolled):
    equations = driven(rolled, form)
    x = random_state(equations, 2)
    (u,) = [c for c in equations.channels if c.name == "u"]
    assert (u.unit, u.size, u.owner) == ("N m", 1, "u")
    assert published(equations, 0.3, x)["u"] == pytest.approx([0.7], abs=0)


def test_an_input_is_a_series_of_a_run_also_when_that_was_saved(tmp_path):
    m = with_pd(chain(Revolute, True, 3), CoordinateForce("pd", "B.theta", function=PD))
    m.inputs(plain=2)
    run = sarrus.simulate(m, 0.1, rows=5)
    run.save(tmp_path / "run.h5")
    run.plot("u", path=tmp_path / "u.svg")
    run.report(tmp_path / "run.html")
    for found in (run, sarrus.load_result(tmp_path / "run.h5")):
        assert found["u"].values.tolist() == [0.7] * 5
        assert (found["u"].unit, found["plain"].unit) == ("N m", "1")
        assert {"u", "plain"} <= set(found)
