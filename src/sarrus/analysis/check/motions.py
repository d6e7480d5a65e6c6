"""Free motions looked at one by one: which only spin a body in its place, which have no inertia."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.check.softer import stiffer_kinds
from sarrus.analysis.mobility import balanced, constraint_matrix, noise, weightless
from sarrus.elements.joints.base import Joint
from sarrus.equations import Equations
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import rank_report

LOST = 1e-4
"""Of slopes between coordinates kept inside and published ones: below it, angles cannot be read."""


@dataclass(frozen=True)
class Idle:
    """A motion of a few bodies as one, in their place; all others rest.

    Attributes:
        bodies: those that move.
        joints: where they are held.
        coordinates: what changes there.
        stiffer: (joint, kinds) that would hold it.
    """

    bodies: tuple[str, ...]
    joints: tuple[str, ...]
    coordinates: tuple[str, ...]
    stiffer: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Weightless:
    """A free motion of a body without inertia, in words."""

    body: str
    motion: str


def idle_motions(e: Equations, x: Floats) -> list[Idle]:
    """Bodies between two neighbours, at least one of them movable, that can move while all others rest.

    They must move as one: a linkage on a moving carrier moves within itself, and that is what it is for.
    """
    if e.model.planar:
        return []  # nothing can spin in its place there without being seen
    report = rank_report(balanced(e, constraint_matrix(e, 0.0, x))[_passive(e)])
    Z, limit = report.motions, 10.0 * noise(report)
    found: list[Idle] = []
    used: set[str] = set()
    ends = {j.name: _ends(e.model, j) for j in e.model.all_joints}
    for group in _rigid_groups(e.model, ends):
        held = [j for j in e.model.all_joints if sum(n in group for n in ends[j.name]) == 1]
        neighbours = {n for j in held for n in ends[j.name]} - set(group)
        if used & set(group) or len(neighbours) < 2 or neighbours == {"ground"}:
            continue
        inside = np.repeat([b.name in group for b in e.model.bodies], 6)
        _, sigma, Vt = np.linalg.svd(Z[~inside], full_matrices=True)
        for mode in Vt[int(np.count_nonzero(sigma > limit)) :]:
            motion = Z @ mode
            within = [j for j in e.model.all_joints if all(n in group for n in ends[j.name])]
            if _moves_as_one(e, x, group, within, motion, limit):
                used |= set(group)
                found.append(_idle(e, x, group, held, motion, limit))
    return found


def weightless_motions(e: Equations, x: Floats) -> list[Weightless]:
    """Free motions without inertia, by body and direction; one for each body concerned."""
    found: dict[str, Weightless] = {}
    each = 3 if e.model.planar else 6
    for mode in weightless(e, 0.0, x):
        index = int(np.abs(mode.motion).argmax()) // each
        body = e.model.bodies[index].name
        found.setdefault(body, Weightless(body, _in_words(mode.motion[index * each : (index + 1) * each])))
    return list(found.values())


def lost_angles(model: Snapshot, values: dict[str, float]) -> Iterator[tuple[Joint, float]]:
    """Joints whose published angles do not tell the pose here, with how steeply they change: gimbal lock."""
    for joint in model.all_joints:
        if not joint.inner:
            continue
        written = np.array([values.get(f"{joint.name}.{c.name}", 0.0) for c in joint.coordinates])
        h = 1e-5
        steps = h * np.eye(len(written))
        slopes = np.array([_inner(joint, written + d) - _inner(joint, written - d) for d in steps]) / (2 * h)
        turns = slopes[[c.is_angle for c in joint.coordinates]]
        sigma = np.linalg.svd(turns, compute_uv=False)
        if sigma[-1] < LOST * sigma[0]:
            yield joint, float(sigma[-1] / sigma[0])


def _inner(joint: Joint, written: Floats) -> Floats:
    return np.array([float(a) for a in joint.place(written.tolist())])


def _passive(e: Equations) -> list[int]:
    driven = {d.name for d in e.model.drivers}
    return [i for i, r in enumerate(e.rows) if r.owner not in driven]


def _ends(model: Snapshot, joint: Joint) -> list[str]:
    return [p.body.name if p.body else "ground" for p in model.ends_of(joint)]


def _rigid_groups(model: Snapshot, ends: dict[str, list[str]]) -> list[tuple[str, ...]]:
    """Single bodies, then pairs and triples in a row: a leg of two or three parts may spin as one."""
    near: dict[str, set[str]] = {b.name: set() for b in model.bodies}
    for one, two in ends.values():
        if one in near and two in near:
            near[one].add(two)
            near[two].add(one)
    groups = [frozenset([name]) for name in near]
    for size in (1, 2):
        groups += [g | {n} for g in groups if len(g) == size for b in g for n in near[b] - g]
    order = list(near)
    return [tuple(sorted(g, key=order.index)) for g in dict.fromkeys(groups)]


def _moves_as_one(
    e: Equations, x: Floats, group: Sequence[str], within: list[Joint], motion: Floats, limit: float
) -> bool:
    """Whether each of the bodies moves, and the joints between them rest."""
    if any(np.abs(_share(e, body, motion)).max() < limit for body in group):
        return False
    return not any(_changes(e, x, joint, motion, limit) for joint in within)


def _share(e: Equations, body: str, motion: Floats) -> Floats:
    k = [b.name for b in e.model.bodies].index(body)
    return motion[6 * k : 6 * k + 6]


def _changes(e: Equations, x: Floats, joint: Joint, motion: Floats, limit: float) -> list[str]:
    """Coordinates of a joint that change in a motion."""
    sizes = np.array([e.length if u == "m" else 1.0 for u in e.speed_units])
    slopes = e.kernels["measure"]([0.0], x, e.constants)[2]
    rates = dict.fromkeys(e.measured, 0.0)
    for (k, speed), value in zip(e.measure_pattern, slopes, strict=True):
        rates[e.measured[k]] += value * sizes[speed] * motion[speed]
    names = [f"{joint.name}.{c.name}" for c in joint.coordinates]
    scale = [1.0 if c.is_angle else e.length for c in joint.coordinates]
    return [n for n, size in zip(names, scale, strict=True) if not abs(rates[n]) <= limit * size]


def _idle(
    e: Equations, x: Floats, group: tuple[str, ...], held: list[Joint], motion: Floats, limit: float
) -> Idle:
    moving = [j for j in held if _changes(e, x, j, motion, limit)]
    coordinates = tuple(c for j in moving for c in _changes(e, x, j, motion, limit))
    stiffer = tuple((j.name, tuple(stiffer_kinds(j))) for j in moving if stiffer_kinds(j))
    return Idle(group, tuple(j.name for j in moving), coordinates, stiffer)


def _in_words(share: Floats) -> str:
    """A motion of one body, by its largest part: moving, in ground components; turning, in its own."""
    moves, turns = (share[:2], share[2:]) if len(share) == 3 else (share[:3], share[3:])
    if np.abs(turns).max() >= 0.999 * np.abs(moves).max():
        if len(turns) == 1:
            return "turn in the plane"
        return f"turn about its direction {_direction(turns)}"
    return f"move along {_direction(moves)} of ground"


def _direction(vector: Floats) -> str:
    unit = vector / np.linalg.norm(vector)
    unit = unit * np.sign(unit[np.abs(unit).argmax()])
    for axis, part in zip("xyz", unit, strict=False):
        if part > 1.0 - 1e-6:
            return axis
    return "(" + ", ".join(f"{a + 0.0:.3g}" for a in np.where(np.abs(unit) < 5e-4, 0.0, unit)) + ")"
