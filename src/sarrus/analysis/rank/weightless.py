"""Free motions without inertia.

The mass matrix of bodies is block-diagonal and never negative, so a motion without inertia is one in which each body
moves without inertia by itself. Whether a body has any is judged on the body alone: a gram is light beside a ship, and
moves as any gram does. Coordinates of constraints never have any: they are free where the rows do not tell their speed.

In a small mechanism v = Z y, Z the free motions; y is sought for which no body moves in a direction that has inertia. In
a large one v = N y, where the columns of N are the directions of single bodies that have none (thin rods, point masses);
it is free where G N y = 0: where columns of G N depend on others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.analysis.rank.constraints import Rows, balanced, column_sizes
from sarrus.analysis.rank.dependence import Columns
from sarrus.analysis.rank.parts import Slopes, gathered, is_large
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.bodies import bodies_at
from sarrus.phrases import listed
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import rank_report
from sarrus.spatial import from_quaternion, rot_z

NONE = 1e-13
"""Of the largest inertia of a body, or its mass times reach^2: what counts as none."""
FREE = 1e-8
"""Rows of natural size that a motion of natural size changes by no more do not resist it."""
MOST = 20
"""Motions that are looked for at most."""


@dataclass(frozen=True)
class WeightlessMotion:
    """A free motion without inertia.

    Attributes:
        speed: name of the speed that moves most.
        motion: all speeds, lengths in units of the part's length; the largest is 1. In a large mechanism those of
            the absolute formulation.
        coordinate: name of the coordinate of a constraint that moves most; empty where that is no such one.
        resisted: forces with kinetic energy that it moves. Their inertia is none of a body: it is found from accelerations, and
            cannot stand for what these follow from.
    """

    speed: str
    motion: Floats
    coordinate: str = ""
    resisted: tuple[str, ...] = ()

    def in_words(self) -> tuple[str, str, str]:
        """What is wrong, what is asked for, and what to try."""
        if self.coordinate:
            return (
                f"no row of the constraint tells how fast its coordinate '{self.coordinate}' moves.",
                "A coordinate of a constraint has no inertia; rows must change with it, a point on a curve c(s) needs c'(s) "
                "that is not 0.",
                "Start elsewhere, or write the rows so that they go on changing with it there.",
            )
        what = "has no inertia; its acceleration is undefined."
        allowed = "Every free motion needs mass or inertia."
        if self.resisted:
            what = (
                f"has no inertia but that of {listed(self.resisted)}, which cannot stand for that of a body."
            )
            allowed = "Every free motion needs mass or inertia of bodies, be it little."
        return (
            f"the motion '{self.speed}' is free and {what}",
            allowed,
            "Give the body a thickness (box, cylinder), or a joint or driver that holds this motion.",
        )


def weightless(equations: Equations, t: float, x: Floats) -> list[WeightlessMotion]:
    """The free motions without inertia; none where a simulation can tell how everything moves."""
    if is_large(equations):
        return weightless_parts(equations, t, x)
    without = _without_inertia(equations)
    if not len(without.body) and not equations.model.owning:
        return []
    motions = rank_report(balanced(equations, t, x)).motions
    if not motions.shape[1]:
        return []
    Z = column_sizes(equations)[:, None] * motions
    found = []
    for shares in rank_report(_with_inertia(equations, x, Z, without)).motions.T:
        motion = motions @ shares
        most = int(np.abs(motion).argmax())
        resisted = _resisted(equations, t, x, motion)
        found.append(_named(equations, equations.speeds[most], motion / motion[most], resisted))
    return found


def _named(e: Equations, speed: str, motion: Floats, resisted: tuple[str, ...]) -> WeightlessMotion:
    """A motion, with the coordinate of a constraint that moves most in it, if it is one."""
    most, owned = int(np.abs(motion).argmax()), sum(c.freedoms for c in e.model.owning)
    beyond = most - (len(motion) - owned)
    coordinate = e.coordinates[len(e.coordinates) - owned + beyond] if beyond >= 0 else ""
    return WeightlessMotion(speed, motion, coordinate, resisted)


def least_slopes(equations: Equations, t: float, x: Floats) -> dict[str, tuple[str, float]]:
    """For each constraint with coordinates of its own that which rows change with least, and by how much.

    Rows and coordinates are of natural size; where there are several coordinates, it is the one that moves most in the
    motion of them that the rows change with least.
    """
    rows = Rows(equations)
    G = rows.slopes.dense(rows.at(t, x).entries)
    first, place = len(equations.speeds), len(equations.coordinates)
    found = {}
    for constraint in reversed(equations.model.owning):
        first, place = first - constraint.freedoms, place - constraint.freedoms
        _, sizes, motions = np.linalg.svd(G[:, first : first + constraint.freedoms], full_matrices=False)
        most = int(np.abs(motions[-1]).argmax())
        found[constraint.name] = equations.coordinates[place + most], float(sizes[-1])
    return found


def massless_motion(equations: Equations, t: float, x: Floats) -> WeightlessMotion | None:
    """A free motion without inertia; None where there is none."""
    return next(iter(weightless(equations, t, x)), None)


def _resisted(e: Equations, t: float, x: Floats, motion: Floats) -> tuple[str, ...]:
    """Forces with kinetic energy that a motion of all speeds moves, lengths in units of the part's length."""
    if not any(e.inertial):
        return ()
    (H,) = e.evaluate("pushes", [t], x)
    speeds, rates = column_sizes(e) * motion, np.zeros(len(e.pushes))
    for (k, j), value in zip(e.push_pattern, H, strict=True):
        rates[k] += value * speeds[j]
    moved = np.abs(rates) > FREE * np.abs(speeds).max()
    told = zip(e.pushes, e.inertial, moved.tolist(), strict=True)
    return tuple(dict.fromkeys(name for name, is_inertial, is_moved in told if is_inertial and is_moved))


