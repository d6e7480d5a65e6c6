"""What an analysis publishes: named quantities of the state, the accelerations and the multipliers.

Reactions and torques are those exerted by the base on the follower, at the origin of the follower frame M, in ground
components. Efforts of drivers and applied forces are not part of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.elements.joints.base import Joint
from sarrus.equations.inertia import kinetic_energy
from sarrus.equations.loads import Loads
from sarrus.equations.rows import Measured, Row
from sarrus.equations.scene import Scene
from sarrus.scalar import Node, Scalar, wrap
from sarrus.spatial import Kinematics, Pose, Wrench, to_bryant
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
        _coordinates(out, joint, measured[joint.name], vdot, quadratures)
    for i, body in enumerate(scene.model.bodies):
        _body(out, body.name, i, moving)
    reactions = _reactions(scene, loads, rows, measured, moving, lam)
    for joint in scene.model.joints:
        load = reactions[joint.name]
        out.put(f"{joint.name}.reaction", "N", *load.force)
        out.put(f"{joint.name}.torque", "N m", *load.torque)
    for i, row in enumerate(rows):
        driver = next((d for d in scene.model.drivers if d.name == row.owner), None)
        if driver is not None:
            joint, k, coordinate = scene.model.driven(driver)
            effort = "N" if coordinate.unit == "m" else "N m"
            out.put(f"{driver.name}.effort", effort, lam[i])
            out.put(f"{driver.name}.power", "W", lam[i] * measured[joint.name][k].rate)
    for name, (unit, value) in loads.published.items():
        out.put(name, unit, value)
    out.put("energy.kinetic", "J", kinetic_energy(scene))
    out.put("energy.potential", "J", loads.energy)
    for name in ("energy.dissipated", "energy.supplied"):
        out.put(name, "J", quadratures[name])
    return out.channels


def _coordinates(
    out: Publisher, joint: Joint, measured: list[Measured], vdot: list[Node], quadratures: dict[str, Node]
) -> None:
    for coordinate, m in zip(joint.coordinates, measured, strict=True):
        name = f"{joint.name}.{coordinate.name}"
        value: Scalar = m.value
        if name in quadratures:  # a fitted angle, put on the turn that its integrated rate has reached
            value = quadratures[name] - wrap(quadratures[name] - m.value)
        acceleration: Scalar = m.bias
        for speed, entry in m.entries.items():
            acceleration = acceleration + entry * vdot[speed]
        out.put(name, coordinate.unit, value)
        out.put(f"{name}_dot", f"{coordinate.unit}/s", m.rate)
        out.put(f"{name}_ddot", f"{coordinate.unit}/s^2", acceleration)


def _body(out: Publisher, name: str, index: int, moving: dict[int, Kinematics]) -> None:
    scene = out.scene
    k = moving[index]
    axes = "xy" if scene.model.planar else "xyz"
    implied = any(b is scene.model.bodies[index] for b in scene.model.floating)
    if not implied:  # a floating body's coordinates carry the body's name already
        _point(out, name, axes, k)
        if scene.model.planar:
            psi = _planar_turn(scene, index)
            out.put(f"{name}.psi", "rad", psi)
            out.put(f"{name}.psi_dot", "rad/s", k.w.z)
            out.put(f"{name}.psi_ddot", "rad/s^2", k.alpha.z)
        else:
            for angle, value in zip(("a1", "a2", "a3"), to_bryant(k.X.R), strict=True):
                out.put(f"{name}.{angle}", "rad", value)
    if not scene.model.planar:
        out.put(f"{name}.quaternion", "1", *to_quaternion(k.X.R))
        out.put(f"{name}.w", "rad/s", *k.w)
        out.put(f"{name}.alpha", "rad/s^2", *k.alpha)
    center = Pose(IDENTITY, scene.masses[index][1])
    points = {n: X for n, X in scene.frames[index].items() if n}
    for point, X in {"center": center, **points}.items():
        _point(out, f"{name}.{point}", axes, k.of(X))


def _point(out: Publisher, name: str, axes: str, k: Kinematics) -> None:
    for suffix, unit, vector in (("", "m", k.X.p), ("_dot", "m/s", k.v), ("_ddot", "m/s^2", k.a)):
        for axis, value in zip(axes, vector, strict=False):
            out.put(f"{name}.{axis}{suffix}", unit, value)


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
    scene: Scene,
    loads: Loads,
    rows: list[Row],
    measured: dict[str, list[Measured]],
    moving: dict[int, Kinematics],
    lam: list[Node],
) -> dict[str, Wrench]:
    """Load of every joint on its follower.

    Joints closed by rows: the sum of their rows. Joints on the tree: what the bodies outboard need beyond what acts
    on them (Newton-Euler inward), less the effort of a driver on the joint's own coordinate.
    """
    found = {j.name: Wrench() for j in scene.model.joints}
    carried = dict(loads.on)
    for row, multiplier in zip(rows, lam, strict=True):
        if row.wrench is None:
            continue
        load = row.wrench * multiplier
        if row.owner in found:
            found[row.owner] = found[row.owner] + load
        for body, part in ((row.follower, load), (row.base, -load)):
            if body != GROUND:
                arm = row.point - scene.bodies[body].X.p
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
        if name not in found:
            continue
        M = scene.frame(scene.model.ends_of(branch.joint)[1])
        load = needed[branch.body].moved(moving[branch.body].X.p - M.X.p)
        load = -load if branch.reversed else load
        for row, multiplier in zip(rows, lam, strict=True):
            if row.wrench is None:
                joint, k_, _ = scene.model.driven(next(d for d in scene.model.drivers if d.name == row.owner))
                if joint.name == name:
                    load = load - measured[name][k_].wrench * multiplier
        found[name] = load
    return found
