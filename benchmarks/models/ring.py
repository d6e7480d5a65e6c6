"""Bars joined end to end from ground back to ground, a regular polygon at the start: one loop through all of them."""

from __future__ import annotations

import math

from sarrus import Body, Gravity, Mechanism, Revolute, Rod, Spherical


def pinned(count: int) -> Mechanism:
    """In the plane, on hinges."""
    m = Mechanism(f"ring of {count}", plane="xy")
    turn = 2 * math.pi / (count + 1)
    side = 2 * math.sin(turn / 2)
    last = "ground"
    for k in range(count):
        m.add(Body(f"bar{k}", Rod(length=side, mass=1)))
        m.add(Revolute(f"pin{k}", last, f"bar{k}.start"))
        last = f"bar{k}.end"
    m.add(Revolute("closing", last, m.ground.point("end", (0, side))))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(guess={"pin0.theta": math.pi / 2, **{f"pin{k}.theta": -turn for k in range(1, count)}})
    return m


def on_balls(count: int) -> Mechanism:
    """In space, on ball joints."""
    m = Mechanism(f"ring of {count} on balls")
    turn = 2 * math.pi / (count + 1)
    side = 2 * math.sin(turn / 2)
    across = side**2 / 12
    last = "ground"
    for k in range(count):
        bar = m.add(Body(f"bar{k}", mass=1, center=(side / 2, 0, 0), inertia=(1e-3, across, across)))
        bar.point("out", (side, 0, 0))
        m.add(Spherical(f"ball{k}", last, f"bar{k}"))
        last = f"bar{k}.out"
    m.add(Spherical("closing", last, m.ground.point("end", (0, side, 0))))
    m.add(Gravity("weight", (0, -9.81, 0)))
    m.start(guess={"ball0.a3": math.pi / 2, **{f"ball{k}.a3": -turn for k in range(1, count)}})
    return m
