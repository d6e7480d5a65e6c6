"""Bodies carried outward along the tree, rates of the coordinates, small steps."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from sarrus.equations.derive import JointMotion, joint_motion
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Limb, Stage
from sarrus.equations.rolled.tape import Recorder, Symbols
from sarrus.scalar import Graph, Scalar
from sarrus.scalar.derivative import lifted
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Kinematics, Pose, Twist
from sarrus.topology import GROUND

POSES, VELOCITIES, ACCELERATIONS = 0, 1, 2
"""How much of the motion is wanted: poses; velocities, and accelerations that velocities alone cause; all of it."""


def carry(
    stage: Stage, rec: Recorder, level: int, columns: bool = False, bodies: Collection[int] | None = None
) -> None:
    """The motion of bodies (all, or those given, which must include what carries them)."""
    rec.sweep()
    for limb in stage.limbs:
        if bodies is None or limb.branch.body in bodies:
            _carry(stage, rec, limb, level, columns)


def _carry(stage: Stage, rec: Recorder, limb: Limb, level: int, columns: bool) -> None:
    branch, slots = limb.branch, stage.bodies[limb.branch.body]
    inner, outer = stage.inboard(branch), stage.frames[branch.body][branch.outboard]
    grounded = branch.parent == GROUND
    structure = ("carry", level, columns, limb.joint.structure, branch.reversed, grounded, inner[0], outer[0])
    reads = [limb.q, limb.v, limb.vdot][: level + 1]
    if not grounded:
        parent = stage.bodies[branch.parent]
        reads += [parent.pose, parent.twist, parent.rate][: 1 if level == POSES else 3]
    writes = [slots.pose, slots.twist, slots.rate][: 1 if level == POSES else 3]
    writes += [limb.columns, limb.point] if columns else []
    numbers = (*limb.joint.numbers, *inner[1], *outer[1])
    rec.run(structure, partial(_carried, stage, limb, level, columns), reads, writes, numbers)


def joint_on(
    stage: Stage, limb: Limb, graph: Graph, groups: list[Symbols], numbers: Symbols, level: int
) -> tuple[JointMotion, Pose, Pose, list[Symbols]]:
    """A joint on symbols, its frames on the inner and outer body, and the groups behind its own."""
    s, branch = stage.space, limb.branch
    own = groups[: level + 1]
    v = own[1] if level >= VELOCITIES else list(graph.symbols(f"@v{i}" for i in range(limb.v.size)))
    n = limb.joint.size
    joint = stage.bound(limb.joint, graph, numbers[:n])
    motion = joint_motion(graph, joint, own[0], v, branch.reversed)
    inner, at_inner = stage.inboard(branch)
    outer, at_outer = stage.frames[branch.body][branch.outboard]
    end = n + len(at_inner)
    X_in = s.to_frame(inner, numbers[n:end])
    X_out = s.to_frame(outer, numbers[end : end + len(at_outer)])
    return motion, X_in, X_out, groups[level + 1 :]


def _carried(
    stage: Stage, limb: Limb, level: int, columns: bool, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    s = stage.space
    motion, X_in, X_out, behind = joint_on(stage, limb, graph, groups, numbers, level)
    A = motion.A
    if level == ACCELERATIONS:
        for column, rate in zip(motion.columns, groups[2], strict=True):
            A = Twist(A.v + column.v * rate, A.w + column.w * rate)
    start = (s.to_kinematics(*behind) if behind else Kinematics()).of(X_in)
    V, A = (motion.V, A) if level >= VELOCITIES else (Twist(), Twist())
    joint = start.then(motion.X, V, A)
    body = joint.of(X_out.inverse())
    found = [s.flat_pose(body.X)]
    if level >= VELOCITIES:
        found += [s.flat_pair(body.v, body.w), s.flat_pair(body.a, body.alpha)]
    if columns:
        R = start.X.R
        found.append([x for c in motion.columns for x in s.flat_pair(R * c.v, R * c.w)])
        found.append(s.flat_vector(joint.X.p))
    return found


def turns(stage: Stage, rec: Recorder) -> None:
    """Turn of every planar body against ground, over full turns: the sum of the turns along its path."""
    rec.sweep()
    for limb in stage.limbs:
        branch = limb.branch
        grounded = branch.parent == GROUND
        reads = [limb.q] if grounded else [limb.q, stage.bodies[branch.parent].psi]
        structure = ("turn", limb.joint.structure, branch.reversed, grounded)
        number = stage.turn_of(branch.parent, branch.inboard) - stage.turn_of(branch.body, branch.outboard)
        numbers = (*limb.joint.numbers, number)
        rec.run(structure, partial(_turned, stage, limb), reads, [stage.bodies[branch.body].psi], numbers)


def _turned(
    stage: Stage, limb: Limb, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[list[Scalar]]:
    joint = stage.bound(limb.joint, graph, numbers[:-1])
    total: Scalar = numbers[-1]
    sign = -1.0 if limb.branch.reversed else 1.0
    for angle, axis in joint.motion(*groups[0]).R.turns:
        total = total + sign * angle * axis.z
    return [[total + groups[1][0] if len(groups) > 1 else total]]


def rates(stage: Stage, rec: Recorder) -> None:
    """Rate of every coordinate."""
    rec.sweep()
    for limb in stage.limbs:
        to = limb.q._replace(array="qdot")
        structure = ("rates", limb.joint.structure)
        rec.run(structure, partial(_rates, stage, limb), [limb.q, limb.v], [to], limb.joint.numbers)


def _rates(stage: Stage, limb: Limb, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Any]:
    return [stage.bound(limb.joint, graph, numbers).rates(*groups)]


def retract(stage: Stage, rec: Recorder) -> None:
    """Coordinates after a small step, given like speeds: q + N(q) step, each joint's share put back in place."""
    rec.sweep()
    for limb in stage.limbs:
        to = limb.q._replace(array="q")
        structure = ("retract", limb.joint.structure)
        rec.run(structure, partial(_retracted, stage, limb), [limb.q, limb.step], [to], limb.joint.numbers)


def _retracted(stage: Stage, limb: Limb, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Any]:
    joint, (q, step) = stage.bound(limb.joint, graph, numbers), groups
    v = graph.symbols(f"@v{i}" for i in range(len(step)))
    moved = substitute(lifted(graph, joint.rates(q, v)), dict(zip(v, step, strict=True)))
    return [joint.retract([a + b for a, b in zip(q, moved, strict=True)])]
