"""Beads on curves, with constraints that have a coordinate of their own; written with `sarrus.element` alone."""

from __future__ import annotations

import sarrus
from sarrus.element import (
    Fault,
    FrameConstraint,
    Pose,
    Scalar,
    Vec3,
    angle,
    cos,
    directions,
    length,
    lengths,
    param,
    sin,
)

GRAVITY = 9.81
RADIUS = 0.5


class Cycloid(FrameConstraint):
    """Keep the origin of M on a hanging cycloid in the x-y plane of F.

        x = r (u + sin u)      y = -r (1 + cos u)

    Its cusps, where c'(u) = 0, are at u = pi and -pi.
    """

    coordinates = (angle("u", period=None),)
    rows = lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F")
    radius: Scalar = param("m", "of the wheel that draws it", gt=0)

    def closure(self, X_FM: Pose, *own: Scalar) -> tuple[Scalar, ...]:
        (u,) = own
        r, p = self.radius, X_FM.p
        return p.x - r * (u + sin(u)), p.y + r * (1.0 + cos(u)), p.z


class Helix(FrameConstraint):
    """Keep the origin of M on a helix about z of F: c = (r cos u, r sin u, rise u). It leaves the plane."""

    coordinates = (angle("u", period=None),)
    rows = lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F")
    radius: Scalar = param("m", "of the helix", gt=0)
    rise: Scalar = param("m", "per radian")

    def misfit_in_plane(self) -> Fault | None:
        return Fault("rise", "rises out of the plane")

    def closure(self, X_FM: Pose, *own: Scalar) -> tuple[Scalar, ...]:
        (u,) = own
        p = X_FM.p
        return p.x - self.radius * cos(u), p.y - self.radius * sin(u), p.z - self.rise * u


class Ring(FrameConstraint):
    """Keep the origin of M on a circle about z of F; u counts its turns."""

    coordinates = (angle("u"),)
    rows = lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F")
    radius: Scalar = param("m", "of the circle", gt=0)

    def closure(self, X_FM: Pose, *own: Scalar) -> tuple[Scalar, ...]:
        (u,) = own
        return X_FM.p.x - self.radius * cos(u), X_FM.p.y - self.radius * sin(u), X_FM.p.z


class Bowl(FrameConstraint):
    """Keep a circle about z of M on the parabola y = x^2/4 of F: their points agree, and their tangents.

    p + R c(u) - (s, s^2/4, 0) = 0      (R c'(u)) x (1, s/2, 0) = 0
    """

    coordinates = (length("s"), angle("u"))
    rows = (*lengths("x_F", "y_F", "z_F"), *directions("tangent"))
    radius: Scalar = param("m", "of the circle", gt=0)

    def closure(self, X_FM: Pose, *own: Scalar) -> tuple[Scalar, ...]:
        s, u = own
        at = X_FM.p + X_FM.R * Vec3(self.radius * cos(u), self.radius * sin(u), 0.0)
        tangent = X_FM.R * Vec3(-sin(u), cos(u), 0.0)
        return at.x - s, at.y - 0.25 * s * s, at.z, tangent.y - 0.5 * s * tangent.x


def cycloid(u=1.0, beads=1, rate=0.0):
    """M11 of spec 08, section 7.4: beads released on cycloids."""
    m = sarrus.Mechanism("beads", plane="xy")
    fixed = {}
    for i in range(beads):
        ball = m.add(sarrus.Body(f"ball{i}", mass=1.0 + 0.1 * i, inertia=0.01))
        m.add(Cycloid(f"bead{i}", m.ground, ball, radius=RADIUS))
        fixed |= {f"bead{i}.u": u, f"bead{i}.u_dot": rate, f"ball{i}.psi_dot": 0.0}
    m.add(sarrus.Gravity("weight", (0, -GRAVITY)))
    m.start(fixed=fixed)
    return m


def helix():
    """M12: a bead on a helix, from rest."""
    m = sarrus.Mechanism("helix")
    ball = m.add(sarrus.Body("ball", mass=0.5, inertia=(1e-3, 1e-3, 1e-3)))
    m.add(Helix("bead", m.ground, ball, radius=0.2, rise=0.1))
    m.add(sarrus.Gravity("weight", (0, 0, -GRAVITY)))
    return m


def on_ring(**start):
    """A bead on a circle that stands still."""
    m = sarrus.Mechanism("ring", plane="xy")
    ball = m.add(sarrus.Body("ball", mass=1.0, inertia=0.01))
    m.add(Ring("bead", m.ground, ball, radius=RADIUS))
    m.add(sarrus.Gravity("weight", (0, -GRAVITY)))
    m.start(**start)
    return m
