"""Mechanisms with something the matter, or that look as if they had."""

import math

import sarrus
from sarrus import Body, Box, Coupler, Gear, Mechanism, Motion, Prismatic, Revolute, Rod, Spherical


def block(length):
    """A bar with inertia about every axis."""
    return Box(length=length, width=0.02 * length, height=0.03 * length, mass=1)


def four_bar(lengths=(0.3, 0.9, 0.7), ground=1.0, masses=(1, 1, 1), drivers=(), **start):
    """Crank, coupler, rocker of planar rods between A and D; `drivers` are (name, coordinate, motion)."""
    m = Mechanism("four-bar", plane="xy")
    m.ground.point("D", (ground, 0))
    for name, length, mass in zip(("crank", "coupler", "rocker"), lengths, masses, strict=True):
        m.add(Body(name, Rod(length=length, mass=mass)))
    m.add(Revolute("A", "ground", "crank.start"))
    m.add(Revolute("B", "crank.end", "coupler.start"))
    m.add(Revolute("C", "coupler.end", "rocker.end"))
    m.add(Revolute("D", "ground.D", "rocker.start"))
    for name, coordinate, motion in drivers:
        m.add(Motion(name, coordinate, motion))
    m.start(**start)
    return m


def parallelogram(**start):
    """A square of unit bars; flat when nothing is said about the start."""
    return four_bar((1, 1, 1), 1, **start)


def spatial_four_bar(kinds=("Revolute",) * 4, scale=1.0, off=0.0, solid=block, **start):
    """The same loop of spatial bars; with `off`, D lies that far out of the plane and its axis is turned by as much."""
    m = Mechanism("spatial four-bar")
    m.ground.frame("D", at=(1.0 * scale, 0, off * scale), turn=(off, off, 0))
    for name, length in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7)):
        m.add(Body(name, solid(length * scale)))
    ends = [
        ("ground", "crank.start"), ("crank.end", "coupler.start"), ("coupler.end", "rocker.end"), ("ground.D", "rocker.start"),
    ]  # fmt: skip
    for kind, name, (base, follower) in zip(kinds, "ABCD", ends, strict=True):
        m.add(getattr(sarrus, kind)(name, base, follower))
    m.start(**(start or {"fixed": {"A.theta": "60 deg"}, "guess": {"D.theta": "100 deg"}}))
    return m


def windows(n, scale=1.0, **start):
    """N square four-bars in a row (spec 06, P2), flat when nothing is said about the start."""
    m = Mechanism("windows", plane="xy")
    for i in range(n + 1):
        m.ground.point(f"g{i}", (i * scale, 0))
        m.add(Body(f"side{i}", Rod(length=scale, mass=1)))
        m.add(Revolute(f"P{i}", f"ground.g{i}", f"side{i}.start"))
    for i in range(n):
        m.add(Body(f"top{i}", Rod(length=scale, mass=1)))
        m.add(Revolute(f"L{i}", f"side{i}.end", f"top{i}.start"))
        m.add(Revolute(f"R{i}", f"top{i}.end", f"side{i + 1}.end"))
    m.start(**start)
    return m


def two_bars(one, two, distance, **start):
    """Two bars from fixed pins to a common pin."""
    m = Mechanism("two bars", plane="xy")
    m.ground.point("Q", (distance, 0))
    m.add(Body("a", Rod(length=one, mass=1)))
    m.add(Body("b", Rod(length=two, mass=1)))
    m.add(Revolute("P", "ground", "a.start"))
    m.add(Revolute("T", "a.end", "b.end"))
    m.add(Revolute("S", "ground.Q", "b.start"))
    m.start(**start)
    return m


def three_cranks(lengths=(0.5, 0.5, 0.5)):
    """A bar carried by three parallel cranks."""
    m = Mechanism("three cranks", plane="xy")
    bar = m.add(Body("bar", mass=1, inertia=1))
    for i, length in enumerate(lengths):
        m.ground.point(f"g{i}", (i, 0))
        m.add(Body(f"crank{i}", Rod(length=length, mass=1)))
        m.add(Revolute(f"P{i}", f"ground.g{i}", f"crank{i}.start"))
        m.add(Revolute(f"Q{i}", f"crank{i}.end", bar.point(f"q{i}", (i, 0))))
    m.start(guess={"P0.theta": 1, "P1.theta": 1, "P2.theta": 1, "Q0.theta": -1})
    return m


def door(shift=0.0, tilt=0.0, scale=1.0, high="Revolute"):
    """A door on two hinges; the upper one is shifted along x, or its axis is tilted."""
    m = Mechanism("door")
    m.ground.frame("high", at=(shift * scale, 0, 0.9 * scale), turn=(tilt, 0, 0))
    body = m.add(Body("door", block(0.8 * scale)))
    body.frame("high", at=(0, 0, 0.9 * scale))
    m.add(Revolute("low", "ground", "door"))
    m.add(getattr(sarrus, high)("high", "ground.high", "door.high"))
    return m


def twice_pinned(plane=None):
    """An arm on two joints in the same place."""
    m = Mechanism("twice pinned", plane=plane)
    m.add(Body("arm", Rod(length=1, mass=1) if plane else block(1)))
    m.add(Revolute("one", "ground", "arm.start"))
    m.add(Revolute("two", "ground", "arm.start"))
    return m


