"""Random mechanisms: the same motion and the same reactions, whichever way they are asked for.

Tolerances are those of CONVENTIONS section 5: 1e-10 of the largest magnitude where the condition of the scaled rows is
at most 1e6, 1e-8 up to 1e8; seeds that are worse are listed by name, so their number cannot grow unseen.
`SARRUS_DEEP=1` asks for ten times as many, and for every way of writing each of them down.
"""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from sarrus.analysis.mobility import mobility
from sarrus.analysis.start import in_formulation
from sarrus.elements.forces.base import Bulk, Line, Own, Pair, Point
from sarrus.spatial import Pose, Vec3, from_bryant, rot_z
from sarrus.spatial.rotation import from_axis_angle

DEEP = bool(os.environ.get("SARRUS_DEEP"))
COUNT = 1000 if DEEP else 100
SEEDS = [pytest.param(s, id=f"seed{s}") for s in range(COUNT)]
LOOKS = ("renumbered", "swapped", "turned")
ILL_CONDITIONED: frozenset[int] = frozenset()
"""Seeds whose scaled rows have a condition above 1e8: they are judged by no tolerance."""


def tolerance(condition, seed):
    """What CONVENTIONS section 5 promises, relative to the largest magnitude."""
    assert condition <= 1e8 or seed in ILL_CONDITIONED, f"condition {condition:.3g}"
    return 1e-10 if condition <= 1e6 else 1e-8 if condition <= 1e8 else math.inf


def accelerations(instant):
    """Every second derivative that is published."""
    return {n: v for n, v in instant.values.items() if n.endswith(("_ddot", ".alpha"))}


def reactions(instant):
    """Every load of a joint or driver."""
    return {n: v for n, v in instant.values.items() if n.endswith((".reaction", ".torque", ".effort"))}


def unique(loads, not_unique):
    """Loads with the components that are not determined left out."""
    return {
        f"{n}.{a}" if len(v) > 1 else n: x
        for n, v in loads.items()
        for a, x in zip("xyz", v, strict=False)
        if (f"{n}.{a}" if len(v) > 1 else n) not in not_unique
    }


def largest(values):
    """Largest magnitude; at least 1 (m/s^2, N): the size of what was drawn, for mechanisms that cannot move."""
    return max([1.0, *(float(np.abs(v).max()) for v in values.values())])


def both(workshop, solve, seed):
    plan, found = workshop.prepared(seed)
    return plan, {name: solve(*in_formulation(found, name)) for name in ("relative", "absolute")}


@pytest.mark.parametrize("seed", SEEDS)
def test_random_mechanism_obeys_mechanics(workshop, solve, published, seed):
    """One drawing, several questions: drawing and tracing cost far more than asking."""
    plan, at = both(workshop, solve, seed)
    relative, absolute = at["relative"], at["absolute"]
    rtol = tolerance(max(relative.condition, absolute.condition), seed)
    open_ = mobility(absolute.equations, 0.0, absolute.x).not_unique
    one, two = accelerations(relative), accelerations(absolute)
    assert one.keys() == two.keys()
    worst = max(float(np.abs(one[n] - two[n]).max()) for n in one)
    assert worst <= rtol * largest(two), f"accelerations of the formulations differ by {worst}"
    one, two = unique(reactions(relative), open_), unique(reactions(absolute), open_)
    worst = max((abs(one[n] - two[n]) for n in one), default=0.0)
    assert worst <= rtol * largest(two), f"reactions of the formulations differ by {worst}"
    for instant in at.values():
        assert_momentum(plan, instant, workshop, rtol)
        assert_power(instant, published)
    for kind in LOOKS if DEEP else LOOKS[seed % 3 : seed % 3 + 1]:
        assert_same_however_written(workshop, solve, plan, relative, rtol, open_, kind)


def assert_power(instant, published):
    """d/dt of energy = supplied - lost, along the state's own derivative.

    Central differences with steps h and h/2, extrapolated: error h^4 of the fifth derivative, about 1e-12 here, and
    rounding of the energies over h, 1e-12 of them.
    """
    e, h = instant.equations, 1e-3
    still = np.zeros(len(e.speeds)), np.zeros(len(e.rows))

    def energy(step):
        v = published(e, instant.t + step, instant.x + step * instant.xdot, *still)
        return float(v["energy.kinetic"][0] + v["energy.potential"][0])

    first, second = ((energy(s) - energy(-s)) / (2 * s) for s in (h, h / 2))
    rate = (4.0 * second - first) / 3.0
    first_work = len(e.coordinates) + len(e.speeds)
    flow = dict(zip(e.quadratures, instant.xdot[first_work:], strict=True))
    expected = flow["energy.supplied"] - flow["energy.dissipated"]
    momenta = np.abs(instant.M @ instant.x[len(e.coordinates) : first_work])
    size = (
        1.0
        + abs(energy(0.0))
        + abs(expected)
        + float(momenta.max(initial=0.0) * np.abs(instant.vdot).max(initial=0.0))
    )
    assert abs(rate - expected) <= 1e-9 * size, (rate, expected)


