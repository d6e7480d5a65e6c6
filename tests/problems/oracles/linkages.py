"""Linkages whose position is known in closed form (limit 1e-8), and a four-bar that runs for 10 s."""

from __future__ import annotations

import math

import numpy as np

import sarrus
from oracles.registry import FORMULATIONS, Row, problem, rounded
from oracles.sources import EXACT, PROMISE
from sarrus import Body, Gravity, Mechanism, Motion, PointOnLine, Prismatic, Revolute, Rod, Universal

LIMIT = 1e-8
TURNS = 2.0
RATE = 2 * math.pi
"""Driven cranks turn at one turn per second, for two turns."""


def driven(m, formulation, joint="A", function=f"0.3 + {RATE!r}*t", until=TURNS):
    """Kinematics of a mechanism whose joint follows a function of time."""
    m.add(Motion("motor", f"{joint}.theta", function=function))
    return sarrus.kinematics(m, until=until, rows=101, formulation=formulation)


def worst(found, exact):
    return np.abs(np.asarray(found) - exact).max()


@problem(
    "closed form",
    "Scotch yoke, x = r cos(theta)",
    EXACT,
    [
        Row("error of position, every row", "m", 0.0, LIMIT),
        Row("error of velocity, every row", "m/s", 0.0, LIMIT),
        Row("error of acceleration, every row", "m/s^2", 0.0, LIMIT),
    ],
)
def scotch_yoke():
    r = 0.15
    for formulation in FORMULATIONS:
        m = Mechanism("Scotch yoke", plane="xy")
        m.add(Body("crank", Rod(length=r, mass=1)))
        yoke = m.add(Body("yoke", mass=2, inertia=0.01))
        yoke.frame("slot", turn="90 deg")
        m.add(Revolute("A", "ground", "crank.start"))
        m.add(Prismatic("rail", "ground", "yoke"))
        m.add(PointOnLine("slot", "yoke.slot", "crank.end"))
        m.start(guess={"rail.s": r})
        run = driven(m, formulation)
        theta = 0.3 + RATE * run.t
        yield "error of position, every row", worst(run["rail.s"], r * np.cos(theta))
        yield "error of velocity, every row", worst(run["rail.s_dot"], -r * RATE * np.sin(theta))
        yield "error of acceleration, every row", worst(run["rail.s_ddot"], -r * RATE**2 * np.cos(theta))


@problem(
    "closed form",
    "slider-crank, x = r cos(theta) + sqrt(l^2 - r^2 sin^2(theta))",
    EXACT,
    [
        Row("error of position, every row", "m", 0.0, LIMIT),
        Row("error of velocity, every row", "m/s", 0.0, LIMIT),
    ],
)
def slider_crank():
    r, l = 0.2, 0.5
    for formulation in FORMULATIONS:
        m = Mechanism("slider-crank", plane="xy")
        m.add(Body("crank", Rod(length=r, mass=1)))
        m.add(Body("rod", Rod(length=l, mass=1)))
        m.add(Body("slider", mass=1, inertia=0))
        m.add(Revolute("A", "ground", "crank.start"))
        m.add(Revolute("B", "crank.end", "rod.start"))
        m.add(Revolute("C", "rod.end", "slider"))
        m.add(Prismatic("rail", "ground", "slider"))
        m.start(guess={"rail.s": r + l, "B.theta": -0.4})
        run = driven(m, formulation)
        theta = 0.3 + RATE * run.t
        s, c = np.sin(theta), np.cos(theta)
        root = np.sqrt(l**2 - r**2 * s**2)
        yield "error of position, every row", worst(run["rail.s"], r * c + root)
        yield "error of velocity, every row", worst(run["rail.s_dot"], -RATE * (r * s + r**2 * s * c / root))


LENGTHS = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7}
GROUND = 1.0