def ring(lengths, twists, guess):
    """A loop of hinges: bars along x, the axis at the end turned about x; the first bar is ground."""
    m = Mechanism("ring")
    m.ground.frame("end", at=(lengths[0], 0, 0), turn=(twists[0], 0, 0))
    last = "ground.end"
    for i, (length, twist) in enumerate(zip(lengths[1:], twists[1:], strict=True)):
        body = m.add(Body(f"bar{i + 1}", mass=1, center=(length / 2, 0, 0), inertia=(0.1, 0.1, 0.1)))
        body.frame("end", at=(length, 0, 0), turn=(twist, 0, 0))
        m.add(Revolute(f"J{i + 1}", last, body))
        last = f"bar{i + 1}.end"
    m.add(Revolute(f"J{len(lengths)}", last, "ground"))
    m.start(guess={f"J{i + 1}.theta": theta for i, theta in enumerate(guess)})
    return m


def bennett():
    """Opposite bars equal, length / sin(twist) the same for all: the only four skew hinges that move."""
    alpha, beta = 0.6, 1.0
    other = math.sin(beta) / math.sin(alpha)
    return ring((1, other, 1, other), (alpha, beta, alpha, beta), (1, -2.8, -1, -3.4))


def bricard():
    """Six unit bars, axes at right angles turn by turn (spec 06, Bricard's mechanism)."""
    turn = math.pi / 2
    return ring((1,) * 6, (turn, -turn) * 3, (1.6, 1.5) * 3)


def gears(radii=(0.1, 0.2, 0.3), closed=True):
    """Three wheels on fixed axes in a train, about 1 m from the origin; a third mesh, with inner teeth, repeats the others."""
    m = Mechanism("gears", plane="xy")
    a, b, c = radii
    for i, x in enumerate((1.0, 1.0 + a + b, 1.0 + a - c)):
        m.ground.point(f"g{i}", (x, 0))
        m.add(Body(f"wheel{i}", mass=1, inertia=0.1))
        m.add(Revolute(f"J{i}", f"ground.g{i}", f"wheel{i}"))
    m.add(Gear("ab", "J0.theta", "J1.theta", first_radius=a, second_radius=b))
    m.add(Gear("bc", "J1.theta", "J2.theta", first_radius=b, second_radius=c))
    if closed:
        m.add(Gear("ac", "J0.theta", "J2.theta", first_radius=a, second_radius=-c))
    return m


def slider_crank(crank=0.3, rod=1.0, drivers=(), **start):
    """Crank, rod, and a slider on the x axis."""
    m = Mechanism("slider-crank", plane="xy")
    m.add(Body("crank", Rod(length=crank, mass=1)))
    m.add(Body("rod", Rod(length=rod, mass=1)))
    m.add(Body("slider", mass=1, inertia=1))
    m.add(Revolute("A", "ground", "crank.start"))
    m.add(Revolute("B", "crank.end", "rod.start"))
    m.add(Revolute("C", "rod.end", "slider"))
    m.add(Prismatic("S", "ground", "slider"))
    for name, coordinate, motion in drivers:
        m.add(Motion(name, coordinate, motion))
    m.start(**start)
    return m


def arms(tied=False, drivers=()):
    """A double pendulum; `tied` makes its two angles equal."""
    m = Mechanism("arms", plane="xy")
    m.add(Body("a", Rod(length=1, mass=1)))
    m.add(Body("b", Rod(length=1, mass=1)))
    m.add(Revolute("P", "ground", "a.start"))
    m.add(Revolute("Q", "a.end", "b.start"))
    if tied:
        m.add(Coupler("tie", "P.theta", "Q.theta", ratio=1))
    for name, coordinate, motion in drivers:
        m.add(Motion(name, coordinate, motion))
    return m


def ball_pendulum(solid=None, **start):
    """A bar on a ball joint."""
    m = Mechanism("ball pendulum")
    m.add(Body("bar", solid or block(1)))
    m.add(Spherical("ball", "ground", "bar.start"))
    m.start(**start)
    return m


def hexapod(lower="Universal", legs=6):
    """A platform on legs of two parts: a joint below, a slide, a ball above (spec 04, section 11.4)."""
    m = Mechanism("hexapod")
    platform = m.add(Body("platform", mass=10, inertia=(1, 1, 2)))
    for i in range(legs):
        a, b = 2 * math.pi * i / legs, 2 * math.pi * (i + (0.3 if i % 2 else -0.3)) / legs
        foot, head = (math.cos(a), math.sin(a), 0), (0.6 * math.cos(b), 0.6 * math.sin(b), 0)
        # the leg points from its foot to its head, 1 above: its x axis does
        d = [h - f for f, h in zip(foot, (*head[:2], 1.0), strict=True)]
        pitch, yaw = -math.asin(d[2] / math.hypot(*d)), math.atan2(d[1], d[0])
        m.ground.frame(f"foot{i}", at=foot, turn=bryant_of(yaw, pitch))
        m.add(Body(f"tube{i}", mass=1, inertia=(0.1, 0.1, 0.1)))
        m.add(Body(f"rod{i}", mass=1, inertia=(0.1, 0.1, 0.1)))
        m.add(getattr(sarrus, lower)(f"U{i}", f"ground.foot{i}", f"tube{i}"))
        m.add(Prismatic(f"P{i}", f"tube{i}", f"rod{i}"))
        m.add(Spherical(f"S{i}", f"rod{i}", platform.point(f"head{i}", head)))
    m.start(guess={f"P{i}.s": 1.2 for i in range(legs)})
    return m


def bryant_of(yaw, pitch):
    """Bryant angles of Rz(yaw) Ry(pitch)."""
    from sarrus.spatial import rot_y, rot_z, to_bryant

    return tuple(float(a) for a in to_bryant(rot_z(yaw) @ rot_y(pitch)))
