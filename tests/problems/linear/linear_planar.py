"""Planar mechanisms of spec 07, section 4.1, each with its start at the operating point."""

from __future__ import annotations

import math

from sarrus import (
    AppliedForce,
    Body,
    CoordinateForce,
    Distance,
    FollowerForce,
    Gravity,
    Mechanism,
    Motion,
    Planar,
    Prismatic,
    Revolute,
    Rod,
    SpringDamper,
    TorsionalSpringDamper,
)
from sarrus.element import Force, FrameConstraint, Loaded, Pose, Scalar, State, Turn, Twist, lengths, param

G = 9.81
DOWN = -math.pi / 2


def planar(name):
    """An empty planar mechanism with gravity."""
    m = Mechanism(name, plane="xy")
    m.add(Gravity("weight", (0, -G)))
    return m


def pendulum(*forces):
    """L1: a rod that hangs from a pin."""
    m = planar("pendulum")
    rod = m.add(Body("rod", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, rod.start))
    for force in forces:
        m.add(force)
    m.start(fixed={"A.theta": DOWN})
    return m


def chain(count, length=1.0, mass=1.0):
    """L2, L3, L21: rods that hang from each other; each of the given length and mass."""
    m = planar("chain")
    last = m.ground
    for k in range(count):
        rod = m.add(Body(f"rod{k}", Rod(length=length, mass=mass)))
        m.add(Revolute(f"J{k}", last, rod.start))
        last = rod.end
    m.start(fixed={f"J{k}.theta": DOWN if k == 0 else 0 for k in range(count)})
    return m


FOUR_BAR = {
    "lower, stable": (4.91686660809154, -0.453227160285514, -1.75752012396008),
    "lower, unstable": (1.90592556282959, -0.917195250037095, -2.47793960706443),
    "upper, stable": (4.37725974435000, 0.917195250037095, 2.47793960706443),
    "upper, unstable": (1.36631869908804, 0.453227160285514, 1.75752012396008),
}
"""Absolute angles of crank, coupler and rocker in equilibrium."""


def four_bar(at="lower, stable", spatial=False):
    """L4, L5: the four-bar of examples/four-bar.yaml; in space with four hinges along z, so that three rows repeat others."""
    crank, coupler, rocker = FOUR_BAR[at]
    m = Mechanism("four-bar", plane=None if spatial else "xy")

    def bar(name, length, mass, inertia):
        if spatial:
            body = Body(name, mass=mass, center=(length / 2, 0, 0), inertia=(1e-4, inertia, inertia))
        else:
            body = Body(name, mass=mass, center=(length / 2, 0), inertia=inertia)
        body.point("end", (length, 0, 0) if spatial else (length, 0))
        return m.add(body)

    a = bar("crank", 0.3, 0.3, 0.3 * 0.3**2 / 12)
    b = bar("coupler", 0.9, 0.9, 0.9 * 0.9**2 / 12)
    c = bar("rocker", 0.7, 0.7, 0.0286)
    m.add(Revolute("A", m.ground, a))
    m.add(Revolute("B", a.end, b))
    m.add(Revolute("C", b.end, c.end))
    m.add(Revolute("D", m.ground.point("D", (1, 0, 0) if spatial else (1, 0)), c))
    m.add(Gravity("weight", (0, -G, 0) if spatial else (0, -G)))
    m.start(fixed={"A.theta": crank}, guess={"B.theta": coupler - crank, "D.theta": rocker})
    return m


FIVE_BAR = {"A.theta": -1.41543695975564, "E.theta": -1.7288742582004}