def four_bar():
    """The crank-rocker of the conventions; links are uniform rods."""
    m = Mechanism("four-bar", plane="xy")
    m.ground.point("D", (GROUND, 0))
    for name, length in LENGTHS.items():
        m.add(Body(name, Rod(length=length, mass=length)))
    m.add(Revolute("A", "ground", "crank.start"))
    m.add(Revolute("B", "crank.end", "coupler.start"))
    m.add(Revolute("C", "coupler.end", "rocker.end"))
    m.add(Revolute("D", "ground.D", "rocker.start"))
    return m


@problem(
    "closed form",
    "crank-rocker four-bar, by the cosine law",
    EXACT,
    [
        Row("error of the rocker angle, every row", "rad", 0.0, LIMIT),
        Row("error of the transmission angle, every row", "rad", 0.0, LIMIT),
    ],
)
def crank_rocker():
    a, b, c = LENGTHS.values()
    for formulation in FORMULATIONS:
        m = four_bar()
        m.start(guess={"D.theta": 1.8, "B.theta": 0.6})
        run = driven(m, formulation)
        theta = 0.3 + RATE * run.t
        x, y = GROUND - a * np.cos(theta), -a * np.sin(theta)  # from B to D
        across = np.hypot(x, y)
        psi = np.arctan2(y, x) + np.pi - np.arccos((across**2 + c**2 - b**2) / (2 * across * c))
        turn = np.asarray(run["rocker.psi"]) - psi
        yield (
            "error of the rocker angle, every row",
            np.abs(np.remainder(turn + np.pi, 2 * np.pi) - np.pi).max(),
        )
        meeting = np.asarray(run["rocker.psi"]) - np.asarray(run["coupler.psi"])
        transmission = np.arccos((b**2 + c**2 - across**2) / (2 * b * c))
        yield "error of the transmission angle, every row", worst(np.arccos(np.cos(meeting)), transmission)


BEND = math.radians(35)


@problem(
    "closed form",
    "Cardan joint between shafts at 35 deg, tan(out) = cos(bend) tan(in)",
    EXACT,
    [
        Row("error of the output angle, every row", "rad", 0.0, LIMIT),
        Row("error of the ratio of speeds, every row", "1", 0.0, LIMIT),
    ],
)
def cardan():
    for formulation in FORMULATIONS:
        m = Mechanism("Cardan joint")
        m.ground.frame("out", turn=(BEND, 0, 0))
        for name in ("input", "output"):
            m.add(Body(name, mass=1, inertia=(0.02, 0.03, 0.04)))
        m.add(Revolute("A", "ground", "input"))
        m.add(Revolute("B", "ground.out", "output"))
        m.add(Universal("cross", "input", "output"))
        m.start(guess={"B.theta": 0.25})
        run = driven(m, formulation)
        theta = 0.3 + RATE * run.t
        out = np.unwrap(np.arctan2(math.cos(BEND) * np.sin(theta), np.cos(theta)))
        yield "error of the output angle, every row", worst(run["B.theta"], out)
        ratio = math.cos(BEND) / (np.cos(theta) ** 2 + (math.cos(BEND) * np.sin(theta)) ** 2)
        yield "error of the ratio of speeds, every row", worst(np.asarray(run["B.theta_dot"]) / RATE, ratio)


ARM, SIDE, CRANK = 1.0, 0.4, 0.4
STRAIGHT = (ARM**2 - SIDE**2) / (2 * CRANK)


