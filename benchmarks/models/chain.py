"""A hanging chain of thin rods, joined by hinges whose axes take turns (x, y, z), or by ball joints.

In the pose where all coordinates are zero, every body frame is parallel to the world: hinge k turns about axis k mod 3 of
(z, x, y), and its rod points along axis k mod 3 of (x, y, z), square to the hinge. Gravity is -z.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.arrays import Floats
from sarrus import Body, Gravity, Mechanism, Revolute, Spherical

GRAVITY = 9.81
LENGTH, MASS, RADIUS = 1.0, 1.0, 0.01
ALONG = MASS * RADIUS**2 / 2
"""Moment of inertia of a rod about its own axis [kg m^2]."""
ACROSS = MASS * (3 * RADIUS**2 + LENGTH**2) / 12
HINGES, RODS = (2, 0, 1), (0, 1, 2)
"""Axes of the hinges, and of the rods that hang on them, in turn."""


@dataclass(frozen=True)
class Link:
    """What a contender needs to know about one link, in frames that are parallel at zero.

    Attributes:
        axis: unit vector of the hinge.
        at: where the joint sits on the link before [m].
        center: centre of mass, from the joint [m].
        inertia: about the centre, principal moments along the axes [kg m^2].
    """

    axis: Floats
    at: Floats
    center: Floats
    inertia: Floats


def links(count: int) -> list[Link]:
    """The links of a chain."""
    unit = np.eye(3)
    made, at = [], np.zeros(3)
    for k in range(count):
        rod = RODS[k % 3]
        inertia = np.full(3, ACROSS)
        inertia[rod] = ALONG
        made.append(Link(unit[HINGES[k % 3]], at, LENGTH / 2 * unit[rod], inertia))
        at = LENGTH * unit[rod]
    return made


def hinged(count: int) -> Mechanism:
    """The chain with hinges. Ours turn about z: every body carries its hinge on its own z axis, its rod on its x axis."""
    m = Mechanism(f"chain of {count}")
    base = m.ground.frame("start")
    for k in range(count):
        rod = m.add(
            Body(f"b{k}", mass=MASS, center=(LENGTH / 2, 0, 0), inertia=(ALONG, ACROSS, ACROSS)),
        )
        m.add(Revolute(f"j{k}", base, rod))
        # the next hinge turns about this rod's axis x, and the next rod points along y
        base = rod.frame("end", (LENGTH, 0, 0), turn=("90 deg", "90 deg", 0))
    m.add(Gravity("weight", (0, 0, -GRAVITY)))
    m.start(fixed={f"j{k}.theta": 0.0 for k in range(count)})
    return m


def balls(count: int) -> Mechanism:
    """The chain with ball joints."""
    m = Mechanism(f"ball chain of {count}")
    base = m.ground.frame("start")
    for k, link in enumerate(links(count)):
        rod = m.add(Body(f"b{k}", mass=MASS, center=tuple(link.center), inertia=tuple(link.inertia)))
        m.add(Spherical(f"j{k}", base, rod))
        base = rod.point("end", tuple(2 * link.center))
    m.add(Gravity("weight", (0, 0, -GRAVITY)))
    return m


def hinge_state(count: int) -> tuple[Floats, Floats]:
    """Angles and rates of a chain caught in the middle of a motion."""
    random = np.random.default_rng(count)
    return random.uniform(-1.0, 1.0, count), random.uniform(-1.0, 1.0, count)


def ball_state(count: int) -> tuple[Floats, Floats]:
    """Unit quaternions (w, x, y, z), shape (count, 4), and angular velocities in body axes, shape (count, 3)."""
    random = np.random.default_rng(count)
    quaternions = random.normal(size=(count, 4))
    quaternions /= np.linalg.norm(quaternions, axis=1)[:, None]
    return quaternions, random.uniform(-1.0, 1.0, (count, 3))
