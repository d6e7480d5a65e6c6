"""Joints of the catalogue that forbid less than a given one, found by what they forbid, not by name."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.elements.joints import CATALOGUE
from sarrus.elements.joints.base import Joint
from sarrus.mechanics import Equations
from sarrus.model.check import keeps_plane
from sarrus.model.snapshot import Place
from sarrus.solvers.arrays import Floats
from sarrus.spatial import Pose, Vec3, from_quaternion, rot_x, rot_y, rot_z

STEP = 1e-5
SAME = 1e-7
"""Of slopes from differences over STEP: what counts as equal."""
COUNTED = 1e-300
"""A coordinate that is counted, at zero: nothing at all would be one that is not."""


def softer_kinds(e: Equations, x: Floats, joint: Joint) -> Iterator[tuple[type[Joint], Floats]]:
    """Kinds that could stand in the place of a joint and forbid a part of what it does.

    Args:
        e: absolute formulation.
        x: its state, in which the joint is closed.
        joint: one of its joints.

    Yields:
        The kind, and the combinations of the joint's rows that are released (orthonormal rows).
    """
    X_FM = relative_pose(e, x, joint)
    names = [r.name.removeprefix(f"{joint.name}.") for r in e.rows if r.owner == joint.name]
    W = _slopes(e, joint, X_FM)[[joint.rows.index(n) for n in names]]
    for kind in CATALOGUE:
        if any(p.required for p in kind.params.values()) or not kind.rows or isinstance(joint, kind):
            continue
        other = kind(joint.name, *joint.at)
        if e.model.planar and not keeps_plane(other.in_plane()):
            continue
        if not _is_closed(e, other, X_FM):
            continue
        W_other = _slopes(e, other, X_FM)
        # W_other = C W: it forbids nothing that the joint does not forbid
        C = np.linalg.lstsq(W.T, W_other.T, rcond=None)[0].T
        if np.abs(C @ W - W_other).max() > SAME:
            continue
        _, sigma, Vt = np.linalg.svd(C)
        rank = int(np.count_nonzero(sigma > SAME))
        if 0 < rank < len(names):
            yield kind, Vt[rank:]


def _is_closed(e: Equations, joint: Joint, X_FM: Pose) -> bool:
    """Whether a joint allows a pose; elsewhere its slopes mean nothing."""
    bound = joint.bind(e.model.resolver(joint, e.model.resolve), e.model.planar)
    L = e.scales.length_of(joint.name)
    sizes = (L if row.unit == "m" else 1.0 for row in joint.rows)
    is_near = all(abs(float(g)) < SAME * size for g, size in zip(bound.closure(X_FM), sizes, strict=True))
    return is_near and float(bound.sense(X_FM)) > 0.0


def stiffer_kinds(joint: Joint) -> list[str]:
    """Kinds that forbid one direction more than a joint does, by the names of their rows."""
    return [
        kind.keyword
        for kind in CATALOGUE
        if joint.rows and set(kind.rows) > set(joint.rows) and len(kind.rows) == len(joint.rows) + 1
        if not any(p.required for p in kind.params.values())
    ]


def relative_pose(e: Equations, x: Floats, joint: Joint) -> Pose:
    """X_FM of a joint at a state of the absolute formulation."""
    ends = e.model.ends_of(joint)
    base, follower = (_frame(e, x, place, e.scales.region_of(ends)) for place in ends)
    return base.inverse() @ follower


def _frame(e: Equations, x: Floats, place: Place, region: int) -> Pose:
    """A frame as seen from the origin of a region, which that of a body must be too."""
    model = e.model
    if place.body is None:
        X = model.ground.poses(model.resolve, model.planar)[place.frame]
        return Pose(X.R, X.p - e.scales.origins[region])
    X_BF = place.body.poses(model.resolve, model.planar)[place.frame]
    each = 3 if model.planar else 7
    start = each * model.body_index[place.body.name]
    q = [float(a) for a in x[start : start + each]]
    if model.planar:
        return Pose(rot_z(q[2]), Vec3(q[0], q[1], 0.0)) @ X_BF
    return Pose(from_quaternion(q[3], q[4], q[5], q[6]), Vec3(q[0], q[1], q[2])) @ X_BF


def _slopes(e: Equations, joint: Joint, X_FM: Pose) -> Floats:
    """How the rows of a joint change with small motions of M; lengths in units of its part."""
    bound = joint.bind(e.model.resolver(joint, e.model.resolve), e.model.planar)
    bound = bound.counting([float(c) or COUNTED for c in bound.fit(X_FM)])  # a small motion stays on its turn
    L = e.scales.length_of(joint.name)

    def moved(axis: int, h: float) -> Pose:
        if axis < 3:
            return Pose(p=Vec3(*(h * L * (axis == i) for i in range(3))))
        return Pose((rot_x, rot_y, rot_z)[axis - 3](h))

    columns = []
    for axis in (0, 1, 5) if e.model.planar else range(6):
        ahead, behind = (bound.closure(X_FM @ moved(axis, h)) for h in (STEP, -STEP))
        columns.append([(float(a) - float(b)) / (2.0 * STEP) for a, b in zip(ahead, behind, strict=True)])
    sizes = np.array([1.0 / L if row.unit == "m" else 1.0 for row in joint.rows])
    return np.asarray(sizes[:, None] * np.array(columns).T)
