"""Constraint rows: elements that are closed by rows, and relations of coordinates.

    g = 0        G v = alpha        G vdot = beta        reactions G^T lam

Of each row the load that belongs to a unit multiplier is found first; the entries of G are then what these loads do
along the columns of every limb between the two bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.relation import Relation
from sarrus.elements.statements import require_count
from sarrus.equations.derive import pose_functions, pose_slopes
from sarrus.equations.infos import RowInfo
from sarrus.equations.layout import TIME, Layout
from sarrus.equations.numbers import Bound
from sarrus.equations.passes.coordinates import Measured, in_ground, power
from sarrus.equations.passes.motion import End, Mask, frame_at
from sarrus.equations.passes.signals import Signals, inputs_of
from sarrus.equations.recorder import Recorder, Target
from sarrus.equations.slots import SCALAR, Kind, Picked, Slot, acts, many, numbers
from sarrus.model.meshes import Meshing
from sarrus.model.reads import TIME as TIME_NAME
from sarrus.model.reads import names_of
from sarrus.scalar import Graph, Node, Scalar, wrap
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.rewrite import substitute
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
    """

    element: Closing
    bodies: tuple[int, ...]
    chosen: tuple[int, ...]
    loads: Slot
    point: Slot
    masks: tuple[Mask, ...]
    first: int

    def place(self, array: str) -> Slot:
        """Its rows in an array."""
        return Slot(numbers(len(self.chosen)), array, self.first)


def close(layout: Layout, rec: Recorder, elements: Iterable[Closing]) -> list[Closed]:
    """Residuals, right-hand sides and senses of closed elements."""
    found: list[Closed] = []
    first = 0
    rec.sweep()
    for number, element in enumerate(elements):
        places = layout.model.ends_of(element)
        arguments = (layout.numbers.element(element), *layout.ends(places))
        c = _closed(layout, rec, element, closed, arguments, first)
        into: list[Target] = [
            Picked(c.place("g"), c.chosen),
            Picked(c.loads, c.chosen),
            c.point,
            Slot(SCALAR, "sense", number),
            Picked(c.place("alpha"), c.chosen),
            Picked(c.place("beta"), c.chosen),
        ]
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
        arguments = (layout.numbers.element(element), *layout.ends(layout.model.ends_of(element)))
        c = _closed(layout, rec, element, opened, arguments, first)
        rec.run(
            opened,
            *arguments,
            into=[Picked(c.place("gap"), c.chosen), Picked(c.loads, c.chosen), c.point],
        )
        found.append(c)
        first += len(c.chosen)
    return found


def _closed(layout: Layout, rec: Recorder, element: Closing, cell: Any, arguments: Any, first: int) -> Closed:
    values, loads, *_ = rec.look(cell, *arguments)
    if cell is closed:
        require_count(element, "closure", len(values), "rows", len(element.rows))
    else:
        require_count(element, "gap", len(values), "gap_units", len(element.gap_units))
    chosen = tuple(k for k, value in enumerate(values) if acts(value))
    masks = tuple((acts(*loads[k].force), acts(*loads[k].torque)) for k in chosen)
    room = rec.reserve(many(layout.space.wrench, len(chosen)))
    bodies = layout.bodies_at(layout.model.ends_of(element))
    return Closed(element, bodies, chosen, room, rec.reserve(layout.space.vector), masks, first)


def closed(graph: Graph, element: Bound, F: End, M: End) -> tuple[Any, ...]:
    """Rows of an element: values, loads, point, sense, right-hand sides of their rates and second derivatives."""
    bound, base, follower = element(None), frame_at(F), frame_at(M)
    functions = pose_functions(graph, bound.closure, *base.relative(follower))
    return (
        [f.value for f in functions],
        in_ground([f.wrench for f in functions], base),
        follower.X.p,
        bound.sense(base.X.inverse() @ follower.X),
        [0.0 for _ in functions],
        [-f.bias for f in functions],
    )


def opened(graph: Graph, element: Bound, F: End, M: End) -> tuple[Any, ...]:
    """Gaps of an element: values, loads, point."""
    bound, base, follower = element(None), frame_at(F), frame_at(M)

    found = pose_slopes(graph, bound.gap, base.X.inverse() @ follower.X)
    return [value for value, _ in found], in_ground([unit for _, unit in found], base), follower.X.p


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


