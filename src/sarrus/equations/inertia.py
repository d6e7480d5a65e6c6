"""Mass matrix and forces: M vdot = f + G^T lam, once for a tree of joints, once for bodies on their own."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.equations.loads import Loads
from sarrus.equations.scene import Scene
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import gradient, lifted
from sarrus.spatial import Inertia, Rotation, Vec3, Wrench

Matrix = dict[tuple[int, int], Node]
"""Entries on and below the diagonal that are not zero by structure."""


def kinetic_energy(scene: Scene) -> Node:
    """Kinetic energy of all bodies."""
    total: Scalar = 0.0
    for body, inertia in enumerate(scene.inertias):
        k = scene.bodies[body]
        total = total + inertia.kinetic(k.X.R.back(k.v), k.X.R.back(k.w))
    return scene.graph.lift(total)


def on_tree(scene: Scene, loads: Loads) -> tuple[Matrix, list[Node]]:
    """Composite rigid bodies for M, one inward pass of Newton-Euler for f.

    All quantities in ground components, each about the origin of its own body.

    References:
        Featherstone (2008), sections 5.3 and 6.2.
    """
    composite = {b: i.turned(scene.bodies[b].X.R) for b, i in enumerate(scene.inertias)}
    net: dict[int, Wrench] = {}
    for body, inertia in composite.items():
        k = scene.bodies[body]
        net[body] = loads.on.get(body, Wrench()) - inertia.force_for(k.a, k.alpha, k.w)
    for branch in reversed(scene.tree.branches):
        if branch.parent in net:
            arm = scene.bodies[branch.body].X.p - scene.bodies[branch.parent].X.p
            composite[branch.parent] = composite[branch.parent] + composite[branch.body].moved(arm)
            net[branch.parent] = net[branch.parent] + net[branch.body].moved(arm)
    M: Matrix = {}
    f: list[Node] = [scene.graph.zero] * len(scene.speeds)
    for i, branch in enumerate(scene.tree.branches):
        origin = scene.bodies[branch.body].X.p
        for column in scene.columns[i]:
            f[column.speed] = scene.graph.lift(column.power(net[branch.body], origin))
            push = momentum(composite[branch.body], column.v, column.w, origin - column.point)
            for j in scene.paths[branch.body]:
                for other in scene.columns[j]:
                    if other.speed <= column.speed:
                        _put(M, column.speed, other.speed, scene.graph.lift(other.power(push, origin)))
    return M, f


def momentum(inertia: Inertia, v: Vec3, w: Vec3, arm: Vec3) -> Wrench:
    """Momentum, about the inertia's point, of a body that moves with v at another point; `arm` runs from it."""
    return inertia.force_for(v + w.cross(arm), w, Vec3(0.0, 0.0, 0.0))


def on_bodies(scene: Scene, loads: Loads) -> tuple[Matrix, list[Node]]:
    """Newton-Euler for each body on its own: velocity in ground, angular velocity in body components.

    M_i = second derivatives of the kinetic energy in the body's speeds
    f_i = (F - A w x (w x h),  A^T T - w x J w)
    """
    M: Matrix = {}
    f: list[Node] = [scene.graph.zero] * len(scene.speeds)
    for i, branch in enumerate(scene.tree.branches):
        body, first = branch.body, scene.first_speed[i]
        R, load = scene.bodies[body].X.R, loads.on.get(body, Wrench())
        entries, shares = alone(scene.graph, R, scene.inertias[body], scene.v[i], load)
        for (a, b), entry in entries.items():
            M[first + a, first + b] = entry
        f[first : first + len(shares)] = shares
    return M, f


def alone(
    graph: Graph, R: Rotation, inertia: Inertia, speeds: Sequence[Node], load: Wrench
) -> tuple[Matrix, list[Node]]:
    """Mass matrix (lower part) and forces of one body that hangs on ground by itself; three speeds in the plane."""
    planar = len(speeds) == 3
    M: Matrix = {}
    v = Vec3(speeds[0], speeds[1], 0.0 if planar else speeds[2])
    w = Vec3(0.0, 0.0, speeds[2]) if planar else Vec3(*speeds[3:])
    energy = 0.5 * (inertia.m * v.dot(v)) + v.dot(R * w.cross(inertia.h)) + 0.5 * w.dot(inertia.J * w)
    for a, slope in enumerate(gradient(graph.lift(energy), speeds)):
        for b, entry in enumerate(gradient(slope, speeds)):
            if b <= a:
                _put(M, a, b, entry)
    needed = inertia.force_for(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), w)
    force, torque = load.force - R * needed.force, R.back(load.torque) - needed.torque
    return M, lifted(graph, [force.x, force.y, torque.z] if planar else [*force, *torque])


def _put(M: Matrix, row: int, column: int, value: Node) -> None:
    if value is not value.graph.zero:
        M[row, column] = value
