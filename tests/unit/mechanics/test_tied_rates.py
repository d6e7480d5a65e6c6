"""Conditions of velocities: the same numbers as elements that state them directly, in every form of the kernels."""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus import (
    Body,
    Condition,
    Coupler,
    DistanceSensor,
    Gravity,
    Mechanism,
    Motion,
    Planar,
    Prismatic,
    Revolute,
    Rod,
    RollingDisk,
)
from sarrus.errors import ModelError
from sarrus.io import dumps, loads
from sarrus.mechanics import formulate
from sarrus.mechanics.infos import Level
from sarrus.model.linear import not_linear
from sarrus.scalar.parsing import parse_value
from sarrus.testing.expressions import Expressions
from sarrus.testing.formulations import absolute, compare, published, random_state, settle
from sarrus.testing.numbers import CLOSE, difference
from sarrus.testing.rows import actions_do_the_work_of_rows, product
from sarrus.testing.samples import Flow, star
from tests.unit.mechanics import test_readable as printed

WAYS = [(form, rolled) for form in ("relative", "absolute") for rolled in (False, True)]
ways = pytest.mark.parametrize(("form", "rolled"), WAYS, ids=lambda x: str(x))
G = 9.81


def wheel(by_condition):
    """A wheel of radius 0.3 on a slope."""
    m = Mechanism("wheel", plane="xy")
    body = m.add(Body("wheel", mass=2.0, center=(0.05, 0.02), inertia=0.09))
    m.add(Gravity("slope", (3.0, -G)))
    if by_condition:
        m.parameters(r=0.3)
        m.signals(h="wheel.y", v="wheel.x_dot", w="wheel.psi_dot")
        m.add(Condition("height", "h - r", unit="m"))
        m.add(Condition("roll", "v + r*w", unit="m/s", level="velocity"))
    else:
        m.add(RollingDisk("roll", m.ground, body, radius=0.3, normal="y"))
    m.start(
        fixed={"wheel.x": 0, "wheel.psi": 0.1, "wheel.x_dot": 1.0},
        guess={"wheel.y": 0.3},
    )
    return m


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_a_wheel_by_a_condition_rolls_as_a_rolling_disk(formulation):
    runs = [sarrus.simulate(wheel(which), 1.0, rows=21, formulation=formulation) for which in (True, False)]
    for name in ("wheel.x", "wheel.psi", "wheel.x_dot", "wheel.y_ddot"):
        # rounding of two solves
        assert runs[0][name].values == pytest.approx(runs[1][name].values, abs=1e-10)
    reaction = runs[1]["roll.reaction"].values
    assert runs[0]["roll.effort"].values == pytest.approx(reaction[:, 0], abs=1e-10)
    assert runs[0]["height.effort"].values == pytest.approx(reaction[:, 1], abs=1e-10)
    assert runs[0]["roll.effort"].unit == "N"


@ways
def test_every_form_of_the_kernels_gives_the_rows_of_the_rolling_disk(form, rolled):
    ours, meant = (formulate(wheel(which).snapshot(), form, rolled=rolled) for which in (True, False))
    assert [row.level for row in ours.rows] == [Level.POSITION, Level.VELOCITY]
    x = settle(meant, 0.4, random_state(meant, 5))
    one, two = published(ours, 0.4, x), published(meant, 0.4, x)
    for name in ("wheel.x_ddot", "wheel.psi_ddot", "wheel.center.y_ddot"):
        assert one[name] == pytest.approx(two[name], abs=1e-11)
    assert one["roll.effort"][0] == pytest.approx(two["roll.reaction"][0], abs=1e-10)


def sleigh():
    """N6 of spec 08: Chaplygin's sleigh."""
    m = Mechanism("sleigh", plane="xy")
    m.add(Body("sleigh", mass=2.0, center=(0.25, 0), inertia=0.3))
    m.signals(vx="sleigh.x_dot", vy="sleigh.y_dot", psi="sleigh.psi")
    m.add(Condition("edge", "vy*cos(psi) - vx*sin(psi)", unit="m/s", level="velocity"))
    m.start(
        fixed={
            **{"sleigh.x": 0, "sleigh.y": 0, "sleigh.psi": 0},
            **{"sleigh.x_dot": 0.4, "sleigh.psi_dot": 3.0},
        }
    )
    return m


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_n6_sleigh_on_a_knife_edge_by_a_condition(formulation):
    run = sarrus.simulate(sleigh(), 3.0, rows=31, rtol=1e-11, atol=1e-11, formulation=formulation)
    psi, vx, vy = (run[f"sleigh.{n}"].values for n in ("psi", "x_dot", "y_dot"))
    place = np.column_stack([run["sleigh.x"].values, run["sleigh.y"].values])
    assert place[5] == pytest.approx((0.28967453726873, 0.27604541949436), abs=1e-9)
    assert place[30] == pytest.approx((-1.4754864270577, 3.1546927779533), abs=1e-9)
    assert psi[5] == pytest.approx(1.2273305626778, abs=1e-9)
    # the effort along vy is the part cos(psi) of the force of the edge
    force = run["edge.effort"].values[5] / math.cos(psi[5])
    assert abs(force) == pytest.approx(3.0089032348452, abs=1e-8)
    assert np.abs(vy * np.cos(psi) - vx * np.sin(psi)).max() < 1e-12
    assert (run.evidence["freedom"], run.evidence["freedom of configurations"]) == (2, 3)


