"""What the equations of motion miss by, in linear time: r = M vdot - f - G^T lam for any accelerations and multipliers.

What every body and all it carries need beyond what acts on them is the same as for reactions; r is its power along each
speed alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.mechanics.layout import Layout
from sarrus.mechanics.passes.coordinates import Along, power
from sarrus.mechanics.passes.motion import Mask
from sarrus.mechanics.passes.rows import Closed, only_acting
from sarrus.mechanics.passes.ties import Tying
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Slot, numbers
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Pose, Twist, Vec3, Wrench


def miss(
    layout: Layout,
    rec: Recorder,
    all_closed: Sequence[Closed],
    ties: Sequence[Tying],
    pushes: Sequence[tuple[Along, Slot]],
    masks: dict[int, tuple[Mask, ...]],
) -> None:
    """Fill the array "r".

    Args:
        layout: the mechanism.
        rec: listens; what bodies need is recorded.
        all_closed: elements that are closed by rows; along coordinates of their own these act here.
        ties: relations; along coordinates of the tree they act here, the others on bodies.
        pushes: coordinates with the place of a further effort along each.
        masks: by body, what the speeds of the joint that carries it move.
    """
    # a weld has no speeds, and begins where the next limb does
    moving = [limb for limb in layout.limbs if limb.speeds]
    places = {limb.first: Slot(numbers(limb.speeds), "r", limb.first) for limb in moving}
    rec.sweep()
    for limb in moving:
        body = layout.bodies[limb.branch.body]
        arguments = (limb.columns, limb.point, body.pose, body.needed)
        rec.run(missed, *arguments, into=[places[limb.first]], columns=masks[limb.branch.body])
    for c in all_closed:
        if c.own:
            places[c.own.first] = c.own.along("r")
            to = places[c.own.first]
            rec.run(missed_along_own, c.slopes, c.place("lam"), into=[to], count=c.own.speeds)
    for tying in ties:
        lam = Slot(SCALAR, "lam", tying.row)
        for slope, m in zip(tying.slopes, tying.on, strict=True):
            if m.limb:
                to = places[m.limb.first]
                rec.run(given_along, slope, lam, onto=[to], k=m.k, count=m.limb.speeds)
    for on, effort in pushes:
        if on.limb:
            rec.run(pushed_along, effort, onto=[places[on.limb.first]], k=on.k, count=on.limb.speeds)


def missed_along_own(
    graph: Graph, slopes: Sequence[Sequence[Node]], lam: Sequence[Node], *, count: int
) -> tuple[list[Scalar]]:
    """Power of the rows of a constraint along each coordinate of its own, which has no inertia."""
    found: list[Scalar] = [0.0] * count
    for row, multiplier in zip(slopes, lam, strict=True):
        found = [x - multiplier * slope for x, slope in zip(found, row, strict=True)]
    return (found,)


def missed(
    graph: Graph, moves: Sequence[Twist], point: Vec3, body: Pose, load: Wrench, *, columns: Sequence[Mask]
) -> tuple[list[Scalar]]:
    """Power of what is needed along each speed of a limb."""
    arm = body.p - point
    return ([power(c, load, arm) for c in only_acting(moves, columns)],)


def given_along(graph: Graph, slope: Node, lam: Node, *, k: int, count: int) -> tuple[list[Scalar]]:
    """What a driver or coupler gives along a coordinate of the tree."""
    return ([-(lam * slope) if i == k else 0.0 for i in range(count)],)


def pushed_along(graph: Graph, effort: Node, *, k: int, count: int) -> tuple[list[Scalar]]:
    """What an effort gives along a coordinate of the tree."""
    return ([-effort if i == k else 0.0 for i in range(count)],)
