"""Zeros, transfer functions, frequency response and controllers of linear models: rows 10 and 18 to 20 of spec 07."""

from __future__ import annotations

import numpy as np
import pytest
from linear_nearness import BOTH, linear, require_near
from linear_planar import cart_pole, chain, pendulum, shaken_pendulum, two_free

import sarrus
from sarrus import Body, Mechanism, Prismatic, SpringDamper, UsageError

both = pytest.mark.parametrize("formulation", BOTH)


def _cart_pole(formulation="auto"):
    states, outputs = ["slide.s", "pin.theta"], ["slide.s", "pin.theta"]
    return linear(cart_pole(), formulation, states=states, inputs=["push"], outputs=outputs)


@both
def test_zeros_and_what_cancels_spec07_L18(formulation):
    found = _cart_pole(formulation)
    place, angle = found.transfer("slide.s", "push"), found.transfer("pin.theta", "push")
    require_near(np.sort(place.zeros.real), [-4.95227220576575, 4.95227220576575])
    assert len(place.poles) == 4 and not len(place.cancelled)
    assert len(angle.poles) == 3, "the place of the cart is not seen in the angle"
    assert angle.zeros.tolist() == [0] and angle.cancelled.tolist() == [0]
    at5i = -0.0355670492648445 - 0.00063270765619304j, -0.0448852211822873 - 0.000798470035579303j
    require_near([place(5j), angle(5j)], at5i)
    require_near(found.response([5.0]).values[0, :, 0], at5i)
    only = linear(cart_pole(), formulation, inputs=["push"], outputs=["pin.theta"])
    assert only.unobservable().tolist() == [0] and not len(only.uncontrollable())


@both
def test_zeros_of_a_pivot_force_spec07_L20(formulation):
    outputs = ["A.theta", "A.reaction.x"]
    found = linear(shaken_pendulum(), formulation, inputs=["motor.motion_ddot"], outputs=outputs)
    force = found.transfer("A.reaction.x", "motor.motion_ddot")
    require_near(np.sort(force.zeros.imag), [-7.67202711152665, 7.67202711152665])
    assert np.abs(force.zeros.real).max() < 1e-9 and force.gain == pytest.approx(0.25, rel=1e-9)
    require_near([force(2j)], [1.27998133457769])


def test_regulator_in_three_lines_spec07_L19():
    control = pytest.importorskip("control")
    found = _cart_pole()
    K, _, roots = control.lqr(found.to_control(), np.diag([10, 100, 1, 1]), [[0.5]])
    require_near(K[0], [-4.47213595499958, 45.5484570690513, -5.82762602799943, 8.54242356092641])
    wanted = [-6.26634614476883 + 2.25094161370313j, -1.17576474776289 + 0.986766590970747j]
    require_near(sorted((s for s in roots if s.imag > 0), key=lambda s: s.real), wanted)


def test_names_that_become_one_for_another_program_are_refused():
    pytest.importorskip("control")
    found = _cart_pole()
    assert found.control_names == {"push": "push", "slide_s": "slide.s", "pin_theta": "pin.theta"}
    assert found.to_control().output_labels == ["slide_s", "pin_theta"]
    clash = type(found)(**{**vars_of(found), "inputs": ("slide_s",)})
    with pytest.raises(UsageError, match="both 'slide_s' for python-control"):
        clash.to_control()


def vars_of(answer):
    """Fields of an answer by name."""
    from dataclasses import fields

    return {f.name: getattr(answer, f.name) for f in fields(answer) if f.init}


def test_response_on_a_pole_without_damping_is_infinite_and_said():
    found = linear(pendulum(), inputs=["load.A.theta"], outputs=["A.theta"])
    pole = float(found.poles()[0].imag)
    answered = found.response([1.0, pole, 10.0])
    assert answered.on_poles == (pole,)
    assert np.isinf(answered["A.theta", "load.A.theta"][1])
    require_near(answered["A.theta", "load.A.theta"][::2], [3 / (14.715 - 1), 3 / (14.715 - 100)])
    require_near(found.transfer("A.theta", "load.A.theta").phase([1.0, 10.0]), [0, -np.pi])


def test_zeros_of_several_inputs_and_outputs_are_where_the_pencil_loses_rank():
    """Collocated efforts and angles of a triple pendulum: zeros are the roots of the rod that is left free."""
    found = linear(chain(3), inputs=["load.J0.theta", "load.J1.theta"], outputs=["J0.theta", "J1.theta"])
    zeros = found.zeros()
    held = chain(3)
    held.add(sarrus.Motion("first", "J0.theta", -np.pi / 2))
    held.add(sarrus.Motion("second", "J1.theta", 0.0))
    require_near(np.sort(zeros.imag), np.sort(linear(held).poles().imag))
    assert np.abs(zeros.real).max() < 1e-9


def test_directions_that_no_input_reaches_are_told():
    found = linear(two_free(), inputs=[], outputs=[])
    assert len(found.uncontrollable()) == len(found.states), "nothing acts, so nothing is reached"
    with pytest.raises(UsageError, match="has no inputs: name some"):
        found.response([1.0])
    with pytest.raises(UsageError, match="is no output of this linear model"):
        found.transfer("x", "y")


@both
def test_free_length_of_a_spring_is_an_input_spec07_1_6(formulation):
    """A block between ground and a spring: 2 x'' = -300 (x - free), magnitude as much."""
    m = Mechanism("block", plane="xy")
    block = m.add(Body("block", mass=2, inertia=1))
    m.add(Prismatic("slide", m.ground, block))
    m.add(SpringDamper("spring", m.ground, block, stiffness=300, damping=4, free_length=0.5))
    m.start(fixed={"slide.s": 0.5, "slide.s_dot": 0})
    found = linear(
        m,
        formulation,
        inputs=["spring.free_length", "spring.damping"],
        outputs=["slide.s", "spring.magnitude"],
    )
    require_near(found.B, [[0, 0], [150, 0]])
    assert found.u0.tolist() == [0.5, 4.0] and found.input_units[0] == "m"
    require_near(np.abs(found.C[1]), [300, 4])
    assert found.D[1, 0] == pytest.approx(-np.sign(found.C[1, 0]) * 300)
    require_near([found.transfer("slide.s", "spring.free_length")(0)], [1])


def test_length_of_a_rod_is_refused_as_an_input():
    with pytest.raises(UsageError, match="'a' moves joints or constraints"):
        sarrus.linearize(sarrus.load("examples/four-bar.yaml"), inputs=["a"])
    with pytest.raises(UsageError, match="numbers of forces, such as"):
        linear(pendulum(), inputs=["nothing"])