def ball():
    """N4 of spec 08: a ball on a turntable of 7 rad/s; the part of its rows that is no rate depends on its place."""
    radius, table = 0.1, 7.0
    m = Mechanism("ball")
    m.parameters(r=radius, W=table)
    m.add(Body("ball", mass=1.0, center=(0, 0, 0), inertia=(0.4 * radius**2,) * 3))
    m.signals(x="ball.x", y="ball.y", z="ball.z", vx="ball.x_dot", vy="ball.y_dot")
    m.signals(wx="ball.w.x", wy="ball.w.y")
    m.add(Gravity("weight", (0, 0, -G)))
    m.add(Condition("height", "z - r", unit="m"))
    m.add(Condition("along-x", "vx - r*wy + W*y", unit="m/s", level="velocity"))
    m.add(Condition("along-y", "vy + r*wx - W*x", unit="m/s", level="velocity"))
    fixed = {"ball.x": 0.3, "ball.y": 0, "ball.a1": 0, "ball.a2": 0, "ball.a3": 0}
    m.start(
        fixed={**fixed, "ball.x_dot": 0.1, "ball.y_dot": 0.2, "ball.a3_dot": 0.5}, guess={"ball.z": radius}
    )
    return m


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_n4_ball_on_a_turntable_runs_on_a_circle_and_the_table_pays_for_it(formulation):
    run = sarrus.simulate(ball(), 1.0, rows=11, rtol=1e-11, atol=1e-11, formulation=formulation)
    x, y = run["ball.x"].values, run["ball.y"].values
    assert (x[5], y[5]) == pytest.approx((0.29610377982721, 0.10713198318738), abs=1e-9)
    assert (x[10], y[10]) == pytest.approx((0.20385018768657, 0.16173708450993), abs=1e-9)
    assert np.hypot(x - 0.2, y - 0.05) == pytest.approx(0.11180339887499, abs=1e-9)
    assert run["ball.y_dot"].values[10] == pytest.approx(0.00770037537314, abs=1e-8)
    w = run["ball.w"].values
    assert np.abs(run["ball.x_dot"].values - 0.1 * w[:, 1] + 7.0 * y).max() < 1e-12
    gained = run["energy.kinetic"].values - run["energy.kinetic"].values[0]
    assert np.abs(gained).max() > 1e-3
    assert run["energy.supplied"].values == pytest.approx(gained, abs=1e-9)


def mixed(planar=True, is_input=True):
    """Conditions of both levels, a coupler, a driver, a disk, a loop, a sensor and an input, with time in it."""
    m = Mechanism("mixed", plane="xy" if planar else None)
    z = () if planar else (0.0,)
    inertia = 0.2 if planar else (0.2, 0.3, 0.4)
    bar = m.add(Body("bar", Rod(length=1.0, mass=2.0)))
    block, cart = (
        m.add(Body(n, mass=1.5, center=(0.1, 0.2, *z), inertia=inertia)) for n in ("block", "cart")
    )
    m.add(Revolute("B", m.ground, bar.start))
    m.add(Prismatic("S", m.ground.frame("rail", (0.1, 0.2, *z), 0.4 if planar else (0.2, 0.3, 0.4)), block))
    m.add(Planar("P", m.ground, cart))
    m.add(DistanceSensor("gauge", bar.end, cart))
    m.add(Gravity("weight", (1.0, -G, *z)))
    (m.inputs if is_input else m.parameters)(u=0.7)
    m.signals(
        phi="B.theta", w="B.theta_dot", s="S.s", v="S.s_dot", gap="gauge.length", pull="gauge.length_dot"
    )
    m.signals(turn="P.theta_dot", vx="cart.x_dot")
    m.add(
        Condition("fade", "v*(1 + s*s) - 0.3*w*cos(phi - t) - u*sin(2*t) + gap", unit="m/s", level="velocity")
    )
    m.add(Condition("reel", "pull + 0.2*turn*s - 0.1*t*t*vx", unit="m/s", level="velocity"))
    return m


@pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])
@pytest.mark.parametrize("on_tree", [True, False], ids=["tree", "star"])
def test_right_hand_sides_are_derivatives_of_the_condition_also_with_parts_that_are_no_rates(planar, on_tree):
    m = mixed(planar, is_input=False)
    scene = Expressions.on_its_tree(m) if on_tree else star(m)
    rows = [row for name in ("fade", "reel") for row in scene.rows(name)]
    assert [row.level for row in rows] == 2 * [Level.VELOCITY]
    flow = Flow(scene, 3)
    off = [product(scene, row.entries, scene.speeds) - row.alpha for row in rows]
    changing = flow.derivatives(off)[0]
    bent = flow.now(*(product(scene, row.entries, flow.accelerations) - row.beta for row in rows))
    assert difference(bent, changing) < CLOSE
    assert all(row.g is scene.graph.zero for row in rows)

    def require(holds, sentence):
        assert holds, sentence

    actions_do_the_work_of_rows(require, flow, rows)


@pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])
@pytest.mark.parametrize("rolled", [False, True], ids=["straight-line", "loops"])
def test_formulations_agree_on_conditions_of_velocities(planar, rolled):
    e = formulate(mixed(planar).snapshot(), rolled=rolled)
    x = settle(e, 0.4, random_state(e, 2))
    found = published(e, 0.4, x)
    compare("mixed", found, published(*absolute(e, 0.4, x)))
    assert abs(float(found["fade.effort"][0])) > 0.01
    again = published(formulate(mixed(planar).snapshot(), rolled=not rolled), 0.4, x)
    # the same formulas, other roundings
    compare("recorders", found, again)


def slide(*elements):
    m = Mechanism("slide", plane="xy")
    bar = m.add(Body("bar", Rod(length=1.0, mass=2.0)))
    m.add(Body("block", mass=1.5, inertia=0.2))
    m.add(Revolute("B", m.ground, bar.start))
    m.add(Prismatic("S", m.ground, "block"))
    m.add(Gravity("weight", (0, -G)))
    m.signals(w="B.theta_dot", v="S.s_dot")
    for element in elements:
        m.add(element)
    return m


@ways
def test_a_speed_that_follows_time_is_a_driver_and_is_paid_for(form, rolled):
    pair = (
        slide(Condition("tie", "w - 2*sin(t)", unit="rad/s", level="velocity")),
        slide(Motion("tie", "B.theta", function="0.3 - 2*cos(t)")),
    )
    found = []
    for m in pair:
        e = formulate(m.snapshot(), form, rolled=rolled)
        x = settle(formulate(pair[1].snapshot(), form), 0.4, random_state(e, 5))
        found.append(published(e, 0.4, x))
    for name in ("B.theta_ddot", "tie.effort", "rate of energy.supplied"):
        assert found[0][name] == pytest.approx(found[1][name], abs=1e-11), name


def test_a_condition_of_velocities_is_the_rate_of_a_coupler():
    started = {"fixed": {"B.theta": 0.2, "S.s": 0.06, "B.theta_dot": 2.0}}
    runs = []
    for law in (
        Condition("tie", "v - 0.3*w", unit="m/s", level="velocity"),
        Coupler("tie", "S.s", "B.theta", ratio=0.3),
    ):
        m = slide(law)
        m.start(**started)
        runs.append(sarrus.simulate(m, 1.0, rows=11, rtol=1e-11, atol=1e-11))
    for name in ("B.theta", "S.s_ddot", "tie.effort", "B.reaction"):
        assert runs[0][name].values == pytest.approx(runs[1][name].values, abs=1e-8), name
    assert np.abs(runs[0]["S.s_dot"].values - 0.3 * runs[0]["B.theta_dot"].values).max() < 1e-12


def test_start_rates_that_break_a_condition_of_velocities_are_named():
    m = slide(Condition("tie", "v - 0.3*w", unit="m/s", level="velocity"))
    m.start(fixed={"S.s_dot": 1.0, "B.theta_dot": 1.0})
    with pytest.raises(sarrus.NumericalError, match=r"'(S\.s_dot|B\.theta_dot)' would have to be"):
        sarrus.simulate(m, 1.0)


def moved(law):
    """A body in the plane with one condition."""
    m = Mechanism("moved", plane="xy")
    m.add(Body("body", mass=1.0, inertia=0.1))
    m.signals(x="body.x", y="body.y", vx="body.x_dot", vy="body.y_dot", w="body.psi_dot")
    m.add(Condition("law", law, unit="m/s", level="velocity"))
    return m


