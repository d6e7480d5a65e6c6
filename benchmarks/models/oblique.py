"""A hinged chain in which nothing is square to anything: no number of it is 0, 1 or -1, so that nothing can be left out.

Every link is the same: its hinge turns about z of its own frame, and the next one sits off all axes, turned by Bryant
angles. Gravity is -z.
"""

from __future__ import annotations

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.models.chain import GRAVITY
from sarrus import Body, Gravity, Mechanism, Revolute

MASS = 1.1
CENTER = (0.45, 0.06, -0.04)
"""From the hinge, in axes of the link [m]."""
MOMENTS, PRODUCTS = (0.012, 0.076, 0.081), (0.003, -0.002, 0.0015)
"""About the centre: xx, yy, zz, and the integrals xy, xz, yz [kg m^2]."""
AT, TURN = (0.9, 0.12, -0.08), (1.3, 0.4, -0.7)
"""The next hinge on a link, and the first one on ground: place [m] and Bryant angles [rad]."""


def hinged(count: int) -> Mechanism:
    """The chain for Sarrus."""
    m = Mechanism(f"oblique chain of {count}")
    base = m.ground.frame("start", AT, TURN)
    for k in range(count):
        link = m.add(Body(f"b{k}", mass=MASS, center=CENTER, inertia=MOMENTS, products=PRODUCTS))
        m.add(Revolute(f"j{k}", base, link))
        base = link.frame("end", AT, TURN)
    m.add(Gravity("weight", (0, 0, -GRAVITY)))
    return m


def inertia() -> Floats:
    """The inertia matrix of a link about its centre."""
    xy, xz, yz = PRODUCTS
    return np.diag(MOMENTS) - np.array([[0, xy, xz], [xy, 0, yz], [xz, yz, 0]])


def turn() -> Floats:
    """The rotation of the next hinge: about x, then the new y, then the new z."""
    (a, b, c), (s, t, u) = np.cos(TURN), np.sin(TURN)
    about_x = np.array([[1, 0, 0], [0, a, -s], [0, s, a]])
    about_y = np.array([[b, 0, t], [0, 1, 0], [-t, 0, b]])
    about_z = np.array([[c, -u, 0], [u, c, 0], [0, 0, 1]])
    return about_x @ about_y @ about_z
