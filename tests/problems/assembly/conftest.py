"""Twenty-two mechanisms in model files, poor guesses of their poses, and a judge that knows nothing of the search.

The judge reads the published coordinates only. It places the bodies by walking joints outward from ground with motions
written here in numpy, and then asks every joint and constraint whether it is whole: also those the search never cut.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import Start, find_start, start_from
from sarrus.mechanics import Equations
from sarrus.model import Snapshot
from sarrus.solvers.status import Status

FILES = Path(__file__).parent / "mechanisms"
Array = np.ndarray


def turned(axis: int, angle: float) -> Array:
    """A turn about x, y or z as a 4 x 4 matrix."""
    X, (c, s) = np.eye(4), (math.cos(angle), math.sin(angle))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    X[i, i], X[i, j], X[j, i], X[j, j] = c, -s, s, c
    return X


def shifted(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Array:
    """A shift as a 4 x 4 matrix."""
    X = np.eye(4)
    X[:3, 3] = x, y, z
    return X


def bryant(a1: float, a2: float, a3: float) -> Array:
    """Rx(a1) Ry(a2) Rz(a3)."""
    return turned(0, a1) @ turned(1, a2) @ turned(2, a3)


MOTIONS: dict[str, Callable[..., Array]] = {
    "revolute": lambda theta: turned(2, theta),
    "prismatic": lambda s: shifted(s),
    "cylindrical": lambda theta, s: turned(2, theta) @ shifted(0, 0, s),
    "universal": lambda one, two: turned(0, one) @ turned(1, two),
    "spherical": bryant,
    "weld": lambda: np.eye(4),
    "planar": lambda x, y, theta: shifted(x, y) @ turned(2, theta),
    "free": lambda x, y, *rest: (
        shifted(x, y) @ (turned(2, rest[0]) if len(rest) == 1 else shifted(0, 0, rest[0]) @ bryant(*rest[1:]))
    ),
}
CLOSURES: dict[str, Callable[[Any, Array], Array]] = {
    "distance": lambda c, X: np.array([np.linalg.norm(X[:3, 3]) - float(c.length)]),
    "point-on-line": lambda c, X: X[1:3, 3],
}
RELATIONS: dict[str, Callable[..., float]] = {
    "gear": lambda c, one, two: c.first_radius * one + c.second_radius * two - c.offset,
    "rack-and-pinion": lambda c, s, theta: s + c.radius * theta - c.offset,
    "coupler": lambda c, one, two: one - c.ratio * two - c.offset,
}


class Judge:
    """Asks published coordinates of one mechanism whether everything is whole."""

    def __init__(self, model: Snapshot) -> None:
        self.model = model
        self.frames: dict[tuple[str, str], Array] = {}
        for name, holder in model.holders.items():
            for frame, X in holder.poses(model.resolve, model.planar).items():
                numbers = [[float(a) for a in v] for v in (X.R.x, X.R.y, X.R.z, X.p)]
                self.frames[name, frame] = np.vstack([np.array(numbers).T, (0, 0, 0, 1)])

    def ends(self, element: Any) -> Iterator[tuple[str, Array]]:
        """Body and frame on it of each end."""
        for place in self.model.ends_of(element):
            body = place.body.name if place.body else "ground"
            yield body, self.frames[body, place.frame]

    def poses(self, values: dict[str, float]) -> dict[str, Array]:
        """Bodies placed by the first joint that reaches them from ground."""
        found = {"ground": np.eye(4)}
        waiting = list(self.model.all_joints)
        while len(found) <= len(self.model.bodies):
            for joint in waiting:
                (base, F), (follower, M) = self.ends(joint)
                X_FM = self.motion(joint, values)
                if base in found and follower not in found:
                    found[follower] = found[base] @ F @ X_FM @ np.linalg.inv(M)
                elif follower in found and base not in found:
                    found[base] = found[follower] @ M @ np.linalg.inv(F @ X_FM)
        return found

    def motion(self, joint: Any, values: dict[str, float]) -> Array:
        """X_FM that the published coordinates of a joint say."""
        return MOTIONS[joint.keyword](*(values[f"{joint.name}.{c.name}"] for c in joint.coordinates))

    def worst(self, values: dict[str, float], length: float) -> float:
        """Largest difference anywhere: of directions, of angles, of lengths in units of a length.

        A joint's pose must be the motion of its own published coordinates, which also excludes axes turned over.
        """
        poses = self.poses(values)
        off = [0.0]
        for joint in self.model.all_joints:
            X = self.between(joint, poses) - self.motion(joint, values)
            off += [np.abs(X[:3, :3]).max(), np.abs(X[:3, 3]).max() / length]
        for closing in self.model.closings:
            bound = closing.bind(self.model.resolve, self.model.planar)
            rows = CLOSURES[closing.keyword](bound, self.between(closing, poses))
            off.append(np.abs(rows).max() / length)
        for relation in self.model.relations:
            off.append(abs(self.relation(relation, values)))
        return max(map(float, off))

    def between(self, element: Any, poses: dict[str, Array]) -> Array:
        """X_FM of two frames on placed bodies."""
        (base, F), (follower, M) = self.ends(element)
        return np.linalg.inv(poses[base] @ F) @ poses[follower] @ M

    def relation(self, relation: Any, values: dict[str, float]) -> float:
        """Residual of a driver (at t = 0) or of coordinates in proportion."""
        resolve = self.model.resolver(relation, self.model.resolve)
        bound = relation.bind(resolve, self.model.planar)
        at = [values[n] for n in relation.at]
        if relation in self.model.drivers:
            return at[0] - float(bound.value(0.0))
        return float(RELATIONS[relation.keyword](bound, *at))


@dataclass(frozen=True)
class Bench:
    """A mechanism whose equations are made once, to be assembled from many guesses.

    Attributes:
        home: coordinates of a pose that closes.
        held: coordinates that are fixed or driven.
    """

    model: Snapshot
    equations: Equations
    home: dict[str, float]
    held: frozenset[str]
    judge: Judge

    def guess(self, rng: np.random.Generator, angle: float, part: float) -> dict[str, float]:
        """The home pose with every coordinate of the tree off: angles by up to `angle` (balls about a random axis),
        lengths by up to `part` of the model's length."""
        found: dict[str, float] = {}
        for branch in self.equations.tree.branches:
            joint = branch.joint
            names = [f"{joint.name}.{c.name}" for c in joint.coordinates]
            turns = [n for n, c in zip(names, joint.coordinates, strict=True) if c.is_angle]
            for name in names:
                size = angle if name in turns else part * self.equations.length
                found[name] = self.home[name] + rng.uniform(-size, size)
            if len(turns) == 3:
                R = bryant(*(self.home[n] for n in turns)) @ random_turn(rng, rng.uniform(0, angle))
                found.update(zip(turns, bryant_of(R), strict=True))
        return {n: v for n, v in found.items() if n not in self.held}

    def assemble(self, guess: dict[str, float]) -> Start:
        """Assembled from a guess."""
        return start_from(replace(self.equations, model=replace(self.model, guess=guess)))

    def distance(self, guess: dict[str, float], values: dict[str, float]) -> float:
        """How far coordinates are from a guess, lengths in units of the model's length."""
        off = []
        for name, given in guess.items():
            is_angle = self.model.coordinates[name][2].is_angle
            change = values[name] - given
            off.append(math.remainder(change, 2 * math.pi) if is_angle else change / self.equations.length)
        return math.hypot(*off)

    def worst_gap(self, start: Start) -> float:
        """What the judge finds."""
        return self.judge.worst(start.values, self.equations.length)


