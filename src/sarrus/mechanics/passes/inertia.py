"""Mass matrix and forces: M vdot = f + G^T lam, once for a tree of joints, once for bodies on their own."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.mechanics.layout import Layout, Limb
from sarrus.mechanics.passes.coordinates import power
from sarrus.mechanics.passes.motion import Mask, Moving, motion_of
from sarrus.mechanics.passes.rows import SparseRows, only_acting
from sarrus.mechanics.recorder import Recorder, clear
from sarrus.mechanics.slots import Mass, Slot, labelled, numbers
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import gradient, lifted
from sarrus.spatial import Inertia, Pose, Rotation, Twist, Vec3, Wrench
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND

Entries = list[tuple[int, int, Node]]
"""Entries of M on and below the diagonal that are not zero by structure: row, column, value."""


def on_tree(layout: Layout, rec: Recorder, masks: dict[int, tuple[Mask, ...]]) -> SparseRows:
    """Composite rigid bodies for M, one inward pass of Newton-Euler for f.

    All quantities in ground components, each about the origin of its own body.

    References:
        Featherstone (2008), sections 5.3 and 6.2.
    """
    rec.sweep()
    for k, body in enumerate(layout.bodies):
        mass = layout.numbers.mass(k)
        rec.run(own_inertia, mass, body.motion, body.load, into=[body.inertia, body.net])
    rec.sweep()
    for limb in reversed(layout.limbs):
        if limb.branch.parent != GROUND:
            outer, inner = layout.bodies[limb.branch.body], layout.bodies[limb.branch.parent]
            rec.run(
                moved_inward,
                outer.pose,
                outer.inertia,
                outer.net,
                inner.pose,
                onto=[inner.inertia, inner.net],
            )
    rec.sweep()
    for limb in layout.limbs:
        body = layout.bodies[limb.branch.body]
        arguments = (limb.columns, limb.point, body.pose, body.inertia, body.net)
        f = Slot(numbers(limb.speeds), "f", limb.first)
        rec.run(momenta, *arguments, into=[limb.momenta, f], columns=masks[limb.branch.body])
    _nothing_along_own(layout, rec)
    M = SparseRows("M")
    rec.sweep()
    for limb in layout.limbs:
        i = limb.branch.body
        while i != GROUND:
            other = layout.limbs[layout.tree.branch_index[i]]
            _block(layout, rec, M, limb, other, masks[other.branch.body])
            i = other.branch.parent
    return M


def own_inertia(graph: Graph, mass: Mass, body: Moving, load: Wrench) -> tuple[Inertia, Wrench]:
    """Inertia of a body in ground components, and its load less what its velocities need."""
    k = motion_of(body)
    inertia = Inertia.about_center(*mass).turned(k.X.R)
    return inertia, load - inertia.force_for(k.a, k.alpha, k.w)


def moved_inward(
    graph: Graph, outer: Pose, inertia: Inertia, net: Wrench, inner: Pose
) -> tuple[Inertia, Wrench]:
    """What a body adds to the one that carries it."""
    arm = outer.p - inner.p
    return inertia.moved(arm), net.moved(arm)


def momenta(
    graph: Graph,
    moves: Sequence[Twist],
    point: Vec3,
    body: Pose,
    inertia: Inertia,
    net: Wrench,
    *,
    columns: Sequence[Mask],
) -> tuple[list[Wrench], list[Scalar]]:
    """For each speed of a limb the momentum of all that it moves, and the force along it."""
    moving = only_acting(moves, columns)
    arm = body.p - point
    found = [inertia.force_for(c.v + c.w.cross(arm), c.w, ZERO) for c in moving]
    return found, [power(c, net, arm) for c in moving]


def _block(
    layout: Layout, rec: Recorder, M: SparseRows, outer: Limb, inner: Limb, columns: tuple[Mask, ...]
) -> None:
    """The block of M between two limbs."""
    is_same = outer is inner
    pairs = tuple((a, b) for a in range(outer.speeds) for b in range(inner.speeds) if not is_same or b <= a)
    if pairs:
        to = M.block([(outer.first + a, inner.first + b) for a, b in pairs])
        arguments = (outer.momenta, layout.bodies[outer.branch.body].pose, inner.columns, inner.point)
        rec.run(block, *arguments, into=[to], pairs=pairs, columns=columns)


def block(
    graph: Graph,
    pushes: Sequence[Wrench],
    body: Pose,
    moves: Sequence[Twist],
    point: Vec3,
    *,
    pairs: Sequence[tuple[int, int]],
    columns: Sequence[Mask],
) -> tuple[list[Scalar]]:
    """Momenta of an outer limb along the columns of an inner one."""
    moving = only_acting(moves, columns)
    arm = body.p - point
    return ([power(moving[b], pushes[a], arm) for a, b in pairs],)


def on_bodies(layout: Layout, rec: Recorder) -> SparseRows:
    """Newton-Euler for each body on its own: velocity in ground, angular velocity in body components."""
    M = SparseRows("M")
    rec.sweep()
    for limb in layout.limbs:
        body = layout.bodies[limb.branch.body]
        arguments = (layout.numbers.mass(limb.branch.body), body.pose, limb.v, body.load)
        entries, _ = rec.look(alone, *arguments)
        pairs = [(limb.first + a, limb.first + b) for a, b, _ in entries]
        to = M.block(pairs, labelled(len(pairs)))
        rec.run(alone, *arguments, into=[to, Slot(numbers(limb.speeds), "f", limb.first)])
    _nothing_along_own(layout, rec)
    return M


def _nothing_along_own(layout: Layout, rec: Recorder) -> None:
    """Coordinates of constraints have no inertia, and no force acts along them: M has no entries there, and f is zero."""
    for own in layout.owned.values():
        f = own.along("f")
        rec.run(clear, into=[f], kind=f.kind)


def alone(
    graph: Graph, mass: Mass, body: Pose, speeds: Sequence[Node], load: Wrench
) -> tuple[Entries, list[Node]]:
    """Mass matrix and forces of one body that hangs on ground by itself; three speeds in the plane.

    M = second derivatives of the kinetic energy in the body's speeds
    f = (F - A w x (w x h),  A^T T - w x J w)
    """
    planar, R, inertia = len(speeds) == 3, body.R, Inertia.about_center(*mass)
    v = Vec3(speeds[0], speeds[1], 0.0 if planar else speeds[2])
    w = Vec3(0.0, 0.0, speeds[2]) if planar else Vec3(*speeds[3:])
    energy = _kinetic_energy(inertia, R, v, w)
    M: Entries = []
    for a, slope in enumerate(gradient(graph.lift(energy), speeds)):
        for b, entry in enumerate(gradient(slope, speeds)):
            if b <= a and entry is not graph.zero:
                M.append((a, b, entry))
    needed = inertia.force_for(ZERO, ZERO, w)
    force, torque = load.force - R * needed.force, R.back(load.torque) - needed.torque
    return M, lifted(graph, [force.x, force.y, torque.z] if planar else [*force, *torque])


def _kinetic_energy(inertia: Inertia, R: Rotation, v: Vec3, w: Vec3) -> Scalar:
    """Of a body with velocity in ground and angular velocity in its own components."""
    return 0.5 * (inertia.m * v.dot(v)) + v.dot(R * w.cross(inertia.h)) + 0.5 * w.dot(inertia.J * w)
