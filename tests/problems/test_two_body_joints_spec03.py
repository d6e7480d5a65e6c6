"""Spec 03, sections 6.2 and 6.3: one free body, a pendulum, and two bodies with each joint that the catalogue has.

Data and sources: data/two_body_joints_spec03_6_2.json, data/small_oracles_spec03_6_3.json.
Not expressible: Euler-parameter speeds.

How the loads are expressed. A force F at a point: a spring of free length 0 and stiffness |F| from that point to a
ground point 1 m along F; it is F at the instant looked at, which is all that accelerations need. A moment fixed in body
components: an applied torque with the body as its base and ground as its follower exerts minus `moment` on the base.
How the axes are mapped. Our revolute turns about z: its frames are turned so that z lies along the axis of the source,
H1: Ry(90 deg), H2: Rx(-90 deg), H3: none. Our prismatic slides along x, the source's P1 too. Our universal joint is Rx Ry:
frames that carry its x and y into the two free axes of U1 (2, 3), U2 (1, 3) and U3 (1, 2). Our cylindrical has z, C1 axis 1.
"""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from sarrus import (
    AppliedTorque,
    Body,
    Cylindrical,
    Free,
    Gravity,
    Mechanism,
    Motion,
    Prismatic,
    Revolute,
    Spherical,
    SpringDamper,
    Universal,
    Weld,
)
from sarrus.spatial import Vec3, from_bryant

FOLDER = Path(__file__).parent / "data"
TWO = json.loads((FOLDER / "two_body_joints_spec03_6_2.json").read_text())
SMALL = json.loads((FOLDER / "small_oracles_spec03_6_3.json").read_text())
VARIANTS = {v["name"]: v for v in TWO["variants"]}
P, BASE = TWO["params"], TWO["base"]
TURNS = {"H1": (0, math.pi / 2, 0), "H2": (-math.pi / 2, 0, 0), "H3": (0, 0, 0)}
RIGHT = math.pi / 2
UNIVERSAL = {"U1": ((0, RIGHT, RIGHT), (1, 2)), "U2": ((RIGHT, 0, 0), (0, 2)), "U3": ((0, 0, 0), (0, 1))}
DIGITS = 1e-12
"""Relative to the largest magnitude of the row: the data have 16 digits, the matrices a condition of about 1e3."""


def pull(m, name, body, point, position, force):
    """A force at a body point that stands at a position: a spring that pulls towards a ground point 1 m along it."""
    size = float(np.linalg.norm(force))
    anchor = m.ground.point(f"{name}-anchor", tuple(np.array(position) + np.array(force) / size))
    m.add(SpringDamper(name, anchor, body.point(f"{name}-at", point), stiffness=size))


def couple(m, name, body, moment):
    """A moment on a body, in its components."""
    m.add(AppliedTorque(name, body, m.ground, moment=tuple(-float(a) for a in moment)))


def in_ground(angles, vector):
    return np.array([*(from_bryant(*angles) * Vec3(*vector))])


def in_body(angles, vector):
    return np.array([*from_bryant(*angles).back(Vec3(*vector))])


def bodies():
    """The two bodies with everything that acts on them; no joint yet."""
    m = Mechanism("two bodies")
    one = m.add(Body("one", mass=P["m"][0], center=P["r1"], inertia=P["I1"]))
    two = m.add(Body("two", mass=P["m"][1], center=P["r2"], inertia=P["I2"]))
    m.add(Gravity("weight", (0, 0, -P["g"])))
    G1 = np.array(BASE["s1"]) + in_ground(BASE["theta1"], P["r1"])
    pull(m, "F_e1", one, P["r1"], G1, in_ground(BASE["theta1"], P["F_e1"]))
    couple(m, "M_e2", two, P["M_e2"])
    start = {}
    for suffix, (angles, position) in {"": ("theta1", "s1"), "_dot": ("theta1d", "s1d")}.items():
        start |= {f"one.{c}{suffix}": v for c, v in zip("xyz", BASE[position], strict=True)}
        start |= {f"one.a{k + 1}{suffix}": v for k, v in enumerate(BASE[angles])}
    return m, one, two, start