def _with_inertia(e: Equations, x: Floats, Z: Floats, without: _Without) -> Floats:
    """How fast bodies move in directions that have inertia, one in each row, for each motion of the columns of Z.

    Velocities are those of mass centres, in units of the reach of the body.
    """
    q, speeds = x[: len(e.coordinates)], Z
    bodies, each = len(e.model.bodies), _speeds_of_a_body(e)
    if e.formulation != "absolute":
        states = (np.concatenate([q, z, e.beside]) for z in Z.T)
        speeds = np.column_stack([bodies_at(e, state)[1] for state in states])
        q = bodies_at(e, x)[0]
    rows = []
    for k, own in enumerate(np.split(speeds[: each * bodies], bodies)):
        none = np.zeros((3, own.shape[1]))
        origin, turn = (none.copy(), none.copy()) if e.model.planar else (own[:3], own[3:])
        if e.model.planar:
            origin[:2], turn[2] = own[:2], own[2]
        velocity = origin + _rotation(e, q, k) @ np.cross(turn, _center(e, k)[:, None], axis=0)
        moves, turns = (np.eye(3) - without.span(k, part) for part in (without.moving, without.turning))
        rows += [moves @ velocity / (e.scales.reaches[k] or e.scales.length_at(k)), turns @ turn]
    return np.vstack(rows)


def _speeds_of_a_body(e: Equations) -> int:
    """How many speeds a body has in the absolute formulation."""
    return 3 if e.model.planar else 6


def _center(e: Equations, body: int) -> Floats:
    """The mass centre of a body, in its components."""
    return np.array(
        [float(a) for a in e.model.bodies[body].mass_properties(e.model.resolve, e.model.planar)[1]]
    )


