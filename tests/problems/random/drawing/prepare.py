"""From a seed to a mechanism that is ready to be asked."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

from sarrus import Mechanism
from sarrus.analysis.assembly.start import Start, find_start
from sarrus.analysis.rank.mobility import constraint_matrix, massless_motion, scaled
from sarrus.solvers.rank import rank_report
from sarrus.solvers.status import Status

from .bodies import draw_plain, draw_solid
from .build import build
from .items import draw_on_coordinates, draw_on_frames, mobility, taken
from .joints import draw_crooked, draw_joints, draw_twin
from .plan import Blueprint
from .values import Draw

# Frames that hold equations are not shown when a test fails: an expression prints itself in full.
__tracebackhide__ = True

SIZES = {
    "plane": (0.42, 0.36, 0.14, 0.04, 0.01, 0.01, 0.003, 0.003, 0.003, 0.003, 0.003, 0.005),
    "space": (0.66, 0.27, 0.05, 0.01, 0.002, 0.002, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001),
}
"""How often there are one, two, three, ... bodies: small ones find most and cost least."""


@cache
def draw_blueprint(seed: int) -> Blueprint:
    """The mechanism of a seed."""
    draw = Draw(seed)
    family = ("plane", "space", "flat")[draw.count(0.75, 0.14, 0.11)]
    planar = family == "plane"
    n = draw.count(*SIZES["plane" if planar else "space"]) + 1
    afloat = n > 1 and draw.chance(0.12)
    t = 0.0 if draw.chance(0.6) else draw.uniform(0.1, 1.0)
    joints = draw_joints(draw, n, family, afloat)
    on_frames = draw_on_frames(draw, n, joints, planar, afloat)
    spare = mobility(n, joints, planar) - sum(taken(item.kind) for item in on_frames)
    on_coordinates = draw_on_coordinates(draw, joints, planar, spare, t)
    able = [j for j in joints if j.kind.rows]
    if able and draw.chance(0.15):
        twin = draw_twin(draw, draw.pick(able), planar)
        joints.append(draw_crooked(draw, twin, planar) if draw.chance(0.25) else twin)
    return Blueprint(
        seed,
        family,
        afloat,
        t,
        tuple(draw.pose(planar) for _ in range(n)),
        tuple(draw_solid(draw, planar) for _ in range(n)),
        tuple(joints),
        (*on_frames, *on_coordinates),
        {(i, k): draw.uniform(-2, 2) for i, j in enumerate(joints) for k in range(len(j.coordinates))},
        tuple(draw.numbers(6, 1.0) for _ in range(n)),
    )


def prepared(seed: int) -> tuple[Blueprint, Start]:
    """The blueprint of a seed with its start.

    Drivers go where loops leave them no freedom of their own: they would contradict each other. Where a motion without
    inertia is free (a thin rod between balls), every body is given inertia.
    """
    plan = draw_blueprint(seed)
    found = find_start(build(plan).snapshot(), plan.t)
    if any(item.drives for item in plan.items) and not drivers_are_free(plan, found):
        plan = replace(plan, items=tuple(item for item in plan.items if not item.drives))
        found = find_start(build(plan).snapshot(), plan.t)
    assert_closed(found)
    if massless_motion(found.equations, plan.t, found.x):
        draw = Draw(seed)
        plan = replace(plan, solids=tuple(draw_plain(draw, plan.planar) for _ in plan.poses))
        found = closed(build(plan), plan.t)
    return plan, found


def drivers_are_free(plan: Blueprint, found: Start) -> bool:
    """Whether the rows of the drivers are independent of all others."""
    e = found.equations
    drivers = {f"e{i}" for i, item in enumerate(plan.items) if item.drives}
    G = scaled(e, constraint_matrix(e, plan.t, found.x))
    others = [k for k, row in enumerate(e.rows) if row.owner not in drivers]
    return rank_report(G).rank == (rank_report(G[others]).rank if others else 0) + len(drivers)


def closed(m: Mechanism, t: float) -> Start:
    """The start, which must be found without moving a coordinate: everything holds already."""
    found = find_start(m.snapshot(), t)
    assert_closed(found)
    return found


def assert_closed(found: Start) -> None:
    assert found.status is Status.OK, found.message
    moved = {n: b - a for n, (a, b) in found.moved.items() if not n.endswith("_dot")}
    assert all(abs(math.remainder(d, 2 * math.pi)) < 1e-9 for d in moved.values()), moved