def random_turn(rng: np.random.Generator, angle: float) -> Array:
    """A turn by an angle about an axis of any direction."""
    x, y, z = (a := rng.normal(size=3)) / np.linalg.norm(a)
    K, X = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]]), np.eye(4)
    X[:3, :3] += math.sin(angle) * K + (1 - math.cos(angle)) * (K @ K)
    return X


def bryant_of(R: Array) -> tuple[float, float, float]:
    """Bryant angles of a turn."""
    return (
        math.atan2(-R[1, 2], R[2, 2]),
        math.asin(max(-1.0, min(1.0, R[0, 2]))),
        math.atan2(-R[0, 1], R[0, 0]),
    )


@lru_cache
def prepared(name: str) -> Bench:
    """A mechanism at its home pose, with a guess for every coordinate of its tree."""
    model = sarrus.load(FILES / f"{name}.yaml").snapshot()
    first = find_start(model)
    assert first.status is Status.OK, first.message
    held = frozenset({*model.fixed, *(d.at[0] for d in model.drivers)})
    on_tree = [f"{b.joint.name}.{c.name}" for b in first.equations.tree.branches for c in b.joint.coordinates]
    model = replace(model, guess={n: first.values[n] for n in on_tree if n not in held})
    start = find_start(model)
    assert start.status is Status.OK and not start.moved, f"{name}: {start.message} {start.moved}"
    return Bench(model, start.equations, start.values, held, Judge(model))


@pytest.fixture(scope="session")
def bench() -> Callable[[str], Bench]:
    """bench(name): a mechanism made once."""
    return prepared
