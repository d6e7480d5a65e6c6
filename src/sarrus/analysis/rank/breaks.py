"""Rows of relations that do not go on as they came: an expression that jumps, or has a kink, where a run was held up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.elements.relation import Relation
from sarrus.mechanics import Equations
from sarrus.mechanics.row_sizes import row_sizes
from sarrus.model import Snapshot
from sarrus.model.wording import label
from sarrus.solvers.arrays import Floats, Ints

BESIDE = 1e-6
"""How far before and behind a state rows are looked at, in radians, lengths of the part, or seconds."""
JUMPED, TURNED = 1e-4, 1e-2
"""Change of a row of natural size, and of its slopes or rate, over this way that no smooth expression makes."""


def unit_of(model: Snapshot, relation: Relation) -> str:
    """Unit of what a relation keeps at zero; empty where it has none."""
    unit = relation.residual_unit
    if unit == "coordinate":
        unit = model.coordinates_of(relation)[0][2].unit
    return "" if unit == "1" else unit


@dataclass(frozen=True)
class _Side:
    """Rows a little before or behind a state: residuals, slopes along speeds of natural size, right-hand sides of rates."""

    g: Floats
    G: Floats
    alpha: Floats


def broken_relation(e: Equations, t: float, x: Floats) -> str:
    """A sentence on the first relation that jumps or has a kink at a state, along its motion; else nothing."""
    by_name = {relation.name: relation for relation in e.model.relations}
    if not by_name:
        return ""
    pattern = np.array(e.jacobian_pattern, dtype=np.int64).reshape(-1, 2)
    sizes = np.array(e.row_lengths) * row_sizes(e, t, x)
    before, after = (_side(e, t, x, sign, pattern) for sign in (-1.0, 1.0))
    for k, row in enumerate(e.rows):
        if row.owner not in by_name:
            continue
        relation = by_name[row.owner]
        who = f"{label(relation)[0].upper()}{label(relation)[1:]}"
        if abs(after.g[k] - before.g[k]) > JUMPED * sizes[k]:
            there = f"{after.g[k]:.3g} {unit_of(e.model, relation)}".rstrip()
            return (
                f"{who} jumps here: what it keeps at zero would go from {before.g[k]:.3g} to {there} at once. "
                "Make its expression continuous there."
            )
        turned = np.abs(after.G - before.G)[pattern[:, 0] == k].max(initial=0.0) > TURNED * sizes[k]
        rate = abs(after.alpha[k] - before.alpha[k])
        if turned or rate > TURNED * (sizes[k] + abs(before.alpha[k])):
            what = "slopes change" if turned else "rate changes"
            return (
                f"{who} has a kink here: its {what} at once, and speeds would have to jump. Make its expression smooth "
                "there; abs, min, max and 'a if ... else b' are where to look."
            )
    return ""


def _side(e: Equations, t: float, x: Floats, sign: float, pattern: Ints) -> _Side:
    """Rows before (-1) or behind (+1) a state."""
    nq, widths = len(e.coordinates), np.array(e.speed_lengths)
    v = x[nq : nq + len(e.speeds)]
    later = sign * BESIDE / max(1.0, float(np.abs(v / widths).max(initial=0.0)))
    q = np.array(e.evaluate("retract", x, later * v)[0])
    g, G, alpha, _ = e.evaluate("closure", [max(0.0, t + later)], np.concatenate([q, x[nq:]]))
    return _Side(np.array(g), np.array(G) * widths[pattern[:, 1]], np.array(alpha))
