"""Mechanisms at any size, mass and place: several may stand in one model, and none should notice the others.

Each kind is moved by springs that give it about the period it is told, whatever its size and mass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

import sarrus
from sarrus import (
    Body,
    Box,
    Mechanism,
    Motion,
    Prismatic,
    Revolute,
    Rod,
    Spherical,
    SpringDamper,
    TorsionalSpringDamper,
)


@dataclass(frozen=True)
class Size:
    """How a mechanism is built.

    Attributes:
        name: put behind the names of its elements.
        length, mass: of its largest body, about [m, kg].
        at: where it stands.
        period: of its motion, about [s].
    """

    name: str
    length: float = 1.0
    mass: float = 1.0
    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    period: float = 1.0

    def point(self, m: Mechanism, name: str, x: float = 0.0, y: float = 0.0, z: float = 0.0):
        """A point on ground, in lengths of the mechanism from where it stands."""
        places = [a + self.length * b for a, b in zip(self.at, (x, y, z), strict=True)]
        return m.ground.point(f"{name}{self.name}", places if m.plane is None else places[:2])

    def rod(self, m: Mechanism, name: str, share: float):
        """A thin bar in the plane, a square one in space."""
        length, mass = share * self.length, share * self.mass
        thin = {"width": 0.1 * length, "height": 0.1 * length}
        solid = Rod(length=length, mass=mass) if m.plane else Box(length=length, mass=mass, **thin)
        return m.add(Body(f"{name}{self.name}", solid))

    @property
    def stiffness(self) -> float:
        """Of a straight spring [N/m]."""
        return self.mass * (2.0 * np.pi / self.period) ** 2

    @property
    def torsional_stiffness(self) -> float:
        """Of a spring on an angle [N m/rad]."""
        return self.stiffness * self.length**2


Start = tuple[dict[str, float], dict[str, float]]
"""Fixed and guessed start values."""


def four_bar(m: Mechanism, s: Size) -> Start:
    """A crank and a rocker, with a spring on the crank."""
    n = s.name
    crank, coupler, rocker = (s.rod(m, k, share) for k, share in (("k", 0.3), ("c", 0.9), ("r", 0.7)))
    m.add(Revolute(f"A{n}", s.point(m, "A"), crank.start))
    m.add(Revolute(f"B{n}", crank.end, coupler.start))
    m.add(Revolute(f"C{n}", coupler.end, rocker.end))
    m.add(Revolute(f"D{n}", s.point(m, "D", 1.0), rocker.start))
    k = 0.1 * s.torsional_stiffness
    m.add(TorsionalSpringDamper(f"t{n}", f"A{n}.theta", stiffness=k, free_angle=0.8))
    return {f"A{n}.theta": 0.5}, {f"B{n}.theta": 0.4, f"D{n}.theta": 1.5}


def slider_crank(m: Mechanism, s: Size) -> Start:
    """A spring draws the slider."""
    n = s.name
    crank, rod = s.rod(m, "k", 0.3), s.rod(m, "r", 0.9)
    slider = m.add(Body(f"s{n}", mass=0.5 * s.mass, inertia=0.01 * s.mass * s.length**2))
    m.add(Revolute(f"A{n}", s.point(m, "A"), crank.start))
    m.add(Revolute(f"B{n}", crank.end, rod.start))
    m.add(Revolute(f"C{n}", rod.end, slider))
    m.add(Prismatic(f"P{n}", s.point(m, "P", 0.1), slider))
    end = s.point(m, "E", 2.0)
    m.add(SpringDamper(f"f{n}", end, slider, stiffness=s.stiffness, free_length=0.9 * s.length))
    return {f"A{n}.theta": 0.9}, {f"B{n}.theta": -1.1, f"P{n}.s": 0.9 * s.length}


def double_pendulum(m: Mechanism, s: Size) -> Start:
    """Two bars with springs on their angles."""
    n = s.name
    upper, lower = s.rod(m, "u", 0.6), s.rod(m, "l", 0.5)
    m.add(Revolute(f"A{n}", s.point(m, "A"), upper.start))
    m.add(Revolute(f"B{n}", upper.end, lower.start))
    for joint, part in (("A", 1.0), ("B", 0.3)):
        k = part * s.torsional_stiffness
        m.add(TorsionalSpringDamper(f"t{joint}{n}", f"{joint}{n}.theta", stiffness=k))
    return {f"A{n}.theta": 0.3, f"B{n}.theta": -0.2}, {}


def driven(m: Mechanism, s: Size) -> Start:
    """A crank that turns evenly, and a rocker."""
    n = s.name
    crank, coupler, rocker = (s.rod(m, k, share) for k, share in (("k", 0.25), ("c", 0.9), ("r", 0.7)))
    m.add(Revolute(f"A{n}", s.point(m, "A"), crank.start))
    m.add(Revolute(f"B{n}", crank.end, coupler.start))
    m.add(Revolute(f"C{n}", coupler.end, rocker.end))
    m.add(Revolute(f"D{n}", s.point(m, "D", 1.0), rocker.start))
    m.add(Motion(f"w{n}", f"A{n}.theta", f"{2.0 * np.pi / s.period!r}*t"))
    return {}, {f"B{n}.theta": 0.8, f"D{n}.theta": 1.5}


def hung(m: Mechanism, s: Size) -> Start:
    """In space: a bar on a ball, its end drawn by two springs."""
    n = s.name
    bar = s.rod(m, "b", 1.0)
    m.add(Spherical(f"A{n}", s.point(m, "A"), bar.start))
    for k, place in enumerate(((1.2, 0.9, 0.1), (1.0, -0.7, 0.8))):
        end = s.point(m, f"E{k}", *place)
        m.add(SpringDamper(f"f{k}{n}", end, bar.end, stiffness=0.3 * s.stiffness, free_length=0.4 * s.length))
    return {f"A{n}.a1": 0.1, f"A{n}.a2": 0.2, f"A{n}.a3": 0.1}, {}


Kind = Callable[[Mechanism, Size], Start]
PLANAR: tuple[Kind, ...] = (four_bar, slider_crank, double_pendulum, driven)
SPATIAL: tuple[Kind, ...] = (hung, double_pendulum)


def model(plane: str | None, *members: tuple[Kind, Size]) -> Mechanism:
    """Mechanisms in one model."""
    m = Mechanism("together", plane=plane) if plane else Mechanism("together")
    fixed: dict[str, float] = {}
    guess: dict[str, float] = {}
    for kind, size in members:
        given = kind(m, size)
        fixed |= given[0]
        guess |= given[1]
    m.start(fixed=fixed, guess=guess)
    return m


def apart(run: sarrus.Result, alone: sarrus.Result, size: Size) -> float:
    """The largest difference between the motion of a mechanism among others and alone: lengths in its own, angles in rad.

    Positions on ground are published to rounding of where they are; that much is allowed.
    """
    worst = 0.0
    for name in alone:
        one, two = alone[name], run[name]
        if one.unit in ("rad", "m"):
            unit = size.length if one.unit == "m" else 1.0
            off = np.abs(one.values - two.values) - 2.3e-16 * np.abs(one.values) * (one.unit == "m")
            worst = max(worst, float(off.max()) / unit)
    return worst


def steps(run: sarrus.Result) -> int:
    """Steps that were made."""
    return int(run.evidence["steps"])


def random_pair(rng: np.random.Generator) -> tuple[str | None, Sequence[tuple[Kind, Size]]]:
    """Two mechanisms: masses 1e-6 to 1e6 kg, lengths 1e-4 to 1e4 m, up to 1e6 m away in each direction."""
    plane = "xy" if rng.random() < 0.7 else None
    kinds = PLANAR if plane else SPATIAL
    found = []
    for k in range(2):
        places = rng.choice([-1.0, 1.0], 3) * 10.0 ** rng.uniform(0, 6, 3) * (rng.random() < 0.8)
        size = Size(
            f"_{k}",
            float(10.0 ** rng.uniform(-4, 4)),
            float(10.0 ** rng.uniform(-6, 6)),
            tuple(float(a) for a in places),
            float(rng.uniform(0.7, 1.4)),
        )
        found.append((kinds[int(rng.integers(len(kinds)))], size))
    return plane, found
