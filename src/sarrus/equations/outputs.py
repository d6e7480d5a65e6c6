"""What an analysis publishes: named quantities of the state, the accelerations and the multipliers.

Reactions and torques are those exerted by the base on the follower, at the origin of the follower frame M, in ground
components. Efforts of drivers and applied forces are not part of them. The force of a mesh acts where its bodies touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sarrus.elements.constraints.base import Side
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.elements.sensors.base import Sensor
from sarrus.equations.inertia import kinetic_energy
from sarrus.equations.loads import Loads
from sarrus.equations.rows import Measured, Row
from sarrus.equations.scene import Bodies, Scene
from sarrus.scalar import Node, Scalar
from sarrus.spatial import Kinematics, Pose, Vec3, Wrench, to_bryant
from sarrus.spatial.rotation import IDENTITY, to_quaternion
from sarrus.topology import GROUND


@dataclass(frozen=True)
class Channel:
    """A published quantity of one or more components."""

    name: str
    unit: str
    nodes: tuple[Node, ...]


class Publisher:
    """Collects channels."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.channels: list[Channel] = []

    def put(self, name: str, unit: str, *values: Scalar) -> None:
        """Publish one quantity."""
        self.channels.append(Channel(name, unit, tuple(self.scene.graph.lift(v) for v in values)))


def publish(
    scene: Scene,
    loads: Loads,
    rows: list[Row],
    measured: dict[str, list[Measured]],
    vdot: list[Node],
    lam: list[Node],
    quadratures: dict[str, Node],
) -> list[Channel]:
    """All channels of a formulation."""
    out = Publisher(scene)
    moving = scene.accelerated(vdot)
    for joint in scene.model.all_joints:
        _coordinates(out, joint, measured[joint.name], vdot)
    for i, body in enumerate(scene.model.bodies):
        _body(out, body.name, i, moving)
    meshed = _meshed(scene, rows, measured, lam)
    reactions = _reactions(scene, loads, rows, moving, lam)
    _correct(scene, rows, lam, meshed, reactions)
    for closing in (*scene.model.joints, *scene.model.closings):
        load = reactions[closing.name]
        out.put(f"{closing.name}.reaction", "N", *load.force)
        out.put(f"{closing.name}.torque", "N m", *load.torque)
    for relation in scene.model.relations:
        if relation.name in meshed:
            point, force = meshed[relation.name]
            out.put(f"{relation.name}.reaction", "N", *force)
            out.put(f"{relation.name}.contact", "m", *point)
        _effort(out, relation, rows, measured, lam)
    for sensor in scene.model.sensors:
        _sensor(out, sensor, moving)
    for name, (unit, value) in loads.published.items():
        out.put(name, unit, value)
    out.put("energy.kinetic", "J", kinetic_energy(scene))
    out.put("energy.potential", "J", loads.energy)
    for name in ("energy.dissipated", "energy.supplied"):
        out.put(name, "J", quadratures[name])
    return out.channels


def _coordinates(out: Publisher, joint: Joint, measured: list[Measured], vdot: list[Node]) -> None:
    for coordinate, m in zip(joint.coordinates, measured, strict=True):
        name = f"{joint.name}.{coordinate.name}"
        acceleration: Scalar = m.bias
        for speed, entry in m.entries.items():
            acceleration = acceleration + entry * vdot[speed]
        out.put(name, coordinate.unit, m.value)
        out.put(f"{name}_dot", f"{coordinate.unit}/s", m.rate)
        out.put(f"{name}_ddot", f"{coordinate.unit}/s^2", acceleration)


def _effort(
    out: Publisher, relation: Relation, rows: list[Row], measured: dict[str, list[Measured]], lam: list[Node]
) -> None:
    """Effort along the first coordinate of a relation; a driver also has a power."""
    i = next(i for i, row in enumerate(rows) if row.owner == relation.name)
    joint, k, coordinate = out.scene.model.coordinates_of(relation)[0]
    effort = lam[i] * rows[i].slopes[0]
    out.put(f"{relation.name}.effort", "N" if coordinate.unit == "m" else "N m", effort)
    if relation in out.scene.model.drivers:
        out.put(f"{relation.name}.power", "W", effort * measured[joint.name][k].rate)


