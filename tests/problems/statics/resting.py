"""Mechanisms of spec 07, section 4.2: each as its row says it."""

import math
from itertools import pairwise

import sarrus
from sarrus import (
    AppliedForce,
    Body,
    Bushing,
    CoordinateForce,
    FollowerForce,
    Gravity,
    Mechanism,
    PointOnLine,
    Prismatic,
    Revolute,
    Rod,
    SpringDamper,
    TorsionalSpringDamper,
)
from sarrus.element import FrameConstraint, lengths

WEIGHT = (0, -9.81)


def truss(load, rise=0.3, y=0.3, is_guided=True):
    """S1, S2: a particle between two springs of 1000 N/m, on a vertical guide or free in the plane."""
    m = Mechanism("truss", plane="xy")
    (P,) = m.parameters(P=load)
    particle = m.add(Body("particle", mass=1.0, inertia=0.01))
    left, right = m.ground.point("left", (-1, 0)), m.ground.point("right", (1, 0))
    upright = m.ground.frame("upright", (0, 0), turn="90 deg")
    if is_guided:
        m.add(Prismatic("guide", upright, particle.frame("mid", (0, 0), turn="90 deg")))
        m.start(fixed={"guide.s": y})
    else:
        m.start(guess={"particle.y": y})
    free = math.hypot(1, rise)
    for name, end in (("one", left), ("two", right)):
        m.add(SpringDamper(name, end, particle, stiffness=1000, free_length=free))
    m.add(AppliedForce("push", particle, force=(0, -P)))
    if not is_guided:
        m.add(TorsionalSpringDamper("turn", "particle.psi", stiffness=1.0))
    return m


def toggle(theta=0.5):
    """S3."""
    m = Mechanism("toggle", plane="xy")
    (T,) = m.parameters(T=0.0)
    crank = m.add(Body("crank", Rod(length=0.2, mass=1.0)))
    rod = m.add(Body("rod", Rod(length=0.3, mass=1.0)))
    slider = m.add(Body("slider", mass=1.0, inertia=0.01))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, rod.start))
    m.add(Revolute("C", rod.end, slider))
    m.add(Prismatic("slide", m.ground, slider))
    m.add(sarrus.CoordinateForce("spring", "slide.s", function="-2000*(value - 0.45)"))
    m.add(CoordinateForce("hold", "A.theta", function=T))
    m.start(fixed={"A.theta": theta}, guess={"slide.s": 0.45})
    return m


def arm(k=81.75, free=0.0, theta=0.4):
    """S5, S6: a rod held by a spring."""
    m = Mechanism("arm", plane="xy")
    rod = m.add(Body("rod", Rod(length=1.0, mass=2.0)))
    m.add(Revolute("A", m.ground, rod.start))
    post = m.ground.point("post", (0, 0.4))
    m.add(SpringDamper("spring", post, rod.point("hook", (0.3, 0)), stiffness=k, free_length=free))
    m.add(Gravity("weight", WEIGHT))
    m.start(fixed={"A.theta": theta})
    return m


def upright(k=4.0, offset=0.0, theta=0.3):
    """S7: a rod on a torsion spring; theta from the upright."""
    m = Mechanism("upright", plane="xy")
    (stiffness,) = m.parameters(k=k)
    rod = m.add(Body("rod", Rod(length=1.0, mass=1.0)))
    m.add(Revolute("A", m.ground.frame("up", (0, 0), turn="90 deg"), rod.start))
    m.add(TorsionalSpringDamper("spring", "A.theta", stiffness=stiffness, free_angle=offset))
    m.add(Gravity("weight", WEIGHT))
    m.start(fixed={"A.theta": theta})
    return m


def torque(T):
    """S8: a hanging rod, turned by a constant torque; theta from the downward vertical."""
    m = Mechanism("torque", plane="xy")
    (t,) = m.parameters(T=T)
    rod = m.add(Body("rod", Rod(length=1.0, mass=1.0)))
    m.add(Revolute("A", m.ground.frame("down", (0, 0), turn="-90 deg"), rod.start))
    m.add(CoordinateForce("motor", "A.theta", function=t))
    m.add(Gravity("weight", WEIGHT))
    return m


def cart(push):
    """S9: a cart on a rail with a pendulum."""
    m = Mechanism("cart", plane="xy")
    body = m.add(Body("cart", mass=3.0, inertia=0.1))
    rod = m.add(Body("rod", Rod(length=1.0, mass=1.0)))
    m.add(Prismatic("rail", m.ground, body))
    m.add(Revolute("A", body, rod.start))
    m.add(AppliedForce("push", body, force=(push, 0)))
    m.add(Gravity("weight", WEIGHT))
    m.start(fixed={"A.theta": -1.2})
    return m


