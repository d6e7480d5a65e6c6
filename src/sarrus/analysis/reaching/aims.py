"""What is aimed at, as rows of a mechanism: a number of a point, an angle or a coordinate; a frame by its place and its turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.analysis.inverse.actuators import numbers_by_name
from sarrus.analysis.inverse.motion import followed_quantity, fresh_name
from sarrus.elements.base import directions, lengths
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.constraints.roles import KEPT_AT_ZERO
from sarrus.errors import ModelError, UsageError, quote, suggest
from sarrus.io.located import plain
from sarrus.io.yaml_text import read_yaml
from sarrus.mechanics import Equations
from sarrus.model import Mechanism, Snapshot, snapshot_of
from sarrus.phrases import listed
from sarrus.scalar import Scalar
from sarrus.solvers.arrays import Floats
from sarrus.spatial import Pose
from sarrus.spatial.rotation_vector import rotation_vector

__all__ = ["Aim", "FrameAim", "NumberAim", "with_aims"]

FORM = "{at: [0.3, 0.2], turn: 30 deg}"
IN_SPACE = "{at: [0.3, 0.2, 0.5], turn: {sequence: 3-1-3, angles: [0.1, 0.2, 0.3]}}"
AT, TURN = "at", "turn"


class AimedFrame(FrameConstraint):
    """How far a frame M is from where it should be, F.

        p_FM,   r_FM: rotation vector of R_FM

    The rotation vector tells the turn that is left, about its axis; differences of angles would depend on their sequence.
    """

    rows = (*lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F"), *directions("r_FM.x_F", "r_FM.y_F", "r_FM.z_F"))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Place and turn that are left."""
        return (*X_FM.p, *rotation_vector(X_FM.R)[0])


@dataclass(frozen=True)
class NumberAim:
    """A published position that should have a value.

    Attributes:
        name: as users say it.
        element: whose row it is.
        value: SI.
        unit: of it.
        period: 0 where nothing repeats.
    """

    name: str
    element: str
    value: float
    unit: str
    period: float

    def rows(self, e: Equations) -> dict[int, float]:
        """Places of its rows, and what they should be."""
        return {k: self.value for k, r in enumerate(e.rows) if r.owner == self.element}

    def told(self, e: Equations, g: Floats) -> dict[str, tuple[float, str]]:
        """Where it is, in names that users know, with units."""
        (row,) = self.rows(e)
        return {self.name: (float(g[row]), self.unit)}


@dataclass(frozen=True)
class FrameAim:
    """A frame that should be somewhere.

    Attributes:
        name: of the frame.
        element: whose rows they are.
        has_place, has_turn: what of it is asked for.
    """

    name: str
    element: str
    has_place: bool
    has_turn: bool
    period = 0.0

    def rows(self, e: Equations) -> dict[int, float]:
        """Places of its rows, and what they should be."""
        asked = {"m": self.has_place, "1": self.has_turn}
        return {k: 0.0 for k, r in enumerate(e.rows) if r.owner == self.element and asked[r.unit]}

    def told(self, e: Equations, g: Floats) -> dict[str, tuple[float, str]]:
        """How far it is off, in names that users know, with units."""
        off = {"m": 0.0, "1": 0.0}
        for k in self.rows(e):
            off[e.rows[k].unit] += float(g[k]) ** 2
        told = {f"{self.name}.distance": (off["m"] ** 0.5, "m")} if self.has_place else {}
        return told | ({f"{self.name}.turn": (off["1"] ** 0.5, "rad")} if self.has_turn else {})


Aim = NumberAim | FrameAim


def with_aims(mechanism: Mechanism, model: Snapshot, target: Mapping[str, Any]) -> tuple[Snapshot, list[Aim]]:
    """The mechanism with rows for everything that is aimed at, and these aims.

    Args:
        mechanism: a copy that may be changed.
        model: the mechanism as it was.
        target: by name: a number, or place and turn of a frame.

    Raises:
        UsageError: a name is unknown, or what is asked for it cannot be.
    """
    aims = [_aim(mechanism, model, name, value) for name, value in target.items()]
    try:
        return snapshot_of(mechanism), aims
    except ModelError as error:
        text = str(error)
        for aim in aims:
            text = text.replace(f"ground.{aim.element}", aim.name).replace(aim.element, aim.name)
        raise UsageError(f"target: {text}") from None