def _meshed(
    scene: Scene, rows: list[Row], measured: dict[str, list[Measured]], lam: list[Node]
) -> dict[str, tuple[Vec3, Vec3]]:
    """Where each mesh touches, and the force of its first body on its second there."""
    found = {}
    for written in scene.model.meshes:
        i = next(i for i, row in enumerate(rows) if row.owner == written.name)
        meshing = scene.model.meshing(written)
        sides = []
        frames = scene.frames_at(meshing.frames)
        for (joint, k, coordinate), sense, frame in zip(
            meshing.coordinates, meshing.senses, frames, strict=False
        ):
            unit = measured[joint.name][k].action.wrench
            axis = unit.torque if coordinate.is_angle else unit.force
            sides.append(Side(frame.X.p, axis * sense))
        mesh = written.bind(scene.model.resolver(written, scene.parameters.resolve), scene.model.planar)
        found[written.name] = mesh.push(sides[0], sides[1], lam[i] * rows[i].slopes[0])
    return found


def _correct(
    scene: Scene,
    rows: list[Row],
    lam: list[Node],
    meshed: dict[str, tuple[Vec3, Vec3]],
    reactions: dict[str, Wrench],
) -> None:
    """Reactions of the joints of every mesh, its load moved from its coordinates to where its bodies touch.

    Its row puts the load E_i = lam slope_i through coordinate i, and -E_i on the base. The force F at the contact has
    the same power on all motions that the joints of the mesh allow. So nothing else changes when they take the
    difference over: the joint's load on its follower grows by the E_i of its coordinates, less the force in the mesh on
    the body that is on the follower's side.
    """
    for written in scene.model.meshes:
        meshing, (point, force) = scene.model.meshing(written), meshed[written.name]
        i = next(i for i, row in enumerate(rows) if row.owner == written.name)
        for name, side in meshing.outer.items():
            if name in reactions:
                M = scene.frames_at(scene.model.ends_of(scene.model.joint(name)))[1]
                total = Wrench(force * -side).moved(point - M.X.p)
                for (joint, _, _), action in zip(meshing.coordinates, rows[i].actions, strict=True):
                    if joint.name == name:
                        total = total + action.wrench * lam[i]
                reactions[name] = reactions[name] + total


def _sensor(out: Publisher, sensor: Sensor, moving: Bodies) -> None:
    """What a sensor measures, with its rates as seen from its frame."""
    functions, _, _ = out.scene.functions_of(sensor, lambda bound, X_FM: bound.measure(X_FM), moving)
    for quantity, f in zip(sensor.quantities, functions, strict=True):
        if f.value is out.scene.graph.zero and out.scene.model.planar:
            continue  # there is no z in the plane
        name = f"{sensor.name}.{quantity.name}"
        out.put(name, quantity.unit, f.value)
        out.put(f"{name}_dot", f"{quantity.unit}/s", f.rate)
        out.put(f"{name}_ddot", f"{quantity.unit}/s^2", f.bias)


def _body(out: Publisher, name: str, index: int, moving: Bodies) -> None:
    scene = out.scene
    implied = any(b is scene.model.bodies[index] for b in scene.model.floating)
    psi = _planar_turn(scene, index) if scene.model.planar else 0.0
    points = {"center": Pose(IDENTITY, scene.masses[index][1])}
    points |= {n: X for n, X in scene.frames[index].items() if n}
    for suffix, unit, *values in of_body(scene.model.planar, implied, moving[index], psi, points):
        out.put(f"{name}.{suffix}", unit, *values)


Quantity = tuple[Any, ...]
"""What is published of an element: name behind the dot, unit, and one value or more."""