def joined(name):
    """A variant of section 6.2: the mechanism, the names of the free coordinates of the joint by index of `yd`, and
    the angles of body 2 against body 1."""
    m, one, two, start = bodies()
    relative, free = [0.0, 0.0, 0.0], {}
    at = one.point("Q", P["d2"])
    if name in ("free", "S"):
        m.add((Free if name == "free" else Spherical)("J", at, two))
        relative = BASE["theta2"]
        free = {3 + k: f"J.a{k + 1}" for k in range(3)}
        values = {f"J.a{k + 1}": (BASE["theta2"][k], BASE["theta2d"][k]) for k in range(3)}
        if name == "free":
            free |= {9 + k: f"J.{c}" for k, c in enumerate("xyz")}
            values |= {f"J.{c}": (BASE["s2"][k], BASE["s2d"][k]) for k, c in enumerate("xyz")}
    elif name == "P1":
        m.add(Prismatic("J", at, two))
        free, values = {9: "J.s"}, {"J.s": (BASE["s2"][0], BASE["s2d"][0])}
    elif name == "C1":
        turn = TURNS["H1"]
        m.add(Cylindrical("J", one.frame("F", turn=turn, on="Q"), two.frame("M", turn=turn)))
        free = {3: "J.theta", 9: "J.s"}
        values = {"J.theta": (BASE["theta2"][0], BASE["theta2d"][0]), "J.s": (BASE["s2"][0], BASE["s2d"][0])}
        relative = [BASE["theta2"][0], 0.0, 0.0]
    elif name[0] == "U":
        turn, axes = UNIVERSAL[name]
        m.add(Universal("J", one.frame("F", turn=turn, on="Q"), two.frame("M", turn=turn)))
        names = ("J.theta1", "J.theta2")
        free = {3 + k: c for k, c in zip(axes, names, strict=True)}
        values = {c: (BASE["theta2"][k], BASE["theta2d"][k]) for k, c in zip(axes, names, strict=True)}
        relative = [BASE["theta2"][k] if k in axes else 0.0 for k in range(3)]
    elif name == "R":
        m.add(Weld("J", at, two))
        values = {}
    else:
        relative, free, values = hinge(m, one, two, name)
    for coordinate, (value, rate) in values.items():
        start |= {coordinate: value, f"{coordinate}_dot": rate}
    m.start(fixed=start)
    return m, free, relative


def hinge(m, one, two, name):
    """H1, H2, H3, the driven hinge, and the one whose locked angles are not zero."""
    axis = {"driven": 1, "lock!=0": 1}.get(name, int(name[-1]) - 1 if name[0] == "H" else 1)
    turn = TURNS[f"H{axis + 1}"]
    locked = [0.2, 0.0, -0.3] if name == "lock!=0" else [0.0, 0.0, 0.0]
    # R_12 = Rx(locked 1) Ry(theta) Rz(locked 3), with Ry(theta) = Q Rz(theta) Q^T and Q the turn that puts z on e2
    one.frame("Q1", at=P["d2"], turn=(locked[0], 0, 0))
    two.frame("Q2", turn=(0, 0, -locked[2]))
    m.add(Revolute("J", one.frame("F", turn=turn, on="Q1"), two.frame("M", turn=turn, on="Q2")))
    angle, rate = BASE["theta2"][axis], BASE["theta2d"][axis]
    if name == "driven":
        m.add(Motion("drive", "J.theta", function="0.5 + 0.2*sin(3*t)"))
        angle, rate = 0.5 + 0.2 * math.sin(1.2), 0.6 * math.cos(1.2)
    relative = list(locked)
    relative[axis] = angle
    return relative, {3 + axis: "J.theta"}, {"J.theta": (angle, rate)}


@pytest.mark.parametrize(
    "name", ["free", "S", "U1", "U2", "U3", "H1", "H2", "H3", "P1", "C1", "R", "driven", "lock!=0"]
)
def test_two_bodies_accelerations_and_joint_loads_spec03_6_2(at_start, name):
    mechanism, free, relative = joined(name)
    expected = VARIANTS[name]
    yd = np.array(expected["yd"])
    limit = DIGITS * np.abs(yd).max()
    for instant in at_start(mechanism, 0.4 if name == "driven" else 0.0).values():
        found = np.zeros(12)
        found[:3] = [instant.number(f"one.a{k}_ddot") for k in (1, 2, 3)]
        found[6:9] = instant.vector("one", "_ddot")
        for k, coordinate in free.items():
            found[k] = instant.number(f"{coordinate}_ddot")
        assert found == pytest.approx(yd, abs=limit)
        force = in_body(BASE["theta1"], instant["J.reaction"])
        torque = in_body(BASE["theta1"], instant["J.torque"])
        if name == "driven":  # the source counts the drive to the joint load; about e2 of body 1
            torque[1] += instant.number("drive.effort")
            assert instant.number("drive.effort") == pytest.approx(expected["M_J"][1], abs=1e-11)
        loads = np.abs([*expected["F_J"], *expected["M_J"]]).max() + 1.0
        assert force == pytest.approx(expected["F_J"], abs=DIGITS * 10 * loads)
        assert torque == pytest.approx(expected["M_J"], abs=DIGITS * 10 * loads)
        turned = in_body(relative, torque)
        assert turned == pytest.approx(expected["M_K"], abs=DIGITS * 10 * loads)


