"""Coordinates and speeds of bodies, from what any formulation publishes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sarrus.mechanics.base import Equations

__all__ = ["bodies_at", "bodies_in"]

Floats = npt.NDArray[np.float64]


def bodies_at(relative: Equations, x: Floats) -> tuple[Floats, Floats]:
    """Coordinates and speeds of the absolute formulation at a state of the relative one."""
    nv, rows = len(relative.speeds), relative.multipliers
    row = relative.evaluate("output", [0.0], x, np.zeros(nv), np.zeros(rows))[0]
    return bodies_in(relative, row)


def bodies_in(run: Equations, row: Sequence[float] | Floats) -> tuple[Floats, Floats]:
    """Coordinates and speeds of the absolute formulation, from an output row of any."""

    def at(body: str, *quantities: str) -> list[float]:
        found = (run.channel(body, quantity) for quantity in quantities)
        return [float(x) for c in found for x in row[c.start : c.start + c.size]]

    q: list[float] = []
    v: list[float] = []
    for body in run.model.bodies:
        n = body.name
        if run.model.planar:
            q += at(n, "x", "y", "psi")
            v += at(n, "x_dot", "y_dot", "psi_dot")
        else:
            q += at(n, "x", "y", "z", "quaternion")
            v += at(n, "x_dot", "y_dot", "z_dot")
            v += _in_body(at(n, "quaternion"), at(n, "w"))
    for constraint in run.model.owning:
        q += at(constraint.name, *(c.name for c in constraint.coordinates))
        v += at(constraint.name, *(f"{c.name}_dot" for c in constraint.coordinates))
    return np.array(q), np.array(v)


def _in_body(quaternion: Sequence[float] | Floats, w: Sequence[float] | Floats) -> list[float]:
    from sarrus.spatial import Vec3, from_quaternion

    return [float(a) for a in from_quaternion(*quaternion).back(Vec3(*w))]