def assert_momentum(plan, instant, workshop, rtol):
    """Newton and Euler for every body, from published motion and published reactions alone."""
    model = instant.equations.model
    total, size = {}, 1.0
    frames = {}
    for body in model.bodies:
        X, _, w = workshop.motion_of(instant, body.name, plan.planar)
        poses = body.poses(model.resolve, plan.planar)
        frames |= {f"{body.name}.{n}" if n else body.name: X @ P for n, P in poses.items()}
        mass, center, J = body.mass_properties(model.resolve, plan.planar)
        C = X @ Pose(p=center)
        a = Vec3(*instant.vector(f"{body.name}.center", "_ddot"), *([0.0] if plan.planar else []))
        alpha = (
            Vec3(0.0, 0.0, instant.number(f"{body.name}.psi_ddot"))
            if plan.planar
            else Vec3(*instant[f"{body.name}.alpha"])
        )
        R = np.array([[*X.x], [*X.y], [*X.z]]).T
        Jw = R @ np.array([[*r] for r in (J * Vec3(1, 0, 0), J * Vec3(0, 1, 0), J * Vec3(0, 0, 1))]) @ R.T
        w_, al = np.array([*w]), np.array([*alpha])
        total[body.name] = [
            -float(mass) * np.array([*a]),
            -(Jw @ al + np.cross(w_, Jw @ w_)),
            np.array([*C.p]),
        ]
        size = max(size, np.abs(total[body.name][0]).max(), np.abs(total[body.name][1]).max())
    ground = model.ground.poses(model.resolve, plan.planar)
    frames |= {f"ground.{n}" if n else "ground": P for n, P in ground.items()}

    def add(path, force, torque, point):
        nonlocal size
        body = path.split(".")[0]
        force, torque = np.array([*force], float), np.array([*torque], float)
        size = max(size, np.abs(force).max(), np.abs(torque).max())
        if body in total:
            force_, torque_, center = total[body]
            arm = np.array([*point]) - center
            total[body][:2] = force_ + force, torque_ + torque + np.cross(arm, force)

    for joint in model.joints:
        F, T = instant[f"{joint.name}.reaction"], instant[f"{joint.name}.torque"]
        p = frames[joint.at[1]].p
        add(joint.at[1], F, T, p)
        add(joint.at[0], -F, -T, p)
    for force in model.forces:
        for path, F, T, p in loads_of(force, instant, frames, model, plan):
            add(path, F, T, p)
    for driver in model.drivers:
        joint, k, _ = model.driven(driver)
        F, T, p = effort_of(joint, k, frames, model, plan)
        effort = instant.number(f"{driver.name}.effort")
        add(joint.at[1], effort * F, effort * T, p)
        add(joint.at[0], -effort * F, -effort * T, p)
    for name, (force, torque, _) in total.items():
        rest = max(np.abs(force).max(), np.abs(torque).max())
        assert rest <= rtol * size, f"{name}: {rest} of {size} left"


def loads_of(force, instant, frames, model, plan):
    """Loads of a force by its port, found from what it states, not by the program's differentiation."""
    bound = force.bind(model.resolve, plan.planar)
    if force.port is Line:
        P, Q = (np.array([*frames[path].p]) for path in force.at)
        pull = instant.number(f"{force.name}.magnitude") * (Q - P) / np.linalg.norm(Q - P)
        yield force.at[0], pull, np.zeros(3), P
        yield force.at[1], -pull, np.zeros(3), Q
    elif force.port is Pair:
        base, follower = (frames[path] for path in force.at)
        still = Pair(Vec3(0.0, 0.0, 0.0))
        axes = (Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
        torque = base.R * Vec3(*(bound.power(still, Pair(e)) for e in axes))
        torque = np.array([*torque])
        yield force.at[1], np.zeros(3), torque, follower.p
        yield force.at[0], np.zeros(3), -torque, base.p
    elif force.port in (Point, Own):
        frame = frames[force.at[0]]
        zero = Vec3(0.0, 0.0, 0.0)
        axes = (Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
        pushed = Vec3(*(bound.power(force.port(zero), force.port(e)) for e in axes))
        pushed = frame.R * pushed if force.port is Own else pushed
        yield force.at[0], np.array([*pushed]), np.zeros(3), frame.p
    else:
        for body in model.bodies:
            mass, center, _ = body.mass_properties(model.resolve, plan.planar)
            p = (frames[body.name] @ Pose(p=center)).p
            yield body.name, [-slope(bound, mass, p, k) for k in range(3)], np.zeros(3), p


def slope(bound, mass, p, k):
    """Slope of a field's energy; the central difference over 1 m is exact for fields up to uniform gradients."""
    step = [0.5 if i == k else 0.0 for i in range(3)]
    ends = [bound.energy(Bulk(mass, p + Vec3(*step) * s, Vec3(0.0, 0.0, 0.0))) for s in (1.0, -1.0)]
    return float(ends[0] - ends[1])


def effort_of(joint, k, frames, model, plan):
    """Load on the follower, at M, for a unit effort along a coordinate: the slopes of `fit` on the twist of M.

    Differences of sixth order with steps of 1e-2: error and rounding below 1e-12.
    """
    bound = joint.bind(model.resolve, plan.planar)
    F, M = (frames[path] for path in joint.at)
    X = F.inverse() @ M

    def fitted(step):
        turn = Vec3(*step[3:])
        angle = turn.norm()
        R = X.R
        if angle:
            axis = turn * (1.0 / angle)
            R = from_axis_angle(axis, angle) @ X.R
        return bound.fit(Pose(R, X.p + Vec3(*step[:3])))[k]

    load = []
    for i in range(6):
        total = 0.0
        for n, weight in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60)):
            ends = [fitted([s * n * 1e-2 if j == i else 0.0 for j in range(6)]) for s in (1.0, -1.0)]
            total += weight * math.remainder(ends[0] - ends[1], 2 * math.pi) / 1e-2
        load.append(total)
    force, torque = F.R * Vec3(*load[:3]), F.R * Vec3(*load[3:])
    return np.array([*force]), np.array([*torque]), M.p


