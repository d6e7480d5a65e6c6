"""Small mechanisms on which mutants are tried: between them most joints, springs, drivers and relations, plane and space.

Nothing in them is special: no right angles, no zeros, mass centres away from frame origins, no symmetric inertia. All forms
of the equations can say them. Names are those of the functions, in the order in which they cost time.
"""

from collections.abc import Callable
from typing import Any

import sarrus

ODD: dict[str, Any] = {"inertia": (0.31, 0.42, 0.35), "products": (0.012, -0.02, 0.015)}
"""Moments and products of inertia of a body in space, about its mass centre."""


def cart() -> Any:
    """A tree in the plane: a slider, a bar, a welded wing; a spring, couples, forces in ground and body axes."""
    m = sarrus.Mechanism("cart", plane="xy")
    cart = m.add(sarrus.Body("cart", mass=1.3, center=(0.1, -0.2), inertia=0.2))
    bar = m.add(sarrus.Body("bar", mass=0.8, center=(0.3, 0.1), inertia=0.07, points={"tip": (0.7, 0.2)}))
    wing = m.add(sarrus.Body("wing", mass=0.4, center=(0.05, 0.08), inertia=0.02))
    m.add(
        sarrus.Prismatic(
            "slide", m.ground.frame("rail", (0.2, 0.1), 0.4), cart.frame("shoe", (0.1, 0.3), -0.3)
        )
    )
    m.add(sarrus.Revolute("pin", bar.frame("eye", (0.05, -0.1), 0.2), cart.frame("lug", (0.2, 0.1), 0.3)))
    m.add(sarrus.Weld("glue", bar.tip, wing.frame("root", (0.02, 0.03), 0.5)))
    m.add(sarrus.Gravity("weight", (1.2, -9.81)))
    m.add(
        sarrus.SpringDamper(
            "spring", m.ground.point("hook", (0.4, 1.1)), bar.tip, stiffness=40, damping=3, free_length=0.3
        )
    )
    m.add(sarrus.TorsionalSpringDamper("coil", "pin.theta", stiffness=5, damping=0.4, free_angle=0.2))
    m.add(sarrus.AppliedForce("push", bar.tip, force=("3*sin(2*t)", "1.5")))
    m.add(sarrus.FollowerForce("jet", wing.frame("nozzle", (0.1, 0.2), 0.7), force=(1.7, "0.4*t")))
    m.add(sarrus.AppliedTorque("twist", cart, bar, moment="0.9*cos(t)"))
    return m


def four_bar() -> Any:
    """A loop in the plane with a driver on one joint of it, and a damper across."""
    m = sarrus.Mechanism("four-bar", plane="xy")
    crank = m.add(
        sarrus.Body("crank", mass=0.6, center=(0.1, 0.05), inertia=0.03, points={"end": (0.3, 0.0)})
    )
    rod = m.add(sarrus.Body("rod", mass=0.9, center=(0.4, -0.1), inertia=0.09, points={"end": (0.9, 0.1)}))
    rocker = m.add(
        sarrus.Body("rocker", mass=0.7, center=(0.3, 0.1), inertia=0.05, points={"end": (0.7, 0.0)})
    )
    m.add(sarrus.Revolute("A", m.ground, crank))
    m.add(sarrus.Revolute("B", crank.end, rod))
    m.add(sarrus.Revolute("C", rod.end, rocker.end))
    m.add(sarrus.Revolute("D", m.ground.point("D", (1.0, 0.1)), rocker))
    m.add(sarrus.Gravity("weight", (0.3, -9.81)))
    m.add(
        sarrus.SpringDamper(
            "strut",
            crank.point("side", (0.1, 0.2)),
            rocker.point("side", (0.2, -0.1)),
            stiffness=30,
            damping=2,
        )
    )
    m.add(sarrus.Motion("motor", "A.theta", "0.6 + 2*t + 0.3*sin(3*t)"))
    m.start(guess={"A.theta": 0.8, "B.theta": 0.1, "D.theta": 1.6})
    return m


def train() -> Any:
    """Relations between coordinates: a gear and a rack on a moving carrier, a coupler, and a force along a coordinate."""
    m = sarrus.Mechanism("train", plane="xy")
    arm = m.add(sarrus.Body("arm", mass=0.5, center=(0.2, 0.1), inertia=0.04))
    small = m.add(sarrus.Body("small", mass=0.3, center=(0.01, 0.02), inertia=0.01))
    large = m.add(sarrus.Body("large", mass=0.9, center=(-0.02, 0.01), inertia=0.03))
    block = m.add(sarrus.Body("block", mass=0.6, center=(0.1, 0.0), inertia=0.02))
    m.add(sarrus.Revolute("O", m.ground, arm))
    m.add(sarrus.Revolute("P", arm.point("p", (0.3, 0.0)), small))
    m.add(sarrus.Revolute("Q", arm.point("q", (0.6, 0.0)), large))
    m.add(sarrus.Prismatic("S", m.ground.frame("rail", (0.1, -0.4), 0.3), block))
    m.add(sarrus.Gear("mesh", "P.theta", "Q.theta", first_radius=0.1, second_radius=0.2))
    m.add(sarrus.Coupler("tie", "S.s", "Q.theta", ratio=0.3, offset=0.1))
    m.add(sarrus.Gravity("weight", (0.0, -9.81)))
    m.add(sarrus.CoordinateForce("brake", "P.theta", function="-0.7*rate - 2*value"))
    return m


