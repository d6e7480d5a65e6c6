"""The systems of Kamman's Unit 3 (spec 05, section 8), each at the state that the notes look at."""

from __future__ import annotations

import math

from sarrus import (
    AppliedForce,
    AppliedTorque,
    Body,
    Cylindrical,
    Gravity,
    Mechanism,
    Motion,
    PointOnLine,
    Prismatic,
    Revolute,
    Rod,
    Spherical,
    SpringDamper,
    TorsionalSpringDamper,
    Universal,
)

G = 9.81
R, L, THETA = 0.2, 0.5, 0.7


def crank_and_slider(name="slider-crank"):
    """Crank on the ground pin at the origin, slider on the x axis."""
    m = Mechanism(name, plane="xy")
    m.add(Body("crank", Rod(length=R, mass=1.0)))
    m.add(Body("rod", Rod(length=L, mass=0.8)))
    m.add(Body("slider", mass=0.6, inertia=0))
    m.add(Revolute("A", "ground", "crank.start"))
    m.add(Revolute("B", "crank.end", "rod.start"))
    m.add(Revolute("C", "rod.end", "slider"))
    m.add(Prismatic("guide", "ground", "slider"))
    return m


def driven_slider_crank(theta):
    """Ex. 2: the crank follows a function of time."""
    m = crank_and_slider()
    m.add(Motion("motor", "A.theta", function=theta))
    m.start(guess={"guide.s": 0.6, "B.theta": -1.0})
    return m


def loaded_slider_crank(P=12.0, Q=30.0, T=5.0, spring=True):
    """Ex. 5, D2. The horizontal spring acts as the constant force it exerts at this state."""
    phi = math.asin(R * math.sin(THETA) / L)
    pull = 400 * (R * math.cos(THETA) - 0.1) if spring else 0.0
    m = crank_and_slider("D2")
    m.add(AppliedForce("P", "crank.end", force=(P - pull, 0)))
    m.add(AppliedForce("Q", "slider", force=(-Q, 0)))
    m.add(AppliedTorque("T", "ground", "crank", moment=T))
    m.start(fixed={"A.theta": THETA, "A.theta_dot": 3}, guess={"B.theta": -phi - THETA, "C.theta": phi})
    return m


def pendulum():
    """Ex. 4, D1: bar hinged at its top end, theta from the downward vertical; our angle is theta - pi/2."""
    weight, length, moment, theta, rate = 20.0, 1.5, 4.0, 0.6, 0.9
    m = Mechanism("D1", plane="xy")
    m.add(Body("bar", Rod(length=length, mass=weight / G)))
    m.add(Revolute("pin", "ground", "bar.start"))
    m.add(Gravity("weight", (0, -G)))
    m.add(AppliedTorque("couple", "ground", "bar", moment=moment))
    m.start(fixed={"pin.theta": theta - math.pi / 2, "pin.theta_dot": rate})
    return m


ARM_ANGLES, ARM_RATES = (0.5, -0.3), (0.8, -1.2)


def bare_arm():
    """Two hanging links; both angles of the notes are absolute, from the downward vertical."""
    m = Mechanism("arm", plane="xy")
    for name in ("one", "two"):
        m.add(Body(name, Rod(length=0.8, mass=2.0)))
    m.add(Revolute("shoulder", "ground", "one.start"))
    m.add(Revolute("elbow", "one.end", "two.start"))
    m.add(Gravity("weight", (0, -G)))
    return m


def arm(motors=(6.0, 2.5), end_force=(0.0, 0.0), rates=ARM_RATES):
    """Ex. 6 and 3.3, D3: M1 from ground on link 1, M2 from link 1 on link 2."""
    m = bare_arm()
    m.add(AppliedTorque("M1", "ground", "one", moment=motors[0]))
    m.add(AppliedTorque("M2", "one", "two", moment=motors[1]))
    m.add(AppliedForce("P", "two.end", force=end_force))
    m.start(
        fixed={
            "shoulder.theta": ARM_ANGLES[0] - math.pi / 2,
            "elbow.theta": ARM_ANGLES[1] - ARM_ANGLES[0],
            "shoulder.theta_dot": rates[0],
            "elbow.theta_dot": rates[1] - rates[0],
        }
    )
    return m


