"""The times at which a law that a user wrote changes: steps of the integrator end there.

A force of 10 N between 2 s and 2.1 s, a ramp, |sin(t)|: between two such times everything that depends on time alone is
smooth, and where it has a peak that a long step would pass over, a step ends before it. Changes that depend on the state are
met by the integrator itself.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.elements.base import Element
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force
from sarrus.elements.relation import Relation
from sarrus.mechanics.derive import efforts
from sarrus.mechanics.parameters import Parameters
from sarrus.model import Snapshot
from sarrus.scalar import Graph, Node
from sarrus.scalar.derivative import along
from sarrus.scalar.expression import Expression
from sarrus.scalar.graph import order
from sarrus.scalar.intervals import sign_changes, sudden
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.rewrite import substitute
from sarrus.scalar.switches import switches

SAME = 1e-9
"""Part by which values or rates on both sides of a kink may differ and still be the same."""


@dataclass(frozen=True, order=True)
class Kink:
    """A change: the last time before it, the first one behind it, and the element whose law changes."""

    before: float
    after: float
    element: str


def kinks(model: Snapshot, until: float) -> Iterator[Kink]:
    """All of them between the start and an end time, ascending; found when they are asked for."""
    elements: list[Force | Relation] = [f for f in model.forces if _varies(f)]
    waiting = [_of_element(model, e, until) for e in (*elements, *model.relations)]
    end = -1.0
    for kink in heapq.merge(*waiting):
        if kink.before >= end and kink.after < until:
            end = kink.after
            yield kink


def _varies(force: Force) -> bool:
    """Whether it was written with an expression of time."""
    return any(_has_time(getattr(force, key)) for key, p in force.params.items() if p.varies)


def _has_time(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(_has_time(v) for v in value)
    return isinstance(value, Expression) and "t" in value.names()


def _of_element(model: Snapshot, element: Force | Relation, until: float) -> Iterator[Kink]:
    graph = Graph()
    t = graph.symbol("t")
    parameters = Parameters(graph, model, t)
    law = _law(model, element, parameters, graph, t)
    pieces = substitute(switches(law), parameters.values)
    alone = [p for p in pieces if [n for n in order([p]) if n.op == "symbol"] == [t]]
    found = [_named(sign_changes(p, t, 0.0, until), element) for p in alone]
    peaks = [
        at for part in _of_time(substitute(law, parameters.values), t) for at in sudden(part, t, 0.0, until)
    ]
    found.append(_named(((at, at) for at in sorted(peaks)), element))
    if isinstance(element, Driver):
        told = element.bind(model.resolver(element, model.resolve), model.planar).kinks()
        times = sorted(float(k) for k in told)
        found.append(_named(((k, math.nextafter(k, math.inf)) for k in times if 0.0 <= k < until), element))
    yield from heapq.merge(*found)


def _of_time(law: Sequence[Node], t: Node) -> list[Node]:
    """The largest parts of a law that depend on time and on nothing else."""
    nodes = order(law)
    free: dict[int, bool] = {}
    for n in nodes:
        free[n.index] = n is t if n.op == "symbol" else all(free[a.index] for a in n.args)
    used = [a for n in nodes if not free[n.index] for a in n.args]
    parts = dict.fromkeys(
        n for n in (*used, *law) if free[n.index] and n.op not in ("const", "symbol", "lt", "le")
    )
    return [n for n in parts if t in order([n])]


def _named(changes: Iterator[tuple[float, float]], element: Element) -> Iterator[Kink]:
    for before, after in changes:
        yield Kink(before, after, element.name)


def _law(
    model: Snapshot, element: Force | Relation, parameters: Parameters, graph: Graph, t: Node
) -> Sequence[Node]:
    """What an element states, on symbols of its own."""
    resolve = parameters.resolver(element)
    if isinstance(element, Relation):
        coordinates = graph.symbols(f"@c{i}" for i in range(len(model.coordinates_of(element))))
        arguments = model.arguments(element, coordinates)
        return [graph.lift(element.bind(resolve, model.planar).residual(t, *arguments))]
    sizes = [sum(port.size[k] for port in element.ports) for k in (0, 1)]
    u, rates = (graph.symbols(f"@{name}{i}" for i in range(n)) for name, n in zip("ud", sizes, strict=True))
    more = graph.symbols(f"@m{i}" for i in range(sum(port.more for port in element.ports)))
    z = graph.symbols(f"@z{i}" for i in range(len(element.states)))
    found = efforts(graph, element.bind(resolve, model.planar), u, rates, more, z)
    return [*found.efforts, found.lost, found.supplied]


def jump(model: Snapshot, t: float) -> str:
    """A sentence where a driver that changes its law at this time does not go on as it came; else nothing."""
    by_name = {driver.name: driver for driver in model.drivers}
    for kink in kinks(model, 2.0 * t):
        driver = by_name.get(kink.element)
        if kink.after > t * (1.0 + SAME):
            break
        if driver is not None and kink.after >= t * (1.0 - SAME):
            unit = model.coordinates_of(driver)[0][2].unit
            for what, dimension, a, b in _sides(model, driver, kink):
                if abs(b - a) > SAME * (1.0 + abs(a) + abs(b)):
                    return (
                        f"Driver '{driver.name}' asks for a jump at t = {t:.6g} s: its {what} goes from {a:.6g} "
                        f"to {b:.6g} {unit}{dimension} at once. Make its function smooth there (ramp, spline)."
                    )
    return ""


def _sides(model: Snapshot, driver: Driver, kink: Kink) -> Iterator[tuple[str, str, float, float]]:
    """Value and rate of a driver on both sides of a kink."""
    graph = Graph()
    t = graph.symbol("t")
    parameters = Parameters(graph, model, t)
    bound = driver.bind(model.resolver(driver, parameters.resolve), model.planar)
    (value,) = substitute([graph.lift(bound.value(t))], parameters.values)
    both = Interpreter([t], [value, along([value], {t: 1.0})[0]])
    before, after = both([kink.before]), both([kink.after])
    yield "value", "", before[0], after[0]
    yield "rate", "/s", before[1], after[1]
