"""Constraint rows: elements that are closed by rows, and relations of coordinates.

    g = 0        G v = alpha        G vdot = beta        reactions G^T lam

Of each row the load that belongs to a unit multiplier is found first; the entries of G are then what these loads do
along the columns of every limb between the two bodies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sarrus.elements.closing import Closing
from sarrus.elements.joints.base import Joint
from sarrus.elements.statements import refuse_rows_out_of_plane, require_count, require_slopes
from sarrus.mechanics.derive import pose_functions, pose_slopes
from sarrus.mechanics.infos import RowInfo
from sarrus.mechanics.layout import Layout, Owned
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import counted_of, in_ground, power
from sarrus.mechanics.passes.motion import End, Mask, frame_at
from sarrus.mechanics.recorder import Recorder, Target
from sarrus.mechanics.slots import SCALAR, Kind, Picked, Slot, acts, many, numbers
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Twist, Vec3, Wrench
from sarrus.spatial.vector import ZERO


@dataclass
class SparseRows:
    """The entries of a matrix in an output array: (row, speed) of each, in order."""

    array: str
    pattern: list[tuple[int, int]] = field(default_factory=list)

    def block(self, pairs: Sequence[tuple[int, int]], kind: Kind[Any] | None = None) -> Slot:
        """Room for more entries."""
        self.pattern += pairs
        return Slot(kind or numbers(len(pairs)), self.array, len(self.pattern) - len(pairs))


@dataclass(frozen=True)
class Closed:
    """An element that is closed by rows.

    Attributes:
        element: as the user wrote it.
        bodies: base and follower.
        chosen: which of its rows can act here; the others vanish by structure.
        loads, point: of a unit multiplier of each, on the follower, and where; ground components.
        masks: which of the loads have a force, a torque.
        first: number of its first row.
        own, slopes: coordinates of its own, and how the rows change with each; None where it has none.
        sloping: row among those chosen and coordinate of each of these slopes that is not zero by structure.
    """

    element: Closing
    bodies: tuple[int, ...]
    chosen: tuple[int, ...]
    loads: Slot
    point: Slot
    masks: tuple[Mask, ...]
    first: int
    own: Owned | None = None
    slopes: Slot | None = None
    sloping: tuple[tuple[int, int], ...] = ()

    def place(self, array: str) -> Slot:
        """Its rows in an array."""
        return Slot(numbers(len(self.chosen)), array, self.first)


def close(layout: Layout, rec: Recorder, elements: Iterable[Closing], turns: dict[str, Slot]) -> list[Closed]:
    """Residuals, right-hand sides and senses of closed elements.

    Args:
        layout: the mechanism.
        rec: listens.
        elements: those that are closed by rows.
        turns: where the state counts coordinates along.
    """
    found: list[Closed] = []
    first = 0
    rec.sweep()
    for number, element in enumerate(elements):
        places = layout.model.ends_of(element)
        arguments: tuple[Any, ...] = (layout.numbers.element(element), *layout.ends(places))
        if isinstance(element, Joint) and type(element).counting is not Joint.counting:
            arguments = (*arguments, counted_of(element, turns))
        if own := layout.owned.get(element.name):
            arguments = (*arguments, None, (own.q, own.v))
        c = _closed(layout, rec, element, closed, arguments, first)
        into: list[Target] = [
            Picked(c.place("g"), c.chosen),
            Picked(c.loads, c.chosen),
            c.point,
            Slot(SCALAR, "sense", number),
            Picked(c.place("alpha"), c.chosen),
            Picked(c.place("beta"), c.chosen),
        ]
        if c.slopes:
            into.append(Picked(c.slopes, c.chosen))
        rec.run(closed, *arguments, into=into)
        found.append(c)
        first += len(c.chosen)
    return found


def open_gaps(layout: Layout, rec: Recorder, elements: Iterable[Closing]) -> list[Closed]:
    """How far closed elements stand open, in a form fit for far starts.

    Closure rows made of dot products also vanish where an axis points backwards, and from a poor start Newton's method
    finds such places. `Closing.gap` does not.
    """
    found: list[Closed] = []
    first = 0
    rec.sweep()
    for element in elements:
        arguments: tuple[Any, ...] = (
            layout.numbers.element(element),
            *layout.ends(layout.model.ends_of(element)),
        )
        if own := layout.owned.get(element.name):
            arguments = (*arguments, own.q)
        c = _closed(layout, rec, element, opened, arguments, first)
        into: list[Target] = [Picked(c.place("gap"), c.chosen), Picked(c.loads, c.chosen), c.point]
        if c.slopes:
            into.append(Picked(c.slopes, c.chosen))
        rec.run(opened, *arguments, into=into)
        found.append(c)
        first += len(c.chosen)
    return found


def _closed(layout: Layout, rec: Recorder, element: Closing, cell: Any, arguments: Any, first: int) -> Closed:
    values, loads, *_, last = rec.look(cell, *arguments)
    if cell is closed:
        require_count(element, "closure", len(values), "rows", len(element.rows))
    else:
        require_count(element, "gap", len(values), "gap_units", len(element.gap_units))
    chosen = tuple(k for k, value in enumerate(values) if acts(value))
    masks = tuple((acts(*loads[k].force), acts(*loads[k].torque)) for k in chosen)
    room = rec.reserve(many(layout.space.wrench, len(chosen)))
    bodies = layout.bodies_at(layout.model.ends_of(element))
    found = Closed(element, bodies, chosen, room, rec.reserve(layout.space.vector), masks, first)
    own = layout.owned.get(element.name)
    if own is None:
        return found
    slopes = rec.reserve(many(own.q.kind, len(chosen)))
    sloping = tuple((r, k) for r, i in enumerate(chosen) for k in range(own.speeds) if acts(last[i][k]))
    require_slopes(own.element, {k for _, k in sloping})
    if layout.space.planar:
        out = [k for k in chosen if acts(loads[k].force.z, loads[k].torque.x, loads[k].torque.y)]
        refuse_rows_out_of_plane(own.element, out)
    return replace(found, own=own, slopes=slopes, sloping=sloping)


def closed(
    graph: Graph,
    element: Bound,
    F: End,
    M: End,
    counted: Sequence[Node | None] | None = None,
    own: tuple[Sequence[Node], Sequence[Node]] | None = None,
) -> tuple[Any, ...]:
    """Rows of an element: values, loads, point, sense, right-hand sides of their rates and second derivatives.

    Of an element with coordinates of its own, given with their rates, also the slopes along these.
    """
    bound, base, follower = element(None), frame_at(F), frame_at(M)
    if counted is not None:
        bound = bound.counting(counted)
    functions = pose_functions(graph, bound.closure, *base.relative(follower), own=own or ((), ()))
    X = base.X.inverse() @ follower.X
    found = (
        [f.value for f in functions],
        in_ground([f.wrench for f in functions], base),
        follower.X.p,
        bound.sense(X) if own is None else bound.sense_at(X, *own[0]),
        [0.0 for _ in functions],
        [-f.bias for f in functions],
    )
    return found if own is None else (*found, [f.slopes for f in functions])


def opened(
    graph: Graph, element: Bound, F: End, M: End, own: Sequence[Node] | None = None
) -> tuple[Any, ...]:
    """Gaps of an element: values, loads, point, slopes along coordinates of its own where it has any."""
    bound, base, follower = element(None), frame_at(F), frame_at(M)

    found = pose_slopes(graph, bound.gap, base.X.inverse() @ follower.X, own or ())
    loads = in_ground([unit for _, unit, _ in found], base)
    gaps = [value for value, _, _ in found], loads, follower.X.p
    return gaps if own is None else (*gaps, [slopes for _, _, slopes in found])


def closed_infos(all_closed: Iterable[Closed]) -> list[RowInfo]:
    """Rows by name."""
    found = []
    for c in all_closed:
        for k in c.chosen:
            row = c.element.rows[k]
            found.append(RowInfo(f"{c.element.name}.{row}", c.element.name, row.unit))
    return found


def gap_infos(gaps: Iterable[Closed]) -> list[RowInfo]:
    """Gaps by the name of their element."""
    found = []
    for c in gaps:
        units = c.element.gap_units
        found += [RowInfo(c.element.name, c.element.name, units[k]) for k in c.chosen]
    return found


def write_entries(
    layout: Layout,
    rec: Recorder,
    to: SparseRows,
    row: int,
    bodies: tuple[int, ...],
    loads: Slot,
    point: Slot,
    *,
    row_masks: tuple[Mask, ...],
    column_masks: dict[int, tuple[Mask, ...]],
) -> None:
    """What loads between two bodies do along the columns between them: entries of G, or of another Jacobian.

    Args:
        layout: the mechanism.
        rec: listens.
        to: the matrix.
        row: number of the first row.
        bodies: base and follower.
        loads: one slot with all of them.
        point: where they act.
        row_masks: what each load has.
        column_masks: by body, what each column of the limb that carries it has.
    """
    for limb, sign in layout.way(*bodies):
        masks = column_masks[limb.branch.body]
        pairs = tuple(
            (r, k)
            for r, (force, torque) in enumerate(row_masks)
            for k, (moves, turns) in enumerate(masks)
            if (force and (moves or turns)) or (torque and turns)
        )
        if pairs:
            block = to.block([(row + r, limb.first + k) for r, k in pairs])
            rec.run(
                entries,
                loads,
                point,
                limb.columns,
                limb.point,
                into=[block],
                pairs=pairs,
                rows=row_masks,
                columns=masks,
                sign=sign,
            )


def entries(
    graph: Graph,
    loads: Sequence[Wrench] | Wrench,
    point: Vec3,
    moves: Sequence[Twist],
    at: Vec3,
    *,
    pairs: Sequence[tuple[int, int]],
    rows: Sequence[Mask],
    columns: Sequence[Mask],
    sign: float,
) -> tuple[list[Scalar]]:
    """Powers of unit multipliers along unit speeds."""
    listed = [loads] if isinstance(loads, Wrench) else loads
    acting = [
        Wrench(F.force if force else ZERO, F.torque if torque else ZERO)
        for F, (force, torque) in zip(listed, rows, strict=True)
    ]
    moving, arm = only_acting(moves, columns), point - at
    return ([sign * power(moving[k], acting[r], arm) for r, k in pairs],)


def only_acting(moves: Sequence[Twist], masks: Sequence[Mask]) -> list[Twist]:
    """Columns without the vectors that are zero by structure."""
    return [
        Twist(V.v if does_move else ZERO, V.w if does_turn else ZERO)
        for V, (does_move, does_turn) in zip(moves, masks, strict=True)
    ]
