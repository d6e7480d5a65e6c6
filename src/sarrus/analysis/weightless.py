"""Free motions without inertia in a large mechanism.

The mass matrix of bodies is block-diagonal and never negative, so a motion v without inertia is one in which each body
moves without inertia by itself: v = N y, where the columns of N are the directions of single bodies that have none
(thin rods, point masses). It is free where G N y = 0: where columns of G N depend on others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.analysis.constraints import Rows
from sarrus.analysis.dependence import Columns
from sarrus.analysis.parts import Slopes, gathered
from sarrus.analysis.start import bodies_at
from sarrus.equations import Equations, formulate
from sarrus.solvers.arrays import Floats, Ints
from sarrus.spatial import Vec3, from_quaternion, rot_z

NONE = 1e-13
"""Of the largest inertia of a body: what counts as none."""
FREE = 1e-8
"""Rows of natural size that a motion of natural size changes by no more do not resist it."""
MOST = 20
"""Motions that are looked for at most."""


@dataclass(frozen=True)
class Weightless:
    """A free motion without inertia.

    Attributes:
        speed: name of the speed that moves most.
        motion: all speeds, lengths in units of the model's length; the largest is 1. In a large mechanism those of
            the absolute formulation.
    """

    speed: str
    motion: Floats


def weightless_parts(equations: Equations, t: float, x: Floats) -> list[Weightless]:
    """The free motions without inertia of a large mechanism, `MOST` of them at most."""
    without = _without_inertia(equations)
    if not len(without.body):
        return []
    absolute, y = equations, x
    if equations.formulation != "absolute":
        absolute = formulate(equations.model, "absolute")
        y = np.concatenate([*bodies_at(equations, x), np.zeros(len(absolute.quadratures))])
    N = _directions(absolute, y, without)
    rows = Rows(absolute)
    columns = _columns(rows.slopes, rows.at(t, y).entries, without.body, N)
    found = []
    for shares in _free(columns):
        motion = np.zeros((len(absolute.model.bodies), N.shape[1]))
        np.add.at(motion, without.body, shares[:, None] * N)
        most = int(np.abs(motion).argmax())
        speed = absolute.speeds[most] if absolute is equations else _first_moved(equations, motion)
        found.append(Weightless(speed, motion.ravel() / motion.ravel()[most]))
    return found


def _free(columns: Columns) -> list[Floats]:
    """Shares of directions in motions that no row resists, the first ones found."""
    for begin in range(0, len(columns.suspects), MOST):
        shares = columns.combinations(columns.suspects[begin : begin + MOST])
        off = np.linalg.norm(columns.product(shares), axis=0) / np.linalg.norm(shares, axis=0)
        if (off <= FREE).any():
            return [*shares[:, off <= FREE].T]
    return []


@dataclass(frozen=True)
class _Without:
    """Directions in which single bodies have no inertia, one in each row.

    Attributes:
        body: whose it is.
        moving: unit velocity of the mass centre.
        turning: unit turn, in body components; one of the two is zero.
    """

    body: Ints
    moving: Floats
    turning: Floats


def _without_inertia(e: Equations) -> _Without:
    model = e.model
    properties = [body.mass_properties(model.resolve, model.planar) for body in model.bodies]
    masses = np.array([float(mass) for mass, _, _ in properties]) * e.length**2
    xx, yy, zz, xy, xz, yz = np.array([[float(a) for a in J.elements()] for _, _, J in properties]).T
    if model.planar:
        values, vectors = zz[:, None], np.tile(np.eye(3)[:, 2:], (len(zz), 1, 1))
    else:
        J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 0, 1)
        values, vectors = np.linalg.eigh(J)
    limit = NONE * max(masses.max(initial=0.0), values.max(initial=0.0))
    moves = np.eye(3)[: 2 if model.planar else 3]
    found = [(k, move, np.zeros(3)) for k in np.flatnonzero(~(masses > limit)).tolist() for move in moves]
    for k, i in np.argwhere(~(values > limit)).tolist():
        found.append((k, np.zeros(3), vectors[k, :, i]))
    found.sort(key=lambda each: each[0])
    body, moving, turning = zip(*found, strict=True) if found else ((), (), ())
    return _Without(np.array(body, dtype=np.int64), np.array(moving), np.array(turning))


def _directions(e: Equations, x: Floats, without: _Without) -> Floats:
    """The same as speeds of the body, lengths in units of the model's length, of unit length: the columns of N."""
    found = []
    for k, move, turn in zip(without.body.tolist(), without.moving, without.turning, strict=True):
        center = e.model.bodies[k].mass_properties(e.model.resolve, e.model.planar)[1]
        if e.model.planar:
            R = rot_z(float(x[3 * k + 2]))
        else:
            R = from_quaternion(*(float(a) for a in x[7 * k + 3 : 7 * k + 7]))
        # the body frame moves so that the mass centre rests while the body turns about it
        rest = R * Vec3(*(float(a) for a in np.cross(turn, [float(a) for a in center])))
        origin = move - np.array([float(a) for a in rest]) / e.length
        own = np.array([*origin[:2], turn[2]]) if e.model.planar else np.concatenate([origin, turn])
        found.append(own / np.linalg.norm(own))
    return np.array(found)


def _columns(slopes: Slopes, G: Floats, body: Ints, N: Floats) -> Columns:
    """The columns of G N."""
    each = N.shape[1]
    of_entry = slopes.column // each
    first, last = np.searchsorted(body, of_entry), np.searchsorted(body, of_entry, side="right")
    counts = last - first
    entry = np.repeat(np.arange(len(of_entry)), counts)
    column = np.repeat(first, counts) + np.arange(len(entry)) - np.repeat(np.cumsum(counts) - counts, counts)
    product = G[entry] * N[column, slopes.column[entry] % each]
    keys, place = np.unique(slopes.row[entry] * len(body) + column, return_inverse=True)
    value: Floats = np.zeros(len(keys))
    np.add.at(value, place, product)
    groups = [own.tolist() for own in gathered(body)]
    return Columns(keys // len(body), keys % len(body), value, groups)


def _first_moved(e: Equations, motion: Floats) -> str:
    """The speed of the tree that carries the motion on from what rests."""
    moved = np.abs(motion).max(axis=1) > 1e-6 * np.abs(motion).max()
    speed = 0
    for branch in e.tree.branches:
        if moved[branch.body] and branch.joint.freedoms:
            return e.speeds[speed]
        speed += branch.joint.freedoms
    return ""
