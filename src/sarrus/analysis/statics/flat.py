"""Directions in which nothing holds a mechanism, and nothing pushes it.

A stiffness is no stiffness where the parts that it is made of cancel, whatever else is stiff: a pendulum of 0.05 N m/rad
beside a bushing of 1e9 N/m is held, a balanced lamp beside the same bushing is not.
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from sarrus.analysis.statics.balance import Balance
from sarrus.solvers.arrays import Floats

__all__ = ["FlatShape", "neutral_directions", "shape_along"]

CANDIDATE = 1e-6
CANCELS, NOTHING = 1e-9, 1e-12
EPS = float(np.finfo(float).eps)
APART = 1e-4
FAMILY_STEP, FAMILY = 1e-2, 1e-9


class FlatShape(Enum):
    """What the energy does along a direction without stiffness."""

    FAMILY = "the same everywhere"
    MINIMUM = "least here"
    MAXIMUM = "largest here"
    SLOPE = "falls on one side"


def neutral_directions(b: Balance) -> Floats:
    """Neutral directions among the motions of an equilibrium, of natural size, one in each column."""
    K = b.stiffness
    if K.shape[0] != K.shape[1]:  # fewer free speeds than motions: what no force answers
        _, sizes, Vt = np.linalg.svd(K)
        whole = np.zeros(K.shape[1])
        whole[: len(sizes)] = sizes
        least = NOTHING * b.scale + 1e-9 * float(sizes.max(initial=0.0))
        return np.asarray(Vt.T[:, whole <= least])
    if not K.size:
        return np.zeros((0, 0))
    w, Q = np.linalg.eigh(0.5 * (K + K.T))
    largest = float(np.abs(w).max())
    rounding = 10 * EPS * max(largest, float(np.abs(K).max()))
    found = []
    for value, y in zip(w, Q.T, strict=True):
        if abs(value) > CANDIDATE * max(largest, b.scale):
            continue
        parts = _parts(b, b.motions @ y)
        if parts <= NOTHING * b.scale or abs(float(y @ K @ y)) <= CANCELS * parts + rounding:
            found.append(y)
    return np.array(found).reshape(len(found), len(w)).T


def _parts(b: Balance, direction: Floats) -> float:
    """The sum of the stiffness of each force and of each joint along a direction, of whatever sign each is."""
    up, down = (_pushes(b, s * APART, direction) for s in (1.0, -1.0))
    return float(np.abs((up - down) / (2.0 * APART)).sum())


def _pushes(b: Balance, s: float, direction: Floats) -> Floats:
    """Power of each force and of each row's element at a pose aside, on speeds along a direction."""
    of, e = b.of, b.of.e
    x = of.manifold.moved(b.x, s * direction)
    x[of.nq : of.nq + of.nv] = direction
    row = np.array(e.evaluate("output", [of.t], x, of.still, b.lam)[0])
    acting = np.array(e.evaluate("acting", [of.t], x)[0])
    twists = [_twist(b, row, body.name) for body in e.model.bodies]
    each = 3 if e.model.planar else 6
    found: dict[str, float] = {}
    for a in e.tables.acting:
        loads = acting[a.start + 3 :][: each * len(a.bodies)].reshape(len(a.bodies), each)
        power = sum(float(load @ twists[body]) for load, body in zip(loads, a.bodies, strict=True))
        found[a.force] = found.get(a.force, 0.0) + power
    here = of.manifold.rows.at(of.t, x)
    rates = b.lam[: len(e.rows)] * (here.of.slopes.dense(here.G) @ direction)
    for info, rate in zip(e.rows, rates, strict=True):
        found[f"row {info.owner}"] = found.get(f"row {info.owner}", 0.0) + float(rate)
    return np.array(list(found.values()))


def _twist(b: Balance, row: Floats, body: str) -> Floats:
    """Velocity of a body's origin and its angular velocity, ground components."""
    e = b.of.e
    names = ("x_dot", "y_dot", "psi_dot") if e.model.planar else ("x_dot", "y_dot", "z_dot")
    parts = [row[e.channel(body, name).start] for name in names]
    if not e.model.planar:
        at = e.channel(body, "w").start
        parts += [*row[at : at + 3]]
    return np.array(parts)


def shape_along(b: Balance, direction: Floats) -> FlatShape:
    """What lies along a neutral direction: other equilibria, or forces that lead back, or away."""
    pulls = []
    for s in (FAMILY_STEP, -FAMILY_STEP):
        aside = b.after(s * direction)
        if aside is None:
            return FlatShape.SLOPE
        if np.abs(aside.left).max(initial=0.0) <= FAMILY * b.scale:
            pulls.append(0.0)
            continue
        sizes = b.of.manifold.rows.columns
        step = (b.motions @ direction) / sizes * np.sign(s)
        pulls.append(float(aside.left @ ((aside.stand.motions / sizes[:, None]).T @ step)))
    if pulls == [0.0, 0.0]:
        return FlatShape.FAMILY
    if max(pulls) < 0.0:
        return FlatShape.MINIMUM
    return FlatShape.MAXIMUM if min(pulls) > 0.0 else FlatShape.SLOPE
