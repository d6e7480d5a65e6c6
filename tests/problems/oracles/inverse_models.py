"""Mechanisms of specification 07, section 4.3."""

import numpy as np

from sarrus import (
    Body,
    CoordinateForce,
    Free,
    Gravity,
    Mechanism,
    Motion,
    Prismatic,
    Revolute,
    Rod,
    Spherical,
    Universal,
    Weld,
)

TURN = 2 * np.pi


def arm(payload=0.0):
    """Two rods, relative angles (I1)."""
    m = Mechanism("arm", plane="xy")
    one = m.add(Body("one", Rod(length=0.5, mass=3)))
    two = m.add(Body("two", Rod(length=0.4, mass=2)))
    m.add(Revolute("A", m.ground, one.start))
    m.add(Revolute("B", one.end, two.start))
    if payload:
        load = m.add(Body("payload", mass=payload, inertia=0.0))
        m.add(Weld("W", two.end, load))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(guess={"A.theta": 0.4, "B.theta": 0.9})
    return m


ARM_MOTION = {"A.theta": "0.4 + 1.2*t + t**2", "B.theta": "0.9 - 0.7*t + 1.5*t**2"}
"""Angles (0.4, 0.9), rates (1.2, -0.7), accelerations (2, 3) at t = 0."""


def four_bar(driven=True):
    """The example, crank at 60 degrees and 10 rad/s (I2)."""
    m = Mechanism("four-bar", plane="xy")
    D = m.ground.point("D", (1, 0))
    crank = m.add(Body("crank", Rod(length=0.3, mass=0.3)))
    coupler = m.add(Body("coupler", Rod(length=0.9, mass=0.9)))
    rocker = m.add(Body("rocker", mass=0.7, center=(0.35, 0), inertia=0.0286))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", (0.7, 0))))
    m.add(Revolute("D", D, rocker))
    m.add(Gravity("weight", (0, -9.81)))
    if driven:
        m.add(Motion("motor", "A.theta", function="pi/3 + 10*t"))
    m.start(guess={"A.theta": np.pi / 3, "B.theta": 0.5 - np.pi / 3, "D.theta": 1.66})
    return m


def five_bar():
    """Bodies of L6, upright (I3)."""
    m = Mechanism("five-bar", plane="xy")
    E = m.ground.point("E", (0.5, 0))
    lengths = {"ab": 0.35, "bc": 0.5, "dc": 0.45, "ed": 0.4}
    ab, bc, dc, ed = (m.add(Body(n, Rod(length=x, mass=2 * x))) for n, x in lengths.items())
    m.add(Revolute("A", m.ground, ab.start))
    m.add(Revolute("B", ab.end, bc.start))
    m.add(Revolute("C", bc.end, dc.end))
    m.add(Revolute("E", E, ed.start))
    m.add(Revolute("D", ed.end, dc.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(guess={"A.theta": 1.9, "B.theta": -1.45, "E.theta": 0.97, "D.theta": 1.66})
    return m


FIVE_BAR_MOTION = {"bc.end.x": "0.25 + 0.08*cos(2*pi*t)", "bc.end.y": "0.55 + 0.08*sin(2*pi*t)"}


def planar_platform(angles):
    """n-RRR: base pins at radius 0.5, platform pins at radius 0.15, under the same angles in degrees (I4, I5)."""
    m = Mechanism("platform", plane="xy")
    plate = m.add(Body("plate", mass=1.5, inertia=0.02))
    m.add(Free("pose", m.ground, plate))
    x, y = 0.0, 0.04
    guess = {"pose.x": x, "pose.y": y}
    for k, degrees in enumerate(angles, 1):
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        base = m.ground.point(f"P{k}", (0.5 * c, 0.5 * s))
        pin = plate.point(f"Q{k}", (0.15 * c, 0.15 * s))
        one = m.add(Body(f"one{k}", Rod(length=0.35, mass=1.0)))
        two = m.add(Body(f"two{k}", Rod(length=0.35, mass=0.8)))
        m.add(Revolute(f"A{k}", base, one.start))
        m.add(Revolute(f"B{k}", one.end, two.start))
        m.add(Revolute(f"C{k}", two.end, pin))
        along = np.array([x + 0.15 * c - 0.5 * c, y + 0.15 * s - 0.5 * s])
        bend = np.arccos(np.linalg.norm(along) / 0.7)
        guess |= {f"A{k}.theta": np.arctan2(along[1], along[0]) + bend, f"B{k}.theta": -2 * bend}
    m.add(Gravity("weight", (0, -9.81)))
    m.start(guess=guess)
    return m


PLATFORM_MOTION = {"pose.x": "0.05*sin(2*pi*t)", "pose.y": "0.04*cos(2*pi*t)", "pose.psi": "0.2*sin(2*pi*t)"}

BASE_ANGLES = (10, 110, 130, 230, 250, 350)
TOP_ANGLES = (50, 70, 170, 190, 290, 310)


def hexapod(base=BASE_ANGLES, top=TOP_ANGLES):
    """Gough-Stewart platform with a leg for each pair of angles (I6)."""
    m = Mechanism("hexapod")
    plate = m.add(Body("plate", mass=10, inertia=(0.3, 0.3, 0.5)))
    m.add(Free("pose", m.ground, plate))
    height = 0.63
    guess = {"pose.z": height}
    for k, (a, b) in enumerate(zip(np.radians(base), np.radians(top), strict=True), 1):
        P, Q = (np.array([r * np.cos(w), r * np.sin(w), 0.0]) for r, w in ((0.5, a), (0.3, b)))
        foot = m.ground.point(f"P{k}", tuple(P))
        lower = m.add(Body(f"lower{k}", mass=2, center=(0, 0, 0.15), inertia=(0.02, 0.02, 0.001)))
        upper = m.add(Body(f"upper{k}", mass=1, center=(0, 0, -0.2), inertia=(0.01, 0.01, 0.0004)))
        m.add(Universal(f"U{k}", foot, lower))
        # a slide moves along x: its frames have x along the leg
        along = {"at": (0, 0, 0), "turn": (0, -np.pi / 2, 0)}
        m.add(Prismatic(f"L{k}", lower.frame("rail", **along), upper.frame("rod", **along)))
        m.add(Spherical(f"S{k}", upper, plate.point(f"Q{k}", tuple(Q))))
        d = Q - P + np.array([0, 0, height])
        length = np.linalg.norm(d)
        n = d / length
        # Rx(a) Ry(b) z = (sin b, -sin a cos b, cos a cos b)
        guess |= {f"U{k}.theta1": np.arctan2(-n[1], n[2]), f"U{k}.theta2": np.arcsin(n[0]), f"L{k}.s": length}
    m.add(Gravity("weight", (0, 0, -9.81)))
    m.start(guess=guess)
    return m


HEXAPOD_MOTION = {
    "pose.x": "0.05*sin(2*pi*t)",
    "pose.y": "0.04*sin(4*pi*t)",
    "pose.z": "0.6 + 0.03*cos(2*pi*t)",
    "pose.a1": "0.1*sin(2*pi*t)",
    "pose.a2": "0.08*cos(2*pi*t)",
    "pose.a3": "0.05*sin(4*pi*t)",
}


def pushed(mechanism, efforts):
    """The mechanism with given efforts along coordinates: numbers or expressions."""
    for k, (coordinate, effort) in enumerate(efforts.items()):
        mechanism.add(CoordinateForce(f"push{k}", coordinate, function=effort))
    return mechanism
