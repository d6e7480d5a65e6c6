"""The same mechanism asked once more, in another way: the answer must not change."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from drawing import GROUND, PLAIN, Blueprint, Item, Look, build, closed, coordinate_names, seen_in, swappable

from sarrus.elements import SHELVES
from sarrus.elements.sensors.base import Sensor
from sarrus.solvers.rank import rank_report
from sarrus.spatial import Pose, Vec3, from_bryant, rot_z

from .numbers import Case, accelerations, assert_equal, largest, reactions, unique
from .space import in_space

# Frames that hold equations are not shown when a test fails: an expression prints itself in full.
__tracebackhide__ = True


def ways(plan: Blueprint) -> dict[str, Callable[[Case], None]]:
    """How this mechanism can be asked again."""
    found: dict[str, Callable[[Case], None]] = {
        "renumbered": renumbered,
        "turned": turned,
        "units": in_units,
        "driven": driven,
    }
    if any(swappable(plan, i) for i in range(len(plan.joints))):
        found["swapped"] = swapped
    if len(plan.joints) > len(plan.poses):
        found["cut elsewhere"] = cut_elsewhere
    if any(j.twin for j in plan.joints):
        found["without twins"] = without_twins
    if plan.planar:
        found["in space"] = as_spatial
    return found


def renumbered(case: Case) -> None:
    """Bodies, joints and all else in another order, under other names."""
    random, plan = np.random.default_rng(case.plan.seed), case.plan
    orders = [tuple(random.permutation(len(a)).tolist()) for a in (plan.poses, plan.joints, plan.items)]
    ask(case, Look(*orders, prefix="other-"))


def swapped(case: Case) -> None:
    """Base and follower exchanged, where the joint allows that."""
    ask(case, Look(swapped=frozenset(i for i in range(len(case.plan.joints)) if swappable(case.plan, i))))


def turned(case: Case) -> None:
    """The whole world somewhere else."""
    a, b, c, x, y, z = np.random.default_rng(case.plan.seed).uniform(-1.4, 1.4, 6).tolist()
    planar = case.plan.planar
    ask(
        case,
        Look(
            world=Pose(rot_z(2 * a), Vec3(x, y, 0.0)) if planar else Pose(from_bryant(a, b, c), Vec3(x, y, z))
        ),
    )


def in_units(case: Case) -> None:
    """Millimetres, grams, degrees, kilonewtons."""
    ask(case, Look(in_units=True))


def cut_elsewhere(case: Case) -> None:
    """Another spanning tree: joints on the tree become cuts, and cuts become joints on the tree."""
    plan, start = case.plan, case.start
    cuts = {j.name for j in start.equations.tree.cuts}
    # what carries something stays on the tree where it can
    order = sorted(range(len(plan.joints)), key=lambda i: (i not in plan.carriers, f"j{i}" not in cuts))
    group = {i: i for i in range(GROUND, len(plan.poses))}

    def leader(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    tree = set()
    for i in order:
        one, two = leader(plan.joints[i].base), leader(plan.joints[i].follower)
        if one != two:
            group[two] = one
            tree.add(i)
    ask(case, Look(joint_order=tuple(order), started=frozenset(tree | plan.carriers)))


def without_twins(case: Case) -> None:
    """Left out, joints that repeat another change no motion."""
    ask(case, Look(without_twins=True))


def ask(case: Case, look: Look) -> None:
    """Write the mechanism down in another way and compare all that is determined."""
    plan, plain = case.plan, case.relative
    found = closed(build(plan, look, seen_in(plan, look, plain)), plan.t)
    there = case.solve(found.equations, found.x, plan.t)
    rtol = case.tolerance(there)
    same_motion(plan, look, plain, there, rtol)
    same_measures(plan, look, plain, there, rtol)
    if not look.without_twins:
        same_reactions(plan, look, plain, there, rtol, case.open)


def rotated(R: Any, values: Any) -> np.ndarray:
    """A vector of the plain world seen in the other one; two components in the plane."""
    v = Vec3(*values, *([0.0] * (3 - len(values))))
    return np.array([*(R * v)])[: len(values)]


def same_motion(plan: Blueprint, look: Look, plain: Any, there: Any, rtol: float) -> None:
    """Accelerations of all bodies."""
    size, R = largest(accelerations(plain)), look.world.R
    one: dict[str, Any] = {}
    two: dict[str, Any] = {}
    for i in range(len(plan.poses)):
        for point in ("", ".center"):
            one[f"b{i}{point}"] = rotated(R, plain.vector(f"b{i}{point}", "_ddot"))
            two[f"b{i}{point}"] = there.vector(f"{look.body(i)}{point}", "_ddot")
        turning = "psi_ddot" if plan.planar else "alpha"
        value = plain[f"b{i}.{turning}"]
        one[f"b{i}.{turning}"] = value if plan.planar else rotated(R, value)
        two[f"b{i}.{turning}"] = there[f"{look.body(i)}.{turning}"]
    assert_equal("motion", one, two, rtol, size)
    energy = {"kinetic": plain["energy.kinetic"]}, {"kinetic": there["energy.kinetic"]}
    assert_equal("energy", *energy, rtol)


def same_measures(plan: Blueprint, look: Look, plain: Any, there: Any, rtol: float) -> None:
    """What sensors see, and how hard forces push: neither knows where the world lies, but for vectors in its components."""
    for i, item in enumerate(plan.items):
        if not issubclass(item.kind, (Sensor, *SHELVES["forces"])):
            continue
        names = [n for n in plain.values if n.startswith(f"e{i}.")]
        one = {n: plain[n] if plain[n].size == 1 else rotated(look.world.R, plain[n]) for n in names}
        two = {n: there[f"{look.prefix}{n}"] for n in names}
        for n in names:  # an angle is the same on another turn
            if n.endswith(".angle"):
                two[n] = one[n] + np.remainder(two[n] - one[n] + math.pi, 2 * math.pi) - math.pi
        assert_equal(
            f"{item.kind.keyword} e{i}", one, two, rtol, max(largest(accelerations(plain)), largest(one))
        )


def same_reactions(
    plan: Blueprint, look: Look, plain: Any, there: Any, rtol: float, not_unique: set[str]
) -> None:
    """Loads whose every component is unique; a swapped joint shows the opposite load, at its other frame."""
    loads = reactions(plain)
    size, R = largest(loads), look.world.R
    for name, value in loads.items():
        owner, _, what = name.partition(".")
        if what == "effort":
            if name not in not_unique:
                assert_equal("effort", {name: value}, {name: there[f"{look.prefix}{name}"]}, rtol, size)
        elif what == "reaction" and not any(n.startswith(f"{owner}.") for n in not_unique):
            names = [
                n for n in (f"{owner}.reaction", f"{owner}.torque") if n in loads
            ]  # a mesh has no torque
            force, torque = (
                rotated(R, loads.get(f"{owner}.{n}", np.zeros(3))) for n in ("reaction", "torque")
            )
            if owner.startswith("j") and int(owner[1:]) in look.swapped:
                joint = plan.joints[int(owner[1:])]
                arm = R * (joint.F.R * joint.motion(plan.planar).p)
                force, torque = -force, -(torque + np.cross([*arm], force))
            one = dict(zip(names, (force, torque), strict=False))
            assert_equal("reaction", one, {n: there[f"{look.prefix}{n}"] for n in one}, rtol, size)


def driven(case: Case) -> None:
    """A driver that asks for just the motion that happens anyway has nothing to do."""
    plan, plain = case.plan, case.relative
    place = drivable(case)
    if place is None:
        return
    name = coordinate_names(plan)[place[0]][place[1]]
    q, rate, bend = (plain.number(f"{name}{s}") for s in ("", "_dot", "_ddot"))
    s = f"(t - {plan.t!r})"
    kind = next(k for k in SHELVES["drivers"] if k.primary)
    values = {kind.primary: f"{q!r} + {rate!r}*{s} + {bend / 2.0!r}*{s}**2"}
    more = replace(plan, items=(*plan.items, Item(kind, values, on=(place,))))
    found = closed(build(more, PLAIN, seen_in(more, PLAIN, plain)), plan.t)
    there = case.solve(found.equations, found.x, plan.t)
    rtol = case.tolerance(there)
    same_motion(plan, PLAIN, plain, there, rtol)
    size = max(largest(reactions(plain)), largest(accelerations(plain)))
    effort = {"effort": there[f"e{len(plan.items)}.effort"]}
    assert_equal("inverse of forward", effort, {"effort": np.zeros(1)}, rtol, size)


def drivable(case: Case) -> tuple[int, int] | None:
    """A coordinate that a free motion changes well and that nothing drives yet; none where nothing moves."""
    e, plain, plan = case.relative.equations, case.relative, case.plan
    motions = rank_report(plain.G).motions if len(plain.G) else np.eye(len(e.speeds))
    slopes = np.zeros((len(e.measured), len(e.speeds)))
    entries = e.evaluate("measure", [plan.t], list(plain.x))[2]
    for (i, j), value in zip(e.measure_pattern, entries, strict=True):
        slopes[i, j] = value
    moved = dict(zip(e.measured, np.linalg.norm(slopes @ motions, axis=1), strict=True))
    able = [
        (i, k)
        for i, names in enumerate(coordinate_names(plan))
        for k, name in enumerate(names)
        if moved[name] > 0.1 and not plan.joints[i].kind.inner
    ]
    return able[plan.seed % len(able)] if able else None


def as_spatial(case: Case) -> None:
    """The planar mechanism built of spatial bodies: the same motion, and in the plane the same loads."""
    plan, plain = case.plan, case.relative
    other, start = in_space(plan, plain)
    found = closed(build(other, PLAIN, start), plan.t)
    there = case.solve(found.equations, found.x, plan.t)
    rtol = case.tolerance(there)
    size = largest(accelerations(plain))
    one, two = {}, {}
    for i in range(len(plan.poses)):
        for point in ("", ".center"):
            one[f"b{i}{point}"] = np.array([*plain.vector(f"b{i}{point}", "_ddot"), 0.0])
            two[f"b{i}{point}"] = there.vector(f"b{i}{point}", "_ddot")
        one[f"b{i}.alpha"] = np.array([0.0, 0.0, plain.number(f"b{i}.psi_ddot")])
        two[f"b{i}.alpha"] = there[f"b{i}.alpha"]
    assert_equal("motion in the plane", one, two, rtol, size)
    spatial = Case(other, found, case.solve)
    loads = unique(reactions(plain), case.open | spatial.open)
    flat = {
        n: x for n, x in loads.items() if n.endswith((".reaction.x", ".reaction.y", ".torque.z", ".effort"))
    }
    same = unique(reactions(there), ())
    assert_equal("loads in the plane", flat, {n: same[n] for n in flat}, rtol, largest(loads))
    measures = [n for n in plain.values if n.startswith("e") and n.endswith(("_ddot", ".magnitude"))]
    one, two = {n: plain[n] for n in measures}, {n: there[n] for n in measures}
    assert_equal("measures in the plane", one, two, rtol, max(size, largest(one)))
