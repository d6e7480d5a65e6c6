"""P4, P5 and P6 of spec 06: Bricard's linkage, the flyball governor, the heavy top."""

from __future__ import annotations

import math
import os
from functools import lru_cache

import numpy as np

import sarrus
from oracles.registry import FORMULATIONS, Row, graded, problem
from oracles.sources import IFTOMM, TOP
from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, Spherical, SpringDamper

G = 9.81
TIGHT_LIMIT, NORMAL_LIMIT = 1e-7, 1e-4
CORNERS = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))
AXES = "yzxyzx"
Z_ALONG = {"x": (0, "90 deg", 0), "y": ("-90 deg", 0, 0), "z": (0, 0, 0)}
"""Turns that carry the z axis, about which our revolute turns, into an axis."""
BRICARD = {
    1: (0.274481319265, -0.886707938735, -0.462330002687),
    2: (-0.778135373033, -0.980352683443, -0.197252670617),
    5: (0.999932742302, -0.999999997738, -6.72554360948e-05),
    10: (0.999730987304, -0.999999963826, -0.000268976512265),
}


def bricard(order=range(6)):
    """Five bars along the edges of a cube; `order` is that in which the joints are written."""
    m = Mechanism("Bricard")
    thin, wide = 0.01 / 6, (1 + 0.01) / 12
    for k in range(1, 6):
        begin, end = (np.array(CORNERS[i], float) for i in (k - 1, k))
        inertia = [thin if d else wide for d in end - begin]
        bar = m.add(Body(f"bar{k}", mass=1, center=tuple((end - begin) / 2), inertia=inertia))
        bar.point("end", tuple(end - begin))
        bar.frame("first", turn=Z_ALONG[AXES[k - 1]])
        bar.frame("last", tuple(end - begin), turn=Z_ALONG[AXES[k]])
    m.ground.frame("last", turn=Z_ALONG["y"])
    m.ground.frame("first", CORNERS[5], turn=Z_ALONG["x"])
    sides = ["ground", *(f"bar{k}" for k in range(1, 6)), "ground"]
    for k in order:
        m.add(Revolute(f"J{k}", f"{sides[k]}.last", f"{sides[k + 1]}.first"))
    m.add(Gravity("weight", (0, -G, 0)))
    m.start(fixed={"J0.theta": 0, "J0.theta_dot": 0})
    return m


@lru_cache
def bricard_run(formulation, **settings):
    return sarrus.simulate(bricard(), until=10.0, rows=501, formulation=formulation, **settings)


def energy_of(run):
    return np.asarray(run["energy.kinetic"]) + np.asarray(run["energy.potential"])


@problem(
    "spec 06 P4",
    "Bricard's linkage",
    IFTOMM,
    [
        Row("constraint rows", "1", 30, 0),
        Row("their rank", "1", 29, 0),
        Row("degrees of freedom", "1", 1, 0),
        Row("energy at the start", "J", -29.43, 1e-12),
        *(Row(f"position of P2 at {t} s", "m", p, TIGHT_LIMIT, graded) for t, p in BRICARD.items()),
        Row("energy change over range of potential energy", "1", 0.0, TIGHT_LIMIT),
        Row("largest deviation from the table, default settings", "1", 0.0, NORMAL_LIMIT),
    ],
)
def bricard_linkage():
    report = sarrus.check(bricard())
    yield "constraint rows", report.here.rows
    yield "their rank", report.here.rank
    yield "degrees of freedom", report.freedoms
    for formulation in FORMULATIONS:
        run = bricard_run(formulation, rtol=1e-11, atol=1e-11)
        energy = energy_of(run)
        yield "energy at the start", energy[0]
        yield (
            "energy change over range of potential energy",
            np.abs(energy - energy[0]).max() / np.ptp(run["energy.potential"]),
        )
        for t in BRICARD:
            assert run.t[50 * t] == t
            yield f"position of P2 at {t} s", [run[f"bar2.end.{c}"][50 * t] for c in "xyz"]
        normal = bricard_run(formulation)
        found = np.array([[normal[f"bar2.end.{c}"][50 * t] for c in "xyz"] for t in BRICARD])
        deviation = graded(found, np.array(list(BRICARD.values())))
        yield "largest deviation from the table, default settings", deviation


GOVERNOR = {  # s, al, shaft rate, shaft angle
    0.1: (0.52383647557, 0.49617386908, 6.1037178088, 0.6221066814),
    0.5: (0.74324942479, 0.25949138154, 5.103415422, 2.8076794884),
    1: (0.50142092238, 0.52183330163, 6.2711257419, 5.5863469659),
    2: (0.5059092943, 0.51666379736, 6.2362236144, 11.173267076),
    5: (0.53556310372, 0.48287457659, 6.0224964998, 27.942531991),
    10: (0.61962291706, 0.39007370184, 5.5482036227, 55.935409909),
}
GOVERNED = (("slider height", "m"), ("arm angle", "rad"), ("shaft rate", "rad/s"), ("shaft angle", "rad"))


