"""Loads in joints, constraints and meshes.

Reactions and torques are those exerted by the base on the follower, at the origin of the follower frame M, in ground
components. Efforts of drivers and applied forces are not part of them. The force of a mesh acts where its bodies touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.elements.constraints.base import Side
from sarrus.mechanics.layout import Layout, Limb, Owned
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Along
from sarrus.mechanics.passes.motion import End, Moving, frame_at, full_motion_of
from sarrus.mechanics.passes.rows import Closed
from sarrus.mechanics.passes.ties import Tying
from sarrus.mechanics.recorder import Recorder, clear
from sarrus.mechanics.slots import SCALAR, Mass, Slot
from sarrus.model.meshes import Meshing
from sarrus.scalar import Graph, Node
from sarrus.spatial import Inertia, Pose, Vec3, Wrench
from sarrus.topology import GROUND

Published = dict[str, tuple[Slot, Slot]]
"""By element, where its reaction and torque are published."""


@dataclass(frozen=True)
class Meshed:
    """The force in a mesh on its second body, and where it acts."""

    tying: Tying
    meshing: Meshing
    point: Slot
    force: Slot


def load_meshes(layout: Layout, rec: Recorder, ties: Sequence[Tying]) -> dict[str, Meshed]:
    """The force in every mesh, by name."""
    found = {}
    rec.sweep()
    for tying in ties:
        if not tying.meshing:
            continue
        meshing, name = tying.meshing, tying.relation.name
        m = Meshed(tying, meshing, *(rec.reserve(layout.space.vector) for _ in range(2)))
        rec.run(
            mesh_force,
            layout.numbers.element(tying.relation),
            Slot(SCALAR, "lam", tying.row),
            tying.slopes[0],
            tuple(m.load for m in tying.on[:2]),
            layout.ends(meshing.frames),
            into=[m.point, m.force],
            senses=meshing.senses,
            are_angles=tuple(m.coordinate.is_angle for m in tying.on[:2]),
        )
        found[name] = m
    return found


def mesh_force(
    graph: Graph,
    mesh: Bound,
    lam: Node,
    slope: Node,
    loads: Sequence[Wrench],
    ends: Sequence[End],
    *,
    senses: tuple[float, float],
    are_angles: tuple[bool, ...],
) -> tuple[Vec3, Vec3]:
    """Where a mesh touches, and the force of its first body on its second there."""
    sides = []
    for end, unit, sense, is_angle in zip(ends, loads, senses, are_angles, strict=False):
        axis = unit.torque if is_angle else unit.force
        sides.append(Side(frame_at(end).X.p, axis * sense))
    point, force = mesh(None).push(sides[0], sides[1], lam * slope)
    return point, force


@dataclass(frozen=True)
class RowLoads:
    """Loads that belong to the multipliers.

    Attributes:
        totals: by element that is closed by rows, its loads on the follower: of its closure, of what it forbids to slip.
        along: by joint of the tree, the load of drivers and couplers along its own coordinates.
    """

    totals: dict[str, list[Slot]]
    along: dict[str, Slot]


def load_rows(
    layout: Layout,
    rec: Recorder,
    all_closed: Sequence[Closed],
    ties: Sequence[Tying],
    pushes: Sequence[tuple[Along, Slot]],
) -> RowLoads:
    """What the multipliers do to the bodies; what acts along a coordinate of the tree stays in its joint.

    Args:
        layout: the mechanism.
        rec: listens.
        all_closed, ties: what the multipliers belong to.
        pushes: coordinates with the place of a further effort along each.
    """
    found = RowLoads({}, {})
    rec.sweep()
    for body in layout.bodies:
        rec.run(clear, into=[body.carried], kind=body.carried.kind)
    rec.sweep()
    for c in all_closed:
        total = rec.reserve(layout.space.wrench)
        found.totals.setdefault(c.element.name, []).append(total)
        rec.run(sum_of_rows, c.loads, c.place("lam"), into=[total])
        _hand_on(layout, rec, c.bodies, total, c.point)
    for tying in ties:
        lam = Slot(SCALAR, "lam", tying.row)
        for m, slope in zip(tying.on, tying.slopes, strict=True):
            if isinstance(m.limb, Owned):
                continue  # it acts through the rows of the constraint alone
            if m.limb and m.joint.name in found.along:
                rec.run(row_load, m.load, slope, lam, onto=[found.along[m.joint.name]])
                continue
            total = rec.reserve(layout.space.wrench)
            rec.run(row_load, m.load, slope, lam, into=[total])
            if m.limb:
                found.along[m.joint.name] = total
            else:
                _hand_on(layout, rec, m.bodies, total, m.point)
    for on, effort in pushes:
        if isinstance(on.limb, Owned):
            continue
        name = on.limb.branch.joint.name if on.limb else ""
        if name in found.along:
            rec.run(push_load, on.load, effort, onto=[found.along[name]])
            continue
        total = rec.reserve(layout.space.wrench)
        rec.run(push_load, on.load, effort, into=[total])
        if name:
            found.along[name] = total
        else:
            _hand_on(layout, rec, on.bodies, total, on.point)
    return found


def need_inward(layout: Layout, rec: Recorder) -> None:
    """What every body and all it carries need beyond what acts on them: Newton-Euler inward."""
    rec.sweep()
    for k, body in enumerate(layout.bodies):
        arguments = (layout.numbers.mass(k), body.motion, body.load, body.carried)
        rec.run(needed, *arguments, into=[body.needed])
    rec.sweep()
    for limb in reversed(layout.limbs):
        if limb.branch.parent != GROUND:
            outer, inner = layout.bodies[limb.branch.body], layout.bodies[limb.branch.parent]
            rec.run(needed_inward, outer.pose, outer.needed, inner.pose, onto=[inner.needed])


def load_joints(
    layout: Layout, rec: Recorder, loads: RowLoads, meshes: dict[str, Meshed], to: Published
) -> None:
    """Load of every joint and frame constraint on its follower.

    Those closed by rows: the sum of their rows. Joints on the tree: what the bodies outboard need beyond what acts on
    them, less the effort of a driver or coupler along the joint's own coordinate.
    """
    limbs = {limb.branch.joint.name: limb for limb in layout.limbs}
    rec.sweep()
    for name, slots in to.items():
        if name in loads.totals and name not in limbs:
            first, *more = loads.totals[name]
            rec.run(apart, first, into=slots)
            for total in more:
                rec.run(apart, total, onto=slots)
        elif name in limbs:
            _load_limb(layout, rec, limbs[name], slots, loads.along.get(name))
            for total in loads.totals.get(name, ()):  # the rows of velocities of a joint on the tree
                rec.run(apart, total, onto=slots)
        else:
            for slot in slots:
                rec.run(clear, into=[slot], kind=slot.kind)
    _correct(layout, rec, meshes, to)


def apart(graph: Graph, load: Wrench) -> tuple[list[Any], list[Any]]:
    """Force and torque of a load."""
    return [*load.force], [*load.torque]


def sum_of_rows(graph: Graph, loads: Sequence[Wrench], lam: Sequence[Node]) -> tuple[Wrench]:
    """Load of an element that is closed by rows."""
    total = Wrench()
    for load, multiplier in zip(loads, lam, strict=True):
        total = total + load * multiplier
    return (total,)


def row_load(graph: Graph, unit: Wrench, slope: Node, lam: Node) -> tuple[Wrench]:
    """Load of a relation through one of its coordinates."""
    return (unit * slope * lam,)


def push_load(graph: Graph, unit: Wrench, effort: Node) -> tuple[Wrench]:
    """Load of an effort along a coordinate."""
    return (unit * effort,)


def _hand_on(layout: Layout, rec: Recorder, bodies: tuple[int, ...], total: Slot, point: Slot) -> None:
    """A load on the follower, and its opposite on the base."""
    for i, sign in zip(bodies, (-1.0, 1.0), strict=True):
        if i != GROUND:
            body = layout.bodies[i]
            rec.run(at_body, total, point, body.pose, onto=[body.carried], sign=sign)


def at_body(graph: Graph, load: Wrench, point: Vec3, body: Pose, *, sign: float) -> tuple[Wrench]:
    """A load, or its opposite, about the origin of a body."""
    return ((load * sign).moved(point - body.p),)


def needed(graph: Graph, mass: Mass, body: Moving, load: Wrench, carried: Wrench) -> tuple[Wrench]:
    """What a body needs beyond what acts on it."""
    k = full_motion_of(body)
    inertia = Inertia.about_center(*mass).turned(k.X.R)
    return (inertia.force_for(k.a, k.alpha, k.w) - load - carried,)


def needed_inward(graph: Graph, outer: Pose, load: Wrench, inner: Pose) -> tuple[Wrench]:
    """What a body asks of the one that carries it."""
    return (load.moved(outer.p - inner.p),)


def _load_limb(layout: Layout, rec: Recorder, limb: Limb, to: tuple[Slot, Slot], along: Slot | None) -> None:
    body = layout.bodies[limb.branch.body]
    M = layout.ends(layout.model.ends_of(limb.branch.joint))[1]
    arguments = (body.needed, body.pose, along, M)
    rec.run(tree_reaction, *arguments, into=to, backward=limb.branch.reversed)


def tree_reaction(
    graph: Graph, load: Wrench, body: Pose, along: Wrench | None, M: End, *, backward: bool
) -> tuple[list[Any], list[Any]]:
    """Load of a joint on the tree."""
    found = load.moved(body.p - frame_at(M).X.p)
    return apart(graph, (-found if backward else found) - (along or Wrench()))


def _correct(layout: Layout, rec: Recorder, meshes: dict[str, Meshed], to: Published) -> None:
    """Reactions of the joints of every mesh, its load moved from its coordinates to where its bodies touch.

    Its row puts the load E_i = lam slope_i through coordinate i, and -E_i on the base. The force F at the contact has
    the same power on all motions that the joints of the mesh allow. So nothing else changes when they take the
    difference over: the joint's load on its follower grows by the E_i of its coordinates, less the force in the mesh on
    the body that is on the follower's side.
    """
    rec.sweep()
    for m in meshes.values():
        for name, side in m.meshing.outer.items():
            if name in to:
                mine = [k for k, on in enumerate(m.tying.on) if on.joint.name == name]
                efforts = tuple((m.tying.slopes[k], m.tying.on[k].load) for k in mine)
                M, lam = m.tying.on[mine[0]].point, Slot(SCALAR, "lam", m.tying.row)
                rec.run(mesh_on_joint, m.force, m.point, M, lam, efforts, onto=to[name], side=side)


def mesh_on_joint(
    graph: Graph,
    force: Vec3,
    point: Vec3,
    M: Vec3,
    lam: Node,
    efforts: Sequence[tuple[Node, Wrench]],
    *,
    side: float,
) -> tuple[list[Any], list[Any]]:
    """What a mesh changes in the load of one of its joints."""
    total = Wrench(force * -side).moved(point - M)
    for slope, load in efforts:
        total = total + load * slope * lam
    return apart(graph, total)