class Edge(FrameConstraint):
    """A knife edge along x of its follower: no velocity across it."""

    slips = lengths("slip.y_M")

    def slip(self, X_FM, V_FM):
        """Velocity across the edge."""
        return (V_FM.v.dot(X_FM.y),)


def edge(ahead=0.0, psi=0.3):
    """S11: the slope is the plane, and pulls along -y."""
    m = Mechanism("edge", plane="xy")
    body = m.add(Body("body", mass=5.0, inertia=0.2, center=(ahead, 0)))
    m.add(Edge("knife", m.ground, body))
    m.add(Gravity("weight", (0, -9.81 * math.sin(0.2))))
    m.start(guess={"body.psi": psi})
    return m


def beside(hinge):
    """S12: a rod on a base that a bushing of 1e9 N/m holds; a hinge of a given net stiffness, or the lamp of S5."""
    m = Mechanism("beside", plane="xy")
    base = m.add(Body("base", mass=1.0, inertia=0.1))
    rod = m.add(Body("rod", Rod(length=1.0, mass=2.0)))
    m.add(Prismatic("slide", m.ground, base))
    m.add(Revolute("A", base, rod.start))
    m.add(Bushing("bush", m.ground, base, stiffness=(1e9, 1e9, 1e9), turning_stiffness=(1e9, 1e9, 1e9)))
    if hinge is None:
        post = base.point("post", (0, 0.4))
        m.add(SpringDamper("spring", post, rod.point("hook", (0.3, 0)), stiffness=81.75))
        m.start(fixed={"A.theta": 0.4})
    else:
        m.add(TorsionalSpringDamper("spring", "A.theta", stiffness=9.81 + hinge, free_angle=math.pi / 2))
        m.start(fixed={"A.theta": 1.6})
    m.add(Gravity("weight", WEIGHT))
    return m


def ziegler(P, k=20.0, damping=0.0):
    """L26: two links under a load that follows the second one."""
    m = Mechanism("column", plane="xy")
    (load,) = m.parameters(P=P)
    one = m.add(Body("one", mass=2.0, center=(0.5, 0), inertia=0.0))
    two = m.add(Body("two", mass=1.0, center=(0.5, 0), inertia=0.0))
    m.add(Revolute("A", m.ground, one))
    m.add(Revolute("B", one.frame("end", (0.5, 0)), two))
    for joint in "AB":
        m.add(TorsionalSpringDamper(f"k{joint}", f"{joint}.theta", stiffness=k, damping=damping))
    m.add(FollowerForce("push", two.frame("tip", (0.5, 0)), force=(-load, 0)))
    return m


def scissor(alpha, pull=0.0, spring=0.0):
    """S4: three stages of two arms; the first foot is pinned, the second slides on the ground."""
    m = Mechanism("scissor", plane="xy")
    (F,) = m.parameters(F=pull)
    arms = [
        (m.add(Body(f"l{k}", Rod(length=1.2, mass=4.0))), m.add(Body(f"r{k}", Rod(length=1.2, mass=4.0))))
        for k in range(3)
    ]
    left, right = arms[0]
    m.add(Revolute("A", m.ground, left.start))
    for k, (one, two) in enumerate(arms):
        m.add(Revolute(f"M{k}", one.point("mid", (0.6, 0)), two.point("mid", (0.6, 0))))
    for k, (low, high) in enumerate(pairwise(arms)):
        m.add(Revolute(f"R{k}", low[0].end, high[1].start))
        m.add(Revolute(f"L{k}", low[1].end, high[0].start))
    m.add(PointOnLine("foot", m.ground, right.start))
    m.add(Gravity("weight", WEIGHT))
    m.add(AppliedForce("platform", arms[2][0].end, force=(0, -500)))
    m.add(AppliedForce("drawing", right.start, force=(-F, 0)))
    m.add(SpringDamper("spring", m.ground, right.start, stiffness=spring, free_length=0.4))
    turn = math.pi - 2 * alpha
    guess = {f"M{k}.theta": turn for k in range(3)}
    guess |= {f"R{k}.theta": turn for k in range(2)} | {f"L{k}.theta": -turn for k in range(2)}
    m.start(fixed={"A.theta": alpha}, guess=guess)
    return m
