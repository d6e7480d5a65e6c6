"""Constraint rows of relations: couplers, gears, drivers, conditions.

r(t, c) = 0      G = r_c c_v      alpha = - r_t      beta = - (r_c bias + second derivative at constant speeds)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sarrus.elements.constraints.base import Mesh
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.mechanics.infos import Level, RowInfo
from sarrus.mechanics.layout import TIME, Layout, Owned
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Measured, within
from sarrus.mechanics.passes.motion import Mask
from sarrus.mechanics.passes.rows import SparseRows, entries
from sarrus.mechanics.passes.signals import Signals, inputs_of
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Slot
from sarrus.model.meshes import Meshing
from sarrus.model.reads import TIME as TIME_NAME
from sarrus.model.reads import names_of
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Twist, Vec3, Wrench


@dataclass(frozen=True)
class Tying:
    """A relation.

    Attributes:
        relation: as the user wrote it.
        row: number of its row.
        on, slopes: its coordinates, and its slopes along them.
        alpha: how fast it asks to move.
        meshing: how it sits if it is a mesh.
        arguments: what the residual is a function of, from the coordinates.
        places, reads: for a condition of velocities, what else it reads, and what stands where.
    """

    relation: Relation
    row: int
    on: tuple[Measured, ...]
    slopes: tuple[Slot, ...]
    alpha: Slot
    meshing: Meshing | None = None
    arguments: Callable[[Sequence[Node]], Sequence[Scalar]] | None = None
    places: tuple[Measured, ...] = ()
    reads: tuple[tuple[int, int] | None, ...] = ()


def tie_coordinates(layout: Layout, rec: Recorder, signals: Signals, first: int) -> list[Tying]:
    """Rows of drivers and of constraints between coordinates, numbered from `first`; those of velocities come later."""
    found = []
    relations = [r for r in layout.model.relations if not r.of_rates]
    rec.sweep()
    tied_by = {r.name: _coordinates(layout, signals, r) for r in relations}
    inputs = inputs_of(tuple(layout.model.inputs))
    rec.sweep()
    for row, relation in enumerate(relations, first):
        on = tied_by[relation.name]
        reads = layout.model.reads(relation)
        slopes, alpha = tuple(rec.reserve(SCALAR) for _ in on), rec.reserve(SCALAR)
        meshing = layout.model.meshing(relation) if isinstance(relation, Mesh) else None
        arguments = _Arguments(layout, relation, meshing.weights if meshing else ())
        m = on[0]
        is_fitted = len(on) == 1 and m.limb is None
        decides = is_fitted and isinstance(m.joint, Joint) and bool(m.joint.params)
        rec.run(
            tied,
            TIME,
            layout.numbers.element(relation),
            tuple((m.value, m.rate, m.bias) for m in on),
            tuple(inputs.get(name) for name in reads),
            layout.numbers.element(m.joint) if decides and isinstance(m.joint, Joint) else None,
            into=[*(Slot(SCALAR, array, row) for array in ("g", "alpha", "beta")), alpha, *slopes],
            arguments=arguments,
            k=m.k if decides else 0,
            period=m.coordinate.period if is_fitted else None,
        )
        found.append(Tying(relation, row, on, slopes, alpha, meshing, arguments))
    return found


def _coordinates(layout: Layout, signals: Signals, relation: Relation) -> tuple[Measured, ...]:
    """What a relation ties: coordinates at its ends, or what a condition reads."""
    if not relation.ends:
        return tuple(map(signals.measured, layout.model.tied(relation)))
    return tuple(signals.of_owner(j, k) for j, k, _ in layout.model.coordinates_of(relation))


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
    joint: Bound | None,
    *,
    arguments: Callable[[Sequence[Node]], Sequence[Scalar]],
    k: int,
    period: float | None,
) -> tuple[Any, ...]:
    """Residual, right-hand sides (that of the rate twice: for its row, and for the power of a driver) and slopes.

    Of what it reads, inputs are given; where there is none, the next of its coordinates is read. Before the turn of a
    fitted coordinate is known, the residual is known up to whole periods: those of coordinate k of a joint whose
    parameters may decide on them, else `period`.
    """
    moving = [(value, rate, graph.zero if bias is None else bias) for value, rate, bias in motion]
    found = tie(graph, t, relation(t), moving, arguments, reads)
    found = found.up_to(graph, period if joint is None else joint(None).periods()[k])
    return found.g, found.alpha, found.beta, found.alpha, *found.slopes


def relation_infos(layout: Layout, ties: Iterable[Tying]) -> list[RowInfo]:
    """Rows by name."""
    found = []
    for t in ties:
        name, unit = t.relation.name, unit_of(t.relation, t.on[0].coordinate.unit)
        is_driven = any(t.relation is d for d in layout.model.drivers)
        level = Level.VELOCITY if t.relation.of_rates else Level.POSITION
        found.append(RowInfo(name, name, unit, level, is_driven or TIME_NAME in names_of(t.relation)))
    return found


def unit_of(relation: Relation, of_coordinate: str) -> str:
    """Unit of a relation's row, or of the integral of a row of velocities: "m", or "1"."""
    unit = relation.residual_unit.replace("coordinate", of_coordinate)
    return "m" if unit == ("m/s" if relation.of_rates else "m") else "1"


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
            if m.limb or isinstance(limb, Owned):
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

    def up_to(self, graph: Graph, period: Scalar | None) -> Tied:
        """With a residual up to whole periods of its one coordinate, if that repeats."""
        if period is None or self.slopes[0] is not graph.one:
            return self
        return replace(self, g=graph.lift(within(self.g, period)))


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
