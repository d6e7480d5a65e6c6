"""Modes as they are seen: the mechanism about its pose, each mode as large as is good to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.analysis.linear.model import LinearModel
from sarrus.analysis.linear.modes import Modes
from sarrus.analysis.linear.swinging import Swinging
from sarrus.model import Snapshot
from sarrus.results import Answer, Result
from sarrus.views.scene import Scene, scene_of
from sarrus.views.scene.base import Array, Vector
from sarrus.views.scene.geometry import corners, matrices
from sarrus.views.standing import in_states

__all__ = ["PHASES", "Swing", "Swings", "about_pose", "mode_text", "pose_of"]

REACH = 0.08
"""The farthest that a drawn point goes, in parts of the longest side of the mechanism."""
LARGEST_TURN = 0.5
"""The farthest that a body turns [rad], where nothing of it is far from its axis."""
PHASES = 24
"""Poses of one swing: joints are closed there, and between them nearly."""
HALVINGS = 4
"""A swing that does not close is tried smaller so many times."""


@dataclass(frozen=True)
class Swing:
    """How bodies go about their pose in a mode.

    Attributes:
        number: of the mode, counted from 1.
        text: what is said of it: "1.28 Hz, damping 0.05, swings and fades".
        is_swinging: whether it swings to both sides; else it goes out and back.
        motion: shift and turn of each body, complex, shape (bodies, 6).
        closing: what keeps joints closed beside it, shape (phases, bodies, 6); None where they cannot be.
    """

    number: int
    text: str
    is_swinging: bool
    motion: Any
    closing: Any


class Swings:
    """The mechanism of modes about its pose.

    Args:
        answer: the modes.
        model: the mechanism.
    """

    def __init__(self, answer: Modes, model: Snapshot) -> None:
        self.answer, self.model = answer, model
        self.about = about_pose(answer.model, model)

    @cached_property
    def rest(self) -> Result:
        """The pose about which it swings."""
        return in_states(self.answer, self.about.e, [self.about.x])

    @cached_property
    def scene(self) -> Scene:
        """The mechanism in its pose, with room for its swings."""
        found = self._bare
        room = np.full(3, self.reach)
        if found.planar:
            room[2] = 0.0
        low, high = np.array(found.low) - room, np.array(found.high) + room
        return replace(found, low=_vector(low), high=_vector(high))

    @cached_property
    def reach(self) -> float:
        """How far a swing goes [m]."""
        return REACH * float(np.max(np.subtract(self._bare.high, self._bare.low)))

    @cached_property
    def _bare(self) -> Scene:
        # loads of the pose would go along unchanged with bodies that swing
        return replace(scene_of(self.model, self.rest), arrows=())

    def swing(self, number: int) -> Swing:
        """A mode by its number."""
        shape = self.answer.shape(number)
        steps = [shape.bodies[b.name] for b in self.model.bodies]
        motion: Any = np.array(steps, dtype=complex).reshape(-1, 6)
        motion = motion * self._scale(motion)
        closing = self.about.closing(motion, PHASES)
        for _ in range(HALVINGS):
            if closing is not None:
                break
            motion = motion / 2.0
            closing = self.about.closing(motion, PHASES)
        does = bool(self.answer.is_swinging[number - 1])
        return Swing(number, mode_text(self.answer, number), does, motion, closing)

    def extremes(self, numbers: Sequence[int]) -> tuple[Scene, list[int]]:
        """The pose in row 0, then for each mode its extremes: two where it swings, one where it goes out and back.

        Returns:
            The scene, and the first row of each mode.
        """
        states, rows = [self.about.x], list[int]()
        for number in numbers:
            found = self.swing(number)
            rows.append(len(states))
            for sign in (1.0, -1.0)[: 2 if found.is_swinging else 1]:
                pose = self.about.pose(sign * np.real(found.motion))
                states.append(self.about.x if pose is None else pose)
        return scene_of(self.model, in_states(self.answer, self.about.e, states)), rows

    def _scale(self, motion: Any) -> float:
        """The factor that makes a motion reach as far as it should."""
        farthest = farthest_of(self.scene, motion)
        turn = float(np.linalg.norm(motion[:, 3:], axis=1).max(initial=0.0))
        factors = [a / b for a, b in ((self.reach, farthest), (LARGEST_TURN, turn)) if b > 0.0]
        return min(factors, default=0.0)


def about_pose(linear: LinearModel, model: Snapshot) -> Swinging:
    """The mechanism about the point at which a linear model was made."""
    return Swinging(model, linear.places)


def pose_of(answer: Answer, linear: LinearModel, model: Snapshot) -> Result:
    """The mechanism at the point at which a linear model was made."""
    about = about_pose(linear, model)
    return in_states(answer, about.e, [about.x])


def farthest_of(scene: Scene, motion: Any) -> float:
    """How far the point that goes farthest goes, of all that are drawn or named."""
    points: dict[int, list[Vector]] = {body: [(0.0, 0.0, 0.0)] for body in range(len(scene.bodies))}
    for drawn in scene.drawn:
        points.setdefault(drawn.body, []).extend(p for one in drawn.primitives for p in corners(one))
    for mark in scene.marks:
        points.setdefault(mark.at.body, []).append(mark.at.p)
    found = 0.0
    for body, known in points.items():
        if 0 <= body < len(scene.bodies):
            arms: Array = np.array(known) @ matrices(scene.poses[0, body, 3:]).T
            moved = motion[body, :3] + np.cross(motion[body, 3:], arms)
            lengths = np.linalg.norm(moved, axis=1)
            found = max(found, float(lengths[np.isfinite(lengths)].max(initial=0.0)))
    return found


def mode_text(answer: Modes, number: int, *, is_short: bool = False) -> str:
    """Frequency and damping, or the time constant, and what a mode does: "1.28 Hz, damping 0.05, swings and fades".

    Args:
        answer: the modes.
        number: of the mode, counted from 1.
        is_short: whether the words are left out where numbers tell.
    """
    s, word = answer.roots[number - 1], answer.word(number)
    if s.imag > 0.0:
        numbers = f"{answer.frequency[number - 1]:.4g} Hz, damping {answer.damping[number - 1]:.3g}"
        return numbers if is_short else f"{numbers}, {word}"
    return f"0 Hz, {word}" if s == 0.0 else f"{word}, time constant {1.0 / abs(s.real):.3g} s"


def _vector(v: Any) -> Vector:
    x, y, z = map(float, v)
    return x, y, z
