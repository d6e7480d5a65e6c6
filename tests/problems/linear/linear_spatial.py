"""Spatial mechanisms of spec 07, section 4.1, each with its start at the operating point."""

from __future__ import annotations

import math

from linear_planar import G

from sarrus import (
    Body,
    Bushing,
    Condition,
    CoordinateForce,
    Distance,
    Free,
    Gravity,
    Mechanism,
    Motion,
    Planar,
    Prismatic,
    Revolute,
    RollingDisk,
    Spherical,
)

ALONG_Y = (-math.pi / 2, 0, 0)
"""Turns a frame so that its z axis points along y."""
SPEED, OPEN, SLEEVE = 14.0, 1.04660831800798, -0.30030612244898
"""Of the governor: rate of its spindle, angle of its arms from the downward axis, place of its sleeve."""


def still(joint, *turning):
    """Angles of a joint that keeps its turn inside, and their rates, at zero."""
    return {f"{joint}.a{k}{d}": 0 for k in (1, 2, 3) for d in ("", "_dot")} | dict(turning)


def governor(held=False, gain=0.0, damping=0.0):
    """L8, L9: Watt's governor, its links as distances; its spindle held at speed by a driver, free, or on an engine."""
    m = Mechanism("governor")
    spindle = m.add(Body("spindle", mass=1, inertia=(0.05, 0.05, 0.05)))
    m.add(Revolute("shaft", m.ground, spindle))
    sleeve = m.add(Body("sleeve", mass=2, inertia=(0.002, 0.002, 0.002)))
    m.add(
        Prismatic(
            "slide",
            spindle.frame("axis", turn=(0, -math.pi / 2, 0)),
            sleeve.frame("axis", turn=(0, -math.pi / 2, 0)),
        )
    )
    for k, side in (("1", 0.0), ("2", math.pi)):
        ball = m.add(Body(f"ball{k}", mass=1, center=(0, 0, -0.3), inertia=(0.0004, 0.0004, 0.0004)))
        # the hinge is turned about the axis, then laid down: its z axis is -y of the spindle, so that theta opens the arm
        hinge = spindle.frame(f"side{k}", turn=(0, 0, side))
        m.add(
            Revolute(
                f"arm{k}",
                spindle.frame(f"hinge{k}", turn=(math.pi / 2, 0, 0), on=hinge),
                ball.frame("hinge", turn=(math.pi / 2, 0, 0)),
            )
        )
        m.add(Distance(f"link{k}", sleeve, ball.point("tip", (0, 0, -0.3)), length=0.3))
    m.add(Gravity("weight", (0, 0, -G)))
    if held:
        m.add(Motion("motor", "shaft.theta", f"{SPEED}*t"))
    if gain:
        (opened,) = m.signals(opened="arm1.theta")
        m.add(CoordinateForce("engine", "shaft.theta", function=-gain * (opened - OPEN)))
    if damping:
        m.add(CoordinateForce("damper", "slide.s", function=f"-{damping!r}*rate"))
    speed = {} if held else {"shaft.theta": 0, "shaft.theta_dot": SPEED}
    m.start(
        fixed={"arm1.theta": OPEN, "arm1.theta_dot": 0, **speed},
        guess={"arm2.theta": OPEN, "slide.s": SLEEVE} | ({"shaft.theta_dot": SPEED} if held else {}),
    )
    return m


def top(spin, turntable=0.0, twice=False):
    """L10, L32: a sleeping top on a ball joint, on ground or on the axis of a turntable, which may be driven twice."""
    m = Mechanism("top")
    body = m.add(Body("top", mass=0.5, center=(0, 0, 0.1), inertia=(0.001, 0.001, 0.001)))
    base = m.ground
    if turntable:
        base = m.add(Body("table", mass=1, inertia=(0.1, 0.1, 0.1)))
        m.add(Revolute("axis", m.ground, base))
        m.add(Motion("motor", "axis.theta", f"{turntable}*t"))
        if twice:
            m.signals(turned="axis.theta")
            m.add(Condition("again", function=f"turned - {turntable}*t", unit="rad"))
    m.add(Spherical("ball", base, body))
    m.add(Gravity("weight", (0, 0, -G)))
    m.start(fixed=still("ball", ("ball.a3", 0.4), ("ball.a3_dot", spin - turntable)))
    return m


def disc(spin, hoop=False):
    """L11: a disc or a hoop that rolls upright and straight along +x, its axis along +y."""
    m = Mechanism("disc")
    I_t, I_a = (0.09, 0.18) if hoop else (0.045, 0.09)
    body = m.add(Body("disc", mass=2, inertia=(I_t, I_a, I_t)))
    m.add(Free("f", m.ground, body))
    m.add(RollingDisk("roll", m.ground, body.frame("axis", turn=ALONG_Y), radius=0.3))
    m.add(Gravity("weight", (0, 0, -G)))
    m.start(
        fixed={"f.x": 0, "f.y": 0, **still("f", ("f.a2_dot", spin))},
        guess={"f.z": 0.3, "f.x_dot": 0.3 * spin},
    )
    return m