@pytest.mark.parametrize(
    ("law", "is_integrable"),
    [
        ("vx - 0.3*w", True),
        ("x*vx + y*vy + 0.2*vx", True),
        ("vx - 0.2*sin(t)", True),
        ("vx - 0.2*t*x - 0.1", True),
        ("vx - y*w", False),
        ("vx - y", False),
        ("(1 + y)*vx - x*vy - 0.5*w*x + 0.1", False),
    ],
)
def test_a_condition_that_only_seems_to_be_of_velocities_is_told_from_one_that_is(law, is_integrable):
    report = sarrus.check(moved(law))
    found = [f for f in report.findings if f.code.startswith("velocity")]
    assert [f.code for f in found] == (["velocity.integrable"] if is_integrable else [])
    assert (report.configurations, report.freedom) == (3, 2)
    if is_integrable:
        assert ("the pose and of time" in found[0].what) == ("t" in parse_value(law).names())


def test_a_condition_that_no_speed_can_meet_in_the_start_pose_is_named():
    with pytest.raises(sarrus.NumericalError, match="The rates that 'law' asks for contradict"):
        sarrus.simulate(moved("y*vx - x*vy - 0.5*w*x + 0.1"), 1.0)


@pytest.mark.parametrize(
    ("law", "term"),
    [
        ("v*v - 1", "v*v"),
        ("v - abs(w)", "abs(w)"),
        ("v - 2*phi*w**2 + 3", "w**2"),
        ("v/(1 + w)", "v/(1 + w)"),
        ("(v if w < 1 else 2*v) - phi", "v if w < 1 else 2*v"),
        ("2*(v + sin(phi*w)) - 1", "sin(phi*w)"),
    ],
)
def test_a_condition_that_is_not_linear_in_rates_is_refused_with_the_term(law, term):
    m = slide()
    m.signals(phi="B.theta")
    m.add(Condition("tie", law, unit="m/s", level="velocity"))
    with pytest.raises(ModelError, match="condition 'tie' is not linear in the rate") as caught:
        m.snapshot()
    assert f"'{term}' is not" in str(caught.value)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    "law", ["v*phi/(1 + t) - w*(2 if phi < t else cos(t)) + abs(phi)", "-v", "3*(v - 2*w)/t"]
)
def test_what_is_linear_by_structure_is_accepted(law):
    assert not_linear(parse_value(law), ("v", "w")) is None


def test_a_condition_of_velocities_survives_the_way_through_a_file():
    text = dumps(sleigh(), "m.yaml")
    assert "level: velocity" in text
    again = loads(text, "m.yaml")
    assert again.constraints == sleigh().constraints
    assert dumps(again, "m.yaml") == text


def on_paper(planar=True):
    m = Mechanism("on paper", plane="xy" if planar else None)
    z = () if planar else (0.0,)
    inertia = 0.2 if planar else (0.2, 0.3, 0.4)
    bar, block = (m.add(Body(n, mass=1.5, center=(0.1, 0.2, *z), inertia=inertia)) for n in ("bar", "block"))
    m.add(Revolute("B", m.ground, bar))
    m.add(Prismatic("S", bar.frame("rail", (0.1, 0.2, *z), 0.4 if planar else (0.2, 0.3, 0.4)), block))
    m.inputs(u=0.7)
    m.signals(phi="B.theta", w="B.theta_dot", s="S.s", v="S.s_dot")
    m.add(Condition("fade", "v*(1 + s*s) - 0.3*w*cos(phi - t) - u*sin(2*t)", unit="m/s", level="velocity"))
    m.add(Condition("cam", "s - 0.03*sin(2*phi) - 0.1*u*t", unit="m"))
    return m


@pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])
def test_printed_conditions_of_velocities_have_the_values_of_the_kernels(planar):
    def make():
        return on_paper(planar)

    printed.test_rows_are_those_of_the_kernels_off_the_constraints(make)
    printed.test_joint_loads_are_the_transposed_jacobian_times_the_multipliers(make)
    state = printed.random_state(make)
    ((row, here),) = [(row, here) for row, here, _, _ in state.blocks() if row.is_velocity]
    value = printed.as_floats([state.values.named[row.residual.name]])
    printed.close(value, (state.G @ state.v - state.alpha)[here])


def test_the_page_says_which_rows_are_of_velocities():
    text = sarrus.equations(on_paper()).text()
    assert "s_fade = " in text
    assert "condition of S.s, B.theta; velocities" in text
    assert "are rows of velocities" in text