def weightless_parts(equations: Equations, t: float, x: Floats) -> list[WeightlessMotion]:
    """The free motions without inertia of a large mechanism, `MOST` of them at most."""
    without = _without_inertia(equations)
    if not len(without.body) and not equations.model.owning:
        return []
    absolute, y = equations, x
    if equations.formulation != "absolute":
        absolute = formulate(equations.model, "absolute")
        y = np.concatenate([*bodies_at(equations, x), absolute.beside])
    each, bodies = _speeds_of_a_body(absolute), len(absolute.model.bodies)
    owned = len(absolute.speeds) - each * bodies
    # a coordinate of a constraint is taken for a body that moves in one direction
    N = np.vstack(
        [_directions(absolute, y[: len(absolute.coordinates)], without), np.eye(1, each).repeat(owned, 0)]
    )
    body = np.concatenate([without.body, bodies + np.arange(owned)])
    rows = Rows(absolute)
    columns = _columns(rows.slopes, rows.at(t, y).entries, bodies, body, N)
    found = []
    for shares in _free(columns):
        moved = np.zeros((bodies + owned, each))
        np.add.at(moved, body, shares[:, None] * N)
        motion = np.concatenate([moved[:bodies].ravel(), moved[bodies:, 0]])
        most = int(np.abs(motion).argmax())
        speed = absolute.speeds[most]
        if absolute is not equations and most < each * bodies:
            speed = _first_moved(equations, moved[:bodies])
        found.append(_named(absolute, speed, motion / motion[most], _resisted(absolute, t, y, motion)))
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

    def span(self, body: int, directions: Floats) -> Floats:
        """The projection onto those of some directions that are of one body."""
        own = directions[self.body == body]
        return np.asarray(own.T @ own)


def _without_inertia(e: Equations) -> _Without:
    model = e.model
    properties = [body.mass_properties(model.resolve, model.planar) for body in model.bodies]
    masses = np.array([float(mass) for mass, _, _ in properties])
    xx, yy, zz, xy, xz, yz = np.array([[float(a) for a in J.elements()] for _, _, J in properties]).T
    if model.planar:
        values, vectors = zz[:, None], np.tile(np.eye(3)[:, 2:], (len(zz), 1, 1))
    else:
        J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 0, 1)
        values, vectors = np.linalg.eigh(J)
    limit = NONE * np.maximum(masses * np.array(e.scales.reaches) ** 2, values.max(axis=1))
    moves = np.eye(3)[: 2 if model.planar else 3]
    found = [(k, move, np.zeros(3)) for k in np.flatnonzero(~(masses > 0.0)).tolist() for move in moves]
    for k, i in np.argwhere(~(values > limit[:, None])).tolist():
        found.append((k, np.zeros(3), vectors[k, :, i]))
    found.sort(key=lambda each: each[0])
    body, moving, turning = zip(*found, strict=True) if found else ((), (), ())
    return _Without(np.array(body, dtype=np.int64), np.array(moving), np.array(turning))


def _directions(e: Equations, q: Floats, without: _Without) -> Floats:
    """The same as speeds of the body, lengths in units of the part's length, of unit length: the columns of N."""
    found = []
    for k, move, turn in zip(without.body.tolist(), without.moving, without.turning, strict=True):
        # the body frame moves so that the mass centre rests while the body turns about it
        rest = _rotation(e, q, k) @ np.cross(turn, _center(e, k))
        origin = move - rest / e.scales.length_at(k)
        own = np.array([*origin[:2], turn[2]]) if e.model.planar else np.concatenate([origin, turn])
        found.append(own / np.linalg.norm(own))
    return np.array(found).reshape(-1, _speeds_of_a_body(e))


def _rotation(e: Equations, q: Floats, body: int) -> Floats:
    """The rotation of a body, from the coordinates of the absolute formulation."""
    count = len(e.model.bodies)
    own = [float(a) for a in np.split(q[: (3 if e.model.planar else 7) * count], count)[body]]
    R = rot_z(own[2]) if e.model.planar else from_quaternion(*own[3:])
    return np.array([[float(a) for a in axis] for axis in (R.x, R.y, R.z)]).T


def _columns(slopes: Slopes, G: Floats, bodies: int, body: Ints, N: Floats) -> Columns:
    """The columns of G N; behind the speeds of the bodies stand those of coordinates, each by itself."""
    each = N.shape[1]
    beyond = slopes.column - each * bodies
    of_entry = np.where(beyond < 0, slopes.column // each, bodies + beyond)
    within = np.where(beyond < 0, slopes.column % each, 0)
    first, last = np.searchsorted(body, of_entry), np.searchsorted(body, of_entry, side="right")
    counts = last - first
    entry = np.repeat(np.arange(len(of_entry)), counts)
    column = np.repeat(first, counts) + np.arange(len(entry)) - np.repeat(np.cumsum(counts) - counts, counts)
    product = G[entry] * N[column, within[entry]]
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
