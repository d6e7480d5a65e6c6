"""Spec 03, sections 6.2 and 6.3: one free body, a pendulum, and two bodies with each joint that the catalogue has.

Data: data/two_body_joints_spec03_6_2.json, data/small_oracles_spec03_6_3.json.

How the loads are expressed. A force F at a point: a spring of free length 0 and stiffness |F| from that point to a
ground point 1 m along F; it is F at the instant looked at, which is all that accelerations need. A moment fixed in body
components: an applied torque with the body as its base and ground as its follower exerts minus `moment` on the base.
How the axes are mapped. Our revolute turns about z: its frames are turned so that z lies along the axis of the source,
H1: Ry(90 deg), H2: Rx(-90 deg), H3: none. Our prismatic slides along x, the source's P1 too. Our universal joint is Rx Ry:
frames that carry its x and y into the two free axes of U1 (2, 3), U2 (1, 3) and U3 (1, 2). Our cylindrical has z, C1 axis 1.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np

from oracles.beginning import both_begin
from oracles.instant import both_at
from oracles.registry import Row, problem, relative
from oracles.rotations import bryant, turn_axes
from oracles.sources import HAHN, KAMMAN
from sarrus import (
    AppliedTorque,
    Body,
    Cylindrical,
    Free,
    Gravity,
    Mechanism,
    Motion,
    Prismatic,
    ReactionSensor,
    Revolute,
    Spherical,
    SpringDamper,
    Universal,
    Weld,
)

FOLDER = Path(__file__).parents[1] / "data"
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
    return bryant(angles) @ vector


def in_body(angles, vector):
    return bryant(angles).T @ vector


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
    for body in ("one", "two"):
        m.add(ReactionSensor(f"load-{body}", "J", components=body))
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
        m.add(Motion("drive", "J.theta", function="0.5 + 0.2*sin(3*t + 1.2)"))  # the source looks at 0.4 s
        angle, rate = 0.5 + 0.2 * math.sin(1.2), 0.6 * math.cos(1.2)
    relative = list(locked)
    relative[axis] = angle
    return relative, {3 + axis: "J.theta"}, {"J.theta": (angle, rate)}


def variant_rows(expected):
    yd = tuple(expected["yd"])
    limit = DIGITS * max(map(abs, yd))
    yield Row("second derivatives of the angles of body 1", "rad/s^2", yd[:3], limit)
    yield Row("second derivatives of the joint angles", "rad/s^2", yd[3:6], limit)
    yield Row("acceleration of body 1", "m/s^2", yd[6:9], limit)
    yield Row("second derivatives of the joint's way", "m/s^2", yd[9:], limit)
    loads = 10 * DIGITS * (1 + max(map(abs, (*expected["F_J"], *expected["M_J"]))))
    yield Row("joint force, axes of body 1", "N", tuple(expected["F_J"]), loads)
    yield Row("joint moment, axes of body 1", "N m", tuple(expected["M_J"]), loads)
    yield Row("joint moment, axes of body 2", "N m", tuple(expected["M_K"]), loads)


def variant(name):
    mechanism, free, _ = joined(name)
    for now in both_begin(mechanism).values():
        yd = np.zeros(12)
        for k, coordinate in free.items():
            yd[k] = now.number(f"{coordinate}_ddot")
        yield "second derivatives of the angles of body 1", [now.number(f"one.a{k}_ddot") for k in (1, 2, 3)]
        yield "second derivatives of the joint angles", yd[3:6]
        yield "acceleration of body 1", now.vector("one", "_ddot")
        yield "second derivatives of the joint's way", yd[9:]
        # the source counts the drive to the joint load; about e2 of both bodies
        drive = np.array([0.0, now.number("drive.effort") if name == "driven" else 0.0, 0.0])
        yield "joint force, axes of body 1", now["load-one.force"]
        yield "joint moment, axes of body 1", now["load-one.torque"] + drive
        yield "joint moment, axes of body 2", now["load-two.torque"] + drive


WORDS = {
    "free": "free",
    "S": "ball joint",
    "P1": "slider",
    "C1": "cylindrical joint",
    "R": "weld",
    "driven": "driven hinge",
    "lock!=0": "hinge with locked angles that are not zero",
}
KINDS = {"U": "universal joint", "H": "hinge"}
for key, listed in VARIANTS.items():
    words = WORDS.get(key) or f"{KINDS[key[0]]} {key}"
    problem("spec 03 6.2", f"two bodies, {words}", KAMMAN, variant_rows(listed))(lambda key=key: variant(key))


@problem(
    "spec 03 6.2",
    "two bodies, ball joint with quasi-speeds",
    KAMMAN,
    [
        Row("derivative of the turning of body 1", "rad/s^2", tuple(TWO["EP"]["w1d"]), DIGITS * 10),
        Row("derivative of the turning of body 2 against 1", "rad/s^2", tuple(TWO["EP"]["w2d"]), DIGITS * 10),
    ],
)
def quasi_speeds():
    """The turning of each is counted in its own axes: (R^T w)' = R^T (w' - w_R x w), R turning with w_R."""
    mechanism, _, turned = joined("S")
    R1 = bryant(BASE["theta1"])
    R2 = R1 @ bryant(turned)
    for now in both_begin(mechanism).values():
        yield "derivative of the turning of body 1", R1.T @ now["one.alpha"]
        change = now["two.alpha"] - now["one.alpha"] + np.cross(now["two.w"], now["one.w"])
        yield "derivative of the turning of body 2 against 1", R2.T @ change


def full_rows(known, locked):
    yield Row("angular velocity of body 2, its axes", "rad/s", tuple(known["w2"]), 1e-13)
    yield Row("velocity of the centre of body 2, its axes", "m/s", tuple(known["vG2"]), 1e-13)
    yield Row("kinetic energy", "J", known["T"], 1e-13, relative)
    yield Row("diagonal of the mass matrix before the joint", "SI", tuple(known["diagA"]), DIGITS * 10)
    yield Row("mass matrix times (1, 2, ..., 12)", "SI", tuple(known["Achk"]), DIGITS * 100)
    yield Row("right-hand side before the joint", "SI", tuple(known["f"]), DIGITS * 100)
    yield Row(f"determinant without the known {locked}", "SI", known["detAuu"], 1e-12, relative)


def unjoined(known):
    """The bodies with nothing but a free joint between them, at a state whose locked entries are zero."""
    m, one, two, start = bodies()
    m.add(Free("J", one.point("Q", P["d2"]), two))
    for suffix, values in (("", known["x"]), ("_dot", known["y"])):
        start |= {f"J.a{k + 1}{suffix}": values[3 + k] for k in range(3)}
        start |= {f"J.{c}{suffix}": values[9 + k] for k, c in enumerate("xyz")}
    m.start(fixed=start)
    return m


def turning_matrix(angles):
    """Angular velocity in body components from the rates of the angles."""
    return bryant(angles).T @ turn_axes(angles)


def rates_to_speeds(x):
    """Our speeds (velocity and turning of body 1, then of the joint) from the rates y of (theta1, theta2, s1, s2)."""
    T = np.zeros((12, 12))
    T[0:3, 6:9] = T[6:9, 9:12] = np.eye(3)
    T[3:6, 0:3], T[9:12, 3:6] = turning_matrix(x[:3]), turning_matrix(x[3:6])
    return T


def full(name):
    mechanism, _, turned = joined(name)
    for now in both_begin(mechanism).values():
        yield "angular velocity of body 2, its axes", now["two.w_B"]
        center = in_body(turned, in_body(BASE["theta1"], now.vector("two.center", "_dot")))
        yield "velocity of the centre of body 2, its axes", center
        yield "kinetic energy", now.number("energy.kinetic")
    known = TWO[name]
    now = both_at(unjoined(known))["relative"]
    x, y, h = np.array(known["x"]), np.array(known["y"]), 3e-3
    T = rates_to_speeds(x)
    A = T.T @ now.M @ T
    # along x + y t; differences of sixth order
    change = sum(
        c * (rates_to_speeds(x + n * h * y) - rates_to_speeds(x - n * h * y))
        for n, c in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))
    )
    yield "diagonal of the mass matrix before the joint", np.diag(A)
    yield "mass matrix times (1, 2, ..., 12)", A @ np.arange(1, 13)
    yield "right-hand side before the joint", T.T @ (now.f - now.M @ (change / h) @ y)
    unknown = [i for i in range(12) if i + 1 not in VARIANTS[name]["known"]]
    yield (
        f"determinant without the known {VARIANTS[name]['known']}",
        np.linalg.det(A[np.ix_(unknown, unknown)]),
    )


for key in ("H2", "U1"):
    problem("spec 03 6.2", f"{key} in full", KAMMAN, full_rows(TWO[key], VARIANTS[key]["known"]))(
        lambda key=key: full(key)
    )


def hinge_rows():
    c = SMALL["c"]
    for k in (1, 2):
        yield Row(f"position of body {k}", "m", tuple(c[f"r{k}"]), 1e-14)
        yield Row(f"angular velocity of body {k}, its axes", "rad/s", tuple(c[f"w{k}"]), 1e-14)
        yield Row(f"acceleration of body {k}", "m/s^2", tuple(c[f"vd{k}"][:3]), DIGITS * 10)
        yield Row(
            f"angular acceleration of body {k}, its axes", "rad/s^2", tuple(c[f"vd{k}"][3:]), DIGITS * 10
        )
    yield Row("force on body 2", "N", tuple(c["cf2"][:3]), DIGITS * 10)
    yield Row("moment on body 2, its axes", "N m", tuple(c["cf2"][3:]), DIGITS * 10)


@problem("spec 03 6.3 c", "hinge in absolute coordinates", HAHN, hinge_rows())
def absolute_hinge():
    mechanism, _, turned = joined("H2")
    R1 = bryant(BASE["theta1"])
    rotations = {"one": R1, "two": R1 @ bryant(turned)}
    for now in both_begin(mechanism).values():
        for body, k in (("one", 1), ("two", 2)):
            back = rotations[body].T
            yield f"position of body {k}", now.vector(body)
            yield f"angular velocity of body {k}, its axes", now[f"{body}.w_B"]
            yield f"acceleration of body {k}", now.vector(body, "_ddot")
            yield f"angular acceleration of body {k}, its axes", back @ now[f"{body}.alpha"]
        yield "force on body 2", now["J.reaction"]
        yield "moment on body 2, its axes", now["load-two.torque"]


@problem(
    "spec 03 6.3 a",
    "free body with its frame away from the mass centre",
    HAHN,
    [
        Row("angular velocity, body axes", "rad/s", tuple(SMALL["a"]["w_L"]), 1e-14),
        Row("acceleration of the frame", "m/s^2", tuple(SMALL["a"]["rP_dd"]), DIGITS),
        Row("angular acceleration, body axes", "rad/s^2", tuple(SMALL["a"]["wd_L"]), DIGITS),
    ],
)
def free_body():
    a = SMALL["a"]
    m = Mechanism("free body")
    body = m.add(Body("body", mass=a["m"], center=a["rc"], inertia=a["I_C"]))
    pull(m, "F", body, (0, 0, 0), (0, 0, 0), a["F_R"])
    couple(m, "M", body, a["M_P_L"])
    m.start(fixed={f"body.a{k + 1}": v for k, v in enumerate(a["angles"])})
    m.start(fixed={f"body.a{k + 1}_dot": v for k, v in enumerate(a["angles_d"])})
    for now in both_begin(m).values():
        yield "angular velocity, body axes", now["body.w_B"]
        yield "acceleration of the frame", now.vector("body", "_ddot")
        yield "angular acceleration, body axes", in_body(a["angles"], now["body.alpha"])


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


@problem(
    "spec 03 6.3 b",
    "physical pendulum, pinned and released",
    HAHN,
    [
        Row("angular acceleration, pinned", "rad/s^2", SMALL["b"]["pendulum"]["psi_dd"], DIGITS * 10),
        Row("pin force", "N", tuple(SMALL["b"]["pendulum"]["lam"]), DIGITS * 10),
        Row("accelerations x, y, psi, released", "SI", tuple(SMALL["b"]["released"]["pdd"]), DIGITS * 10),
    ],
)
def physical_pendulum():
    """Gravity acts at the mass centre: released, the turn follows the couple alone, psi'' = tau / J_C = 3."""
    for now in both_begin(planar_body(pinned=True)).values():
        yield "angular acceleration, pinned", now.number("P.theta_ddot")
        yield "pin force", now["P.reaction"][:2]
    for now in both_begin(planar_body(pinned=False)).values():
        yield "accelerations x, y, psi, released", [now.number(f"body.{c}_ddot") for c in ("x", "y", "psi")]