def _aim(mechanism: Mechanism, model: Snapshot, name: str, value: Any) -> Aim:
    if isinstance(value, Mapping) or (isinstance(value, str) and value.lstrip().startswith("{")):
        return _frame(mechanism, model, name, _placed(name, value))
    owner, _, frame = name.partition(".")
    if owner in model.holders and (not frame or model.holders[owner].has_frame(frame)):
        form = FORM if model.planar else IN_SPACE
        raise UsageError(
            f"{quote(name)} is a frame. Aim at its place and turn, {name}: {form}, or at a number of it: {name}.x."
        )
    signal, source = followed_quantity(mechanism, model, name)
    element = fresh_name(mechanism, "aimed")
    mechanism.constraints.append(KEPT_AT_ZERO(element, signal, unit=source.unit))
    number = numbers_by_name("target", {name: value}, {name: source.unit})[name]
    period = model.period(name) if name in model.coordinates else 2 * np.pi * name.endswith(".psi")
    return NumberAim(name, element, number, source.unit, period)


def _placed(name: str, value: Any) -> dict[str, Any]:
    """Place and turn as written, also on the command line."""
    if isinstance(value, str):
        try:
            value = plain(read_yaml(value, "target"))
        except ModelError as error:
            raise UsageError(f"target of {quote(name)}: {error}") from None
    found: dict[str, Any] = dict(value)
    if not found or not {*found} <= {AT, TURN}:
        more = next((key for key in found if key not in (AT, TURN)), "")
        said = f"has {quote(str(more))}" if more else "is empty"
        raise UsageError(f"target of {quote(name)} {said}. A frame has `at`, `turn` or both: {FORM}.")
    return found


def _frame(mechanism: Mechanism, model: Snapshot, name: str, placed: Mapping[str, Any]) -> FrameAim:
    owner, dot, frame = name.partition(".")
    holder = next((body for body in model.bodies if body.name == owner), None)
    if holder is None or (dot and not holder.has_frame(frame)):
        known = [f"{b.name}.{f}" for b in model.bodies for f in b.frame_names()]
        raise UsageError(
            f"{quote(name)} is no frame of a body. {suggest(name, known)} There are: {listed(known[:12])}."
        )
    element = fresh_name(mechanism, "aimed")
    _require_numbers(name, placed, model.planar)
    try:
        base = mechanism.ground.frame(element, at=placed.get(AT, ()), turn=placed.get(TURN, ()))
    except ModelError as error:
        raise UsageError(f"target of {quote(name)}: {error}") from None
    mechanism.constraints.append(AimedFrame(element, base, name))
    return FrameAim(name, element, AT in placed, TURN in placed)


def _require_numbers(name: str, placed: Mapping[str, Any], planar: bool) -> None:
    """Refuse a place of too few or too many numbers before it is said of a frame that nobody wrote."""
    many = 2 if planar else 3
    at = placed.get(AT)
    if at is not None and (
        isinstance(at, str) or not isinstance(at, Sequence | np.ndarray) or len(at) != many
    ):
        raise UsageError(f"target of {quote(name)}: `at` has {many} numbers, ground components [m].")
    turn = placed.get(TURN)
    if planar and isinstance(turn, Mapping | Sequence | np.ndarray) and not isinstance(turn, str):
        raise UsageError(f"target of {quote(name)}: `turn` is one angle in the plane, such as '30 deg'.")
    if not planar and turn is not None and isinstance(turn, str | int | float):
        raise UsageError(
            f"target of {quote(name)}: `turn` in space is three angles, or one of {IN_SPACE[IN_SPACE.index('{s') : -1]} and "
            "{quaternion: [w, x, y, z]}."
        )
