"""Everything that stands on bodies and joints: forces, sensors, constraints, drivers.

What acts on a coordinate decides where the coordinate stands: a driver by its value, a relation by its residual.
What closes between frames decides where its frame M is. So all of them hold at the drawn pose.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sarrus.elements import SHELVES
from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Bulk, Force, Own, Point
from sarrus.elements.relation import Relation
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.rotation import from_axis_angle
from sarrus.spatial.sequences import returns

from .joints import FULL, freedoms
from .meshes import draw_mesh, guide_mesh
from .plan import GROUND, End, Item, JointPlan, Place
from .values import Draw, bound

OTHERS = 1_000_000
"""Seeds of elements that bring samples of their own."""
OUTSIDE = (Bulk, Point, Own)
"""Ports through which something outside the mechanism pushes."""


def is_expression(kind: type[Element]) -> bool:
    """Whether an element says no more than the user writes, in an expression or by naming others: none of these is drawn."""
    if not kind.ends and not kind.params:
        return True
    varies = any(p.varies for p in kind.params.values())
    return varies and bool(getattr(kind, "words", ()) or not kind.ends)


def draw_on_frames(draw: Draw, n: int, joints: Sequence[JointPlan], planar: bool, afloat: bool) -> list[Item]:
    """Forces, sensors and constraints between frames."""
    shelves = {
        shelf: [k for k in SHELVES[shelf] if not (k.on_coordinates or is_expression(k) or fits_together(k))]
        for shelf in SHELVES
    }
    forces = [k for k in shelves["forces"] if not (afloat and issubclass(k, Force) and k.port in OUTSIDE)]
    chosen = [draw.pick(forces) for _ in range(draw.count(0.2, 0.4, 0.3, 0.1))]
    chosen += [draw.pick(shelves["sensors"]) for _ in range(draw.count(0.65, 0.25, 0.1))]
    spare = mobility(n, joints, planar) - 2  # a point on a line takes two
    constraints = [draw.pick(shelves["constraints"]) for _ in range(draw.count(0.7, 0.25, 0.05))]
    chosen += [kind for kind in constraints[: max(spare, 0)] if taken(kind) <= spare]
    bodies = list(range(0 if afloat else GROUND, n))
    found = []
    for kind in chosen:
        if len(kind.ends) <= len(bodies):
            values = draw.values(kind, planar)
            places = draw.random.choice(bodies, len(kind.ends), replace=False).tolist()
            ends = [End(body, draw.pose(planar)) for body in places]
            if issubclass(kind, Closing):
                ends[1] = closed_end(kind("c", "a", "b", **values), ends[0], ends[1], planar)
            found.append(Item(kind, values, tuple(ends)))
    # of a stream of their own, so that seeds keep their mechanisms
    more = Draw(draw.seed + OTHERS)
    for kind in (k for k in SHELVES["forces"] if not k.on_coordinates and fits_together(k)):
        if len(bodies) > 1 and more.chance(0.2):
            places = more.random.choice(bodies, len(kind.ends), replace=False).tolist()
            ends = [End(body, more.pose(planar)) for body in places]
            found.append(Item(kind, more.values(kind, planar), tuple(ends)))
    return found


def fits_together(kind: type[Element]) -> bool:
    """Whether an element brings samples of its own, since its parameters must fit together."""
    return bool(kind.sample("rad", 1))


def taken(kind: type[Element]) -> int:
    """Freedoms that an element may take."""
    return max(2, len(kind.rows) + len(kind.slips)) if issubclass(kind, Closing) else 2


def mobility(n: int, joints: Sequence[JointPlan], planar: bool) -> int:
    """Freedoms by counting."""
    return FULL[planar] * n - sum(FULL[planar] - freedoms(j.kind, planar) for j in joints)


def closed_end(element: Closing, base: End, follower: End, planar: bool) -> End:
    """The follower's frame moved a little, until the element is whole (Newton's method, differences, least change)."""
    form = bound(element, planar)
    X = base.X.inverse() @ follower.X
    steps = (0, 1, 5) if planar else range(6)
    for _ in range(50):
        g = np.array(form.closure(X), float)
        if not len(g):
            return follower
        if np.abs(g).max() < 1e-15:
            break
        h = 1e-6
        ends = [[form.closure(_moved(X, k, s)) for s in (h, -h)] for k in steps]
        slopes = np.array([(np.array(a, float) - np.array(b, float)) / (2 * h) for a, b in ends]).T
        for k, step in zip(steps, np.linalg.lstsq(slopes, -g, rcond=1e-6)[0], strict=True):
            X = _moved(X, k, float(step))
    assert np.abs(np.array(form.closure(X), float)).max() < 1e-12, f"{element} does not close"
    return replace(follower, X=base.X @ X)


def _moved(X: Pose, axis: int, step: float) -> Pose:
    e = Vec3(*(float(k == axis % 3) for k in range(3)))
    return Pose(X.R, X.p + e * step) if axis < 3 else Pose(from_axis_angle(e, step) @ X.R, X.p)


def draw_on_coordinates(
    draw: Draw, joints: list[JointPlan], planar: bool, spare: int, t: float
) -> list[Item]:
    """Forces on coordinates, relations and drivers; `joints` get the coordinates that these ask for.

    A relation or a driver takes a coordinate that none has taken before: as many as there is freedom to spare.
    """
    kinds = {
        shelf: [k for k in SHELVES[shelf] if k.on_coordinates and not (is_expression(k) or fits_together(k))]
        for shelf in SHELVES
    }
    relations = [draw.pick(kinds["constraints"]) for _ in range(draw.count(0.6, 0.4))]
    drivers = [draw.pick(kinds["drivers"]) for _ in range(draw.count(0.4, 0.5, 0.1))]
    free = [(i, k) for i, j in enumerate(joints) for k in range(len(j.coordinates))]
    every = list(free)
    found = []
    for kind in (*relations, *drivers):
        if issubclass(kind, Mesh):  # they come first: nothing stands on the joints yet
            lost = guide_mesh(draw, kind, joints, planar, spare)
            every = [(i, k) for i, j in enumerate(joints) for k in range(len(j.coordinates))]
            free, spare = list(every), spare - lost
        if spare > 0 and free:
            first = free[draw.below(len(free))]
            item = _on_coordinates(draw, kind, first, every, joints, planar, t)
            if item:
                # what an item stands on stays where it is
                free = [place for place in free if place not in item.on]
                found.append(item)
                spare -= 1
    for kind in [draw.pick(kinds["forces"]) for _ in range(draw.count(0.8, 0.2))] if every else []:
        found.append(Item(kind, draw.values(kind, planar), on=tuple(draw.pick(every) for _ in kind.ends)))
    more = Draw(draw.seed + 2 * OTHERS)
    for kind in (k for k in SHELVES["forces"] if k.on_coordinates and fits_together(k)):
        if every and more.chance(0.2):
            on = tuple(more.pick(every) for _ in kind.ends)
            form = joints[on[0][0]].form(planar)
            coordinate = form.coordinates[on[0][1]]
            values = more.values(kind, planar, coordinate.unit)
            drawn = kind("r", *("x" for _ in on), **values)
            if not drawn.reads_load or form.carried(coordinate.name, planar) in drawn.feels:
                found.append(Item(kind, values, on=on))
    return found


def _on_coordinates(
    draw: Draw,
    kind: type[Element],
    first: Place,
    every: list[Place],
    joints: list[JointPlan],
    planar: bool,
    t: float,
) -> Item | None:
    """An item on a coordinate, and others; the first coordinate moves to where the item is satisfied."""
    if issubclass(kind, Mesh):
        return draw_mesh(draw, kind, first[0], every, joints, planar)
    others = [place for place in every if place != first]
    if len(kind.ends) - 1 > len(others):
        return None
    on = (first, *(others[i] for i in draw.random.permutation(len(others))[: len(kind.ends) - 1]))
    for _ in range(10):
        values = draw.values(kind, planar)
        element = bound(kind("r", *("x" for _ in on), **values), planar, t)
        numbers = [joints[i].coordinates[k] for i, k in on]
        number = _satisfied(element, numbers, t)
        joint = joints[first[0]]
        # angles that are kept as a quaternion inside have one turn, and the middle one half of it at most
        if number is not None and abs(number - _middle(joint, first[1], planar)) < (
            1.4 if joint.kind.inner else 9.0
        ):
            coordinates = list(joint.coordinates)
            coordinates[first[1]] = number
            joints[first[0]] = replace(joint, coordinates=tuple(coordinates))
            return Item(kind, values, on=on)
    return None


def _middle(joint: JointPlan, k: int, planar: bool) -> float:
    """The middle of what a coordinate is drawn from: that of an angle between 0 and 180 deg is a right one."""
    form = joint.form(planar)
    is_between = form.turn_places and k == form.turn_places[1] and returns(form.turn_sequence)
    return math.pi / 2 if is_between else 0.0


def _satisfied(element: Element, numbers: list[float], t: float) -> float | None:
    """The first coordinate at which a relation holds, the others given."""
    assert isinstance(element, Relation)
    if isinstance(element, Driver):
        return float(element.value(t))
    first, *others = numbers
    for _ in range(50):
        r = float(element.residual(t, first, *others))
        if abs(r) < 1e-15:
            break
        slope = (float(element.residual(t, first + 0.5, *others)) - r) / 0.5
        if slope == 0.0:
            return None
        first -= r / slope
    return first if abs(float(element.residual(t, first, *others))) < 1e-13 else None