def write_coordinates(
    layout: Layout, rec: Recorder, coordinates: Sequence[Measured], masks: dict[int, tuple[Mask, ...]]
) -> SparseRows:
    """Published coordinates and rates, and how speeds change them."""
    found = SparseRows("measure_J")
    rec.sweep()
    for k, m in enumerate(coordinates):
        rec.run(values, m.value, m.rate, into=[Slot(SCALAR, "value", k), Slot(SCALAR, "rate", k)])
        if m.limb:
            rec.run(one, into=[found.block([(k, m.limb.first + m.k)])])
        else:
            write_entries(
                layout, rec, found, k, m.bodies, m.load, m.point, row_masks=(m.mask,), column_masks=masks
            )
    return found


def values(graph: Graph, value: Node, rate: Node) -> tuple[Node, Node]:
    """A coordinate and its rate."""
    return value, rate


def one(graph: Graph) -> tuple[list[Scalar]]:
    """A coordinate of the tree moves with its own speed."""
    return ([1.0],)


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


@dataclass(frozen=True)
class Tying:
    """A relation: its row, its coordinates, its slopes along them, how fast it asks to move, how it sits if it is a mesh."""

    relation: Relation
    row: int
    on: tuple[Measured, ...]
    slopes: tuple[Slot, ...]
    alpha: Slot
    meshing: Meshing | None


def tie_coordinates(layout: Layout, rec: Recorder, signals: Signals, first: int) -> list[Tying]:
    """Rows of drivers and of constraints between coordinates, numbered from `first`."""
    found = []
    rec.sweep()
    tied_by = {r.name: _coordinates(layout, signals, r) for r in layout.model.relations}
    inputs = inputs_of(tuple(layout.model.inputs))
    rec.sweep()
    for row, relation in enumerate(layout.model.relations, first):
        on = tied_by[relation.name]
        reads = layout.model.reads(relation)
        slopes, alpha = tuple(rec.reserve(SCALAR) for _ in on), rec.reserve(SCALAR)
        meshing = layout.model.meshing(relation) if isinstance(relation, Mesh) else None
        m = on[0]
        rec.run(
            tied,
            TIME,
            layout.numbers.element(relation),
            tuple((m.value, m.rate, m.bias) for m in on),
            tuple(inputs.get(name) for name in reads),
            into=[*(Slot(SCALAR, array, row) for array in ("g", "alpha", "beta")), alpha, *slopes],
            arguments=_Arguments(layout, relation, meshing.weights if meshing else ()),
            up_to_turns=len(on) == 1 and m.coordinate.is_angle and m.limb is None,
        )
        found.append(Tying(relation, row, on, slopes, alpha, meshing))
    return found


def _coordinates(layout: Layout, signals: Signals, relation: Relation) -> tuple[Measured, ...]:
    """What a relation ties: coordinates at its ends, or what a condition reads."""
    if not relation.ends:
        return tuple(map(signals.measured, layout.model.tied(relation)))
    return tuple(signals.of_joint(j, k) for j, k, _ in layout.model.coordinates_of(relation))


@dataclass(frozen=True, eq=False)
class _Arguments:
    """What the residual of a relation is a function of, from its coordinates; relations of equal weights share code."""

    layout: Layout
    relation: Relation
    weights: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Arguments) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(self.weights)

    def __call__(self, cs: Sequence[Node]) -> Sequence[Scalar]:
        return self.layout.model.arguments(self.relation, cs)


def tied(
    graph: Graph,
    t: Node,
    relation: Bound,
    motion: Sequence[tuple[Node, Node, Node | None]],
    reads: Sequence[Node | None],
    *,
    arguments: Callable[[Sequence[Node]], Sequence[Scalar]],
    up_to_turns: bool,
) -> tuple[Any, ...]:
    """Residual, right-hand sides (that of the rate twice: for its row, and for the power of a driver) and slopes.

    Of what it reads, inputs are given; where there is none, the next of its coordinates is read.
    """
    known = [(value, rate, graph.zero if bias is None else bias) for value, rate, bias in motion]
    found = tie(graph, t, relation(t), known, arguments, reads)
    if up_to_turns:
        found = found.up_to_turns(graph)
    return found.g, found.alpha, found.beta, found.alpha, *found.slopes


def relation_infos(layout: Layout, ties: Iterable[Tying]) -> list[RowInfo]:
    """Rows by name."""
    found = []
    for t in ties:
        name, unit = t.relation.name, unit_of(t.relation, t.on[0].coordinate.unit)
        is_driven = any(t.relation is d for d in layout.model.drivers)
        found.append(RowInfo(name, name, unit, moves=is_driven or TIME_NAME in names_of(t.relation)))
    return found


