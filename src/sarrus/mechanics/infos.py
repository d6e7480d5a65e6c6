"""What the entries of states, rows, inputs and outputs are: layouts as data.

Nothing is read from the first letter or the ending of a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class StateKind(Enum):
    """What an entry of the state is."""

    COORDINATE = "coordinate"
    SPEED = "speed"
    INTERNAL = "internal state of an element"
    DISCRETE = "discrete state of an element"
    MODE = "mode"
    WORK = "work"
    TURN = "turn of a fitted angle"


class Level(Enum):
    """What a row forbids: a position, or only a velocity."""

    POSITION = "position"
    VELOCITY = "velocity"


class ChannelKind(Enum):
    """What a published quantity tells."""

    COORDINATE = "coordinate of a joint"
    MOTION = "motion of a body"
    REACTION = "reaction"
    TORQUE = "torque of a reaction"
    EFFORT = "effort of a relation"
    POWER = "power of a driver"
    CONTACT = "point where a mesh touches"
    SENSOR = "what a sensor measures"
    FORCE = "what a force says of itself"
    ENERGY = "energy"
    INPUT = "what is given from outside"


LOADS = (ChannelKind.REACTION, ChannelKind.TORQUE, ChannelKind.EFFORT)
"""What may not be unique where there are more rows than needed."""


@dataclass(frozen=True)
class StateInfo:
    """An entry of the state.

    Attributes:
        name, unit: as they are published.
        kind: what it is.
        owner: name of the joint, of the element, or "energy".
        start: its value where nothing else is said.
        scale: size of a usual value, in its unit.
    """

    name: str
    unit: str
    kind: StateKind
    owner: str
    start: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True)
class RowInfo:
    """A constraint row.

    Attributes:
        name: "C.p_FM.x_F", or the name of the relation.
        owner: name of its element.
        unit: "m", or "1" for products of unit vectors and angles.
        level: whether it forbids positions or velocities.
        moves: whether time stands in it.
        one_sided: whether it only pushes.
        modes: in which modes of its element it acts; empty for all.
    """

    name: str
    owner: str
    unit: str
    level: Level = Level.POSITION
    moves: bool = False
    one_sided: bool = False
    modes: tuple[str, ...] = ()


@dataclass(frozen=True)
class InputInfo:
    """A number that is given from outside while the mechanism moves."""

    name: str
    unit: str
    start: float = 0.0


@dataclass(frozen=True)
class ChannelInfo:
    """A published quantity.

    Attributes:
        name: owner and quantity, with a dot between; of an input its own name, and it has no quantity.
        unit: of its values.
        start, size: where it begins in the output, and how many components it has.
        kind: what it tells.
        owner: the body or element that it belongs to.
        quantity: what of it.
        axis: for a position of something on a body, along which axis of ground; it is counted from the origin of the
            body's region.
    """

    name: str
    unit: str
    start: int
    size: int
    kind: ChannelKind
    owner: str
    quantity: str
    axis: int | None = None


@dataclass(frozen=True)
class ActingInfo:
    """One force on some bodies: what the kernel "acting" tells of it.

    Its numbers are potential energy, power turned into heat, power brought in, and then its load on each body: force and
    torque about the origin of the body, in ground components (in the plane x, y, and the torque about z).

    Attributes:
        force: its name. A field is there once for each body.
        start: where its numbers begin.
        bodies: places of the bodies among those of the model; ground is left out.
    """

    force: str
    start: int
    bodies: tuple[int, ...]