def governor():
    m = Mechanism("flyball governor")
    thin = 0.3 * 2e-4 / 12
    wide = 0.3 * (1 + 1e-4) / 12
    shaft = m.add(Body("shaft", mass=0.3, center=(0, 0, 0.5), inertia=(wide, wide, thin)))
    slider = m.add(Body("slider", mass=3, inertia=(0.005, 0.005, 0.005)))
    up = (0, "-90 deg", 0)  # x along z: our prismatic slides along x
    m.add(Revolute("bearing", m.ground, shaft))
    m.add(Prismatic("guide", shaft.frame("up", turn=up), slider.frame("up", turn=up)))
    center = (0.3 * 0.5 + 5.0) / 5.3
    across = wide + 0.3 * (center - 0.5) ** 2 + 5.0 * (1 - center) ** 2
    for side, sign, turn in (("right", 1, 0), ("left", -1, "180 deg")):
        arm = m.add(Body(side, mass=5.3, center=(center, 0, 0), inertia=(thin, across, across)))
        shaft.frame(side, (0.05 * sign, 0, 1), turn=(0, 0, turn))
        hinge = shaft.frame(f"{side}-hinge", turn=Z_ALONG["y"], on=side)
        m.add(Revolute(f"{side}-pin", hinge, arm.frame("hinge", turn=Z_ALONG["y"])))
        m.add(
            SpringDamper(
                f"{side}-spring",
                arm.point("middle", (0.5, 0, 0)),
                slider.point(side, (0.05 * sign, 0, 0)),
                stiffness=8e5,
                damping=4e4,
                free_length=0.5,
            )
        )
        m.start(fixed={f"{side}-pin.theta": "30 deg", f"{side}-pin.theta_dot": 0})
    m.add(Gravity("weight", (0, 0, -G)))
    m.start(fixed={"bearing.theta": 0, "bearing.theta_dot": 2 * math.pi, "guide.s": 0.5, "guide.s_dot": 0})
    return m


@lru_cache
def governor_run(formulation, tol=1e-10):
    return sarrus.simulate(governor(), until=10.0, rows=101, formulation=formulation, rtol=tol, atol=tol)


@problem(
    "spec 06 P5",
    "flyball governor, relative coordinates (stiff; an explicit method with small steps)",
    IFTOMM,
    [
        Row(f"{name} at {t:g} s", unit, values[k], TIGHT_LIMIT, graded)
        for t, values in GOVERNOR.items()
        for k, (name, unit) in enumerate(GOVERNED)
    ],
)
def flyball():
    # ten thousand steps: absolute coordinates only in the deep profile
    for formulation in FORMULATIONS if os.environ.get("SARRUS_DEEP") else ("relative",):
        run = governor_run(formulation)
        for t in GOVERNOR:
            names = ("guide.s", "right-pin.theta", "bearing.theta_dot", "bearing.theta")
            for (name, _), quantity in zip(GOVERNED, names, strict=True):
                yield f"{name} at {t:g} s", run[quantity][round(t * 10)]


HEAVY = {  # centre; quaternion (w, x, y, z)
    0.1: (
        (0.421296658925, 0.894571974346, -0.149164700562),
        (0.331822912608, 0.177338056667, 0.914975159139, -0.145826014431),
    ),
    0.2: (
        (0.605550561377, 0.598957681795, -0.52398302743),
        (-0.708279152974, 0.438781088127, 0.545728396145, 0.0893997528239),
    ),
    0.5: (
        (-0.702468297057, -0.0211651847015, -0.711400257652),
        (0.58456062407, -0.700662895412, 0.384325753023, 0.140193078801),
    ),
    1: (
        (0.173343964098, 0.64008859207, -0.748490791134),
        (0.73294398068, -0.278285719338, 0.531824611334, -0.320176142736),
    ),
    2: (
        (-0.150416822746, -0.724165591637, -0.67302226956),
        (0.122947135042, -0.491079892551, 0.350430030343, -0.78798688755),
    ),
}


def heavy_top():
    """In absolute coordinates a body held by a constraint, in relative ones a body with three rotational freedoms."""
    m = Mechanism("heavy top")
    top = m.add(Body("top", mass=15, center=(0, 1, 0), inertia=(0.234375, 0.46875, 0.234375)))
    m.add(Spherical("tip", m.ground, top))
    m.add(Gravity("weight", (0, 0, -G)))
    m.start(fixed={"tip.a1": 0, "tip.a2": 0, "tip.a3": 0})
    m.start(fixed={"tip.a1_dot": 0, "tip.a2_dot": 150, "tip.a3_dot": -4.61538})
    return m


@lru_cache
def top_run(formulation, tol=1e-11):
    return sarrus.simulate(heavy_top(), until=2.0, rows=21, formulation=formulation, rtol=tol, atol=tol)


@problem(
    "spec 06 P6",
    "heavy top",
    TOP,
    [
        Row("energy at the start", "J", 5435.696790866, 1e-9),
        *(Row(f"centre at {t:g} s", "m", r, TIGHT_LIMIT, graded) for t, (r, _) in HEAVY.items()),
        *(Row(f"quaternion at {t:g} s", "1", p, TIGHT_LIMIT, graded) for t, (_, p) in HEAVY.items()),
        Row("spin component, every row", "rad/s", 150.0, TIGHT_LIMIT, graded),
    ],
)
def top():
    for formulation in FORMULATIONS:
        run = top_run(formulation)
        yield "energy at the start", energy_of(run)[0]
        for t, (_, wanted) in HEAVY.items():
            i = round(t * 10)
            yield f"centre at {t:g} s", [run[f"top.center.{c}"][i] for c in "xyz"]
            found = run["top.quaternion"][i]
            yield f"quaternion at {t:g} s", found * np.sign(found @ wanted)  # its sign is arbitrary
        for i in range(len(run.t)):
            axis = np.array([run[f"top.center.{c}"][i] for c in "xyz"])  # 1 m along the body's y axis
            yield "spin component, every row", run["top.w"][i] @ axis
