"""Transfer functions do not depend on how a mechanism is described, or in which states: spec 07, section 5, row 18."""

from __future__ import annotations

import math

import numpy as np
import pytest
from linear_nearness import linear, require_near, response
from linear_planar import FOUR_BAR, cart_pole, chain, five_bar, four_bar, ziegler
from linear_spatial import bicycle, governor, top

from sarrus import Body, Gravity, Mechanism, Revolute, Rod

WAITS = pytest.mark.more
CASES = {
    "chain": (lambda: chain(3), ["load.J1.theta"], ["rod2.end.x", "J0.reaction.x"], ["rod0.psi", "rod1.psi", "J2.theta"]),
    "four-bar": (four_bar, ["load.A.theta", "load.D.theta"], ["C.theta", "B.reaction.y"], ["coupler.psi"]),
    "five-bar": (five_bar, ["load.E.theta"], ["AB.end.y", "D.theta", "C.reaction.x"], ["B.theta", "DC.psi"]),
    "cart-pole": (cart_pole, ["push"], ["pole.end.x", "pin.reaction.x"], ["pole.center.x", "pin.theta"]),
    "follower force": (lambda: ziegler(60, 0.5), ["load.A.theta"], ["B.theta", "second.end.y"], ["second.psi", "B.theta"]),
    "five-bar, driven": (lambda: five_bar(-1.2), ["motor.motion_ddot"], ["motor.effort", "C.theta"], ["BC.psi"]),
    "governor": (governor, ["load.shaft.theta"], ["slide.s", "ball1.center.z"], ["shaft.theta", "slide.s"]),
    "top": (lambda: top(120), ["load.ball.a1"], ["ball.a2", "ball.reaction.x"], ["ball.rz", "top.center.x", "top.center.y"]),
    "bicycle": (lambda: bicycle(5.0), ["load.steer.theta"], ["steer.theta", "body.a1"],
                ["axle_f.theta", "front.center.x", "front.center.y", "steer.theta", "body.rz", "axle_r.theta", "body.rx"]),
}  # fmt: skip
SLOW = ("governor", "top", "bicycle")


def points(size):
    """Five complex numbers of about the size of roots."""
    random = np.random.default_rng(7)
    return size * (random.uniform(0.2, 2, 5) + 1j * random.uniform(-2, 2, 5))


def require_same(one, two):
    """The same transfer functions."""
    size = float(abs(one.poles()).max())
    for s in points(size):
        require_near(response(two, s), response(one, s), 1e-8)


@pytest.mark.parametrize("name", [pytest.param(n, marks=WAITS if n in SLOW else []) for n in CASES])
def test_transfer_functions_are_the_same_from_both_formulations_and_other_states_spec07_row18(name):
    make, inputs, outputs, others = CASES[name]
    asked = {"inputs": inputs, "outputs": outputs}
    plain = linear(make(), "relative", **asked)
    assert plain.kind != "along a motion"
    require_same(plain, linear(make(), "absolute", **asked))
    require_same(plain, linear(make(), "relative", states=others, **asked))


def rebuilt_four_bar(angle=0.0, backwards=False, cut="C"):
    """The four-bar of L4 somewhere else, with its parts in another order, and its loop cut at another joint."""
    crank, coupler, rocker = FOUR_BAR["lower, stable"]
    m = Mechanism("four-bar", plane="xy")
    a, b = Body("crank", Rod(length=0.3, mass=0.3)), Body("coupler", Rod(length=0.9, mass=0.9))
    c = Body("rocker", mass=0.7, center=(0.35, 0), inertia=0.0286)
    top_ = c.point("top", (0.7, 0))
    for body in (c, b, a) if backwards else (a, b, c):
        m.add(body)
    m.ground.frame("world", turn=angle)
    joints = {
        "A": Revolute("A", m.ground.frame("A", (0, 0), on="world"), a.start),
        "B": Revolute("B", a.end, b.start),
        "C": Revolute("C", b.end, top_),
        "D": Revolute("D", m.ground.frame("D", (1, 0), on="world"), c),
    }
    order = [n for n in ("DCBA" if backwards else "ABCD") if n != cut] + [cut]
    for n in order:
        m.add(joints[n])
    m.add(Gravity("weight", (9.81 * math.sin(angle), -9.81 * math.cos(angle))))
    angles = {"B.theta": coupler - crank, "C.theta": rocker - coupler, "D.theta": rocker}
    m.start(fixed={"A.theta": crank}, guess={n: v for n, v in angles.items() if n[0] != cut})
    return m


@pytest.mark.parametrize(
    ("angle", "backwards", "cut"), [(0.8, False, "C"), (0, True, "C"), (0, False, "B"), (-2.1, True, "D")]
)
def test_transfer_functions_are_the_same_turned_renumbered_and_cut_elsewhere_spec07_row18(
    angle, backwards, cut
):
    asked = {"inputs": ["load.A.theta"], "outputs": ["C.theta", "D.theta", "B.theta_ddot"]}
    require_same(
        linear(rebuilt_four_bar(), **asked), linear(rebuilt_four_bar(angle, backwards, cut), **asked)
    )
