"""Random trains of wheels and racks on a carrier that may move, with fitting geometry: every way in which bodies mesh."""

from __future__ import annotations

import math
from typing import Any

from sarrus import (
    AppliedForce,
    AppliedTorque,
    Body,
    Cylindrical,
    Gear,
    Gravity,
    Mechanism,
    Motion,
    Planar,
    Prismatic,
    RackAndPinion,
    Revolute,
    TorsionalSpringDamper,
)

from .values import Draw

KINDS = ("pair", "idler", "planet", "planetary", "fixed ring", "rack", "carried wheel", "rolling wheel")


class Train:
    """A mechanism that grows: frames on the carrier in one skew plane, joints written either way round."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = Draw(seed)
        self.kind = KINDS[seed % len(KINDS)]
        self.planar = draw.chance(0.5)
        self.m = Mechanism(f"train {seed}", plane="xy" if self.planar else None)
        self.angle = {"pressure_angle": draw.uniform(0.1, 0.6)} if draw.chance(0.6) else {}
        self.carrier: Any = self.m.ground
        self.m.ground.frame("w", *self._place())
        if draw.chance(0.5):  # a carrier that turns about a skew axis
            self.carrier = self.body("carrier")
            self.m.add(Revolute("held", self.m.ground.w, self.carrier.w))
            self.m.start(guess={"held.theta": draw.uniform(-1.0, 1.0), "held.theta_dot": draw.uniform(-2, 2)})

    def _place(self) -> tuple[Any, Any]:
        at, turn = self.draw.numbers(3, 0.5), self.draw.numbers(3, 1.2)
        return (at[:2], turn[2]) if self.planar else (at, turn)

    def body(self, name: str) -> Any:
        """A body of any inertia, with a frame w somewhere."""
        draw, size = self.draw, 2 if self.planar else 3
        J = [draw.uniform(0.02, 0.03) for _ in range(3)]
        inertia: Any = J[0] if self.planar else tuple(J)
        center = draw.numbers(size, 0.05)
        body = self.m.add(Body(name, mass=draw.uniform(0.2, 1.5), center=center, inertia=inertia))
        body.frame("w", *self._place())
        return body

    def at(
        self, holder: Any, name: str, x: float, y: float = 0.0, flips: bool = True, turn: float = 0.0
    ) -> Any:
        """A frame in the skew plane of a holder; its axis may point the other way."""
        if self.planar:
            return holder.frame(name, (x, y), turn, on="w")
        z = 0.0 if self.draw.chance(0.5) else self.draw.uniform(-0.05, 0.05)
        flip = math.pi if flips and self.draw.chance(0.3) else 0.0
        return holder.frame(name, (x, y, z), (flip, 0.0, turn), on="w")

    def hinge(self, name: str, frame: Any, body: Any) -> str:
        """A wheel's joint, written either way round; its angle."""
        draw = self.draw
        kind = Cylindrical if not self.planar and draw.chance(0.2) else Revolute
        ends = (frame, body.w) if draw.chance(0.6) else (body.w, frame)
        self.m.add(kind(name, *ends))
        path = f"{name}.theta"
        self.m.start(guess={path: draw.uniform(-2.0, 2.0), f"{path}_dot": draw.uniform(-3.0, 3.0)})
        return path

    def radii(self) -> tuple[float, float]:
        """Outer teeth, or inner ones on either wheel."""
        a, b = sorted(self.draw.uniform(0.05, 0.25) + k for k in (0.0, 0.02))
        return self.draw.pick([(a, b + 0.01), (a, -b - 0.05), (-b - 0.05, a)])


def draw_train(seed: int) -> tuple[Mechanism, str]:
    """The train of a seed, and what it is."""
    train = Train(seed)
    {
        "pair": _pair, "idler": _idler, "planet": _planet, "planetary": _planetary, "fixed ring": _fixed_ring,
        "rack": _rack, "carried wheel": _carried, "rolling wheel": _rolling,
    }[train.kind](train)  # fmt: skip
    _push(train)
    return train.m, f"{train.kind} {'in the plane' if train.planar else 'in space'}"


def _pair(t: Train) -> None:
    a, b = t.radii()
    way, d = t.draw.uniform(-3.0, 3.0), abs(a + b)
    one = t.hinge("one", t.at(t.carrier, "j1", 0.1), t.body("first"))
    two = t.hinge("two", t.at(t.carrier, "j2", 0.1 + d * math.cos(way), d * math.sin(way)), t.body("second"))
    t.m.add(
        Gear("mesh", one, two, first_radius=a, second_radius=b, offset=t.draw.uniform(-0.1, 0.1), **t.angle)
    )


def _idler(t: Train) -> None:
    a, b, c = (t.draw.uniform(0.05, 0.2) for _ in range(3))
    way = t.draw.uniform(-2.0, 2.0)
    one = t.hinge("one", t.at(t.carrier, "j1", 0.0), t.body("first"))
    two = t.hinge("two", t.at(t.carrier, "j2", a + b), t.body("second"))
    frame = t.at(t.carrier, "j3", a + b + (b + c) * math.cos(way), (b + c) * math.sin(way))
    three = t.hinge("three", frame, t.body("third"))
    t.m.add(Gear("mesh", one, two, first_radius=a, second_radius=b, **t.angle))
    t.m.add(Gear("next", two, three, first_radius=b, second_radius=c, **t.angle))


