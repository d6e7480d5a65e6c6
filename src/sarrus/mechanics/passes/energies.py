"""Kinetic energy, and the rates of what is integrated beside the motion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.mechanics.layout import Layout
from sarrus.mechanics.passes.coordinates import Measured
from sarrus.mechanics.passes.forces import Applied
from sarrus.mechanics.passes.loaded import Pushing, count_work
from sarrus.mechanics.passes.motion import Moving, motion_of
from sarrus.mechanics.passes.ties import Tying
from sarrus.mechanics.recorder import Recorder, clear
from sarrus.mechanics.slots import SCALAR, Mass, Slot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Inertia


def kinetic_energy(layout: Layout, rec: Recorder) -> Slot:
    """Kinetic energy of all bodies."""
    total = rec.reserve(SCALAR)
    rec.sweep()
    rec.run(clear, into=[total], kind=total.kind)
    rec.sweep()
    for k, body in enumerate(layout.bodies):
        rec.run(kinetic, layout.numbers.mass(k), body.motion, onto=[total])
    return total


def kinetic(graph: Graph, mass: Mass, body: Moving) -> tuple[Scalar]:
    """Kinetic energy of a body."""
    k = motion_of(body)
    return (Inertia.about_center(*mass).kinetic(k.X.R.back(k.v), k.X.R.back(k.w)),)


def flow_rates(
    layout: Layout,
    rec: Recorder,
    applied: Applied,
    ties: Sequence[Tying],
    pushes: Sequence[Pushing],
    turning: Sequence[Measured],
) -> int:
    """Rates of what stands behind the speeds: states of forces, power lost and supplied, turns of fitted angles; how many."""
    first = 0
    rec.sweep()
    for flows in applied.flows.values():
        rec.run(same, flows, into=[Slot(flows.kind, "rates", first)])
        first += flows.kind.size
    lost, supplied = Slot(SCALAR, "rates", first), Slot(SCALAR, "rates", first + 1)
    rec.run(same, applied.lost, into=[lost])
    rec.run(same, applied.supplied, into=[supplied])
    for k, m in enumerate(turning, first + 2):
        rec.run(same, m.rate, into=[Slot(SCALAR, "rates", k)])
    rec.sweep()
    for tying in ties:  # rows that something moves: drivers, conditions with a part that is no rate
        rec.run(driving_power, Slot(SCALAR, "lam", tying.row), tying.alpha, onto=[supplied])
    count_work(rec, pushes, lost, supplied)
    return first + 2 + len(turning)


def same(graph: Graph, value: Any) -> tuple[Any]:
    """A number or several, elsewhere."""
    return (value,)


def driving_power(graph: Graph, lam: Node, alpha: Node) -> tuple[Scalar]:
    """Power of a row that moves."""
    return (lam * alpha,)
