"""Spec 03 in every form of the equations: rows D2, D4 to D6, D8, D12, D13 and the worked numbers 6.1 and 6.3.

Each form is solved at the state of the source for what it publishes: accelerations of bodies and loads of joints. Limits are those
of the tables: 1e-12 of the largest magnitude ("exact"), ten times that for the worked numbers, whose inputs have 16 digits.
D7, D9, D11, D30 and D31 stand in test_forms_rows_spec03.py, D14 in test_verify.py; D1, D3, D10, D15 to D29 have tests of their own elsewhere.
"""

from __future__ import annotations

import numpy as np
import pytest
from oracles import two_bars, two_bodies
from oracles.in_forms import (
    EXACT,
    assert_close,
    case,
    every_form,
    linear,
    published,
    solved,
    start_of,
)
from oracles.rotations import bryant, turn_axes

import sarrus
from sarrus import AppliedForce, AppliedTorque, Body, Gravity, Mechanism, Revolute, Spherical, SpringDamper
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name

WORKED = 1e-11
"""Of the largest magnitude: worked numbers, whose inputs have 16 digits."""
SMALL = two_bodies.SMALL


# The worked numbers.


def second_derivative_of_turning(b, bd, bdd):
    """alpha in ground components: derivative of the axes of the angles times their rates."""
    (s1, s2), (c1, c2) = np.sin(b[:2]), np.cos(b[:2])
    first = np.array([[0, 0, 0], [0, -s1, -c1 * c2], [0, c1, -s1 * c2]])
    second = np.array([[0, 0, c2], [0, 0, s1 * s2], [0, 0, -c1 * s2]])
    return turn_axes(b) @ bdd + (first * bd[0] + second * bd[1]) @ bd


@pytest.mark.parametrize("state", range(3))
@every_form
def test_two_bars_with_a_ball_joint_are_those_of_spec03_6_1(form, state):
    """D13, D4, D8: accelerations, multipliers and moments at all three states."""
    known = two_bars.DATA["states"][state]
    q, qd, qdd = (np.array(known[key]) for key in ("q", "qd", "qdd"))
    found = solved(form, two_bars.two_bars, state)
    for body, k in (("one", 0), ("two", 6)):
        assert_close(linear(found.published, body), qdd[k : k + 3], WORKED)
        turn = slice(k + 3, k + 6)
        alpha = second_derivative_of_turning(q[turn], qd[turn], qdd[turn])
        assert_close(found.published[f"{body}.alpha"], alpha, WORKED)
    assert_close(-found.published["C.reaction"], known["lam"], WORKED)  # on bar 1, as the source counts
    assert_close(found.published["C.torque"], np.zeros(3), WORKED)


@pytest.mark.parametrize("state", range(3))
@every_form
def test_moments_of_the_ball_joint_have_no_part_along_the_bars(form, state):
    """D13: what stands in the turning rows, brought back to body axes (Q^-T where speeds are rates of angles)."""
    known, found = two_bars.DATA["states"][state], solved(form, two_bars.two_bars, state)
    m, _ = start_of(two_bars.two_bars, state)
    system = sarrus.equations(m, form=form).readable.written.system
    if system is None:
        pytest.skip(f"{form} has no rows for single bodies")
    for body, key, k in (("one", "Mom1", 3), ("two", "Mom2", 9)):
        moment = np.asarray(found.named[Name("w", (body,), COLUMN)][3:], dtype=float)
        A = bryant(known["q"][k : k + 3])
        if system.basis.turning == "ground":
            moment = A.T @ moment
        elif system.basis.turning == "rates":
            Q = A.T @ turn_axes(known["q"][k : k + 3])
            moment = np.linalg.solve(Q.T, moment)
        assert_close(moment, known[key], WORKED)
        assert abs(moment[0]) < WORKED


def test_second_order_form_gives_second_derivatives_of_the_angles():
    """D13: q'' of the source are the unknowns of the form themselves."""
    for state, known in enumerate(two_bars.DATA["states"]):
        found = solved("second-order", two_bars.two_bars, state)
        for body, k in (("one", 3), ("two", 9)):
            bdd = found.named[Name("eta", (body,), COLUMN, "ddot")]
            assert_close(bdd, known["qdd"][k : k + 3], WORKED)


