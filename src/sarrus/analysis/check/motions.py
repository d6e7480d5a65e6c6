"""Free motions looked at one by one: which only spin a body in its place, which have no inertia."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.check.softer import stiffer_kinds
from sarrus.analysis.rank.constraints import Rows, column_sizes
from sarrus.analysis.rank.mobility import noise, weightless
from sarrus.analysis.rank.parts import LARGE, Slopes
from sarrus.elements.joints.base import Joint
from sarrus.mechanics import Equations
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import rank_report
from sarrus.topology import GROUND, body_at

GIVES_WAY = 1e-5
"""Of singular values of the rows around some bodies: below it, the bodies can move by themselves."""
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
    """A free motion of a body without inertia, in words; or of a coordinate of a constraint, with what to say of it."""

    body: str
    motion: str
    said: tuple[str, str, str] | None = None
    resisted: tuple[str, ...] = ()


def idle_motions(e: Equations, x: Floats) -> list[Idle]:
    """Bodies between two neighbours, at least one of them movable, that can move while all others rest.

    They must move as one: a linkage on a moving carrier moves within itself, and that is what it is for.
    """
    if e.model.planar:
        return []  # nothing can spin in its place there without being seen
    near = Nearby(e, x)
    found: list[Idle] = []
    used: set[int] = set()
    for group in near.groups():
        held = near.held(group)
        neighbours = {n for j in held for n in near.ends[j.name]} - set(group)
        if used & set(group) or len(neighbours) < 2 or neighbours == {GROUND}:
            continue
        report = rank_report(near.matrix(group), singular=GIVES_WAY)
        limit = 10.0 * noise(report.condition)
        for motion in report.motions.T:
            if near.moves_as_one(group, motion, limit):
                used |= set(group)
                found.append(near.idle(group, held, motion, limit))
    return found


def weightless_motions(e: Equations, x: Floats) -> list[Weightless]:
    """Free motions without inertia, by body and direction; one for each body concerned."""
    found: dict[str, Weightless] = {}
    each = 3 if e.model.planar else 6
    for mode in weightless(e, 0.0, x):
        if mode.coordinate:
            found.setdefault(mode.coordinate, Weightless(mode.coordinate, "", mode.in_words()))
            continue
        index = int(np.abs(mode.motion).argmax()) // each
        body = e.model.bodies[index].name
        words = _in_words(mode.motion[index * each : (index + 1) * each])
        found.setdefault(body, Weightless(body, words, resisted=mode.resisted))
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


class Nearby:
    """Groups of a few bodies, and the rows around them, at a state of the absolute formulation.

    A motion of a group is given by the speeds of its bodies, lengths in units of the part's length.
    """

    def __init__(self, e: Equations, x: Floats) -> None:
        self.e, self.x = e, x
        self.each = 3 if e.model.planar else 6  # speeds of a body
        self.ends = {j.name: [body_at(e.model, p) for p in e.model.ends_of(j)] for j in e.model.all_joints}
        self.joints: dict[int, list[Joint]] = {k: [] for k in range(len(e.model.bodies))}
        for joint in e.model.all_joints:
            for body in dict.fromkeys(self.ends[joint.name]):
                if body != GROUND:
                    self.joints[body].append(joint)

    def groups(self) -> list[tuple[int, ...]]:
        """Single bodies, then pairs and triples in a row: a leg of two or three parts may spin as one."""
        near: dict[int, set[int]] = {k: set() for k in self.joints}
        for one, two in self.ends.values():
            if one != GROUND and two != GROUND:
                near[one].add(two)
                near[two].add(one)
        groups = [frozenset([body]) for body in near]
        for size in (1, 2):
            # a body that carries many others is not one of a few in a row
            groups += [
                g | {n}
                for g in groups
                if len(g) == size
                for b in g
                if len(near[b]) <= LARGE
                for n in near[b] - g
            ]
        return [tuple(sorted(g)) for g in dict.fromkeys(groups)]

    def held(self, group: tuple[int, ...]) -> list[Joint]:
        """Joints between a group and others."""
        return [j for j in self._around(group) if sum(n in group for n in self.ends[j.name]) == 1]

    def _around(self, group: tuple[int, ...]) -> list[Joint]:
        """Joints at the bodies of a group, in the order in which they were written."""
        found = {j.name: j for body in group for j in self.joints[body]}
        order = self.e.model.written_order
        return sorted(found.values(), key=lambda j: order[j.name])

    @cached_property
    def _entries(self) -> tuple[Slopes, Floats, Ints, Ints]:
        """Rows that are no drivers: their pattern and entries; and the entries body by body, with where these begin."""
        rows = Rows(self.e)
        driven = {d.name for d in self.e.model.drivers}
        passive = np.array([r.owner not in driven for r in self.e.rows], dtype=bool)
        body = np.where(passive[rows.slopes.row], rows.slopes.column // self.each, len(self.joints))
        order = np.argsort(body, kind="stable")
        starts = np.searchsorted(body[order], np.arange(len(self.joints) + 1))
        return rows.slopes, rows.at(0.0, self.x).entries, order, starts

    def matrix(self, group: tuple[int, ...]) -> Floats:
        """The rows that the bodies of a group change, in their own speeds: all others rest."""
        slopes, entries, order, starts = self._entries
        own = np.concatenate([order[starts[b] : starts[b + 1]] for b in group])
        rows, row = np.unique(slopes.row[own], return_inverse=True)
        place = np.searchsorted(group, slopes.column[own] // self.each)
        G = np.zeros((len(rows), self.each * len(group)))
        G[row, self.each * place + slopes.column[own] % self.each] = entries[own]
        return G

    def moves_as_one(self, group: tuple[int, ...], motion: Floats, limit: float) -> bool:
        """Whether each of the bodies moves, and the joints between them rest."""
        if (np.abs(motion.reshape(-1, self.each)).max(axis=1) < limit).any():
            return False
        within = [j for j in self._around(group) if all(n in group for n in self.ends[j.name])]
        return not any(self.changes(joint, group, motion, limit) for joint in within)

    @cached_property
    def _measured(self) -> tuple[Slopes, Floats, dict[str, int], Floats]:
        e = self.e
        slopes = Slopes(len(e.measured), len(e.speeds), e.measure_pattern)
        values = np.array(e.evaluate("measure", [0.0], self.x)[2])
        return slopes, values, {name: k for k, name in enumerate(e.measured)}, column_sizes(e)

    def changes(self, joint: Joint, group: tuple[int, ...], motion: Floats, limit: float) -> list[str]:
        """Coordinates of a joint that change in a motion."""
        slopes, values, place, sizes = self._measured
        each = self.each
        moving = {each * b + i: motion[each * k + i] for k, b in enumerate(group) for i in range(each)}
        found = []
        for coordinate in joint.coordinates:
            name = f"{joint.name}.{coordinate.name}"
            _, entries = slopes.entries_of(np.array([place[name]]))
            speeds = slopes.column[entries].tolist()
            rate = sum(
                values[entry] * sizes[speed] * moving.get(speed, 0.0)
                for entry, speed in zip(entries.tolist(), speeds, strict=True)
            )
            if not abs(rate) <= limit * self.e.measured_length(name):
                found.append(name)
        return found

    def idle(self, group: tuple[int, ...], held: list[Joint], motion: Floats, limit: float) -> Idle:
        """A motion in words."""
        changed = {j.name: self.changes(j, group, motion, limit) for j in held}
        moving = [j for j in held if changed[j.name]]
        stiffer = tuple((j.name, tuple(stiffer_kinds(j))) for j in moving if stiffer_kinds(j))
        bodies = tuple(self.e.model.bodies[b].name for b in group)
        coordinates = tuple(name for j in moving for name in changed[j.name])
        return Idle(bodies, tuple(j.name for j in moving), coordinates, stiffer)


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