def unit_of(relation: Relation, of_coordinate: str) -> str:
    """Unit of a relation's row: "m", or "1"."""
    return "m" if relation.unit.replace("coordinate", of_coordinate) == "m" else "1"


def write_relation_entries(
    layout: Layout, rec: Recorder, to: SparseRows, tying: Tying, column_masks: dict[int, tuple[Mask, ...]]
) -> None:
    """The row of a relation: slope times what each speed does to its coordinate, summed over its coordinates."""
    blocks: dict[int, Slot] = {}
    for slope, m in zip(tying.slopes, tying.on, strict=True):
        ways = [(m.limb, 1.0)] if m.limb else list(layout.way(*m.bodies))
        for limb, sign in ways:
            if not limb.speeds:
                continue
            is_new = limb.first not in blocks
            if is_new:
                pairs = [(tying.row, limb.first + i) for i in range(limb.speeds)]
                blocks[limb.first] = to.block(pairs)
            targets: Any = {"into" if is_new else "onto": [blocks[limb.first]]}
            if m.limb:
                rec.run(own_slope, slope, k=m.k, count=limb.speeds, **targets)
                continue
            rec.run(
                slope_entries,
                slope,
                m.load,
                m.point,
                limb.columns,
                limb.point,
                rows=(m.mask,),
                columns=column_masks[limb.branch.body],
                sign=sign,
                **targets,
            )


def own_slope(graph: Graph, slope: Node, *, k: int, count: int) -> tuple[list[Scalar]]:
    """A coordinate of the tree moves with its own speed."""
    return ([slope if i == k else 0.0 for i in range(count)],)


def slope_entries(
    graph: Graph,
    slope: Node,
    load: Wrench,
    point: Vec3,
    moves: Sequence[Twist],
    at: Vec3,
    *,
    rows: Sequence[Mask],
    columns: Sequence[Mask],
    sign: float,
) -> tuple[list[Scalar]]:
    """A fitted coordinate moves with every limb between its bodies."""
    pairs = [(0, k) for k in range(len(columns))]
    (found,) = entries(graph, load, point, moves, at, pairs=pairs, rows=rows, columns=columns, sign=sign)
    return ([slope * x for x in found],)


@dataclass(frozen=True)
class Tied:
    """A relation at the present coordinates: residual, right-hand sides, and slopes along each coordinate."""

    g: Node
    alpha: Node
    beta: Node
    slopes: tuple[Node, ...]

    def up_to_turns(self, graph: Graph) -> Tied:
        """For a fitted angle: before its turn is known, the residual is known up to full turns."""
        return replace(self, g=graph.lift(wrap(self.g))) if self.slopes[0] is graph.one else self


def tie(
    graph: Graph,
    t: Node,
    relation: Relation,
    motion: Sequence[tuple[Node, Node, Node]],
    arguments: Callable[[Sequence[Node]], Sequence[Scalar]],
    reads: Sequence[Node | None] = (),
) -> Tied:
    """Differentiate the residual r(t, c): along time and along the coordinates, on symbols of their own.

    G = r_c c_v,   alpha = - r_t,   beta = - (r_c bias + second derivative at constant speeds)

    Args:
        graph: where expressions live.
        t: time.
        relation: bound.
        motion: value, rate and bias of each coordinate.
        arguments: what the residual is a function of, from the coordinates.
        reads: the inputs that its expressions read; None in the place of each coordinate that they read.
    """
    cs = graph.symbols(f"@c{i}" for i in range(len(motion)))
    rates = graph.symbols(f"@cdot{i}" for i in range(len(motion)))
    r = graph.lift(relation.residual(t, *arguments(cs)))
    if reads:
        waiting = iter(cs)
        given = [next(waiting) if n is None else n for n in reads]
        r = substitute([r], {graph.symbol(f"@r{i}"): n for i, n in enumerate(given)})[0]
    slopes = gradient(r, cs)
    by_time = along([r], {t: 1.0})[0]
    first = sum((s * d for s, d in zip(slopes, rates, strict=True)), by_time)
    second = along([first], {t: 1.0, **dict(zip(cs, rates, strict=True))})[0]
    bias = sum((s * b for s, (_, _, b) in zip(slopes, motion, strict=True)), second)
    actual = {
        **dict(zip(cs, (value for value, _, _ in motion), strict=True)),
        **dict(zip(rates, (rate for _, rate, _ in motion), strict=True)),
    }
    g, alpha, beta, *slopes = substitute([r, -by_time, -bias, *slopes], actual)
    return Tied(g, alpha, beta, tuple(slopes))
