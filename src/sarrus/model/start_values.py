"""Start values by their names, and what they mean in numbers.

A.theta, A.theta_dot          a coordinate and its rate                                  fixed or guessed
ball.turn, ball.w             a turn, and an angular velocity of M in F, F components    fixed or guessed
upper.psi, foot.p3.x          the angle of a planar body, places of bodies and points    guessed
servo.current                 a state of an element                                      fixed or guessed
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sarrus.elements.joints.base import Joint
from sarrus.elements.turns import FORMS, GivenTurn, length_flaw, rotation_of
from sarrus.errors import ModelError, quote
from sarrus.model.quantities import Origin, SignalSource, body_measures, sources_of
from sarrus.model.wording import coordinates_near, listed, nearest
from sarrus.scalar.expression import Value
from sarrus.spatial.sequences import to_angles

if TYPE_CHECKING:
    from sarrus.model.snapshot import Snapshot

TURN, SPIN = "turn", "w"
"""What may be given of a joint that turns freely."""
AXES = "xyz"


class StartNumber(NamedTuple):
    """One written number of a start value: its path, the value, its SI unit."""

    path: str
    value: Value
    unit: str


def start_numbers(model: Snapshot, name: str, value: Any) -> Iterator[StartNumber]:
    """The numbers that a start value is written with.

    Raises:
        ModelError: there is nothing of that name, or the value has another form.
    """
    if name in model.states:
        yield StartNumber(name, _one(model, name, value), model.states[name].unit)
        return
    base = name.removesuffix("_dot")
    if base in model.coordinates:
        unit = model.coordinates[base][2].unit
        yield StartNumber(name, _one(model, name, value), unit if name == base else f"{unit}/s")
    elif turning_joint(model, name, TURN):
        if not isinstance(value, GivenTurn):
            raise ModelError.one(
                _where(model, name), f"start value {quote(name)} is no turn", f"It is {FORMS}"
            )
        for k, number in enumerate(value.numbers, 1):
            yield StartNumber(f"{name}[{k}]", number, value.unit)
    elif turning_joint(model, name, SPIN):
        if not isinstance(value, tuple) or len(value) != 3:
            raise ModelError.one(
                _where(model, name),
                f"start value {quote(name)} is not a list of three numbers",
                "It is the angular velocity [wx, wy, wz] of the follower frame in components of the base frame",
            )
        for axis, number in zip(AXES, value, strict=True):
            yield StartNumber(f"{name}.{axis}", number, "rad/s")
    elif (aim := model.aims_by_name.get(name)) is not None:
        if name not in model.guess:
            raise ModelError.one(
                _where(model, name),
                f"start value {quote(name)} is {aim.origin.value}, which cannot be fixed",
                "Fixed are coordinates of joints, their rates, turns and angular velocities of joints",
                "Write it under 'guess', or fix a coordinate of a joint",
            )
        yield StartNumber(name, _one(model, name, value), aim.unit)
    else:
        raise _refused(model, name)


def in_numbers(model: Snapshot, written: Mapping[str, Any]) -> dict[str, float]:
    """Start values in SI: coordinates and rates, components `ball.w.x` of angular velocities, and what is guessed of bodies.

    A turn is told by the angles of its joint. States of elements are not among them.
    """
    found: dict[str, float] = {}
    for name, value in written.items():
        if name in model.states:
            continue
        numbers = {
            n.path: model.number(f"start.{n.path}", n.value, n.unit)
            for n in start_numbers(model, name, value)
        }
        if isinstance(value, GivenTurn):
            joint = turning_joint(model, name, TURN)
            assert joint is not None
            if flaw := length_flaw(value.form, [*numbers.values()]):
                raise ModelError.one(_where(model, name), f"start value {quote(name)} {flaw[0]}", *flaw[1:])
            angles = [*numbers.values()]
            if value.form != joint.turn_sequence:
                angles = [float(a) for a in to_angles(joint.turn_sequence, rotation_of(value.form, angles))]
            numbers = dict(zip(joint.angle_names, angles, strict=True))
        found |= numbers
    return found


def given_twice(model: Snapshot) -> Iterator[tuple[str, str]]:
    """Start values that say the same thing twice: the later name, and the earlier."""
    owner: dict[str, str] = {}
    for name, value in (*model.fixed.items(), *model.guess.items()):
        parts = _says(model, name, value)
        if again := next((owner[part] for part in parts if part in owner), ""):
            yield name, again
        owner |= {part: name for part in parts if part not in owner}


def _says(model: Snapshot, name: str, value: Any) -> tuple[str, ...]:
    """The coordinates or rates that a start value speaks of."""
    if joint := turning_joint(model, name, TURN):
        return joint.angle_names
    if joint := turning_joint(model, name, SPIN):
        return tuple(f"{angle}_dot" for angle in joint.angle_names)
    return (name,)


def turning_joint(model: Snapshot, name: str, word: str) -> Joint | None:
    """The joint whose turn or angular velocity a name means; None where it means none."""
    owner, _, what = name.rpartition(".")
    if what != word:
        return None
    found = model.joints_by_name.get(owner)
    return found if found is not None and found.turn_places else None


def aim_of(model: Snapshot, name: str) -> SignalSource | None:
    """The angle of a planar body, or the place of a body or a point on it, that a name means; None where it means none."""
    owner, _, quantity = name.partition(".")
    if owner not in model.body_index or name in model.coordinates:
        return None
    unit = dict(body_measures(model, model.bodies[model.body_index[owner]])).get(quantity)
    return None if unit is None else SignalSource(name, unit, Origin.BODY, owner, quantity)


def _is_aim(source: SignalSource) -> bool:
    return (
        source.origin is Origin.BODY
        and not source.order
        and not source.vector
        and (source.unit == "m" or source.quantity == "psi")
    )


def _one(model: Snapshot, name: str, value: Any) -> Value:
    if isinstance(value, tuple | GivenTurn):
        what = "a list" if isinstance(value, tuple) else "a turn"
        raise ModelError.one(_where(model, name), f"start value {quote(name)} is {what}", "It is one number")
    return value  # type: ignore[no-any-return]


def _where(model: Snapshot, name: str) -> str:
    return model.at(f"start.{name}") or f"start.{name}"


def _refused(model: Snapshot, name: str) -> ModelError:
    """Why a name means no start value, what is allowed, and what may be meant."""
    owner, _, what = name.partition(".")
    where = model.at(f"start.{name}")
    last = name.rpartition(".")[2]
    joint = model.joints_by_name.get(owner)
    if joint is not None and what in (TURN, SPIN):
        said = "turn" if what == TURN else "angular velocity"
        return ModelError.one(
            where,
            f"start value {quote(name)} is the {said} of {joint.keyword} {quote(owner)}, which does not turn freely",
            f"Its coordinates are {listed(f'{owner}.{c.name}' for c in joint.coordinates)}",
        )
    if owner in model.body_index and joint is None:
        known = [s.name for s in sources_of(model, owner).values() if _is_aim(s)]
        text = f"start value {quote(name)} is nothing that can be guessed of body {quote(owner)}"
        if name in sources_of(model, owner) or last in (TURN, SPIN, "quaternion"):
            rate = last.endswith("_dot") or last == SPIN
            text = f"start value {quote(name)} is {'a rate' if rate else 'the turn'} of a body, which cannot be guessed"
        return ModelError.one(
            where,
            text,
            f"Of a body places and, in the plane, its angle are guessed: {listed(known)}; rates and turns are those of joints",
            nearest(what, [n.partition(".")[2] for n in known]).replace("'", f"'{owner}.", 1),
        )
    allowed, meant = coordinates_near(model.coordinates, name, ("", "_dot"))
    return ModelError.one(
        where,
        f"start value {quote(name)} is not a coordinate",
        f"{allowed}, and their rates with _dot",
        meant or nearest(owner, [*model.body_index]),
    )