def arms() -> Any:
    """A tree in space: a universal joint, a ball, a cylinder and a body afloat; a bushing, couples, springs, drivers."""
    m = sarrus.Mechanism("arms")
    bodies = [
        m.add(sarrus.Body(name, mass=mass, center=center, **ODD, points={"tip": tip}))
        for name, mass, center, tip in (
            ("upper", 1.4, (0.2, 0.05, -0.1), (0.5, 0.1, 0.0)),
            ("lower", 0.9, (0.15, -0.08, 0.1), (0.4, 0.0, 0.2)),
            ("free", 0.7, (0.02, 0.1, 0.05), (0.1, 0.2, 0.3)),
        )
    ]
    upper, lower, free = bodies
    base = m.ground.frame("base", (0.1, 0.2, 0.3), (0.4, -0.3, 0.2))
    m.add(sarrus.Spherical("S", base, upper.frame("root", (0.05, 0.0, 0.1), (0.2, 0.1, -0.3))))
    m.add(sarrus.Universal("U", lower.frame("fork", (0.0, 0.1, 0.0), (0.1, 0.3, 0.2)), upper.tip))
    m.add(sarrus.Gravity("weight", (0.5, 0.3, -9.81)))
    m.add(sarrus.SpringDamper("spring", m.ground, lower.tip, stiffness=25, damping=2, free_length=0.4))
    m.add(sarrus.SpringDamper("band", free.tip, upper.tip, stiffness=15, damping=1, free_length=0.2))
    m.add(
        sarrus.Bushing(
            "bush", lower.tip, free, stiffness=(30, 20, 40), turning_stiffness=(3, 2, 4), damping=(1, 2, 3)
        )
    )
    m.add(sarrus.AppliedTorque("twist", upper, lower, moment=(0.5, "0.8*sin(t)", -0.6)))
    m.add(sarrus.AppliedForce("push", free.tip, force=(1.0, "2*cos(t)", 0.5)))
    # between moving bodies, an angle of a fork has a second derivative without accelerations
    m.add(sarrus.Motion("motor", "U.theta1", "0.3*sin(t) - 0.5"))
    m.add(sarrus.Motion("second", "S.a2", "0.2*cos(2*t) + 0.1"))
    m.start(
        guess={
            "U.theta1": 0.3,
            "U.theta2": -0.4,
            "S.a1": 0.2,
            "S.a2": 0.3,
            "S.a3": -0.2,
            "free.x": 0.6,
            "free.a2": 0.3,
        }
    )
    return m


def slider_crank() -> Any:
    """A loop in space: hinge, ball, universal joint and slider, driven; a bushing at the slider."""
    m = sarrus.Mechanism("slider-crank")
    crank = m.add(
        sarrus.Body("crank", mass=0.8, center=(0.1, 0.03, 0.02), **ODD, points={"end": (0.25, 0.0, 0.05)})
    )
    rod = m.add(
        sarrus.Body("rod", mass=1.1, center=(0.4, 0.02, -0.05), **ODD, points={"end": (0.9, 0.0, 0.1)})
    )
    block = m.add(sarrus.Body("block", mass=0.9, center=(0.05, 0.1, 0.0), **ODD))
    m.add(sarrus.Revolute("A", m.ground.frame("post", (0.0, 0.1, 0.2), (0.3, 0.5, 0.1)), crank))
    m.add(sarrus.Spherical("B", crank.end, rod))
    m.add(
        sarrus.Universal(
            "C",
            rod.frame("fork", (0.9, 0.0, 0.1), (0.1, 0.2, 0.3)),
            block.frame("yoke", (0.0, 0.1, 0.0), (0.3, 0.1, 0.2)),
        )
    )
    m.add(sarrus.Prismatic("D", m.ground.frame("rail", (0.6, 0.2, 0.1), (0.1, 0.2, -0.2)), block))
    m.add(sarrus.Gravity("weight", (0.2, -0.4, -9.81)))
    m.add(
        sarrus.SpringDamper(
            "spring", m.ground.point("hook", (1.6, 0.3, 0.2)), block, stiffness=40, damping=3, free_length=0.2
        )
    )
    m.add(sarrus.Sine("motor", "A.theta", amplitude=0.4, frequency=0.7, mean=0.5))
    m.start(guess={"A.theta": 0.5, "D.s": 0.4})
    return m


def wheel() -> Any:
    """Rows of velocities, and joints that slide and turn: a disk that rolls, a sleeve on it, a rod to ground."""
    m = sarrus.Mechanism("wheel")
    disk = m.add(sarrus.Body("disk", mass=1.2, center=(0.02, 0.01, 0.03), **ODD))
    sleeve = m.add(
        sarrus.Body("sleeve", mass=0.5, center=(0.03, 0.05, 0.1), **ODD, points={"ear": (0.1, 0.2, 0.0)})
    )
    m.add(sarrus.RollingDisk("roll", m.ground, disk, radius=0.4))
    m.add(sarrus.Cylindrical("C", disk, sleeve.frame("bore", (0.0, 0.02, 0.0), (0.1, 0.2, 0.3))))
    m.add(sarrus.Distance("rod", m.ground.point("hook", (0.5, 0.4, 1.5)), sleeve.ear, length=1.2))
    m.add(sarrus.Gravity("weight", (0.2, 0.1, -9.81)))
    m.add(sarrus.SpringDamper("spring", m.ground, sleeve, stiffness=20, damping=2, free_length=0.3))
    m.start(guess={"disk.z": 0.35, "disk.a1": 1.3, "disk.a2": 0.2, "disk.a3": 0.1})
    return m


MECHANISMS: tuple[Callable[[], Any], ...] = (cart, four_bar, train, slider_crank, arms, wheel)
"""All of them."""