def free_body():
    a = SMALL["a"]
    m = Mechanism("free body")
    body = m.add(Body("body", mass=a["m"], center=a["rc"], inertia=a["I_C"]))
    m.add(AppliedForce("F", body, force=tuple(a["F_R"])))
    two_bodies.couple(m, "M", body, a["M_P_L"])
    m.start(fixed={f"body.a{k + 1}": v for k, v in enumerate(a["angles"])})
    m.start(fixed={f"body.a{k + 1}_dot": v for k, v in enumerate(a["angles_d"])})
    return m


@every_form
def test_free_body_is_that_of_spec03_6_3_a(form):
    """D4: frame away from the mass centre."""
    a, found = SMALL["a"], published(form, free_body)
    assert_close(linear(found, "body"), a["rP_dd"], WORKED)
    assert_close(bryant(a["angles"]).T @ found["body.alpha"], a["wd_L"], WORKED)


@every_form
def test_physical_pendulum_is_that_of_spec03_6_3_b(form):
    """D6, D5: pinned and released; released, the turn follows the couple alone, for gravity acts at the mass centre."""
    b = SMALL["b"]
    found = published(form, two_bodies.planar_body, True)
    assert_close(found["body.psi_ddot"], b["pendulum"]["psi_dd"], WORKED)
    assert_close(found["P.reaction"], b["pendulum"]["lam"], WORKED)
    found = published(form, two_bodies.planar_body, False)
    assert_close([found[f"body.{c}_ddot"] for c in ("x", "y", "psi")], b["released"]["pdd"], WORKED)


def hinge():
    return two_bodies.joined("H2")[0]


@every_form
def test_hinge_in_absolute_coordinates_is_that_of_spec03_6_3_c(form):
    """D8, D13: accelerations of both bodies, force and moment on the second."""
    c, found = SMALL["c"], published(form, hinge)
    R1 = bryant(two_bodies.BASE["theta1"])
    rotations = {"one": R1, "two": R1 @ bryant([0.0, two_bodies.BASE["theta2"][1], 0.0])}
    for body, k in (("one", 1), ("two", 2)):
        assert_close(linear(found, body), c[f"vd{k}"][:3], WORKED)
        assert_close(rotations[body].T @ found[f"{body}.alpha"], c[f"vd{k}"][3:], WORKED)
    assert_close(found["J.reaction"], c["cf2"][:3], WORKED)
    assert_close(rotations["two"].T @ found["J.torque"], c["cf2"][3:], WORKED)


# Rows of the table.


def test_inertia_that_no_body_has_is_refused():
    """D2: the sum of two principal moments is at least the third."""

    def solid(J):
        m = Mechanism("solid")
        m.add(Body("solid", mass=1, inertia=J))
        return m

    assert sarrus.equations(solid((1, 1, 2))).text()
    with pytest.raises(sarrus.ModelError, match=r"solid.*(?s:.)*none exceeds the sum of the other two"):
        sarrus.equations(solid((1, 1, 3)))


CENTER, POINT = np.array([0.2, -0.1, 0.15]), np.array([0.1, 0.3, -0.2])
STATE = {
    "a1": 0.4,
    "a2": -0.3,
    "a3": 0.6,
    "a1_dot": 0.9,
    "a2_dot": -0.4,
    "a3_dot": 1.3,
    "x": 0.2,
    "z_dot": 0.7,
}