def of_body(
    planar: bool, implied: bool, k: Kinematics, psi: Scalar, points: Mapping[str, Pose]
) -> Iterator[Quantity]:
    """What is published of a body.

    Args:
        planar: whether it moves in the plane.
        implied: whether it floats: its coordinates carry the body's name already.
        k: its motion.
        psi: its turn in the plane, over full turns.
        points: frames on it.
    """
    axes = "xy" if planar else "xyz"
    if not implied:
        yield from of_point("", axes, k)
        if planar:
            yield "psi", "rad", psi
            yield "psi_dot", "rad/s", k.w.z
            yield "psi_ddot", "rad/s^2", k.alpha.z
        else:
            for angle, value in zip(("a1", "a2", "a3"), to_bryant(k.X.R), strict=True):
                yield angle, "rad", value
    if not planar:
        yield "quaternion", "1", *to_quaternion(k.X.R)
        yield "w", "rad/s", *k.w
        yield "alpha", "rad/s^2", *k.alpha
    for point, X in points.items():
        yield from of_point(f"{point}.", axes, k.of(X))


def of_point(prefix: str, axes: str, k: Kinematics) -> Iterator[Quantity]:
    """Where a point is, its velocity and its acceleration."""
    for suffix, unit, vector in (("", "m", k.X.p), ("_dot", "m/s", k.v), ("_ddot", "m/s^2", k.a)):
        for axis, value in zip(axes, vector, strict=False):
            yield f"{prefix}{axis}{suffix}", unit, value


def _planar_turn(scene: Scene, body: int) -> Scalar:
    """Turn of a planar body against ground, over full turns: the sum of the turns along its path."""
    total: Scalar = 0.0
    for i in scene.paths[body]:
        branch = scene.tree.branches[i]
        sign = -1.0 if branch.reversed else 1.0
        for angle, axis in scene.joints[i].motion(*scene.q[i]).R.turns:
            total = total + sign * angle * axis.z
        for end, side in ((branch.parent, branch.inboard), (branch.body, branch.outboard)):
            for angle, axis in scene.frames[end][side].R.turns:
                total = total + (angle if end == branch.parent else -angle) * axis.z
    return total


def _reactions(
    scene: Scene, loads: Loads, rows: list[Row], moving: Bodies, lam: list[Node]
) -> dict[str, Wrench]:
    """Load of every joint and frame constraint on its follower.

    Those closed by rows: the sum of their rows. Joints on the tree: what the bodies outboard need beyond what acts on
    them (Newton-Euler inward), less the effort of a driver or coupler along the joint's own coordinate.
    """
    found = {c.name: Wrench() for c in (*scene.model.joints, *scene.model.closings)}
    along: dict[str, Wrench] = {}
    carried = dict(loads.on)
    for row, multiplier in zip(rows, lam, strict=True):
        for a in row.actions:
            load = a.wrench * multiplier
            if a.through:
                along[a.through] = along.get(a.through, Wrench()) + load
                continue
            if row.owner in found:
                found[row.owner] = found[row.owner] + load
            for body, part in ((a.follower, load), (a.base, -load)):
                if body != GROUND:
                    arm = a.point - scene.bodies[body].X.p
                    carried[body] = carried.get(body, Wrench()) + part.moved(arm)
    needed: dict[int, Wrench] = {}
    for body, inertia in enumerate(scene.inertias):
        k = moving[body]
        needed[body] = inertia.turned(k.X.R).force_for(k.a, k.alpha, k.w) - carried.get(body, Wrench())
    for branch in reversed(scene.tree.branches):
        if branch.parent in needed:
            arm = moving[branch.body].X.p - moving[branch.parent].X.p
            needed[branch.parent] = needed[branch.parent] + needed[branch.body].moved(arm)
    for branch in scene.tree.branches:
        name = branch.joint.name
        if name in found:
            _, M = scene.frames_at(scene.model.ends_of(branch.joint))
            load = needed[branch.body].moved(moving[branch.body].X.p - M.X.p)
            found[name] = (-load if branch.reversed else load) - along.get(name, Wrench())
    return found
