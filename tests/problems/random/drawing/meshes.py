"""Wheels and racks in mesh, on joints that are put where their radii ask for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sarrus.elements import SHELVES
from sarrus.elements.constraints.base import Mesh
from sarrus.spatial.rotation import rot_x, rot_z

from .plan import Item, JointPlan, Place
from .values import Draw


def draw_mesh(
    draw: Draw, kind: type[Mesh], near: int, every: list[Place], joints: list[JointPlan], planar: bool
) -> Item | None:
    """A mesh between two joints that share a body; the second joint is turned so that the axes fit.

    Its offset is what the coordinates make of it, so that they stay where they are.

    Args:
        draw: random numbers.
        kind: of the mesh.
        near: joint that is taken where it can be.
        every: coordinates that exist.
        joints: of the mechanism; the second one of the mesh is exchanged for a turned one.
        planar: whether bodies are planar.
    """
    pairs = sorted(_pairs(kind, joints, planar), key=lambda pair: near not in pair)
    if not pairs:
        return None
    one, two = pairs[0]
    _turn(draw, kind, joints, one, two, planar)
    first, second = joints[one], joints[two]
    (carrier,) = _ends(first) & _ends(second)
    q, r = first.coordinates[0], second.coordinates[0]
    values = {"pressure_angle": draw.uniform(0.0, 0.7)} if draw.chance(0.7) else {}
    if not kind.turns[0]:
        radius = draw.uniform(0.2, 1.0) * (1.0 if draw.chance(0.5) else -1.0)
        return Item(kind, {"radius": radius, "offset": q + radius * r, **values}, on=((one, 0), (two, 0)))
    across = second.F.p - first.F.p
    distance = float(across.cross(first.F.R.z).norm())
    if distance < 0.05:
        return None
    radii = _radii(draw, distance)
    q *= 1.0 if first.base == carrier else -1.0
    r *= (1.0 if second.base == carrier else -1.0) * math.copysign(1.0, first.F.R.z.dot(second.F.R.z))
    arc = radii[0] * q + radii[1] * r
    values |= {"first_radius": radii[0], "second_radius": radii[1], "offset": arc}
    return Item(kind, values, on=((one, 0), (two, 0)))


def guide_mesh(draw: Draw, kind: type[Mesh], joints: list[JointPlan], planar: bool, spare: int) -> int:
    """Joints for a mesh where there are none, in a tree with freedom to spare; how much of that it takes."""
    if any(_pairs(kind, joints, planar)) or _has_loops(joints):
        return 0
    every = [(i, k) for i in range(len(joints)) for k in range(len(joints)) if i != k]
    able = [(i, k) for i, k in every if len(_ends(joints[i]) & _ends(joints[k])) == 1]
    if not able:
        return 0
    chosen, found, lost = draw.pick(able), list(joints), 0
    for i, turns in zip(chosen, kind.turns, strict=True):
        # a turn, now and then with a slide; or a slide
        units = ("rad", "m") if turns and not planar and draw.chance(0.3) else ("rad",) if turns else ("m",)
        joint = next(k for k in SHELVES["joints"] if tuple(c.unit for c in k.coordinates) == units)
        lost += joints[i].form(planar).freedoms - len(units)
        found[i] = replace(joints[i], kind=joint, coordinates=draw.numbers(len(units), 1.3), values={})
    if spare - lost < 1:
        return 0
    joints[:] = found
    return lost


def _ends(joint: JointPlan) -> set[int]:
    return {joint.base, joint.follower}


def _has_loops(joints: Sequence[JointPlan]) -> bool:
    groups = [{body} for body in {b for j in joints for b in _ends(j)}]
    for joint in joints:
        one, two = (next(g for g in groups if b in g) for b in (joint.base, joint.follower))
        if one is two:
            return True
        groups.remove(two)
        one |= two
    return False


def _pairs(kind: type[Mesh], joints: Sequence[JointPlan], planar: bool) -> Iterator[tuple[int, int]]:
    """Joints that share one body and move as the mesh needs it."""
    units = [tuple(c.unit for c in j.form(planar).coordinates) for j in joints]
    able = [(("rad",), ("rad", "m")) if turns else (("m",),) for turns in kind.turns]
    for i, one in enumerate(joints):
        for k, two in enumerate(joints):
            shared = _ends(one) & _ends(two)
            if i != k and len(shared) == 1 and units[i] in able[0] and units[k] in able[1]:
                yield i, k


def _turn(draw: Draw, kind: type[Mesh], joints: list[JointPlan], one: int, two: int, planar: bool) -> None:
    """The second axis along the first, either way; that of a wheel at right angles to a slide."""
    R, spin = joints[one].F.R, rot_z(draw.uniform(-3.0, 3.0))
    if not planar:
        R = R @ rot_x((math.pi if draw.chance(0.5) else 0.0) if kind.turns[0] else draw.uniform(-3.0, 3.0))
    joints[two] = replace(joints[two], F=replace(joints[two].F, R=R @ spin))


def _radii(draw: Draw, distance: float) -> tuple[float, float]:
    """Outer teeth, or inner ones on either wheel."""
    share = draw.uniform(0.2, 0.8)
    return draw.pick(
        [
            (share * distance, (1.0 - share) * distance),
            (share * distance, -(1.0 + share) * distance),
            (-(1.0 + share) * distance, share * distance),
        ]
    )
