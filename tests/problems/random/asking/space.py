"""A planar blueprint built of spatial bodies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from drawing import PLAIN, Blueprint, JointPlan, build, coordinate_names, motion_of

from sarrus.elements import SHELVES
from sarrus.elements.base import Element, Shape
from sarrus.spatial import Pose

# Frames that hold equations are not shown when a test fails: an expression prints itself in full.
__tracebackhide__ = True

ON_PLANE = next(k for k in SHELVES["joints"] if [c.unit for c in k.coordinates] == ["m", "m", "rad"])
"""The spatial joint that leaves what planar bodies have: two shifts and a turn."""


def in_space(plan: Blueprint, plain: Any) -> tuple[Blueprint, dict[str, float]]:
    """The blueprint in space and its start.

    What is free in the plane lies on the plane in space; a body that floats does so too, by one more joint each.
    """
    joints = [
        replace(j, values=lifted(j.kind, j.values)) if j.kind.rows else replace(j, kind=ON_PLANE, values={})
        for j in plan.joints
    ]
    floating = [int(b.name[1:]) for b in build(plan, PLAIN, {}).snapshot().floating]
    where = {}
    for i in floating:
        X, v, w = motion_of(plain, f"b{i}", True)
        where[len(joints)] = (v.x, v.y, w.z)
        joints.append(JointPlan(ON_PLANE, -1, i, Pose(), (X.p.x, X.p.y, plain.number(f"b{i}.psi")), {}))
    other = replace(
        plan,
        family="space",
        joints=tuple(joints),
        items=tuple(replace(item, values=lifted(item.kind, item.values)) for item in plan.items),
        solids=tuple(_solid(s) for s in plan.solids),
    )
    start = {}
    old = coordinate_names(plan)
    for i, names in enumerate(coordinate_names(other)):
        numbers = joints[i].coordinates if i in where else [plain.number(n) for n in old[i]]
        rates = where[i] if i in where else [plain.number(f"{n}_dot") for n in old[i]]
        for name, q, rate in zip(names, numbers, rates, strict=True):
            start |= {name: q, f"{name}_dot": rate}
    return other, start


def lifted(kind: type[Element], values: dict[str, Any]) -> dict[str, Any]:
    """Parameters of planar elements with their third components."""
    found = dict(values)
    for key, value in values.items():
        shape = kind.params[key].shape if key in kind.params else None
        if shape is Shape.VECTOR:
            found[key] = (*value, 0.0)
        elif shape is Shape.AXIAL:
            found[key] = (0.0, 0.0, value)
        elif shape is Shape.POINTS:
            found[key] = tuple((*p, 0.0) for p in value)
    return found


def _solid(given: dict[str, Any]) -> dict[str, Any]:
    """A body in space whose inertia about z, and mass centre, are those in the plane."""
    if "solid" in given:
        solid = given["solid"]
        return {"solid": type(solid)(**lifted(type(solid), solid.written()))}
    if "parts" in given:
        parts = {}
        for name, (solid, at, turn) in given["parts"].items():
            parts[name] = (type(solid)(**lifted(type(solid), solid.written())), (*at, 0.0), (0.0, 0.0, *turn))
        return {"parts": parts}
    J = given["inertia"]
    return {
        "mass": given["mass"],
        "center": (*given["center"], 0.0),
        "inertia": (0.6 * J + 0.05, 0.6 * J + 0.05, J),
    }
