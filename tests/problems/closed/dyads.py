"""Random planar linkages that fall into triangles: a crank, and groups of two bodies hung on what is there already.

Every group is drawn at a pose that closes: joints have places in the plane first, and bodies get frames there. So the start
is known, and the assembly with it. `KINDS` names a group by its three joints, from what it hangs on to what holds it:
R turns, P slides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from sarrus import (
    Body,
    Gravity,
    Mechanism,
    Prismatic,
    Revolute,
    SpringDamper,
    TorsionalSpringDamper,
)

KINDS = ("RRR", "RRP", "RPR", "PRR", "RPP", "PRP")


@dataclass
class Drawing:
    """A linkage while it is drawn."""

    rng: Random
    m: Mechanism
    bodies: dict[str, tuple[Body, float, float, float]] = field(default_factory=dict)
    guess: dict[str, float] = field(default_factory=dict)
    turning: list[str] = field(default_factory=list)

    def body(self, name: str, x: float, y: float) -> str:
        """A body whose frame stands about there, turned anyhow."""
        mass, size = self.rng.uniform(0.3, 2.0), self.rng.uniform(0.05, 0.2)
        center = [self.rng.uniform(-0.1, 0.1), self.rng.uniform(-0.1, 0.1)]
        made = self.m.add(Body(name, mass=mass, center=center, inertia=mass * size**2))
        self.bodies[name] = (made, x, y, self.rng.uniform(-3.0, 3.0))
        return name

    def frame(self, body: str, label: str, x: float, y: float, angle: float) -> object:
        """A frame on a body, or on ground (""), that stands there in the plane."""
        holder, ox, oy, turn = self.bodies[body] if body else (self.m.ground, 0.0, 0.0, 0.0)
        c, s = math.cos(turn), math.sin(turn)
        at = [c * (x - ox) + s * (y - oy), -s * (x - ox) + c * (y - oy)]
        return holder.frame(label, at=at, turn=angle - turn)

    def joint(self, kind: str, name: str, one: str, two: str, x: float, y: float, along: float = 0.0) -> None:
        """A joint between two bodies at a place, either way round; one that slides does so along an angle."""
        base, follower = (one, two) if self.rng.random() < 0.5 else (two, one)
        if kind == "P":
            F, M = (self.frame(b, f"{name}{i}", x, y, along) for i, b in enumerate((base, follower)))
            self.m.add(Prismatic(name, F, M))
            self.guess[f"{name}.s"] = 0.0
            return
        turns = self.rng.uniform(-3.0, 3.0), self.rng.uniform(-3.0, 3.0)
        F, M = (self.frame(b, f"{name}{i}", x, y, turns[i]) for i, b in enumerate((base, follower)))
        self.m.add(Revolute(name, F, M))
        self.guess[f"{name}.theta"] = turns[1] - turns[0]
        self.turning.append(f"{name}.theta")

    def group(self, number: int, kind: str, on: tuple[str, float, float]) -> list[tuple[str, float, float]]:
        """Two bodies between something that moves and ground; places on them to hang more on."""
        rng, (carrier, x, y) = self.rng, on
        far, way = rng.uniform(0.6, 1.0), rng.uniform(-0.6, 0.6)
        hx, hy = x + far * math.cos(way), y + far * math.sin(way)  # where ground holds the group
        side, up = rng.choice((-1.0, 1.0)), rng.uniform(0.4, 0.6)
        ix, iy = 0.5 * (x + hx) - side * up * math.sin(way), 0.5 * (y + hy) + side * up * math.cos(way)
        one, two = self.body(f"one{number}", ix, iy), self.body(f"two{number}", hx, hy)
        slide = way + rng.uniform(-0.3, 0.3)
        self.joint(
            kind[0], f"on{number}", carrier, one, x, y, slide + 0.5 * math.pi if kind == "PRP" else slide
        )
        between = slide + (0.5 * math.pi if kind == "RPR" else 1.2)
        self.joint(kind[1], f"in{number}", one, two, ix, iy, between)
        self.joint(kind[2], f"held{number}", two, "", hx, hy, slide)
        return [(one, ix + 0.2, iy), (two, hx, hy + 0.3)]


def linkage(seed: int, kinds: tuple[str, ...] | None = None, springs: bool = True) -> Mechanism:
    """A crank with one to three groups on it.

    Args:
        seed: of the drawing.
        kinds: of the groups; drawn where none are given.
        springs: whether springs and dampers act, one of them on a joint.
    """
    rng = Random(seed)
    drawn = Drawing(rng, Mechanism(f"dyads-{seed}", plane="xy"))
    angle, length = rng.uniform(-3.0, 3.0), rng.uniform(0.1, 0.2)
    x, y = length * math.cos(angle), length * math.sin(angle)
    crank = drawn.body("crank", 0.0, 0.0)
    drawn.joint("R", "axle", "", crank, 0.0, 0.0)
    places = [(crank, x, y)]
    for number, kind in enumerate(kinds or [rng.choice(KINDS) for _ in range(rng.randint(1, 3))]):
        places += drawn.group(number, kind, rng.choice(places))
    m = drawn.m
    m.add(Gravity("weight", [0.0, -9.81]))
    if springs:
        body, hx, hy = rng.choice(places[1:])
        end = drawn.frame(body, "hook", hx, hy, 0.0)
        m.add(SpringDamper("spring", m.ground, end, stiffness=20.0, damping=0.5, free_length=0.4))
        at = rng.choice(drawn.turning)
        m.add(TorsionalSpringDamper("coil", at, stiffness=0.5, damping=0.05, free_angle=drawn.guess[at]))
    start = drawn.guess.pop("axle.theta")
    m.start(
        fixed={"axle.theta": start, "axle.theta_dot": rng.uniform(2.0, 6.0)},
        guess={**drawn.guess},
    )
    return m
