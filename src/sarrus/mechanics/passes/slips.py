"""Rows of velocities: what elements forbid of the twist between their frames.

    0 = 0        G v = 0        G vdot = beta        reactions G^T lam

Such a row has no residual that a position could be corrected by. Its load follows from its slopes in the twist, as that of
other rows from their slopes in the pose.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sarrus.elements.statements import require_count
from sarrus.mechanics.derive import twist_functions
from sarrus.mechanics.infos import Level, RowInfo
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import in_ground
from sarrus.mechanics.passes.motion import End, frame_at
from sarrus.mechanics.passes.rows import Closed
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import Picked, acts, many
from sarrus.scalar import Graph


def forbid_slips(layout: Layout, rec: Recorder, first: int) -> list[Closed]:
    """Rows of velocities of all joints and constraints, numbered from `first`; also of joints on the tree."""
    found: list[Closed] = []
    elements = [e for e in (*layout.model.all_joints, *layout.model.closings) if e.slip or e.slips]
    if elements:
        rec.sweep()
    for element in elements:
        if element.slip is None:
            require_count(element, "slip", 0, "slips", len(element.slips))
        places = layout.model.ends_of(element)
        arguments = (layout.numbers.element(element), *layout.ends(places))
        values, loads, *_ = rec.look(slipping, *arguments)
        require_count(element, "slip", len(values), "slips", len(element.slips))
        chosen = tuple(k for k, value in enumerate(values) if acts(value))
        masks = tuple((acts(*loads[k].force), acts(*loads[k].torque)) for k in chosen)
        room, point = rec.reserve(many(layout.space.wrench, len(chosen))), rec.reserve(layout.space.vector)
        c = Closed(element, layout.bodies_at(places), chosen, room, point, masks, first)
        arrays = [Picked(c.place(array), chosen) for array in ("g", "alpha", "beta")]
        rec.run(slipping, *arguments, into=[None, Picked(room, chosen), point, *arrays])
        found.append(c)
        first += len(chosen)
    return found


def slipping(graph: Graph, element: Bound, F: End, M: End) -> tuple[Any, ...]:
    """Rows of velocities: values, loads, point, residuals, right-hand sides of the rows and of their rates."""
    base, follower = frame_at(F), frame_at(M)
    functions = twist_functions(graph, element(None), *base.relative(follower))
    nothing = [0.0 for _ in functions]
    return (
        [f.value for f in functions],
        in_ground([f.wrench for f in functions], base),
        follower.X.p,
        nothing,
        nothing,
        [-f.bias for f in functions],
    )


def slip_infos(slips: Iterable[Closed]) -> list[RowInfo]:
    """Rows by name."""
    found = []
    for c in slips:
        for k in c.chosen:
            row = c.element.slips[k]
            found.append(RowInfo(f"{c.element.name}.{row}", c.element.name, row.unit, Level.VELOCITY))
    return found
