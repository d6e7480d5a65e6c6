"""How large the rows of relations are: one and the same relation may be written in metres or in nanometres.

Rows of joints have a natural size once lengths are in units of their part's length. Of what a user or an author of elements
states as a residual nobody knows one beforehand: 1e-9 (b - a) = 0 forbids what b - a = 0 does. What such a row is measured by
are its own slopes, along speeds of natural size.
"""

from __future__ import annotations

import numpy as np

from sarrus.mechanics.base import Equations
from sarrus.records import Floats, Ints

USUAL = 32.0
"""Slopes between this and one over this are natural: such rows are taken as they are."""
AROUND = 0.1
"""How far away poses are that tell what slopes are usual, in radians or units of the part's length."""
POSES = 2
GOLDEN = 0.6180339887498949


def row_sizes(e: Equations, t: float, x: Floats, G: Floats | None = None) -> Floats:
    """For every row a power of two to divide it by, so that its slopes are natural; 1 where they are.

    Where slopes are not natural at a state, poses around it tell what is usual: at a singular one the slopes of
    b^2 - a^2 vanish, and those of sqrt(a) grow without bound.

    Args:
        e: the equations.
        t, x: time and state.
        G: the entries of G there, if known.
    """
    tied = {relation.name for relation in e.model.relations}
    chosen = np.array([row.owner in tied for row in e.rows], dtype=bool)
    sizes = np.ones(len(e.rows))
    if not chosen.any():
        return sizes
    pattern = np.array(e.jacobian_pattern, dtype=np.int64).reshape(-1, 2)
    here = _largest(e, pattern, np.array(e.arrays_at(t=[t], x=x)["G"]) if G is None else G)
    strange = chosen & ~((here >= 1.0 / USUAL) & (here <= USUAL))
    if strange.any():
        around = [_largest(e, pattern, _slopes_beside(e, t, x, pose)) for pose in range(POSES)]
        usual = np.max(around, axis=0)
        usual = np.where(usual > 0.0, usual, here)
        known = strange & (usual > 0.0) & ~((usual >= 1.0 / USUAL) & (usual <= USUAL))
        sizes[known] = np.exp2(np.round(np.log2(usual[known])))
    return sizes


def _largest(e: Equations, pattern: Ints, G: Floats) -> Floats:
    """The largest slope of each row along speeds of natural size; 0 where there is none, or one is no number."""
    found = np.zeros(len(e.rows))
    slopes = np.abs(G) * np.array(e.speed_lengths)[pattern[:, 1]]
    np.maximum.at(found, pattern[:, 0], np.where(np.isfinite(slopes), slopes, np.inf))
    return np.asarray(np.where(np.isfinite(found), found, 0.0) / np.array(e.row_lengths))


def _slopes_beside(e: Equations, t: float, x: Floats, pose: int) -> Floats:
    """G at a pose beside a state; all speeds take part, each by a length of its own, so that nothing cancels."""
    n = len(e.speeds)
    parts = 0.5 + np.modf(GOLDEN * (np.arange(n) + 1.0 + pose * n))[0]
    step = (AROUND if pose % 2 == 0 else -AROUND) * parts * np.array(e.speed_lengths)
    with np.errstate(all="ignore"):  # outside its domain a law has no slopes
        q = e.arrays_at(x=x, step=step)["q"]
        return np.array(e.arrays_at(t=[t], x=np.concatenate([q, x[len(q) :]]))["G"])
