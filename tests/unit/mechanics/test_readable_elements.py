"""Elements of every structure print, and what is printed is what the kernels compute.

Rows between frames without motion, relations of one or more coordinates, forces on coordinates and at points.
"""

from __future__ import annotations

import numpy as np
import pytest
import sympy

import sarrus
from sarrus.elements.body import Body
from sarrus.elements.constraints import Coupler, Distance, Gear, PointOnLine, RackAndPinion
from sarrus.elements.drivers import Motion, Polynomial, Spline
from sarrus.elements.forces import (
    AppliedForce,
    FollowerForce,
    Gravity,
    Rope,
    TableSpring,
    TorsionalSpringDamper,
)
from sarrus.elements.joints import Cylindrical, Prismatic, Revolute, Spherical, Universal
from sarrus.model import Mechanism
from tests.unit.mechanics import test_readable as t


def wheels():
    """Relations between coordinates, a torsional spring, and a slot, in the plane."""
    m = Mechanism("wheels", plane="xy")
    (r,) = m.parameters(r=0.1)
    one = m.add(Body("one", mass=1, inertia=0.02))
    two = m.add(Body("two", mass=2, center=(0.05, 0), inertia=0.03, points={"pin": (0.2, 0.1)}))
    rack = m.add(Body("rack", mass=0.5, inertia=0.01))
    m.add(Revolute("A", m.ground, one))
    m.add(Revolute("B", m.ground.point("b", (0.3, 0)), two))
    m.add(Prismatic("S", m.ground.frame("rail", (0, -0.1), "10 deg"), rack))
    m.add(Gear("mesh", "A.theta", "B.theta", first_radius=r, second_radius=0.2))
    m.add(RackAndPinion("rolls", "S.s", "A.theta", radius=r, offset=0.05))
    m.add(PointOnLine("slot", rack, two.pin))
    m.add(Distance("rod", one, two.pin, length=0.4))
    m.add(TorsionalSpringDamper("wind", "B.theta", stiffness=3, damping=0.2, free_angle=0.1))
    m.add(AppliedForce("push", two.pin, force=(1, "2*sin(t)")))
    m.add(FollowerForce("jet", two.frame("nozzle", (0.1, 0), 0.3), force=(5, 0)))
    return m


def shafts():
    """The same families in space."""
    m = Mechanism("shafts")
    inertia = (0.02, 0.03, 0.04)
    one = m.add(Body("one", mass=1, inertia=inertia))
    two = m.add(Body("two", mass=2, center=(0.1, 0, 0), inertia=inertia, points={"tip": (0.3, 0, 0.1)}))
    three = m.add(Body("three", mass=2, inertia=inertia))
    m.add(Cylindrical("C", m.ground.frame("axis", (0, 0, 0.2), (0.3, 0.1, 0)), one))
    m.add(Universal("U", one.point("end", (0, 0, 0.4)), two))
    m.add(Spherical("K", m.ground.point("k", (1, 0, 0)), three))
    m.add(Coupler("screw", "C.s", "C.theta", ratio=0.02))
    m.add(Distance("rod", two.tip, three, length=0.6))
    m.add(TorsionalSpringDamper("wind", "U.theta2", stiffness=3, damping=0.2))
    m.add(AppliedForce("push", two.tip, force=(1, 2, "3*t")))
    m.add(FollowerForce("jet", two.frame("nozzle", (0.1, 0, 0), (0.3, 0.2, 0.1)), force=(5, 0, 1)))
    m.add(Motion("turn", "U.theta1", "0.3*sin(2*t)"))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def curves():
    """Elements whose formulas are long: tables, splines, polynomials, ropes and stops."""
    m = Mechanism("curves", plane="xy")
    one = m.add(Body("one", mass=1, inertia=0.02, points={"a": (0.3, 0.1)}))
    two = m.add(Body("two", mass=2, center=(0.05, 0), inertia=0.03, points={"b": (0.2, 0.1)}))
    m.add(Revolute("A", m.ground, one))
    m.add(Revolute("B", m.ground.point("p", (0.3, 0)), two))
    m.add(Spline("go", "A.theta", points=[(0.1 * k, 0.2 * k * k) for k in range(6)]))
    table = [(-0.1, -5), (0, 0), (0.1, 4), (0.3, 20)]
    m.add(TableSpring("table", one.a, two.b, points=table, damping=2, free_length=0.1))
    m.add(Rope("rope", m.ground, two.b, free_length=0.1, stiffness=50, damping=1))
    return m


every_model = pytest.mark.parametrize("make", [wheels, shafts, curves], ids=lambda f: f.__name__)


@every_model
def test_new_families_have_the_values_of_the_kernels(make):
    t.test_mass_matrix_and_forces_are_those_of_the_kernels(make)
    t.test_rows_are_those_of_the_kernels_off_the_constraints(make)


@every_model
def test_new_families_have_the_right_derivatives(make):
    t.test_jacobian_is_the_derivative_of_the_printed_residual(make)
    t.test_right_hand_sides_are_derivatives_of_the_printed_rows(make)
    t.test_every_printed_rate_is_the_rate_of_what_it_belongs_to(make)
    t.test_joint_loads_are_the_transposed_jacobian_times_the_multipliers(make)


