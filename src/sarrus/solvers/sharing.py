"""Efforts that several share: the least ones that do what is needed, within limits where there are any.

minimise  tau^T W tau      subject to      A tau = need,      low <= tau <= high
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.solvers.arrays import Floats

__all__ = ["Shared", "share"]

FULL = 1e-10
"""Part of the largest singular value that counts, in the scaling of the weights."""
TOUCHING = 1e-9
"""Part of the largest effort by which a limit may be missed by rounding."""


@dataclass(frozen=True)
class Shared:
    """Efforts that were found.

    Attributes:
        tau: the efforts.
        free: efforts that cancel each other, orthonormal under the weights, a column each.
        excess: by how much each is beyond its limits; all 0 where there is a way within them.
    """

    tau: Floats
    free: Floats
    excess: Floats


def share(A: Floats, need: Floats, weights: Floats, low: Floats, high: Floats) -> Shared:
    """The least efforts that do what is needed.

    Where the limits leave no way, the largest excess, in parts of each range, is as small as it can be.

    Args:
        A: what a unit of each effort does, shape (needs, efforts).
        need: what they have to do together; A can do it.
        weights: diagonal of W, positive.
        low, high: limits of each effort; infinite where there are none.

    References:
        Lawson & Hanson (1974), chapter 23 (least distance under inequalities).
    """
    root = np.sqrt(weights)
    U, sigma, Vt = np.linalg.svd(A / root, full_matrices=True)
    rank = int((sigma > FULL * sigma.max(initial=0.0)).sum())
    least = (Vt[:rank].T @ ((U[:, :rank].T @ need) / sigma[:rank])) / root
    free = Vt[rank:].T / root[:, None]
    rounding = TOUCHING * max(float(np.abs(least).max(initial=0.0)), 1e-300)
    if (least >= low - rounding).all() and (least <= high + rounding).all():
        return Shared(least, free, np.zeros(len(least)))
    within = _within(least, free, low, high, rounding) if free.size else None
    if within is not None:
        return Shared(within, free, np.zeros(len(least)))
    tau = _least_excess(least, free, low, high) if free.size else least
    excess = np.maximum(np.maximum(low - tau, tau - high), 0.0)
    return Shared(tau, free, np.where(excess > rounding, excess, 0.0))


def _within(least: Floats, free: Floats, low: Floats, high: Floats, rounding: float) -> Floats | None:
    """The shortest way along free efforts that ends inside the limits; None where none does."""
    from scipy.optimize import nnls

    sides = [(k, 1.0, low[k]) for k in np.flatnonzero(np.isfinite(low))]
    sides += [(k, -1.0, -high[k]) for k in np.flatnonzero(np.isfinite(high))]
    G = np.array([sign * free[k] for k, sign, _ in sides])
    h = np.array([bound - sign * least[k] for k, sign, bound in sides])
    size = float(np.abs(h).max()) or 1.0
    last = np.zeros(free.shape[1] + 1)
    last[-1] = 1.0
    pressing, _ = nnls(np.vstack([G.T, h / size]), last, maxiter=50 * len(sides))
    left = np.vstack([G.T, h / size]) @ pressing - last
    if not abs(left[-1]) > 1e-9:
        return None
    # the limits that press are met exactly: rounding of the iteration stays out
    active = pressing > 1e-12 * pressing.max(initial=0.0)
    way = np.linalg.lstsq(G[active], h[active], rcond=None)[0]
    tau = np.asarray(least + free @ way)
    if (tau < low - rounding).any() or (tau > high + rounding).any():
        return None
    return np.asarray(np.clip(tau, low, high))


def _least_excess(least: Floats, free: Floats, low: Floats, high: Floats) -> Floats:
    """Efforts whose largest excess, in parts of each range, is least."""
    from scipy.optimize import linprog

    reach = np.where(
        np.isfinite(low) & np.isfinite(high), 0.5 * (high - low), np.maximum(abs(low), abs(high))
    )
    size = np.where(np.isfinite(reach) & (reach > 0.0), reach, 1.0)
    n = free.shape[1]
    rows, bounds = [], []
    for k in range(len(least)):
        if np.isfinite(high[k]):
            rows.append([*free[k] / size[k], -1.0])
            bounds.append((high[k] - least[k]) / size[k])
        if np.isfinite(low[k]):
            rows.append([*-free[k] / size[k], -1.0])
            bounds.append((least[k] - low[k]) / size[k])
    goal = np.zeros(n + 1)
    goal[-1] = 1.0
    found = linprog(goal, A_ub=np.array(rows), b_ub=np.array(bounds), bounds=[(None, None)] * n + [(0, None)])
    return np.asarray(least + free @ found.x[:n]) if found.status == 0 else least