def pushed(slide=0.0, couple_at=None, weight="gravity", at_center=False):
    """A body with a force at a point, a couple and its weight; described about its mass centre where asked."""
    m = Mechanism("pushed")
    moved = -CENTER if at_center else np.zeros(3)
    body = m.add(
        Body(
            "body",
            mass=1.5,
            center=tuple(CENTER + moved),
            inertia=(0.3, 0.4, 0.45),
            products=(0.02, 0.01, -0.03),
        )
    )
    A, force = bryant([STATE["a1"], STATE["a2"], STATE["a3"]]), np.array([3.0, -2.0, 1.0])
    along = A.T @ force / np.linalg.norm(force)
    m.add(AppliedForce("push", body.point("at", tuple(POINT + moved + slide * along)), force=tuple(force)))
    if couple_at is None:
        m.add(AppliedTorque("couple", m.ground, body, moment=(0.6, 0.9, -0.3)))
    else:  # two forces on different lines, arm x force = moment; anywhere on the body
        arm = A.T @ np.array([0.9, -0.6, 0.0])  # normal to the moment
        pair = np.cross((0.6, 0.9, -0.3), A @ arm) / (arm @ arm)
        for name, sign in (("one", 0.5), ("two", -0.5)):
            point = body.point(name, tuple(np.array(couple_at) + moved + sign * arm))
            m.add(AppliedForce(name, point, force=tuple(2 * sign * pair)))
    if weight == "gravity":
        m.add(Gravity("weight", (1.0, 2.0, -9.0)))
    else:
        m.add(AppliedForce("weight", body.point("C", tuple(CENTER + moved)), force=(1.5, 3.0, -13.5)))
    place = {"x": STATE["x"], "z_dot": STATE["z_dot"]}
    if at_center:  # the same motion of the same body: its frame is elsewhere on it
        w = turn_axes([STATE[f"a{k}"] for k in (1, 2, 3)]) @ [STATE[f"a{k}_dot"] for k in (1, 2, 3)]
        r = np.array([STATE["x"], 0, 0]) + A @ CENTER
        v = np.array([0, 0, STATE["z_dot"]]) + np.cross(w, A @ CENTER)
        place = dict(zip(("x", "y", "z", "x_dot", "y_dot", "z_dot"), (*r, *v), strict=True))
    m.start(fixed={f"body.{k}": float(v) for k, v in {**STATE, **place}.items()})
    return m


@every_form
def test_forces_slide_couples_are_free_and_gravity_acts_at_the_mass_centre(form):
    """D5, D12: four ways to say the same loads."""
    first = published(form, pushed)
    for words in ((0.7,), (0.0, (0.3, 0.1, 0.2)), (0.0, None, "force")):
        other = published(form, pushed, *words)
        assert_close(linear(other, "body"), linear(first, "body"), EXACT)
        assert_close(other["body.alpha"], first["body.alpha"], EXACT)


@every_form
def test_a_body_moves_alike_whether_its_frame_is_at_its_mass_centre_or_not(form):
    """D4: P = C and P != C, in mixed, ground and body components, and from the energies."""
    away, at = published(form, pushed), published(form, pushed, 0.0, None, "gravity", True)
    _, row = start_of(pushed)
    w, arm = np.asarray(row["body.w"]), bryant([STATE[f"a{k}"] for k in (1, 2, 3)]) @ CENTER
    center = linear(away, "body") + np.cross(away["body.alpha"], arm) + np.cross(w, np.cross(w, arm))
    assert_close(linear(at, "body"), center, EXACT)
    assert_close(at["body.alpha"], away["body.alpha"], EXACT)


def flat(spatial, center=(0.2, 0.1), pinned=False):
    """The same body in the plane, and in space with data in a plane."""
    z, n = ((0.0,), ("body.a3", "body.w")) if spatial else ((), ("body.psi", ""))
    m = Mechanism("flat", plane=None if spatial else "xy")
    inertia = (0.3, 0.4, 0.6) if spatial else 0.6
    body = m.add(Body("body", mass=1.5, center=(*center, *z), inertia=inertia))
    m.add(AppliedForce("push", body.point("at", (0.3, -0.2, *z)), force=(2.0, 1.0, *z)))
    m.add(Gravity("weight", (0.5, -9.0, *z)))
    if pinned:
        m.add(Revolute("pin", m.ground.point("O", (0.1, 0.2, *z)), body.point("eye", (0.4, 0.1, *z))))
        m.start(fixed={"pin.theta": 0.7, "pin.theta_dot": 1.2})
    else:
        m.start(fixed={n[0]: 0.7, f"{n[0]}_dot": 1.2, "body.x": 0.2, "body.y_dot": 0.3})
    return m


