"""What assembling needs beyond the closure rows: gaps that lead home from far away, senses, retraction.

Closure rows made of dot products also vanish where an axis points backwards, and from a poor start Newton's method
finds such places. The gap of a joint is instead the difference between the pose of M and the nearest pose the joint
allows, as the twelve numbers of (X_nearest^-1 X_FM - identity). Its square sum for a turn by an angle a is
8 sin^2(a/2): it vanishes at a = 0 only, and falls all the way down to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sarrus.elements.joints.base import Joint
from sarrus.equations.scene import Scene
from sarrus.scalar import Node, Scalar
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Pose, Wrench
from sarrus.spatial.pose import flat_pose


@dataclass(frozen=True)
class Gap:
    """One component of how far a joint stands open, and how each speed changes it."""

    owner: str
    unit: str
    value: Node
    slopes: dict[int, Node]


def gaps(scene: Scene, joints: Iterable[Joint]) -> list[Gap]:
    """Gaps of the closed joints; components that vanish by structure are left out."""
    found = []
    for joint in joints:
        one, two = (scene.body_index(p) for p in scene.model.ends_of(joint))
        functions, base, follower = scene.functions_of(joint, _open_by)
        for k, f in enumerate(functions):
            if f.value is not scene.graph.zero:
                load = Wrench(base.X.R * f.wrench.force, base.X.R * f.wrench.torque)
                unit = "1" if k < 9 else "m"
                found.append(Gap(joint.name, unit, f.value, scene.between(one, two, load, follower.X.p)))
    return found


def _open_by(joint: Joint, X_FM: Pose) -> list[Scalar]:
    rest = joint.nearest(X_FM).inverse() @ X_FM
    return [a - b for a, b in zip(flat_pose(rest), flat_pose(Pose()), strict=True)]


def senses(scene: Scene, joints: Iterable[Joint]) -> list[Node]:
    """For each closed joint, a number that is positive on the branch that is meant."""
    found = []
    for joint in joints:
        bound = joint.bind(scene.parameters.resolve, scene.model.planar)
        base, follower = (scene.frame(p) for p in scene.model.ends_of(joint))
        found.append(scene.graph.lift(bound.sense(base.X.inverse() @ follower.X)))
    return found


def retracted(scene: Scene, step: Sequence[Node]) -> list[Node]:
    """Coordinates after a small step, given like speeds: q + N(q) step, each joint's share put back in place."""
    found: list[Node] = []
    moved = substitute(scene.rates, dict(zip(scene.speeds, step, strict=True)))
    start = 0
    for joint, q in zip(scene.joints, scene.q, strict=True):
        straight = [a + b for a, b in zip(q, moved[start : start + len(q)], strict=True)]
        found.extend(scene.graph.lift(a) for a in joint.retract(straight))
        start += len(q)
    return found
