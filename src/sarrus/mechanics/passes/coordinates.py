"""Published coordinates of the joints: own coordinates of the tree, the others fitted to poses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sarrus.elements.base import Coordinate
from sarrus.elements.body import Body
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.joints.base import Joint
from sarrus.elements.sensors.base import Sensor
from sarrus.elements.statements import require_count
from sarrus.mechanics.derive import pose_functions, pose_slopes
from sarrus.mechanics.layout import Layout, Limb, Owned
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.motion import End, Mask, frame_at
from sarrus.mechanics.recorder import Recorder, clear
from sarrus.mechanics.slots import SCALAR, Slot, acts
from sarrus.scalar import Graph, Node, Scalar, floor, where
from sarrus.spatial import Kinematics, Wrench


class Along(Protocol):
    """What an effort acts along: a joint coordinate, or a rate of a port on frames."""

    @property
    def bodies(self) -> tuple[int, ...]:
        """Base and follower."""

    @property
    def load(self) -> Slot:
        """What a unit effort does to the follower."""

    @property
    def point(self) -> Slot:
        """Where."""

    @property
    def mask(self) -> Mask:
        """Whether that is a force, a torque."""

    @property
    def rate(self) -> Slot:
        """How fast it changes."""

    @property
    def limb(self) -> Limb | Owned | None:
        """Whose own coordinate it is, a limb or a constraint."""

    @property
    def k(self) -> int:
        """Which of its coordinates."""


@dataclass(frozen=True)
class Measured:
    """A joint coordinate, however the joint is treated; a coordinate of a constraint's own; or what else rows tie.

    Attributes:
        joint, k, coordinate: which it is; in place of the joint a sensor, or the body whose position it is.
        bodies: base and follower of the joint.
        value, rate: over full turns.
        bias: its second derivative without accelerations of the speeds; None where it is zero.
        second: its second derivative.
        load, point: what a unit effort does to the follower, and where; ground components.
        mask: whether that is a force, a torque.
        limb: whose own coordinate it is, a limb or a constraint; None where it is fitted.
    """

    joint: Joint | FrameConstraint | Sensor | Body
    k: int
    coordinate: Coordinate
    bodies: tuple[int, ...]
    value: Slot
    rate: Slot
    bias: Slot | None
    second: Slot
    load: Slot
    point: Slot
    mask: Mask
    limb: Limb | Owned | None


def turning_names(layout: Layout) -> list[str]:
    """Coordinates that may repeat and must be fitted to a pose; the state counts the turns of each."""
    own = {limb.branch.joint.name for limb in layout.limbs}
    return [
        f"{j.name}.{c.name}"
        for j in layout.model.all_joints
        if not j.inner and j.name not in own
        for c, period in zip(j.coordinates, layout.model.periods(j), strict=True)
        if period is not None
    ]


def counted_of(joint: Joint, turns: dict[str, Slot]) -> tuple[Slot | None, ...]:
    """Where the state counts the coordinates of a joint; None where it does not."""
    return tuple(turns.get(f"{joint.name}.{c.name}") for c in joint.coordinates)


def measure_joints(layout: Layout, rec: Recorder, turns: dict[str, Slot]) -> dict[str, list[Measured]]:
    """All published coordinates, by joint.

    Args:
        layout: the mechanism.
        rec: listens.
        turns: where the state counts turns of fitted angles.
    """
    own = {limb.branch.joint.name: limb for limb in layout.limbs}
    found = {}
    rec.sweep()
    for joint in layout.model.all_joints:
        limb = own.get(joint.name) if not joint.inner else None
        found[joint.name] = _measure_joint(layout, rec, joint, limb, turns)
    for name, constraint in layout.owned.items():
        found[name] = list(_own_coordinates(layout, rec, constraint))
    return found


def _own_coordinates(layout: Layout, rec: Recorder, own: Owned) -> Iterator[Measured]:
    """Coordinates of a constraint's own: a unit effort along one loads no body but through the rows."""
    bodies = layout.bodies_at(layout.model.ends_of(own.element))
    nothing, nowhere = rec.reserve(layout.space.wrench), rec.reserve(layout.space.vector)
    for slot in (nothing, nowhere):
        rec.run(clear, into=[slot], kind=slot.kind)
    lists = (own.element.coordinates, *map(_apart, (own.q, own.v, own.vdot)))
    for k, (c, value, rate, second) in enumerate(zip(*lists, strict=True)):
        parts = value, rate, None, second, nothing, nowhere, (False, False)
        yield Measured(own.element, k, c, bodies, *parts, own)


