"""Rows of a joint that closes a loop and turns, in ground components.

Its own rows are components of p_FM in its frame F, which moves. At a closed pose p_FM vanishes, and what the rows say of
speeds and accelerations is, but for the turn of F,

    v_M = v_F,        a_M = a_F

which costs half as much. Its own rows judge the result (kernel "drift"), and give the multipliers.
"""

from __future__ import annotations

from sarrus.mechanics.layout import Layout
from sarrus.mechanics.passes.motion import frame_at
from sarrus.mechanics.passes.rows import Closed
from sarrus.mechanics.straight import Straight
from sarrus.scalar import Node

__all__ = ["PinnedRows"]


class PinnedRows:
    """The two rows of one such joint.

    Attributes:
        G: entries by (row, speed).
        beta: by row; alpha is zero.
    """

    def __init__(self, layout: Layout, rec: Straight, closed: Closed) -> None:
        F, M = (rec.value(end) for end in layout.ends(layout.model.ends_of(closed.element)))
        base, follower = frame_at(F), frame_at(M)
        rows = closed.first, closed.first + 1
        self.G: dict[tuple[int, int], Node] = {}
        for limb, sign in layout.way(*closed.bodies):
            arm = (follower if sign > 0.0 else base).X.p - rec.value(limb.point)
            for k, column in enumerate(rec.value(limb.columns)):
                moved = column.v + column.w.cross(arm)
                for row, entry in zip(rows, (moved.x, moved.y), strict=True):
                    self.G[row, limb.first + k] = rec.graph.lift(sign * entry)
        apart = base.a - follower.a
        self.beta = dict(zip(rows, (rec.graph.lift(apart.x), rec.graph.lift(apart.y)), strict=True))
