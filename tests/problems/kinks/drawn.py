"""Random mechanisms whose laws change on the way: pulses, ropes, stops, one-sided springs; each far shorter than a step."""

from __future__ import annotations

import random

from sarrus import (
    AppliedForce,
    Body,
    BumpStop,
    Gravity,
    Mechanism,
    PolynomialSpring,
    Prismatic,
    Revolute,
    Rod,
    Rope,
    TableSpring,
)

UNTIL = 10.0


def drawn(seed: int) -> Mechanism:
    """One of them; even seeds slide, odd ones swing."""
    r = random.Random(seed)
    m = Mechanism(f"kinks-{seed}", plane="xy")
    bodies = _swinging(m, r) if seed % 2 else _sliding(m, r)
    for k in range(r.randint(1, 2)):
        _pulse(m, r, k, bodies)
    return m


def _pulse(m: Mechanism, r: random.Random, k: int, bodies: list[str]) -> None:
    begin, size = round(r.uniform(0.5, 8.0), 3), round(r.uniform(-20, 20), 2)
    end = round(begin + r.uniform(0.02, 0.2), 3)
    written = [
        f"({size} if t < {end} else 0) if t > {begin} else 0",
        f"max(0, {size} * (t - {begin}) * ({end} - t)) * 100",
        f"{size} if abs(t - {begin}) < {end - begin} else 0",
    ][r.randrange(3)]
    m.add(AppliedForce(f"pulse{k}", r.choice(bodies), force=(written, 0)))


def _sliding(m: Mechanism, r: random.Random) -> list[str]:
    """One or two blocks on a line between stops, coupled by ropes."""
    names = ["one", "two"][: r.randint(1, 2)]
    for k, name in enumerate(names):
        m.add(Body(name, mass=r.uniform(0.5, 2.0), inertia=1.0))
        m.add(Prismatic(f"guide_{name}", "ground", name))
        m.start(fixed={f"guide_{name}.s": k + r.uniform(-0.1, 0.1), f"guide_{name}.s_dot": r.uniform(-2, 2)})
    wall = r.uniform(3.0, 6.0)
    for side, at in (("left", -wall - 50.0), ("right", wall + 50.0)):
        m.ground.point(side, (at, 0.0))
        end = "one" if side == "left" else names[-1]
        damping = r.choice([0.0, r.uniform(1, 30)])
        stiffness = r.uniform(200, 5000)
        m.add(
            BumpStop(
                f"stop_{side}", f"ground.{side}", end, stiffness=stiffness, damping=damping, free_length=50
            )
        )
    if len(names) == 2:
        m.add(Rope("rope", "one", "two", stiffness=r.uniform(50, 500), free_length=r.uniform(1.2, 2.0)))
        m.add(BumpStop("between", "one", "two", stiffness=r.uniform(200, 2000), free_length=0.3))
    return names


def _swinging(m: Mechanism, r: random.Random) -> list[str]:
    """A pendulum that meets a stop, or hangs on a one-sided spring."""
    length = r.uniform(0.5, 1.5)
    m.add(Body("bar", Rod(length=length, mass=r.uniform(0.5, 2.0))))
    m.add(Revolute("pin", "ground", "bar.start"))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"pin.theta": r.uniform(-1.0, 1.0), "pin.theta_dot": r.uniform(-3, 3)})
    kind = r.randrange(3)
    if kind == 0:
        m.ground.point("peg", (r.uniform(-0.4, 0.4), -length))
        m.add(BumpStop("stop", "ground.peg", "bar.end", stiffness=r.uniform(300, 3000), free_length=0.15))
    elif kind == 1:
        m.ground.point("hook", (length, length))
        m.add(Rope("rope", "ground.hook", "bar.end", stiffness=r.uniform(50, 500), free_length=2.2 * length))
    else:
        m.ground.point("hook", (0.0, length))
        points = [(-1.0, -20.0), (0.0, 0.0), (0.3, 2.0), (1.0, 60.0)]
        m.add(TableSpring("spring", "ground.hook", "bar.end", points=points, free_length=1.6 * length))
        m.add(
            PolynomialSpring("beside", "ground.hook", "bar.end", coefficients=(0.0, 2.0), free_length=length)
        )
    return ["bar"]
