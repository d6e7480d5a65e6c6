"""P3 and P7 of spec 06: Andrews' squeezer and the car axis."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

import sarrus
from oracles.registry import FORMULATIONS, Row, graded, problem, relative
from oracles.sources import IVP
from sarrus import (
    AppliedTorque,
    Body,
    Distance,
    Gravity,
    Mechanism,
    Motion,
    PointOnLine,
    Revolute,
    SpringDamper,
)

TIGHT_LIMIT = 1e-7
ANGLES = {"be": "O", "th": "F", "ga": "B", "ph": "G", "de": "A5", "om": "H", "ep": "A7"}
"""The angles of the source, and the joints whose coordinates they are."""
START = {
    "be": -0.061713890014276448,
    "th": 0.0,
    "ga": 0.45527981916307037,
    "ph": 0.22266839016588588,
    "de": 0.48736497954384256,
    "om": -0.22266839016588588,
    "ep": 1.2305474445498212,
}
SQUEEZED = {  # at t = 0.03 and 0.05
    "be": (15.8107711951537, 33.8258677669545),
    "th": (-15.7563710584118, -33.5834315174639),
    "ga": (0.0408222401196458, 0.113395073812599),
    "ph": (-0.53473011634208, -0.407852865601884),
    "de": (0.524409965879954, 0.526060444916996),
    "om": (0.53473011634208, 0.407852865601884),
    "ep": (1.04808074104194, 1.05690242943496),
    "be'": (1139.92030225911, 1144.53550265385),
    "th'": (-1424.37929517754, -1336.03372265119),
    "ga'": (11.0329119106186, -190.937068604295),
    "ph'": (19.293374105032, -334.317060870865),
    "de'": (0.573569914829502, 0.875865082943015),
    "om'": (-19.293374105032, 334.317060870865),
    "ep'": (0.323179149249131, -39.617288978353),
}
POINT_F = {0.03: (-0.006963039427047, -0.0007183884307191), 0.05: (-0.005208504722297, 0.004676695260311)}
AT_E = {
    3: (199.1753481045, -29.75530997497),
    4: (23.06654361162, 31.45272527577),
    6: (22.64249478639, 11.61739235261),
}


def squeezer():
    """Seven bodies, pins; E joins bodies 2, 3, 4 and 6."""
    m = Mechanism("Andrews' squeezer", plane="xy")
    for name, at in {"A": (-0.06934, -0.00227), "B": (-0.03635, 0.03273), "C": (0.014, 0.072)}.items():
        m.ground.point(name, at)
    data = {
        1: (0.04325, 2.194e-6, (0.00092, 0), {"F": (0.007, 0)}),
        2: (0.00365, 4.410e-7, (-0.0115, 0), {"E": (-0.028, 0)}),
        3: (0.02373, 5.255e-6, (0.01043, -0.01874), {"E": (0, -0.035), "D": (0.02, -0.018)}),
        4: (0.00706, 5.667e-7, (0, -0.00579), {"E": (0, -0.02)}),
        5: (0.07050, 1.169e-5, (0.02308, 0.00916), {"G": (0.04, 0)}),
        6: (0.00706, 5.667e-7, (0.00579, 0), {"E": (0.02, 0)}),
        7: (0.05498, 1.912e-5, (-0.00449, -0.01228), {"H": (0, -0.04)}),
    }
    for k, (mass, inertia, center, points) in data.items():
        m.add(Body(f"b{k}", mass=mass, inertia=inertia, center=center, points=points))
    pins = {
        "O": ("ground", "b1"),
        "F": ("b1.F", "b2"),
        "B": ("ground.B", "b3"),
        "A5": ("ground.A", "b5"),
        "G": ("b5.G", "b4"),
        "A7": ("ground.A", "b7"),
        "H": ("b7.H", "b6"),
    }
    for name, ends in pins.items():
        m.add(Revolute(name, *ends))
    for k in AT_E:
        m.add(Revolute(f"E{k}", "b2.E", f"b{k}.E"))
    m.add(SpringDamper("spring", "ground.C", "b3.D", stiffness=4530, free_length=0.07785))
    m.add(AppliedTorque("drive", "ground", "b1", moment=0.033))
    m.start(fixed={"O.theta": START["be"], "O.theta_dot": 0})
    m.start(guess={f"{joint}.theta": START[a] for a, joint in ANGLES.items() if a != "be"})
    return m


@lru_cache
def squeezed(formulation, tol=1e-11):
    """Six rows, 10 ms apart."""
    return sarrus.simulate(squeezer(), until=0.05, rows=6, formulation=formulation, rtol=tol, atol=tol)


def squeezer_rows():
    yield Row("be'' at the start", "rad/s^2", 14222.443919954114, 1e-11, relative)
    yield Row("th'' at the start", "rad/s^2", -10666.832939965585, 1e-11, relative)
    for k, t in enumerate((0.03, 0.05)):
        for name, values in SQUEEZED.items():
            yield Row(f"{name} at {t} s", "rad/s" if "'" in name else "rad", values[k], TIGHT_LIMIT, relative)
        yield Row(f"point F at {t} s", "m", POINT_F[t], TIGHT_LIMIT, relative)
    for body, force in AT_E.items():
        yield Row(f"force of body 2 on body {body} at E, 0.03 s", "N", force, TIGHT_LIMIT, relative)


@problem("spec 06 P3", "Andrews' squeezer", IVP, squeezer_rows())
def andrews():
    for formulation in FORMULATIONS:
        run = squeezed(formulation)
        for name in ("be", "th"):
            yield f"{name}'' at the start", run[f"{ANGLES[name]}.theta_ddot"][0]
        for t, i in ((0.03, 3), (0.05, 5)):
            assert abs(run.t[i] - t) < 1e-16
            for name in SQUEEZED:
                rate = "_dot" if "'" in name else ""
                yield f"{name} at {t} s", run[f"{ANGLES[name[:2]]}.theta{rate}"][i]
            yield f"point F at {t} s", [run[f"b1.F.{c}"][i] for c in "xy"]
        for body in AT_E:
            yield f"force of body 2 on body {body} at E, 0.03 s", run[f"E{body}.reaction"][3][:2]


EPS = 0.01
CAR = {
    "xl": 0.04934557842752,
    "yl": 0.49698946023,
    "xr": 1.041742524885,
    "yr": 0.3739110272653,
    "xl'": -0.0770583684036,
    "yl'": 0.007446866592022,
    "xr'": 0.01755681575328,
    "yr'": 0.7703410437773,
}
MULTIPLIERS = {"l1": -0.004736886591, "l2": -0.001104680331}
MULTIPLIER_DIGITS = 2e-10


def car_axis():
    """The moving point sits on a lever of length 1 whose angle is driven; the slot of the left mass is square to it."""
    m = Mechanism("car axis", plane="xy")
    lever = m.add(Body("lever", mass=1, inertia=1, points={"tip": (1, 0)}))
    lever.frame("slot", turn="90 deg")
    # The masses are points: their turn is free, and nothing acts on it.
    left, right = (m.add(Body(n, mass=5, inertia=1)) for n in ("left", "right"))
    m.add(Revolute("pin", m.ground, lever))
    m.add(Motion("road", "pin.theta", function="asin(0.1*sin(10*t))"))
    m.add(PointOnLine("slot", lever.slot, left))
    m.add(Distance("axis", right, left, length=1))
    spring = {"stiffness": 1 / EPS**2, "free_length": 0.5}
    m.add(SpringDamper("spring-left", m.ground, left, **spring))
    m.add(SpringDamper("spring-right", lever.tip, right, **spring))
    m.add(Gravity("weight", (0, -1)))
    m.start(fixed={"left.y": 0.5, "right.x": 1, "left.y_dot": 0, "right.x_dot": -0.5})
    m.start(fixed={"left.psi": 0, "right.psi": 0, "left.psi_dot": 0, "right.psi_dot": 0})
    m.start(guess={"left.x": 0, "right.y": 0.5, "left.x_dot": -0.5, "right.y_dot": 0})
    return m


@lru_cache
def driven_over_the_road(formulation, tol=1e-11):
    return sarrus.simulate(car_axis(), until=3.0, rows=31, formulation=formulation, rtol=tol, atol=tol)


@problem(
    "spec 06 P7",
    "car axis at 3 s",
    IVP,
    [
        *(Row(n, "m/s" if "'" in n else "m", v, TIGHT_LIMIT, graded) for n, v in CAR.items()),
        *(Row(n, "1", v, MULTIPLIER_DIGITS) for n, v in MULTIPLIERS.items()),
    ],
)
def car():
    for formulation in FORMULATIONS:
        run = driven_over_the_road(formulation)
        for name in CAR:
            body = {"l": "left", "r": "right"}[name[1]]
            yield name, run[f"{body}.{name[0]}{'_dot' if name.endswith(chr(39)) else ''}"][-1]
        yb = 0.1 * np.sin(30.0)
        along = np.array([np.sqrt(1 - yb**2), yb])
        yield "l1", EPS**2 * (run["slot.reaction"][-1][:2] @ along)
        apart = np.array([run[f"left.{c}"][-1] - run[f"right.{c}"][-1] for c in "xy"])
        yield "l2", EPS**2 * (run["axis.reaction"][-1][:2] @ apart) / 2