def peaucellier():
    """Two arms from O, a rhombus A-P-B-Q, and a crank about C that leads P on a circle through O."""
    m = Mechanism("Peaucellier", plane="xy")
    m.ground.point("C", (CRANK, 0))
    bars = {"OA": ARM, "OB": ARM, "AP": SIDE, "BP": SIDE, "AQ": SIDE, "BQ": SIDE, "CP": CRANK}
    for name, length in bars.items():
        m.add(Body(name, Rod(length=length, mass=1)))
    pins = {
        "C": ("ground.C", "CP.start"),
        "O1": ("ground", "OA.start"),
        "O2": ("ground", "OB.start"),
        "A1": ("OA.end", "AP.start"),
        "A2": ("OA.end", "AQ.start"),
        "B1": ("OB.end", "BP.start"),
        "B2": ("OB.end", "BQ.start"),
        "P1": ("CP.end", "AP.end"),
        "P2": ("CP.end", "BP.end"),
        "Q": ("AQ.end", "BQ.end"),
    }
    for name, ends in pins.items():
        m.add(Revolute(name, *ends))
    near, far = 2 * CRANK, STRAIGHT
    rise = math.acos((ARM**2 + near**2 - SIDE**2) / (2 * ARM * near))
    A = np.array((math.cos(rise), math.sin(rise)))

    def toward(x):
        return math.atan2(-A[1], x - A[0])

    m.start(guess={"O1.theta": rise, "O2.theta": -rise})
    m.start(guess={"A1.theta": toward(near) - rise, "A2.theta": toward(far) - rise})
    m.start(guess={"B1.theta": -toward(near) + rise, "B2.theta": -toward(far) + rise})
    return m


@problem(
    "closed form",
    "Peaucellier's straight line, x = (l^2 - s^2)/(2 c)",
    EXACT,
    [
        Row("distance from the line, every row", "m", 0.0, LIMIT),
        Row("speed across the line, every row", "m/s", 0.0, LIMIT),
        Row("length of the line drawn", "m", rounded(2 * STRAIGHT * math.tan(0.6)), LIMIT),
    ],
)
def straight_line():
    for formulation in FORMULATIONS:
        run = driven(peaucellier(), formulation, "C", "1.2*sin(t)", until=2 * math.pi)
        yield "distance from the line, every row", worst(run["AQ.end.x"], STRAIGHT)
        yield "speed across the line, every row", worst(run["AQ.end.x_dot"], 0.0)
        yield "length of the line drawn", np.ptp(run["AQ.end.y"])


PINS = {
    "A": (("ground", (0.0, 0.0)), ("crank", (0.0, 0.0))),
    "B": (("crank", (0.3, 0.0)), ("coupler", (0.0, 0.0))),
    "C": (("coupler", (0.9, 0.0)), ("rocker", (0.7, 0.0))),
    "D": (("ground", (1.0, 0.0)), ("rocker", (0.0, 0.0))),
}


def place(run, body, point):
    """A body point in ground components, from the published pose alone."""
    if body == "ground":
        return np.tile(point, (len(run.t), 1))
    psi = np.asarray(run[f"{body}.psi"])
    x, y = point
    turned = np.stack([x * np.cos(psi) - y * np.sin(psi), x * np.sin(psi) + y * np.cos(psi)], axis=1)
    return np.stack([run[f"{body}.x"], run[f"{body}.y"]], axis=1) + turned


def open_by(run):
    """Largest gap of any pin on any row."""
    return max(float(np.linalg.norm(place(run, *F) - place(run, *M), axis=1).max()) for F, M in PINS.values())


@problem(
    "long run",
    "four-bar under gravity over 10 s, rtol 1e-9",
    PROMISE,
    [
        *(Row(f"gap at the pins on every row, {f}", "m", 0.0, 1e-12) for f in FORMULATIONS),
        *(Row(f"energy drift over range of potential energy, {f}", "1", 0.0, 1e-9) for f in FORMULATIONS),
    ],
)
def long_four_bar():
    for formulation in FORMULATIONS:
        m = four_bar()
        m.add(Gravity("weight", (0, -9.81)))
        m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 0}, guess={"D.theta": "100 deg"})
        run = sarrus.simulate(m, until=10.0, rows=1001, formulation=formulation, rtol=1e-9, atol=1e-9)
        yield f"gap at the pins on every row, {formulation}", open_by(run)
        energy = np.asarray(run["energy.kinetic"]) + np.asarray(run["energy.potential"])
        drift = np.abs(energy - energy[0]).max() / np.ptp(run["energy.potential"])
        yield f"energy drift over range of potential energy, {formulation}", drift
