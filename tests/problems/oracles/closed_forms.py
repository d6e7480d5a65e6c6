"""Motions that have a closed form: pendulum, tumbling body, precessing top, spring-mass chain; limit 1e-8."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ellipj, ellipk

import sarrus
from oracles.registry import FORMULATIONS, Row, problem, rounded
from oracles.rotations import of_quaternion
from oracles.sources import EXACT
from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, Rod, Spherical, SpringDamper

G = 9.81
LIMIT = 1e-8
TIGHT = {"rtol": 1e-11, "atol": 1e-11}
AMPLITUDES = (30, 120, 175)
LENGTH = 0.8


def swing_period(amplitude):
    """Uniform rod hung at its end: T = 4 K(sin^2(amplitude/2)) sqrt(2 l/(3 g))."""
    return 4.0 * float(ellipk(math.sin(math.radians(amplitude) / 2) ** 2)) * math.sqrt(2 * LENGTH / (3 * G))


@problem(
    "closed form",
    "uniform rod swinging at its end",
    EXACT,
    [Row(f"period, amplitude {a} deg", "s", rounded(swing_period(a)), LIMIT) for a in AMPLITUDES],
)
def swinging_rod():
    for a in AMPLITUDES:
        m = Mechanism("rod", plane="xy")
        m.add(Body("rod", Rod(length=LENGTH, mass=0.7)))
        m.add(Revolute("pin", "ground", "rod.start"))
        m.add(Gravity("weight", (0, -G)))
        m.start(fixed={"pin.theta": math.radians(a - 90), "pin.theta_dot": 0})
        for formulation in FORMULATIONS:
            quarter = swing_period(a) / 4
            run = sarrus.simulate(m, until=quarter, rows=2, formulation=formulation, **TIGHT)
            late = (run["pin.theta"][-1] + math.pi / 2) / run["pin.theta_dot"][
                -1
            ]  # since it hung straight down
            yield f"period, amplitude {a} deg", 4 * (quarter - late)


MOMENTS = (0.3, 0.5, 0.7)
TUMBLE = (0.2, 0.0, 1.9)
TUMBLE_TIMES = (1, 5, 10)


def tumbling(t):
    """Angular velocity in body components, started in the plane of the axes 1 and 3, 2T I2 < h^2:

    w = (w1 cn u, w2 sn u, w3 dn u),   u = p t     (Whittaker 1937, section 69; signs from Euler's equations)
    """
    A, B, C = MOMENTS
    w1, _, w3 = TUMBLE
    p = w3 * math.sqrt((C - B) * (C - A) / (A * B))
    amplitude = w1 * math.sqrt(A * (C - A) / (B * (C - B)))
    modulus = (w1 / w3) ** 2 * A * (B - A) / (C * (C - B))
    sn, cn, dn, _ = ellipj(p * t, modulus)
    return (w1 * float(cn), amplitude * float(sn), w3 * float(dn))


@problem(
    "closed form",
    "free rigid body, Euler's equations by Jacobi's functions",
    EXACT,
    [
        *(
            Row(f"angular velocity at {t} s, body axes", "rad/s", rounded(tumbling(t)), LIMIT)
            for t in TUMBLE_TIMES
        ),
        Row("change of angular momentum, every row", "kg m^2/s", 0.0, LIMIT),
        Row("change of the quaternion's length, every row", "1", 0.0, 1e-12),
    ],
)
def free_body():
    m = Mechanism("free body")
    m.add(Body("body", mass=1.3, inertia=MOMENTS))
    m.start(fixed={f"body.a{k + 1}": 0 for k in range(3)})
    m.start(fixed={f"body.a{k + 1}_dot": w for k, w in enumerate(TUMBLE)})
    for formulation in FORMULATIONS:
        run = sarrus.simulate(m, until=10.0, rows=101, formulation=formulation, **TIGHT)
        start = np.array(MOMENTS) * TUMBLE
        for i, t in enumerate(run.t):
            R = of_quaternion(run["body.quaternion"][i])
            w = R.T @ run["body.w"][i]
            if t in TUMBLE_TIMES:
                yield f"angular velocity at {t:g} s, body axes", tuple(w)
            h = R @ (MOMENTS * w)
            yield "change of angular momentum, every row", np.abs(h - start).max()
        stretch = np.linalg.norm(run["body.quaternion"], axis=1) - 1
        yield "change of the quaternion's length, every row", np.abs(stretch).max()


TOP = {"mass": 2.0, "arm": 0.3, "across": 0.25, "along": 0.04, "tilt": 0.5, "spin": 60.0}


def precession():
    """Slow root of A W^2 cos(tilt) - C w3 W + m g l = 0, A about the fixed point."""
    a = TOP["across"] * math.cos(TOP["tilt"])
    b = TOP["along"] * TOP["spin"]
    c = TOP["mass"] * G * TOP["arm"]
    return 2 * c / (b + math.sqrt(b * b - 4 * a * c))


@problem(
    "closed form",
    "steady precession of a symmetric top",
    EXACT,
    [
        Row("rate of precession over 5 s", "rad/s", rounded(precession()), LIMIT),
        Row("nutation: change of tilt, every row", "rad", 0.0, LIMIT),
    ],
)
def steady_top():
    tilt, rate = TOP["tilt"], precession()
    m = Mechanism("top")
    central = TOP["across"] - TOP["mass"] * TOP["arm"] ** 2
    inertia = (central, central, TOP["along"])
    top = m.add(Body("top", mass=TOP["mass"], center=(0, 0, TOP["arm"]), inertia=inertia))
    m.add(Spherical("tip", m.ground, top))
    m.add(Gravity("weight", (0, 0, -G)))
    m.start(fixed={"tip.a1": tilt, "tip.a2": 0, "tip.a3": 0})
    m.start(fixed={"tip.a1_dot": 0, "tip.a2_dot": rate * math.sin(tilt), "tip.a3_dot": TOP["spin"]})
    for formulation in FORMULATIONS:
        run = sarrus.simulate(m, until=5.0, rows=101, formulation=formulation, **TIGHT)
        x, y, z = (np.asarray(run[f"top.center.{c}"]) for c in "xyz")
        turned = np.unwrap(np.arctan2(y, x))
        yield "rate of precession over 5 s", (turned[-1] - turned[0]) / 5.0
        yield "nutation: change of tilt, every row", np.abs(np.arctan2(np.hypot(x, y), z) - tilt).max()


MASSES, STIFFNESS = (1.0, 2.5), (40.0, 15.0, 60.0)
MODES_AT = (1, 10)


def chain(t):
    """Two masses between walls on three springs, by the modes of M^-1/2 K M^-1/2."""
    k1, k2, k3 = STIFFNESS
    root = np.sqrt(MASSES)
    K = np.array([[k1 + k2, -k2], [-k2, k2 + k3]]) / np.outer(root, root)
    squares, modes = np.linalg.eigh(K)
    start = modes.T @ (root * np.array((0.1, -0.05)))
    return tuple((modes @ (np.cos(np.sqrt(squares) * t) * start) / root).tolist())


@problem(
    "closed form",
    "two masses on three springs, by their modes",
    EXACT,
    [Row(f"displacements at {t} s", "m", rounded(chain(t)), LIMIT) for t in MODES_AT],
)
def spring_chain():
    m = Mechanism("chain", plane="xy")
    places = (0.0, 1.0, 2.0, 3.0)
    left, right = (m.ground.point(n, (x, 0)) for n, x in (("left", places[0]), ("right", places[-1])))
    ends = [left]
    for k, mass in enumerate(MASSES):
        cart = m.add(Body(f"cart{k}", mass=mass, inertia=1))
        m.add(Prismatic(f"rail{k}", m.ground.point(f"rest{k}", (places[k + 1], 0)), cart))
        ends.append(cart)
    ends.append(right)
    for k, stiffness in enumerate(STIFFNESS):
        m.add(SpringDamper(f"spring{k}", ends[k], ends[k + 1], stiffness=stiffness, free_length=1))
    m.start(fixed={"rail0.s": 0.1, "rail1.s": -0.05, "rail0.s_dot": 0, "rail1.s_dot": 0})
    for formulation in FORMULATIONS:
        run = sarrus.simulate(m, until=10.0, rows=11, formulation=formulation, **TIGHT)
        for t in MODES_AT:
            yield f"displacements at {t} s", [run[f"rail{k}.s"][t] for k in (0, 1)]