@pytest.mark.parametrize("pinned", [False, True])
@pytest.mark.parametrize("center", [(0.2, 0.1), (0.0, 0.0)], ids=["P != C", "P = C"])
@every_form
def test_the_plane_is_space_with_planar_data(form, center, pinned):
    """D6, D8: no planar motion leaves its plane, and reactions are the same."""
    plane, space = (published(form, flat, spatial, center, pinned) for spatial in (False, True))
    assert_close(linear(space, "body"), [*linear(plane, "body", "xy"), 0.0], EXACT)
    assert_close(space["body.alpha"], [0.0, 0.0, plane["body.psi_ddot"]], EXACT)
    if pinned:
        assert_close(space["pin.reaction"], [*plane["pin.reaction"], 0.0], EXACT)


CASES = [(s, n, c) for s in (False, True) for n in (False, True) for c in (False, True)]


@pytest.mark.parametrize(("spatial", "several", "constrained"), CASES)
@every_form
def test_the_eight_cases_do_not_depend_on_where_body_frames_are(form, spatial, several, constrained):
    """D8: the motion of mass centres, the turning and the reactions for P = C are those for P != C; and counts."""
    away, at = (published(form, case, spatial, several, constrained, c) for c in (False, True))
    m, row = start_of(case, spatial, several, constrained, False)
    planes, bodies = "xyz"[: 3 if spatial else 2], 2 if several else 1
    for name in ("one", "two")[:bodies]:
        arm = np.array([float(row[f"{name}.center.{c}"] - row[f"{name}.{c}"]) for c in planes])
        w, turning = (
            row.get(f"{name}.w", row.get(f"{name}.psi_dot")),
            f"{name}.{'alpha' if spatial else 'psi_ddot'}",
        )
        if spatial:
            moved = np.cross(away[turning], arm) + np.cross(w, np.cross(w, arm))
        else:
            moved = float(away[turning]) * np.array([-arm[1], arm[0]]) - w**2 * arm
        assert_close(linear(at, name, planes), linear(away, name, planes) + moved, EXACT)
        assert_close(at[turning], away[turning], EXACT)
    loads = [name for name in away if name.endswith(".reaction")]
    assert len(loads) == (bodies if constrained else 0)
    for name in loads:
        assert_close(at[name], away[name], EXACT)
    written = sarrus.equations(m, form=form).readable.written
    if written.system is not None:
        each, rows = (6, 3) if spatial else (3, 2)
        unknown = sum(max(u.size, 1) for u in written.unknowns if u.name.letter != "p")
        assert unknown == each * bodies + (rows * bodies if constrained else 0)


def sprung(by_potential):
    """A body on a spring between two of its points and ground, and the force that the spring exerts at this instant."""
    m = Mechanism("sprung")
    body = m.add(
        Body("body", mass=1.5, center=tuple(CENTER), inertia=(0.3, 0.4, 0.45), products=(0.02, 0.01, -0.03))
    )
    m.add(Spherical("ball", m.ground, body))
    angles = [STATE[f"a{k}"] for k in (1, 2, 3)]
    hook, tip = np.array([0.5, 0.6, 0.7]), bryant(angles) @ POINT
    if by_potential:
        hold = m.ground.point("hook", tuple(hook))
        m.add(SpringDamper("spring", hold, body.point("at", tuple(POINT)), stiffness=30, free_length=0.2))
    else:
        length = np.linalg.norm(hook - tip)
        pull = 30 * (length - 0.2) * (hook - tip) / length
        m.add(AppliedForce("pull", body.point("at", tuple(POINT)), force=tuple(map(float, pull))))
    m.start(fixed={f"ball.a{k + 1}": a for k, a in enumerate(angles)})
    m.start(fixed={f"ball.a{k}_dot": STATE[f"a{k}_dot"] for k in (1, 2, 3)})
    return m


@every_form
def test_a_spring_acts_as_the_force_that_its_potential_makes(form):
    """D12."""
    one, two = (published(form, sprung, by) for by in (True, False))
    assert_close(one["body.alpha"], two["body.alpha"], EXACT)
    assert_close(one["ball.reaction"], two["ball.reaction"], EXACT)
