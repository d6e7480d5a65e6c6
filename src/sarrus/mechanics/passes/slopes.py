"""How speeds change published coordinates, and how rows change with coordinates of a constraint's own."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.mechanics.layout import Layout
from sarrus.mechanics.passes.coordinates import Measured
from sarrus.mechanics.passes.motion import Mask
from sarrus.mechanics.passes.rows import Closed, SparseRows, write_entries
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Slot
from sarrus.scalar import Graph, Node, Scalar


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


def write_aims(
    layout: Layout, rec: Recorder, aims: Sequence[Measured], masks: dict[int, tuple[Mask, ...]]
) -> SparseRows:
    """What is guessed of bodies, and how speeds change it."""
    found = SparseRows("aim_J")
    rec.sweep()
    for k, m in enumerate(aims):
        rec.run(values, m.value, m.rate, into=[Slot(SCALAR, "aim", k)])
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


def write_own_entries(rec: Recorder, to: SparseRows, c: Closed) -> None:
    """How the rows of an element change with coordinates of its own."""
    if c.own and c.sloping:
        first = c.own.first
        block = to.block([(c.first + r, first + k) for r, k in c.sloping])
        rec.run(slopes_at, c.slopes, into=[block], pairs=c.sloping)


def slopes_at(
    graph: Graph, slopes: Sequence[Sequence[Node]], *, pairs: Sequence[tuple[int, int]]
) -> tuple[list[Scalar]]:
    """Some of the slopes of rows along coordinates."""
    return ([slopes[r][k] for r, k in pairs],)