def five_bar(held=None):
    """L6: a hanging five-bar of two freedoms; L6b: its rod ED held by a driver."""
    m = planar("five-bar")
    AB, BC, DC, ED = (
        m.add(Body(n, Rod(length=length, mass=2 * length)))
        for n, length in (("AB", 0.35), ("BC", 0.5), ("DC", 0.45), ("ED", 0.4))
    )
    m.add(Revolute("A", m.ground, AB.start))
    m.add(Revolute("E", m.ground.point("E", (0.5, 0)), ED.start))
    m.add(Revolute("B", AB.end, BC.start))
    m.add(Revolute("D", ED.end, DC.start))
    m.add(Revolute("C", BC.end, DC.end))
    below = {"B.theta": 0.25, "D.theta": -0.27}
    if held is None:
        m.start(fixed=FIVE_BAR, guess=below)
    else:
        m.add(Motion("motor", "E.theta", held))
        m.start(fixed={"A.theta": -1.31548698884318}, guess={"B.theta": 0.25, "D.theta": -0.8})
    return m


def slider_crank(theta, torque, speed=30.0):
    """L7: a slider-crank at constant speed under a frozen torque, without gravity."""
    m = Mechanism("slider-crank", plane="xy")
    crank = m.add(Body("crank", Rod(length=0.2, mass=1)))
    rod = m.add(Body("rod", Rod(length=0.5, mass=0.8)))
    slider = m.add(Body("slider", mass=0.6, inertia=0.001))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, rod.start))
    m.add(Revolute("C", rod.end, slider))
    m.add(Prismatic("slide", m.ground, slider))
    m.add(CoordinateForce("motor", "A.theta", function=torque))
    m.start(
        fixed={"A.theta": theta, "A.theta_dot": speed},
        guess={"slide.s": 0.2 * math.cos(theta) + math.sqrt(0.25 - 0.04 * math.sin(theta) ** 2)},
    )
    return m


def cart_pole():
    """L18: a pole that stands on a cart."""
    m = planar("cart-pole")
    cart = m.add(Body("cart", mass=1, inertia=0.1))
    pole = m.add(Body("pole", Rod(length=0.6, mass=0.2)))
    (force,) = m.inputs(push=0)
    m.add(Prismatic("slide", m.ground, cart))
    m.add(Revolute("pin", cart.frame("up", (0, 0), turn=math.pi / 2), pole.start))
    m.add(CoordinateForce("drag", "slide.s", function="-0.1*rate"))
    m.add(CoordinateForce("motor", "slide.s", function=force))
    m.start(fixed={"slide.s": 0, "pin.theta": 0})
    return m


def shaken_pendulum():
    """L20: the rod of L1 on a pivot that a driver moves along x."""
    m = planar("shaken pendulum")
    foot = m.add(Body("foot", mass=0.5, inertia=0.01))
    rod = m.add(Body("rod", Rod(length=1, mass=1)))
    m.add(Prismatic("slide", m.ground, foot))
    m.add(Revolute("A", foot, rod.start))
    m.add(Motion("motor", "slide.s", 0))
    m.start(fixed={"A.theta": DOWN})
    return m


class KnifeEdge(FrameConstraint):
    """A blade along x_M: its origin does not move along y_M."""

    slips = lengths("v.y_M")
    symbol = "rolling"

    def slip(self, X_FM: Pose, V_FM: Twist) -> tuple[Scalar, ...]:
        """Velocity across the blade."""
        return (V_FM.v.dot(X_FM.y),)


def sleigh(speed):
    """L25: Chaplygin's sleigh, straight on; its centre runs before the blade."""
    m = Mechanism("sleigh", plane="xy")
    body = m.add(Body("body", mass=5, center=(0.3, 0), inertia=0.4))
    m.add(Planar("ice", m.ground, body))
    m.add(KnifeEdge("blade", m.ground, body))
    m.start(fixed={"ice.x": 0, "ice.y": 0, "ice.theta": 0, "ice.x_dot": speed, "ice.theta_dot": 0})
    return m


def ziegler(load, damping=0.0):
    """L26: two links without mass, point masses at their ends, a force along the second."""
    m = Mechanism("ziegler", plane="xy")
    mass = {"first": 2.0, "second": 1.0}
    last = m.ground
    for name, joint in (("first", "A"), ("second", "B")):
        link = m.add(Body(name, mass=mass[name], center=(0.5, 0), inertia=0))
        m.add(Revolute(joint, last, link))
        m.add(TorsionalSpringDamper(f"spring{joint}", f"{joint}.theta", stiffness=20, damping=damping))
        last = link.point("end", (0.5, 0))
    m.add(FollowerForce("push", last, force=(-load, 0)))
    m.start(fixed={"A.theta": 0, "B.theta": 0})
    return m


