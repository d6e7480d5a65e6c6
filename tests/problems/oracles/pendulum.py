"""P1 of spec 06: a point mass on a massless rod, released from the horizontal; and the same swinging for 1000 s."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.special import ellipj, ellipk

import sarrus
from oracles.registry import FORMULATIONS, Row, graded, problem
from oracles.sources import IFTOMM, PROMISE
from sarrus import Body, Gravity, Mechanism, Revolute

G = 9.81
PERIOD = 2.36784194757624
TABLE = {
    1.0: (0.9862917511319, -0.1650108531255, 0.2969055159163, 1.774643641113),
    2.0: (-0.7935661953433, -0.6084839304438, -2.102437874436, 2.741935393011),
    5.0: (-0.9423054350438, -0.334754338414, 0.8579042568859, -2.41492865437),
    9.99: (-0.316436469913, -0.9486137045758, 4.092451991494, -1.36515112024),
    10.0: (-0.2750874625761, -0.9614192050991, 4.175598100952, -1.19474905456),
}
TIGHT = {"rtol": 1e-11, "atol": 1e-11}
NORMAL_LIMIT, TIGHT_LIMIT = 1e-4, 1e-7
QUANTITIES = ("bob.tip.x", "bob.tip.y", "bob.tip.x_dot", "bob.tip.y_dot")
LONG = 1000.0


def pendulum():
    m = Mechanism("pendulum", plane="xy")
    bob = m.add(Body("bob", mass=1, center=(1, 0), inertia=0, points={"tip": (1, 0)}))
    m.add(Revolute("pin", m.ground, bob))
    m.add(Gravity("weight", (0, -G)))
    m.start(fixed={"pin.theta": "180 deg", "pin.theta_dot": 0})
    return m


def exact_phi(t):
    """Angle from the downward vertical: sin(phi/2) = -k sn(K - w t), k^2 = 1/2."""
    sn = ellipj(ellipk(0.5) - np.sqrt(G) * np.asarray(t), 0.5)[0]
    return -2.0 * np.arcsin(np.sqrt(0.5) * sn)


@lru_cache
def run_of(formulation, **settings):
    return sarrus.simulate(pendulum(), until=10.0, rows=1001, formulation=formulation, **settings)


def energy_of(run):
    return np.asarray(run["energy.kinetic"]) + np.asarray(run["energy.potential"])


@problem(
    "spec 06 P1",
    "simple pendulum, tolerances turned down",
    IFTOMM,
    [
        *(Row(f"position at {t:g} s", "m", row[:2], TIGHT_LIMIT, graded) for t, row in TABLE.items()),
        *(Row(f"velocity at {t:g} s", "m/s", row[2:], TIGHT_LIMIT, graded) for t, row in TABLE.items()),
        Row("rod tension at 10 s", "N", 28.2945672061, TIGHT_LIMIT, graded),
        Row("angle after the printed period", "rad", 3.141592653589793, 1e-11),
        Row("largest energy", "J", 0.0, TIGHT_LIMIT * G),
    ],
)
def tight_pendulum():
    for formulation in FORMULATIONS:
        run = run_of(formulation, **TIGHT)
        for t in TABLE:
            i = round(t * 100)
            assert run.t[i] == t
            yield f"position at {t:g} s", [run[q][i] for q in QUANTITIES[:2]]
            yield f"velocity at {t:g} s", [run[q][i] for q in QUANTITIES[2:]]
        yield "rod tension at 10 s", np.linalg.norm(run["pin.reaction"][-1])
        yield "largest energy", np.abs(energy_of(run)).max()
        ended = sarrus.simulate(
            pendulum(), until=PERIOD, rows=2, formulation=formulation, method="rk4", step=PERIOD / 20000
        )
        yield "angle after the printed period", ended["pin.theta"][-1]


@problem(
    "spec 06 P1",
    "simple pendulum, default settings",
    IFTOMM,
    [
        Row("distance from the exact solution, 1001 rows", "m", 0.0, NORMAL_LIMIT),
        Row("largest energy", "J", 0.0, 5e-5),
    ],
)
def normal_pendulum():
    for formulation in FORMULATIONS:
        run = run_of(formulation)
        phi = exact_phi(run.t)
        off = np.hypot(run["bob.tip.x"] - np.sin(phi), run["bob.tip.y"] + np.cos(phi))
        yield "distance from the exact solution, 1001 rows", off.max()
        yield "largest energy", np.abs(energy_of(run)).max()


@problem(
    "long run",
    "pendulum over 1000 s, default settings",
    PROMISE,
    [
        Row("gap at the pin on every row, relative", "m", 0.0, 1e-11),
        Row("gap at the pin on every row, absolute", "m", 0.0, 1e-11),
    ],
)
def long_pendulum():
    for formulation in FORMULATIONS:
        run = sarrus.simulate(pendulum(), until=LONG, rows=1001, formulation=formulation)
        gap = np.hypot(
            run["bob.x"], run["bob.y"]
        )  # the frame of the bob is at the pin, the pin at the origin
        yield f"gap at the pin on every row, {formulation}", gap.max()
