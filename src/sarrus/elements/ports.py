"""Ports: the few quantities of a mechanism that a force sees, and acts on.

A port says what it measures: coordinates u, and rates that are linear in the motion of its frames. Everything else
follows: an effort belongs to each rate, effort times rate is power, and the load on the bodies is what each rate
makes of their velocities.

    Line      two points: length and its rate
    Turn      one joint coordinate: value and rate
    Loaded    one joint coordinate, with the load that its joint carries
    Pair      a base and a follower frame: angular velocity of one against the other, in base components
    Relative  a base and a follower frame: pose and twist of one against the other, in base components
    Point     a point of a body: velocity in ground components
    Own       a point of a body: velocity in the components of its own frame
    Bulk      one body in a field: its mass and the position of its mass centre; acts on every body

A port of one's own is one more class like these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from inspect import getattr_static
from typing import Any, ClassVar, Self

from sarrus.elements.mistakes import watch
from sarrus.scalar import Node, Scalar, where
from sarrus.scalar.derivative import gradient
from sarrus.spatial import Kinematics, Pose, Twist, Vec3, Wrench
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.spatial.rotation_vector import rotation_vector, turning_rate

Numbers = tuple[Sequence[Scalar], Sequence[Scalar]]
"""Coordinates and rates."""
Said = Mapping[str, tuple[str, Sequence[Scalar]]]
"""Name behind the dot -> (unit, values)."""


class Reach(Enum):
    """What a port reaches for."""

    FRAMES = "frames"
    COORDINATE = "a joint coordinate"
    BODIES = "every body"


class Port:
    """What a force sees.

    Attributes:
        reach: what it reaches for.
        ends: how many ends of its force it takes.
        size: how many coordinates and rates it has.
        words: what expressions of a force call its coordinates and rates, in order; "" for none.
        unit: of its efforts; "" where it is that of a coordinate.
        more: how many numbers it has besides.
        is_central: whether its load passes through the origins of both its frames.
        is_natural: whether its rates are rates of its coordinates, or of something that could be one.
        shown: what it publishes as the size of its effort.
        in_ground: whether its rates are in ground components, else in those of its first frame.
    """

    reach: ClassVar[Reach] = Reach.FRAMES
    ends: ClassVar[int] = 1
    size: ClassVar[tuple[int, int]]
    words: ClassVar[tuple[str, ...]] = ()
    unit: ClassVar[str] = "N"
    more: ClassVar[int] = 0
    is_central: ClassVar[bool] = False
    is_natural: ClassVar[bool] = False
    shown: ClassVar[str] = "magnitude"
    in_ground: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        watch(cls)

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """The port from its numbers, and the unit of its coordinate where it reaches for one."""
        raise NotImplementedError

    @classmethod
    def measure(cls, *frames: Kinematics) -> Numbers:
        """Coordinates and rates, from the frames at its ends; rates are linear in their velocities.

        A port of two frames sees how the second moves against the first, and nothing else.
        """
        raise NotImplementedError

    @classmethod
    def lacking(cls) -> tuple[str, ...]:
        """What it must have and has not: nobody can guess it."""
        # coordinates of joints and fields are measured for all
        needed = ("made", "measure") if cls.reach is Reach.FRAMES else ("made",)
        found = [name for name in needed if getattr_static(cls, name) is vars(Port)[name]]
        return (*(["size"] if getattr(cls, "size", None) is None else []), *found)

    @classmethod
    def slopes(cls, value: Node, u: Sequence[Node]) -> Sequence[Scalar]:
        """Slopes of a function of the coordinates, for a unit of each rate."""
        return gradient(value, u) if u else [0.0] * cls.size[1]

    @classmethod
    def said(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], efforts: Sequence[Scalar], load: Wrench
    ) -> Said:
        """What is published of it.

        Args:
            u, rates, efforts: of the port.
            load: what it does to the body at its last end, at the frame there; ground components.
        """
        return {"magnitude": (cls.unit, (load.force.norm(),))}


@dataclass(frozen=True, slots=True)
class Line(Port):
    """The straight line between two points: length [m] and its rate [m/s]."""

    length: Scalar
    rate: Scalar

    ends = 2
    size = (1, 1)
    words = ("length", "rate")
    is_natural = True
    is_central = True

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Length and rate."""
        return cls(u[0], rates[0])

    @classmethod
    def measure(cls, *frames: Kinematics) -> Numbers:
        """Distance of the second point from the first."""
        P, Q = frames
        d = Q.X.p - P.X.p
        length = d.norm()
        # without a length there is no direction: the force vanishes there instead of being undefined
        direction = d * where(0.0 < length, 1.0 / where(0.0 < length, length, 1.0), 0.0)
        return [length], [direction.dot(Q.v - P.v)]

    @classmethod
    def said(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], efforts: Sequence[Scalar], load: Wrench
    ) -> Said:
        """Its effort is the push that lengthens the line; a pull is published as positive."""
        return {"length": ("m", u), "rate": ("m/s", rates), "magnitude": ("N", [-efforts[0]])}


