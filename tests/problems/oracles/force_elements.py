"""Spec 05, section 2: loads of single force elements at the reference states of spec 04; printed to 12 digits."""

from __future__ import annotations

import math

import numpy as np

from oracles.beginning import both_begin
from oracles.instant import both_at
from oracles.registry import Row, problem
from oracles.rotations import about, bryant, turn_axes
from oracles.sources import HAHN
from oracles.states import BODIES, planar, recovered, spatial
from sarrus import (
    AppliedForce,
    Body,
    FollowerForce,
    Gravity,
    Mechanism,
    PolynomialSpring,
    Revolute,
    SpringDamper,
    TorsionalSpringDamper,
)

DIGITS_12 = 2e-11
SPRING = {"stiffness": 100, "free_length": 0.4, "damping": 5}


@problem(
    "spec 05 2.1",
    "gravity on a body whose frame is away from its mass centre",
    HAHN,
    [
        Row("force", "N", (0.0, -19.62, 0.0), 1e-13),
        Row(
            "moment about the frame, body axes",
            "N m",
            (1.07598540788, -1.20627838153, -2.09890574831),
            DIGITS_12,
        ),
        Row("power", "W", -6.41096340657, DIGITS_12),
    ],
)
def gravity():
    data = BODIES["i"]
    m = Mechanism("weight")
    m.add(Body("i", mass=2, center=(0.1, -0.05, 0.08), inertia=(1, 1, 1)))
    m.add(Gravity("weight", (0, -9.81, 0)))
    m.start(fixed={f"i.{c}": a for c, a in zip("xyz", data["r"], strict=True)})
    m.start(fixed={f"i.a{k + 1}": a for k, a in enumerate(data["eta"])})
    f = both_at(m)["absolute"].f  # at rest: nothing but the weight
    yield "force", f[:3]
    yield "moment about the frame, body axes", f[3:]
    yield "power", f @ np.array((*data["v"], *data["w"]))


@problem(
    "spec 05 2.2",
    "applied force",
    HAHN,
    [
        Row("moment about the frame, in the plane", "N m", 0.385177541544, DIGITS_12),
        Row("the same force fixed in the body", "N m", 0.385177541544, DIGITS_12),
        Row("moment in space, body axes", "N m", (1.17725412612, 1.03189262748, 0.232528679863), DIGITS_12),
    ],
)
def applied():
    state = planar().add(AppliedForce("F", "i.Q", force=(12 * math.cos(0.9), 12 * math.sin(0.9))))
    yield "moment about the frame, in the plane", state.loads()["i"][2]
    # The direction 0.9 against ground is 0.5 against body i, which stands at 0.4.
    state = planar().add(FollowerForce("F", "i.Q", force=(12 * math.cos(0.5), 12 * math.sin(0.5))))
    yield "the same force fixed in the body", state.loads()["i"][2]
    state = spatial().add(AppliedForce("F", "i.Q", force=(5, -3, 2)))
    yield "moment in space, body axes", state.loads()["i"][3:]


@problem(
    "spec 05 2.3",
    "spring and damper in the plane",
    HAHN,
    [
        Row("length", "m", 0.99533152933, DIGITS_12),
        Row("rate", "m/s", 0.227310635466, DIGITS_12),
        Row("pull", "N", 60.6697061103, 2e-10),
        Row("load on i", "N, N m", (31.9693045459, 51.5633281157, 3.80834564869), 2e-10),
        Row("load on j", "N, N m", (-31.9693045459, -51.5633281157, 11.8668732071), 2e-10),
        Row("power", "W", -13.7908694495, 2e-10),
        Row("pull of the cubic spring", "N", 165.031743054, 1e-9),
    ],
)
def planar_spring():
    state = planar().add(SpringDamper("spring", "i.Q", "j.Q", **SPRING))
    yield "length", state.published("spring.length")
    yield "rate", state.published("spring.rate")
    yield "pull", state.published("spring.magnitude")
    loads = state.loads()
    yield "load on i", loads["i"]
    yield "load on j", loads["j"]
    yield "power", np.concatenate([loads["i"], loads["j"]]) @ state.v
    cubic = PolynomialSpring("spring", "i.Q", "j.Q", coefficients=(100, 0, 500), free_length=0.4)
    yield "pull of the cubic spring", planar().add(cubic).published("spring.magnitude")


