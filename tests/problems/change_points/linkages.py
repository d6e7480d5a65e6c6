"""Linkages that can become flat: two branches of their closure cross there, and the constraint matrix loses rank.

Each knows on which branch a pose lies, by a formula that is smooth through the flat pose: motion without an impact
follows it.

    four-bars       (a, b, c, d) with d - a = c - b, flat at crank angle 0, or a + d = b + c, flat at pi
    slider-crank    with crank and coupler of one length: flat where the slider passes the crank's pivot
    spherical       four hinges whose axes meet in a point, arcs with d - a = c - b: three rows of it are redundant too

Origin of the three four-bars: TRAPS item 1. The triangle of coupler, rocker and the line f from crank end to rocker pin
has the angle delta at the pin, s = (b + c + f)/2:

    plane    tan(delta/2) = sqrt((s - c)(s - f) / (s (s - b)))
    sphere   tan(delta/2) = sqrt(sin(s - c) sin(s - f) / (sin s sin(s - b)))

and the factor that vanishes at the flat pose is an exact square: (s - b)(s - c) = a d sin^2(theta/2) for d - a = c - b,
s (s - f) = a d cos^2(theta/2) for a + d = b + c; on the sphere sin(s - b) sin(s - c) = sin a sin d sin^2(theta/2).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, Rod

Start = tuple[int, float, float]
"""Side of the triangle (+1, -1), crank angle, crank rate."""

G = 9.81


def apart(a: Any, b: Any) -> float:
    """Largest difference of angles, full turns aside, as a sine of its half."""
    return float(np.abs(np.sin((np.asarray(a) - np.asarray(b)) / 2)).max(initial=0.0))


class Linkage(ABC):
    """A mechanism with a flat pose."""

    @abstractmethod
    def mechanism(self, start: Start) -> Mechanism:
        """The mechanism on one of its branches."""

    @abstractmethod
    def off_branch(self, run: sarrus.Result, side: int) -> float:
        """Largest distance of a row from the branch, for the crank angle the row itself has."""

    @abstractmethod
    def flatness(self, run: sarrus.Result) -> Any:
        """A function of time that changes its sign at flat poses."""


@dataclass(frozen=True)
class FourBar(Linkage):
    """Uniform bars of 1 kg/m in the plane, gravity along -y."""

    a: float
    b: float
    c: float
    d: float

    def flat_at_zero(self) -> bool:
        assert self.d - self.a == self.c - self.b or self.a + self.d == self.b + self.c
        return self.d - self.a == self.c - self.b

    def angles(self, side: int, theta: Any) -> tuple[Any, Any]:
        """Rocker and coupler angle."""
        a, b, c, d = self.a, self.b, self.c, self.d
        x, y = a * np.cos(theta) - d, a * np.sin(theta)  # from D to the crank end
        f = np.hypot(x, y)
        s = (b + c + f) / 2
        r = np.sqrt(a * d)
        if self.flat_at_zero():
            half = r * np.sin(theta / 2) * np.sqrt((s - f) / s) / (s - b)
        else:
            half = r * np.cos(theta / 2) * np.sqrt((s - c) / (s - b)) / s
        rocker = np.arctan2(y, x) + 2 * side * np.arctan(half)
        coupler = np.arctan2(
            c * np.sin(rocker) - a * np.sin(theta), d + c * np.cos(rocker) - a * np.cos(theta)
        )
        return rocker, coupler

    def mechanism(self, start: Start, gravity: tuple[float, float] = (0, -G)) -> Mechanism:
        side, theta, rate = start
        rocker_angle, coupler_angle = self.angles(side, theta)
        m = Mechanism("change-point", plane="xy")
        a, b, c, d = m.parameters(a=self.a, b=self.b, c=self.c, d=self.d)
        crank = m.add(Body("crank", Rod(length=a, mass=a)))
        coupler = m.add(Body("coupler", Rod(length=b, mass=b)))
        rocker = m.add(Body("rocker", Rod(length=c, mass=c)))
        m.add(Revolute("A", m.ground, crank.start))
        m.add(Revolute("B", crank.end, coupler.start))
        m.add(Revolute("C", coupler.end, rocker.end))
        m.add(Revolute("D", m.ground.point("D", (d, 0)), rocker.start))
        m.add(Gravity("weight", gravity))
        m.start(
            fixed={"A.theta": theta, "A.theta_dot": rate},
            guess={"D.theta": float(rocker_angle), "B.theta": float(coupler_angle) - theta},
        )
        return m

    def off_branch(self, run: sarrus.Result, side: int) -> float:
        return apart(run["rocker.psi"], self.angles(side, np.asarray(run["crank.psi"]))[0])

    def flatness(self, run: sarrus.Result) -> Any:
        half = np.asarray(run["crank.psi"]) / 2
        return np.sin(half) if self.flat_at_zero() else np.cos(half)


@dataclass(frozen=True)
class EqualSliderCrank(Linkage):
    """Crank and coupler of one length. Side +1: the slider runs; -1: it stays at the pivot while the bars turn as one."""

    r: float

    def coupler(self, side: int, theta: Any) -> Any:
        """Angle of the coupler against ground."""
        return -theta if side > 0 else theta + np.pi

    def mechanism(self, start: Start) -> Mechanism:
        side, theta, rate = start
        m = Mechanism("equal slider-crank", plane="xy")
        (r,) = m.parameters(r=self.r)
        crank = m.add(Body("crank", Rod(length=r, mass=r)))
        coupler = m.add(Body("coupler", Rod(length=r, mass=r)))
        piston = m.add(Body("piston", mass=0.5, inertia=0.01))
        m.add(Revolute("A", m.ground, crank.start))
        m.add(Revolute("B", crank.end, coupler.start))
        m.add(Revolute("C", coupler.end, piston))
        m.add(Prismatic("slide", m.ground, piston))
        m.add(Gravity("weight", (3.0, -G)))  # leaning, so that the sides differ
        phi = float(self.coupler(side, theta))
        m.start(
            fixed={"A.theta": theta, "A.theta_dot": rate},
            guess={"B.theta": phi - theta, "slide.s": self.r * (np.cos(theta) + np.cos(phi))},
        )
        return m

    def off_branch(self, run: sarrus.Result, side: int) -> float:
        return apart(run["coupler.psi"], self.coupler(side, np.asarray(run["crank.psi"])))

    def flatness(self, run: sarrus.Result) -> Any:
        return np.cos(np.asarray(run["crank.psi"]))


@dataclass(frozen=True)
class SphericalFourBar(Linkage):
    """Four hinges whose axes meet at the origin, arcs a, b, c, d with d - a = c - b; each link a ball on its arc."""

    a: float
    b: float
    c: float
    d: float

    def rocker(self, side: int, theta: Any) -> Any:
        """Turn of the rocker about its own axis."""
        a, b, c, d = self.a, self.b, self.c, self.d
        assert abs((d - a) - (c - b)) < 1e-15
        x, y, z = np.sin(theta) * np.sin(a), -np.cos(theta) * np.sin(a), np.cos(a)  # the axis B
        y, z = np.cos(d) * y + np.sin(d) * z, np.cos(d) * z - np.sin(d) * y  # seen from the frame of D
        f = np.arctan2(np.hypot(x, y), z)
        s = (b + c + f) / 2
        half = np.sqrt(np.sin(a) * np.sin(d)) * np.sin(theta / 2)
        half = half * np.sqrt(np.sin(s - f) / np.sin(s)) / np.sin(s - b)
        return np.arctan2(x, -y) + 2 * side * np.arctan(half)

    def mechanism(self, start: Start) -> Mechanism:
        side, theta, rate = start
        m = Mechanism("spherical change-point")
        arcs = m.parameters(a=self.a, b=self.b, c=self.c, d=self.d)
        links = []
        for name, arc, mass in zip(("crank", "coupler", "rocker"), arcs, (1.0, 2.0, 3.0), strict=False):
            body = m.add(
                Body(name, mass=mass, center=(0, 0, 0.4), inertia=(0.02 * mass, 0.03 * mass, 0.04 * mass))
            )
            links.append((body, body.frame("far", turn=(arc, 0, 0))))
        (crank, B), (coupler, C), (rocker, end) = links
        m.add(Revolute("A", m.ground, crank))
        m.add(Revolute("B", B, coupler))
        m.add(Revolute("C", C, end))
        m.add(Revolute("D", m.ground.frame("D", turn=(arcs[3], 0, 0)), rocker))
        m.add(Gravity("weight", (0, -G, 0)))
        psi = float(self.rocker(side, theta))
        m.start(
            fixed={"A.theta": theta, "A.theta_dot": rate},
            guess={"D.theta": psi, "B.theta": self.coupler_turn(theta, psi)},
        )
        return m

    def coupler_turn(self, theta: float, psi: float) -> float:
        """Turn of the hinge B that leads the coupler to the rocker's end."""
        c, d, a = self.c, self.d, self.a
        x, y, z = np.sin(psi) * np.sin(c), -np.cos(psi) * np.sin(c), np.cos(c)
        y, z = np.cos(d) * y - np.sin(d) * z, np.sin(d) * y + np.cos(d) * z  # in ground
        x, y = np.cos(theta) * x + np.sin(theta) * y, np.cos(theta) * y - np.sin(theta) * x
        y, z = np.cos(a) * y + np.sin(a) * z, np.cos(a) * z - np.sin(a) * y  # in the frame of B
        return float(np.arctan2(x, -y))

    def off_branch(self, run: sarrus.Result, side: int) -> float:
        return apart(run["D.theta"], self.rocker(side, np.asarray(run["A.theta"])))

    def flatness(self, run: sarrus.Result) -> Any:
        return np.sin(np.asarray(run["A.theta"]) / 2)


LINKAGES: dict[str, Linkage] = {
    "1342": FourBar(1, 3, 4, 2),
    "122515": FourBar(1, 2, 2.5, 1.5),
    "1234": FourBar(1, 2, 3, 4),
    "slider-crank": EqualSliderCrank(1.0),
    "spherical": SphericalFourBar(*np.radians([25.0, 75.0, 100.0, 50.0]).tolist()),
}
STARTS: list[Start] = [
    (side, theta, rate) for side in (1, -1) for theta in (1.0, 2.0, -0.7, -2.4) for rate in (0.0, 6.0, -3.0)
]
"""24 of them: from rest, turning over, swinging."""
