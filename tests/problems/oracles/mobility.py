"""Spec 04, section 11.4: speeds, rows, rank and freedom of assembled mechanisms."""

from __future__ import annotations

import math

import numpy as np

import sarrus
from oracles.kamman_models import spatial_slider_crank
from oracles.registry import Row, problem
from oracles.sources import HAHN, KAMMAN
from sarrus import Body, Cylindrical, Mechanism, Prismatic, Revolute, Spherical, Universal

BLOCK = (0.01, 0.02, 0.03)
LENGTHS = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7}


def bars(m):
    """Crank, coupler, rocker; frames `turned` stand with x along the normal of the plane, for a universal joint."""
    for name, length in LENGTHS.items():
        body = m.add(Body(name, mass=1, center=(length / 2, 0, 0), inertia=BLOCK))
        body.point("end", (length, 0, 0))
        body.frame("turned", turn=(0, "-90 deg", 0))
        body.frame("turned-end", (length, 0, 0), turn=(0, "-90 deg", 0))


def four_bar(second=Revolute, third=Revolute):
    """A planar four-bar with spatial joints."""
    m = Mechanism("four-bar")
    bars(m)
    side = ("turned-end", "turned") if second is Universal else ("end", "")
    m.add(Revolute("A", "ground", "crank"))
    m.add(second("B", f"crank.{side[0]}", ".".join(filter(None, ("coupler", side[1])))))
    m.add(third("C", "coupler.end", "rocker.end"))
    m.add(Revolute("D", m.ground.point("D", (1, 0, 0)), "rocker"))
    turn = {Revolute: "B.theta", Universal: "B.theta1", Spherical: "B.a3"}[second]
    m.start(fixed={"A.theta": 1.0}, guess={"D.theta": 1.8, turn: -0.6})
    return m


def slider_crank():
    m = Mechanism("slider-crank")
    bars(m)
    m.add(Revolute("A", "ground", "crank"))
    m.add(Revolute("B", "crank.end", "coupler"))
    m.add(Revolute("C", "coupler.end", "rocker"))
    m.add(Prismatic("P", "ground", "rocker"))
    m.start(fixed={"A.theta": 0.7}, guess={"B.theta": -1.0, "P.s": 1.1})
    return m


def released_slider_crank():
    """The spatial slider-crank of spec 05 without its motor: the driver would be one more row."""
    m = spatial_slider_crank()
    free = Mechanism("spatial slider-crank")
    free.ground.frame("line", (0.5, 0, 0.4), turn=("-90 deg", 0, 0))
    for element in (*m.bodies, *m.joints):
        free.add(element)
    free.start(fixed={"crank-pin.theta": 0.6}, guess={"line.s": 0.93, "line.theta": 0.56, "pin.theta": 0.6})
    return free


def collars(on_b=Prismatic, at_a=Revolute):
    """Collar B on a guide along y, collar A on one along x at another height, a bar between them."""
    m = Mechanism("collars")
    turn = (0, 0, "90 deg") if on_b is Prismatic else ("-90 deg", 0, 0)
    m.ground.frame("B", turn=turn)
    m.ground.frame("A", (0, 0, 0.6), turn=(0, "90 deg", 0))
    for name in ("A", "B"):
        m.add(Body(name, mass=1, inertia=BLOCK))
    m.bodies[0].frame("hinge", turn=("90 deg", 0, 0))
    m.add(Body("bar", mass=1, center=(0.5, 0, 0), inertia=BLOCK, points={"end": (1, 0, 0)}))
    m.add(on_b("rail-B", "ground.B", "B"))
    m.add(Cylindrical("rail-A", "ground.A", "A"))
    m.add(Spherical("ball", "B", "bar.end"))
    m.add(at_a("pin", "A.hinge", "bar"))
    m.start(guess={"rail-B.s": 0.5, "rail-A.s": 0.6, "rail-A.theta": 0.3})
    return m