def look_of(workshop, plan, kind):
    """Another way to write the same mechanism down."""
    random = np.random.default_rng(plan.seed)
    if kind == "renumbered":
        order = tuple(int(i) for i in random.permutation(len(plan.poses)))
        joint_order = tuple(int(i) for i in random.permutation(len(plan.joints)))
        return workshop.look(order=order, joint_order=joint_order, prefix="other-")
    if kind == "swapped":
        driven = {i for i, _ in plan.drivers}
        able = [i for i in range(len(plan.joints)) if i not in driven and workshop.swappable(plan, i)]
        return workshop.look(swapped=frozenset(able))
    a, b, c, x, y, z = random.uniform(-1.4, 1.4, 6)
    if plan.planar:
        return workshop.look(world=Pose(rot_z(2 * a), Vec3(x, y, 0.0)))
    return workshop.look(world=Pose(from_bryant(a, b, c), Vec3(x, y, z)))


def assert_same_however_written(workshop, solve, plan, plain, rtol, not_unique, kind):
    """Renumbered and renamed, with joints swapped end for end, or in a turned world: one mechanism."""
    look = look_of(workshop, plan, kind)
    other = workshop.closed(workshop.build(plan, look, workshop.seen_in(plan, look, plain)))
    for name in ("relative", "absolute") if DEEP else ("relative",):
        there = solve(*in_formulation(other, name))
        assert_same_motion(plan, look, plain, there, rtol)
        assert_same_reactions(plan, look, plain, there, rtol, not_unique)


def turned(R, values):
    """A vector of the plain world seen in the other one; two components in the plane."""
    v = Vec3(*values, *([0.0] * (3 - len(values))))
    return np.array([*(R * v)])[: len(values)]


def assert_same_motion(plan, look, plain, there, rtol):
    size = largest(accelerations(plain))
    R = look.world.R
    for i in range(len(plan.poses)):
        for point in ("", ".center"):
            one = turned(R, plain.vector(f"b{i}{point}", "_ddot"))
            two = there.vector(f"{look.body(i)}{point}", "_ddot")
            assert np.abs(one - two).max() <= rtol * size, f"b{i}{point}"
        if plan.planar:
            one, two = plain[f"b{i}.psi_ddot"], there[f"{look.body(i)}.psi_ddot"]
        else:
            one, two = turned(R, plain[f"b{i}.alpha"]), there[f"{look.body(i)}.alpha"]
        assert np.abs(one - two).max() <= rtol * size, f"b{i} turning"


def assert_same_reactions(plan, look, plain, there, rtol, not_unique):
    """Loads of joints whose every component is unique; a swapped joint shows the opposite load, at its other frame."""
    loads = reactions(plain)
    size, R = largest(loads), look.world.R
    for i, joint in enumerate(plan.joints):
        if any(n.startswith(f"j{i}.") for n in not_unique):
            continue
        force, torque = (turned(R, loads[f"j{i}.{n}"]) for n in ("reaction", "torque"))
        if i in look.swapped:
            arm = R * (joint.F.R * joint.motion(plan.planar).p)
            force, torque = -force, -(torque + np.cross([*arm], force))
        assert np.abs(force - there[f"{look.joint(i)}.reaction"]).max() <= rtol * size
        assert np.abs(torque - there[f"{look.joint(i)}.torque"]).max() <= rtol * size
    for i, _ in plan.drivers:
        if f"d{i}.effort" not in not_unique:
            one, two = plain[f"d{i}.effort"], there[f"{look.prefix}d{i}.effort"]
            assert abs(one - two) <= rtol * size