def _measure_joint(
    layout: Layout, rec: Recorder, joint: Joint, limb: Limb | None, turns: dict[str, Slot]
) -> list[Measured]:
    n, reserve = len(joint.coordinates), rec.reserve
    if not n:
        return []
    places = layout.model.ends_of(joint)
    counted = counted_of(joint, turns)
    arguments = (layout.numbers.element(joint), *layout.ends(places), counted)
    point, loads = reserve(layout.space.vector), [reserve(layout.space.wrench) for _ in range(n)]
    cell = unit_efforts if limb else measured
    functions = rec.look(cell, *arguments)
    stated = len(functions) - 1 if limb else (len(functions) - 1) // 5
    require_count(joint, "fit", stated, "coordinates", n)
    masks = [(acts(*load.force), acts(*load.torque)) for load in functions[1 : n + 1]]
    if limb:
        values, rates, seconds = (_apart(slot) for slot in (limb.q, limb.v, limb.vdot))
        biases: list[Slot | None] = [None] * n
        rec.run(cell, *arguments, into=[point, *loads])
    else:
        values, rates, seconds, fitted = ([reserve(SCALAR) for _ in range(n)] for _ in range(4))
        biases = [*fitted]
        rec.run(cell, *arguments, into=[point, *loads, *values, *rates, *fitted, *seconds])
    bodies = layout.bodies_at(places)
    return [
        Measured(
            joint, k, c, bodies, values[k], rates[k], biases[k], seconds[k], loads[k], point, masks[k], limb
        )
        for k, c in enumerate(joint.coordinates)
    ]


def _apart(slot: Slot) -> list[Slot]:
    """Numbers of an input one by one."""
    return [Slot(SCALAR, slot.array, slot.at + k) for k in range(slot.kind.size)]


def unit_efforts(graph: Graph, joint: Bound, F: End, M: End, turns: Any) -> tuple[Any, ...]:
    """Point and loads of unit efforts along coordinates that are known."""
    base, follower = frame_at(F), frame_at(M)
    units = pose_slopes(graph, joint(None).fit, base.X.inverse() @ follower.X)
    return follower.X.p, *in_ground([unit for _, unit, _ in units], base)


def measured(graph: Graph, joint: Bound, F: End, M: End, turns: Sequence[Node | None]) -> tuple[Any, ...]:
    """Coordinates fitted to the pose of a joint: point and loads of unit efforts, values, rates, second derivatives."""
    base, follower = frame_at(F), frame_at(M)
    X, V, A = base.relative(follower)
    full = frame_at(F, full=True).relative(frame_at(M, full=True))[2]
    bound = joint(None)
    functions = pose_functions(graph, bound.counting(turns).fit, X, V, A, full)
    counted = [*turns, *[None] * len(functions)]  # whether there are as many is asked later
    periods = [*(c.period for c in bound.coordinates), *[None] * len(functions)]
    values = [
        f.value if turn is None or period is None else graph.lift(turn - within(turn - f.value, period))
        for f, turn, period in zip(functions, counted, periods, strict=False)
    ]
    return (
        follower.X.p,
        *in_ground([f.wrench for f in functions], base),
        *values,
        *(f.rate for f in functions),
        *(f.bias for f in functions),
        *(f.second for f in functions),
    )


def within(difference: Scalar, period: Scalar) -> Scalar:
    """A difference of coordinates without whole periods; itself where the period is 0."""
    if not isinstance(period, Node):
        return difference - period * floor(difference / period + 0.5) if period else difference
    repeats = 0.0 < period
    divisor = where(repeats, period, 1.0)
    return difference - where(repeats, divisor * floor(difference / divisor + 0.5), 0.0)


def in_ground(loads: Sequence[Wrench], F: Kinematics) -> list[Wrench]:
    """Loads in the components of a frame F, in ground components."""
    R = F.X.R
    return [Wrench(R * load.force, R * load.torque) for load in loads]


def power(column: Any, load: Wrench, arm: Any) -> Scalar:
    """Power of a load along a column; `arm` runs from the column's point to the load's."""
    found: Scalar = column.v.dot(load.force) + column.w.dot(load.torque + arm.cross(load.force))
    return found
