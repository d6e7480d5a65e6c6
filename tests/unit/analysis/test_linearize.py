"""What linearize refuses, and in which words."""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus import (
    Body,
    CoordinateForce,
    Distance,
    Gravity,
    Mechanism,
    Motion,
    NumericalError,
    Prismatic,
    Revolute,
    Rod,
    UsageError,
    Weld,
)


def double(angle=0.0, driven=False):
    """A double pendulum that hangs; its second rod may be driven."""
    m = Mechanism("double", plane="xy")
    upper, lower = (m.add(Body(n, Rod(length=1, mass=1))) for n in ("upper", "lower"))
    m.add(Revolute("A", m.ground, upper.start))
    m.add(Revolute("B", upper.end, lower.start))
    m.add(Gravity("weight", (0, -9.81)))
    if driven:
        m.add(Motion("motor", "B.theta", 0))
    m.start(fixed={"A.theta": angle - math.pi / 2} | ({} if driven else {"B.theta": 0}))
    return m


def flat_parallelogram():
    """Bars in one line, where two ways meet."""
    m = Mechanism("parallelogram", plane="xy")
    left, top = m.add(Body("left", Rod(length=0.5, mass=1))), m.add(Body("top", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, left.start))
    m.add(Revolute("B", left.end, top.start))
    m.add(Distance("right", m.ground.point("D", (1, 0)), top.end, length=0.5))
    m.start(fixed={"A.theta": 0, "B.theta": 0})
    return m


