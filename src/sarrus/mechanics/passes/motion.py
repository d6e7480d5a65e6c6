"""Bodies carried outward along the tree, rates of the coordinates, small steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sarrus.mechanics.derive import joint_motion
from sarrus.mechanics.layout import Layout, Limb
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import Slot, acts
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import lifted
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Kinematics, Pose, Twist, Vec3
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND

Moving = tuple[Pose, Twist, Twist, Twist]
"""Of a body: pose, twist, rate of the twist that velocities alone cause, and its rate with all accelerations."""
End = tuple[Moving | None, Pose, Vec3 | None]
"""A frame of an element: the body it is on, None for ground; its pose there; how far that body's origin is away."""
Mask = tuple[bool, bool]
"""Whether a column has a velocity and an angular velocity, or a row a force and a torque."""


def motion_of(body: Moving) -> Kinematics:
    """A body without the accelerations of the speeds."""
    X, V, bias, _ = body
    return Kinematics(X, V.v, V.w, bias.v, bias.w)


def full_motion_of(body: Moving) -> Kinematics:
    """A body with all accelerations."""
    X, V, _, rate = body
    return Kinematics(X, V.v, V.w, rate.v, rate.w)


def frame_at(end: End, full: bool = False) -> Kinematics:
    """The motion of a frame at an end of an element."""
    body, X, apart = end
    if body is None:
        return Kinematics().of(X)
    found = (full_motion_of(body) if full else motion_of(body)).of(X)
    return found if apart is None else replace(found, X=Pose(found.X.R, found.X.p + apart))


def origin_at(end: End) -> Vec3:
    """The origin of the body at an end of an element; that of ground does not matter."""
    body, _, apart = end
    if body is None:
        return ZERO
    return body[0].p if apart is None else body[0].p + apart


def carry_outward(layout: Layout, rec: Recorder) -> dict[int, tuple[Mask, ...]]:
    """The motion of all bodies; for each, what the speeds of the joint that carries it move."""
    masks = {}
    rec.sweep()
    for limb in layout.limbs:
        branch, body = limb.branch, layout.bodies[limb.branch.body]
        inner = None if branch.parent == GROUND else layout.bodies[branch.parent].motion
        arguments = (limb.joint, limb.X_in, limb.X_out, limb.q, limb.v, limb.vdot, inner)
        into = (*body.motion, limb.columns, limb.point)
        rec.run(carried, *arguments, into=into, backward=branch.reversed)
        columns = rec.look(carried, *arguments, backward=branch.reversed)[4]
        masks[branch.body] = tuple((acts(*c.v), acts(*c.w)) for c in columns)
    return masks


def carried(
    graph: Graph,
    joint: Bound,
    X_in: Pose,
    X_out: Pose,
    q: Sequence[Node],
    v: Sequence[Node],
    vdot: Sequence[Node],
    inner: Moving | None,
    *,
    backward: bool,
) -> tuple[Pose, Twist, Twist, Twist, list[Twist], Vec3]:
    """A body on its joint: its motion, and the columns of the joint's speeds at a point of it."""
    motion = joint_motion(graph, joint(None), q, v, backward)
    inverse = X_out.inverse()
    start = (Kinematics() if inner is None else motion_of(inner)).of(X_in)
    moved = start.then(motion.X, motion.V, motion.A)
    body = moved.of(inverse)
    A = motion.A
    for column, rate in zip(motion.columns, vdot, strict=True):
        A = Twist(A.v + column.v * rate, A.w + column.w * rate)
    driven = (Kinematics() if inner is None else full_motion_of(inner)).of(X_in)
    full = driven.then(motion.X, motion.V, A).of(inverse)
    R = start.X.R
    columns = [Twist(R * c.v, R * c.w) for c in motion.columns]
    return (
        body.X,
        Twist(body.v, body.w),
        Twist(body.a, body.alpha),
        Twist(full.a, full.alpha),
        columns,
        moved.X.p,
    )


def turn_bodies(layout: Layout, rec: Recorder) -> None:
    """Turn of every planar body against ground, over full turns: the sum of the turns along its path."""
    rec.sweep()
    for limb in layout.limbs:
        branch = limb.branch
        inner = None if branch.parent == GROUND else layout.bodies[branch.parent].psi
        sides = (
            layout.numbers.turn(branch.parent, branch.inboard),
            layout.numbers.turn(branch.body, branch.outboard),
        )
        rec.run(
            turned,
            limb.joint,
            limb.q,
            *sides,
            inner,
            into=[layout.bodies[branch.body].psi],
            backward=branch.reversed,
        )


def turned(
    graph: Graph,
    joint: Bound,
    q: Sequence[Node],
    inboard: Scalar,
    outboard: Scalar,
    inner: Scalar | None,
    *,
    backward: bool,
) -> tuple[Scalar]:
    """Turn of a body: that of its parent, of the frames, and of the joint."""
    total = inboard - outboard
    for angle, axis in joint(None).motion(*q).R.turns:
        total = total + (-1.0 if backward else 1.0) * angle * axis.z
    return (total if inner is None else total + inner,)


def coordinate_rates(layout: Layout, rec: Recorder) -> None:
    """Rate of every coordinate."""
    rec.sweep()
    for limb in layout.limbs:
        rec.run(rates, limb.joint, limb.q, limb.v, into=[_same_places(limb, "qdot")])
    for own in layout.owned.values():
        rec.run(own_rates, own.v, into=[own.q._replace(array="qdot")])


def rates(graph: Graph, joint: Bound, q: Sequence[Node], v: Sequence[Node]) -> tuple[Any]:
    """qdot = N(q) v."""
    return (joint(None).rates(q, v),)


def own_rates(graph: Graph, v: Sequence[Node]) -> tuple[Any]:
    """Rates of coordinates of a constraint's own: they are its speeds."""
    return (v,)


def small_steps(layout: Layout, rec: Recorder) -> None:
    """Coordinates after a small step, given like speeds."""
    rec.sweep()
    for limb in layout.limbs:
        rec.run(retracted, limb.joint, limb.q, limb.step, into=[_same_places(limb, "q")])
    for own in layout.owned.values():
        rec.run(stepped, own.q, own.step, into=[own.q._replace(array="q")])


def retracted(graph: Graph, joint: Bound, q: Sequence[Node], step: Sequence[Node]) -> tuple[Any]:
    """q + N(q) step, put back where it belongs."""
    bound = joint(None)
    v = graph.symbols(f"@v{i}" for i in range(len(step)))
    moved = substitute(lifted(graph, bound.rates(q, v)), dict(zip(v, step, strict=True)))
    return (bound.retract([a + b for a, b in zip(q, moved, strict=True)]),)


def stepped(graph: Graph, q: Sequence[Node], step: Sequence[Node]) -> tuple[Any]:
    """The same of coordinates of a constraint's own."""
    return ([a + b for a, b in zip(q, step, strict=True)],)


def _same_places(limb: Limb, array: str) -> Slot:
    return limb.q._replace(array=array)
