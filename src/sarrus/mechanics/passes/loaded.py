"""Forces that depend on the load of their joint: friction in a pin, in a guide.

Such an effort phi acts along a joint coordinate. It is no function of the state alone: the load that it depends on, a
reaction, depends on accelerations and multipliers, and these on phi,

    M vdot = f + G^T lam + H phi,   G vdot = beta,   phi = law(t, x, load(vdot, lam, phi))

so phi stands among the unknowns, behind the multipliers in the array "lam". H holds what each speed does to the coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.elements.forces.base import Force
from sarrus.elements.statements import refuse_statement
from sarrus.mechanics.derive import efforts, pose_slopes
from sarrus.mechanics.layout import TIME, Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Along, Measured
from sarrus.mechanics.passes.forces import Applied, Names, named_states, told
from sarrus.mechanics.passes.motion import End, Mask, frame_at
from sarrus.mechanics.passes.reactions import Published
from sarrus.mechanics.passes.rows import SparseRows, entries
from sarrus.mechanics.recorder import Argument, Recorder
from sarrus.mechanics.slots import SCALAR, Slot, labelled
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Twist, Vec3, Wrench


@dataclass(frozen=True)
class Pushing:
    """An effort that is found together with the accelerations.

    Attributes:
        force: as the user wrote it.
        on: what it acts along.
        number: of its effort.
        place: where its effort stands among the multipliers.
        is_inertial: whether it follows from accelerations alone, and linearly: then there is always just one.
    """

    force: Force
    on: Along
    number: int
    place: Slot
    is_inertial: bool = False

    @property
    def lies(self) -> Slot:
        """Where its law puts the effort."""
        return Slot(SCALAR, "phi", self.number)


def pushing(layout: Layout, measured: Mapping[str, list[Measured]], rows: int) -> list[Pushing]:
    """All of them; `rows` is the number of multipliers of rows."""
    found: list[Pushing] = []
    for force in layout.model.forces:
        if force.reads_load:
            if layout.model.reads(force):
                refuse_statement(
                    force, "power", "on a load in a force whose numbers read no inputs or signals"
                )
            joint, k, _ = layout.model.coordinates_of(force)[0]
            n = len(found)
            found.append(Pushing(force, measured[joint.name][k], n, Slot(SCALAR, "lam", rows + n)))
    return found


def state_laws(
    layout: Layout,
    rec: Recorder,
    pushes: Sequence[Pushing],
    states: Mapping[str, tuple[Slot, ...]],
    loads: Published,
    applied: Applied,
) -> None:
    """What each law says, from the load of its joint: the effort, rates of states, quantities to publish."""
    rec.sweep()
    for push in pushes:
        if push.is_inertial:
            continue
        arguments, words = arguments_of(layout, push, states, loads)
        named = rec.look(law_of_load, *arguments, **words)[1]
        names: Names = [(name, unit, len(values)) for name, unit, *values in named]
        shown = rec.reserve(labelled(sum(size for _, _, size in names)))
        applied.published[push.force.name] = names, shown
        flows = applied.flows.get(push.force.name)
        rec.run(law_of_load, *arguments, into=[push.lies, shown, flows], **words)


def arguments_of(
    layout: Layout, push: Pushing, states: Mapping[str, tuple[Slot, ...]], loads: Published
) -> tuple[tuple[Argument, ...], dict[str, Any]]:
    """What the law of a load is given."""
    joint = layout.model.coordinates_of(push.force)[0][0]
    F, M = layout.ends(layout.model.ends_of(joint))
    element = layout.numbers.element
    z = states.get(push.force.name, ())
    assert isinstance(push.on, Measured)
    seen = (push.on.value, push.on.rate, push.place)
    words = {
        "k": push.on.k,
        "unit": layout.model.coordinates_of(push.force)[0][2].unit,
        "in_plane": layout.space.planar,
    }
    return (TIME, element(push.force), z, seen, (element(joint), F, M), loads[joint.name]), words


def law_of_load(
    graph: Graph,
    t: Node,
    force: Bound,
    z: Sequence[Node],
    seen: tuple[Node, Node, Node],
    joint: tuple[Bound, End, End],
    load: tuple[Sequence[Scalar], Sequence[Scalar]],
    *,
    k: int,
    unit: str,
    in_plane: bool,
) -> tuple[Any, ...]:
    """The effort of a force from the load of its joint (ground components at M), what is published, rates of states.

    Args:
        graph: where expressions live.
        t: time.
        force: with its numbers.
        z: its states.
        seen: value and rate of the coordinate, and the effort as it was found.
        joint: the joint and its frames.
        load: force and torque.
        k, unit: number and unit of the coordinate.
        in_plane: whether the bodies are planar.
    """
    value, rate, effort = seen
    bound = force(t)
    pull, turn, axis = in_base(graph, joint, load, k, unit, in_plane)
    found = efforts(graph, bound, [value], [rate], [*pull, *turn, *axis], z, unit)
    said = bound.port.said([value], [rate], [effort], Wrench())
    acts = "N" if unit == "m" else "N m"
    named = [(name, own_unit or acts, *values) for name, (own_unit, values) in said.items()]
    return found.efforts[0], [*named, *told(bound, found), *named_states(bound, z)], found.flows


def in_base(
    graph: Graph,
    joint: tuple[Bound, End, End],
    load: tuple[Sequence[Scalar], Sequence[Scalar]],
    k: int,
    unit: str,
    in_plane: bool,
) -> tuple[Vec3, Vec3, Vec3]:
    """Force, torque and axis of coordinate k of a joint, in components of its base."""
    kind, F, M = joint
    base, follower = frame_at(F), frame_at(M)
    R = base.X.R
    if in_plane:
        pull, turn = R.back(Vec3(load[0][0], load[0][1], 0.0)), Vec3(0.0, 0.0, load[1][2])
    else:
        pull, turn = R.back(Vec3(*load[0])), R.back(Vec3(*load[1]))
    own = pose_slopes(graph, kind(None).fit, base.X.inverse() @ follower.X)[k][1]
    return pull, turn, own.force if unit == "m" else own.torque


def count_work(rec: Recorder, pushes: Sequence[Pushing], lost: Slot, supplied: Slot) -> None:
    """Power of the efforts: heat of passive forces, else brought in."""
    for push in pushes:
        if push.is_inertial:
            continue  # it is kinetic energy
        to, sign = (lost, -1.0) if push.force.passive else (supplied, 1.0)
        rec.run(power_along, push.place, push.on.rate, onto=[to], sign=sign)


def power_along(graph: Graph, effort: Node, rate: Node, *, sign: float) -> tuple[Scalar]:
    """Power of an effort along a coordinate."""
    return (sign * (effort * rate),)


def write_push_entries(
    layout: Layout, rec: Recorder, pushes: Sequence[Pushing], column_masks: dict[int, tuple[Mask, ...]]
) -> SparseRows:
    """H: what each speed does to the coordinate of each effort, a row for each effort."""
    to = SparseRows("H")
    rec.sweep()
    for push in pushes:
        m = push.on
        if m.limb:
            pairs = [(push.number, m.limb.first + m.k)]
            rec.run(unit_slope, into=[to.block(pairs)])
            continue
        for limb, sign in layout.way(*m.bodies):
            if limb.speeds:
                masks = column_masks[limb.branch.body]
                block = to.block([(push.number, limb.first + i) for i in range(limb.speeds)])
                rec.run(
                    slopes_along,
                    m.load,
                    m.point,
                    limb.columns,
                    limb.point,
                    into=[block],
                    row=m.mask,
                    columns=masks,
                    sign=sign,
                )
    return to


def unit_slope(graph: Graph) -> tuple[list[Scalar]]:
    """A coordinate of the tree moves with its own speed."""
    return ([1.0],)


def slopes_along(
    graph: Graph,
    load: Wrench,
    point: Vec3,
    moves: Sequence[Twist],
    at: Vec3,
    *,
    row: Mask,
    columns: Sequence[Mask],
    sign: float,
) -> tuple[list[Scalar]]:
    """A fitted coordinate moves with every limb between its bodies."""
    pairs = [(0, k) for k in range(len(columns))]
    return entries(graph, load, point, moves, at, pairs=pairs, rows=(row,), columns=columns, sign=sign)
