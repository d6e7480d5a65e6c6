"""Joints: on a tree, closing loops, and repeated where that forbids nothing new."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

from sarrus.elements import SHELVES
from sarrus.elements.joints.base import Joint
from sarrus.spatial import Pose, Vec3, from_bryant, rot_z
from sarrus.spatial.sequences import returns
from sarrus.testing.samples import fits_plane

from .plan import GROUND, JointPlan
from .values import Draw

FULL = {True: 3, False: 6}


@cache
def kinds(planar: bool) -> tuple[type[Joint], ...]:
    """Joints that bodies may have."""
    return tuple(k for k in SHELVES["joints"] if not planar or fits_plane(k))


def freedoms(kind: type[Joint], planar: bool) -> int:
    """How many motions a joint lets happen."""
    form = kind("j", "a", "b", **Draw(0).values(kind, planar))
    return (form.in_plane() if planar else form).freedoms


def draw_coordinates(draw: Draw, joint: Joint) -> tuple[float, ...]:
    """Anywhere; angles on another turn than the first now and then, but for those kept as a quaternion inside."""
    far = not joint.inner and draw.chance(0.1)
    found = [
        draw.uniform(-7.0, 7.0) if far and c.is_angle else draw.uniform(-1.3, 1.3) for c in joint.coordinates
    ]
    if joint.turn_places and returns(joint.turn_sequence):  # its second angle is read between 0 and 180 deg
        found[joint.turn_places[1]] += math.pi / 2
    return tuple(found)


def draw_joint(
    draw: Draw, base: int, follower: int, family: str, world: Pose, least: int, most: int
) -> JointPlan:
    """A joint between two bodies with at least and at most so many freedoms.

    In the flat family its z axis is the common normal of the plane `world`.
    """
    planar = family == "plane"
    kind = draw.pick([k for k in kinds(planar) if least <= freedoms(k, planar) <= most])
    if family == "flat":
        x, y, z, a = draw.numbers(4, 1.0)
        F = world @ Pose(rot_z(3.0 * a), Vec3(x, y, z))
    else:
        F = draw.pose(planar)
    plan = JointPlan(kind, base, follower, F, (), draw.values(kind, planar))
    return replace(plan, coordinates=draw_coordinates(draw, plan.form(planar)))


def draw_joints(draw: Draw, n: int, family: str, afloat: bool) -> list[JointPlan]:
    """A tree that reaches most bodies, and loops.

    Loops that leave no freedom by counting are drawn again a few times: locked mechanisms are welcome, but few.
    """
    planar, world = family == "plane", draw.pose(False)
    space = FULL[family != "space"]  # flat loops are planar ones
    joints: list[JointPlan] = []
    for _ in range(8):
        joints = []
        for i in range(1 if afloat else 0, n):
            base = draw.below(i, 0 if afloat else GROUND)
            if i and not afloat and draw.chance(0.1):
                continue  # it floats, alone or with what follows it
            ends = (base, i) if draw.chance(0.7) else (i, base)
            least, most = (0, 6) if draw.chance(0.25) else (1, FULL[planar] - 1)
            joints.append(draw_joint(draw, *ends, family, world, least, most))
        loops = 0 if n == 1 else draw.count(0.5, 0.4, 0.1)
        bodies = list(range(0 if afloat else GROUND, n))
        for _ in range(loops if len(bodies) > 1 else 0):
            one, two = draw.random.choice(bodies, 2, replace=False).tolist()
            joints.append(draw_joint(draw, one, two, family, world, 1, FULL[planar] - 1))
        free = sum(freedoms(j.kind, planar) for j in joints) - loops * space
        if free > 0 or draw.chance(0.1):
            break
    return joints


def draw_twin(draw: Draw, joint: JointPlan, planar: bool) -> JointPlan:
    """The joint once more, elsewhere if it has a place that moves alike: a door on two hinges, two parallel rails.

    A frame fixed beside F and its image beside M move alike when D^-1 X_FM D is a pose the joint allows, for every X_FM.
    """
    size = draw.uniform(0.2, 0.8)
    shifts = [Vec3(0.0, 0.0, size), Vec3(size, 0.0, 0.0), Vec3(0.0, size, 0.0), Vec3(size, 0.3, 0.2)]
    form = joint.form(planar)
    for shift in shifts:
        D = Pose(p=shift)
        if planar and shift.z:
            continue
        others = [form.motion(*form.place(draw_coordinates(draw, form))) for _ in range(3)]
        images = [D.inverse() @ X @ D for X in others]
        if all(abs(r) < 1e-12 for X in images for r in form.closure(X)):
            q = form.fit(D.inverse() @ joint.motion(planar) @ D)
            return replace(joint, F=joint.F @ D, coordinates=tuple(float(a) for a in q), twin=True)
    return replace(joint, twin=True)


def draw_crooked(draw: Draw, twin: JointPlan, planar: bool) -> JointPlan:
    """A twin that is a little out of line: it locks, with rows that are all but dependent."""
    size = 10.0 ** -draw.uniform(2.0, 6.5)
    off = draw.pose(planar)
    near = Pose(rot_z(size) if planar else from_bryant(size, -size, size), off.p * size)
    return replace(twin, F=twin.F @ near, twin=False)