class LaggingTorque(Force):
    """A torque that follows a command -gain (theta - home) with a delay."""

    ends = ("coordinate",)
    port = Turn
    states = (State("tau", "N m"),)
    gain: Scalar = param("N m/rad", "torque per angle")
    home: Scalar = param("rad", "angle without command")
    lag: Scalar = param("s", "time constant", gt=0)

    def power(self, turn: Turn, virtual: Turn, *z: Scalar) -> Scalar:
        """Its torque is its state."""
        return z[0] * virtual.rate

    def flow(self, turn: Turn, *z: Scalar) -> tuple[Scalar, ...]:
        """Delay of first order."""
        return ((-z[0] - self.gain * (turn.value - self.home)) / self.lag,)


class Maxwell(Force):
    """A spring in series with a damper; the state is what the damper has given way."""

    ends = ("coordinate",)
    port = Turn
    states = (State("slipped", "rad"),)
    stiffness: Scalar = param("N m/rad", "of the spring", gt=0)
    damping: Scalar = param("N m s/rad", "of the damper", gt=0)
    home: Scalar = param("rad", "angle without torque")

    def power(self, turn: Turn, virtual: Turn, *z: Scalar) -> Scalar:
        """Torque of the spring."""
        return -self.stiffness * (turn.value - self.home - z[0]) * virtual.rate

    def flow(self, turn: Turn, *z: Scalar) -> tuple[Scalar, ...]:
        """The damper carries the torque of the spring."""
        return (self.stiffness / self.damping * (turn.value - self.home - z[0]),)


def two_free():
    """L31: two free bodies with a spring between their centres."""
    m = Mechanism("free-free", plane="xy")
    left = m.add(Body("left", mass=2, inertia=0.1))
    right = m.add(Body("right", mass=3, inertia=0.2))
    m.add(Planar("p", m.ground, left))
    m.add(Planar("q", m.ground, right))
    m.add(SpringDamper("spring", left, right, stiffness=500, free_length=0.4))
    m.start(fixed={"p.x": 0, "p.y": 0, "p.theta": 0, "q.x": 0.4, "q.y": 0, "q.theta": 0})
    return m


class Belt(Force):
    """Friction of a belt that always slides under a body, from the load that the guide carries."""

    ends = ("coordinate",)
    port = Loaded
    coefficient: Scalar = param("1", "of friction", ge=0)

    def power(self, joint: Loaded, virtual: Loaded) -> Scalar:
        """Along the coordinate, whatever its speed."""
        return self.coefficient * joint.load.force.y * virtual.rate


def block_on_belt():
    """L35: a block on a belt that runs to +x, held by a spring, pressed down by 10 + 80 x."""
    m = Mechanism("block on a belt", plane="xy")
    block = m.add(Body("block", mass=2, inertia=0.1))
    m.add(Prismatic("slide", m.ground, block))
    (x,) = m.signals(x="slide.s")
    m.add(AppliedForce("press", block, force=(0, -(10 + 80 * x))))
    m.add(CoordinateForce("spring", "slide.s", function=-300 * x))
    m.add(Belt("belt", "slide.s", coefficient=0.3))
    m.start(fixed={"slide.s": 3 / 276})
    return m


def flat_parallelogram():
    """A parallelogram whose bars lie in one line, where a fourth way opens."""
    m = Mechanism("parallelogram", plane="xy")
    left = m.add(Body("left", Rod(length=0.5, mass=1)))
    top = m.add(Body("top", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, left.start))
    m.add(Revolute("B", left.end, top.start))
    m.add(Distance("right", m.ground.point("D", (1, 0)), top.end, length=0.5))
    m.start(fixed={"A.theta": 0, "B.theta": 0})
    return m
