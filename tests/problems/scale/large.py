"""Large mechanisms that the tests of this folder share, simple enough to know everything about them."""

from __future__ import annotations

import sarrus
from sarrus import Body, Box, Gravity, Mechanism, Revolute, Rod

TURNS = ((0, 0, 0), ("90 deg", 0, 0), (0, "90 deg", 0))


def chain(count):
    """Bodies on hinges that turn about changing axes, the first on ground."""
    m = Mechanism("chain")
    last = "ground"
    for k in range(count):
        body = m.add(Body(f"link{k}", mass=1, center=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1)))
        body.frame("out", (1, 0, 0), TURNS[k % 3])
        m.add(Revolute(f"hinge{k}", last, f"link{k}"))
        last = f"link{k}.out"
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def rods(count, last="Revolute"):
    """A chain of thin rods, which have no inertia about their axes; on hinges that hold this turn, but for the last."""
    m = Mechanism("rods")
    end = "ground"
    for k in range(count):
        m.add(Body(f"rod{k}", Rod(length=1, mass=1)))
        joint = getattr(sarrus, last) if k == count - 1 else Revolute
        m.add(joint(f"hinge{k}", end, f"rod{k}.start"))
        end = f"rod{k}.end"
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def four_bars(count, on=None):
    """Spatial four-bars, each with three rows too many, side by side on ground or each on the coupler of the last one."""
    m = Mechanism("four-bars")
    base, at = m.ground, "ground"
    fixed, guess = {}, {}
    for k in range(count):
        if k == 0 or not on:
            base, at = m.ground, "ground"
        base.point(f"A{k}", (0.2 * k if base is m.ground else 0.1, 0, 0))
        base.point(f"D{k}", ((0.2 * k if base is m.ground else 0.1) + 1.0, 0, 0))
        bars = [
            m.add(Body(f"{name}{k}", Box(length=l, width=0.1 * l, height=0.1 * l, mass=l)))
            for name, l in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7))
        ]
        m.add(Revolute(f"A{k}", f"{at}.A{k}", f"crank{k}.start"))
        m.add(Revolute(f"B{k}", f"crank{k}.end", f"coupler{k}.start"))
        m.add(Revolute(f"C{k}", f"coupler{k}.end", f"rocker{k}.end"))
        m.add(Revolute(f"D{k}", f"{at}.D{k}", f"rocker{k}.start"))
        fixed[f"A{k}.theta"], guess[f"D{k}.theta"] = 1.0 + 0.01 * k, 1.7
        fixed[f"A{k}.theta_dot"] = 0.1 * k
        base, at = bars[1], f"coupler{k}"
    m.start(fixed=fixed, guess=guess)
    return m


def ring(count):
    """Bodies on hinges about z around a polygon, spatial, so that its closure has three rows too many."""
    m = Mechanism("ring")
    step = f"{360 / (count + 1)} deg"
    last = "ground"
    for k in range(count):
        body = m.add(Body(f"link{k}", mass=1, center=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1)))
        body.frame("out", (1, 0, 0))
        m.add(Revolute(f"hinge{k}", last, f"link{k}"))
        last = f"link{k}.out"
    m.ground.frame("back", (-1, 0, 0))
    m.add(Revolute("closing", last, "ground.back"))
    m.start(guess={f"hinge{k}.theta": step for k in range(count)})
    return m
