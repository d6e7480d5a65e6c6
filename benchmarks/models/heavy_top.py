"""P6 of spec 06: the heavy top, 1 s of fast spatial rotation."""

from __future__ import annotations

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.problem import Problem, Series
from sarrus import Body, Gravity, Mechanism, Revolute, Spherical

GRAVITY = 9.81
MASS, INERTIA, CENTER = 15.0, (0.234375, 0.46875, 0.234375), (0.0, 1.0, 0.0)
Z_ALONG = {"x": (0, "90 deg", 0), "y": ("-90 deg", 0, 0), "z": (0, 0, 0)}
"""Turns that carry the z axis, about which our revolute turns, into an axis."""
TURNING = (0.0, 150.0, -4.61538)
CENTER_AT_END = (0.173343964098, 0.64008859207, -0.748490791134)
QUATERNION_AT_END = (0.73294398068, -0.278285719338, 0.531824611334, -0.320176142736)  # (w, x, y, z)


def top() -> Mechanism:
    """The model for Sarrus."""
    m = Mechanism("heavy top")
    body = m.add(Body("top", mass=MASS, center=CENTER, inertia=INERTIA))
    m.add(Spherical("tip", m.ground, body))
    m.add(Gravity("weight", (0, 0, -GRAVITY)))
    m.start(fixed={"tip.a1": 0, "tip.a2": 0, "tip.a3": 0})
    m.start(fixed={f"tip.a{k}_dot": rate for k, rate in enumerate(TURNING, start=1)})
    return m


def on_hinges() -> Mechanism:
    """The same with three hinges about x, z and y on massless bodies: the spin is a coordinate of its own."""
    m = Mechanism("heavy top on hinges")
    base = m.ground.frame("tip", turn=Z_ALONG["x"])
    for name, axis, following in (("first", "x", "z"), ("second", "z", "y")):
        body = m.add(Body(name, mass=0, inertia=(0, 0, 0)))
        m.add(Revolute(f"h-{axis}", base, body.frame("own", turn=Z_ALONG[axis])))
        base = body.frame("next", turn=Z_ALONG[following])
    body = m.add(Body("top", mass=MASS, center=CENTER, inertia=INERTIA))
    m.add(Revolute("h-y", base, body.frame("own", turn=Z_ALONG["y"])))
    m.add(Gravity("weight", (0, 0, -GRAVITY)))
    m.start(fixed={f"h-{axis}.theta": 0 for axis in "xyz"})
    m.start(fixed={f"h-{axis}.theta_dot": rate for axis, rate in zip("xyz", TURNING, strict=True)})
    return m


def values(center: Floats, x_axis: Floats) -> Floats:
    """What is compared: the centre, and the body's x axis in the world, which shows the spin."""
    return np.concatenate([center, x_axis], axis=-1)


def x_axis(quaternion: Floats) -> Floats:
    """The first column of the rotation matrices of quaternions, shape (times, 3)."""
    w, x, y, z = np.moveaxis(quaternion, -1, 0)
    return np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], axis=-1)


def read(series: Series) -> Floats:
    """Centre and x axis."""
    center = np.stack([series(f"top.center.{c}") for c in "xyz"], axis=-1)
    return values(center, x_axis(series("top.quaternion")))


HEAVY_TOP = Problem(
    "heavy-top",
    "heavy top, 1 s",
    np.array([1.0]),
    values(np.array([CENTER_AT_END]), x_axis(np.array([QUATERNION_AT_END]))),
    False,
    top,
    read,
)
