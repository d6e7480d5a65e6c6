"""Angles of turns in start values, in every pose: also where a1 and a3 turn about one axis (gimbal lock).

The angles of a joint give its turn, and their rates its angular velocity, in every pose:

    w = a1' e1 + a2' e2 + a3' e3      of 1-2-3: e1 = x_F,  e2 = Rx(a1) y,  e3 = R z

The way back fails at the lock: of 1-2-3 at a2 = +-90 deg, of 3-1-3 at a2 = 0 and 180 deg. There e3 = +-e1: only a1 +- a3 is
seen, and no rates of the angles tilt the joint about e1 x e2. So three angles that are demanded are a turn, and a joint
that stands at the lock is asked for what is determined.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sarrus.elements.joints.base import Joint
from sarrus.mechanics import Equations
from sarrus.model import Place, Snapshot
from sarrus.model.start_values import AXES, SPIN
from sarrus.solvers.arrays import Floats, Ints
from sarrus.spatial import from_quaternion
from sarrus.spatial.rotation import Rotation, to_quaternion
from sarrus.spatial.sequences import from_angles, returns

if TYPE_CHECKING:
    from sarrus.analysis.assembly.search import Search, SearchPose

FIRST, SECOND, THIRD = 0, 1, 2
LOCKED = 1e-6
"""Distance |e1 x e3| up to which a start stands at the lock: rates of the angles can be told there, but not be read back."""
NEAR = 1e-3
"""The same distance up to which a run that cannot go on is held up by the lock."""


def from_lock(joint: Joint, a2: float) -> float:
    """How far a1 and a3 are from turning about one axis: |e1 x e3|."""
    return abs(math.sin(a2) if returns(joint.turn_sequence) else math.cos(a2))


def lock_places(joint: Joint) -> str:
    """Where that is, in words."""
    return "0 or 180 deg" if returns(joint.turn_sequence) else "90 deg or -90 deg"


@dataclass(frozen=True)
class DrivenLock:
    """A joint at its gimbal lock, and the drivers and other relations that act on its angles."""

    joint: str
    relations: tuple[str, ...]
    at: str

    def __str__(self) -> str:
        names = ", ".join(f"'{name}'" for name in self.relations)
        return (
            f"joint '{self.joint}' is at the gimbal lock of its angles (a2 = {self.at}), where {names} cannot lead it "
            "on: a1 and a3 turn about one axis. This is a matter of the angles, not of the mechanism."
        )

    @property
    def way_out(self) -> str:
        """What to do about it."""
        return (
            f"Turn both frames of '{self.joint}' or choose another sequence for it, so that a2 stays away from {self.at}; or "
            "make it of revolute joints and drive these."
        )


def driven_locks(model: Snapshot, values: Mapping[str, float], near: float = NEAR) -> list[DrivenLock]:
    """Joints whose angles are at or near their lock, and are driven or tied to other coordinates.

    Args:
        model: the mechanism.
        values: published coordinates.
        near: distance from the lock that counts as near.
    """
    found = []
    for joint in model.all_joints:
        names = joint.angle_names
        if names and from_lock(joint, values[names[SECOND]]) < near:
            acting = tuple(r.name for r in model.relations if not set(names).isdisjoint(model.acted_on(r)))
            found += [DrivenLock(joint.name, acting, lock_places(joint))] if acting else []
    return found


class Angles:
    """The three angles of one joint in a search.

    Attributes:
        joint: the joint.
        names: its angles.
        rows: their places among the published coordinates.
        columns: speeds that turn the joint.
        entries: places of their slopes among those of all published coordinates, a row for each angle.
    """

    def __init__(self, search: Search, joint: Joint) -> None:
        self.search, self.joint, self.names = search, joint, joint.angle_names
        self.sequence = joint.turn_sequence
        self.rows: Ints = np.array([search.place[n] for n in self.names], dtype=np.int64)
        _, entry = search.measure_slopes.entries_of(self.rows)
        self.entries: Ints = entry.reshape(3, -1)
        self.columns: Ints = search.measure_slopes.column[self.entries[0]]

    def locked_at(self, values: Floats) -> bool:
        """Whether the joint stands at its lock."""
        return from_lock(self.joint, float(values[self.rows[SECOND]])) <= LOCKED

    def axes(self, a1: float, a2: float, a3: float) -> Floats:
        """Axes about which the three angles turn, in F components, as columns: w = axes @ (a1', a2', a3')."""
        turns = from_angles(self.sequence, (a1, a2, a3)).turns
        return np.array([[float(a) for a in axis] for _, axis in turns]).T

    def _sign(self, values: Floats) -> float:
        """At the lock: whether a1 and a3 turn the same way."""
        e = self.axes(*(float(a) for a in values[self.rows]))
        return math.copysign(1.0, float(e[:, FIRST] @ e[:, THIRD]))

    @cached_property
    def demanded(self) -> Rotation | None:
        """The turn that is demanded; None unless all three angles are."""
        fixed = {d.coordinate: d.value for d in self.search.held}
        if not all(n in fixed for n in self.names):
            return None
        return from_angles(self.sequence, [fixed[n] for n in self.names])

    def off(self, values: Floats) -> Floats:
        """How far the joint is turned from what is demanded, about x, y, z of F: 2 sin(angle/2) times the axis."""
        return 2.0 * self._error(values)[1:]

    def off_slopes(self, q: Floats, values: Floats, slopes: Floats) -> Floats:
        """Slopes of that. With dR = w x R the quaternion (e, v) of the error has v' = (e w - v x w)/2."""
        e, *v = self._error(values)
        x, y, z = v
        cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        return np.asarray((e * np.eye(3) - cross) @ self.turning(q, values, slopes))

    def _error(self, values: Floats) -> Floats:
        assert self.demanded is not None
        R = from_angles(self.sequence, values[self.rows].tolist()) @ self.demanded.inverse()
        return np.array([float(a) for a in to_quaternion(R)])

    def turning(self, q: Floats, values: Floats, slopes: Floats) -> Floats:
        """Angular velocity of M in F for each of the speeds, F components."""
        if self.locked_at(values):
            return self._turning_at_lock(q)
        return np.asarray(self.axes(*values[self.rows].tolist()) @ slopes[self.entries])

    def _turning_at_lock(self, q: Floats) -> Floats:
        """The same from the motion of the two bodies: at the lock the angles do not see all of it."""
        s, found = self.search, []
        ends = s.model.ends_of(self.joint)
        for column in self.columns.tolist():
            v = np.zeros(len(s.e.speeds))
            v[column] = 1.0
            x = s.state(q, v)
            row = s.e.evaluate("output", [s.t], x, np.zeros(len(v)), np.zeros(s.e.multipliers))[0]
            base, follower = (_turning_of(s.e, row, place) for place in ends)
            w = _axes_of(s, row, ends[0]).T @ (follower - base)
            found.append(w)
        return np.array(found).reshape(-1, 3).T

    def told(self, values: Floats) -> tuple[float, float]:
        """a1 and a3 at the lock: of all that mean the same, those nearest to what is given."""
        a1, _, a3 = (float(a) for a in values[self.rows])
        return _shared(a1, a3, self._sign(values), self._given(""), math.tau)

    def told_rates(self, pose: SearchPose, v: Floats, rates: Floats) -> tuple[float, float, float]:
        """Rates of the three angles at the lock that belong to the angles told, a1 and a3 nearest to what is given.

        Args:
            pose: where the joint stands.
            v: speeds.
            rates: those of all published coordinates.
        """
        a1, a3 = self.told(pose.measured)
        a2 = float(pose.measured[self.rows[SECOND]])
        w = self.turning(pose.q, pose.measured, pose.measured_slopes) @ v[self.columns]
        first, _, third = (float(a) for a in rates[self.rows])
        first, third = _shared(first, third, self._sign(pose.measured), self._given("_dot"), math.inf)
        return first, float(self.axes(a1, a2, a3)[:, SECOND] @ w), third

    def spin(self, pose: SearchPose, v: Floats) -> Floats:
        """Angular velocity of M in F, F components."""
        return np.asarray(self.turning(pose.q, pose.measured, pose.measured_slopes) @ v[self.columns])

    def given_spin(self, given: Mapping[str, float]) -> dict[str, float]:
        """What that should be, by the names of its components; empty where nothing is said of it."""
        names = [f"{self.joint.name}.{SPIN}.{axis}" for axis in AXES]
        return {n: given[n] for n in names if n in given}

    def _given(self, suffix: str) -> tuple[float | None, float | None]:
        """What a1 and a3, or their rates, should be; a guess for one gives way to what is fixed for the other."""
        s, names = self.search, [f"{self.names[k]}{suffix}" for k in (FIRST, THIRD)]
        fixed = [s.fixed.get(n) for n in names]
        guessed = [s.guess.get(n) for n in names]
        first, third = fixed if any(f is not None for f in fixed) else guessed
        return first, third

    def rates_at_lock(self, pose: SearchPose, given: Mapping[str, float]) -> list[tuple[Floats, float, str]]:
        """Rows that rates of the angles mean at the lock: slopes along `columns`, value, and what a message calls them.

        Args:
            pose: where the joint stands.
            given: rates by the name of their angle.
        """
        a1, a3 = self.told(pose.measured)
        a2 = float(pose.measured[self.rows[SECOND]])
        W, e = self.turning(pose.q, pose.measured, pose.measured_slopes), self.axes(a1, a2, a3)
        sign = self._sign(pose.measured)
        first, second, third = (given.get(n) for n in self.names)
        found: list[tuple[Floats, float, str]] = [(np.cross(e[:, FIRST], e[:, SECOND]) @ W, 0.0, "")]
        if second is not None:
            found.append((e[:, SECOND] @ W, second, f"{self.names[SECOND]}_dot"))
        if first is not None and third is not None:
            plus = "+" if sign > 0 else "-"
            name = f"{self.names[FIRST]}_dot {plus} {self.names[THIRD]}_dot"
            found.append((e[:, FIRST] @ W, first + sign * third, name))
        return found

    def undetermined(self, given: Mapping[str, float]) -> str:
        """Why a rate that is given alone says nothing at the lock; empty where none is."""
        one, other = self.names[FIRST], self.names[THIRD]
        if (one in given) == (other in given) or not given.get(one, given.get(other, 0.0)):
            return ""
        one, other = (one, other) if one in given else (other, one)
        return (
            f"The fixed start rate '{one}_dot' = {given[one]:.6g} rad/s says nothing here: joint '{self.joint.name}' stands at "
            f"its gimbal lock ({self.names[SECOND]} = {lock_places(self.joint)}), where {one} and {other} turn about one axis, and only "
            f"their common rate is seen. Fix '{other}_dot' too, or neither."
        )


def _shared(
    first: float, third: float, sign: float, given: tuple[float | None, float | None], turn: float
) -> tuple[float, float]:
    """Two numbers with the same first + sign third, nearest to those given; up to full turns."""
    one, two = given
    if one is None and two is None:
        return first, third
    off = math.remainder(first + sign * third - (one or 0.0) - sign * (two or 0.0), turn)
    if one is None:
        return off, two or 0.0
    if two is None:
        return one, sign * off
    return one + off / 2.0, two + sign * off / 2.0


def _turning_of(e: Equations, row: list[float], place: Place) -> Floats:
    """Angular velocity of a body, ground components."""
    return np.zeros(3) if place.body is None else np.array(_published(e, row, place.body.name, "w"))


def _published(e: Equations, row: list[float], body: str, quantity: str) -> list[float]:
    c = e.channel(body, quantity)
    return row[c.start : c.start + c.size]


def _axes_of(search: Search, row: list[float], place: Place) -> Floats:
    """Axes of a frame as columns, ground components."""
    owner = "ground" if place.body is None else place.body.name
    R = search.model.holders[owner].poses(search.model.resolve, search.model.planar)[place.frame].R
    if place.body is not None:
        R = from_quaternion(*_published(search.e, row, owner, "quaternion")) @ R
    return np.array([[float(a) for a in axis] for axis in (R.x, R.y, R.z)]).T