def _arm(t: Train, distance: float) -> tuple[str, str]:
    """An arm on the carrier, and a planet on it."""
    arm = t.body("arm")
    angle = t.hinge("arms", t.at(t.carrier, "ja", 0.0), arm)
    way = t.draw.uniform(-3.0, 3.0)
    frame = t.at(arm, "pin", distance * math.cos(way), distance * math.sin(way))
    return angle, t.hinge("planets", frame, t.body("planet"))


def _planet(t: Train) -> None:
    a, b = t.radii()
    sun = t.hinge("suns", t.at(t.carrier, "js", 0.0), t.body("sun"))
    _, planet = _arm(t, abs(a + b))
    if t.draw.chance(0.5):
        t.m.add(Gear("mesh", sun, planet, first_radius=a, second_radius=b, **t.angle))
    else:
        t.m.add(Gear("mesh", planet, sun, first_radius=b, second_radius=a, **t.angle))


def _planetary(t: Train) -> None:
    a, b = (t.draw.uniform(0.05, 0.2) for _ in range(2))
    sun = t.hinge("suns", t.at(t.carrier, "js", 0.0), t.body("sun"))
    ring = t.hinge("rings", t.at(t.carrier, "jr", 0.0), t.body("ring"))
    _, planet = _arm(t, a + b)
    t.m.add(Gear("mesh", sun, planet, first_radius=a, second_radius=b, **t.angle))
    t.m.add(Gear("around", planet, ring, first_radius=b, second_radius=-a - 2.0 * b, **t.angle))


def _fixed_ring(t: Train) -> None:
    """The carrier of the arm has the teeth."""
    a, b = t.draw.uniform(0.2, 0.3), t.draw.uniform(0.05, 0.15)
    inner = t.draw.chance(0.5)
    arm, planet = _arm(t, a - b if inner else a + b)
    t.m.add(Gear("mesh", arm, planet, first_radius=-a if inner else a, second_radius=b, **t.angle))


def _slide(t: Train, frame: Any, body: Any) -> str:
    ends = (frame, body.w) if t.draw.chance(0.6) else (body.w, frame)
    t.m.add(Prismatic("slide", *ends))
    t.m.start(guess={"slide.s": t.draw.uniform(-0.3, 0.3), "slide.s_dot": t.draw.uniform(-1.0, 1.0)})
    return "slide.s"


def _rack(t: Train) -> None:
    """The rack slides past an axle."""
    slide = _slide(t, t.at(t.carrier, "js", 0.1, 0.2, False, t.draw.uniform(-1.0, 1.0)), t.body("bar"))
    turn = t.hinge("axle", t.at(t.carrier, "jt", -0.1), t.body("wheel"))
    radius = t.draw.uniform(0.05, 0.2) * (1.0 if t.draw.chance(0.5) else -1.0)
    t.m.add(RackAndPinion("mesh", slide, turn, radius=radius, **t.angle))


def _carried(t: Train) -> None:
    """The slide carries the wheel along a rack on the carrier."""
    cart = t.body("cart")
    slide = _slide(t, t.at(t.carrier, "js", 0.1, 0.2, False, t.draw.uniform(-1.0, 1.0)), cart)
    turn = t.hinge("axle", t.at(cart, "jt", -0.1, 0.05), t.body("wheel"))
    radius = t.draw.uniform(0.05, 0.2) * (1.0 if t.draw.chance(0.5) else -1.0)
    t.m.add(RackAndPinion("mesh", slide, turn, radius=radius, **t.angle))


def _rolling(t: Train) -> None:
    """A wheel that a joint lets move in a plane; no pressure angle, nothing holds the distance."""
    t.m.add(Planar("mount", t.at(t.carrier, "jm", 0.1, 0.1), t.body("wheel").w))
    t.m.start(
        guess={f"mount.{c}": t.draw.uniform(-0.5, 0.5) for c in ("x", "y", "theta", "y_dot", "theta_dot")}
    )
    t.m.add(RackAndPinion("mesh", "mount.x", "mount.theta", radius=t.draw.uniform(0.05, 0.2)))


def _push(t: Train) -> None:
    """Gravity, a force, a torque, a spring; now and then a driver on the carrier."""
    draw, size = t.draw, 2 if t.planar else 3
    t.m.add(Gravity("weight", draw.numbers(size, 9.0)))
    last = t.m.bodies[-1]
    t.m.add(AppliedForce("push", last.w, force=draw.numbers(size, 5.0)))
    moment: Any = draw.uniform(-3.0, 3.0) if t.planar else draw.numbers(3, 3.0)
    t.m.add(AppliedTorque("twist", t.m.ground, last.w, moment=moment))
    end = t.m.constraints[0].at[-1]
    t.m.add(TorsionalSpringDamper("wind", end, stiffness=2.0, damping=0.1, free_angle=0.3))
    if t.carrier is not t.m.ground and draw.chance(0.5):
        t.m.guess.pop("held.theta_dot")
        t.m.add(Motion("motor", "held.theta", "0.3 + 1.5*t + t**2"))
    elif draw.chance(0.3):
        path = t.m.constraints[0].at[0]
        t.m.add(Motion("motor", path, "0.2 + 2*t + t**2"))
