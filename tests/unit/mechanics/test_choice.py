"""Which formulation is chosen: joint coordinates for trees and short loops, body coordinates for long ones."""

import math

import pytest

import sarrus
from sarrus.mechanics.choice import absolute_cost, cheaper_formulation, relative_cost
from sarrus.topology import span


def row(count):
    """Square four-bars side by side, each with two bars of its own."""
    m = sarrus.Mechanism("row", plane="xy")
    for k in range(count + 1):
        m.add(sarrus.Body(f"crank{k}", sarrus.Rod(length=1, mass=1)))
        m.add(sarrus.Revolute(f"G{k}", m.ground.point(f"P{k}", (k, 0)), f"crank{k}.start"))
    for k in range(count):
        m.add(sarrus.Body(f"coupler{k}", sarrus.Rod(length=1, mass=1)))
        m.add(sarrus.Revolute(f"L{k}", f"crank{k}.end", f"coupler{k}.start"))
        m.add(sarrus.Revolute(f"R{k}", f"crank{k + 1}.end", f"coupler{k}.end"))
    return m


def ring(count, is_closed=True):
    """Bars pinned to each other, from ground to ground: a regular polygon."""
    m = sarrus.Mechanism("ring", plane="xy")
    side = 2 * math.sin(math.pi / (count + 1))
    last = "ground"
    for k in range(count):
        m.add(sarrus.Body(f"bar{k}", sarrus.Rod(length=side, mass=1)))
        m.add(sarrus.Revolute(f"pin{k}", last, f"bar{k}.start"))
        last = f"bar{k}.end"
    if is_closed:
        m.add(sarrus.Revolute("closing", last, m.ground.point("end", (0, side))))
    m.add(sarrus.Gravity("weight", (0, -9.81)))
    turn = 2 * math.pi / (count + 1)
    m.start(guess={"pin0.theta": math.pi / 2, **{f"pin{k}.theta": -turn for k in range(1, count)}})
    return m


@pytest.mark.parametrize(
    ("model", "meant"),
    [
        (ring(200, is_closed=False), "relative"),
        (ring(4), "relative"),
        (ring(150), "absolute"),
        (row(150), "relative"),
    ],
    ids=["chain", "short ring", "long ring", "row of four-bars"],
)
def test_choice(model, meant):
    assert cheaper_formulation(model.snapshot()) == meant


def test_cost_of_joint_coordinates_grows_with_the_length_of_loops_not_with_their_number():
    rings = [relative_cost(s, span(s)) for s in (ring(n).snapshot() for n in (50, 100))]
    rows = [relative_cost(s, span(s)) for s in (row(n).snapshot() for n in (50, 100))]
    assert rings[1] > 6 * rings[0] and rows[1] < 2.1 * rows[0]
    assert absolute_cost(ring(100).snapshot()) < 2.1 * absolute_cost(ring(50).snapshot())


def test_run_takes_the_chosen_formulation_and_a_given_one_decides():
    m = ring(80)
    auto = sarrus.simulate(m, until=0.02, rows=2)
    assert "in absolute coordinates" in auto.evidence["closure rows"]
    given = sarrus.simulate(m, until=0.02, rows=2, formulation="relative")
    assert "in relative coordinates" in given.evidence["closure rows"]
    assert abs(auto["bar40.end.y"][-1] - given["bar40.end.y"][-1]) < 1e-7