def test_hinge_velocities_and_energy_spec03_6_2(at_start):
    mechanism, _, relative = joined("H2")
    for instant in at_start(mechanism).values():
        R1, R2 = from_bryant(*BASE["theta1"]), from_bryant(*relative)
        w2 = R2.back(R1.back(Vec3(*instant["two.w"])))
        v2 = R2.back(R1.back(Vec3(*instant.vector("two.center", "_dot"))))
        assert [*w2] == pytest.approx(TWO["H2"]["w2"], abs=1e-13)
        assert [*v2] == pytest.approx(TWO["H2"]["vG2"], abs=1e-13)
        assert instant.number("energy.kinetic") == pytest.approx(TWO["H2"]["T"], rel=1e-13)


def test_hinge_in_absolute_coordinates_spec03_6_3c(at_start):
    """Accelerations of both frames, and what the joint exerts on body 2."""
    c = SMALL["c"]
    mechanism, _, relative = joined("H2")
    for instant in at_start(mechanism).values():
        R1 = from_bryant(*BASE["theta1"])
        rotations = {"one": R1, "two": R1 @ from_bryant(*relative)}
        for body, k in (("one", 1), ("two", 2)):
            R = rotations[body]
            assert instant.vector(body) == pytest.approx(c[f"r{k}"], abs=1e-14)
            assert [*R.back(Vec3(*instant[f"{body}.w"]))] == pytest.approx(c[f"w{k}"], abs=1e-14)
            turning = [*R.back(Vec3(*instant[f"{body}.alpha"]))]
            found = [*instant.vector(body, "_ddot"), *turning]
            assert found == pytest.approx(c[f"vd{k}"], abs=DIGITS * 10)
        assert instant["J.reaction"] == pytest.approx(c["cf2"][:3], abs=DIGITS * 10)
        torque = [*rotations["two"].back(Vec3(*instant["J.torque"]))]
        assert torque == pytest.approx(c["cf2"][3:], abs=DIGITS * 10)


def test_free_body_with_frame_away_from_its_mass_centre_spec03_6_3a(at_start):
    a = SMALL["a"]
    m = Mechanism("free body")
    body = m.add(Body("body", mass=a["m"], center=a["rc"], inertia=a["I_C"]))
    pull(m, "F", body, (0, 0, 0), (0, 0, 0), a["F_R"])
    couple(m, "M", body, a["M_P_L"])
    m.start(
        fixed={f"body.a{k + 1}": v for k, v in enumerate(a["angles"])}
        | {f"body.a{k + 1}_dot": v for k, v in enumerate(a["angles_d"])}
    )
    for instant in at_start(m).values():
        assert in_body(a["angles"], instant["body.w"]) == pytest.approx(a["w_L"], abs=1e-14)
        assert instant.vector("body", "_ddot") == pytest.approx(a["rP_dd"], abs=DIGITS)
        assert in_body(a["angles"], instant["body.alpha"]) == pytest.approx(a["wd_L"], abs=DIGITS)


def planar_body(pinned):
    b = SMALL["b"]
    m = Mechanism("physical pendulum", plane="xy")
    body = m.add(Body("body", mass=b["m"], center=b["rc"], inertia=b["J_C"]))
    if pinned:
        m.add(Revolute("P", m.ground, body))
    m.add(Gravity("weight", b["g_vec"]))
    m.add(AppliedTorque("tau", m.ground, body, moment=b["tau"]))
    angle = "P.theta" if pinned else "body.psi"
    m.start(fixed={angle: b["psi"], f"{angle}_dot": b["psi_d"]})
    return m


def test_physical_pendulum_spec03_6_3b(at_start):
    b = SMALL["b"]["pendulum"]
    for instant in at_start(planar_body(pinned=True)).values():
        assert instant.number("P.theta_ddot") == pytest.approx(b["psi_dd"], abs=DIGITS * 10)
        assert instant["P.reaction"][:2] == pytest.approx(b["lam"], abs=DIGITS * 10)


def test_released_pendulum_spec03_6_3b(at_start):
    """Gravity acts at the mass centre, so the turn follows the couple alone: psi'' = tau / J_C = 3."""
    for instant in at_start(planar_body(pinned=False)).values():
        found = [instant.number(f"body.{c}_ddot") for c in ("x", "y", "psi")]
        assert found == pytest.approx(SMALL["b"]["released"]["pdd"], abs=DIGITS * 10)