def platform(legs):
    """A platform on legs of two bodies each: universal joint, slider, ball. All joint coordinates are zero at the start."""
    m = Mechanism(f"{legs} legs")
    m.add(Body("platform", mass=5, inertia=(1, 1, 2)))
    for k in range(legs):
        base, top = k * 2 * math.pi / legs, (k + (0.6 if k % 2 else -0.6)) * 2 * math.pi / legs
        begin = np.array((math.cos(base), math.sin(base), 0.0))
        end = np.array((0.6 * math.cos(top), 0.6 * math.sin(top), 1.0))
        z = (end - begin) / np.linalg.norm(end - begin)
        x = np.cross((0.3, 0.5, 0.2), z)
        x /= np.linalg.norm(x)
        y = np.cross(z, x)
        # R = Rx(a1) Ry(a2) Rz(a3) has the columns x, y, z
        turn = (math.atan2(-z[1], z[2]), math.asin(z[0]), math.atan2(-y[0], x[0]))
        half = float(np.linalg.norm(end - begin) / 2)
        m.ground.frame(f"leg{k}", tuple(begin), turn=turn)
        m.bodies[0].frame(f"leg{k}", tuple(end - (0, 0, 1.0)), turn=turn)
        for name in ("lower", "upper"):
            m.add(Body(f"{name}{k}", mass=1, center=(0, 0, half / 2), inertia=BLOCK))
        lower, upper = m.bodies[-2:]
        lower.frame("end", (0, 0, half), turn=(0, "-90 deg", 0))  # our slider moves along x
        upper.frame("start", turn=(0, "-90 deg", 0))
        upper.point("end", (0, 0, half))
        m.add(Universal(f"U{k}", f"ground.leg{k}", f"lower{k}"))
        m.add(Prismatic(f"P{k}", f"lower{k}.end", f"upper{k}.start"))
        m.add(Spherical(f"S{k}", f"upper{k}.end", f"platform.leg{k}"))
    m.start(guess={"P0.s": 0.0})
    return m


CASES = {
    "planar four-bar in space, R R R R": (four_bar, (18, 20, 17, 1)),
    "the same with R S C R": (lambda: four_bar(Spherical, Cylindrical), (18, 17, 17, 1)),
    "the same with R U S R": (lambda: four_bar(Universal, Spherical), (18, 17, 17, 1)),
    "slider-crank in space, R R R P": (slider_crank, (18, 20, 17, 1)),
    "spatial slider-crank, R S C R": (released_slider_crank, (18, 17, 17, 1)),
    "two collars and a bar, P C S R": (collars, (18, 17, 17, 1)),
    "the same with a ball at A": (lambda: collars(at_a=Spherical), (18, 15, 15, 3)),
    "the same with a cylindrical collar B": (lambda: collars(on_b=Cylindrical), (18, 16, 16, 2)),
    "hexapod, 13 bodies": (lambda: platform(6), (78, 72, 72, 6)),
    "test facility, 17 bodies": (lambda: platform(8), (102, 96, 96, 6)),
}


@problem(
    "spec 04 11.4",
    "mobility: speeds of the bodies, rows, rank, freedom",
    HAHN,
    [Row(name, "1", numbers, 0) for name, (_, numbers) in CASES.items()],
)
def mobility():
    for name, (build, _) in CASES.items():
        found = sarrus.check(build()).here
        yield name, (found.unconstrained, found.rows, found.rank, found.speeds)


COUNTS = {
    "Ex. 1: spatial slider-crank": (
        released_slider_crank,
        {"revolute": 10, "cylindrical": 4, "spherical": 3},
        1,
    ),
    "3.1: two collars and a bar": (
        collars,
        {"prismatic": 5, "cylindrical": 4, "spherical": 3, "revolute": 5},
        1,
    ),
    "3.1: with a ball at A": (
        lambda: collars(at_a=Spherical),
        {"prismatic": 5, "cylindrical": 4, "spherical": 6},
        3,
    ),
    "3.1: with a cylindrical collar B": (
        lambda: collars(on_b=Cylindrical),
        {"cylindrical": 8, "spherical": 3, "revolute": 5},
        2,
    ),
}


@problem(
    "spec 05 8.2, 3.1",
    "counting table: freedoms of the bodies, rows by kind of joint, difference",
    KAMMAN,
    [Row(name, "1", (18, *rows.values(), freedom), 0) for name, (_, rows, freedom) in COUNTS.items()],
)
def counting():
    for name, (build, kinds, _) in COUNTS.items():
        found = sarrus.check(build()).counting
        rows = [sum(e.rows for e in found.by_element if e.kind == kind) for kind in kinds]
        yield name, (found.unconstrained, *rows, found.freedom)
