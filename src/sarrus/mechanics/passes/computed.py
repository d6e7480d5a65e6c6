"""Sensors that make a number of what is published: they read the row that they stand in, and so come last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sarrus.elements.sensors.base import Computed
from sarrus.mechanics.infos import ChannelInfo, ChannelKind
from sarrus.mechanics.layout import TIME, Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.channels import Channels
from sarrus.mechanics.passes.signals import Signals, inputs_of
from sarrus.mechanics.recorder import Argument, Recorder
from sarrus.mechanics.slots import SCALAR, Kind, Slot
from sarrus.model import Snapshot
from sarrus.model.quantities import Origin, SignalSource
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Vec3


def publish_computed(layout: Layout, rec: Recorder, out: Channels, signals: Signals) -> None:
    """What sensors without frames make of inputs and signals."""
    model = layout.model
    known = inputs_of(tuple(model.inputs))
    infos = {info.name: info for info in out.infos}
    rec.sweep()
    for sensor in _in_order(model):
        names = model.reads(sensor)
        for name in names:
            if name not in known:
                known[name] = _number(layout, rec, out, infos, signals, model.source(name))
        to = out.put(ChannelKind.SENSOR, sensor.name, "value", sensor.unit)
        infos[out.infos[-1].name] = out.infos[-1]
        rec.run(
            computed, TIME, layout.numbers.element(sensor), tuple(known[name] for name in names), into=[to]
        )


def _in_order(model: Snapshot) -> Iterator[Computed]:
    """Each after those that it reads."""
    waiting = {s.name: s for s in model.sensors if isinstance(s, Computed)}
    while waiting:
        for name, sensor in list(waiting.items()):
            sources = [model.source(n) for n in model.reads(sensor) if n in model.signals]
            if not any(s.origin is Origin.COMPUTED and s.owner in waiting for s in sources):
                yield waiting.pop(name)


def _number(
    layout: Layout,
    rec: Recorder,
    out: Channels,
    infos: dict[str, ChannelInfo],
    signals: Signals,
    source: SignalSource,
) -> Slot:
    """A published number by itself; positions counted from the origin of ground."""
    if source.origin is Origin.STATE:
        return signals.slot(source)
    name = source.vector or source.name
    slot, first = out.written[name]
    body, axis = _counted_from(layout, infos[name], source)
    origin = None if body is None else layout.numbers.origin(layout.scales.region_at(body))
    found = rec.reserve(SCALAR)
    place: Argument = origin
    rec.run(part_of, slot, place, into=[found], kind=slot.kind, k=first + source.component, axis=axis)
    return found


def _counted_from(layout: Layout, info: ChannelInfo, source: SignalSource) -> tuple[int | None, int]:
    """The body whose region a position is counted from, and along which axis; None for what is no position."""
    if info.axis is not None:
        return layout.model.body_index[info.owner], info.axis
    if info.kind is ChannelKind.CONTACT:
        mesh = next(m for m in layout.model.meshes if m.name == info.owner)
        places = layout.model.meshing(mesh).frames
        body = next(place.body for place in places if place.body is not None)
        return layout.model.body_index[body.name], source.component
    return None, 0


def part_of(
    graph: Graph, values: Any, origin: Vec3 | None, *, kind: Kind[Any], k: int, axis: int
) -> tuple[Scalar]:
    """One of the numbers that were written together."""
    found = kind.flat(values)[k]
    return (found if origin is None else found + [*origin][axis],)


def computed(graph: Graph, t: Node, sensor: Bound, reads: Sequence[Node]) -> tuple[list[Node]]:
    """The number of a sensor, from what it reads."""
    value = graph.lift(sensor(t).value())
    return (substitute([value], {graph.symbol(f"@r{i}"): n for i, n in enumerate(reads)}),)