def driven_arm(bends):
    """Motors prescribe the accelerations of both absolute angles."""
    m = bare_arm()
    first = (ARM_ANGLES[0] - math.pi / 2, ARM_RATES[0], bends[0])
    second = (ARM_ANGLES[1] - ARM_ANGLES[0], ARM_RATES[1] - ARM_RATES[0], bends[1] - bends[0])
    for name, joint, (q, v, a) in (("M1", "shoulder", first), ("M2", "elbow", second)):
        m.add(Motion(name, f"{joint}.theta", function=f"{q!r} + {v!r}*t + {a / 2!r}*t**2"))
    return m


def bar_on_the_floor(theta=0.4, rate=1.7):
    """Ex. 3.2, D4. The light slider on the floor is a point on a line."""
    length = 0.6
    m = Mechanism("D4", plane="xy")
    m.ground.frame("up", (0, 0), turn="90 deg")
    m.add(Body("piston", mass=1.2, inertia=0.001))
    m.add(Body("bar", Rod(length=length, mass=3)))
    m.add(Prismatic("guide", "ground.up", "piston"))
    m.add(Revolute("A", "piston", "bar.start"))
    m.add(PointOnLine("floor", "ground", "bar.end"))
    m.add(SpringDamper("spring", "ground", "bar.end", stiffness=500, damping=8))
    m.add(AppliedForce("F", "piston", force=(0, -25)))
    m.add(Gravity("weight", (0, -G)))
    m.start(fixed={"A.theta": theta - math.pi, "A.theta_dot": rate})
    m.start(guess={"guide.s": length * math.cos(theta)})
    return m


def slider_with_bar():
    """Ex. 3.4, D5."""
    m = Mechanism("D5", plane="xy")
    m.ground.point("wall", (-10, 0))
    m.add(Body("slider", mass=4, inertia=0.001))
    m.add(Body("bar", Rod(length=0.8, mass=2)))
    m.add(Prismatic("rail", "ground", "slider"))
    m.add(Revolute("pin", "slider", "bar.start"))
    m.add(SpringDamper("spring", "ground.wall", "slider", stiffness=300, damping=12, free_length=10))
    m.add(AppliedForce("F", "slider", force=(15, 0)))
    m.add(AppliedForce("P", "bar.end", force=(9, -4)))
    m.add(Gravity("weight", (0, -G)))
    m.start(fixed={"rail.s": 0.05, "rail.s_dot": -0.4})
    m.start(fixed={"pin.theta": 0.35 - math.pi / 2, "pin.theta_dot": 1.1})
    return m


def disk_with_bar():
    """Ex. 3.5, D6. The end force is given in disk components; at this instant it is a force in ground components."""
    phi = 0.9
    c, s = math.cos(phi), math.sin(phi)
    m = Mechanism("D6")
    disk = m.add(Body("disk", mass=5, inertia=(0.2, 0.2, 0.4)))
    disk.frame("hinge", (0, 0.25, 0), turn=(0, "90 deg", 0))
    m.add(Body("bar", Rod(length=0.6, mass=1.5)))
    m.add(Revolute("bearing", "ground", "disk"))
    m.add(Revolute("pin", "disk.hinge", "bar.start"))
    m.add(TorsionalSpringDamper("spring", "pin.theta", stiffness=20, damping=0.9))
    m.add(AppliedForce("F", "bar.end", force=(3 * c + 2 * s, 3 * s - 2 * c, 5)))
    m.add(AppliedTorque("M_phi", "ground", "disk", moment=(0, 0, 8)))
    m.add(AppliedTorque("M_theta", "disk.hinge", "bar", moment=(0, 0, 1.3)))
    m.add(Gravity("weight", (0, 0, -G)))
    m.start(fixed={"bearing.theta": phi, "bearing.theta_dot": 2.1, "pin.theta": 0.4, "pin.theta_dot": -0.7})
    return m