@problem(
    "spec 05 2.3",
    "spring and damper in space",
    HAHN,
    [
        Row("length", "m", 1.39097262972, DIGITS_12),
        Row("rate", "m/s", -0.434372614831, DIGITS_12),
        Row("pull", "N", 96.9253998975, 2e-10),
        Row("force on i", "N", (34.4776530802, 74.1144702091, -52.085217567), 2e-10),
        Row("moment on i, body axes", "N m", (5.53164644888, 26.8663790665, 16.8195651408), 2e-10),
        Row("force on j", "N", (-34.4776530802, -74.1144702091, 52.085217567), 2e-10),
        Row("moment on j, body axes", "N m", (26.2880418535, -12.0374864153, 21.5378567074), 2e-10),
        Row("power", "W", 42.101739397, 2e-10),
        Row(
            "generalized forces on the angles of i",
            "N m",
            (-11.2074988577, 26.229478348, 16.8195651408),
            2e-10,
        ),
        Row(
            "generalized forces on the angles of j",
            "N m",
            (31.8364974639, -9.35292408755, 21.5378567074),
            2e-10,
        ),
    ],
)
def spatial_spring():
    state = spatial().add(SpringDamper("spring", "i.Q", "j.Q", **SPRING))
    yield "length", state.published("spring.length")
    yield "rate", state.published("spring.rate")
    yield "pull", state.published("spring.magnitude")
    loads = state.loads()
    yield "power", np.concatenate([loads["i"], loads["j"]]) @ state.v
    for body, load in loads.items():
        yield f"force on {body}", load[:3]
        yield f"moment on {body}, body axes", load[3:]
        angles = BODIES[body]["eta"]
        yield f"generalized forces on the angles of {body}", turn_axes(angles).T @ bryant(angles) @ load[3:]


@problem(
    "spec 05 2.3",
    "short spring, d = (0.03, -0.04), k = 200",
    HAHN,
    [
        Row("force, free length 0", "N", (6.0, -8.0), 1e-13),
        Row("force, free length 0.02", "N", (3.6, -4.8), 1e-13),
    ],
)
def short_spring():
    for free_length in (0.0, 0.02):
        m = Mechanism("short spring", plane="xy")
        m.add(Body("body", mass=1, inertia=1))
        m.ground.point("Q", (0.03, -0.04))
        m.add(SpringDamper("spring", "body", "ground.Q", stiffness=200, free_length=free_length))
        m.start(fixed={"body.x": 0})
        for now in both_begin(m).values():
            yield f"force, free length {free_length:g}", now.vector("body", "_ddot")


TORSION = {"stiffness": 30, "free_angle": 0.1, "damping": 2}
STILL = (0.0, 0.0, 0.0)


@problem(
    "spec 05 2.4",
    "torsional spring and damper",
    HAHN,
    [
        Row("torque on i and on j, in the plane", "N m", (-27.6, 27.6), 1e-13),
        Row("on i in space, body axes", "N m", (15.7793588463, -4.49331270731, -2.52625717493), 1e-10),
        Row("on j in space, body axes", "N m", (-15.28275348, -2.42721728882, 6.00883202491), 1e-8),
        Row("power in space", "W", -13.28, 1e-12),
    ],
)
def torsion():
    state = planar().add(Revolute("J", "i", "j")).add(TorsionalSpringDamper("spring", "J.theta", **TORSION))
    loads = state.loads()
    yield "torque on i and on j, in the plane", (loads["i"][2], loads["j"][2])
    # The revolute configuration of spec 04, 11.3: angle 0.6, its rate 0.8.
    state = recovered(about(0, 0.6), (0.8, 0, 0), (0.25, 0, 0), STILL, STILL, STILL)
    state.add(Revolute("J", "i.Qz", "j.Qz")).add(TorsionalSpringDamper("spring", "J.theta", **TORSION))
    loads = state.loads()
    yield "on i in space, body axes", loads["i"][3:]
    yield "on j in space, body axes", loads["j"][3:]
    yield "power in space", loads["i"] @ state.v[:6] + loads["j"] @ state.v[6:]