REFUSED = {
    "unknown state": ({"states": ["A.thera", "B.theta"]}, "'A.thera' is no coordinate.*Did you mean 'A.theta'"),
    "rate as state": ({"states": ["A.theta_dot", "B.theta"]}, "'A.theta_dot' is no coordinate"),
    "unknown input": ({"inputs": ["load.A.thera"]}, "no input of this mechanism. Did you mean 'load.A.theta'"),
    "unknown output": ({"outputs": ["A.reacton"]}, "'A.reacton' is not published.*Did you mean 'A.reaction'"),
    "derived output": ({"outputs": ["A.theta.power"]}, "'A.theta.power' is computed from the rows of a run"),
    "too many states": ({"states": ["A.theta", "B.theta", "lower.psi"]}, "have 2 coordinates.*'A.theta' and 'B.theta' would do"),
    "too few states": ({"states": ["A.theta"]}, "1 state named: 'A.theta'. Small motions have 2 coordinates"),
    "one state twice": ({"states": ["A.theta", "A.theta"]}, "as many different ones"),
    "dependent states": ({"states": ["lower.center.y", "lower.psi"]}, "depend on each other, or one rests. .* would do"),
    "one input twice": ({"inputs": ["load.A.theta", "load.A.theta"]}, "inputs names 'load.A.theta' twice"),
    "a vector and its part": ({"outputs": ["A.reaction", "A.reaction.x"]}, "outputs names 'A.reaction.x' twice"),
    "nothing to keep": ({"reduce": True}, "name states, or outputs"),
    "unknown frame": ({"frame": "axes"}, "frame 'axes' is unknown. Allowed are: auto, base, axis, body"),
    "no names": ({"states": [3]}, "must be a list of names"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_meant_is_refused_with_what_would_do(case):
    options, words = REFUSED[case]
    with pytest.raises(UsageError, match=words):
        sarrus.linearize(double(), at="start", **options)


def test_input_that_can_move_nothing_is_refused():
    with pytest.raises(UsageError, match=r"'load.B.theta' cannot move anything: B.theta is held"):
        sarrus.linearize(double(driven=True), at="start", inputs=["load.B.theta"])


def test_state_that_a_driver_holds_is_refused():
    with pytest.raises(UsageError, match=r"'B.theta' does not determine small motions here: it rests"):
        sarrus.linearize(double(driven=True), at="start", states=["B.theta"])


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_pose_where_rows_repeat_each_other_alone_is_refused_with_their_names(formulation):
    with pytest.raises(NumericalError, match=r"in this pose alone \(.*right\.p_FM\.length"):
        sarrus.linearize(flat_parallelogram(), at="start", formulation=formulation)


def test_freedom_without_inertia_is_refused():
    m = Mechanism("light", plane="xy")
    m.add(Revolute("A", m.ground, m.add(Body("rod", mass=0, inertia=0))))
    with pytest.raises(NumericalError, match="has no inertia"):
        sarrus.linearize(m, at="start")


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_rod_that_hangs_is_in_equilibrium_and_one_that_is_let_go_is_not(formulation):
    kinds = [sarrus.linearize(double(a), at="start", formulation=formulation).kind for a in (0.0, 1e-3)]
    assert kinds == ["equilibrium", "along a motion"]


def test_mechanism_that_cannot_move_has_an_empty_model():
    m = Mechanism("held", plane="xy")
    m.add(Prismatic("A", m.ground, m.add(Body("block", mass=1, inertia=1))))
    m.add(Motion("motor", "A.s", 0))
    found = sarrus.linearize(m, at="start")
    assert found.states == () and "Nothing can move" in found.text()


def test_reduced_model_keeps_what_the_output_feels_and_nothing_else():
    m = Mechanism("cart", plane="xy")
    cart = m.add(Body("cart", mass=2, inertia=1))
    m.add(Prismatic("slide", m.ground, cart))
    m.add(CoordinateForce("drag", "slide.s", function="-3*rate"))
    m.start(fixed={"slide.s": 0})
    found = sarrus.linearize(m, at="start", inputs=["load.slide.s"], outputs=["slide.s_dot"], reduce=True)
    assert found.states == ("slide.s_dot",)
    assert np.allclose([found.A[0, 0], found.B[0, 0], found.C[0, 0], found.D[0, 0]], [-1.5, 0.5, 1, 0])


def test_joint_that_repeats_another_does_not_stop_the_motion():
    """Its rows are rounding alone in joint coordinates; taken for rows, they held the mechanism."""
    m = Mechanism("twice", plane="xy")
    rod = m.add(Body("rod", Rod(length=1, mass=1)))
    turned = {"at": (0.3, 0.2), "turn": 0.7}
    m.add(Revolute("A", m.ground.frame("A", **turned), rod.start))
    m.add(Revolute("B", m.ground.frame("B", **turned), rod.point("near", (0.1 + 0.2 - 0.3, 0))))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"A.theta": 0.3, "A.theta_dot": 2.0})
    asked = {"at": "start", "states": ["A.theta"], "outputs": ["rod.center.x_ddot", "A.theta_dot"]}
    one, two = (sarrus.linearize(m, formulation=f, **asked) for f in ("relative", "absolute"))
    assert one.y0[1] == two.y0[1] == 2.0
    assert np.allclose(one.C, two.C, atol=1e-12) and np.allclose(one.A, two.A, atol=1e-12)


def test_a_weld_inboard_of_a_joint_has_no_place_of_its_own_among_the_equations():
    """A bar of two halves that are welded is the bar; once, both limbs claimed the same residual."""

    def arms(parts):
        m = Mechanism("arms", plane="xy")
        last = m.ground
        for k, length in enumerate(parts):
            bar = m.add(Body(f"bar{k}", Rod(length=length, mass=2 * length)))
            m.add((Weld if k == 1 and len(parts) == 3 else Revolute)(f"J{k}", last, bar.start))
            last = bar.end
        m.add(Gravity("weight", (0, -9.81)))
        m.start(fixed={"J0.theta": -math.pi / 2, f"J{len(parts) - 1}.theta": 0})
        return sarrus.linearize(m).poles()

    assert sorted(np.abs(arms((0.3, 0.2, 0.4)))) == pytest.approx(sorted(np.abs(arms((0.5, 0.4)))), rel=1e-12)
