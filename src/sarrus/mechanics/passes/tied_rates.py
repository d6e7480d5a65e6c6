"""Rows of conditions of velocities: expressions of rates, positions and time, linear in the rates.

    r(t, c, cdot) = s(t, c) cdot + a(t, c) = 0

    0 = 0      G = s c_v      alpha = - a      beta = - (s bias + derivative of r at constant rates)

The part a that is no rate moves the row, as time moves that of a driver, and brings power in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.elements.relation import Relation
from sarrus.errors import ModelError
from sarrus.mechanics.layout import TIME, Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Measured
from sarrus.mechanics.passes.signals import Signals, inputs_of
from sarrus.mechanics.passes.ties import Tied, Tying
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Slot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.rewrite import depends_on, substitute

Read = tuple[int, int] | None
"""Which quantity is read, and whether it is that (0) or its rate (1); None for an input."""


def tie_rates(layout: Layout, rec: Recorder, signals: Signals, first: int) -> list[Tying]:
    """Rows of conditions of velocities, numbered from `first`."""
    relations = [r for r in layout.model.relations if r.of_rates]
    if not relations:
        return []
    found, inputs = [], inputs_of(tuple(layout.model.inputs))
    rec.sweep()
    read_by = {r.name: _quantities(layout, signals, r) for r in relations}
    rec.sweep()
    for row, relation in enumerate(relations, first):
        moving, places, reads = read_by[relation.name]
        slopes, alpha = tuple(rec.reserve(SCALAR) for _ in moving), rec.reserve(SCALAR)
        rec.run(
            tied_rates,
            TIME,
            layout.numbers.element(relation),
            tuple((m.value, m.rate, m.bias) for m in moving),
            tuple((m.value, m.rate) for m in places),
            tuple(inputs.get(name) for name in layout.model.reads(relation)),
            into=[*(Slot(SCALAR, array, row) for array in ("g", "alpha", "beta")), alpha, *slopes],
            reads=reads,
        )
        found.append(Tying(relation, row, moving, slopes, alpha, places=places, reads=reads))
    return found


def _quantities(
    layout: Layout, signals: Signals, relation: Relation
) -> tuple[tuple[Measured, ...], tuple[Measured, ...], tuple[Read, ...]]:
    """What a condition reads the rates of, what else it reads, and which of these stands where."""
    model = layout.model
    sources = {name: model.source(name) for name in model.reads(relation) if name in model.signals}
    moving: dict[tuple[str, str], Measured] = {}
    places: dict[tuple[str, str], Measured] = {}
    for source in sorted(sources.values(), key=lambda s: -s.order):  # rates first, else in order
        key = source.owner, source.quantity
        if source.order:
            moving[key] = signals.measured(source)
        elif key not in moving:
            places[key] = signals.measured(source)
    number = {key: i for i, key in enumerate((*moving, *places))}
    reads = tuple(
        (number[sources[n].owner, sources[n].quantity], sources[n].order) if n in sources else None
        for n in model.reads(relation)
    )
    return tuple(moving.values()), tuple(places.values()), reads


def tied_rates(
    graph: Graph,
    t: Node,
    relation: Bound,
    moving: Sequence[tuple[Node, Node, Node | None]],
    places: Sequence[tuple[Node, Node]],
    inputs: Sequence[Node | None],
    *,
    reads: Sequence[Read],
) -> tuple[Any, ...]:
    """Residual, right-hand sides (that of the row twice: for itself, and for its power) and slopes.

    Args:
        graph: where expressions live.
        t: time.
        relation: the condition.
        moving: value, rate and bias of what it reads the rates of.
        places: value and rate of what else it reads.
        inputs: in the place of each that it reads.
        reads: what stands in the other places.
    """
    biases = [graph.zero if bias is None else bias for _, _, bias in moving]
    motion = [*((value, rate) for value, rate, _ in moving), *places]
    found = tie_rate(graph, t, relation(t), motion, biases, inputs, reads)
    return found.g, found.alpha, found.beta, found.alpha, *found.slopes


def tie_rate(
    graph: Graph,
    t: Node,
    relation: Relation,
    motion: Sequence[tuple[Node, Node]],
    biases: Sequence[Node],
    inputs: Sequence[Node | None],
    reads: Sequence[Read],
) -> Tied:
    """Differentiate the residual r(t, c, cdot) on symbols of its own, then put the actual motion in.

    Args:
        graph: where expressions live.
        t: time.
        relation: bound.
        motion: value and rate of each quantity; those that are tied come first.
        biases: of these the second derivative without accelerations of the speeds.
        inputs, reads: as `tied_rates` has them.
    """
    cs = graph.symbols(f"@c{i}" for i in range(len(motion)))
    rates = graph.symbols(f"@cdot{i}" for i in range(len(motion)))
    known: dict[Node, Scalar] = {}
    for i, (given, which) in enumerate(zip(inputs, reads, strict=True)):
        if which is not None:
            known[graph.symbol(f"@r{i}")] = (cs, rates)[which[1]][which[0]]
        elif given is not None:
            known[graph.symbol(f"@r{i}")] = given
    r = substitute([graph.lift(relation.residual(t))], known)[0]
    tied = rates[: len(biases)]
    slopes = gradient(r, tied)
    if any(depends_on(slopes, rates)):
        refuse_not_linear(relation)
    rest = substitute([r], dict.fromkeys(tied, 0.0))[0]
    changing = along([r], {t: 1.0, **dict(zip(cs, rates, strict=True))})[0]
    bias = sum((s * b for s, b in zip(slopes, biases, strict=True)), changing)
    actual = {
        **dict(zip(cs, (value for value, _ in motion), strict=True)),
        **dict(zip(rates, (rate for _, rate in motion), strict=True)),
    }
    alpha, beta, *slopes = substitute([-rest, -bias, *slopes], actual)
    return Tied(graph.zero, alpha, beta, tuple(slopes))


def refuse_not_linear(relation: Relation) -> None:
    """Refuse a condition of velocities that is no sum of slopes times rates, and of what has no rates."""
    raise ModelError.one(
        relation.name,
        f"`residual` of {relation.keyword} is not linear in the rates that it reads",
        "It is a sum of rates, each times an expression of positions and time, and of such an expression",
        "State it in another way.",
    )