def test_relations_print_as_they_are_stated():
    found = t.both_forms(wheels)[1].markdown()
    assert r"$g_\text{mesh}=l_\text{mesh}\theta_B+r\theta_A$" in found
    assert r"$g_\text{rolls}=s_S+r\theta_A-l_\text{rolls}$" in found
    assert r"gear of `A.theta`, `B.theta`" in found
    assert r"\theta_B&=\psi_\text{two}" in found
    assert r"\ell_{\text{rod},1}&=|\mathbf p_\text{two.pin}-\mathbf r_\text{one}|" in found
    assert r"Q_\text{wind}=" in found


def planetary():
    """A sun and a planet on an arm that turns about the axis of the sun."""
    m = Mechanism("planetary", plane="xy")
    sun, arm, planet = (m.add(Body(n, mass=1, inertia=0.02)) for n in ("sun", "arm", "planet"))
    m.add(Revolute("S", m.ground, sun))
    m.add(Revolute("A", m.ground, arm))
    m.add(Revolute("P", arm.point("pin", (0.3, 0)), planet))
    m.add(Gear("mesh", "S.theta", "P.theta", first_radius=0.1, second_radius=0.2, pressure_angle=0.3))
    return m


def test_row_of_a_gear_prints_the_turn_of_its_carrier():
    found = t.both_forms(planetary)[1].markdown()
    assert "gear of `S.theta`, `P.theta`, `A.theta`" in found
    assert r"(\theta_S-\theta_A)" in found
    t.test_rows_are_those_of_the_kernels_off_the_constraints(planetary)
    t.test_jacobian_is_the_derivative_of_the_printed_residual(planetary)


def test_reactions_are_the_printed_ones_and_what_a_mesh_adds():
    """At a hinge in the plane that is the force on the body at the follower's side, taken off: efforts are torques."""
    printed, channels = t.printed_and_published(t.assembled_state(planetary))
    force = np.array(channels["mesh.reaction"])
    assert np.abs(force).min() == 0.0 and np.abs(force).max() > 0.1
    for joint, on_follower in (("S", -force), ("A", force), ("P", force)):
        t.close(printed[f"{joint}.reaction"] - on_follower, channels[f"{joint}.reaction"])
    found = t.both_forms(planetary)[1].markdown()
    assert "Without what meshes add: `S.reaction` = " in found
    assert (
        "The mesh `mesh` adds to each of its joints the effort of its row along the joint's coordinate, less"
        in found
    )
    assert "on its follower, without what meshes add" in found
    assert "meshes" not in t.both_forms(curves)[1].markdown()


def test_forces_at_a_point_print_their_components():
    found = t.both_forms(wheels)[1].markdown()
    assert r"\mathbf F_\text{push}=(F_{x,\text{push}},2\sin t)" in found
    assert r"\mathbf F_\text{jet}=F_{x,\text{jet}}\mathbf e_\text{two.nozzle}" in found


def test_rate_of_a_driven_angle_in_space_has_a_name():
    found = t.both_forms(shafts)[1].markdown()
    assert (
        r"\dot\theta_{1,U}&=\mathbf t_{U,\text{theta1}}\cdot(\boldsymbol\Omega_\text{two}-\boldsymbol\Omega_\text{one})"
        in found
    )
    assert r"-1.2\sin(2t)-\theta^\circ_{1,U}" in found


def test_curves_through_points_are_printed_by_their_names():
    page = t.both_forms(curves)[1]
    told = "cubic spline through 6 points, not-a-knot"
    assert f"| $s_\\text{{go}}$ | function of `go`: {told} |" in page.markdown()
    assert r"$g_\text{go}=\theta_A-s_\text{go}(t)$" in page.markdown()
    assert r"s''_\text{go}(t)" in page.latex()
    assert "F_table = V′_table(ℓ_table − ℓ_0,table) + c_table ℓ̇_table" in page.text()
    assert "the pull, runs straight between 4 points" in " ".join(page.text().split())
    assert "<mo>′</mo><mo>′</mo>" in page.html()
    found = page.sympy()
    s = sympy.Function("s_go", real=True)(found.t)
    assert s.diff(found.t) in list(found.alpha)
    assert s.diff(found.t, 2) in list(found.beta)


def test_equations_do_not_grow_with_the_points_of_a_curve():
    def page(count):
        m = curves()
        m.drivers[0] = Spline("go", "A.theta", points=[(0.1 * k, 0.01 * k * k) for k in range(count)])
        return sarrus.equations(m)

    few, many = page(6), page(4000)
    assert many.text().replace("4000", "6").split() == few.text().split()
    assert len(many.system.numbers.graph.table) == len(few.system.numbers.graph.table)


def test_long_formulas_are_printed_in_pieces():
    m = curves()
    m.drivers[0] = Polynomial("go", "A.theta", coefficients=[0.1 * k for k in range(1, 20)])
    found = sarrus.equations(m).markdown()
    assert len(found) < 12_000
    assert r"\kappa_{\text{go}," in found
