"""A finished run as states again: what its rows say of bodies, for questions that are asked afterwards.

Body coordinates are used, whatever the run was computed in: poses and velocities of bodies are published in every one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from sarrus.analysis.motion.restored import mechanism_of
from sarrus.elements.base import Element
from sarrus.errors import SarrusError, UsageError, quote
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.infos import ChannelInfo, StateKind
from sarrus.model import Snapshot, snapshot_of
from sarrus.results import Result
from sarrus.solvers.arrays import Floats
from sarrus.spatial import Pose, Rotation, from_quaternion

__all__ = ["History", "history_of"]

HINT = "Ask the run itself, before it is saved without its model, or save it again with this version."


def history_of(run: Result) -> History:
    """The states of a run.

    Raises:
        UsageError: the run does not hold its model, or its series are not those of the model.
    """
    with mechanism_of(run, hint=HINT) as mechanism:
        try:
            return History(run, formulate(snapshot_of(mechanism), "absolute"))
        except UsageError:
            raise
        except SarrusError as error:
            raise UsageError(
                f"The model that the result of {quote(run.mechanism)} holds is refused: {error}"
            ) from error


class History:
    """States of a run in body coordinates, row by row.

    Attributes:
        run: the result.
        e: equations of its model, absolute.
        x: states, shape (rows, size).
    """

    def __init__(self, run: Result, equations: Equations) -> None:
        self.run, self.e = run, equations
        _ = equations.kernels["output"], equations.kernels["closure"]  # constants are known behind these
        self.x = self._states()

    @property
    def model(self) -> Snapshot:
        """The mechanism."""
        return self.e.model

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self.run)

    @property
    def t(self) -> Floats:
        """Time of each row."""
        return np.asarray(self.run.t)

    def states(self) -> Iterator[tuple[int, float, Floats]]:
        """Number, time and state of each row."""
        for k, (t, x) in enumerate(zip(self.t.tolist(), self.x, strict=True)):
            yield k, t, x

    def values(self, name: str) -> Floats:
        """A published series.

        Raises:
            UsageError: the result does not have it.
        """
        if name not in self.run.series:
            raise UsageError(
                f"The result of {quote(self.run.mechanism)} lacks the series {quote(name)}, from which this is computed."
            )
        return np.asarray(self.run.series[name].values)

    def vector(self, stem: str, ending: str = "") -> Floats:
        """x, y, z of a point, with z = 0 in the plane, shape (rows, 3)."""
        axes = "xy" if self.model.planar else "xyz"
        found = np.zeros((self.rows, 3))
        for k, axis in enumerate(axes):
            found[:, k] = self.values(f"{stem}.{axis}{ending}")
        return found

    def channel(self, name: str) -> ChannelInfo | None:
        """A published quantity by its name."""
        return self._channels.get(name)

    @cached_property
    def _channels(self) -> dict[str, ChannelInfo]:
        return {c.name: c for c in self.e.channels}

    def turn(self, body: str) -> Floats:
        """Rotation of a body in every row, shape (rows, 3, 3): from body components to those of ground."""
        if body == "ground":
            return np.broadcast_to(np.eye(3), (self.rows, 3, 3))
        if self.model.planar:
            psi = self.values(f"{body}.psi")
            c, s = np.cos(psi), np.sin(psi)
            found = np.zeros((self.rows, 3, 3))
            found[:, 0, 0], found[:, 0, 1] = c, -s
            found[:, 1, 0], found[:, 1, 1] = s, c
            found[:, 2, 2] = 1.0
            return found
        return _matrices(from_quaternion(*self.values(f"{body}.quaternion").T), self.rows)

    def frame_on(self, body: str, frame: str) -> Pose:
        """A frame as its body has it."""
        return self._frames(body)[frame]

    def _frames(self, body: str) -> dict[str, Pose]:
        if body not in self._poses:
            self._poses[body] = self.model.holders[body].poses(self.model.resolve, self.model.planar)
        return self._poses[body]

    @cached_property
    def _poses(self) -> dict[str, dict[str, Pose]]:
        return {}

    def frame_turn(self, element: Element, end: int) -> Floats:
        """Rotation of the frame at an end of an element in every row, shape (rows, 3, 3)."""
        place = self.model.ends_of(element)[end]
        body = "ground" if place.body is None else place.body.name
        R = _matrices(self.frame_on(body, place.frame).R, 1)[0]
        return np.asarray(self.turn(body) @ R)

    def velocity(self, body: str) -> tuple[Floats, Floats]:
        """Velocity of the origin of a body, and its angular velocity, in ground components."""
        if not self.model.planar:
            return self.vector(body, "_dot"), self.values(f"{body}.w")
        w = np.zeros((self.rows, 3))
        w[:, 2] = self.values(f"{body}.psi_dot")
        return self.vector(body, "_dot"), w

    def _states(self) -> Floats:
        """Poses and velocities of bodies, states of elements, what is integrated, and angles over full turns."""
        origins = dict(self.e.channel_origins)
        parts: list[Floats] = []

        def put(name: str) -> None:
            values = self.values(name)
            channel = self._channels[name]
            columns = values.reshape(self.rows, -1)
            away = origins.get(channel.start, 0.0)
            parts.append(columns - away if away else columns)

        for body in self.model.bodies:
            names = ("x", "y", "psi") if self.model.planar else ("x", "y", "z", "quaternion")
            for name in names:
                put(f"{body.name}.{name}")
        for body in self.model.bodies:
            v, w = self.velocity(body.name)
            if self.model.planar:
                parts += [v[:, :2], w[:, 2:]]
            else:
                parts += [v, np.einsum("nji,nj->ni", self.turn(body.name), w)]
        for state in self.e.states:
            if state.kind not in (StateKind.COORDINATE, StateKind.SPEED):
                parts.append(self.values(state.name).reshape(-1, 1))
        return np.concatenate(parts, axis=1) if parts else np.zeros((self.rows, 0))

    def moving(self, k: int, v: Floats) -> Floats:
        """The state of a row with other speeds."""
        x: Floats = self.x[k].copy()
        first = len(self.e.coordinates)
        x[first : first + len(v)] = v
        return x

    def speeds(self) -> Floats:
        """Speeds of all rows."""
        first = len(self.e.coordinates)
        found: Floats = self.x[:, first : first + len(self.e.speeds)]
        return found


def _matrices(R: Rotation, rows: int) -> Floats:
    """Rotations as matrices; entries may be numbers or a number for each row."""
    found = np.zeros((rows, 3, 3))
    for k, column in enumerate((R.x, R.y, R.z)):
        for i, entry in enumerate(column):
            found[:, i, k] = entry
    return found
