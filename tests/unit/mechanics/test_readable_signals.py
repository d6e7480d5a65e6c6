"""Forces and conditions that read inputs and signals print, and what is printed is what the kernels compute."""

from __future__ import annotations

import pytest

import sarrus
from sarrus import (
    AppliedForce,
    AppliedTorque,
    Body,
    Condition,
    CoordinateForce,
    Cylindrical,
    DistanceSensor,
    Gravity,
    LineForce,
    Mechanism,
    Prismatic,
    Revolute,
    Universal,
)
from sarrus.errors import ModelError
from tests.unit.mechanics import test_readable as t


def fed():
    """Feedback on a coordinate, along a line and at a point, and a cam, in the plane."""
    m = Mechanism("fed", plane="xy")
    (k,) = m.parameters(k=20.0)
    one = m.add(Body("one", mass=1, inertia=0.02, points={"a": (0.3, 0.1)}))
    two = m.add(Body("two", mass=2, center=(0.05, 0), inertia=0.03))
    m.add(Revolute("A", m.ground, one))
    m.add(Prismatic("S", m.ground.frame("rail", (0, -0.1), "10 deg"), two))
    (u,) = m.inputs(u="0.3 N m")
    phi, w, _ = m.signals(phi="A.theta", w="A.theta_dot", s="S.s")
    m.add(Gravity("weight", (0, -9.81)))
    m.add(CoordinateForce("drive", "A.theta", function=u - k * phi - 2 * w))
    m.add(CoordinateForce("hold", "S.s", function="-30*value - 2*rate*phi"))
    m.add(LineForce("pull", one.a, two, function="k*(length - 0.4) + 12*rate + u*s"))
    m.add(AppliedForce("push", one.a, force=(-w, 2 * phi)))
    m.add(Condition("cam", "s - 0.03*sin(2*phi) - 0.1*u*t", unit="m"))
    return m


def fed_in_space():
    """The same in space, a signal of a coordinate that is no simple turn among it."""
    m = Mechanism("fed in space")
    inertia = (0.02, 0.03, 0.04)
    one = m.add(Body("one", mass=1, inertia=inertia))
    two = m.add(Body("two", mass=2, center=(0.1, 0, 0), inertia=inertia, points={"tip": (0.3, 0, 0.1)}))
    m.add(Cylindrical("C", m.ground.frame("axis", (0, 0, 0.2), (0.3, 0.1, 0)), one))
    m.add(Universal("U", one.point("end", (0, 0, 0.4)), two))
    m.inputs(u=0.3)
    m.signals(phi="C.theta", w="U.theta2_dot", s="C.s", b="U.theta1")
    m.add(CoordinateForce("drive", "U.theta2", function="u - 3*b - 2*w"))
    m.add(AppliedTorque("turn", one, two, moment=(0, "u*phi", "-w")))
    m.add(LineForce("pull", one, two.point("p", (0.3, 0, 0.1)), function="length**2 + rate*phi"))
    m.add(Condition("screw", "s - 0.02*phi*(1 + 0.1*b)", unit="m"))
    return m


every_model = pytest.mark.parametrize("make", [fed, fed_in_space], ids=lambda f: f.__name__)


@every_model
def test_printed_forces_and_rows_that_read_signals_have_the_values_of_the_kernels(make):
    t.test_mass_matrix_and_forces_are_those_of_the_kernels(make)
    t.test_rows_are_those_of_the_kernels_off_the_constraints(make)
    t.test_jacobian_is_the_derivative_of_the_printed_residual(make)
    t.test_right_hand_sides_are_derivatives_of_the_printed_rows(make)


def test_inputs_and_signals_print_by_their_names_and_the_table_says_what_each_is():
    text = sarrus.equations(fed()).text()
    assert "Q_drive = u − 2 w − k φ" in text
    assert "F_pull  = k (ℓ_pull − 0.4) + s u + 12 ℓ̇_pull" in text
    assert "g_cam = s_S − 0.03 sin(2 θ_A) − 0.1 u t" in text
    rows = {" ".join(line.split()) for line in text.splitlines()}
    assert "u input; its value at the start N m 0.3" in rows
    assert "φ signal: A.theta rad" in rows
    assert "w signal: A.theta_dot rad/s" in rows
    assert "φ = θ_A" in rows


def test_a_signal_that_cannot_be_printed_is_refused_by_name():
    m = fed()
    m.add(DistanceSensor("gauge", "ground", "one.a"))
    m.signals(gap="gauge.length")
    m.add(AppliedForce("more", "two", force=("gap", 0)))
    with pytest.raises(ModelError) as caught:
        sarrus.equations(m)
    assert "cannot print applied-force 'more' yet: it reads the signal 'gap' (gauge.length)" in str(
        caught.value
    )
    assert "They print signals of joint coordinates and their rates" in str(caught.value)