def leaning_disc(lean=0.35, yaw_rate=2.5, spin=-3.89741890712016):
    """L11, L12: the disc on joints for place, yaw, lean and spin, in this order."""
    m = Mechanism("leaning disc")
    carriers = [
        m.add(Body(n, mass=0, inertia=(0, 0, 0))) for n in ("along", "across", "lifted", "heading", "leaning")
    ]
    body = m.add(Body("disc", mass=2, inertia=(0.045, 0.045, 0.09)))
    along, across, lifted, heading, leaning = carriers
    m.add(Prismatic("px", m.ground, along))
    sideways = (0, 0, math.pi / 2)
    m.add(Prismatic("py", along.frame("y", turn=sideways), across.frame("y", turn=sideways)))
    upward = (0, -math.pi / 2, 0)
    m.add(Prismatic("pz", across.frame("z", turn=upward), lifted.frame("z", turn=upward)))
    m.add(Revolute("yaw", lifted, heading))
    forward = (0, math.pi / 2, 0)
    m.add(Revolute("lean", heading.frame("x", turn=forward), leaning.frame("x", turn=forward)))
    m.add(Revolute("spin", leaning.frame("y", turn=ALONG_Y), body))
    m.add(RollingDisk("roll", m.ground, body, radius=0.3))
    m.add(Gravity("weight", (0, 0, -G)))
    fixed = {"px.s": 0, "py.s": 0, "yaw.theta": 0, "lean.theta": lean, "spin.theta": 0}
    rates = {"yaw.theta_dot": yaw_rate, "lean.theta_dot": 0, "spin.theta_dot": spin}
    m.start(fixed=fixed | rates, guess={"pz.s": 0.3 * math.cos(lean)})
    return m


def bicycle(speed):
    """L13 to L15: the Whipple bicycle; z up, so that the axes of the benchmark are turned by pi about x."""
    w, c, tilt = 1.02, 0.08, math.pi / 10
    m = Mechanism("bicycle")
    rear = m.add(Body("rear", mass=2, inertia=(0.0603, 0.12, 0.0603)))
    frame = m.add(
        Body("frame", mass=85, center=(0.3, 0, 0.9), inertia=((9.2, 0, -2.4), (0, 11, 0), (-2.4, 0, 2.8)))
    )
    fork = m.add(
        Body(
            "fork",
            mass=4,
            center=(0.9, 0, 0.7),
            inertia=((0.05892, 0, 0.00756), (0, 0.06, 0), (0.00756, 0, 0.00708)),
        )
    )
    front = m.add(Body("front", mass=3, inertia=(0.1405, 0.28, 0.1405)))
    axles = {n: body.frame("axle", turn=ALONG_Y) for n, body in (("rear", rear), ("front", front))}
    steering = [body.frame("head", (w + c, 0, 0), turn=(0, -tilt, 0)) for body in (frame, fork)]
    m.add(Free("body", m.ground, frame))
    m.add(Revolute("axle_r", frame.frame("axle", (0, 0, 0.3), turn=ALONG_Y), axles["rear"]))
    m.add(Revolute("steer", *steering))
    m.add(Revolute("axle_f", fork.frame("axle", (w, 0, 0.35), turn=ALONG_Y), axles["front"]))
    m.add(RollingDisk("roll_r", m.ground, axles["rear"], radius=0.3))
    m.add(RollingDisk("roll_f", m.ground, axles["front"], radius=0.35))
    m.add(Gravity("weight", (0, 0, -G)))
    places = ("body.x", "body.y", "body.a1", "body.a3", "steer.theta", "axle_r.theta", "axle_f.theta")
    rates = {"body.x_dot": speed, "body.a1_dot": 0, "body.a3_dot": 0, "steer.theta_dot": 0}
    m.start(fixed=dict.fromkeys(places, 0) | rates)
    return m


def jeffcott(speed):
    """L16: a disc that moves in the plane on a turning shaft with internal damping."""
    m = Mechanism("jeffcott", plane="xy")
    disc_ = m.add(Body("disc", mass=4, inertia=0.1))
    hub = m.add(Body("hub", mass=1, inertia=0.1))
    m.add(Revolute("axis", m.ground, hub))
    m.add(Motion("motor", "axis.theta", f"{speed}*t"))
    m.add(Planar("p", m.ground, disc_))
    m.add(Motion("level", "p.theta", 0))
    x, y, vx, vy = m.signals(x="p.x", y="p.y", vx="p.x_dot", vy="p.y_dot")
    k, inside, outside = 1e4, 50.0, 20.0
    m.add(CoordinateForce("fx", "p.x", function=-k * x - inside * (vx + speed * y) - outside * vx))
    m.add(CoordinateForce("fy", "p.y", function=-k * y - inside * (vy - speed * x) - outside * vy))
    m.start(fixed={"p.x": 0, "p.y": 0})
    return m


def rotor(spin):
    """L17: a rigid rotor on two radial spring bearings."""
    m = Mechanism("rotor")
    body = m.add(Body("rotor", mass=10, inertia=(0.4, 0.4, 0.15)))
    m.add(Free("f", m.ground, body))
    for name, z in (("low", -0.25), ("high", 0.25)):
        m.add(
            Bushing(
                name,
                m.ground.point(name, (0, 0, z)),
                body.point(name, (0, 0, z)),
                stiffness=(2e5, 2e5, 0),
                turning_stiffness=(0, 0, 0),
            )
        )
    m.add(Motion("axial", "f.z", function=0))
    m.start(fixed={"f.x": 0, "f.y": 0, **still("f", ("f.a3_dot", spin))})
    return m


def spinning(J, rate):
    """L30, L32: a free body that spins about y."""
    m = Mechanism("spinning body")
    body = m.add(Body("body", mass=1, inertia=J))
    m.add(Free("f", m.ground, body))
    m.start(fixed={"f.x": 0, "f.y": 0, "f.z": 0, **still("f", ("f.a2_dot", rate))})
    return m