CARDAN_ANGLES = ("O.theta1", "O.theta2", "A.theta1", "A.theta2")


def universal_pendulum(motors=True):
    """Ex. 3.6, D7. Angles 1-3 instead of our 1-2: frames turned by 90 deg about x carry the y axis of the joint into z."""
    m = Mechanism("D7")
    m.ground.frame("top", (0, 0, 0), turn=("90 deg", 0, 0))
    for k, (length, weight) in enumerate(((0.5, 12), (0.4, 9)), 1):
        mass = weight / G
        J = mass * length**2 / 12
        link = m.add(Body(f"link{k}", mass=mass, center=(0, -length / 2, 0), inertia=(J, 0, J)))
        link.frame("top", (0, 0, 0), turn=("90 deg", 0, 0))
        link.frame("end", (0, -length, 0), turn=("90 deg", 0, 0))
    m.add(Universal("O", "ground.top", "link1.top"))
    m.add(Universal("A", "link1.end", "link2.top"))
    if motors:
        m.add(AppliedTorque("M11", "ground", "link1", moment=(2, 0, 0)))
        m.add(AppliedTorque("M12", "link1", "ground", moment=(0, 0, 1)))
        m.add(AppliedTorque("M21", "link1", "link2", moment=(1.5, 0, 0)))
        m.add(AppliedTorque("M22", "link2", "link1", moment=(0, 0, -0.7)))
    m.add(Gravity("weight", (0, -G, 0)))
    m.start(fixed=dict(zip(CARDAN_ANGLES, (0.3, -0.4, 0.5, 0.2), strict=True)))
    m.start(fixed={f"{n}_dot": r for n, r in zip(CARDAN_ANGLES, (0.7, -0.5, 1.1, 0.4), strict=True)})
    return m


def gimballed_link(length, angles, force=(0.0, 0.0, 0.0)):
    """A link along -y on three hinges, axes 3-1-3, so that its angles are coordinates (Ex. 3 and 7).

    The links of the notes are oriented against ground, not against each other: the second link moves its end as it
    would on a joint of its own that stands still, and adds to the motion of the first.
    """
    m = Mechanism("gimballed link")
    for name in ("outer", "inner"):
        ring = m.add(Body(name, mass=1, inertia=(1, 1, 1)))
        ring.frame("x", turn=(0, "90 deg", 0))  # its z axis is the x axis of the ring
    link = m.add(Body("link", mass=1, inertia=(1, 1, 1), points={"end": (0, -length, 0)}))
    m.add(Revolute("first", "ground", "outer"))
    m.add(Revolute("second", "outer.x", "inner.x"))
    m.add(Revolute("third", "inner", link))
    m.add(AppliedForce("F", "link.end", force=force))
    names = ("first.theta", "second.theta", "third.theta")
    m.start(fixed=dict(zip(names, angles, strict=True)))
    return m, names


def spatial_slider_crank():
    """Ex. 1: crank in the x-y plane, ball at its end, slider on a line along y, pin square to the rod and to that line."""
    m = Mechanism("spatial slider-crank")
    m.ground.frame("line", (0.5, 0, 0.4), turn=("-90 deg", 0, 0))  # z along y
    m.add(Body("crank", mass=1, inertia=(0.01, 0.01, 0.01), points={"end": (0.3, 0, 0)}))
    slider = m.add(Body("slider", mass=1, inertia=(0.01, 0.01, 0.01)))
    slider.frame("hinge", turn=(0, "90 deg", 0))  # z along the slider's x
    m.add(Body("rod", mass=1, inertia=(0.01, 0.1, 0.1), points={"end": (0.9, 0, 0)}))
    m.add(Revolute("crank-pin", "ground", "crank"))
    m.add(Cylindrical("line", "ground.line", "slider"))
    m.add(Revolute("pin", "slider.hinge", "rod"))
    m.add(Spherical("ball", "crank.end", "rod.end"))
    m.add(Motion("motor", "crank-pin.theta", function="0.6 + 2*t + t**2/2"))
    m.start(guess={"line.s": 0.93, "line.theta": 0.56, "pin.theta": 0.6})
    return m