@dataclass(frozen=True, slots=True)
class Turn(Port):
    """A joint coordinate: value [rad or m], over full turns but for angles of a turn in space, and its rate."""

    value: Scalar
    rate: Scalar

    reach = Reach.COORDINATE
    size = (1, 1)
    words = ("value", "rate")
    is_natural = True
    unit = ""

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Value and rate."""
        return cls(u[0], rates[0])

    @classmethod
    def said(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], efforts: Sequence[Scalar], load: Wrench
    ) -> Said:
        """Its effort, positive in the direction of the coordinate."""
        return {"magnitude": (cls.unit, efforts)}


@dataclass(frozen=True, slots=True)
class Loaded(Turn):
    """A joint coordinate, and the load [N, N m] of the base on the follower that its joint carries: at M, base components.

    What acts along the coordinate itself is no part of that load. `axis` is the direction that the coordinate turns about
    or slides along, `turns` tells which.
    """

    load: Wrench
    axis: Vec3
    turns: bool

    more = 9
    is_natural = False
    shown = "effort"

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Value, rate, load and axis."""
        force, torque, axis = (Vec3(*more[i : i + 3]) for i in (0, 3, 6))
        return cls(u[0], rates[0], Wrench(force, torque), axis, unit != "m")

    @classmethod
    def said(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], efforts: Sequence[Scalar], load: Wrench
    ) -> Said:
        """Its effort, positive in the direction of the coordinate."""
        return {"effort": (cls.unit, efforts)}


@dataclass(frozen=True, slots=True)
class Pair(Port):
    """A follower frame turning against a base frame: angular velocity [rad/s] in base components."""

    w: Vec3

    ends = 2
    size = (0, 3)
    unit = "N m"

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Angular velocity."""
        return cls(Vec3(*rates))

    @classmethod
    def measure(cls, *frames: Kinematics) -> Numbers:
        """How the second turns against the first."""
        F, M = frames
        return [], [*F.X.R.back(M.w - F.w)]

    @classmethod
    def said(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], efforts: Sequence[Scalar], load: Wrench
    ) -> Said:
        """The size of the torque."""
        return {"magnitude": ("N m", (load.torque.norm(),))}


@dataclass(frozen=True, slots=True)
class Relative(Port):
    """A follower frame M moving against a base frame F: pose, and twist [m/s, rad/s] of M, in F components."""

    X_FM: Pose
    V_FM: Twist

    ends = 2
    size = (12, 6)

    @property
    def turn(self) -> Vec3:
        """Rotation vector [rad] of the pose: its axis times its angle, below half a turn."""
        return rotation_vector(self.X_FM.R)[0]

    @property
    def turning(self) -> Vec3:
        """Rate of the rotation vector [rad/s]."""
        return turning_rate(*rotation_vector(self.X_FM.R), self.V_FM.w)

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Pose and twist."""
        return cls(pose_from(list(u)), Twist(Vec3(*rates[:3]), Vec3(*rates[3:])))

    @classmethod
    def measure(cls, *frames: Kinematics) -> Numbers:
        """How the second moves against the first."""
        F, M = frames
        X, V, _ = F.relative(M)
        return flat_pose(X), [*V.v, *V.w]

    @classmethod
    def slopes(cls, value: Node, u: Sequence[Node]) -> Sequence[Scalar]:
        """Along the position, and along turns about the axes: dR = w x R."""
        S, slope = pose_from(list(u)), pose_from(list(gradient(value, u)))
        return [*slope.p, *(S.R.x.cross(slope.R.x) + S.R.y.cross(slope.R.y) + S.R.z.cross(slope.R.z))]

    @classmethod
    def said(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], efforts: Sequence[Scalar], load: Wrench
    ) -> Said:
        """Force and torque on the follower, at M."""
        return {"force": ("N", [*load.force]), "torque": ("N m", [*load.torque])}


@dataclass(frozen=True, slots=True)
class Point(Port):
    """A point: velocity [m/s] in ground components."""

    v: Vec3

    size = (0, 3)
    in_ground = True
    is_natural = True

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Velocity."""
        return cls(Vec3(*rates))

    @classmethod
    def measure(cls, *frames: Kinematics) -> Numbers:
        """How the point moves."""
        return [], [*frames[0].v]


@dataclass(frozen=True, slots=True)
class Own(Port):
    """A point: velocity [m/s] against ground, in the components of the frame at the point."""

    v: Vec3

    size = (0, 3)

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Velocity."""
        return cls(Vec3(*rates))

    @classmethod
    def measure(cls, *frames: Kinematics) -> Numbers:
        """How the point moves, as the frame there sees it."""
        (k,) = frames
        return [], [*k.X.R.back(k.v)]


@dataclass(frozen=True, slots=True)
class Bulk(Port):
    """A body in a field: mass [kg], position [m] and velocity [m/s] of its mass centre in ground components."""

    mass: Scalar
    position: Vec3
    velocity: Vec3

    reach = Reach.BODIES
    ends = 0
    size = (3, 3)
    more = 1

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Mass, position, velocity."""
        return cls(more[0], Vec3(*u), Vec3(*rates))


def words_of(ports: Sequence[type[Port]]) -> dict[str, str]:
    """What expressions call the coordinates and rates of ports -> the symbol of each, @u0 or @d0.

    Behind a word stands the number of its port where there are several: length1, rate2.
    """
    found, i, j = {}, 0, 0
    for number, port in enumerate(ports, 1):
        m, n = port.size
        symbols = [*(f"@u{i + k}" for k in range(m)), *(f"@d{j + k}" for k in range(n))]
        for word, symbol in zip(port.words, symbols, strict=False):
            if word:
                found[f"{word}{number}" if len(ports) > 1 else word] = symbol
        i, j = i + m, j + n
    return found


def split(
    ports: Sequence[type[Port]], u: Sequence[Any], rates: Sequence[Any], more: Sequence[Any] = ()
) -> list[tuple[Sequence[Any], Sequence[Any], Sequence[Any]]]:
    """Coordinates, rates and further numbers of several ports, port by port."""
    found, i, j, k = [], 0, 0, 0
    for port in ports:
        m, n = port.size
        found.append((u[i : i + m], rates[j : j + n], more[k : k + port.more]))
        i, j, k = i + m, j + n, k + port.more
    return found
